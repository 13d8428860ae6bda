"""The CATsle table in a terminal: the trick in the middle, everyone's blueprint below."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tabbytop.cli.screen import leads
from tabbytop.core.view import View
from tabbytop.games.catsle.view import CatsleTable, Seat

COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "white", "K": "bright_black"}


def card(code: str) -> Text:
    """A card by its code, in its colour."""
    return Text(code, style=f"bold {COLOURS[code[0]]}")


def cards(codes: tuple[str, ...]) -> Text:
    return Text(" ").join(card(code) for code in codes) if codes else Text("-", style="dim")


def draw(view: View, names: list[str]) -> RenderableType:
    """Everything on the table but the log and the legal moves."""
    table = view.table
    assert isinstance(table, CatsleTable)
    heading = Text.assemble((f"Round {table.round} of {view.options['rounds']}", "bold"))
    if table.extra:
        heading += Text("   extra card ") + card(table.extra) + Text(f" ({table.extra_left} to come)", style="dim")
    if table.placing:
        heading += Text("   needs a place: ") + card(table.placing)
    if table.phase in ("take", "place"):
        heading += Text("   to take: ") + cards(table.pool)
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", no_wrap=True)
    grid.add_column("trick")
    for place in table.seats[0].board:
        grid.add_column(f"{f'col {place.name}' if place.limit else 'scrap'}\nmax {place.limit}")
    for title in ("now", "total", "cards"):
        grid.add_column(title, justify="right")
    for number, seat in enumerate(table.seats):
        grid.add_row(_name(names, number, table), *_row(seat))
    hand = Text("Your hand  ", style="bold") + cards(table.hand) if table.hand else Text("")
    return Group(heading, Text(""), grid, Text(""), hand)


def _name(names: list[str], number: int, table: CatsleTable) -> Text:
    mark = "▸ " if number in table.acting else "  "
    rank = f" #{table.ranking.index(number) + 1}" if table.ranking else ""
    lead = leads(names[number]) if number == table.leader and not table.ranking else ""
    return Text(f"{mark}{names[number]}{rank}{lead}", style="bold" if number in table.acting else "")


def _row(seat: Seat) -> list[RenderableType]:
    places: list[RenderableType] = []
    for place in seat.board:
        mark = Text(" ✓", "green") if place.perfect else Text(" ✗", "red") if place.worth < 0 else Text("")
        places.append(cards(place.cards) + mark)
    trick = card(seat.played) if seat.played else Text("-", style="dim")
    return [trick, *places, str(seat.worth), str(seat.total), str(seat.cards)]
