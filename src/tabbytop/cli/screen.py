"""What the terminal table and the replay print alike."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from tabbytop.core.view import TABLE, View

YOU = "You"


def names(view: View, bots: Sequence[str] = ()) -> list[str]:
    """How the seats are called: the viewer is You, the others by what plays there; moves name a seat by its number."""
    kinds = [name.partition(":")[0].replace("exec", "program").capitalize() for name in bots] or ["Seat"] * view.players
    return [YOU if seat == view.seat else f"{kind} {seat}" for seat, kind in enumerate(kinds)]


def leads(name: str) -> str:
    """After a name."""
    return " lead" if name == YOU else " leads"


def table(console: Console, view: View, who: list[str]) -> None:
    """The table as the view has it, drawn by its game."""
    draw = importlib.import_module(f"tabbytop.cli.tables.{view.game}").draw
    console.print(Padding(draw(view, who), (0, 0, 1, 2)), highlight=False)


def tell(console: Console, view: View, who: list[str], entries: Iterable[tuple[int, str]]) -> None:
    """Lines of the log."""
    width = max(map(len, who)) + 2
    for seat, text in entries:
        name = ("" if seat == TABLE else who[seat], "cyan" if seat == view.seat else "")
        told = (text, "dim italic" if seat == TABLE else "")
        console.print(Text.assemble("  ", (f"{name[0]:{width}}", name[1]), told), highlight=False)


def moves(console: Console, texts: list[str]) -> None:
    """What the person may do, numbered."""
    numbered = [Text.assemble((f"{number:3} ", "dim"), text) for number, text in enumerate(texts, 1)]
    console.print(Columns(numbered, padding=(0, 2)))


def outcome(console: Console, view: View, who: list[str]) -> None:
    """The result in words."""
    result = view.result or {}
    if "rating" in result:
        console.print(f"[bold]The match is over: {result['score']} points. {result['rating']}[/]", highlight=False)
        return
    order = sorted(range(view.players), key=lambda seat: -result["scores"][seat])
    console.print(
        "[bold]The match is over: " + ", ".join(f"{who[seat]} {result['scores'][seat]}" for seat in order) + "[/]",
        highlight=False,
    )
    winners = [who[seat] for seat in result["winners"]]
    verb = "share the victory" if len(winners) > 1 else "win" if winners == [YOU] else "wins"
    console.print(f"[bold]{' and '.join(winners)} {verb}.[/]", highlight=False)
