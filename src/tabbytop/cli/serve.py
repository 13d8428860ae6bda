"""`tabbytop serve`: tables over the network. `tabbytop prune`: forget old ones."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError

from tabbytop.core.errors import BadOption
from tabbytop.server.app import Settings, environment
from tabbytop.server.database import database_at, file_of, migrate
from tabbytop.server.guard import networks
from tabbytop.server.store import Store

MESSAGE = 16 * 1024  # bytes of the longest message on a socket
DAY = 24 * 3600


def usual_database() -> str:
    return f"sqlite:///{Path(platformdirs.user_data_dir('tabbytop')) / 'tables.sqlite'}"


def run(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    thinkers: int,
    pause: float,
    requests: float,
    connections: int,
    metrics: str,
    *,
    proxy: bool,
    show: bool,
) -> None:
    try:
        networks(metrics)
    except ValueError as error:
        raise BadOption(f"metrics are for addresses and networks, with commas between: {error}") from None
    port = _free(host, port)
    settings = Settings(database or usual_database(), pause, thinkers, requests, connections, metrics)
    asyncio.run(_migrate(settings.database))  # once, before several workers would
    os.environ.update(environment(settings))
    counters = tempfile.mkdtemp(prefix="tabbytop-metrics-") if workers > 1 else None
    if counters:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counters
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    print(f"Tabbytop is at {address} (Ctrl+C ends it)", file=sys.stderr)
    if show and _has_screen():
        threading.Thread(target=_show, args=(host, port, address), daemon=True).start()
    try:
        uvicorn.run(
            "tabbytop.server.app:create", factory=True, host=host, port=port, workers=workers,
            ws="tabbytop.server.closing:Closing", ws_max_size=MESSAGE, ws_per_message_deflate=False,
            ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=3,
            proxy_headers=proxy, server_header=False, access_log=False, log_config=_logging(),
        )  # fmt: skip
    finally:
        if counters:
            shutil.rmtree(counters, ignore_errors=True)


def _free(host: str, port: int) -> int:
    """The port, if nobody else listens there; for 0, any that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            return int(trial.getsockname()[1])
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadOption(f"port {port} is in use, perhaps by Tabbytop; another one is --port {port + 1}") from None
        raise BadOption(f"cannot listen at {host}, port {port}: {error.strerror}") from None


def _has_screen() -> bool:
    """Without one, `webbrowser` would start a browser inside the terminal."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _show(host: str, port: int, address: str) -> None:
    """Open the page as soon as somebody answers there."""
    for _ in range(120):
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.25)


@contextlib.contextmanager
def _said_in_a_line() -> Iterator[None]:
    """What an address is usually wrong about: where nobody listens, a name, a password, a driver that is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise BadOption("PostgreSQL needs more to be installed: pip install 'tabbytop[postgresql]'") from None
    except CommandError as error:
        raise BadOption(f"the database is of another version of the program: {error}") from None
    except DBAPIError as error:  # SQLite's; what SQLAlchemy adds tells nobody anything
        raise BadOption(f"cannot reach the database: {error.orig}") from None
    except Exception as error:
        if not (isinstance(error, OSError) or type(error).__module__.startswith("asyncpg.")):
            raise
        raise BadOption(f"cannot reach the database: {str(error) or 'it does not answer'}") from None


async def _migrate(address: str) -> None:
    with _said_in_a_line():
        database = database_at(address)
        async with database.running():
            await database.write(migrate)


def _logging() -> dict[str, object]:
    levels = {"uvicorn": "INFO", "tabbytop": "INFO"}  # of which Quiet lets little through
    loggers = {name: {"handlers": ["stderr"], "level": level, "propagate": False} for name, level in levels.items()}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "tabbytop.server.watching.JsonLines"}},
        "filters": {"quiet": {"()": "tabbytop.server.watching.Quiet"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["quiet"]}},
        "loggers": loggers,
        "root": {"handlers": ["stderr"], "level": "WARNING"},  # whoever else has something to say
    }


def prune(days: float, database: str | None) -> None:
    if days < 0:
        raise BadOption(f"days are a number from 0; got {days}")
    address = database or usual_database()
    if (file := file_of(address)) is not None and not file.exists():
        raise BadOption(f"there is no file {file} to forget tables in")
    gone = asyncio.run(_prune(address, time.time() - days * DAY))
    print(f"forgot {gone} table{'' if gone == 1 else 's'} that nobody touched for {days:g} days")


async def _prune(address: str, before: float) -> int:
    await _migrate(address)
    database = database_at(address)
    async with database.running():
        return await Store(database).prune(before)
