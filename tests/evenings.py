"""A server without a network, and whose time only passes when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from sqlalchemy import select

from tabbytop.games import find
from tabbytop.play import together
from tabbytop.server.bell import SqliteBell
from tabbytop.server.database import File, database_at, migrate
from tabbytop.server.entries import Entry, Hired, Sat, Started
from tabbytop.server.hub import Hub, digest_of
from tabbytop.server.schema import tables
from tabbytop.server.store import Key, Store
from tabbytop.server.table import Agreed, Table
from tabbytop.server.thinkers import Thinkers

PATIENCE = 30
CHORES = 3


class Quick(Thinkers):
    """Bots that take the first move there is."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[tuple[int, str]] = []

    async def ready(self, game: str) -> None:
        pass

    async def ready_for_all(self) -> None:
        pass

    async def move(self, table: str, agreed: Agreed, moves: Sequence[int], seat: int, bot: str) -> list[int]:
        self.asked.append((seat, bot))
        at = Table(table, agreed, 0.0)
        at.add(Started(), 0.0)
        assert at.match is not None
        for action in moves:
            at.match.play(action)
        chosen: list[int] = []
        while (asked := together.decision(at.match, seat, chosen)) is not None:
            chosen.append(asked.legal()[0])
            if not together.at_once(at.match):
                break
        return chosen


class Evening:
    """A server without a network, and whose time only passes when it is told to."""

    def __init__(self, store: Store, bots: Quick, now: float) -> None:
        self.now = now
        self.store, self.bots = store, bots
        self.hub = Hub(store, bots, pause=0.0, clock=lambda: self.now)

    async def lay(self, game: str, seats: Sequence[str], seed: int = 1, **agreed: object) -> str:
        """A table where p0, p1... have a seat, or bots; a person's token is their name."""
        options = find(game).check_options(len(seats), {})
        usual = {"clock": None, "gone": 10, "listed": True} | agreed
        table = Table(f"t{seed}", Agreed(game, len(seats), options, None, seed, **usual), self.now)  # type: ignore[arg-type]
        people = [seat for seat, name in enumerate(seats) if name == f"p{seat}"]
        entries: list[Entry] = [
            Sat(seat=seat, name=name) if seat in people else Hired(seat=seat, bot=name)
            for seat, name in enumerate(seats)
        ]
        await self.store.open(table, entries, [Key(seat, digest_of(f"p{seat}"), self.now) for seat in people])
        for entry in entries:
            table.add(entry, self.now)
        assert await self.hub.rooms.append(self.hub.rooms.keep(table), [Started()])
        return table.id

    async def pass_until(self, now: float, table: str, present: Sequence[int] = ()) -> list[int]:
        """Somebody looks after the table at that time; the seats that are marked as away then."""
        self.now = now
        await self.store.seen([(table, seat) for seat in present], now)
        async with self.hub.rooms.use(table) as room:
            self.hub.rooms.wake(room, now)
            while room.timer is not None and not room.timer.cancelled() and room.timer.when() <= _loop_now():
                await asyncio.sleep(0.01)
            await settled(self)
            return [seat for seat, chair in enumerate(room.table.chairs) if chair.away]

    async def due(self, table: str) -> float | None:
        async with self.hub.rooms.use(table):
            return await self.store._database.read(
                lambda connection: connection.execute(select(tables.c.due).where(tables.c.id == table)).scalar()
            )


def _loop_now() -> float:
    return asyncio.get_running_loop().time()


async def settled(evening: Evening) -> None:
    """Nothing is under way but the chores that never end."""
    quiet = 0
    async with asyncio.timeout(PATIENCE):
        while quiet < 5:
            await asyncio.sleep(0.01)
            quiet = quiet + 1 if len(evening.hub._tasks._tasks) == CHORES else 0


@contextlib.asynccontextmanager
async def evening(folder: Path, now: float | None = None) -> AsyncIterator[Evening]:
    database = database_at(f"sqlite:///{folder}/tables.sqlite")
    assert isinstance(database, File)
    async with database.running():
        await database.write(migrate)
        store = Store(database)
        here = Evening(store, Quick(), time.time() if now is None else now)
        async with here.hub.running(SqliteBell(database, store, here.hub.known)):
            yield here
