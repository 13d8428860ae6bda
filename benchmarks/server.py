"""The table server under load: people at tables, each move seen by all, and the memory of a table.

    python benchmarks/server.py [--people 1000] [--seconds 15] [--rate 100] [--workers 1] [--peer]

Tables of catsle with four people each. First moves are offered at a steady rate, table after table; what counts is the
time from when a move was due to the moment the last of the four has the update (a server that falls behind cannot hide
it). Then each table moves as soon as all four saw its last move. With --peer, boardgame.io's own server from npm bears
the same load in the same run, its matches in memory and in files: the same client, the same number of sockets, views of
the same size. It sends a move on before it stores it and never waits for the disk; this server commits first.

The client shares the machine, so it decodes no more of an update than its number and the legal moves; the share of a
core that it takes is printed. Sockets offer compression as browsers do; --plain offers none.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from boardgame_io.peer import BoardgameIo, install

SEATS = 4
WARM = 3.0  # seconds of the same load before anything is measured
OPENING = 16  # tables that are opened at the same time
FEW = 100  # moves, of which no 99th percentile can be told


NUMBER = re.compile(rb'"(?:number|_stateID)":(\d+)')
LEGAL = re.compile(rb'"legal":(\[[^\]]*\])')  # no move has a bracket in its text


@dataclass(slots=True)
class Chair:
    socket: ClientConnection
    table: str
    seat: int
    secret: str
    number: int = -1  # of the newest update
    legal: list[str] = field(default_factory=list)


class Side(Protocol):
    """A server under load, and how one talks to it."""

    name: str
    port: int

    def command(self) -> list[str]: ...

    async def ready(self, http: httpx.AsyncClient) -> None:
        """Return when tables can be opened without delay; refused, try again."""

    async def open(self, http: httpx.AsyncClient, seed: int) -> tuple[str, list[str]]:
        """Open a table and take its seats; their secrets."""

    async def greet(self, chair: Chair) -> None:
        """Say on a new socket who one is."""

    async def start(self, http: httpx.AsyncClient, table: str) -> None:
        """All are connected."""

    def path(self, table: str) -> str: ...

    def is_update(self, message: bytes) -> bool: ...

    def move(self, chair: Chair, move: str) -> str: ...


class Tabbytop:
    name = "tabbytop"

    def __init__(self, port: int, database: str, workers: int) -> None:
        self.port = port
        self._database = database
        self._workers = workers
        self._hosts: dict[str, str] = {}

    def command(self) -> list[str]:
        return [
            sys.executable, "-m", "tabbytop", "serve", "--port", str(self.port), "--database", self._database,
            "--workers", str(self._workers), "--pause", "0", "--requests", "100000", "--connections", "100000",
        ]  # fmt: skip

    async def ready(self, http: httpx.AsyncClient) -> None:
        for game in (await http.get("/api/games")).raise_for_status().json():  # each waits until its rules are compiled
            (await http.post("/api/tables", json={"game": game["id"], "listed": False})).raise_for_status()

    async def open(self, http: httpx.AsyncClient, seed: int) -> tuple[str, list[str]]:
        asked = {"game": "catsle", "players": SEATS, "options": {"rounds": 100}, "seed": seed, "name": "0"}
        opened = (await http.post("/api/tables", json=asked)).raise_for_status().json()
        table, tokens = opened["table"], [opened["token"]]
        self._hosts[table] = opened["host"]
        for seat in range(1, SEATS):
            sat = await http.post(f"/api/tables/{table}/commands", json={"type": "sit", "name": str(seat)})
            tokens.append(sat.raise_for_status().json()["token"])
        return table, tokens

    def path(self, table: str) -> str:
        return f"/api/tables/{table}/socket"

    async def greet(self, chair: Chair) -> None:
        await chair.socket.send(json.dumps({"type": "hello", "token": chair.secret}))

    async def start(self, http: httpx.AsyncClient, table: str) -> None:
        said = {"authorization": f"Bearer {self._hosts[table]}"}
        (await http.post(f"/api/tables/{table}/commands", json={"type": "start"}, headers=said)).raise_for_status()

    def is_update(self, message: bytes) -> bool:
        if message.startswith(b'{"type":"answer"') and b'"error":null' not in message:
            raise RuntimeError(f"expected that a move is taken; got {message.decode()}")
        return message.startswith(b'{"type":"update"')

    def move(self, chair: Chair, move: str) -> str:
        return json.dumps({"type": "move", "move": move})


@dataclass(slots=True)
class Load:
    """What came of it so far."""

    eager: bool = False  # each table moves as soon as all saw its last move
    waits: list[float] = field(default_factory=list)
    updates: int = 0
    bytes: int = 0

    def forget(self) -> None:
        self.waits, self.updates, self.bytes = [], 0, 0


class Table:
    """Four sockets, and the move that is on its way to them."""

    def __init__(self, side: Side, chairs: list[Chair], load: Load, seed: int) -> None:
        self._side = side
        self._chairs = chairs
        self._load = load
        self._choose = random.Random(seed)
        self._before = -1
        self._due: list[float] = []  # when the move on its way was due, and those that wait for it

    @property
    def began(self) -> bool:
        """Somebody may move, and everybody knows."""
        return len({chair.number for chair in self._chairs}) == 1 and any(chair.legal for chair in self._chairs)

    @property
    def quiet(self) -> bool:
        return not self._due

    async def listen(self, chair: Chair) -> None:
        load, side = self._load, self._side
        while True:
            message = await chair.socket.recv(decode=False)
            if message == b"2":  # socket.io asks whether one is still there
                await chair.socket.send("3")
            if not side.is_update(message):
                continue
            load.bytes += len(message)
            load.updates += 1
            number, legal = NUMBER.search(message), LEGAL.search(message)
            assert number is not None
            assert legal is not None
            chair.number, chair.legal = int(number[1]), json.loads(legal[1])
            if self._due and all(each.number > self._before for each in self._chairs):
                now = time.perf_counter()
                load.waits.append(now - self._due.pop(0))
                if load.eager:
                    self._due.append(now)
                if self._due:
                    await self._send()

    async def move(self, due: float) -> None:
        self._due.append(due)
        if len(self._due) == 1:
            await self._send()

    async def _send(self) -> None:
        chair = next((each for each in self._chairs if each.legal), None)
        if chair is None:
            raise RuntimeError("expected a seat that may move; got none: the match is over, ask for fewer seconds")
        self._before = chair.number
        await chair.socket.send(self._side.move(chair, self._choose.choice(chair.legal)))


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a run."""

    rate: float  # moves seen by all, a second
    median: float  # milliseconds
    late: float  # the 99th percentile
    size: float  # of an update, in kB
    client: float  # percent of a core that the client took
    cpu: float  # milliseconds of the server's processes for a move


