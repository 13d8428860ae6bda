"""`tabbytop replay`: records checked, or one of them stepped through."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from tabbytop.cli import screen
from tabbytop.core.errors import BadRecord, TabbytopError
from tabbytop.play.match import Match
from tabbytop.play.record import read_records


def check(file: Path) -> None:
    """Every record of the file, or the first thing that is wrong in it."""
    found: Counter[str] = Counter()
    moves = 0
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"),
        console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task("reading")
        for line, match in _matches(file):
            found[f"{match.game.id}, {match.players} players{'' if match.over else ', unfinished'}"] += 1
            moves += len(match.history)
            progress.update(task, description=f"line {line}")
    if not found:
        raise BadRecord(f"{file}: there is no record in it")
    for what, number in sorted(found.items()):
        print(f"{number:6} {what}")
    print(f"{found.total():6} records, {moves} moves: all right")


def _matches(file: Path) -> Iterator[tuple[int, Match]]:
    try:
        yield from read_records(file)
    except TabbytopError as error:
        message = str(error)
        raise BadRecord(message if message.startswith(str(file)) else f"{file}: {message}") from None


def show(file: Path, number: int, seat: int) -> None:
    """One match, move by move; with a terminal it waits for Enter between moves."""
    match = next((match for n, (_, match) in enumerate(_matches(file), 1) if n == number), None)
    if match is None:
        raise BadRecord(f"{file}: there is no record number {number} in it")
    match.view(seat)  # refuses a seat that the match does not have
    console = Console()
    moves = match.history
    standing = Match(match.setup)
    told = 0
    for made, action in enumerate([*moves, None]):
        view = standing.view(seat, since=told)
        console.rule(f"move {made} of {len(moves)}", style="dim")
        screen.tell(console, view, screen.names(view), view.log)
        told += len(view.log)
        screen.table(console, view, screen.names(view))
        if action is None:
            break
        if sys.stdin.isatty() and console.is_terminal:
            console.input("[dim]Enter for the next move, Ctrl-C to leave [/]")
        standing.play(action)
    if standing.over:
        screen.outcome(console, standing.view(seat), screen.names(standing.view(seat)))
