"""What is refused has a code, so that a page can say it in any language."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path
from typing import get_args

import httpx
import pytest
import websockets

from servers import Desk, Server, connected, serving
from tabbytop.core import errors as core
from tabbytop.server import errors
from tabbytop.server.app import Settings, create
from tabbytop.server.errors import CODES, Code, Refused, code_of
from tabbytop.server.guard import address_of

KNOWN = set(get_args(Code.__value__))
SOURCES = Path(errors.__file__).parent
GIVING = ("Refused", "Forbidden", "NotFound", "problem")
BOTS = {core.BotFailed}  # other people's programs, which the server never asks


def test_every_error_of_the_games_has_a_code_of_its_own() -> None:
    kinds = set(core.TabbytopError.__subclasses__()) - {Refused} - BOTS
    assert set(CODES) == {kind for kind in kinds if kind.__module__ == core.__name__}
    assert [code_of(kind("why")) for kind in CODES] == list(dict.fromkeys(CODES.values()))


def test_every_code_is_given_somewhere_and_every_one_given_is_known() -> None:
    given: set[object] = {*CODES.values(), code_of(ValueError())}
    for source in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in GIVING:
                given |= {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)}
    assert given == KNOWN


def test_every_code_is_documented() -> None:
    page = (SOURCES.parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    assert {code for code in KNOWN if f"`{code}`" not in page} == set()


def test_a_log_that_this_process_cannot_read_is_not_the_fault_of_who_says_hello(tmp_path: Path) -> None:
    async def closed(url: str, table: str, token: str) -> int | None:
        """With which code the socket is closed after a hello."""
        async with websockets.connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket") as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            await socket.wait_closed()
            return socket.close_code

    async def play(url: str) -> None:
        async with Desk(url) as desk:
            opened = await desk.open("catsle", name="Mia")
        table, token = opened["table"], opened["token"]
        assert await closed(url, table, "somebodyelses") == 4403
        assert await closed(url, table, "x" * 80) == 4400
        with sqlite3.connect(tmp_path / "tables.sqlite") as file:  # what a newer process might write
            row = (table, 1, 1.0, json.dumps({"kind": "of tomorrow", "text": "meow"}))
            file.execute("insert into log (table_id, number, at, entry) values (?, ?, ?, ?)", row)
            file.execute("update tables set due = 1, number = 2 where id = ?", (table,))
        assert await closed(url, table, token) == 1011
        async with Desk(url) as desk:  # the others are not held up by it
            listed = (await desk.http.get("/api/tables")).json()
            assert listed == []
            other = await desk.open("catsle", players=3)
            listed = (await desk.http.get("/api/tables")).json()
        assert other["table"] in [each["table"] for each in listed]

    server = Server(f"sqlite:///{tmp_path}/tables.sqlite")
    try:
        server.wait_until_it_answers()
        asyncio.run(play(server.url))
        said = server.said()
        assert "entry 1" in said
        for secret in ("of tomorrow", "meow", "input_value"):
            assert secret not in said
    finally:
        server.stop()
        server.output.close()


def test_who_comes_too_often_or_with_too_many_is_told_so(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with connected(url, "nowhere") as first:  # refused, but it was let in
            assert json.loads(first.received[0])["code"] == "no_table"
        address = f"{url.replace('http', 'ws', 1)}/api/tables/nowhere/socket"
        async with websockets.connect(address), websockets.connect(address) as second:
            assert json.loads(await second.recv())["code"] == "too_many_connections"
            with pytest.raises(websockets.ConnectionClosed):
                await second.recv()
            assert second.close_code == 4429

    with serving(f"sqlite:///{tmp_path}/tables.sqlite", "--requests", "1", "--connections", "1") as server:
        asyncio.run(play(server.url))
        with httpx.Client(base_url=server.url) as client:
            while client.get("/healthz").status_code == 200:
                pass  # ten at once are allowed
            told = client.get("/", headers={"accept": "application/json"})
            page = client.get("/", headers={"accept": "text/html,*/*"})
    assert (told.status_code, told.json()["code"]) == (429, "too_often")
    assert page.status_code == 429
    assert "<svg" in page.text


def test_all_connections_of_an_address_share_its_limits(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with Desk(url) as desk:
            table = (await desk.open("catsle"))["table"]
            async with contextlib.AsyncExitStack() as stack:
                sockets = [await stack.enter_async_context(connected(url, table)) for _ in range(6)]
                answers = [(await each.ask(type="undo"))["code"] for each in sockets * 35]
                assert "no_seat" in answers
                assert "too_often" in answers
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
            while True:  # to guess a token, say
                async with websockets.connect(address) as socket:
                    with contextlib.suppress(websockets.ConnectionClosed):  # it may be refused before that
                        await socket.send(json.dumps({"type": "hello", "token": "a" * 24}))
                    if json.loads(await socket.recv())["code"] == "too_often":
                        await socket.wait_closed()
                        assert socket.close_code == 4429
                        break

    with serving(f"sqlite:///{tmp_path}/tables.sqlite", "--requests", "5", "--connections", "100") as server:
        asyncio.run(play(server.url))


def test_neighbours_in_ipv6_are_one_address_and_ipv4_in_it_is_ipv4() -> None:
    def shared(address: str) -> str:
        return address_of({"type": "http", "client": (address, 1)})

    assert shared("2001:db8:1:2::1") == shared("2001:db8:1:2:ffff::9") != shared("2001:db8:1:3::1")
    assert shared("::ffff:10.1.2.3") == shared("10.1.2.3") != shared("10.1.2.4")
    assert shared("fe80::1%eth0") == shared("fe80::2")
    assert shared("unix") == "unix"


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200), ("::1", {}, 200), ("::ffff:127.0.0.1", {}, 200), ("10.81.40.7", {}, 200),
        ("10.81.41.7", {}, 404), ("2001:db8::1", {}, 404), ("nonsense", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}, 404),
    ],
)  # fmt: skip
def test_figures_are_for_this_machine_and_for_who_is_allowed(
    client: str, headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    async def ask() -> int:
        app = create(Settings(f"sqlite:///{tmp_path}/tables.sqlite", metrics="10.81.40.0/24, 10.82.0.1"))
        transport = httpx.ASGITransport(app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://club.example") as http:
            return (await http.get("/metrics", headers=headers)).status_code

    assert asyncio.run(ask()) == status
