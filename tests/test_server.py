"""The table server as people use it: real processes, real sockets, SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import websockets
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

import tabbytop
from postgres import postgres
from servers import PATIENCE, Desk, Server, bearer, connected, serving
from tabbytop.core.errors import UnknownGame
from tabbytop.games import IDS, find
from tabbytop.server.database import database_at
from tabbytop.server.hub import Hub
from tabbytop.server.store import Store
from tabbytop.server.thinkers import Thinkers

pytestmark = pytest.mark.xdist_group("server")  # one worker, so that servers are not started twice


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def two_on_postgres() -> Iterator[list[Server]]:
    with postgres() as database, serving(database) as first, serving(database) as second:
        yield [first, second]


async def seat_people(
    desk: Desk, game: str, players: int, people: int, **asked: object
) -> tuple[dict[str, Any], list[str]]:
    """A table with people on the first seats and kittens on the others; who opened it, and the people's tokens."""
    bots = [None] * people + ["kitten"] * (players - people)
    opened = await desk.open(game, players=players, bots=bots, **asked)
    tokens = [(await desk.do(opened["table"], type="sit", name=f"p{i}"))["token"] for i in range(people)]
    await desk.do(opened["table"], opened["host"], type="start")
    return opened, tokens


async def play_whole(servers: list[Server], game: str, players: int, people: int) -> None:
    """People at different servers, and bots, play a match to its end; its record is right in every detail."""
    async with Desk(servers[0].url) as desk:
        opened, tokens = await seat_people(desk, game, players, people)
        table = opened["table"]

        async def person(number: int) -> list[dict[str, Any]]:
            async with connected(servers[number % len(servers)].url, table, tokens[number]) as connection:
                await connection.play(random.Random(number))
                return connection.updates

        seen = await asyncio.gather(*(person(number) for number in range(people)))
        record = (await desk.http.get(f"/api/tables/{table}/record")).json()
    match = tabbytop.from_record(record)
    assert match.over
    for seat, updates in enumerate(seen):
        last = updates[-1]
        assert last["view"]["result"] == match.result
        news = [item for update in updates for item in update["news"]]
        assert len(news) == last["number"]
        heard = [(item["seat"], item["text"]) for item in news if item["kind"] == "told"]
        assert heard == list(match.view(seat, since=0).log)


@pytest.mark.parametrize("game", IDS)
def test_people_and_bots_play_a_whole_match_over_the_socket(game: str, server: Server) -> None:
    players = find(game).players[-1]
    asyncio.run(play_whole([server], game, players, players - 1))


def test_two_players_with_two_paws_each(server: Server) -> None:
    asyncio.run(play_whole([server], "ahoy", 2, 2))


@pytest.mark.parametrize("game", IDS)
def test_people_at_two_processes_on_one_postgresql(game: str, two_on_postgres: list[Server]) -> None:
    players = find(game).players[0]
    asyncio.run(play_whole(two_on_postgres, game, players, 2))