class Processes:
    """A server and all that it started: they share its session."""

    def __init__(self, leader: int) -> None:
        self._leader = leader

    def _stats(self) -> Iterator[list[str]]:
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal():
                with contextlib.suppress(OSError):
                    stat = (folder / "stat").read_text().rpartition(")")[2].split()
                    if int(stat[3]) == self._leader:
                        yield stat

    def memory(self) -> float:
        """Resident, in kB."""
        return sum(int(stat[21]) for stat in self._stats()) * os.sysconf("SC_PAGE_SIZE") / 1000

    def cpu(self) -> float:
        """Seconds so far."""
        return sum(int(stat[11]) + int(stat[12]) for stat in self._stats()) / os.sysconf("SC_CLK_TCK")


async def part(tables: Sequence[Table], load: Load, server: Processes, seconds: float, rate: float | None) -> Part:
    """Offer so many moves a second, or as many as are taken."""
    load.eager = rate is None
    offering = asyncio.create_task(offer(tables, rate))
    await asyncio.sleep(WARM)
    load.forget()
    began, own, theirs = time.perf_counter(), time.process_time(), server.cpu()
    await asyncio.sleep(seconds)
    spent, waits, size = time.perf_counter() - began, sorted(load.waits), load.bytes / max(load.updates, 1) / 1000
    client, cpu = 100 * (time.process_time() - own) / spent, 1000 * (server.cpu() - theirs)
    load.eager = False
    offering.cancel()
    async with asyncio.timeout(120):  # what was offered and not yet taken
        while not all(table.quiet for table in tables):
            await asyncio.sleep(0.05)
    if len(waits) < FEW:
        raise RuntimeError(f"expected at least {FEW} moves to measure; got {len(waits)}")
    late = waits[int(len(waits) * 0.99)]
    return Part(len(waits) / spent, 1e3 * statistics.median(waits), 1e3 * late, size, client, cpu / len(waits))


async def offer(tables: Sequence[Table], rate: float | None) -> None:
    due = time.perf_counter()
    if rate is None:
        for table in tables:
            await table.move(due)
        return
    while True:
        for table in tables:
            due += 1 / rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            await table.move(due)


@dataclass(frozen=True, slots=True)
class Measured:
    name: str
    steady: Part
    eager: Part
    empty: float  # kB for each table of all that the server's processes hold, before the first is opened
    full: float  # and at the end


