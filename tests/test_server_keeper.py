"""What happens at tables by itself: who is marked as away, and what is due."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tabbytop.games import IDS, find
from tabbytop.play import together
from tabbytop.server import keeper
from tabbytop.server.bell import SqliteBell
from tabbytop.server.database import File, database_at, migrate
from tabbytop.server.entries import Entry, Hired, Sat, Started
from tabbytop.server.hub import Hub, digest_of
from tabbytop.server.messages import Move, Undo
from tabbytop.server.schema import log, tables
from tabbytop.server.store import Key, Store
from tabbytop.server.table import Agreed, Table
from tabbytop.server.thinkers import Thinkers
from tables import NOW, begun, marks_that_tell, play_on

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


def test_who_is_gone_is_marked_whether_their_choice_lies_there_or_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            table = await here.lay("ahoy", ["p0", "p1", "p2"])
            await here.hub.do(table, "p1", Move(type="move", move="fish 1"))
            assert await here.pass_until(NOW + 11, table, present=[0]) == [1, 2]
            await here.hub.do(table, "p0", Move(type="move", move="fish 1"))
            await settled(here)
            async with here.hub.rooms.use(table) as room:
                assert room.table.match is not None
                assert room.table.match.text(room.table.match.history[1]) == "fish 1"  # what p1 had chosen
                assert (2, "tabby") in here.bots.asked

    asyncio.run(play())


def test_no_mark_tells_who_is_asked_in_silence(tmp_path: Path) -> None:
    """A hand with three crows may be kept in silence."""

    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            for seed in range(300):
                match = begun("festival", 4, seed).match
                assert match is not None
                if match.table(match.seat).phase == "offer":
                    break
            assert match is not None
            asked = match.seat
            table = await here.lay("festival", ["p0", "p1", "p2", "p3"], seed)
            assert await here.pass_until(NOW + 11, table, present=[seat for seat in range(4) if seat != asked]) == []
            assert here.bots.asked == [(asked, "tabby")]
            async with here.hub.rooms.use(table) as room:
                assert room.table.match is not None
                assert len(room.table.match.history) == len(match.history) + 1

    asyncio.run(play())


@pytest.mark.parametrize("game", IDS)
def test_who_is_marked_as_away_depends_on_nothing_hidden(game: str) -> None:
    for players in find(game).players:
        table, choose = begun(game, players, 5), random.Random(5)
        for step, _ in enumerate(play_on(table, choose)):
            assert marks_that_tell(table, step, choose) == []
            if step > 40:
                break


def test_when_bots_have_chosen_nothing_is_due_but_what_people_may_miss(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            for seed, (gone, due) in enumerate(((None, None), (60, NOW + 60))):
                table = await here.lay("ahoy", ["p0", "kitten", "kitten"], seed, gone=gone)
                await settled(here)
                assert len(here.bots.asked) == 2 * (seed + 1)
                assert await here.due(table) == due

    asyncio.run(play())


def test_a_choice_taken_back_after_the_clock_ran_out_is_made_by_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            slow, move = asyncio.Event(), here.bots.move

            async def think(table: str, agreed: Agreed, moves: Sequence[int], seat: int, bot: str) -> list[int]:
                if seat == 2:
                    await slow.wait()
                return await move(table, agreed, moves, seat, bot)

            monkeypatch.setattr(here.bots, "move", think)
            table = await here.lay("ahoy", ["p0", "p1", "kitten"], clock=60, gone=None)
            for token in ("p0", "p1"):
                await here.hub.do(table, token, Move(type="move", move="fish 1"))
            here.now = NOW + 61
            await here.hub.do(table, "p0", Undo(type="undo"))
            slow.set()
            await settled(here)
            async with here.hub.rooms.use(table) as room:
                assert room.table.match is not None
                assert len(room.table.match.history) >= 3

    asyncio.run(play())


def test_a_bot_whose_move_was_due_when_a_server_ended_moves_as_soon_as_somebody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SWEEP", 1000.0)

    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            here.hub._tasks.stopping = True  # it ends before the bots begin
            table = await here.lay("ahoy", ["p0", "kitten", "kitten"])
        async with evening(tmp_path, NOW + 5) as again:
            async with again.hub.listening(table, "p0"):
                await settled(again)
            assert len(again.bots.asked) == 2

    asyncio.run(play())


def test_a_table_that_this_version_cannot_read_is_said_once_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "SWEEP", 0.01)
    monkeypatch.setattr(keeper, "MANY", 1)

    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            here.hub._tasks.stopping = True  # it ends before the bots begin
            first = await here.lay("ahoy", ["p0", "kitten", "kitten"], 1)
            other = await here.lay("ahoy", ["p0", "kitten", "kitten"], 2)
            broken = update(log).where(log.c.table_id == first, log.c.number == 3).values(entry={"kind": "of tomorrow"})
            early = update(tables).where(tables.c.id == first).values(due=1.0)
            await here.store._database.write(lambda connection: [connection.execute(each) for each in (broken, early)])
        async with evening(tmp_path, NOW + 5) as again, asyncio.timeout(PATIENCE):
            while len(again.bots.asked) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert again.hub.rooms.get(other) is not None

    asyncio.run(play())
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "of tomorrow" not in caplog.text
