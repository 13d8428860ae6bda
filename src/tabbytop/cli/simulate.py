"""`tabbytop simulate`: many random matches, summed up."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabbytop.core.contract import MOST_SEATS
from tabbytop.core.errors import BadOption
from tabbytop.games import find
from tabbytop.play.crowd import Crowd, Outcomes
from tabbytop.play.match import Match
from tabbytop.play.setup import Setup, prepare

CHUNK = 2000
BARS = 12


def run(
    game: str,
    players: int | None,
    matches: int,
    seed: int,
    bots: str,
    options: list[str],
    components: Path | None,
    records: Path | None,
    *,
    legal: bool,
    as_json: bool,
) -> None:
    if legal and records is None:
        raise BadOption("--legal goes with --records FILE")
    setup = prepare(game, players, find(game).parse_options(options), components, seed)
    began = time.perf_counter()
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task(f"{game}, {setup.players} players", total=matches)
        chunks = []
        try:
            for chunk in _chunks(setup, matches, bots, records, legal=legal):
                chunks.append(chunk)
                progress.advance(task, len(chunk.lengths))
        except OSError as error:
            raise BadOption(f"{records}: cannot be written: {error.strerror}") from None
    seconds = time.perf_counter() - began
    summary = summarise(setup, matches, Outcomes(*(np.concatenate([getattr(chunk, name) for chunk in chunks])
                                                   for name in ("lengths", "scores", "winners"))))  # fmt: skip
    if as_json:
        print(json.dumps(summary | {"seconds": round(seconds, 3)}, ensure_ascii=False))
    else:
        show(summary, seconds)
        if records:
            Console().print(f"{matches} records in {records}", highlight=False)


def _chunks(setup: Setup, matches: int, bots: str, records: Path | None, *, legal: bool) -> Iterator[Outcomes]:
    crowd = Crowd(setup)
    if records is None and bots == "random":
        for first in range(0, matches, CHUNK):
            yield crowd.play(first, min(CHUNK, matches - first))
        return
    with ExitStack() as stack:
        lines = stack.enter_context(records.open("w", encoding="utf-8")) if records else None
        for match in crowd.matches(0, matches) if bots == "random" else _played_by(bots, crowd, setup, matches):
            if lines:
                lines.write(json.dumps(match.record(legal=legal), ensure_ascii=False, separators=(",", ":")) + "\n")
            yield _outcome(match)


def _played_by(names: str, crowd: Crowd, setup: Setup, matches: int) -> Iterator[Match]:
    from tabbytop.bots.players import decide, lineup

    bots = lineup(names, setup.players)
    for match in crowd.begun(0, matches):
        while not match.over:
            decide(match, bots)
        yield match


def _outcome(match: Match) -> Outcomes:
    scores = np.zeros((1, MOST_SEATS), np.int32)
    scores[0, : match.players] = match.scores
    return Outcomes(
        np.array([len(match.history)], np.int32), scores, np.array([sum(1 << seat for seat in match.winners)], np.int64)
    )


def summarise(setup: Setup, matches: int, done: Outcomes) -> dict[str, Any]:
    """Scores, lengths and outcomes as plain data."""
    scores = done.scores[:, : setup.players]
    won = [(done.winners >> seat) & 1 for seat in range(setup.players)]
    shared = np.sum(won, axis=0)
    summary: dict[str, Any] = {
        "game": setup.game.id,
        "players": setup.players,
        "options": dict(setup.options),
        "matches": matches,
        "seed": setup.seed,
        "moves": int(done.lengths.sum()),
        "length": _spread(done.lengths),
        "seats": [
            {
                "score": _spread(scores[:, seat]),
                "wins": round(float(won[seat].mean()), 4),
                "share": round(float((won[seat] / shared).mean()), 4),
            }
            for seat in range(setup.players)
        ],
        "shared_victories": round(float((shared > 1).mean()), 4),
        "scores": _histogram(scores),
    }
    outcome = setup.parts.notation.outcome
    if "rating" in outcome([0] * setup.players, []):
        teams = scores[:, 0].tolist()
        ratings = {score: outcome([score] * setup.players, [])["rating"] for score in range(max(teams) + 1)}
        found = [ratings[score] for score in teams]
        summary["ratings"] = {name: round(found.count(name) / matches, 4) for name in dict.fromkeys(ratings.values())}
    return summary


def _spread(values: np.ndarray) -> dict[str, float]:
    return {
        "mean": round(float(values.mean()), 3),
        "deviation": round(float(values.std()), 3),
        "least": int(values.min()),
        "most": int(values.max()),
    }


def _histogram(scores: np.ndarray) -> list[dict[str, float]]:
    """How often scores fall into each of a few equal ranges."""
    low, high = int(scores.min()), int(scores.max())
    width = max(1, -(-(high - low + 1) // BARS))
    ranges = range(low, high + 1, width)
    return [
        {"from": start, "to": start + width - 1,
         "share": round(float(((scores >= start) & (scores < start + width)).mean()), 4)}
        for start in ranges
    ]  # fmt: skip


def show(summary: dict[str, Any], seconds: float) -> None:
    console = Console()
    options = " ".join(
        f"{key}={json.dumps(value) if isinstance(value, bool) else value}" for key, value in summary["options"].items()
    )
    console.print(f"[bold]{summary['game']}[/], {summary['players']} players, {options}", highlight=False)
    length, moves = summary["length"], summary["moves"]
    console.print(
        f"{summary['matches']:,} matches, {moves:,} moves in {seconds:.1f} s; a match has {length['mean']:.1f} moves "
        f"({length['least']} to {length['most']})\n",
        highlight=False,
    )
    together = "ratings" in summary
    seats = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
    for title in ("", "mean score", "deviation", "least", "most", *([] if together else ["wins", "share of victory"])):
        seats.add_column(title, justify="left" if not title else "right")
    for number, seat in enumerate(summary["seats"][:1] if together else summary["seats"]):
        score = seat["score"]
        cells = [f"{score['mean']:.2f}", f"{score['deviation']:.2f}", str(score["least"]), str(score["most"])]
        if not together:
            cells += [f"{seat['wins']:.1%}", f"{seat['share']:.1%}"]
        seats.add_row("the team" if together else f"seat {number}", *cells)
    console.print(seats)
    console.print()
    chart = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    most = max(bar["share"] for bar in summary["scores"])
    for bar in summary["scores"]:
        span = str(bar["from"]) if bar["from"] == bar["to"] else f"{bar['from']} to {bar['to']}"
        chart.add_row(span, "█" * max(round(40 * bar["share"] / most), bar["share"] > 0), f"{bar['share']:.1%}")
    for name, share in summary.get("ratings", {}).items():
        chart.add_row(name, "█" * round(40 * share), f"{share:.1%}")
    console.print(chart)