async def measure(side: Side, asked: argparse.Namespace) -> Measured:
    load, narrow, count = Load(), asyncio.Semaphore(OPENING), asked.people // SEATS
    listeners: list[asyncio.Task[None]] = []
    offers = None if asked.plain else [ClientPerMessageDeflateFactory(client_max_window_bits=True)]

    async def open_one(seed: int) -> Table:
        async with narrow:
            table, secrets = await side.open(http, seed)
            chairs = []
            for seat, secret in enumerate(secrets):
                opened = await connect(
                    f"ws://127.0.0.1:{side.port}{side.path(table)}", compression=None, extensions=offers,
                    max_size=None, max_queue=None, ping_interval=None, open_timeout=60, proxy=None,
                )  # fmt: skip
                chairs.append(Chair(opened, table, seat, secret))
                await side.greet(chairs[-1])
            made = Table(side, chairs, load, seed)
            listeners.extend(group.create_task(made.listen(chair)) for chair in chairs)
            await side.start(http, table)
            return made

    async with running(side) as (http, server), asyncio.TaskGroup() as group:
        empty = server.memory()
        print(f"{side.name}: {count} tables are being opened", file=sys.stderr)
        tables = await asyncio.gather(*(open_one(seed) for seed in range(count)))
        async with asyncio.timeout(120):
            while not all(table.began for table in tables):
                await asyncio.sleep(0.05)
        gc.collect()
        gc.freeze()  # a pause of the client would be taken for one of the server
        steady = await part(tables, load, server, asked.seconds, asked.rate)
        eager = await part(tables, load, server, asked.seconds, None)
        full = server.memory()
        for listener in listeners:
            listener.cancel()
    return Measured(side.name, steady, eager, empty / count, full / count)


@contextlib.asynccontextmanager
async def running(side: Side) -> AsyncIterator[tuple[httpx.AsyncClient, Processes]]:
    """A server in a session of its own, so that all it starts is counted, and ends with it."""
    with tempfile.TemporaryFile() as said:
        server = subprocess.Popen(side.command(), stdout=said, stderr=said, start_new_session=True)
        try:
            base = f"http://127.0.0.1:{side.port}"
            async with httpx.AsyncClient(base_url=base, timeout=300, trust_env=False) as http:
                while True:
                    if server.poll() is not None:
                        said.seek(0)
                        raise RuntimeError(f"expected a server to run; it ended and said {said.read().decode()}")
                    with contextlib.suppress(httpx.TransportError):
                        await side.ready(http)
                        break
                    await asyncio.sleep(0.1)
                yield http, Processes(server.pid)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def show(results: list[Measured], asked: argparse.Namespace) -> None:
    """Ours, then each other with how many times ours it is."""
    ours = results[0]
    print(
        f"{asked.people} people at {asked.people // SEATS} tables, {asked.seconds:g} s a part, {os.cpu_count()} cores"
    )
    print(f"{'':43}{ours.name:>12}" + "".join(f"{other.name:>23} (x ours)" for other in results[1:]))

    def line(what: str, figures: list[float]) -> None:
        others = "".join(f"{figure:23.2f} ({figure / (figures[0] or 1):6.2f})" for figure in figures[1:])
        print(f"{what:43}{figures[0]:12.2f}{others}")

    for title, which in ((f"{asked.rate:g} moves/s offered", "steady"), ("as fast as it goes", "eager")):
        print(title)
        parts: list[Part] = [getattr(each, which) for each in results]
        line("  moves/s seen by all", [each.rate for each in parts])
        line("  until the last of four saw it, median, ms", [each.median for each in parts])
        line("  99th percentile, ms", [each.late for each in parts])
        line("  CPU of the server for a move, ms", [each.cpu for each in parts])
        line("  an update, kB", [each.size for each in parts])
        line("  the client's share of a core, %", [each.client for each in parts])
    print("memory for each table")
    line("  all of the server's processes, kB", [each.full for each in results])
    line("  what they took since the first, kB", [each.full - each.empty for each in results])


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--people", type=int, default=1000)
    ask.add_argument("--seconds", type=float, default=15, help="that each part is measured for")
    ask.add_argument("--rate", type=float, default=100, help="moves a second that are offered at all tables together")
    ask.add_argument("--database", help="where tables are kept; if not said, a SQLite file that is removed again")
    ask.add_argument("--workers", type=int, default=1)
    ask.add_argument("--plain", action="store_true", help="offer no compression")
    ask.add_argument("--peer", action="store_true", help="boardgame.io's server, too")
    asked = ask.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no server is left behind
    # Sockets of both ends, where a shell allows a thousand files only.
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="tabbytop-load-") as folder:
        database = asked.database or f"sqlite:///{folder}/tables.sqlite"
        sides: list[Side] = [Tabbytop(free_port(), database, asked.workers)]
        if asked.peer:
            programs = install()
            sides += [BoardgameIo(free_port(), programs, kept) for kept in (None, Path(folder) / "matches")]
        show([asyncio.run(measure(side, asked)) for side in sides], asked)


if __name__ == "__main__":
    main()
