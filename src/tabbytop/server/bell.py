"""How processes tell each other that a table changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol

from sqlalchemy.exc import SQLAlchemyError

from tabbytop.server.database import File, Server
from tabbytop.server.store import Store

POLL = 0.04
HEARTBEAT = 20.0  # seconds of silence after which PostgreSQL is asked whether it is there
ANSWER = 5.0  # and has to say so
AGAIN = 1.0  # seconds before PostgreSQL is asked again

logger = logging.getLogger("tabbytop.server")


class Bell(Protocol):
    def rings(self) -> AsyncIterator[str]:
        """The tables that others wrote to, again and again. May tell of more, never of fewer."""


class PostgresBell:
    """LISTEN: the database tells, across machines, when a write is committed."""

    def __init__(self, server: Server, known: Known) -> None:
        self._server = server
        self._known = known
        self._listening = True

    async def rings(self) -> AsyncIterator[str]:
        from asyncpg import InterfaceError, PostgresError

        while True:
            try:
                async for table_id in self._rings_until_cut_off():
                    yield table_id
            except (OSError, PostgresError, InterfaceError) as error:
                if self._listening:  # said once
                    logger.warning("what others write is not heard of until the database lets us listen: %r", error)
                self._listening = False
            await asyncio.sleep(AGAIN)  # the database is being started again

    async def _rings_until_cut_off(self) -> AsyncIterator[str]:
        told: asyncio.Queue[str | None] = asyncio.Queue()
        connection = await self._server.connect()
        try:
            connection.add_termination_listener(lambda _: told.put_nowait(None))
            await connection.add_listener("tabbytop", lambda *said: told.put_nowait(said[3]))
            self._listening = True
            for table_id in self._known():  # nobody told of what was written before
                yield table_id
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        changed = await told.get()
                except TimeoutError:  # nobody writes, or what is said does not arrive any more
                    async with asyncio.timeout(ANSWER):
                        await connection.execute("SELECT 1")
                    continue
                if changed is None:
                    return
                yield changed
        finally:
            connection.terminate()


class SqliteBell:
    """A file tells nobody, but asking whether another process wrote to it costs microseconds."""

    def __init__(self, file: File, store: Store, known: Known) -> None:
        self._file = file
        self._store = store
        self._known = known

    async def rings(self) -> AsyncIterator[str]:
        version = -1
        before: Mapping[str, Any] = {}
        while True:
            await asyncio.sleep(POLL)
            with contextlib.suppress(SQLAlchemyError, sqlite3.Error):
                if (now := await self._file.version()) == version:
                    continue
                known = self._known()
                numbers, laid = await self._store.numbers(list(known))
                for table_id, number in numbers.items():
                    if number > known[table_id] or laid.get(table_id) != before.get(table_id):
                        yield table_id
                version, before = now, laid


class Known(Protocol):
    def __call__(self) -> dict[str, int]:
        """The tables that somebody listens to, and how many entries of their logs are known here."""
