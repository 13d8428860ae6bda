"""The Ahoy! Kitten table in a terminal: the oceans in the middle, everyone's catch below."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tabbytop.core.view import View
from tabbytop.games.ahoy.view import AhoyTable, Character

COLOURS = {"R": "red", "Y": "yellow", "B": "blue", "W": "white"}


def fish(pile: str) -> Text:
    """A pile, colour by colour: the letters while they can be counted at a glance, else how many."""
    parts = []
    for letter, colour in COLOURS.items():
        held = pile.count(letter)
        if held:
            parts.append(Text(letter * held if held <= 3 else f"{held}{letter}", style=f"bold {colour}"))
    return Text(" ").join(parts) if parts else Text("-", style="dim")


def draw(view: View, names: list[str]) -> RenderableType:
    """Everything on the table but the log and the legal moves."""
    table = view.table
    assert isinstance(table, AhoyTable)
    heading = Text(f"Turn {table.turn}", style="bold")
    if table.bag:
        heading += Text(f"   {len(table.bag)} fish in the bag: ") + fish(table.bag)
    elif not view.over:
        heading += Text("   the last: the bag is empty", style="bold red")
    return Group(heading, Text(""), _oceans(table), Text(""), _characters(view, table, names))


def _oceans(table: AhoyTable) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for number in range(1, len(table.oceans) + 1):
        due = " to supply" if number in table.supplying else ""
        grid.add_column(f"ocean {number}{due}", min_width=9)
    grid.add_row(*(fish(pile) for pile in table.oceans))
    return grid


def _characters(view: View, table: AhoyTable, names: list[str]) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", justify="right")
    grid.add_column("", no_wrap=True)
    for title in ("on the tile", "claimed"):
        grid.add_column(title, min_width=12)
    grid.add_column("worth", justify="right")
    if view.players == 2:
        grid.add_column("score", justify="right")
    grid.add_column("")
    for one in table.characters:
        acting = one.seat in table.acting and not (table.phase == "point" and one.ship)
        name = Text(
            f"{'▸' if acting else ' '} {names[one.seat]}{f' {one.paw}' if one.paw else ''}",
            style="bold" if acting else "",
        )
        score = [str(table.scores[one.seat]) if one.paw == "L" else ""] if one.paw else []
        grid.add_row(str(one.number), name, fish(one.tile), fish(one.claimed), str(one.worth), *score, _state(one))
    return grid


def _state(one: Character) -> Text:
    if one.ship:
        return Text("on the ship", style="dim")
    return Text(one.choice or "", style="italic")
