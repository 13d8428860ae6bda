"""The database: SQLite or PostgreSQL. A write is acknowledged when it is committed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, delete, event, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tabbytop.core.errors import BadOption
from tabbytop.server.entries import ENTRY, Entry
from tabbytop.server.schema import choices, keys, log, tables
from tabbytop.server.table import Agreed, Held, Table

HOST = -1  # the seat of a key that opens the table, not a hand
TOGETHER = 64  # writes of one process that share a commit, at most


@dataclass(frozen=True, slots=True)
class Key:
    seat: int
    digest: str
    seen: float


@dataclass(frozen=True, slots=True)
class Row:
    """A table as a list of tables shows it."""

    id: str
    agreed: Agreed
    opened: float
    state: str
    changed: float


def engine_for(database: str) -> AsyncEngine:
    """An engine for `sqlite:///FILE` or `postgresql://...`."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise BadOption(f"a database is sqlite:///FILE or postgresql://...; got {database!r}") from None
    if url.get_backend_name() == "postgresql":
        return create_async_engine(url.set(drivername="postgresql+asyncpg"), pool_size=8, pool_pre_ping=True)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BadOption(f"a database is sqlite:///FILE or postgresql://...; got {database!r}")
    file = Path(url.database)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)  # seeds and choices face down are nobody else's business
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": 30})

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver's own idea of where transactions begin knows no savepoints
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


