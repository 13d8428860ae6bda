"""Tournaments: bots play the same deals from every seat, on all cores, and are rated with how sure that is."""

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

import numpy as np

from tabbytop.bots.players import Bot, dismiss, find, luck
from tabbytop.bots.seat import Seat
from tabbytop.core.errors import BadOption
from tabbytop.core.game import Options
from tabbytop.play.crowd import cores
from tabbytop.play.match import Match
from tabbytop.play.setup import SEEDS, prepare

BOOTSTRAP = 400


@dataclass(frozen=True)
class Plan:
    """What is played. It is also what a file of results must agree with to be added to."""

    game: str
    players: int
    options: Options
    bots: tuple[str, ...]
    seed: int
    components: dict[str, Any] | None = None

    def lineups(self) -> list[list[int]]:
        """Who sits where: each bot comes to every seat and meets every other equally often; teams are of one kind."""
        bots = len(self.bots)
        if prepare(self.game, self.players, self.options, self.components, 0).game.together:
            return [[bot] * self.players for bot in range(bots)]
        tables = combinations(range(bots), min(bots, self.players))
        return [
            [table[(seat + shift) % len(table)] for seat in range(self.players)]
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
        "seconds": [0.0] * len(plan.bots),
        "moves": [0] * len(plan.bots),
    }
    for lineup in plan.lineups():
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
    lines = whole_lines(file)
    if not lines or lines[0] != json.loads(json.dumps(first_line(plan))):
        raise BadOption(
            f"{file} holds another tournament; give another file or the same game, bots, options, components and seed"
        )
    return lines[1:]


def whole_lines(file: Path) -> list[Any]:
    """What an interruption left half written is not among them; nothing is, if it is a file of another kind."""
    try:
        text = file.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
    except (OSError, ValueError):
        return []


def first_line(plan: Plan) -> dict[str, Any]:
    """What a file of results begins with."""
    return heading(plan) | ({} if plan.components is None else {"components": plan.components})


def heading(plan: Plan) -> dict[str, Any]:
    """What was played, as told with the ratings."""
    return {
        "game": plan.game, "players": plan.players, "options": plan.options, "bots": list(plan.bots), "seed": plan.seed,
    }  # fmt: skip


def rate(plan: Plan, done: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Points and Elo of each bot with 95% intervals, over deals: what happens within one is not independent."""
    lineups = np.array(plan.lineups())
    scores = np.array([deal["scores"] for deal in sorted(done, key=lambda deal: int(deal["deal"]))], float)
    points = _points(lineups, scores, len(plan.bots))
    choose = np.random.default_rng(plan.seed)
    samples = [choose.integers(len(done), size=len(done)) for _ in range(BOOTSTRAP)]
    points_samples = np.array([points[sample].mean(axis=0) for sample in samples])
    beats = _beats(lineups, scores, len(plan.bots))
    elo = _elo(beats.sum(axis=0))
    elo_samples = np.array([_elo(beats[sample].sum(axis=0)) for sample in samples])
    rated = []
    for bot, name in enumerate(plan.bots):
        seconds = sum(deal["seconds"][bot] for deal in done)
        moves = sum(deal["moves"][bot] for deal in done)
        rated.append(
            {
                "name": name,
                "points": round(float(points[:, bot].mean()), 3),
                "points_95": _interval(points_samples[:, bot]),
                "elo": round(float(elo[bot]), 1),
                "elo_95": _interval(elo_samples[:, bot]),
                "milliseconds_per_move": round(1000 * seconds / max(1, moves), 3),
            }
        )
    return rated


def _interval(samples: np.ndarray) -> list[float]:
    low, high = np.percentile(samples, [2.5, 97.5])
    return [round(float(low), 3), round(float(high), 3)]


def _points(lineups: np.ndarray, scores: np.ndarray, bots: int) -> np.ndarray:
    """For each deal and bot, its mean score where the table's level is taken out: good tables are good for all."""
    level = scores.mean()
    teams = bool((lineups == lineups[:, :1]).all())
    adjusted = scores if teams else scores - scores.mean(axis=2, keepdims=True) + level
    return np.stack([adjusted[:, lineups == bot].mean(axis=1) for bot in range(bots)], axis=1)


def _beats(lineups: np.ndarray, scores: np.ndarray, bots: int) -> np.ndarray:
    """For each deal, how often each bot finished before each other one; ties count half. Teams are compared by deal."""
    deals, tables, seats = scores.shape
    beats = np.zeros((deals, bots, bots))
    if (lineups == lineups[:, :1]).all():
        for a in range(bots):
            for b in range(bots):
                if a != b:
                    beats[:, a, b] = (scores[:, a, 0] > scores[:, b, 0]) + 0.5 * (scores[:, a, 0] == scores[:, b, 0])
        return beats
    for t in range(tables):
        for i in range(seats):
            for j in range(seats):
                a, b = lineups[t, i], lineups[t, j]
                if a != b:
                    beats[:, a, b] += (scores[:, t, i] > scores[:, t, j]) + 0.5 * (scores[:, t, i] == scores[:, t, j])
    return beats


def _elo(beats: np.ndarray) -> np.ndarray:
    """Ratings under which the pairs come out as they did (Bradley-Terry), the mean at 0. Half a win is lent to each."""
    if len(beats) == 1:
        return np.zeros(1)
    beats = beats + 0.5 * (1 - np.eye(len(beats)))
    games = beats + beats.T
    strength = np.ones(len(beats))
    for _ in range(200):
        share = games / (strength[:, None] + strength[None, :])
        strength = beats.sum(axis=1) / share.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    return np.asarray(400 * np.log10(strength))
