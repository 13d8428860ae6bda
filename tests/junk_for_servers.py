"""Junk for a server: requests and messages that nobody in their right mind sends, next to right ones at wrong times.

`drawn` makes them with Hypothesis, seeded; `Range` sends them and counts what comes back. What is no answer that a
client could understand is an accident. Meanwhile people at the same tables are `undisturbed`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import hypothesis
import requests
import schemathesis
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

import tabbytop
from servers import Connection, Desk, bearer, connected
from tabbytop.cli.serve import MESSAGE as LONGEST
from tabbytop.games import IDS, components

T = TypeVar("T")
BURST = 30  # messages on one connection, fewer than the server takes at once
HUGE = 20_000  # bytes, more than the server takes
PATIENCE = 300.0  # seconds for an answer: the first may have to wait for the compiler
AT_ONCE = 8  # connections


def drawn(junk: st.SearchStrategy[T], count: int, seed: int) -> list[T]:
    """About so many examples; the same ones for the same seed."""
    found: list[T] = []

    @hypothesis.seed(seed)
    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(junk)
    def note(one: T) -> None:
        found.append(one)

    with contextlib.suppress(Unsatisfiable):  # schemathesis knows nothing wrong to say where nothing is asked
        note()
    return found


# What is sent


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    chunked: bool = False


@dataclass(frozen=True, slots=True)
class Volley:
    """What is sent over one socket: frames, and whether each says that it is text."""

    table: str
    origin: str | None
    frames: tuple[tuple[bytes, bool], ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """Tables, and secrets that open some of them."""

    tables: tuple[str, ...]
    tokens: tuple[str, ...]
    doors: tuple[tuple[str, str | None], ...]  # tables with a secret that opens them, or none
    shared: tuple[tuple[str, str, str], ...]  # tables with the secrets of a good player and of one who sends junk


words = st.text(max_size=12) | st.sampled_from(
    ["", " ", "\0", "\x7f", "a\ud800", "🐈" * 9, "x" * 500, "__proto__", "-1"]
)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(-3, 9) | st.floats() | words
    | st.sampled_from([10**18, 2**64, -(10**40), 1e308, True]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


def mostly(usual: st.SearchStrategy[T], other: st.SearchStrategy[Any] | None = None, often: int = 5) -> Any:
    """What is expected, and one time in so many something else."""
    return st.integers(1, often).flatmap(lambda roll: usual if roll > 1 else plain if other is None else other)


seats = mostly(st.integers(-1, 6))
bots = mostly(st.none() | st.just("kitten"))
MOVES = (
    "protect",
    "fish 1",
    "fish 2",
    "steal 0",
    "steal 1",
    *(f"play {colour}{n}" for colour in "RGB" for n in range(1, 13)),
)


def shaped(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with such fields, some of them missing, and sometimes another one."""
    return st.builds(
        lambda body, more: {**body, **more},
        mostly(st.fixed_dictionaries(fields), st.fixed_dictionaries({}, optional=fields)),
        mostly(st.just({}), st.dictionaries(words, plain, max_size=1), 8),
    )