class Store:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(writing=True)
        self._insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        self._writes: asyncio.Queue[tuple[Callable[[AsyncConnection], Awaitable[Any]], asyncio.Future[Any]]] = (
            asyncio.Queue()
        )
        self._writer: asyncio.Task[None] | None = None

    @property
    def engine(self) -> AsyncEngine:
        return self._engine

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Store]:
        """SQLite has one writer: one task carries out what comes together, in one commit."""
        self._writer = asyncio.create_task(self._write_all())
        try:
            yield self
        finally:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
            await self._engine.dispose()

    async def _write_all(self) -> None:
        while True:
            batch = [await self._writes.get()]
            while not self._writes.empty() and len(batch) < TOGETHER:
                batch.append(self._writes.get_nowait())
            try:
                async with self._writing.begin() as connection:
                    results = [await self._carefully(connection, work) for work, _ in batch]
            except Exception as error:  # whoever asked for a write is told; the next one may succeed
                results = [error] * len(batch)
            for (_, done), result in zip(batch, results, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    @staticmethod
    async def _carefully(connection: AsyncConnection, work: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
        """One write of several: if it fails, the others do not."""
        try:
            async with connection.begin_nested():
                return await work(connection)
        except Exception as error:
            return error

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
        if self._engine.dialect.name == "postgresql":  # shares commits by itself
            async with self._engine.begin() as connection:
                return await work(connection)
        assert self._writer is not None, "the store is not running"
        if self._writer.done():
            raise RuntimeError("nobody writes any more") from self._writer.exception()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._writes.put_nowait((work, done))
        return await asyncio.shield(done)

    # Writing

    async def open(self, table: Table, listed: Sequence[Key]) -> None:
        """A new table, with the keys to it."""

        async def work(connection: AsyncConnection) -> None:
            row = {
                "id": table.id, "setup": asdict(table.agreed), "opened": table.opened, "number": 0,
                "state": table.state, "listed": table.agreed.listed, "changed": table.opened, "due": None,
            }  # fmt: skip
            await connection.execute(insert(tables), row)
            await self._add_keys(connection, table.id, listed)

        await self._write(work)

    async def append(
        self,
        table: Table,
        entries: Sequence[Entry],
        at: float,
        state: str,
        due: float | None,
        new_keys: Sequence[Key] = (),
        lost_keys: Sequence[int] = (),
    ) -> bool:
        """Write entries behind those that `table` knows, and reveal what lies face down.

        False if somebody else was faster, or has just chosen otherwise: then nothing is written.
        """
        first = table.number
        reveals = any(entry.kind == "moved" for entry in entries)

        async def work(connection: AsyncConnection) -> bool:
            if not await self._is_up_to_date(connection, table):
                return False
            if reveals and await self._choices(connection, table) != table.chosen:
                return False
            rows = [
                {"table_id": table.id, "number": first + i, "at": at, "entry": entry.model_dump()}
                for i, entry in enumerate(entries)
            ]
            await connection.execute(insert(log), rows)
            values = {"number": first + len(rows), "state": state, "changed": at, "due": due}
            await connection.execute(update(tables).where(tables.c.id == table.id).values(values))
            for seat in lost_keys:
                await connection.execute(delete(keys).where(keys.c.table_id == table.id, keys.c.seat == seat))
            await self._add_keys(connection, table.id, new_keys)
            if reveals:
                await connection.execute(delete(choices).where(choices.c.table_id == table.id))
            await self._announce(connection, table.id)
            return True

        done: bool = await self._write(work)
        return done

    async def choose(self, table: Table, seat: int, held: Held | None) -> dict[int, Held] | None:
        """Lay a choice face down, or take it back; what lies there then. None if the log has grown meanwhile."""
        turn = table.turn

        async def work(connection: AsyncConnection) -> dict[int, Held] | None:
            if not await self._is_up_to_date(connection, table):
                return None
            mine = (choices.c.table_id == table.id, choices.c.turn == turn, choices.c.seat == seat)
            if held is None:
                await connection.execute(delete(choices).where(*mine))
                return await self._choices(connection, table)
            row = {"table_id": table.id, "turn": turn, "seat": seat, "actions": list(held.actions), "by": held.by}
            statement = self._insert(choices).values(row)
            changed = {"actions": row["actions"], "by": row["by"]}
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["table_id", "turn", "seat"], set_=changed)
            )
            return await self._choices(connection, table)

        chosen: dict[int, Held] | None = await self._write(work)
        return chosen

    @staticmethod
    async def _is_up_to_date(connection: AsyncConnection, table: Table) -> bool:
        """Whether nobody else wrote meanwhile; from here on nobody can, before this is committed."""
        query = select(tables.c.number).where(tables.c.id == table.id).with_for_update()
        return (await connection.execute(query)).scalar() == table.number

    async def due(self, table_id: str, when: float | None) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(update(tables).where(tables.c.id == table_id).values(due=when))

        await self._write(work)

    async def seen(self, present: Iterable[tuple[str, int]], now: float) -> None:
        """These seats' people are connected."""
        rows = [{"which": table_id, "who": seat} for table_id, seat in present]

        async def work(connection: AsyncConnection) -> None:
            statement = update(keys).where(keys.c.table_id == bindparam("which"), keys.c.seat == bindparam("who"))
            await connection.execute(statement.values(seen=now), rows)

        if rows:
            await self._write(work)

    async def prune(self, before: float) -> int:
        """Forget tables that nobody touched since then."""

        async def work(connection: AsyncConnection) -> int:
            return (await connection.execute(delete(tables).where(tables.c.changed < before))).rowcount

        gone: int = await self._write(work)
        return gone

    @staticmethod
    async def _add_keys(connection: AsyncConnection, table_id: str, listed: Sequence[Key]) -> None:
        if listed:
            await connection.execute(insert(keys), [{"table_id": table_id, **asdict(key)} for key in listed])

    async def _announce(self, connection: AsyncConnection, table_id: str) -> None:
        """Tell other processes, when this is committed."""
        if self._engine.dialect.name == "postgresql":
            await connection.execute(select(func.pg_notify("tabbytop", table_id)))

    # Reading

    async def game(self, table_id: str) -> str | None:
        """What is played at a table, if there is one."""
        async with self._engine.connect() as connection:
            setup = (await connection.execute(select(tables.c.setup).where(tables.c.id == table_id))).scalar()
            return setup and str(setup["game"])

    async def load(self, table_id: str) -> Table:
        """A table as its log makes it."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table_id))).one()
            table = Table(table_id, Agreed(**row.setup), row.opened)
            await self._catch_up(connection, table)
            return table

    async def catch_up(self, table: Table) -> bool:
        """Add what others wrote; whether there was anything."""
        before = table.number
        async with self._engine.connect() as connection:
            await self._catch_up(connection, table)
        return table.number > before

    async def _catch_up(self, connection: AsyncConnection, table: Table) -> None:
        after = (log.c.table_id == table.id, log.c.number >= table.number)
        for row in await connection.execute(select(log.c.at, log.c.entry).where(*after).order_by(log.c.number)):
            table.add(ENTRY.validate_python(row.entry), row.at)
        table.chosen = await self._choices(connection, table)

    async def choices(self, table: Table) -> dict[int, Held]:
        async with self._engine.connect() as connection:
            return await self._choices(connection, table)

    @staticmethod
    async def _choices(connection: AsyncConnection, table: Table) -> dict[int, Held]:
        rows = await connection.execute(
            select(choices).where(choices.c.table_id == table.id, choices.c.turn == table.turn)
        )
        return {row.seat: Held(tuple(row.actions), row.by) for row in rows}

    async def keys(self, table_id: str) -> list[Key]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(keys).where(keys.c.table_id == table_id))
            return [Key(row.seat, row.digest, row.seen) for row in rows]

    async def overdue(self, before: float, most: int) -> list[str]:
        """Tables where something was to happen before that time."""
        query = select(tables.c.id).where(tables.c.due < before).order_by(tables.c.due).limit(most)
        async with self._engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]

    async def listed(self, state: str, most: int) -> list[Row]:
        """The newest tables that anyone may find."""
        query = select(tables).where(tables.c.state == state, tables.c.listed).order_by(tables.c.changed.desc())
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.limit(most))
            return [Row(row.id, Agreed(**row.setup), row.opened, row.state, row.changed) for row in rows]

    async def numbers(self, ids: Sequence[str]) -> Mapping[str, int]:
        """How many entries the logs of these tables have."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids)))
            return {row.id: row.number for row in rows}


def migrate(connection: Connection) -> None:
    """Bring the database's schema up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
