"""Junk for the server is answered, never by an accident, and disturbs nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from junk_for_servers import (
    Range,
    Request,
    Volley,
    described,
    drawn,
    http_requests,
    lay_tables,
    one_of_each,
    undisturbed,
    volleys,
)
from servers import Server, serving

pytestmark = pytest.mark.xdist_group("server")  # one worker, so that servers are not started twice


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('fuzz')}/tables.sqlite"
    with serving(database, "--requests", "1000000", "--connections", "100000") as running:
        yield running


def settle(server: Server, shots: Range) -> None:
    assert not shots.accidents, "\n".join(shots.accidents)
    assert shots.counts["socket answer: too many messages"] * 10 < shots.sent, shots.counts
    assert "Traceback" not in server.said(), server.said()[-3000:]


def test_junk_is_answered_and_the_others_at_the_table_play_on(server: Server) -> None:
    shots = Range(server.url)

    async def evening() -> None:
        targets = await lay_tables(server.url, seed=1)
        junk: list[Request | Volley] = [*one_of_each(targets), *drawn(volleys(targets), 50, seed=1)]
        junk += drawn(http_requests(targets), 250, seed=1)
        async with undisturbed(server.url, targets):
            await shots.fire(junk)

    asyncio.run(evening())
    settle(server, shots)
    every_kind = {"socket answer: done", "socket answer: error", "socket closed: refused", "HTTP 200", "HTTP 201"}
    assert every_kind | {"HTTP 400", "HTTP 403", "HTTP 404", "HTTP 422"} <= set(shots.counts), shots.counts


def test_what_its_description_allows_and_forbids_is_answered(server: Server) -> None:
    shots = Range(server.url)
    described(shots, 6, seed=1, token="x" * 24)
    settle(server, shots)
    assert shots.sent >= 30