def test_two_processes_on_one_sqlite(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as first, serving(database) as second:
        asyncio.run(play_whole([first, second], "catsle", 3, 3))


def test_a_server_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"

    async def begin(url: str) -> tuple[str, list[str], int]:
        async with Desk(url) as desk:
            opened, tokens = await seat_people(desk, "catsle", 3, 1)
            async with connected(url, opened["table"], tokens[0]) as connection:
                await connection.play(random.Random(1), 3)
                return opened["table"], tokens, int(connection.update["number"])

    async def go_on(url: str, table: str, token: str, number: int) -> None:
        async with connected(url, table, token, since=number) as connection:
            assert connection.update["number"] >= number
            assert len(connection.update["news"]) == connection.update["number"] - number
            await connection.play(random.Random(2))
            assert connection.update["lobby"]["state"] == "over"

    with serving(database) as first:
        table, tokens, number = asyncio.run(begin(first.url))
    with serving(database) as second:
        asyncio.run(go_on(second.url, table, tokens[0], number))


def test_a_reconnecting_client_gets_exactly_what_it_missed(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "sorting", 3, 2)
            table = opened["table"]
            async with connected(server.url, table) as watching:
                known: list[Any] = []
                for number in count():
                    async with connected(server.url, table, tokens[0], since=len(known)) as connection:
                        known += connection.update["news"]
                        assert len(known) == connection.update["number"]
                        async with connected(server.url, table, tokens[1]) as other:
                            for person in (connection, other):
                                if person.update["legal"]:
                                    await person.play(random.Random(number), 1)
                        known += [item for update in connection.updates[1:] for item in update["news"]]
                    if len(known) > 10:
                        break
                    await asyncio.sleep(0.1)  # a bot may be thinking
                assert known == (await desk.look(table, tokens[0]))["news"][: len(known)]
                assert watching.update["seat"] == -1

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_a_seat_opens_with_its_own_token_and_with_no_other(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "catsle", 3, 2)
            other, others = await seat_people(desk, "catsle", 3, 2)
            table = opened["table"]
            mine = (await desk.look(table, tokens[0]))["view"]
            assert mine["seat"] == 0
            assert (await desk.look(table))["view"]["seat"] == -1
            for token in ("", "x", others[0], other["host"], tokens[0][:-1]):
                reply = await desk.ask(table, token or "%", type="move", move=mine["table"]["phase"])
                assert reply.status_code == 403, reply.text
            assert (await desk.ask(table, type="start")).status_code == 403
            assert (await desk.ask(table, tokens[0], type="place", seat=1)).status_code == 403
            assert (await desk.http.get(f"/api/tables/{table}/record")).status_code == 403
            assert (await desk.http.get("/api/tables/nowhere")).status_code == 404

    asyncio.run(play())


def test_who_opened_the_table_seats_bots_and_sends_people_away(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened = await desk.open("catsle", players=3, name="Mia")
            table, host = opened["table"], opened["host"]
            tom = await desk.do(table, type="sit", name="Tom")
            listed = (await desk.http.get("/api/tables")).json()
            assert table in [each["table"] for each in listed]
            async with connected(server.url, table, tom["token"]) as connection:
                await desk.do(table, host, type="place", seat=tom["seat"])
                while connection.update["seat"] != -1:
                    await connection.next()
                # Whoever sits there now, he sees nothing of it and can do nothing there.
                assert (await desk.do(table, type="sit", name="Ann"))["seat"] == tom["seat"]
                await desk.do(table, host, type="place", seat=2, bot="tiger")
                await desk.do(table, host, type="start")
                assert (await connection.until(state="playing"))["view"]["seat"] == -1
                assert (await connection.ask(type="say", text="but I was here"))["error"] == (
                    "you have no seat at this table"
                )
            assert (await desk.ask(table, tom["token"], type="say", text="but I was here")).status_code == 403

    asyncio.run(play())


def test_seats_that_stay_free_go_to_bots(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened = await desk.open("catsle", players=3, name="Mia")
            table, host = opened["table"], opened["host"]
            await desk.do(table, host, type="place", seat=2, bot="tiger")
            await desk.do(table, host, type="start", bot="kitten")
            seats = (await desk.look(table))["lobby"]["seats"]
            assert [(seat["name"], seat["bot"]) for seat in seats] == [("Mia", None), (None, "kitten"), (None, "tiger")]
            assert (await desk.ask(table, type="sit", name="Ann")).status_code == 409

    asyncio.run(play())


def test_choices_made_at_once_are_secret_may_be_changed_and_are_revealed_together(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "ahoy", 3, 3, seed=4)
            table = opened["table"]
            async with (
                connected(server.url, table, tokens[0]) as a,
                connected(server.url, table, tokens[1]) as b,
                connected(server.url, table, tokens[2]) as c,
                connected(server.url, table) as watching,
            ):
                before = [len(each.received) for each in (c, watching)]
                assert (await a.ask(type="move", move="fish 1"))["error"] is None
                assert (await a.ask(type="move", move="fish 2"))["error"] is None
                assert (await a.ask(type="undo"))["error"] is None
                assert (await desk.look(table, tokens[0]))["chosen"] == []
                assert (await a.ask(type="move", move="fish 2"))["error"] is None
                assert (await desk.look(table, tokens[0]))["chosen"] == ["fish 2"]
                assert (await b.ask(type="move", move="fish 1"))["error"] is None
                assert (await desk.look(table, tokens[2]))["chosen"] == []
                # Nobody was sent anything meanwhile: the answer to what they ask now is the first they hear.
                for each, heard in zip((c, watching), before, strict=True):
                    await each.ask(type="undo")
                    assert [json.loads(text)["type"] for text in each.received[heard:]] == ["answer"]
                assert (await c.ask(type="move", move="fish 1"))["error"] is None
                number = (await c.until(chosen=[]))["number"]
                for each in (a, b, watching):
                    while each.update["number"] < number:
                        await each.next()
                assert [item["text"] for item in watching.update["news"]][:3] == ["fish 2", "fish 1", "fish 1"]

    asyncio.run(play())


def test_who_leaves_is_played_by_a_bot_and_takes_over_again(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "catsle", 3, 2)
            table = opened["table"]
            async with connected(server.url, table, tokens[0]) as mia:
                await desk.do(table, tokens[1], type="leave")
                while not mia.update["lobby"]["seats"][1]["away"]:
                    await mia.next()
                await mia.play(random.Random(1), 4)  # goes on: a bot plays for who left
                async with connected(server.url, table, tokens[1]) as tom:
                    assert not tom.update["lobby"]["seats"][1]["away"]
                    await asyncio.gather(mia.play(random.Random(2)), tom.play(random.Random(3)))
                    assert "back" in [item["kind"] for item in tom.update["news"] + tom.updates[0]["news"]]

    asyncio.run(play())


def test_who_only_glances_at_a_table_is_not_back(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "ahoy", 3, 2)
            table, toms = f"/api/tables/{opened['table']}", bearer(tokens[1])
            await desk.do(opened["table"], tokens[1], type="leave")
            seen = (await desk.http.get(table, params={"present": False}, headers=toms)).json()
            assert seen["seat"] == 1
            assert seen["legal"]
            assert seen["lobby"]["seats"][1]["away"]
            assert not (await desk.look(opened["table"], tokens[1]))["lobby"]["seats"][1]["away"]
            wrong = await desk.http.get(table, params={"present": False}, headers=bearer("no key"))
            assert wrong.json()["code"] == "wrong_token"

    asyncio.run(play())


def test_when_the_clock_runs_out_a_bot_decides(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened = await desk.open("catsle", players=3, name="Mia", clock=5, bots=[None, "kitten", "kitten"])
            await desk.do(opened["table"], opened["host"], type="start")
            async with connected(server.url, opened["table"], opened["token"]) as mia:
                while not mia.update["legal"]:
                    await mia.next()
                assert mia.update["deadline"] > mia.update["now"]
                number = mia.update["number"]
                while mia.update["number"] == number:
                    await mia.next()  # without a move of hers

    asyncio.run(play())


def test_hints_chat_reactions_and_rematch(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "festival", 3, 1)
            table = opened["table"]
            async with connected(server.url, table, tokens[0]) as mia:
                while not mia.update["legal"]:
                    await mia.next()
                hints = await asyncio.gather(*(desk.ask(table, tokens[0], type="hint") for _ in range(8)))
                assert {hint.status_code for hint in hints} == {200, 409}  # one at a time
                hint = (await mia.ask(type="hint"))["done"]
                assert hint["move"] in mia.update["legal"]
                assert "imagined deals" in hint["why"]
                assert (await mia.ask(type="say", text=" hello "))["error"] is None
                assert (await mia.ask(type="react", what="wow"))["error"] is None
                assert (await mia.ask(type="rematch"))["error"] == "a rematch can be opened when the match is over"
                await mia.play(random.Random(1))
                again = (await mia.ask(type="rematch"))["done"]["table"]
                assert (await mia.ask(type="rematch"))["done"]["table"] == again
            news = (await desk.look(table, tokens[0]))["news"]
            said = [(item["kind"], item["text"]) for item in news if item["kind"] in ("said", "reacted", "rematch")]
            assert said == [("said", "hello"), ("reacted", "wow"), ("rematch", again)]
            assert [seat["kind"] for seat in (await desk.look(again))["lobby"]["seats"]].count("free") == 1

    asyncio.run(play())


def test_what_was_missed_is_told_to_seats_and_spectators_the_last_sixty_steps_of_it(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:

            async def missed(token: str | None = None) -> list[dict[str, Any]]:
                reply = await desk.http.get(address, headers=bearer(token))
                assert reply.status_code == 200, reply.text
                return list(reply.json())

            waiting = await desk.open("catsle")
            reply = await desk.http.get(f"/api/tables/{waiting['table']}/missed")
            assert (reply.status_code, reply.json()["code"]) == (409, "not_begun")
            opened, (token,) = await seat_people(desk, "catsle", 5, 1, seed=1)  # seat 2 leads
            table, address = opened["table"], f"/api/tables/{opened['table']}/missed"
            reply = await desk.http.get(address, headers=bearer(waiting["host"]))
            assert (reply.status_code, reply.json()["code"]) == (403, "wrong_token")
            async with connected(server.url, table, token) as mia:
                while not mia.update["waiting"]:
                    await mia.next()
                decided, number = mia.update["view"]["table"], mia.update["number"]
                await mia.play(random.Random(1), 1)
                while not mia.update["waiting"] or mia.update["number"] == number:
                    await mia.next()
                steps = await missed(token)
                assert [steps[0]["table"], steps[-1]["table"]] == [decided, mia.update["view"]["table"]]
                watched = await missed()
                assert (watched[0]["news"], len(watched) > len(steps)) == ([], True)
                assert not any(step["table"].get("hand") for step in watched)
                await mia.play(random.Random(2))
            watched = await missed()
            assert len(watched) == 60
            replayed = (await desk.http.get(f"/api/tables/{table}/replay")).json()["steps"]
            assert len(replayed) > 60
            assert [step["table"] for step in watched] == [step["table"] for step in replayed[-60:]]

    asyncio.run(play())


def test_a_duplicate_has_the_same_deal(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            opened, tokens = await seat_people(desk, "catsle", 3, 1, seed=None)
            body = {"duplicate": opened["table"], "name": "Ann"}
            assert (await desk.http.post("/api/tables", json=body, headers=bearer(opened["host"]))).status_code == 409
            first = await desk.look(opened["table"], tokens[0])
            assert not first["lobby"]["known_deal"]
            async with connected(server.url, opened["table"], tokens[0]) as mia:
                await mia.play(random.Random(1))
            ann = (await desk.http.post("/api/tables", json=body)).json()
            await desk.do(ann["table"], ann["host"], type="start")
            again = await desk.look(ann["table"], ann["token"])
            assert again["lobby"]["known_deal"]
            assert again["view"]["table"]["hand"] == first["view"]["table"]["hand"]

    asyncio.run(play())


def test_pages_of_other_servers_may_not_ask(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            reply = await desk.http.post("/api/tables", json={"game": "catsle"}, headers={"origin": "http://evil.test"})
            assert reply.status_code == 403
            opened = await desk.open("catsle")
            with pytest.raises(websockets.InvalidStatus, match="403"):
                async with connected(server.url, opened["table"], origin="http://evil.test"):
                    pass
            async with connected(server.url, opened["table"], origin=server.url):
                pass
            reply = await desk.http.get("/healthz")
            assert "default-src 'self'" in reply.headers["content-security-policy"]

    asyncio.run(play())


def test_what_is_wrong_is_said_and_nothing_breaks(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            for body, status, code, why in (
                ({"game": "chess"}, 400, "unknown_game", "festival"),
                ({"game": "catsle", "players": 9}, 400, "bad_option", "3-5"),
                ({"game": "catsle", "options": {"rounds": "x"}}, 400, "bad_option", "whole number"),
                ({"game": "catsle", "options": {"rounds": 101}}, 400, "bad_option", "from 1 to 100; got 101"),
                ({"game": "festival", "options": {"target": 101}}, 400, "bad_option", "from 1 to 100; got 101"),
                ({"game": "catsle", "gone": 29}, 422, "bad_request", "gone"),
                ({"game": "catsle", "bots": ["kitten"] * 4}, 409, "no_such_seat", "3 seats"),
                ({"game": "catsle", "clock": 1}, 422, "bad_request", "clock"),
                ({"game": 5}, 422, "bad_request", "game"),
                ({}, 400, "bad_option", "which game"),
            ):
                reply = await desk.http.post("/api/tables", json=body)
                assert (reply.status_code, reply.json()["code"]) == (status, code), reply.text
                assert why in reply.json()["detail"]
            reply = await desk.http.post("/api/tables", content=b"x" * 100_000)
            assert (reply.status_code, reply.json()["code"]) == (413, "too_long")
            for path, why in (("tables?state=x", "playing"), ("tables/any?since=-1", "since")):
                reply = await desk.http.get(f"/api/{path}")
                assert (reply.status_code, reply.json()["code"]) == (422, "bad_request"), reply.text
                assert why in reply.json()["detail"]
            told = {game["id"]: game["options"] for game in (await desk.http.get("/api/games")).json()}
            assert told["sorting"][0]["expects"] == "a whole number from 1 to 100"
            opened, tokens = await seat_people(desk, "catsle", 3, 1)
            async with connected(server.url, opened["table"], tokens[0]) as mia:
                while not mia.update["legal"]:
                    await mia.next()
                for text, code, why in (
                    ("nonsense", "bad_request", "no JSON"), ("[]", "bad_request", "JSON object"),
                    ('{"type": "fly"}', "bad_request", "type"), ('{"type": "move"}', "bad_request", "move"),
                    ('{"type": "move", "move": "fly"}', "illegal_move", "you may"),
                ):  # fmt: skip
                    await mia.send(text)
                    while (message := await mia.next())["type"] != "answer":
                        pass
                    assert why in message["error"], message
                    assert message["code"] == code

    asyncio.run(play())


def test_an_address_that_is_no_page_is_answered_by_the_page(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            for path in ("/nowhere", "/t", "/rules/catsle/more"):
                reply = await desk.http.get(path)
                assert reply.status_code == 404
                assert '<div id="app">' in reply.text
            for path in ("/api/nowhere", "/assets/nothing.js"):
                reply = await desk.http.get(path)
                assert (reply.status_code, reply.json()["code"]) == (404, "no_page")
            assert (await desk.http.get("/api/tables/any/commands")).json()["code"] == "bad_request"  # 405

    asyncio.run(play())


def test_a_record_of_a_game_that_is_not_compiled_yet_waits_for_that(tmp_path: Path) -> None:
    compiled = []

    class Compiling(Thinkers):
        async def ready(self, game: str) -> None:
            compiled.append(game)

    hub = Hub(Store(database_at(f"sqlite:///{tmp_path}/tables.sqlite")), Compiling(0))
    record = tabbytop.new("catsle", seed=1).record()
    assert asyncio.run(hub.read(record)).record() == record
    with pytest.raises(UnknownGame):
        asyncio.run(hub.read(record | {"game": "chess"}))
    assert compiled == ["catsle"]


def test_it_can_be_watched(server: Server) -> None:
    async def play() -> None:
        async with Desk(server.url) as desk:
            metrics = (await desk.http.get("/metrics")).text
            assert "tabbytop_tables_opened_total" in metrics
            assert "tabbytop_command_seconds" in metrics
            described = (await desk.http.get("/openapi.json")).json()
            assert "/api/tables/{table}/commands" in described["paths"]

    asyncio.run(play())


WORKER = """
import asyncio
from tabbytop.server.thinkers import Thinkers
from tabbytop.server.watching import CONNECTED

async def serve():
    thinkers = Thinkers(2)
    await thinkers.ready("catsle")
    CONNECTED.inc()
    print("connected", flush=True)
    await asyncio.Event().wait()

asyncio.run(serve())
"""


def test_connections_of_a_worker_that_was_killed_are_no_longer_counted(tmp_path: Path) -> None:
    def counted() -> float | None:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(tmp_path))  # type: ignore[no-untyped-call]
        return registry.get_sample_value("tabbytop_connections")

    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", WORKER], env=environment, stdout=subprocess.PIPE) as worker:
        try:
            assert worker.stdout is not None
            assert worker.stdout.readline() == b"connected\n"
            assert counted() == 1
        finally:
            worker.kill()
    end = time.monotonic() + PATIENCE
    while counted():
        assert time.monotonic() < end
        time.sleep(0.05)
