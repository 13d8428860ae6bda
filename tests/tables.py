"""Tables without a server: begun, played at random, and looked at by somebody who may not know everything."""

from __future__ import annotations

import random
from collections.abc import Iterator

from servers import SHORT
from tabbytop.core.view import SPECTATOR
from tabbytop.games import find
from tabbytop.play import together
from tabbytop.server.entries import Sat, Started
from tabbytop.server.table import Agreed, Held, Table, Who

NOW = 1000.0


def table_of(game: str, players: int, seed: int = 1, **options: object) -> Table:
    checked = find(game).check_options(players, SHORT.get(game, {}) | options)
    return Table("t", Agreed(game, players, checked, None, seed, None, 120, listed=True), NOW)


def begun(game: str, players: int, seed: int = 1, **options: object) -> Table:
    table = table_of(game, players, seed, **options)
    for seat in range(players):
        table.add(Sat(seat=seat, name=f"p{seat}"), NOW)
    table.add(Started(), NOW)
    return table


def told(table: Table, viewer: int, since: int = 0) -> str:
    """All bytes that a viewer would be sent."""
    return table.update(Who(viewer), since, NOW).model_dump_json()


def play_on(table: Table, choose: random.Random) -> Iterator[list[int]]:
    """Play to the end; before each reveal, or move, the order in which seats chose."""
    while (match := table.match) is not None and not match.over:
        order = list(together.asked(match))
        choose.shuffle(order)
        for seat in order:
            while (asked := table.decision(seat)) is not None:
                held = Held((*table.chosen.get(seat, Held()).actions, choose.choice(asked.legal())))
                if not together.at_once(match):
                    table.chosen = {seat: held}
                    break
                table.chosen[seat] = held
        yield order
        moves = table.moved(order[-1], table.chosen[order[-1]])
        for move in moves:
            table.add(move, NOW)


def leaks(table: Table, step: int) -> list[int]:
    """The viewers whose bytes change when what they cannot know, and what others chose face down, is anything else."""
    true, chosen = table.match, table.chosen
    assert true is not None
    found = []
    for viewer in range(SPECTATOR, true.players):
        before = told(table, viewer)
        table.match = true.imagine(viewer if viewer != SPECTATOR else step % true.players, step)
        table.chosen = {seat: held for seat, held in chosen.items() if seat == viewer}
        if told(table, viewer) != before:
            found.append(viewer)
        table.match, table.chosen = true, chosen
    return found
