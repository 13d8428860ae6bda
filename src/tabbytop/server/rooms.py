"""Tables in use: this process's copy of each, and who listens to it.

Any process answers for any table. It works on its copy, writes behind the last entry that it knows, and if somebody
else was faster, reads on and tries again. Whoever writes or reads on holds the room's lock; `look` and `fresh` take it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from tabbytop.core.view import SPECTATOR
from tabbytop.games import IDS
from tabbytop.server import watching
from tabbytop.server.entries import Entry, Left
from tabbytop.server.errors import NotFound
from tabbytop.server.store import Key, Store, Unreadable
from tabbytop.server.table import Chair, Held, Table, Who
from tabbytop.server.thinkers import Thinkers

UNREADABLE = 60.0  # seconds before a table of another version is tried again by itself
GRACE = 2.0  # seconds after which another process does what was due
ROOMS = 2000  # tables kept in memory, at most, when nobody uses them

logger = logging.getLogger("tabbytop.server")

TABLE_ID = re.compile(r"[\w-]{1,16}", re.ASCII)  # PostgreSQL refuses to look for some texts


@dataclass(eq=False, slots=True)
class Listener:
    """A connection: `ring` is set when there is something new for it."""

    who: Who
    chair: Chair | None = None  # on which it was recognised: when another stands there, the seat is another's
    ring: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False, slots=True)
class Room:
    """A table in use."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    users: int = 0  # who hold on to this very copy
    thinking: set[tuple[int, int]] = field(default_factory=set)  # turn and seat for which a bot thinks
    hinted: set[int] = field(default_factory=set)  # seats for which a hint is being thought of
    timer: asyncio.TimerHandle | None = None
    due: float | None = None  # when it rings
    later: float | None = None  # when something is due that bots do not do now

    def here(self) -> set[int]:
        """The seats whose people are connected to this process."""
        return {self.still(listener).seat for listener in self.listeners} - {SPECTATOR}

    def ring(self) -> None:
        for listener in self.listeners:
            listener.ring.set()

    def ring_for(self, seat: int) -> None:
        """Something changed that only this seat sees."""
        for listener in self.listeners:
            if listener.who.seat == seat:
                listener.ring.set()

    def ring_for_changes(self, before: Mapping[int, Held]) -> None:
        """Something else lies face down before a seat: on another device of theirs, perhaps at another process."""
        after = self.table.chosen
        for seat in before.keys() | after.keys():
            if before.get(seat) != after.get(seat):
                self.ring_for(seat)

    def still(self, listener: Listener) -> Who:
        """Who it is now: whoever stood up, or was sent away, only watches."""
        seat = listener.who.seat
        if seat != SPECTATOR and self.table.chairs[seat] is not listener.chair:
            listener.who = replace(listener.who, seat=SPECTATOR)
        return listener.who

    @property
    def busy(self) -> bool:
        return self.users > 0 or self.lock.locked() or bool(self.thinking)

    @property
    def thinks(self) -> bool:
        """Whether a bot decides what is due."""
        return any(turn == self.table.turn for turn, _ in self.thinking)

    def stop_waiting(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.due = None


class Rooms:
    def __init__(self, store: Store, thinkers: Thinkers, pause: float, clock: Callable[[], float]) -> None:
        self.store = store
        self.now = clock
        self._thinkers = thinkers
        self._pause = pause
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self.unreadable: dict[str, float] = {}  # tables that are left alone until then
        self.wake: Callable[[Room, float | None], None] = lambda room, due: None  # the keeper's, who sets it

    @contextlib.asynccontextmanager
    async def use(self, table_id: str) -> AsyncIterator[Room]:
        """The room of a table. It is kept at least as long as somebody uses it, so that all use the same."""
        room = self._rooms.get(table_id) or await self._load(table_id)
        self._rooms.move_to_end(table_id)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1

    async def _load(self, table_id: str) -> Room:
        game = await self.store.game(table_id) if TABLE_ID.fullmatch(table_id) else None
        if game is None:
            raise NotFound("no_table", f"there is no table {table_id!r:.40}")
        if game not in IDS:
            raise Unreadable(table_id, "what was agreed")
        await self._thinkers.ready(game)
        room = self.keep(await self.store.load(table_id))
        self._wait(room, self.now())
        return room

    def keep(self, table: Table) -> Room:
        room = self._rooms.setdefault(table.id, Room(table))
        while len(self._rooms) > ROOMS:
            oldest = next((each for each in self._rooms.values() if not each.busy and each is not room), None)
            if oldest is None:
                break
            self._drop(oldest)  # a sweep will find what is due there
        return room

    def _drop(self, room: Room) -> None:
        room.stop_waiting()
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]

    def set_aside(self, error: Unreadable) -> None:
        """Nothing happens by itself at such a table, for a while. Said once."""
        if error.table_id not in self.unreadable:
            logger.error("%s", error)
        self.unreadable[error.table_id] = self.now() + UNREADABLE

    def get(self, table_id: str) -> Room | None:
        return self._rooms.get(table_id)

    def listened_to(self) -> dict[str, Room]:
        return {table_id: room for table_id, room in self._rooms.items() if room.listeners}

    async def fresh(self, table_id: str) -> Table:
        """A table as it stands in the database."""
        async with self.use(table_id) as room:
            await self.look(room)
            return room.table

    async def look(self, room: Room) -> None:
        async with room.lock:
            await self.catch_up(room)

    async def catch_up(self, room: Room) -> bool:
        """Believe what others wrote; whether there was anything."""
        before, lay = room.table.number, room.table.chosen
        try:
            if not await self.store.catch_up(room.table):
                return False
        except NotFound:
            self._drop(room)
            raise
        if room.table.number > before:  # and not only what lies face down
            room.ring()
            self._wait(room)
        else:
            room.ring_for_changes(lay)
        return True

    def _wait(self, room: Room, came: float = 0.0) -> None:
        """For what is due next; where nobody listens, until the process that wrote it had time to do it."""
        due = room.table.due(self._pause, came)
        self.wake(room, due if due is None or room.listeners else max(due, self.now()) + GRACE)

    async def come(self, room: Room) -> None:
        """Somebody is there: bots whose move is due begin here, and who is gone is looked for again."""
        due = room.table.due(self._pause, self.now())
        if due is not None and not room.thinks and (room.due is None or due < room.due):
            self.wake(room, due)
            await self.store.due(room.table, due)

    async def append(
        self,
        room: Room,
        entries: Sequence[Entry],
        new_keys: Sequence[Key] = (),
        also: Callable[[Connection], None] | None = None,
    ) -> bool:
        """Write entries, and what else belongs to them, then believe them. False if somebody else was faster."""
        if not entries:  # nothing to do, unless what is known here is old
            return not await self.catch_up(room)
        table, now = room.table, self.now()
        after = table.foresee(entries, now)
        due = after.due(self._pause)
        lost = [entry.seat for entry in entries if isinstance(entry, Left)]
        if not await self.store.append(table, entries, now, after.state, due, new_keys, lost, also):
            return False
        for entry in entries:
            table.add(entry, now)
            watching.ENTRIES.labels(entry.kind).inc()
        self.wake(room, due)
        room.ring()
        return True

    async def hold(self, room: Room, seat: int, held: Held) -> bool:
        """A choice is made: at once, or when all others are made, too."""
        if not room.table.at_once:
            return await self.append(room, room.table.moved(seat, held))
        if not await self.lay_down(room, seat, held):
            return False
        await self.reveal(room)
        return True

    async def lay_down(self, room: Room, seat: int, held: Held | None) -> bool:
        chosen = await self.store.choose(room.table, seat, held)
        if chosen is None:
            return False
        lay, room.table.chosen = room.table.chosen, chosen
        room.ring_for_changes(lay)
        if held is None and (deadline := room.table.deadline()) is not None and deadline <= self.now():
            self.wake(room, deadline)  # it was taken back when the clock had run out
        return True

    async def reveal(self, room: Room) -> None:
        """Turn up what lies face down, if all is there: now, or after a process died that was about to."""
        table = room.table
        turn = table.turn
        while table.state == "playing" and table.turn == turn and table.chosen:
            seat, held = next(iter(table.chosen.items()))
            if not (moves := table.moved(seat, held)):
                return
            if not await self.append(room, moves):  # somebody changed their choice just now, or chatted
                await self.catch_up(room)
