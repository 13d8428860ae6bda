"""Where tables are kept: a SQLite file or a PostgreSQL server. Work is a function of a connection."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from tabbytop.core.errors import BadOption

T = TypeVar("T")

TOGETHER = 64  # pieces of work that share a commit, at most
TIDY = 0.5  # seconds


class Database(Protocol):
    def running(self) -> contextlib.AbstractAsyncContextManager[None]: ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """When this returns, it is committed. Work that fails is undone; it may be tried twice."""


def database_at(address: str) -> File | Server:
    """`sqlite:///FILE` or `postgresql://...`."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadOption(f"a database is sqlite:///FILE or postgresql://...; got {address!r}") from None
    if url.get_backend_name() == "postgresql":
        return Server(url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BadOption(f"a database is sqlite:///FILE or postgresql://...; got {address!r}")
    return File(url)


class Server:
    """PostgreSQL: it takes writes side by side, and shares commits by itself."""

    def __init__(self, url: URL) -> None:
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), pool_size=8, pool_pre_ping=True)

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
            url.set(drivername="sqlite"), pool_size=1, max_overflow=0,
            connect_args={"timeout": 30, "check_same_thread": False},
        )  # fmt: skip
        self._writing = self._engine.execution_options(writing=True)
        self._thread = ThreadPoolExecutor(1, "tabbytop-sqlite")
        self._asked: asyncio.Queue[tuple[Callable[[Connection], Any], bool, asyncio.Future[Any]]] = asyncio.Queue()
        self._carrying: asyncio.Task[None] | None = None

        @event.listens_for(self._engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # the driver's own idea of where transactions begin is another
            for pragma in ("journal_mode=WAL", "wal_autocheckpoint=0", "synchronous=FULL", "foreign_keys=ON"):
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
            for task in (self._carrying, tidying):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
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
        assert self._carrying is not None, "the database is not running"
        if self._carrying.done():
            raise RuntimeError("nobody carries out work any more") from self._carrying.exception()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait((work, writing, done))
        return await asyncio.shield(done)

    async def _carry_out_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._asked.get()]
            while not self._asked.empty() and len(batch) < TOGETHER:
                batch.append(self._asked.get_nowait())
            works, writing = [work for work, _, _ in batch], any(writing for _, writing, _ in batch)
            results = await loop.run_in_executor(self._thread, self._carry_out, works, writing)
            for (_, _, done), result in zip(batch, results, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    async def _tidy_up(self) -> None:
        """Copy the write-ahead log into the file: otherwise SQLite does during some write, which waits for the disk."""
        while True:
            await asyncio.sleep(TIDY)
            with contextlib.suppress(sqlite3.Error):  # next time
                await asyncio.to_thread(self._checkpoint)

    def _checkpoint(self) -> None:
        with contextlib.closing(sqlite3.connect(self._file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _carry_out(self, works: Sequence[Callable[[Connection], Any]], writing: bool) -> list[Any]:
        """In one commit. If one fails, each in its own: then the others do not."""
        begun = False
        try:
            with (self._writing if writing else self._engine).begin() as connection:
                begun = True
                return [work(connection) for work in works]
        except Exception as error:  # whoever asked for it is told; the next one may succeed
            if len(works) == 1 or not begun:
                return [error] * len(works)
            return [result for work in works for result in self._carry_out([work], writing)]


def migrate(connection: Connection) -> None:
    """Bring the database's schema up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
