"""The server as a process among others: what it logs, how it ends, and several workers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
import websockets

from evenings import PATIENCE, Evening, evening
from servers import Desk, Server, connected, free_port, serving
from tabbytop.server.app import Settings, create
from tabbytop.server.closing import Closing
from tabbytop.server.messages import Done, Update
from tabbytop.server.rooms import Room
from tabbytop.server.table import Who

pytestmark = pytest.mark.xdist_group("server")  # one worker, so that servers are not started twice

OWN = 5  # semaphores of one worker

LOGGING = """
import asyncio, logging, logging.config
from tabbytop.cli.serve import _logging

logging.config.dictConfig(_logging())
for name in ("uvicorn.error", "tabbytop.server", "asyncio", "websockets"):
    logging.getLogger(name).info("%s is well", name)
    logging.getLogger(name).error("%s is ill", name)
logging.getLogger("uvicorn.error").info("Child process [1] died")
"""


def lines(said: str) -> list[dict[str, str]]:
    """A log of which every line is JSON; without the first, which says where the server is."""
    return [json.loads(line) for line in said.splitlines() if not line.startswith("Tabbytop is at")]


def test_whatever_is_logged_is_json_and_a_worker_that_died_is_worth_a_line() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True, check=True)
    assert [(line["level"], line["message"]) for line in lines(done.stderr)] == [
        ("error", "uvicorn.error is ill"), ("info", "tabbytop.server is well"), ("error", "tabbytop.server is ill"),
        ("error", "asyncio is ill"), ("error", "websockets is ill"), ("warning", "Child process [1] died"),
    ]  # fmt: skip


async def served(here: Evening) -> tuple[uvicorn.Server, asyncio.Task[None], int]:
    """An evening, for everyone who comes to that port."""
    app, port = create(Settings("")), free_port()
    app.state.hub, app.state.crowd = here.hub, {}
    config = uvicorn.Config(app, port=port, lifespan="off", log_config=None, ws=Closing, timeout_graceful_shutdown=9)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    return server, serving, port


def test_a_command_that_came_before_the_end_is_answered_before_the_socket_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with evening(tmp_path) as here:
            table = await here.lay("ahoy", ["p0", "p1"])
            server, serving, port = await served(here)
            do, begun, go_on = here.hub.do, asyncio.Event(), asyncio.Event()

            async def slow(*about: Any) -> Done:
                begun.set()
                await go_on.wait()
                return await do(*about)

            monkeypatch.setattr(here.hub, "do", slow)
            url = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
            async with asyncio.timeout(PATIENCE), websockets.connect(url) as socket, websockets.connect(url) as idle:
                for each in (socket, idle):
                    await each.send(json.dumps({"type": "hello", "token": "p0"}))
                    await each.recv()
                await socket.send(json.dumps({"id": 1, "type": "say", "text": "good night"}))
                await begun.wait()
                server.should_exit = True
                await idle.wait_closed()
                assert idle.close_code == 1012
                go_on.set()
                said = []
                with contextlib.suppress(websockets.ConnectionClosedError):
                    while True:
                        said.append(json.loads(await socket.recv()))
                assert [(each["id"], each["error"]) for each in said if each["type"] == "answer"] == [(1, None)]
                assert socket.close_code == 1012
            await serving

    asyncio.run(play())


def test_who_can_be_sent_nothing_any_more_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with evening(tmp_path) as here:
            table = await here.lay("ahoy", ["p0", "p1"])
            update = here.hub.update
            server, serving, port = await served(here)

            def fail(room: Room, who: Who, since: int) -> Update:
                if since:
                    raise RuntimeError("a bug")
                return update(room, who, since)

            monkeypatch.setattr(here.hub, "update", fail)
            url = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
            async with asyncio.timeout(PATIENCE), websockets.connect(url) as socket:
                await socket.send(json.dumps({"type": "hello", "token": "p0"}))
                await socket.recv()
                await socket.send(json.dumps({"type": "react", "what": "hello"}))
                await socket.wait_closed()
                assert socket.close_code == 1011
            server.should_exit = True
            await serving

    asyncio.run(play())


def _workers(server: Server) -> list[int]:
    """The processes that answer."""
    found = subprocess.run(
        ["pgrep", "-f", "-P", str(server.pid), "spawn_main"], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in found.stdout.split()]


def _left(server: Server) -> list[str]:
    """What is still there of the server's group."""
    found = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = (line.split(maxsplit=2) for line in found.stdout.splitlines())
    return [row[2] for row in rows if int(row[0]) == server.pid and not row[1].startswith("Z")]


