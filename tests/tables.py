"""Tables without a server: begun, played at random, and looked at by somebody who may not know everything."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from cases import SHORT
from tabbytop.core.errors import IllegalMove
from tabbytop.core.view import SPECTATOR
from tabbytop.core.view import Table as Lying
from tabbytop.games import find
from tabbytop.play import engine, together
from tabbytop.play.match import Match
from tabbytop.play.replay import Replay
from tabbytop.server.entries import Moved, Sat, Started
from tabbytop.server.keeper import what_is_due
from tabbytop.server.table import Agreed, Held, Table, Who

NOW = 1000.0
CLOCK, GONE = 600, 120


def table_of(game: str, players: int, seed: int = 1, **options: object) -> Table:
    checked = find(game).check_options(players, SHORT.get(game, {}) | options)
    return Table("t", Agreed(game, players, checked, None, seed, CLOCK, GONE, listed=True), NOW)


def begun(game: str, players: int, seed: int = 1, **options: object) -> Table:
    table = table_of(game, players, seed, **options)
    for seat in range(players):
        table.add(Sat(seat=seat, name=f"p{seat}"), NOW)
    table.add(Started(), NOW)
    return table


def told(table: Table, viewer: int, since: int = 0) -> str:
    """All bytes that a viewer would be sent."""
    return table.update(Who(viewer), since, NOW).model_dump_json()


def play_on(table: Table, choose: random.Random) -> Iterator[list[Moved]]:
    """Play to the end; before each move, or reveal of choices made in any order, what it will be."""
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
        moves = table.moved(order[-1], table.chosen[order[-1]])
        yield moves
        for move in moves:
            table.add(move, NOW)


def leaks(table: Table, moves: Sequence[Moved], step: int) -> list[int]:
    """The viewers whose bytes change when what they cannot know, and what others chose face down, is anything else.

    Then the moves are made in both worlds: who cannot tell them apart afterwards must have been told the same.
    """
    true, chosen = table.match, table.chosen
    assert true is not None
    found = []
    for viewer in range(SPECTATOR, true.players):
        before = told(table, viewer)
        table.match = true.imagine(viewer if viewer != SPECTATOR else step % true.players, step)
        table.chosen = {seat: held for seat, held in chosen.items() if seat == viewer}
        same = told(table, viewer) == before
        if not same or _told_apart([true, table.match], [move.action for move in moves], viewer):
            found.append(viewer)
        table.match, table.chosen = true, chosen
    return found


def marks_that_tell(table: Table, step: int, choose: random.Random) -> list[int]:
    """The viewers who could tell more from who is marked as away, some being gone, than they may know.

    The same people are gone when what a viewer cannot know is anything else: the same ones must be marked, and looked
    after again at the same time.
    """
    true, chosen = table.match, table.chosen
    assert true is not None
    openly = table.seen_to_decide(true.seat)
    now = NOW + GONE + choose.randrange(GONE)
    seen = {seat: choose.choice((NOW, now - 5)) for seat in range(true.players)}
    found = []
    for viewer in range(SPECTATOR, true.players):
        table.match, table.chosen = true, chosen
        here = what_is_due(table, seen, now)
        table.match = true.imagine(viewer if viewer != SPECTATOR else step % true.players, step)
        table.chosen = {viewer: chosen[viewer]} if viewer in chosen and table.at_once else {}
        for seat in table.waiting():
            if table.at_once and choose.random() < 0.3 and (asked := table.decision(seat)):
                table.chosen[seat] = Held((choose.choice(asked.legal()),))
        there = what_is_due(table, seen, now)
        if here.away != there.away or (here.later != there.later and openly):
            found.append(viewer)
    table.match, table.chosen = true, chosen
    return found


def _told_apart(worlds: Sequence[Match], actions: Sequence[int], viewer: int) -> bool:
    try:
        (here, one), (there, other) = (_heard(world, actions, viewer) for world in worlds)
    except IllegalMove:  # of a card, say, that is elsewhere in the other world
        return False
    return one == other and here != there


def _heard(match: Match, actions: Sequence[int], viewer: int) -> tuple[list[tuple[int, str]], Lying]:
    """What a viewer is told of these moves, and the table afterwards."""
    after = match.copy()
    for action in actions:
        after.play(action)
    steps = Replay(match.setup, engine.twin(match.slots)).follow(actions)
    told = [entry for step in steps for entry in step.entries if entry.to is None or viewer in entry.to]
    return [(entry.seat, entry.text) for entry in told], after.table(viewer)
