"""`tabbytop simulate`: many matches, summed up."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabbytop.core.errors import BadOption
from tabbytop.games import find
from tabbytop.lab.charts import often, percent
from tabbytop.lab.statistics import Statistics
from tabbytop.play.batch import DEVICES
from tabbytop.play.blind import BLIND
from tabbytop.play.crowd import Crowd, Outcomes
from tabbytop.play.engine import KINDS
from tabbytop.play.match import Match
from tabbytop.play.setup import Setup, prepare

CHUNK = 4000
ON_GPU = 1 << 24
COMPILED = ("random", "heuristic")


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
    device: str,
    report: Path | None,
    legal: bool,
    as_json: bool,
) -> None:
    if legal and records is None:
        raise BadOption("--legal goes with --records FILE")
    if device not in DEVICES:
        raise BadOption(f"device is {' or '.join(DEVICES)}; got {device!r}")
    if device == "cuda" and (records is not None or bots not in COMPILED):
        raise BadOption(f"--device cuda is for {' and '.join(COMPILED)} players, without --records")
    setup = prepare(game, players, find(game).parse_options(options), components, seed)
    statistics = Statistics(setup)
    began = time.perf_counter()
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task(f"{game}, {setup.players} players", total=matches)
        try:
            for played in _played(setup, statistics, matches, bots, records, device=device, legal=legal):
                progress.advance(task, played)
        except OSError as error:
            raise BadOption(f"{records}: cannot be written: {error.strerror}") from None
    seconds = time.perf_counter() - began
    summary = statistics.summary()
    if as_json:
        print(json.dumps(summary | {"seconds": round(seconds, 3)}, ensure_ascii=False))
    else:
        show(summary, bots, seconds)
        if records:
            Console().print(f"{matches} records in {records}", highlight=False, markup=False)
    if report:
        from tabbytop.lab.report import write

        try:
            write(report, setup, summary | {"seconds": seconds, "bots": bots, "device": device})
        except OSError as error:
            raise BadOption(f"{report}: cannot be written: {error.strerror}") from None
        Console(stderr=True).print(f"Report: {report}", highlight=False, markup=False)


def _played(
    setup: Setup, statistics: Statistics, matches: int, bots: str, records: Path | None, *, device: str, legal: bool
) -> Iterator[int]:
    """Play and count; how many each time."""
    if device == "cuda":
        return _on_gpu(statistics, Crowd(setup, _player(setup, bots)), matches)
    if records is None and bots in COMPILED:
        return _compiled(statistics, Crowd(setup, _player(setup, bots)), matches)
    return _one_by_one(statistics, Crowd(setup), matches, bots, records, legal=legal)


def _player(setup: Setup, bots: str) -> np.dtype[np.void]:
    from tabbytop.bots.mind import THUMB
    from tabbytop.bots.players import load

    if bots == "random":
        return BLIND
    load(setup.game.id)
    return THUMB


def _on_gpu(statistics: Statistics, crowd: Crowd, matches: int) -> Iterator[int]:
    from tabbytop.play.cuda import LOWEST, CudaCrowd

    there = CudaCrowd(crowd)
    for first in range(0, matches, ON_GPU):
        there.count(first, min(ON_GPU, matches - first))
        counts = there.counts()  # what cannot be counted is said at once
        yield min(ON_GPU, matches - first)
    statistics.take(counts, LOWEST)


def _compiled(statistics: Statistics, crowd: Crowd, matches: int) -> Iterator[int]:
    for first in range(0, matches, CHUNK):
        statistics.add(crowd.play(first, min(CHUNK, matches - first)))
        yield min(CHUNK, matches - first)


def _one_by_one(
    statistics: Statistics, crowd: Crowd, matches: int, bots: str, records: Path | None, *, legal: bool
) -> Iterator[int]:
    from tabbytop.bots.players import played

    with ExitStack() as stack:
        lines = stack.enter_context(records.open("w", encoding="utf-8")) if records else None
        for match in played(crowd, bots, matches):
            if lines:
                lines.write(json.dumps(match.record(legal=legal), ensure_ascii=False, separators=(",", ":")) + "\n")
            statistics.add(outcome(crowd, match))
            yield 1


def outcome(crowd: Crowd, match: Match) -> Outcomes:
    """What one match came to that is over."""
    done = Outcomes.none(1)
    done.lengths[0] = len(match.history)
    done.scores[0, : match.players] = match.scores
    done.winners[0] = sum(1 << seat for seat in match.winners)
    done.firsts[0] = Match(match.setup).seat
    done.tally[0] = np.bincount(crowd.kind[match.history], minlength=KINDS)
    fired = match.hidden.fired
    done.fired[0, : len(fired)] = fired
    done.tally[1], done.fired[1] = done.tally[0] > 0, done.fired[0] > 0
    return done


def show(summary: dict[str, Any], bots: str, seconds: float) -> None:
    console = Console()
    options = " ".join(
        f"{key}={json.dumps(value) if isinstance(value, bool) else value}" for key, value in summary["options"].items()
    )
    console.print(
        f"[bold]{summary['game']}[/], {summary['players']} players ({escape(bots)}), {options}", highlight=False
    )
    length, moves = summary["length"], summary["moves"]
    console.print(
        f"{summary['matches']:,} matches, {moves:,} moves in {seconds:.1f} s; a match has {length['mean']:.1f} moves "
        f"({length['least']} to {length['most']})\n",
        highlight=False,
    )
    together = "ratings" in summary
    console.print(_standings(summary["seats"], "seat", together=together))
    console.print()
    if not together and summary["first_decisions"][0] < 1:
        console.print("The same by place, counted from the seat that decides first:")
        console.print(_standings(summary["places"], "place", together=False))
        console.print()
    chart = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    most = max(bar["share"] for bar in summary["scores"])
    for bar in summary["scores"]:
        span = str(bar["from"]) if bar["from"] == bar["to"] else f"{bar['from']} to {bar['to']}"
        chart.add_row(span, "█" * max(round(40 * bar["share"] / most), bar["share"] > 0), f"{bar['share']:.1%}")
    for name, share in summary.get("ratings", {}).items():
        chart.add_row(name, "█" * round(40 * share), f"{share:.1%}")
    console.print(chart)
    console.print()
    console.print(_fired(summary["rules"]))


def _table(*titles: str) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
    for number, title in enumerate(titles):
        table.add_column(title, justify="right" if number else "left")
    return table


def _standings(seats: list[dict[str, Any]], what: str, *, together: bool) -> Table:
    victories = () if together else ("wins", "share of victory")
    table = _table("", "mean score", "deviation", "least", "most", *victories)
    for number, seat in enumerate(seats[:1] if together else seats):
        score = seat["score"]
        cells = [f"{score['mean']:.2f}", f"{score['deviation']:.2f}", str(score["least"]), str(score["most"])]
        if not together:
            cells += [f"{seat['wins']:.1%}", f"{seat['share']:.1%}"]
        table.add_row("the team" if together else f"{what} {number}", *cells)
    return table


def _fired(rules: list[dict[str, Any]]) -> Table:
    table = _table("how often each rule fires", "per match", "in matches")
    for rule in rules:
        table.add_row(
            escape(f"{rule['name']} ({rule['clause']})"), often(rule["per_match"]), percent(rule["in_matches"])
        )
    return table