def _gone(server: Server) -> bool:
    end = time.monotonic() + PATIENCE
    while _left(server) and time.monotonic() < end:
        time.sleep(0.05)
    return not _left(server)


def test_ctrl_c_ends_all_processes_without_a_word(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite")
    try:
        server.wait_until_it_answers()
        httpx.post(f"{server.url}/api/tables", json={"game": "catsle"}, timeout=300).raise_for_status()
        os.killpg(server.pid, signal.SIGINT)  # as a terminal does
        assert _gone(server), _left(server)
        assert lines(server.said()) == []
    finally:
        server.stop()
        server.output.close()


def example(url: str, table: str, name: str) -> subprocess.Popen[str]:
    """The client of docs/server.md, once it is connected."""
    program = str(Path(__file__).parents[1] / "examples" / "table_client.py")
    client = subprocess.Popen(
        [sys.executable, "-u", program, url, table, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert client.stdout is not None
    assert "sat" in client.stdout.readline()
    return client


def test_three_examples_play_to_the_end_although_they_are_told_that_they_are_too_quick(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", "--requests", "2") as server:
        asked = {"game": "catsle", "players": 3, "options": {"rounds": 1}, "seed": 1}
        opened = httpx.post(f"{server.url}/api/tables", json=asked, timeout=PATIENCE).json()
        clients = [example(server.url, opened["table"], name) for name in ("Mia", "Tom", "Ann")]
        httpx.post(
            f"{server.url}/api/tables/{opened['table']}/commands",
            json={"type": "start"}, headers={"authorization": f"Bearer {opened['host']}"},
        ).raise_for_status()  # fmt: skip
        told = [client.communicate(timeout=4 * PATIENCE)[0] for client in clients]
        assert [said.splitlines()[-1] for said in told] == ["the match is over"] * 3
        assert 'tabbytop_refused_total{why="rate"}' in httpx.get(f"{server.url}/metrics").text


def test_an_example_whose_table_is_forgotten_waits_for_the_server_and_then_ends(tmp_path: Path) -> None:
    database, port = f"sqlite:///{tmp_path}/tables.sqlite", str(free_port())
    with serving(database, "--port", port) as server:
        table = httpx.post(f"{server.url}/api/tables", json={"game": "ahoy"}, timeout=PATIENCE).json()["table"]
        client = example(server.url, table, "Mia")
    subprocess.run([sys.executable, "-m", "tabbytop", "prune", "0", "--database", database], check=True)
    with serving(database, "--port", port):
        told, _ = client.communicate(timeout=4 * PATIENCE)
    assert "trying again" in told
    assert told.splitlines()[-1] == f"there is no table '{table}'"
    assert client.returncode == 1


def test_two_workers_share_tables_and_figures_and_one_may_die(tmp_path: Path) -> None:
    async def play(url: str, people: Sequence[int]) -> None:
        async with Desk(url) as desk:
            opened = await desk.open("catsle", players=3, bots=[None, None, "kitten"])
            table = opened["table"]
            tokens = [(await desk.do(table, type="sit", name=f"p{seat}"))["token"] for seat in people]
            await desk.do(table, opened["host"], type="start")
            async with connected(url, table, tokens[0]) as first, connected(url, table, tokens[1]) as second:
                await asyncio.gather(first.play(random.Random(1)), second.play(random.Random(2)))
                assert first.update["view"]["result"] == second.update["view"]["result"] is not None

    def opened() -> float:
        figures = httpx.get(f"{server.url}/metrics").text.splitlines()
        return sum(float(line.split()[-1]) for line in figures if line.startswith("tabbytop_tables_opened_total{"))

    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", "--workers", "2")
    try:
        server.wait_until_it_answers()
        for _ in range(2):  # the system says which of them takes a connection
            asyncio.run(play(server.url, range(2)))
        assert opened() == 2
        first, second = _workers(server)
        os.kill(first, signal.SIGKILL)
        end = time.monotonic() + 10 * PATIENCE
        while len(workers := _workers(server)) < 2 or first in workers:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert second in workers
        server.wait_until_it_answers()
        asyncio.run(play(server.url, range(2)))
        assert opened() == 3
        with contextlib.suppress(ProcessLookupError):
            os.kill(server.pid, signal.SIGTERM)
        assert _gone(server), _left(server)
        said = server.said()
        logged = "\n".join(line for line in said.splitlines() if line.startswith("{"))
        assert [line["message"] for line in lines(logged)] == [f"Child process [{first}] died"]
        (left,) = re.findall("appear to be ([0-9]+) leaked", said)  # Python tells what it cleans up behind a killed one
        assert int(left) <= OWN
    finally:
        server.stop()
        server.output.close()
