"""The sorting yard in a terminal: what every card is today, then everyone's card and chips."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tabbytop.cli.screen import leads
from tabbytop.core.view import View
from tabbytop.games.sorting.view import Seat, SortingTable

COLOURS = {"rabbit": "magenta", "cat": "yellow", "new species": "green"}


def card(code: str, table: SortingTable) -> Text:
    """A card by its code, in the colour of what it is today."""
    today = {"rabbit": table.rabbits, "cat": table.cats, "new species": table.new_species}
    colour = next((COLOURS[species] for species, codes in today.items() if code in codes), "")
    return Text(code, style=f"bold {colour}")


def draw(view: View, names: list[str]) -> RenderableType:
    """Everything on the table but the log and the legal moves."""
    table = view.table
    assert isinstance(table, SortingTable)
    heading = Text(f"Week {table.week} of {view.options['weeks']}, day {table.day}", style="bold")
    if table.reference and table.animal:
        heading += Text("   collect ") + Text(f"{table.animal}s", style=f"bold {COLOURS[table.animal]}")
        heading += Text(" like ") + card(table.reference, table)
        heading += Text(f"   on the display: {table.display_white} white, {table.display_black} black")
    lines: list[RenderableType] = [heading, Text(""), _cheat_card(table), Text(""), _players(view, table, names)]
    if table.hand:
        hand = Text(" ").join(card(code, table) for code in table.hand)
        lines += [Text(""), Text("Your hand  ", style="bold") + hand]
    return Group(*lines)


def _cheat_card(table: SortingTable) -> Grid:
    """All cards by ear and tail with their responsibility; those in hand stand in brackets."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("")
    for tail in range(1, len(table.responsibility) + 1):
        grid.add_column(f"tail {tail}")
    grid.add_column("")
    legend = [Text(species, style=COLOURS[species]) for species in COLOURS] if table.reference else []
    for ear, row in enumerate(table.responsibility, 1):
        cells = [_cell(f"{ear}{tail}", strength, table) for tail, strength in enumerate(row, 1)]
        grid.add_row(Text(f"ear {ear}", style="dim"), *cells, legend[ear - 1] if ear <= len(legend) else "")
    return grid


def _cell(code: str, strength: int, table: SortingTable) -> Text:
    left, right = "[]" if code in table.hand else "  "
    return Text(left) + card(code, table) + Text(right) + Text(str(strength), style="dim")


def _players(view: View, table: SortingTable, names: list[str]) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", no_wrap=True)
    grid.add_column("card")
    grid.add_column("is a", min_width=11)
    for title in ("white", "black", "total", "cards"):
        grid.add_column(title, justify="right")
    grid.add_column("")
    for number, seat in enumerate(table.seats):
        acting = number in table.acting
        name = Text(f"{'▸' if acting else ' '} {names[number]}", style="bold" if acting else "")
        name += Text(leads(names[number]) if number == table.starter and not view.over else "", style="dim")
        grid.add_row(name, *_row(seat, table), _notes(number, seat, table))
    return grid


def _row(seat: Seat, table: SortingTable) -> list[RenderableType]:
    played = card(seat.played, table) if seat.played else Text("-", style="dim")
    species = Text(seat.species, style=COLOURS[seat.species]) if seat.species else Text("")
    return [played, species, str(seat.white), str(seat.black), str(seat.total), str(seat.cards)]


def _notes(number: int, seat: Seat, table: SortingTable) -> Text:
    notes = ["is ahead"] if number == table.ahead else []
    notes += ["1 black on the card"] if seat.card_black else []
    notes += ["declared"] if seat.declared else []
    notes += ["bear is out"] if seat.bear_played else []
    return Text(", ".join(notes), style="italic")
