"""A real server on a loopback port, and people who play there over the socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import websockets

from cases import SHORT
from tabbytop.server.app import TOO_MANY

PATIENCE = 300  # seconds: the first to come may have to wait for the compiler


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Server:
    """A process group of its own, so that nothing is left of it."""

    def __init__(self, database: str, *options: str) -> None:
        self.port = int(options[options.index("--port") + 1]) if "--port" in options else free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = tempfile.NamedTemporaryFile("w+", prefix="tabbytop-server-", suffix=".log")  # noqa: SIM115
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "tabbytop", "serve", "--port", str(self.port), "--database", database,
                "--pause", "0", "--requests", "100000", "--connections", "10000", *options,
            ],
            stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    @property
    def pid(self) -> int:
        """Of the process, and of its group."""
        return self._process.pid

    def wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            assert self._process.poll() is None, self.said()
            time.sleep(0.05)
        raise AssertionError(f"no answer from the server: {self.said()}")

    def said(self) -> str:
        return Path(self.output.name).read_text(encoding="utf-8")

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, how)
        self._process.wait(20)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


@contextlib.contextmanager
def serving(database: str, *options: str) -> Iterator[Server]:
    server = Server(database, *options)
    try:
        server.wait_until_it_answers()
        yield server
        assert "Traceback" not in server.said(), server.said()
    finally:
        server.stop()
        server.output.close()


class Desk:
    """What a person has: requests, and tokens where they are needed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)

    async def __aenter__(self) -> Desk:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def open(self, game: str, **asked: object) -> dict[str, Any]:
        asked = {"game": game, "options": SHORT.get(game, {}), "seed": 2, **asked}
        reply = await self.http.post("/api/tables", json=asked)
        assert reply.status_code == 201, reply.text
        return dict(reply.json())

    async def ask(self, table: str, token: str | None = None, **command: object) -> httpx.Response:
        return await self.http.post(f"/api/tables/{table}/commands", json=command, headers=bearer(token))

    async def do(self, table: str, token: str | None = None, **command: object) -> dict[str, Any]:
        reply = await self.ask(table, token, **command)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())

    async def look(self, table: str, token: str | None = None, since: int = 0) -> dict[str, Any]:
        reply = await self.http.get(f"/api/tables/{table}", params={"since": since}, headers=bearer(token))
        assert reply.status_code == 200, reply.text
        return dict(reply.json())


def bearer(token: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


class Connection:
    """A socket at a table. Updates are kept; an answer is waited for."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self._asked = 0
        self.update: dict[str, Any] = {}
        self.updates: list[dict[str, Any]] = []
        self.received: list[str] = []

    async def next(self) -> dict[str, Any]:
        """The next message."""
        raw = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        assert isinstance(raw, str)
        self.received.append(raw)
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "update":
            self.update = message
            self.updates.append(message)
        return message

    async def until(self, **expected: object) -> dict[str, Any]:
        """An update whose lobby or self says this."""
        while not self.update or any(
            self.update.get(key, self.update["lobby"].get(key)) != value for key, value in expected.items()
        ):
            await self.next()
        return self.update

    async def ask(self, **command: object) -> dict[str, Any]:
        """Send a command; its answer."""
        self._asked += 1
        await self._socket.send(json.dumps({"id": self._asked, **command}))
        while (message := await self.next()).get("id") != self._asked or message["type"] != "answer":
            pass
        return message

    async def send(self, text: str | bytes) -> None:
        await self._socket.send(text)

    async def play(self, choose: random.Random, moves: int | None = None) -> int:
        """Random moves until the match is over, or so many were made; how many."""
        made = 0
        while self.update.get("lobby", {}).get("state") != "over" and made != moves:
            if self.update.get("waiting"):
                number, legal = self.update["number"], self.update["legal"]
                answer = await self.ask(type="move", move=choose.choice(legal), after=number)
                made += answer["error"] is None
                if answer["error"] == TOO_MANY:
                    await asyncio.sleep(0.2)
            else:
                await self.next()
        return made


@contextlib.asynccontextmanager
async def connected(
    url: str, table: str, token: str | None = None, since: int = 0, **headers: str
) -> AsyncIterator[Connection]:
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with websockets.connect(address, additional_headers=headers or None, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "since": since}))
        connection = Connection(socket)
        await connection.next()
        yield connection
