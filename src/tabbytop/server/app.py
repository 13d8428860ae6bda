"""HTTP and the web socket. Thin: what a request means is hub.py's business."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess
from prometheus_client import REGISTRY as ALL
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.middleware.gzip import GZipMiddleware
from starlette.websockets import WebSocketDisconnect

from tabbytop import __version__
from tabbytop.core.errors import TabbytopError
from tabbytop.games import IDS, find
from tabbytop.play.match import Match
from tabbytop.server import messages
from tabbytop.server.bell import Bell, PostgresBell, SqliteBell
from tabbytop.server.closing import ENDING
from tabbytop.server.database import Server, database_at, migrate
from tabbytop.server.errors import Forbidden, NotFound, Refused, code_of, explain, problem, sendable, status_of
from tabbytop.server.guard import Bucket, Guard, Limits, address_of, may_watch, networks, same_origin
from tabbytop.server.hub import Hub
from tabbytop.server.messages import (
    COMMAND,
    Answer,
    Command,
    Done,
    Dropped,
    GameInfo,
    Hello,
    Lobby,
    Problem,
    ReplayMatch,
    SeenStep,
    Update,
)
from tabbytop.server.pages import add_pages
from tabbytop.server.replays import replay
from tabbytop.server.rooms import Listener, Room
from tabbytop.server.store import Store, Unreadable
from tabbytop.server.thinkers import Thinkers
from tabbytop.server.watching import COMMANDS, REFUSED

LISTED = 50
LONG = 8000  # bytes of an answer that is worth packing: pages, replays
HELLO = 10.0  # seconds to say who you are
MESSAGES, BURST = 10.0, 40.0  # on one connection: a second, and at once
CLUB = 4.0  # messages from one address on all its connections, for each request that it may send
TOO_MANY = "too many messages; wait a moment"
SETTINGS = "TABBYTOP_SERVER"  # how a worker process learns its settings


@dataclass(frozen=True, slots=True)
class Settings:
    database: str
    pause: float = 1.0
    thinkers: int = 1
    requests: float = 20.0  # a second from one address, and ten times as many at once
    connections: int = 200  # at the same time from one address
    metrics: str = ""  # networks that may see them, besides this machine


bearer = HTTPBearer(auto_error=False, description="The token of a seat, or of who opened the table.")


def token_of(given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str | None:
    return given.credentials if given else None


Token = Annotated[str | None, Depends(token_of)]

api = APIRouter(
    prefix="/api",
    responses={status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429)},
)


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


TheHub = Annotated[Hub, Depends(hub_of)]


@api.get("/games")
async def games() -> list[GameInfo]:
    """The games and their options."""
    return [messages.about(find(game)) for game in IDS]


@api.post("/tables", status_code=201)
async def open_table(asked: messages.Open, hub: TheHub) -> Done:
    """Open a table."""
    return await hub.open(asked)


@api.get("/tables")
async def list_tables(hub: TheHub, state: Literal["open", "playing", "over"] = "open") -> list[Lobby]:
    """Tables that anyone may join (open) or watch (playing, over); the newest first."""
    lobbies = []
    for table in await hub.store.listed(state, LISTED):
        try:
            lobbies.append((await hub.rooms.fresh(table)).lobby())
        except NotFound:  # forgotten just now
            continue
        except Unreadable as error:
            hub.rooms.set_aside(error)
    return lobbies


@api.get("/tables/{table}")
async def look(
    table: str, hub: TheHub, token: Token, since: Annotated[int, Query(ge=0)] = 0, present: bool = True
) -> Update:
    """How a table stands for you, and the news after so many. You are there, unless `present` is false."""
    if not present:
        return await hub.glance(table, token, since)
    async with hub.listening(table, token) as (room, listener):
        return hub.update(room, listener.who, since)


@api.post("/tables/{table}/commands")
async def command(table: str, asked: Command, hub: TheHub, token: Token) -> Done:
    """Do something at a table. The same commands go over the socket."""
    with COMMANDS.labels(asked.type).time():
        return await hub.do(table, token, asked)


@api.get("/tables/{table}/missed")
async def missed(table: str, hub: TheHub, token: Token) -> list[SeenStep]:
    """What you saw since your last move, or of the match if you watch, step by step: the last 60 of them.

    The first is where it begins: it has no news.
    """
    return await hub.missed(table, token)


@api.get("/tables/{table}/record", response_model=dict[str, Any])
async def record(table: str, hub: TheHub) -> Response:
    """The whole match, hidden cards included, when it is over."""
    match = await _over(hub, table)
    return await hub.read_through(lambda: JSONResponse(match.record()))


@api.get("/tables/{table}/replay", response_model=ReplayMatch)
async def replay_table(table: str, hub: TheHub, seat: int = -1, hands: bool = False) -> Response:
    """The whole match, step by step, as a seat saw it, when it is over."""
    return await _replayed(hub, await _over(hub, table), seat, hands=hands)


@api.post("/replay", response_model=ReplayMatch)
async def replay_record(asked: Dropped, hub: TheHub) -> Response:
    """A record, step by step, as a seat saw it."""
    return await _replayed(hub, await hub.read(asked.record), asked.seat, hands=asked.hands)


async def _over(hub: Hub, table: str) -> Match:
    match = (await hub.rooms.fresh(table)).match
    if match is None or not match.over:
        raise Forbidden("not_over", "a match is open to all when it is over")
    return match


async def _replayed(hub: Hub, match: Match, seat: int, *, hands: bool) -> Response:
    """Written as JSON where it is made: that, too, would hold up who plays."""
    if not -1 <= seat < match.players:
        raise Refused("no_such_seat", f"seat is -1 to {match.players - 1}; got {seat}")
    said = await hub.read_through(lambda: replay(match, seat, hands=hands).model_dump_json())
    return Response(said, media_type="application/json")


@api.websocket("/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    """Updates, as they happen, and commands. docs/server.md has the messages."""
    hub: Hub = websocket.app.state.hub
    crowd: dict[str, int] = websocket.app.state.crowd
    settings: Settings = websocket.app.state.settings
    address = address_of(websocket.scope)
    if not same_origin(websocket.scope):
        REFUSED.labels("connection").inc()
        await websocket.close(1008)
        return
    await websocket.accept()
    if not websocket.app.state.limits.allow(address):
        REFUSED.labels("rate").inc()
        await _close(websocket, Refused("too_often", "too many connections in a short time; wait a moment"), 429)
        return
    if crowd.get(address, 0) >= settings.connections:
        REFUSED.labels("connection").inc()
        await _close(websocket, Refused("too_many_connections", "too many connections from one address"), 429)
        return
    crowd[address] = crowd.get(address, 0) + 1
    try:
        await _talk(websocket, hub, table, address)
    except WebSocketDisconnect as gone:
        if gone.code == ENDING:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close(ENDING)
    except Exception:  # not the client's fault: it may try again
        with contextlib.suppress(RuntimeError):
            await websocket.close(1011)
        raise
    finally:
        crowd[address] -= 1
        if not crowd[address]:
            del crowd[address]


async def _talk(websocket: WebSocket, hub: Hub, table: str, address: str) -> None:
    messages: Limits = websocket.app.state.messages
    try:
        async with asyncio.timeout(HELLO):
            hello = Hello.model_validate_json(await _text(websocket))
    except TimeoutError:
        return await _close(websocket, Refused("no_hello", "say hello first"), 408)
    except ValidationError as error:
        return await _close(websocket, error, status_of(error))
    try:
        async with hub.listening(table, hello.token) as (room, listener):
            sending = asyncio.create_task(_send_updates(websocket, hub, room, listener, hello.since))
            try:
                await _take_commands(websocket, hub, room, listener, hello.token, lambda: messages.allow(address))
            finally:
                sending.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await sending
    except Refused as error:
        await _close(websocket, error, status_of(error))


async def _close(websocket: WebSocket, error: Exception, status: int) -> None:
    await _send(websocket, Answer(id=None, error=explain(error), code=code_of(error)))
    with contextlib.suppress(RuntimeError):
        await websocket.close(4000 + status)  # so that a page knows whether to try again


async def _send(websocket: WebSocket, message: Answer) -> None:
    await _send_text(websocket, message.model_dump_json())


async def _send_text(websocket: WebSocket, text: str) -> None:
    try:
        await websocket.send_text(text)
    except RuntimeError as error:  # it was closed meanwhile
        raise WebSocketDisconnect(1006) from error


async def _text(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    said = message.get("text")
    return said if isinstance(said, str) else (message.get("bytes") or b"").decode(errors="replace")


async def _send_updates(websocket: WebSocket, hub: Hub, room: Room, listener: Listener, since: int) -> None:
    """Whoever is slow gets fewer updates, each with all that was missed.

    If there is nothing new for this one, nothing is sent: not even that something happened.
    """
    stood = ""
    try:
        while True:
            await listener.ring.wait()
            listener.ring.clear()
            update = hub.update(room, room.still(listener), since)
            since = update.number
            text = update.model_dump_json()
            stands = text.partition(',"now":')[0]  # the clock, and behind it the news, do not count
            if update.news or stands != stood:
                await _send_text(websocket, text)
            stood = stands
    except WebSocketDisconnect:
        raise
    except Exception:  # who hears nothing any more shall know, and come again
        with contextlib.suppress(RuntimeError):
            await websocket.close(1011)
        raise


async def _take_commands(
    websocket: WebSocket, hub: Hub, room: Room, listener: Listener, token: str | None, allowed: Callable[[], bool]
) -> None:
    bucket = Bucket.full(MESSAGES, BURST, time.monotonic())
    while True:
        said = await _text(websocket)
        number: int | str | None = None
        too_many = not (bucket.take(time.monotonic()) and allowed())
        try:
            asked = json.loads(said)
            if not isinstance(asked, dict):
                raise Refused("bad_request", "a message is a JSON object")
            given = asked.pop("id", None)
            if isinstance(given, int | str) and len(str(given)) <= 40:
                number = sendable(given) if isinstance(given, str) else given
            if too_many:
                REFUSED.labels("rate").inc()
                raise Refused("too_often", TOO_MANY)
            command = COMMAND.validate_python(asked)
            with COMMANDS.labels(command.type).time():
                done = await hub.do(room.table.id, token, command, room.still(listener))
            answer = Answer(id=number, done=done)
        except (ValueError, RecursionError) as error:  # what is wrong with a message is a ValueError, whoever finds it
            answer = Answer(id=number, error=explain(error), code=code_of(error))
        await _send(websocket, answer)


async def _problem(_: Request, error: Exception) -> Response:
    return problem(code_of(error), explain(error), status_of(error))


watch = APIRouter(include_in_schema=False)


@watch.get("/healthz")
async def healthz(hub: TheHub) -> Response:
    try:
        await hub.store.alive()
    except (SQLAlchemyError, OSError):
        return JSONResponse({"status": "no database", "version": __version__}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


@watch.get("/metrics")
async def metrics(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    if not may_watch(request.scope, networks(settings.metrics)):
        raise NotFound("no_page", "there is no such address")
    registry = ALL
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # several worker processes
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


@contextlib.asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    database = database_at(settings.database)
    store = Store(database)
    async with database.running():
        await database.write(migrate)
        hub = Hub(store, Thinkers(settings.thinkers), pause=settings.pause)
        bell: Bell
        if isinstance(database, Server):
            bell = PostgresBell(database, hub.known)
        else:
            bell = SqliteBell(database, store, hub.known)
        async with hub.running(bell):
            app.state.hub, app.state.crowd = hub, {}
            yield


def create(settings: Settings | None = None) -> FastAPI:
    """The application; a worker process finds its settings in the environment."""
    settings = settings or Settings(**json.loads(os.environ[SETTINGS]))
    app = FastAPI(
        title="Tabbytop", version=__version__, lifespan=_running, docs_url=None, redoc_url=None,
        description="Tables for five small-box games. Updates come over the web socket (docs/server.md).",
    )  # fmt: skip
    app.state.settings = settings
    app.state.limits = Limits(settings.requests, 10 * settings.requests)
    app.state.messages = Limits(CLUB * settings.requests, 10 * settings.requests)
    app.include_router(api)
    app.include_router(watch)
    add_pages(app)
    for error in (TabbytopError, RequestValidationError):
        app.add_exception_handler(error, _problem)
    app.add_middleware(GZipMiddleware, minimum_size=LONG)
    app.add_middleware(Guard, limits=app.state.limits)
    return app


def environment(settings: Settings) -> dict[str, str]:
    """What `create` reads in another process."""
    return {SETTINGS: json.dumps(asdict(settings))}
