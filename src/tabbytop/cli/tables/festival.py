"""The festival table in a terminal: the two face-up cards, then what everyone took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tabbytop.core.view import View
from tabbytop.games.festival.view import Card, FestivalTable, Multiplier, Seat

COLOURS = {"Sp": "magenta", "Su": "green", "Fa": "yellow", "Wi": "blue"}
ICONS = {"fish": "•", "booze": "!", "crow": "x"}


def card(face: Card) -> Text:
    """A card by its code, in the colour of its season, with its icons."""
    code = Text(face.code, style=f"bold {COLOURS.get(face.code[:2], 'white')}")
    return code + Text("".join(ICONS[icon] for icon in face.icons), style="dim" if "fish" in face.icons else "red")


def draw(view: View, names: list[str]) -> RenderableType:
    """Everything on the table but the log and the legal moves."""
    table = view.table
    assert isinstance(table, FestivalTable)
    faces = {face.code: face for face in table.deck}
    lines = [_heading(view, table), Text(""), _face_up(table, faces)]
    if table.supply:
        lines.append(Text("Supply   ") + _times(table.supply.items()))
    legend = ", ".join(f"{mark} {icon}" for icon, mark in ICONS.items())
    below = [Text("Your hand  ", style="bold") + _cards(table.hand, faces) + Text(f"   {legend}", style="dim")]
    if table.chosen:
        below.append(Text("You chose  ") + card(faces[table.chosen]))
    if table.multipliers:
        cards = (Text(one.code, style="bold") + Text(" ") + _multiplier(one) for one in table.multipliers)
        below.append(Text("Your multipliers  ", style="bold") + Text("   ").join(cards))
    return Group(*lines, Text(""), _grid(view, table, names, faces), Text(""), *(below if view.seat >= 0 else []))


def _heading(view: View, table: FestivalTable) -> Text:
    games = view.options["games"]
    heading = Text(f"Deal {table.deal}{f' of {games}' if games else ''}", style="bold")
    if table.round:
        heading += Text(f", round {table.round} of {table.rounds}", style="bold")
    if not games:
        heading += Text(f"   to {view.options['target']} points", style="dim")
    if table.extra:
        heading += Text("   one more deal to break the tie", style="bold red")
    return heading


def _face_up(table: FestivalTable, faces: Mapping[str, Card]) -> Text:
    seasons = Text(" ").join(Text(season, style=f"bold {COLOURS[season]}") for season in table.open)
    return Text("Face up  ") + _cards(table.face_up, faces) + Text("   open ") + seasons


def _cards(codes: Iterable[str], faces: Mapping[str, Card]) -> Text:
    found = [card(faces[code]) for code in codes]
    return Text(" ").join(found) if found else Text("-", style="dim")


def _times(seasons: Iterable[tuple[str, int]]) -> Text:
    parts = [Text(f"{season} x{times}", style=COLOURS[season]) for season, times in seasons]
    return Text("  ").join(parts) if parts else Text("-", style="dim")


def _multiplier(one: Multiplier) -> Text:
    return _times((season, times) for season, times in zip(COLOURS, one.times, strict=True) if times != 1)


def _grid(view: View, table: FestivalTable, names: list[str], faces: Mapping[str, Card]) -> Grid:
    fish = {"basic": [], "experienced": ["multiplier"], "advanced": ["tokens"]}[str(view.options["mode"])]
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", no_wrap=True)
    for title in ("played", "taken", "no more", *fish):
        grid.add_column(title)
    for title in ("booze", "now", "total", "cards"):
        grid.add_column(title, justify="right")
    for number, seat in enumerate(table.seats):
        acting = number in table.acting
        name = Text(f"{'▸' if acting else ' '} {names[number]}", style="bold" if acting else "")
        grid.add_row(name, *_row(seat, faces, bool(fish)))
    if table.dummy:
        played = _cards([table.dummy.played] if table.dummy.played else [], faces)
        blanks = [""] * (len(fish) + 1)
        grid.add_row("  dummy", played, _cards(table.dummy.taken, faces), *blanks, "", "", "", str(table.dummy.cards))
    return grid


def _row(seat: Seat, faces: Mapping[str, Card], multiplied: bool) -> list[RenderableType]:
    played = _cards([seat.played] if seat.played else [], faces)
    row: list[RenderableType] = [played, _cards(seat.taken, faces), Text(" ".join(seat.no_more))]
    if multiplied:
        row.append(_multiplier(seat.multiplier) if seat.multiplier else _times(Counter(seat.tokens).items()))
    booze = Text(str(seat.booze), style="bold red" if seat.booze > 1 else "")
    return [*row, booze, str(seat.worth), str(seat.total), str(seat.cards)]