def _command(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return shaped(**fields).map(lambda body: {"type": kind, **body})


commands = st.one_of(
    _command("sit", name=mostly(words), seat=seats, colour=seats),
    _command("change", name=mostly(words), colour=seats),
    _command("leave"),
    _command("place", seat=seats, bot=bots),
    _command("start", bot=bots),
    _command("move", move=mostly(st.sampled_from(MOVES))),
    _command("move", move=mostly(words)),
    _command("undo"),
    _command("say", text=mostly(words)),
    _command("react", what=mostly(st.sampled_from(["hello", "wow", "laugh", "boo"]))),
    _command("rematch"),
    _command("hello", token=plain, since=plain),
    shaped(type=words, move=plain),
)  # no hints: a right one costs seconds of thinking


def tables_to_open(targets: Targets) -> st.SearchStrategy[dict[str, Any]]:
    options = st.dictionaries(
        st.sampled_from(["rounds", "games", "weeks", "mode", "target"]) | words, plain, max_size=2
    )
    rightly: dict[str, st.SearchStrategy[Any]] = {
        "game": st.sampled_from(IDS),
        "players": st.none() | st.integers(2, 5),
        "options": mostly(st.just({}), options),
        "components": mostly(st.none(), st.sampled_from(IDS).flatmap(_components), 8),
        "seed": st.none() | st.integers(0, 2**64 - 1),
        "duplicate": mostly(st.none(), st.sampled_from([*targets.tables, "\0"]), 8),
        "bots": st.lists(st.none() | st.just("kitten"), max_size=4),
        "name": st.none() | words,
        "clock": st.none() | st.integers(5, 10**5),
        "gone": st.none() | st.integers(10, 10**5),
        "listed": st.booleans(),
    }
    return shaped(**{name: mostly(usual, often=25) for name, usual in rightly.items()})


@cache
def _components(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """The tables of a game's box, with something else in one of them."""
    tables = json.loads(json.dumps(components(game).tables))
    return st.builds(lambda name, junk: {**tables, name: junk}, st.sampled_from(sorted(tables)), plain)


def spoiled(text: bytes, how: int, where: int) -> bytes:
    """The same message, mostly; or cut off, damaged, doubled, nested far too deep, or far too long."""
    cut = where % (len(text) + 1)
    match how:
        case 0:
            return text[:cut]
        case 1:
            return text[:cut] + bytes([where % 256]) + text[cut:]
        case 2:
            return text * 2
        case 3:
            return b"[" * (where % 9000) + text
        case 4 if where % 10 == 0:
            return text[:-1] + b" " * HUGE + text[-1:]
    return text


def written(what: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    return st.builds(
        lambda value, how, where: spoiled(json.dumps(value).encode(), how, where),
        what, st.integers(0, 30), st.integers(0, 10**6),
    )  # fmt: skip


def volleys(targets: Targets) -> st.SearchStrategy[Volley]:
    """Somebody connects, says who they are (mostly rightly), and sends what they like."""
    anywhere = st.tuples(st.sampled_from(targets.tables) | words, st.sampled_from(targets.tokens) | words)
    doors = mostly(st.sampled_from(targets.doors), anywhere, 6)
    numbered = st.builds(lambda body, number: {"id": number, **body}, commands, st.integers(0, 9) | plain)
    said = st.tuples(written(numbered | commands | plain), mostly(st.just(True), st.just(False), 8))
    frame = mostly(said, st.tuples(st.binary(max_size=40), mostly(st.just(False), st.just(True), 8)), 8)
    return st.builds(
        lambda door, origin, junk, rest: Volley(door[0], origin, ((junk or _hello(door[1]), True), *rest)),
        doors,
        mostly(st.none(), st.sampled_from(ORIGINS), 15),
        mostly(st.none(), written(plain), 15),
        st.lists(frame, min_size=10, max_size=BURST),
    )


def _hello(token: str | None) -> bytes:
    return json.dumps({"type": "hello", "token": token}).encode()


ORIGINS = (
    "null",
    "",
    "http://[",
    "http://[::1",
    "https://elsewhere.example",
    "http://127.0.0.1:1",
    "\xff",
    "http://a:b:c",
)
latin = st.text(st.characters(min_codepoint=33, max_codepoint=255, exclude_characters="\x7f\xa0"), max_size=20)


def http_requests(targets: Targets) -> st.SearchStrategy[Request]:
    segment = mostly(st.sampled_from(targets.tables), st.sampled_from(["%00", "%FF", "%2F", "..", "%F0%9F%90%88"]), 3)
    segment |= words.map(lambda word: quote(word.encode(errors="replace"), safe=""))
    paths = st.one_of(
        st.sampled_from(["/api/games", "/api/tables", "/healthz", "/metrics", "/openapi.json", "/", "/api//tables"]),
        segment.map("/api/tables/{}".format),
        segment.map("/api/tables/{}/commands".format),
        segment.map("/api/tables/{}/record".format),
        segment.map("/api/tables/{}/socket".format),
        st.builds("/{}/{}".format, segment, segment),
    )
    query = st.just("") | st.builds(
        "?{}={}".format,
        st.sampled_from(["state", "since", "%00"]),
        (words | st.integers().map(str)).map(lambda word: quote(word.encode(errors="replace"), safe="")),
    )
    header = st.one_of(
        st.tuples(st.just("authorization"), latin | st.sampled_from(targets.tokens).map("Bearer {}".format)),
        st.tuples(
            st.just("content-type"), latin | st.sampled_from(["application/json", "text/plain", "multipart/form-data"])
        ),
        st.tuples(st.just("origin"), st.sampled_from(ORIGINS) | latin),
        st.tuples(st.sampled_from(["accept", "cookie", "range", "x-forwarded-for", "upgrade", "expect"]), latin),
    )
    anything = st.builds(
        Request,
        mostly(st.sampled_from(["GET", "POST"]), st.sampled_from(METHODS), 3),
        st.builds("{}{}".format, paths, query),
        st.lists(header, max_size=3).map(tuple),
        written(plain) | st.binary(max_size=30),
        st.booleans(),
    )
    opening = st.builds(lambda body: Request("POST", "/api/tables", JSON, body), written(tables_to_open(targets)))
    commanding = st.builds(
        lambda table, token, body: Request(
            "POST", f"/api/tables/{table}/commands", (*JSON, ("authorization", f"Bearer {token}")), body
        ),
        st.sampled_from(targets.tables), st.sampled_from(targets.tokens) | latin, written(commands),
    )  # fmt: skip
    return anything | opening | commanding


def one_of_each(targets: Targets) -> list[Request | Volley]:
    """What surely gets each kind of answer; what Hypothesis draws changes with its version and with what is loaded."""
    table, token = targets.doors[1]
    record = f"/api/tables/{table}/record"

    def opening(body: bytes) -> Request:
        return Request("POST", "/api/tables", JSON, body)

    return [
        opening(b'{"game": "ahoy"}'), opening(b'{"game": "chess"}'), opening(b'{"game": 5}'),
        Request("GET", "/api/games"), Request("GET", record), Request("GET", "/api/tables/nowhere"),
        Volley(table, None, ((_hello("not a token"), True), (b"{}", True), (b"{}", True))),
        Volley(table, None, ((_hello(token), True), (b'{"type": "react", "what": "hello"}', True), (b"{}", True))),
    ]  # fmt: skip


METHODS = ("PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "PROPFIND")
JSON = (("content-type", "application/json"),)


# Sending it


@dataclass(eq=False)
class Range:
    """Where it is fired, and what came back."""

    url: str
    counts: Counter[str] = field(default_factory=Counter)
    accidents: list[str] = field(default_factory=list)
    sent: int = 0

    async def fire(self, junk: Sequence[Request | Volley], told: Callable[[int], object] = lambda sent: None) -> None:
        """Send all of it over several connections; `told` hears how many messages went out."""
        waiting = iter(junk)
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, trust_env=False) as http:

            async def gunner(waiting: Iterator[Request | Volley]) -> None:
                for one in waiting:
                    before = self.sent
                    await (self._request(http, one) if isinstance(one, Request) else self._volley(one))
                    told(self.sent - before)

            await asyncio.gather(*(gunner(waiting) for _ in range(AT_ONCE)))

    async def _request(self, http: httpx.AsyncClient, one: Request) -> None:
        self.sent += 1
        headers = [(name.encode(), value.encode("latin-1")) for name, value in one.headers]
        content = _pieces(one.body) if one.chunked else one.body
        try:
            reply = await http.request(one.method, one.path, content=content, headers=headers)
        except httpx.LocalProtocolError:  # the client does not let it out
            self.counts["not sent"] += 1
            return
        except httpx.TransportError as error:
            self._accident(one, f"no answer: {type(error).__name__} {error}")
            return
        self.judge(one, reply.status_code, reply.text)

    def judge(self, one: object, status: int, text: str) -> None:
        self.counts[f"HTTP {status}"] += 1
        if status >= 500 or "Traceback" in text:
            self._accident(one, f"{status} {text:.200}")

    async def _volley(self, one: Volley) -> None:
        table = quote(one.table.encode(errors="replace"), safe="")
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"origin": one.origin} if one.origin is not None else None
        answers = 0
        try:
            async with websockets.connect(
                address, additional_headers=headers, max_size=None, proxy=None, open_timeout=PATIENCE
            ) as socket:
                for frame, text in one.frames:
                    self.sent += 1
                    await socket.send(frame, text=text)
                    if _ends_it(frame, text=text):
                        break
                async with asyncio.timeout(PATIENCE):
                    while answers < len(one.frames) - 1:
                        answers += self._take(one, json.loads(await socket.recv()))
        except websockets.InvalidStatus as refused:
            self.sent += 1
            self.judge(one, refused.response.status_code, "")
        except websockets.ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            self.counts[f"socket closed: {CLOSED.get(code, code)}"] += 1
            # Cut off in the middle of what is too long, a client may not hear why.
            if code not in CLOSED and not (
                code == 1006 and any(_ends_it(frame, text=text) for frame, text in one.frames)
            ):
                self._accident(one, f"closed with {code} after {answers} answers")
        except (TimeoutError, websockets.WebSocketException, OSError, ValueError) as error:
            self._accident(one, f"{type(error).__name__} {error} after {answers} answers")

    def _take(self, one: Volley, message: dict[str, Any]) -> bool:
        """Whether it is an answer."""
        if message["type"] == "update":
            return False
        if message["type"] != "answer" or (message["done"] is None) == (message["error"] is None):
            self._accident(one, f"expected an answer, done or with an error; got {message}")
        error = message["error"]
        what = "done" if error is None else "too many messages" if "too many messages" in error else "error"
        self.counts[f"socket answer: {what}"] += 1
        return True

    def _accident(self, one: object, what: str) -> None:
        self.counts["ACCIDENT"] += 1
        if len(self.accidents) < 20:
            self.accidents.append(f"{what}\n    from {one!r:.1500}")


def _ends_it(frame: bytes, *, text: bool) -> bool:
    """Whether no server may let the connection go on after this frame."""
    return len(frame) > LONGEST or (text and b"\xef\xbf\xbd" in frame.decode(errors="replace").encode())


CLOSED = {1007: "no UTF-8", 4400: "refused", 4403: "refused", 4404: "refused", 1009: "too long"}


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), 1000):
        yield body[start : start + 1000]


