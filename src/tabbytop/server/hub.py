"""The middle of the server: carries out what people ask for, and tells them how their table stands."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import time
from asyncio import Semaphore, to_thread
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from tabbytop.core.errors import BadOption, TabbytopError
from tabbytop.core.view import SPECTATOR
from tabbytop.games import IDS, find
from tabbytop.play.match import Match
from tabbytop.play.record import from_record
from tabbytop.server import messages, watching
from tabbytop.server.bell import Bell
from tabbytop.server.entries import Back, Entry, Hired, Rematch
from tabbytop.server.errors import Forbidden, NotFound, Refused
from tabbytop.server.keeper import Keeper
from tabbytop.server.messages import Done, Expected, SeenStep, Update
from tabbytop.server.replays import missed
from tabbytop.server.rooms import Listener, Room, Rooms
from tabbytop.server.store import HOST, Key, Store
from tabbytop.server.table import Agreed, Held, Table, Who
from tabbytop.server.tasks import Tasks
from tabbytop.server.thinkers import Thinkers

TRIES = 20  # to write, while others write at the same table
CROWDED = "too many write at this table at once; try again"
READERS = 2  # whole matches gone through at a time, for who plays shares the processor with that
QUEUE = 20  # who wait for it

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class New:
    """A table that is about to be opened, its first entries, the keys to it, and the answer to who opens it."""

    table: Table
    entries: list[Entry]
    keys: list[Key]
    done: Done


class Hub:
    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        *,
        pause: float = 1.0,  # before a bot moves, so that people can follow
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.rooms = Rooms(store, thinkers, pause, clock)
        self._thinkers = thinkers
        self._now = clock
        self._tasks = Tasks()
        self._readers, self._reading = Semaphore(READERS), 0
        self._keeper = Keeper(self.rooms, thinkers, self._tasks)

    @contextlib.asynccontextmanager
    async def running(self, bell: Bell) -> AsyncIterator[Hub]:
        self._keeper.begin(bell)
        try:
            yield self
        finally:
            await self._tasks.stop()
            self._thinkers.close()

    # Tables

    async def recognise(self, table_id: str, token: str | None) -> Who:
        """Whose token it is. Every key of the table is compared, each in constant time."""
        if token is None:
            return Who()
        digest, found, host = digest_of(token), SPECTATOR, False
        if not (known := await self.store.keys(table_id)):  # who opened a table has one
            raise NotFound("no_table", f"there is no table {table_id!r:.40}")
        for key in known:
            if hmac.compare_digest(key.digest, digest):
                found, host = (found, True) if key.seat == HOST else (key.seat, host)
        if found == SPECTATOR and not host:
            raise Forbidden("wrong_token", "this token opens nothing at this table")
        return Who(found, host)

    async def open(self, asked: messages.Open) -> Done:
        """A new table."""
        new = await self._lay(asked, lambda table_id: secrets.token_urlsafe(18))
        await self.store.open(new.table, new.entries, new.keys)
        return self._laid(new)

    async def _lay(self, asked: messages.Open, secret_of: Callable[[str], str]) -> New:
        """A table that is not in the database yet, and the secret of who opens it."""
        now = self._now()
        agreed = await self._agree(asked)
        table = Table(secrets.token_urlsafe(9), agreed, now)
        host = secret_of(table.id)
        if len(asked.bots) > agreed.players:
            raise Refused("no_such_seat", f"there are {agreed.players} seats; got {len(asked.bots)} bots")
        entries: list[Entry] = [Hired(seat=seat, bot=bot) for seat, bot in enumerate(asked.bots) if bot is not None]
        done, keys = Done(table=table.id, host=host), [Key(HOST, digest_of(host), now)]
        if asked.name is not None:
            sat = table.foresee(entries, now).sit(asked.name, None, asked.colour)
            token, key = self._key(sat.seat)
            entries.append(sat)
            keys.append(key)
            done = Done(table=table.id, host=host, token=token, seat=sat.seat)
        return New(table, entries, keys, done)

    def _laid(self, new: New) -> Done:
        for entry in new.entries:
            new.table.add(entry, new.table.opened)
        self.rooms.keep(new.table)
        watching.TABLES.labels(new.table.agreed.game).inc()
        return new.done

    def _key(self, seat: int) -> tuple[str, Key]:
        """A new secret, and what the database holds of it."""
        token = secrets.token_urlsafe(18)
        return token, Key(seat, digest_of(token), self._now())

    async def _agree(self, asked: messages.Open) -> Agreed:
        if asked.duplicate is not None:
            duplicate = await self.rooms.fresh(asked.duplicate)
            other = duplicate.agreed
            if duplicate.state != "over":
                why = "a deal can be given again when its match is over: before, one could look at all hands"
                raise Refused("not_over", why)
            return replace(other, clock=asked.clock, gone=asked.gone, listed=asked.listed, known=True)
        if asked.game is None:
            raise BadOption("say which game, or of which table the deal is a duplicate")
        game = messages.at_a_table(find(asked.game))
        seed = secrets.randbits(64) if asked.seed is None else asked.seed
        players = game.players[0] if asked.players is None else game.check_players(asked.players)
        options = game.check_options(players, asked.options)
        agreed = Agreed(
            game.id, players, options, asked.components, seed, asked.clock, asked.gone, asked.listed,
            known=asked.seed is not None,
        )  # fmt: skip
        await self._thinkers.ready(game.id)
        await to_thread(agreed.setup)  # refuses components that cannot be
        return agreed

    # Commands

    async def do(self, table_id: str, token: str | None, command: messages.Command, who: Who | None = None) -> Done:
        """Carry out a command. When this returns, what it wrote is committed.

        `who` is whose token it was a while ago: after the start nobody loses a seat, so that holds.
        """
        async with self.rooms.use(table_id) as room:
            anew = who is None or room.table.state == "open"  # before the start, seats change hands
            match command:
                case messages.Hint():
                    return await self._hint(room, await self.recognise(table_id, token))
                case messages.Again():
                    return await self._rematch(room, await self.recognise(table_id, token), token or "")
            async with room.lock:
                for _ in range(TRIES):
                    if anew or who is None:
                        who = await self.recognise(table_id, token)
                    if not isinstance(command, messages.Leave):
                        await self._welcome(room, who)
                    refusal: TabbytopError | None = None
                    try:
                        done = await self._try(room, who, command)
                        if done is not None:
                            if not room.listeners and who.seat != SPECTATOR:
                                await self.rooms.come(room)
                            return done
                    except TabbytopError as error:  # unless what is known here is old
                        refusal = error
                    if not await self.rooms.catch_up(room) and refusal is not None:
                        raise refusal
        raise Refused("crowded", CROWDED)

    async def _try(self, room: Room, who: Who, command: messages.Command) -> Done | None:
        """One try to write what a command adds; None if somebody else was faster."""
        table, done = room.table, Done(table=room.table.id)
        match command:
            case messages.Sit():
                sat = table.sit(command.name, command.seat, command.colour)
                token, key = self._key(sat.seat)
                done = Done(table=table.id, token=token, seat=sat.seat)
                return done if await self.rooms.append(room, [sat], new_keys=[key]) else None
            case messages.Change():
                changed = table.change(self._seat(who), command.name, command.colour)
                return done if await self.rooms.append(room, [changed]) else None
            case messages.Leave():
                return done if await self.rooms.append(room, table.leave(self._seat(who))) else None
            case messages.Place():
                self._host(who)
                return done if await self.rooms.append(room, table.place(command.seat, command.bot)) else None
            case messages.Start():
                self._host(who)
                return done if await self.rooms.append(room, table.start(command.bot)) else None
            case messages.Move():
                held = Held(table.choose(self._seat(who), command.move, command.after))
                return done if await self.rooms.hold(room, who.seat, held) else None
            case messages.Undo():
                return done if await self.rooms.lay_down(room, self._seat(who), None) else None
            case messages.Say():
                return done if await self.rooms.append(room, [table.say(self._seat(who), command.text)]) else None
            case messages.React():
                return done if await self.rooms.append(room, [table.react(self._seat(who), command.what)]) else None
        raise AssertionError(command)

    @staticmethod
    def _seat(who: Who) -> int:
        if who.seat == SPECTATOR:
            raise Forbidden("no_seat", "you have no seat at this table")
        return who.seat

    @staticmethod
    def _host(who: Who) -> None:
        if not who.host:
            raise Forbidden("not_host", "only who opened the table may do that")

    async def _hint(self, room: Room, who: Who) -> Done:
        seat, table = self._seat(who), room.table
        await self.rooms.look(room)
        if table.match is None or table.decision(seat) is None:
            raise Refused("nothing_to_decide", "you have nothing to decide now")
        if seat in room.hinted:
            raise Refused("hint_pending", "the hint that you asked for is being thought of")
        chosen = table.chosen[seat].actions if seat in table.chosen else ()
        room.hinted.add(seat)
        try:
            advice, why = await self._thinkers.hint(table.id, table.agreed, table.match.history, seat, chosen)
        finally:
            room.hinted.discard(seat)
        expected = [Expected(move=move, points=points) for move, points in advice.moves]
        return Done(
            table=table.id, move=expected[0].move, why=why, deals=advice.deals, turns=advice.turns, expected=expected
        )

    async def _rematch(self, room: Room, who: Who, token: str) -> Done:
        """Another table with the same agreement and another deal; bots sit down at once, one seat further.

        Its secret is made of the seat's: an answer may be lost, and who opened it and asks again is told the same.
        """

        def secret_of(table_id: str) -> str:
            return urlsafe_b64encode(hmac.digest(token.encode(), table_id.encode(), "sha256")[:18]).decode()

        async def opened(table_id: str) -> Done:
            host = secret_of(table_id)
            owners = [key.digest for key in await self.store.keys(table_id) if key.seat == HOST]
            mine = any(hmac.compare_digest(owner, digest_of(host)) for owner in owners)
            return Done(table=table_id, host=host if mine else None)

        self._seat(who)
        async with room.lock:
            table = room.table
            await self.rooms.catch_up(room)
            if table.state != "over":
                raise Refused("not_over", "a rematch can be opened when the match is over")
            if table.rematch is not None:
                return await opened(table.rematch)
            bots = [chair.bot for chair in table.chairs]
            agreed = asdict(table.agreed)
            del agreed["seed"], agreed["known"]
            agreed["gone"] = agreed["gone"] and max(agreed["gone"], messages.MISSING)  # of old it could be less
            new = await self._lay(messages.Open(bots=[*bots[-1:], *bots[:-1]], **agreed), secret_of)
            opening = self.store.opening(new.table, new.entries, new.keys)
            for _ in range(TRIES):
                if await self.rooms.append(room, [Rematch(table=new.table.id)], also=opening):
                    return self._laid(new)
                await self.rooms.catch_up(room)
                if table.rematch is not None:
                    return await opened(table.rematch)
        raise Refused("crowded", CROWDED)

    # Listening

    @contextlib.asynccontextmanager
    async def listening(self, table_id: str, token: str | None) -> AsyncIterator[tuple[Room, Listener]]:
        """Somebody is connected to a table."""
        async with self.rooms.use(table_id) as room:
            async with room.lock:
                await self.rooms.catch_up(room)
                who = await self.recognise(table_id, token)
                listener = Listener(who, room.table.chairs[who.seat] if who.seat != SPECTATOR else None)
                room.listeners.add(listener)
            listener.ring.set()
            watching.CONNECTED.inc()
            try:
                async with room.lock:
                    await self.rooms.catch_up(room)
                    await self._welcome(room, room.still(listener))
                    await self.rooms.reveal(room)
                    if room.still(listener).seat != SPECTATOR:
                        await self.rooms.come(room)
                await self._note(room, listener)
                yield room, listener
            finally:
                room.listeners.discard(listener)
                watching.CONNECTED.dec()
                if not self._tasks.stopping:
                    await self._note(room, listener)

    async def _note(self, room: Room, listener: Listener) -> None:
        """Somebody was here just now."""
        if (seat := room.still(listener).seat) != SPECTATOR:
            await self.store.seen([(room.table.id, seat)], self._now())

    async def _welcome(self, room: Room, who: Who) -> None:
        """Who was away is back."""
        for _ in range(TRIES):
            if who.seat == SPECTATOR or not room.table.chairs[who.seat].away or room.table.state != "playing":
                return
            if not await self.rooms.append(room, [Back(seat=who.seat)]):
                await self.rooms.catch_up(room)

    async def glance(self, table_id: str, token: str | None, since: int) -> Update:
        """How a table stands for somebody who is not there."""
        async with self.rooms.use(table_id) as room, room.lock:
            await self.rooms.catch_up(room)
            return self.update(room, await self.recognise(table_id, token), since)

    def update(self, room: Room, who: Who, since: int) -> Update:
        return room.table.update(who, since, self._now())

    async def missed(self, table_id: str, token: str | None) -> list[SeenStep]:
        """What somebody saw since their last decision; a spectator has none, and sees the last of the match."""
        async with self.listening(table_id, token) as (room, listener):
            table, seat = room.table, room.still(listener).seat
            if table.match is None:
                raise Refused("not_begun", "the match has not begun")
            match, since = table.match, table.decided.get(seat, 0)
            return await self.read_through(lambda: missed(match, seat, since))

    async def read(self, record: dict[str, Any]) -> Match:
        """The match that a record tells of."""
        if (game := record.get("game")) in IDS:
            await self._thinkers.ready(game)
        return await self.read_through(lambda: from_record(record))

    async def read_through(self, work: Callable[[], T]) -> T:
        """What goes through a whole match, beside the event loop: few at a time."""
        if self._reading >= READERS + QUEUE:
            raise Refused("crowded", "too many look at whole matches at once; try again")
        self._reading += 1
        try:
            async with self._readers:
                return await to_thread(work)
        finally:
            self._reading -= 1

    def known(self) -> dict[str, int]:
        """The tables that somebody listens to here, and how many entries of their logs are known."""
        return {table_id: room.table.number for table_id, room in self.rooms.listened_to().items()}


def digest_of(token: str) -> str:
    """What the database holds of a secret. It is long and random, so one round is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
