"""The README's pictures: what a person sees in the terminal, as SVG."""

from __future__ import annotations

import io
import random
from pathlib import Path

from rich.console import Console

import tabbytop
from tabbytop.cli import screen

DOCS = Path(__file__).parent.parent / "docs"


def table(game: str, seed: int, moves: int, **options: object) -> None:
    """The table of seat 0 at its first decision after so many random moves."""
    choose = random.Random(seed)
    match = tabbytop.new(game, players=4, seed=seed, **options)
    while len(match.history) < moves or match.seat != 0:
        match.play(choose.choice(match.legal()))
    view = match.view(0)
    console = Console(record=True, width=88, file=io.StringIO(), force_terminal=True)
    screen.tell(console, view, screen.names(view), view.log[-6:])
    console.print()
    screen.table(console, view, screen.names(view))
    screen.moves(console, [match.text(action) for action in match.legal()])
    console.print("[bold]Your move:[/] ")
    console.save_svg(str(DOCS / "table.svg"), title=f"tabbytop play {game}", unique_id="table")


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    table("catsle", 21, 44, rounds=1)