def described(shots: Range, examples: int, seed: int, token: str) -> None:
    """What the server's own description allows, and what it forbids, by schemathesis."""
    schema = schemathesis.openapi.from_url(f"{shots.url}/openapi.json")
    with requests.Session() as session:
        session.trust_env = False
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                for case in drawn(operation.as_strategy(generation_mode=mode), examples, seed):
                    shots.sent += 1
                    reply = case.call(base_url=shots.url, session=session, headers=bearer(token), timeout=PATIENCE)
                    shots.judge(case, reply.status_code, reply.text)


# Tables to fire at


async def lay_tables(url: str, seed: int) -> Targets:
    """A table that has not begun, one that is over, and two where somebody who sends junk plays with somebody else."""
    async with Desk(url) as desk:
        waiting = await desk.open("festival", name="host", gone=None, seed=seed)
        over = await desk.open("catsle", bots=["kitten"] * 2, seed=seed)
        await desk.do(over["table"], over["host"], type="start")
        shared = []
        for game in ("catsle", "ahoy"):
            bots = [None, None, "kitten"]
            opened = await desk.open(game, players=3, name="good", bots=bots, gone=None, seed=seed)
            bad = await desk.do(opened["table"], type="sit", name="bad")
            await desk.do(opened["table"], opened["host"], type="start")
            shared.append((opened["table"], opened["token"], bad["token"]))
        doors = [(each["table"], each[key]) for each, key in ((waiting, "host"), (waiting, "token"), (over, "host"))]
        doors += [(table, bad) for table, _, bad in shared]
        tables = tuple({table: None for table, _ in doors})
        tokens = tuple(token for _, token in doors)
        return Targets(tables, tokens, (*doors, *((table, None) for table in tables)), tuple(shared))


@contextlib.asynccontextmanager
async def undisturbed(url: str, targets: Targets) -> AsyncIterator[None]:
    """Good players stay connected; afterwards, without those who send junk, their matches go on to the end."""
    async with contextlib.AsyncExitStack() as stack, Desk(url) as desk:
        good = [await stack.enter_async_context(connected(url, table, token)) for table, token, _ in targets.shared]
        hearing = [asyncio.create_task(_hear(connection)) for connection in good]
        try:
            yield
        finally:
            for task in hearing:
                task.cancel()
        heard = await asyncio.gather(*hearing, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in heard), f"expected open sockets; got {heard}"
        for connection, (table, _, bad) in zip(good, targets.shared, strict=True):
            await desk.do(table, bad, type="leave")
            answer = await connection.ask(type="react", what="hello")
            assert answer["error"] is None, answer
            choose = random.Random(1)
            while connection.update["lobby"]["state"] != "over":
                await connection.play(choose, moves=1)
                await asyncio.sleep(0.06)  # good players send no more than they may
            record = await desk.http.get(f"/api/tables/{table}/record")
            assert tabbytop.from_record(record.json()).over


async def _hear(connection: Connection) -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            await connection.next()
        connection.updates.clear()
        connection.received.clear()
