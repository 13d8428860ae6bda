"""The database: who writes second loses, an old schema is brought up to date, old tables are forgotten on request."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, make_url

from postgres import postgres
from servers import free_port
from tabbytop.cli import serve
from tabbytop.core.errors import BadOption, IllegalMove
from tabbytop.games import find
from tabbytop.server import bell
from tabbytop.server.bell import PostgresBell
from tabbytop.server.database import Server, database_at, migrate
from tabbytop.server.entries import Entry, Reacted, Said, Sat, Started
from tabbytop.server.schema import metadata
from tabbytop.server.store import HOST, Key, Store
from tabbytop.server.table import Agreed, Held, Table

pytestmark = pytest.mark.xdist_group("server")  # one worker, so that servers are not started twice


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('store')}/tables.sqlite"
    return str(request.getfixturevalue("postgresql"))


def ahoy(name: str, players: int = 3) -> Table:
    options = find("ahoy").check_options(players, {})
    return Table(name, Agreed("ahoy", players, options, None, 1, None, None, listed=True), 1.0)


@contextlib.asynccontextmanager
async def stored(address: str) -> AsyncIterator[Store]:
    database = database_at(address)
    async with database.running():
        await database.write(migrate)
        yield Store(database)


def test_migrations_lead_to_the_schema_that_the_program_expects(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        migrate(connection)
        migrate(connection)  # a second time nothing is left to do
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def look() -> list[object]:
        place = database_at(database)
        async with place.running():
            return await place.write(differences)

    assert asyncio.run(look()) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_processes_that_start_together_bring_a_new_database_up_to_date_once(
    kind: str, tmp_path: Path, postgresql: str
) -> None:
    async def start(address: str, name: str) -> None:
        async with stored(address) as store:
            await store.open(ahoy(name), [], [])

    async def all_start() -> None:
        address = f"sqlite:///{tmp_path}/tables.sqlite"
        if kind == "postgresql":
            connection = await asyncpg.connect(postgresql)
            await connection.execute("CREATE DATABASE together")
            await connection.close()
            address = make_url(postgresql).set(database="together").render_as_string(hide_password=False)
        await asyncio.gather(*(start(address, f"table {number}") for number in range(6)))

    asyncio.run(all_start())


def test_of_two_who_write_at_once_one_is_told_to_read_first(database: str) -> None:
    async def write() -> None:
        async with stored(database) as store, stored(database) as other:
            table = ahoy("race")
            await store.open(table, [], [Key(HOST, "0" * 64, 1.0)])
            twin = await other.load("race")
            tries = [
                store.append(table, [Said(seat=0, text="first")], 2.0, "open", None),
                other.append(twin, [Said(seat=1, text="no, I")], 2.0, "open", None),
            ]
            assert sorted(await asyncio.gather(*tries)) == [False, True]
            assert await store.catch_up(table)
            assert table.number == 1
            assert await store.append(table, [Reacted(seat=0, what="oops")], 3.0, "open", 7.0)
            assert await other.catch_up(twin)
            assert twin.number == 2
            assert await store.overdue(8.0, 10) == ["race"]
            assert await store.overdue(6.0, 10) == []

    asyncio.run(write())


def test_a_choice_laid_down_after_the_reveal_was_prepared_is_not_lost(database: str) -> None:
    async def write() -> None:
        async with stored(database) as store, stored(database) as other:
            table = ahoy("choices")
            await store.open(table, [], [])
            begin: list[Entry] = [*(Sat(seat=seat, name=f"p{seat}") for seat in range(3)), Started()]
            assert await store.append(table, begin, 2.0, "playing", None)
            for entry in begin:
                table.add(entry, 2.0)
            twin = await other.load("choices")
            for seat in range(3):
                chosen = await store.choose(table, seat, Held(table.choose(seat, "fish 1")))
                assert chosen is not None
                table.chosen = chosen
            moves = table.moved(2, table.chosen[2])
            assert len(moves) == 3
            twin.chosen = await other.choices(twin)
            assert await other.choose(twin, 0, Held(twin.choose(0, "fish 2"))) is not None
            assert not await store.append(table, moves, 3.0, "playing", None)
            await store.catch_up(table)
            moves = table.moved(2, table.chosen[2])
            assert table.match is not None
            assert [table.match.text(move.action) for move in moves] == ["fish 2", "fish 1", "fish 1"]
            assert await store.append(table, moves, 3.0, "playing", None)
            assert await other.choose(twin, 0, Held()) is None  # too late

    asyncio.run(write())


def test_a_choice_that_another_process_took_is_neither_overwritten_nor_forgotten(database: str) -> None:
    async def write() -> None:
        async with stored(database) as store, stored(database) as other:
            table = ahoy("paws", players=2)
            begin: list[Entry] = [*(Sat(seat=seat, name=f"p{seat}") for seat in range(2)), Started()]
            await store.open(table, [], [])
            assert await store.append(table, begin, 2.0, "playing", None)
            for entry in begin:
                table.add(entry, 2.0)
            twin = await other.load("paws")
            chosen = await store.choose(table, 0, Held(table.choose(0, "L fish 1")))
            assert chosen is not None
            with pytest.raises(IllegalMove):
                twin.choose(0, "R fish 1")  # as far as this process knows
            assert await other.choose(twin, 0, Held(twin.choose(0, "L fish 2"))) is None
            assert await other.catch_up(twin)
            assert await other.choose(twin, 0, Held(twin.choose(0, "R fish 1"))) is not None
            await store.catch_up(table)
            assert table.chosen_texts(0) == ["L fish 1", "R fish 1"]

    asyncio.run(write())


def test_old_tables_are_forgotten_on_request(database: str) -> None:
    async def prune() -> None:
        async with stored(database) as store:
            await store.open(ahoy("old"), [], [Key(0, "0" * 64, 1.0)])
            assert await store.prune(0.5) == 0
            assert await store.game("old") == "ahoy"
            assert await store.prune(1.5) >= 1
            assert await store.game("old") is None
            assert await store.keys("old") == []

    asyncio.run(prune())


def test_of_writes_that_come_together_one_may_fail_alone(database: str) -> None:
    async def write() -> None:
        async with stored(database) as store:
            names = ("alone", "alone", "together")
            done = await asyncio.gather(*(store.open(ahoy(name), [], []) for name in names), return_exceptions=True)
            assert done[2] is None
            assert sorted(type(each).__name__ for each in done[:2]) == ["IntegrityError", "NoneType"]
            assert [await store.game(name) for name in names] == ["ahoy"] * 3
            assert "seed" not in "".join(str(each) for each in done[:2])  # it may be logged

    asyncio.run(write())


def test_what_was_asked_before_the_end_is_still_written_and_answered(tmp_path: Path) -> None:
    async def write() -> None:
        address = f"sqlite:///{tmp_path}/tables.sqlite"
        async with stored(address) as store:
            writing = [asyncio.create_task(store.open(ahoy(f"t{number}"), [], [])) for number in range(20)]
            await asyncio.sleep(0)  # they have asked, and nobody was answered yet
            assert not any(task.done() for task in writing)
        assert await asyncio.wait_for(asyncio.gather(*writing), 10) == [None] * 20
        async with stored(address) as store:
            assert [await store.game(f"t{number}") for number in range(20)] == ["ahoy"] * 20

    asyncio.run(write())


@pytest.mark.parametrize("tls", ["sslmode=disable", "sslmode=prefer", "ssl=prefer"])
def test_whatever_an_address_says_of_tls_tables_are_written_and_others_hear_of_it(tls: str, postgresql: str) -> None:
    async def write() -> None:
        place = database_at(f"{postgresql}?{tls}")
        assert isinstance(place, Server)
        async with place.running():
            await place.write(migrate)
            rings = PostgresBell(place, lambda: {"known": 0}).rings()
            assert await anext(rings) == "known"
            await Store(place).open(ahoy(tls), [], [])
            assert await Store(place).append(ahoy(tls), [Said(seat=0, text="hello")], 2.0, "open", None)
            assert await anext(rings) == tls

    asyncio.run(write())


def test_processes_hear_of_choices_that_lie_face_down(postgresql: str) -> None:
    async def choose() -> None:
        async with stored(postgresql) as store, asyncio.timeout(30):
            table = ahoy("laid")
            begin: list[Entry] = [*(Sat(seat=seat, name=f"p{seat}") for seat in range(3)), Started()]
            await store.open(table, [], [])
            assert await store.append(table, begin, 2.0, "playing", None)
            for entry in begin:
                table.add(entry, 2.0)
            place = database_at(postgresql)
            assert isinstance(place, Server)
            rings = PostgresBell(place, lambda: {"known": 0}).rings()
            assert await anext(rings) == "known"
            laid = await store.choose(table, 0, Held(table.choose(0, "fish 1")))
            assert laid is not None
            assert await anext(rings) == "laid"
            table.chosen = laid
            assert await store.choose(table, 0, None) == {}
            assert await anext(rings) == "laid"

    asyncio.run(choose())


def test_a_line_that_went_dead_without_a_word_is_noticed_and_what_was_missed_is_asked_for(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_url(postgresql)
    dead = asyncio.Event()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, silent: bool) -> None:
        while said := await reader.read(65536):
            if not (silent and dead.is_set()):
                writer.write(said)

    async def listen() -> None:
        lines: list[asyncio.Task[None]] = []
        ends: list[asyncio.StreamWriter] = []

        async def line(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert url.port is not None
            there, back = await asyncio.open_connection(url.host, url.port)
            first = not lines
            ends.extend((writer, back))
            lines.extend(asyncio.create_task(pass_on(*pair, first)) for pair in ((reader, back), (there, writer)))

        async with await asyncio.start_server(line, "127.0.0.1", 0) as between, asyncio.timeout(30):
            port = between.sockets[0].getsockname()[1]
            place = database_at(url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False))
            assert isinstance(place, Server)
            rings = PostgresBell(place, lambda: {"known": 0}).rings()
            assert await anext(rings) == "known"
            dead.set()
            assert await anext(rings) == "known"  # it listens again
            for task in lines:
                task.cancel()
            for end in ends:
                end.close()
            await asyncio.gather(*lines, *(end.wait_closed() for end in ends), return_exceptions=True)

    monkeypatch.setattr(bell, "HEARTBEAT", 0.1)
    monkeypatch.setattr(bell, "ANSWER", 0.5)
    monkeypatch.setattr(bell, "AGAIN", 0.0)
    asyncio.run(listen())


@pytest.mark.parametrize("tls", ["sslmode=require", "ssl=require"])
def test_who_asks_for_tls_is_never_connected_without_and_the_log_says_it_once(
    tls: str, postgresql: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def listen() -> None:
        place = database_at(f"{postgresql}?{tls}")  # it has no TLS
        assert isinstance(place, Server)
        with pytest.raises(ConnectionError, match="SSL"):
            await place.read(lambda _: None)
        connect, tries = place.connect, 0

        async def try_again() -> object:
            nonlocal tries
            tries += 1
            return await connect()

        monkeypatch.setattr(place, "connect", try_again)
        listening = asyncio.ensure_future(anext(PostgresBell(place, dict).rings()))
        async with asyncio.timeout(30):
            while tries < 3:
                await asyncio.sleep(0)
        listening.cancel()

    monkeypatch.setattr(bell, "AGAIN", 0.0)
    asyncio.run(listen())
    assert [record.levelname for record in caplog.records if "not heard" in record.message] == ["WARNING"]


def test_a_database_that_cannot_be_is_refused(tmp_path: Path) -> None:
    for name in ("mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(BadOption, match="sqlite:///FILE or postgresql"):
            database_at(name)


def test_what_an_address_is_wrong_about_is_said_in_a_line(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    url = make_url(postgresql)
    for wrong, why in (
        ({"database": "nothing"}, 'database "nothing" does not exist'),
        ({"username": "nobody", "password": "secret"}, 'role "nobody" does not exist'),
        ({"port": free_port()}, "Connect call failed"),
        ({"host": "nowhere.invalid"}, "cannot reach the database: "),
    ):
        address = url.set(**wrong).render_as_string(hide_password=False)
        with pytest.raises(BadOption, match=re.escape(why)) as said:
            serve.prune(90, address)
        assert str(said.value).startswith("cannot reach the database: ")
        assert "secret" not in str(said.value)
    for name in [name for name in sys.modules if name.partition(".")[0] == "asyncpg"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BadOption, match=re.escape("pip install 'tabbytop[postgresql]'")):
        serve.prune(90, postgresql)


def test_a_wrong_password_is_said_in_a_line_that_does_not_hold_it(postgresql: str) -> None:
    url = make_url(postgresql).set(username="guarded")

    def with_password(password: str) -> str:
        return url.set(password=password).render_as_string(hide_password=False)

    async def guard() -> None:
        connection = await asyncpg.connect(postgresql)
        try:
            await connection.execute("create role guarded superuser login password 'right'")
            file = Path(await connection.fetchval("show hba_file"))
            file.write_text(f"host all guarded all scram-sha-256\n{file.read_text('utf-8')}", encoding="utf-8")
            await connection.execute("select pg_reload_conf()")
        finally:
            await connection.close()
        async with asyncio.timeout(30):
            with contextlib.suppress(asyncpg.InvalidAuthorizationSpecificationError):
                while True:  # until what was reloaded holds
                    await (await asyncpg.connect(with_password("secret"))).close()

    asyncio.run(guard())
    for password in ("secret", ""):
        with pytest.raises(BadOption, match=r"cannot reach the database: .*password") as said:
            serve.prune(90, with_password(password))
        assert "secret" not in str(said.value)
    serve.prune(90, with_password("right"))


def test_a_file_that_is_no_database_or_of_another_version_is_said_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    file.write_text("shopping list " * 100, encoding="utf-8")
    with pytest.raises(BadOption, match="cannot reach the database: file is not a database"):
        serve.prune(90, f"sqlite:///{file}")
    file.unlink()
    with contextlib.closing(sqlite3.connect(file)) as there:
        there.execute("create table alembic_version (version_num text)")
        there.execute("insert into alembic_version values ('tomorrow')")
        there.commit()
    with pytest.raises(BadOption, match=r"another version of the program: .*'tomorrow'"):
        serve.prune(90, f"sqlite:///{file}")


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("prune", "90")])
def test_a_command_whose_database_is_not_there_ends_with_a_line(command: tuple[str, ...]) -> None:
    address = f"postgresql://tabbytop@127.0.0.1:{free_port()}/tabbytop"
    told = subprocess.run(
        [sys.executable, "-m", "tabbytop", *command, "--database", address], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    (line,) = told.stderr.splitlines()
    assert line.startswith("tabbytop: cannot reach the database: ")


def test_tables_are_not_forgotten_in_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="there is no file"):
        serve.prune(90, f"sqlite:///{tmp_path}/typo/tables.sqlite")
    assert list(tmp_path.iterdir()) == []
