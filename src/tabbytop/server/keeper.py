"""What happens at tables by itself: bots move, clocks run out, people who are gone are stood in for.

When something is due is in the database, too: if the process dies that had it in hand, another one does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass

from tabbytop.server import watching
from tabbytop.server.bell import Bell
from tabbytop.server.entries import Away
from tabbytop.server.errors import NotFound
from tabbytop.server.rooms import GRACE, Room, Rooms
from tabbytop.server.store import Unreadable
from tabbytop.server.table import By, Held, Table
from tabbytop.server.tasks import Tasks
from tabbytop.server.thinkers import Thinkers

STAND_IN = "tabby"  # plays for who is away, or too slow
PRESENCE = 10.0  # seconds between two notes of who is connected
SWEEP = 1.0
MANY = 100  # tables that are looked after in one sweep
FEW = 50  # people noted in one commit

logger = logging.getLogger("tabbytop.server")


class Keeper:
    def __init__(self, rooms: Rooms, thinkers: Thinkers, tasks: Tasks) -> None:
        self._rooms = rooms
        self._thinkers = thinkers
        self._tasks = tasks
        rooms.wake = self.wake

    def begin(self, bell: Bell) -> None:
        self._tasks.spawn(self._thinkers.ready_for_all())
        self._tasks.forever(lambda: self._listen(bell))
        self._tasks.forever(self._sweep)
        self._tasks.forever(self._note_presence)

    async def _listen(self, bell: Bell) -> None:
        """Other processes wrote something."""
        async for table_id in bell.rings():
            room = self._rooms.get(table_id)
            if room is not None:
                self._begin(room, self._rooms.look(room))

    def _begin(self, room: Room, work: Coroutine[None, None, None]) -> None:
        """In the background, with the room kept until it is done."""

        async def carry_out() -> None:
            try:
                with contextlib.suppress(NotFound):  # forgotten meanwhile
                    await work
            finally:
                room.users -= 1

        room.users += 1
        self._tasks.spawn(carry_out())

    def wake(self, room: Room, due: float | None) -> None:
        """Look after the table at that time, unless something happens there before."""
        room.stop_waiting()
        if due is not None:

            def ring() -> None:
                room.stop_waiting()
                self._begin(room, self._attend(room))

            room.timer, room.due = self._tasks.later(max(0.0, due - self._rooms.now()), ring), due

    async def _attend(self, room: Room) -> None:
        """Do what is due at a table."""
        store = self._rooms.store
        async with room.lock:
            table = room.table
            if table.at_once:
                lay, table.chosen = table.chosen, await store.choices(table)  # perhaps through another process
                room.ring_for_changes(lay)
                await self._rooms.reveal(room)
            seen = {key.seat: key.seen for key in await store.keys(table.id)}
            now = self._rooms.now()
            due = what_is_due(table, seen | dict.fromkeys(room.here(), now), now)
            room.later = due.later
            for seat, bot, by in due.bots:
                self._let_think(room, seat, bot, by)
            if due.away is not None:
                if not await self._rooms.append(room, [Away(seat=due.away)]):
                    await self._rooms.catch_up(room)
                return  # what was written wakes it again
            if due.later is not None:
                self.wake(room, due.later)
            if not room.thinks:  # otherwise it stays overdue, so that a bot whose process dies is asked again
                await store.due(table, due.later)

    def _let_think(self, room: Room, seat: int, bot: str, by: By) -> None:
        if (room.table.turn, seat) not in room.thinking:
            room.thinking.add((room.table.turn, seat))
            self._begin(room, self._think(room, seat, bot, by, room.table.turn))

    async def _think(self, room: Room, seat: int, bot: str, by: By, turn: int) -> None:
        table = room.table
        assert table.match is not None
        try:
            with watching.THINKING.time():
                actions = await self._thinkers.move(table.id, table.agreed, table.match.history, seat, bot)
            async with room.lock:
                due = table.turn == turn and seat in table.waiting()
                if due and by == "bot" and not table.chairs[seat].played_by_bot:  # the person is back, and decides
                    due = False
                    self.wake(room, self._rooms.now())  # or the clock, if it ran out meanwhile
                if due and not await self._rooms.hold(room, seat, Held(tuple(actions), by)):
                    await self._rooms.catch_up(room)
                room.thinking.discard((turn, seat))
                if table.turn == turn and not room.thinks:  # it lies face down, and bots have nothing else to do
                    await self._rooms.store.due(table, room.later)
        finally:
            room.thinking.discard((turn, seat))

    async def _sweep(self) -> None:
        """What was due and did not happen, because a process died or another one had the table."""
        await asyncio.sleep(SWEEP)
        now = self._rooms.now()
        aside = {table_id for table_id, until in self._rooms.unreadable.items() if now < until}
        overdue = await self._rooms.store.overdue(now - GRACE, MANY + len(aside))
        for table_id in (each for each in overdue if each not in aside):
            try:
                async with self._rooms.use(table_id) as room:
                    if not room.thinking:
                        await self._rooms.look(room)
                        self._begin(room, self._attend(room))
            except Unreadable as error:
                self._rooms.set_aside(error)
            except Exception:  # the others need not wait for it
                logger.exception("what is due at a table could not be done; it is tried again")

    async def _note_presence(self) -> None:
        await asyncio.sleep(PRESENCE)
        present = sorted(
            {(table_id, seat) for table_id, room in self._rooms.listened_to().items() for seat in room.here()}
        )
        for first in range(0, len(present), FEW):  # moves need not wait for all of them
            await self._rooms.store.seen(present[first : first + FEW], self._rooms.now())


@dataclass(frozen=True, slots=True)
class Due:
    bots: tuple[tuple[int, str, By], ...]  # seats that are decided for: by which bot, and why
    away: int | None  # somebody who is marked as away
    later: float | None  # when to look again


def what_is_due(table: Table, seen: Mapping[int, float], now: float) -> Due:
    """What happens by itself. Whom all see marked as away may not depend on what they cannot know."""
    waiting, agreed = table.waiting(), table.agreed
    bots: list[tuple[int, str, By]] = []
    away, later = [], []
    for seat in table.asked():  # those, too, whose choice lies face down: otherwise a mark would tell that it does
        chair = table.chairs[seat]
        if chair.played_by_bot:
            if seat in waiting:
                bots.append((seat, chair.bot or STAND_IN, "bot"))
            continue
        if agreed.clock is not None:
            if now >= table.since + agreed.clock:
                if seat in waiting:
                    bots.append((seat, STAND_IN, "clock"))
                continue
            later.append(table.since + agreed.clock)
        if agreed.gone is not None:
            last = max(seen.get(seat, 0.0), table.since)
            if now < last + agreed.gone:
                later.append(last + agreed.gone)
            elif not _others_are_there(table, seat, seen, now):
                continue  # until somebody comes
            elif table.seen_to_decide(seat):
                away.append(seat)
            else:  # a mark would tell who is asked
                bots.append((seat, STAND_IN, "clock"))
    return Due(tuple(bots), min(away, default=None), min(later, default=None))


def _others_are_there(table: Table, seat: int, seen: Mapping[int, float], now: float) -> bool:
    """If nobody is left to play with, the table waits."""
    gone = table.agreed.gone or 0
    return any(
        chair.person and not chair.away and other != seat and now - seen.get(other, 0.0) < gone
        for other, chair in enumerate(table.chairs)
    )
