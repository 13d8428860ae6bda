"""What happens at tables by itself: who is marked as away, and what is due."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path

import pytest
from sqlalchemy import update

from evenings import PATIENCE, evening, settled
from tabbytop.games import IDS, find
from tabbytop.server import keeper
from tabbytop.server.errors import Forbidden, NotFound, Refused
from tabbytop.server.hub import QUEUE, READERS
from tabbytop.server.messages import Again, Change, Leave, Move, Open, Place, React, Sit, Start, Undo
from tabbytop.server.rooms import GRACE
from tabbytop.server.schema import log, tables
from tabbytop.server.table import Agreed
from tables import NOW, begun, marks_that_tell, play_on


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


def test_where_nobody_is_left_nothing_is_due_until_somebody_comes(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            table = await here.lay("catsle", ["p0", "p1", "p2"], gone=30)
            async with here.hub.rooms.use(table) as room:
                (asked,) = room.table.waiting()
                mine = f"p{(asked + 1) % 3}"
                assert await here.due(table) == NOW + 30
                assert await here.pass_until(NOW + 31, table) == []
                assert (await here.due(table), room.timer) == (None, None)
                here.now = NOW + 1000
                await here.hub.glance(table, mine, 0)  # is not there
                assert await here.due(table) is None
                async with here.hub.listening(table, mine):
                    await settled(here)
                    assert await here.due(table) == room.due == NOW + 1030
                    assert await here.pass_until(NOW + 1031, table) == [asked]

    asyncio.run(play())


def test_where_nobody_is_left_the_clock_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            table = await here.lay("catsle", ["p0", "p1", "p2"], gone=30, clock=600)
            assert await here.pass_until(NOW + 31, table) == []
            assert await here.due(table) == NOW + 600

    asyncio.run(play())


def test_who_is_connected_is_not_gone_however_old_the_last_note_of_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            table = await here.lay("ahoy", ["p0", "p1", "p2"])
            async with here.hub.listening(table, "p0"), here.hub.listening(table, "p1"):
                assert await here.pass_until(NOW + 11, table) == [2]

    asyncio.run(play())


def test_bots_think_where_somebody_is_there_and_elsewhere_only_when_nothing_happens(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here, evening(tmp_path, NOW) as there:
            here.hub._tasks.stopping = True  # it is killed before its bots begin
            table = await here.lay("ahoy", ["p0", "kitten", "kitten"], gone=None)
            async with there.hub.rooms.use(table) as room:
                await settled(there)
                assert there.bots.asked == []
                assert room.due == NOW + GRACE
                await there.hub.do(table, "p0", Undo())
                await settled(there)
                assert len(there.bots.asked) == 2

    asyncio.run(play())


def test_a_stand_in_that_still_thinks_when_the_person_is_back_leaves_the_move_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            thinks, slow, move = asyncio.Event(), asyncio.Event(), here.bots.move

            async def think(table: str, agreed: Agreed, moves: Sequence[int], seat: int, bot: str) -> list[int]:
                thinks.set()
                await slow.wait()
                return await move(table, agreed, moves, seat, bot)

            monkeypatch.setattr(here.bots, "move", think)
            table = await here.lay("catsle", ["p0", "p1", "p2"], gone=None, clock=600)
            async with here.hub.rooms.use(table) as room, asyncio.timeout(PATIENCE):
                (asked,) = room.table.waiting()
                await here.hub.do(table, f"p{asked}", Leave())
                await thinks.wait()
                async with here.hub.listening(table, f"p{asked}"):
                    slow.set()
                    await settled(here)
                    assert room.table.waiting() == [asked]
                    assert room.table.turn == 0
                    assert await here.due(table) == room.due == NOW + 600

    asyncio.run(play())


def test_a_name_is_changed_by_a_process_that_has_not_heard_of_the_person_yet(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here, evening(tmp_path, NOW) as there:
            opened = await here.hub.open(Open(game="ahoy", players=3))
            await there.hub.rooms.fresh(opened.table)
            tom = await here.hub.do(opened.table, None, Sit(name="Tom"))
            await there.hub.do(opened.table, tom.token, Change(name="Tim"))
            table = await here.hub.rooms.fresh(opened.table)
            assert table.chairs[0].name == "Tim"
            # Nor is there nothing to do because nobody sits there as far as it knows.
            ann = await here.hub.do(opened.table, None, Sit(name="Ann"))
            await there.hub.do(opened.table, opened.host, Place(seat=1))
            with pytest.raises(Forbidden):
                await here.hub.recognise(opened.table, ann.token)

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


def test_of_two_who_ask_for_a_rematch_at_two_processes_only_one_opens_a_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here, evening(tmp_path, NOW) as there:
            table = await here.lay("ahoy", ["p0", "p1"], gone=None)
            async with asyncio.timeout(PATIENCE), here.hub.rooms.use(table) as room:
                while room.table.match is None or not room.table.match.over:
                    for seat in room.table.waiting():
                        legal = room.table.legal(seat)
                        await here.hub.do(table, f"p{seat}", Move(type="move", move=legal[0]))
            await there.hub.rooms.fresh(table)
            asked = (each.hub.do(table, token, Again(type="rematch")) for each, token in ((here, "p0"), (there, "p1")))
            one, other = await asyncio.gather(*asked)
            assert one.table == other.table
            assert len(await here.store.listed("open", 10)) == 1
            assert [one.host, other.host].count(None) == 1
            # An answer may be lost: who asks again is told the same, and nobody else gets the key.
            again = [await there.hub.do(table, "p0", Again()), await here.hub.do(table, "p1", Again())]
            assert [done.host for done in again] == [one.host, other.host]
            await here.hub.do(one.table, one.host or other.host, Start())

    asyncio.run(play())


def test_who_looks_at_whole_matches_waits_for_others_who_do_and_is_sent_away_if_they_are_many(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here, asyncio.timeout(PATIENCE):
            go_on, at_work = threading.Event(), []

            def look() -> int:
                at_work.append(1)
                go_on.wait(PATIENCE)
                return at_work.pop()

            looking = [asyncio.create_task(here.hub.read_through(look)) for _ in range(READERS + QUEUE)]
            while len(at_work) < READERS:
                await asyncio.sleep(0.01)
            with pytest.raises(Refused, match="too many"):
                await here.hub.read_through(look)
            assert len(at_work) == READERS
            go_on.set()
            assert await asyncio.gather(*looking) == [1] * (READERS + QUEUE)
            assert await here.hub.read_through(look) == 1

    asyncio.run(play())


def test_a_table_that_is_forgotten_while_it_is_in_use_is_gone(tmp_path: Path) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here:
            ways: tuple[Callable[[str], Coroutine[None, None, object]], ...] = (
                here.hub.rooms.fresh,
                lambda table: here.hub.do(table, "p0", Undo(type="undo")),
                lambda table: here.hub.glance(table, "p0", 0),
            )
            for seed, ask in enumerate(ways):
                table = await here.lay("ahoy", ["p0", "p1"], seed)
                assert await here.store.prune(NOW + 1) == 1
                with pytest.raises(NotFound):
                    await ask(table)
            async with contextlib.AsyncExitStack() as stack:
                table = await here.lay("ahoy", ["p0", "p1"], 9)
                room, listener = await stack.enter_async_context(here.hub.listening(table, "p0"))
                await here.store.prune(NOW + 1)
                with pytest.raises(NotFound):
                    await here.hub.do(table, "p0", React(type="react", what="hello"), room.still(listener))

    asyncio.run(play())


def test_on_a_second_device_at_another_process_the_choice_lies_there_too_and_nobody_else_hears_of_it(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with evening(tmp_path, NOW) as here, evening(tmp_path, NOW) as there:
            table = await here.lay("ahoy", ["p0", "p1", "p2"])
            async with there.hub.listening(table, "p0") as (room, mine), there.hub.listening(table, "p1") as (_, other):
                await asyncio.sleep(0.2)
                for asked, lies in ((Move(type="move", move="fish 1"), ["fish 1"]), (Undo(type="undo"), [])):
                    mine.ring.clear()
                    other.ring.clear()
                    await here.hub.do(table, "p0", asked)
                    async with asyncio.timeout(PATIENCE):
                        await mine.ring.wait()
                    assert there.hub.update(room, mine.who, 0).chosen == lies
                    assert not other.ring.is_set()

    asyncio.run(play())
