"""The owls' table in a terminal: errands first, then the trick and everyone's cards."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tabbytop.cli.screen import leads
from tabbytop.core.view import View
from tabbytop.games.familiar.view import Errand, FamiliarTable

COLOURS = {"R": "red", "B": "blue", "G": "green"}
ROUNDS = 9


def card(code: str) -> Text:
    """A card by its code, each colour of it in its own."""
    return Text.assemble(*((letter, f"bold {COLOURS.get(letter, '')}") for letter in code))


def cards(codes: tuple[str, ...]) -> Text:
    return Text(" ").join(card(code) for code in codes) if codes else Text("-", style="dim")


def draw(view: View, names: list[str]) -> RenderableType:
    """Everything on the table but the log and the legal moves."""
    table = view.table
    assert isinstance(table, FamiliarTable)
    heading = Text(f"Round {table.round} of {ROUNDS}", style="bold")
    heading += Text(f"   {table.score} points, {len(table.completed)} errands completed")
    lines: list[RenderableType] = [heading, Text(""), _errands(table), Text(""), _players(table, names), Text("")]
    if table.discards:
        lines.append(Text("Discards   ", style="dim") + cards(table.discards))
    if table.hand:
        lines.append(Text("Your hand  ", style="bold") + cards(table.hand))
    return Group(*lines)


def _errands(table: FamiliarTable) -> Grid:
    """One line for each level: what is face up, and its pile."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("level")
    grid.add_column("errands")
    grid.add_column("pile")
    for pile in table.piles:
        shown = [errand for errand in table.display if errand.level == pile.level]
        under = Text(f" bottom {' '.join(pile.bottom)}", style="dim") if pile.bottom else Text("")
        grid.add_row(
            str(pile.level), Text("   ").join(_errand(errand) for errand in shown), Text(str(pile.errands)) + under
        )
    return grid


def _errand(errand: Errand) -> Text:
    asks = [
        (f" {asked}{colour}", f"bold {COLOURS[colour]}")
        for colour, asked in zip("RBG", errand.asks, strict=True)
        if asked
    ]
    return Text.assemble(errand.code, *asks, (f" = {errand.points}", "dim"))


def _players(table: FamiliarTable, names: list[str]) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", no_wrap=True)
    grid.add_column("trick")
    grid.add_column("last")
    grid.add_column("cards", justify="right")
    for number, seat in enumerate(table.seats):
        acting = number in table.acting
        lead = leads(names[number]) if number == table.lead else ""
        grid.add_row(
            Text(f"{'▸ ' if acting else '  '}{names[number]}{lead}", style="bold" if acting else ""),
            card(seat.played) if seat.played else Text("-", style="dim"),
            cards(table.last[number : number + 1]),
            str(seat.cards),
        )
    summed = zip("RBG", table.totals, strict=True)
    totals = Text(" ").join(Text(f"{n}{colour}", COLOURS[colour]) for colour, n in summed)
    grid.add_row(Text("  together", style="dim"), totals, "", "")
    grid.add_row(Text("  draw pile", style="dim"), "", "", Text(str(table.draw_pile), style="dim"))
    return grid
