"""Where tables are kept: a SQLite file or a PostgreSQL server. Work is a function of a connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from tabbytop.core.errors import BadOption

T = TypeVar("T")

TOGETHER = 64  # pieces of work that share a commit, at most
TIDY = 0.2  # seconds between two copies of the write-ahead log into the file
LONG = 20000  # pages of that log after which a write has to wait for it
BUSY = 5.0  # seconds to wait for another process that writes
MIGRATING = 20230  # the lock of PostgreSQL under which the schema is changed

logger = logging.getLogger("tabbytop.server")


@dataclass(frozen=True, slots=True)
class Asked:
    """A piece of work, and who waits for it."""

    work: Callable[[Connection], Any]
    writing: bool
    done: asyncio.Future[Any]

    def answer(self, result: Any) -> None:
        if self.done.cancelled():
            return
        if isinstance(result, Exception):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class Database(Protocol):
    def running(self) -> contextlib.AbstractAsyncContextManager[None]: ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """When this returns, it is committed. Work that fails is undone; it may be tried twice."""


def database_at(address: str) -> File | Server:
    """`sqlite:///FILE` or `postgresql://...`."""
    url = _checked(address)
    return Server(url) if url.get_backend_name() == "postgresql" else File(url)


def file_of(address: str) -> Path | None:
    """The file that it is, if it is one."""
    url = _checked(address)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def _checked(address: str) -> URL:
    with contextlib.suppress(ArgumentError):
        url = make_url(address)
        kind, name = url.get_backend_name(), url.database
        if kind == "postgresql" or (kind == "sqlite" and name not in (None, "", ":memory:")):
            return url
    raise BadOption(f"a database is sqlite:///FILE or postgresql://...; got {address!r}")


class Server:
    """PostgreSQL: it takes writes side by side, and shares commits by itself."""

    def __init__(self, url: URL) -> None:
        query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
        self._address = url.set(drivername="postgresql", query=query).render_as_string(hide_password=False)
        self._engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=self.connect, pool_size=8, pool_pre_ping=True, hide_parameters=True
        )  # fmt: skip

    async def connect(self) -> Any:
        """The driver reads the address as libpq does, with all that it says of TLS; SQLAlchemy would not."""
        import asyncpg

        return await asyncpg.connect(self._address)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self._engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)


class File:
    """SQLite has one writer: one thread with one connection, which is handed all that came together, for one commit."""

    def __init__(self, url: URL) -> None:
        self._file = Path(str(url.database))
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.touch(mode=0o600)  # seeds and choices face down are nobody else's business
        self._engine = create_engine(
            url.set(drivername="sqlite"), pool_size=1, max_overflow=0, hide_parameters=True,
            connect_args={"timeout": BUSY, "check_same_thread": False},
        )  # fmt: skip
        self._writing = self._engine.execution_options(writing=True)
        self._thread = ThreadPoolExecutor(1, "tabbytop-sqlite")
        self._asked: asyncio.Queue[Asked | None] = asyncio.Queue()  # None: there will be no more
        self._carrying: asyncio.Task[None] | None = None
        self._written = False  # since the log was copied

        @event.listens_for(self._engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # the driver's own idea of where transactions begin is another
            for pragma in ("journal_mode=WAL", f"wal_autocheckpoint={LONG}", "synchronous=FULL", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(self._engine, "begin")
        def begin(connection: Connection) -> None:
            writing = connection.get_execution_options().get("writing")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self._carrying = asyncio.create_task(self._carry_out_all())
        tidying = asyncio.create_task(self._tidy_up())
        try:
            yield
        finally:
            carrying, self._carrying = self._carrying, None
            self._asked.put_nowait(None)
            tidying.cancel()
            await asyncio.gather(carrying, tidying, return_exceptions=True)
            self._thread.shutdown()
            self._engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self._do(work, writing=False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._do(work, writing=True)

    async def version(self) -> int:
        """A number that changes when another process wrote to the file. Asked often, so it takes the shortest way."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._version)

    def _version(self) -> int:
        with contextlib.closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA data_version")
            ((version,),) = cursor.fetchall()
            return int(version)

    async def _do(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        if self._carrying is None or self._carrying.done():
            raise RuntimeError("the database is not running")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(Asked(work, writing, done))
        return await asyncio.shield(done)

    async def _carry_out_all(self) -> None:
        loop = asyncio.get_running_loop()
        batch: list[Asked | None] = []
        while None not in batch:  # what came before it is still carried out
            batch = [await self._asked.get()]
            while not self._asked.empty() and len(batch) < TOGETHER:
                batch.append(self._asked.get_nowait())
            for writing in (False, True):  # who reads need not wait for who else writes to the file
                asked = [each for each in batch if each is not None and each.writing is writing]
                if asked:
                    works = [each.work for each in asked]
                    results = await loop.run_in_executor(self._thread, self._carry_out, works, writing)
                    for each, result in zip(asked, results, strict=True):
                        each.answer(result)

    async def _tidy_up(self) -> None:
        """Copy the write-ahead log into the file: otherwise SQLite does during some write, which waits for the disk."""
        while True:
            await asyncio.sleep(TIDY)
            if self._written:
                self._written = False
                try:
                    await asyncio.to_thread(self._checkpoint)
                except Exception:  # whatever it was, without this the log would grow until the end
                    logger.exception("the write-ahead log could not be copied; it is tried again")

    def _checkpoint(self) -> None:
        with contextlib.closing(sqlite3.connect(self._file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _carry_out(self, works: Sequence[Callable[[Connection], Any]], writing: bool) -> list[Any]:
        """In one commit. If one fails, each in its own: then the others do not."""
        begun = False
        try:
            with (self._writing if writing else self._engine).begin() as connection:
                begun = True
                self._written |= writing
                return [work(connection) for work in works]
        except Exception as error:  # whoever asked for it is told; the next one may succeed
            if len(works) == 1 or not begun:
                return [error] * len(works)
            return [result for work in works for result in self._carry_out([work], writing)]


def migrate(connection: Connection) -> None:
    """Bring the database's schema up to date; of processes that start together, one after the other."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
