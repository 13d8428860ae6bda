"""Tournaments: bots play the same deals from every seat, on all cores."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tabbytop import __version__
from tabbytop.bots.players import Bot, dismiss, find, luck, settings
from tabbytop.bots.seat import Seat
from tabbytop.core.errors import BadOption
from tabbytop.core.game import Options
from tabbytop.games import find as find_game
from tabbytop.play.crowd import cores
from tabbytop.play.match import Match
from tabbytop.play.setup import SEEDS, prepare


@dataclass(frozen=True)
class Plan:
    """What is played. It is also what a file of results must agree with to be added to."""

    game: str
    players: int
    options: Options
    bots: tuple[str, ...]
    seed: int
    components: dict[str, Any] | None = None

    def lineups(self, deal: int = 0) -> list[list[int]]:
        """Who sits where: each bot comes to every seat and meets every other equally often; teams are of one kind.

        From one deal to the next all sit the other way round, so that nobody always has the same one to the left.
        """
        bots = len(self.bots)
        if find_game(self.game).together:
            return [[bot] * self.players for bot in range(bots)]
        step = 1 if deal % 2 == 0 else -1
        tables = combinations(range(bots), min(bots, self.players))
        return [
            [table[(step * seat + shift) % len(table)] for seat in range(self.players)]
            for table in tables
            for shift in range(len(table))
        ]

    def seed_of(self, deal: int) -> int:
        return (self.seed * 1_000_003 + deal) % SEEDS


def play_deal(plan: Plan, number: int, *, records: bool = False, bots: Sequence[Bot] = ()) -> dict[str, Any]:
    """One deal by all line-ups: scores by seat, and what each bot spent on it. Bots not given are found by name."""
    setup = prepare(plan.game, plan.players, plan.options, plan.components, plan.seed_of(number))
    done: dict[str, Any] = {
        "deal": number,
        "scores": [],
        "winners": [],
        "seconds": [0.0] * len(plan.bots),
        "moves": [0] * len(plan.bots),
    }
    for lineup in plan.lineups(number):
        match = Match(setup)
        # A program for each seat of each match: it would see every hand of the deal otherwise.
        seated = [bots[who] if bots else find(plan.bots[who]) for who in lineup]
        try:
            while not match.over:
                who = lineup[match.seat]
                began = time.perf_counter()
                move = seated[match.seat].choose(Seat(match), luck(match))
                done["seconds"][who] += time.perf_counter() - began
                done["moves"][who] += 1
                match.play(move)
        finally:
            dismiss(seated)
        done["scores"].append(match.scores)
        done["winners"].append(match.winners)
        if records:
            names = [plan.bots[who] for who in lineup]
            done.setdefault("records", []).append(match.record() | {"names": names})
    return done


def deals(
    plan: Plan, numbers: list[int], *, records: bool = False, workers: int | None = None
) -> Iterator[dict[str, Any]]:
    """Deals as they are finished, on all cores."""
    workers = workers or cores()
    if workers == 1:
        for number in numbers:
            yield play_deal(plan, number, records=records)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(play_deal, plan, number, records=records) for number in numbers]
        try:
            for one in running:
                yield one.result()
        finally:
            for one in running:
                one.cancel()


def resumed(plan: Plan, file: Path) -> list[dict[str, Any]]:
    """The deals that a file of an interrupted tournament has already."""
    if not file.exists():
        return []
    ours, lines = json.loads(json.dumps(first_line(plan))), whole_lines(file)
    theirs = lines[0] if lines and isinstance(lines[0], dict) else {}
    if theirs != ours:
        differing = [key for key in ours | theirs if ours.get(key) != theirs.get(key)]
        raise BadOption(
            f"{file} holds another tournament ({', '.join(differing)}); give another file, or the same game, players, "
            "options, bots, seed and components with the same version of Tabbytop and of its bots"
        )
    return lines[1:]


def recorded(plan: Plan, done: list[dict[str, Any]], file: Path) -> list[dict[str, Any]]:
    """The records of the deals that are done, from the file of an interrupted tournament."""
    wanted = {plan.seed_of(deal["deal"]): len(plan.lineups()) for deal in done}
    kept = []
    for record in whole_lines(file) if done else []:
        if isinstance(record, dict) and record.get("game") == plan.game and wanted.get(record.get("seed", -1), 0):
            wanted[record["seed"]] -= 1
            kept.append(record)
    if lacking := sum(left > 0 for left in wanted.values()):
        raise BadOption(
            f"{file} lacks the records of {lacking} of {len(done)} deals that were played before: give the file "
            "that has them, begin with new results, or leave the records out"
        )
    return kept


def whole_lines(file: Path) -> list[Any]:
    """What an interruption left half written is not among them; nothing is, if it is a file of another kind."""
    try:
        text = file.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
    except (OSError, ValueError):
        return []


def first_line(plan: Plan) -> dict[str, Any]:
    """What a file of results begins with."""
    return (
        heading(plan)
        | {"version": __version__, "settings": {name: settings(name, plan.game) for name in plan.bots}}
        | ({} if plan.components is None else {"components": plan.components})
    )


def heading(plan: Plan) -> dict[str, Any]:
    """What was played, as told with the ratings."""
    return {
        "game": plan.game, "players": plan.players, "options": plan.options, "bots": list(plan.bots), "seed": plan.seed,
    }  # fmt: skip
