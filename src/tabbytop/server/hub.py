"""The middle of the server: carries out commands, keeps tables that are in use, and does what is due by itself.

Any process answers for any table. It works on its copy, writes behind the last entry that it knows, and if somebody
else was faster, reads on and tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from tabbytop.core.errors import BadOption, TabbytopError
from tabbytop.core.view import SPECTATOR
from tabbytop.games import IDS, find
from tabbytop.play import together
from tabbytop.server import messages, watching
from tabbytop.server.bell import Bell
from tabbytop.server.entries import Away, Back, Entry, Hired, Left, Rematch
from tabbytop.server.messages import Done, Update
from tabbytop.server.store import HOST, Key, Store
from tabbytop.server.table import Agreed, By, Chair, Held, Refused, Table, Who
from tabbytop.server.thinkers import Thinkers

STAND_IN = "tabby"  # plays for who is away, or too slow
ROOMS = 2000  # tables kept in memory, at most, when nobody is connected to them
PRESENCE = 10.0  # seconds between two notes of who is connected
GRACE = 2.0  # seconds after which another process does what was due
SWEEP = 1.0

TABLE_ID = re.compile(r"[\w-]{1,16}", re.ASCII)  # PostgreSQL refuses to look for some texts

logger = logging.getLogger("tabbytop.server")


class NotFound(Exception):
    """No such table."""


class Forbidden(Exception):
    """Not with that token."""


@dataclass(eq=False, slots=True)
class Listener:
    """A connection: `ring` is set when there is something new for it."""

    who: Who
    chair: Chair | None = None  # on which it was recognised: when another stands there, the seat is another's
    ring: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False, slots=True)
class Room:
    """A table in use."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    thinking: set[tuple[int, int]] = field(default_factory=set)  # turn and seat for which a bot thinks
    timer: asyncio.TimerHandle | None = None

    def ring(self) -> None:
        for listener in self.listeners:
            listener.ring.set()


class Hub:
    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        *,
        pause: float = 1.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self._thinkers = thinkers
        self._pause = pause  # before a bot moves, so that people can follow
        self._now = clock
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._warm: dict[str, asyncio.Task[None]] = {}
        self._stopping = False

    @contextlib.asynccontextmanager
    async def running(self, bell: Bell) -> AsyncIterator[Hub]:
        self._spawn(self._warm_up())
        chores = (partial(self._listen, bell), self._sweep, self._note_presence)
        forever = [asyncio.create_task(self._again_and_again(chore)) for chore in chores]
        try:
            yield self
        finally:
            self._stopping = True
            for task in [*forever, *self._tasks]:
                task.cancel()
            await asyncio.gather(*forever, *self._tasks, return_exceptions=True)
            self._thinkers.close()

    async def _warm_up(self) -> None:
        """A table of a game can be used when its rules are compiled: some seconds each, the first time of all."""
        for game in IDS:
            await self._warmed(game)

    async def _warmed(self, game: str) -> None:
        failed = game in self._warm and self._warm[game].done() and self._warm[game].exception() is not None
        if game not in self._warm or failed:  # a thinker may die while it compiles, and the next one not
            self._warm[game] = self._spawn(self._thinkers.warm(game))
        await asyncio.shield(self._warm[game])

    # Tables

    async def room(self, table_id: str) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            game = await self.store.game(table_id) if TABLE_ID.fullmatch(table_id) else None
            if game is None:
                raise NotFound(f"there is no table {table_id!r:.40}")
            await self._warmed(game)
            table = await self.store.load(table_id)
            room = self._rooms.setdefault(table_id, Room(table))
        self._rooms.move_to_end(table_id)
        while len(self._rooms) > ROOMS:
            oldest = next((key for key, each in self._rooms.items() if not each.listeners and not each.thinking), None)
            if oldest is None or oldest == table_id:
                break
            del self._rooms[oldest]
        return room

    async def recognise(self, table_id: str, token: str | None) -> Who:
        """Whose token it is. Every key of the table is compared, each in constant time."""
        if token is None:
            return Who()
        digest, found, host = digest_of(token), SPECTATOR, False
        for key in await self.store.keys(table_id):
            if hmac.compare_digest(key.digest, digest):
                found, host = (found, True) if key.seat == HOST else (key.seat, host)
        if found == SPECTATOR and not host:
            raise Forbidden("this token opens nothing at this table")
        return Who(found, host)

    async def open(self, asked: messages.Open) -> Done:
        """A new table."""
        now = self._now()
        agreed = await self._agree(asked)
        table = Table(secrets.token_urlsafe(9), agreed, now)
        host = secrets.token_urlsafe(18)
        keys = [Key(HOST, digest_of(host), now)]
        entries: list[Entry] = []
        if len(asked.bots) > agreed.players:
            raise Refused(f"there are {agreed.players} seats; got {len(asked.bots)} bots")
        for seat, bot in enumerate(asked.bots):
            if bot is not None:
                entries.append(Hired(seat=seat, bot=bot))
        token, sat = None, None
        await self.store.open(table, keys)
        room = self._rooms.setdefault(table.id, Room(table))
        async with room.lock:
            if entries:
                await self._append(room, entries)
            if asked.name is not None:
                sat = table.sit(asked.name, None)
                token = secrets.token_urlsafe(18)
                await self._append(room, [sat], new_keys=[Key(sat.seat, digest_of(token), now)])
        watching.TABLES.labels(agreed.game).inc()
        return Done(table=table.id, host=host, token=token, seat=sat.seat if sat else None)

    async def _agree(self, asked: messages.Open) -> Agreed:
        if asked.duplicate is not None:
            duplicate = await self.fresh(asked.duplicate)
            other = duplicate.agreed
            if duplicate.state != "over":
                raise Refused("a deal can be given again when its match is over: before, one could look at all hands")
            return replace(other, clock=asked.clock, gone=asked.gone, listed=asked.listed, known=True)
        if asked.game is None:
            raise BadOption("say which game, or of which table the deal is a duplicate")
        game = find(asked.game)
        seed = secrets.randbits(64) if asked.seed is None else asked.seed
        players = game.players[0] if asked.players is None else game.check_players(asked.players)
        options = game.check_options(players, asked.options)
        agreed = Agreed(
            game.id, players, options, asked.components, seed, asked.clock, asked.gone, asked.listed,
            known=asked.seed is not None,
        )  # fmt: skip
        await self._warmed(game.id)
        await asyncio.to_thread(agreed.setup)  # refuses components that cannot be
        return agreed

    # Commands

    async def do(self, table_id: str, token: str | None, command: messages.Command, who: Who | None = None) -> Done:
        """Carry out a command. When this returns, what it wrote is committed.

        `who` is whose token it was a while ago: after the start nobody loses a seat, so that holds.
        """
        room = await self.room(table_id)
        if who is None or room.table.state == "open":
            who = await self.recognise(table_id, token)
        match command:
            case messages.Hint():
                return await self._hint(room, who)
            case messages.Again():
                return await self._rematch(room, who)
        async with room.lock:
            if not isinstance(command, messages.Leave):
                await self._welcome(room, who)
            for _ in range(20):
                refusal: TabbytopError | None = None
                try:
                    done = await self._try(room, who, command)
                    if done is not None:
                        return done
                except TabbytopError as error:  # unless what is known here is old
                    refusal = error
                if not await self._catch_up(room) and refusal is not None:
                    raise refusal
        raise Refused("too many write at this table at once; try again")

    async def _try(self, room: Room, who: Who, command: messages.Command) -> Done | None:
        """One try to write what a command adds; None if somebody else was faster."""
        table, done = room.table, Done(table=room.table.id)
        match command:
            case messages.Sit():
                sat = table.sit(command.name, command.seat)
                token = secrets.token_urlsafe(18)
                key = Key(sat.seat, digest_of(token), self._now())
                done = Done(table=table.id, token=token, seat=sat.seat)
                return done if await self._append(room, [sat], new_keys=[key]) else None
            case messages.Leave():
                return done if await self._append(room, table.leave(self._seat(who))) else None
            case messages.Place():
                self._host(who)
                return done if await self._append(room, table.place(command.seat, command.bot)) else None
            case messages.Start():
                self._host(who)
                return done if await self._append(room, table.start(command.bot)) else None
            case messages.Move():
                held = Held(table.choose(self._seat(who), command.move))
                return done if await self._hold(room, who.seat, held) else None
            case messages.Undo():
                return done if await self._lay_down(room, self._seat(who), None) else None
            case messages.Say():
                return done if await self._append(room, [table.say(self._seat(who), command.text)]) else None
            case messages.React():
                return done if await self._append(room, [table.react(self._seat(who), command.what)]) else None
        raise AssertionError(command)

    @staticmethod
    def _seat(who: Who) -> int:
        if who.seat == SPECTATOR:
            raise Forbidden("you have no seat at this table")
        return who.seat

    @staticmethod
    def _host(who: Who) -> None:
        if not who.host:
            raise Forbidden("only who opened the table may do that")

    async def _hold(self, room: Room, seat: int, held: Held) -> bool:
        """A choice is made: at once, or when all others are made, too."""
        table = room.table
        assert table.match is not None
        if not together.at_once(table.match):
            return await self._append(room, table.moved(seat, held))
        if not await self._lay_down(room, seat, held):
            return False
        await self._reveal(room)
        return True

    async def _reveal(self, room: Room) -> None:
        """Turn up what lies face down, if all is there: now, or after a process died that was about to."""
        table = room.table
        turn = table.turn
        while table.state == "playing" and table.turn == turn and table.chosen:
            seat, held = next(iter(table.chosen.items()))
            if not (moves := table.moved(seat, held)):
                return
            if not await self._append(room, moves):  # somebody changed their choice just now, or chatted
                await self._catch_up(room)

    async def _lay_down(self, room: Room, seat: int, held: Held | None) -> bool:
        chosen = await self.store.choose(room.table, seat, held)
        if chosen is None:
            return False
        room.table.chosen = chosen
        self._ring_for(room, seat)
        return True

    async def _append(self, room: Room, entries: Sequence[Entry], new_keys: Sequence[Key] = ()) -> bool:
        """Write entries, then believe them. False if somebody else was faster."""
        if not entries:
            return True
        table, now = room.table, self._now()
        after = table.foresee(entries, now)
        due = self._due(after)
        lost = [entry.seat for entry in entries if isinstance(entry, Left)]
        if not await self.store.append(table, entries, now, after.state, due, new_keys, lost):
            return False
        for entry in entries:
            table.add(entry, now)
            watching.ENTRIES.labels(entry.kind).inc()
        self._wake(room, due)
        room.ring()
        return True

    async def _catch_up(self, room: Room) -> bool:
        """Believe what others wrote; whether there was anything."""
        if not await self.store.catch_up(room.table):
            return False
        room.ring()
        self._wake(room, self._due(room.table))
        return True

    async def fresh(self, table_id: str) -> Table:
        """A table as it stands in the database."""
        room = await self.room(table_id)
        await self._look(room)
        return room.table

    async def _hint(self, room: Room, who: Who) -> Done:
        table, seat = await self.fresh(room.table.id), self._seat(who)
        if table.match is None or table.decision(seat) is None:
            raise Refused("you have nothing to decide now")
        chosen = table.chosen[seat].actions if seat in table.chosen else ()
        move, why = await self._thinkers.hint(table.id, table.agreed, table.match.history, seat, chosen)
        return Done(table=table.id, move=move, why=why)

    async def _rematch(self, room: Room, who: Who) -> Done:
        """Another table with the same agreement and another deal; bots sit down at once, one seat further."""
        self._seat(who)
        async with room.lock:
            table = room.table
            await self._catch_up(room)
            if table.state != "over":
                raise Refused("a rematch can be opened when the match is over")
            if table.rematch is not None:
                return Done(table=table.rematch)
            bots = [chair.bot for chair in table.chairs]
            agreed = asdict(table.agreed)
            del agreed["seed"], agreed["known"]
            done = await self.open(messages.Open(bots=[*bots[-1:], *bots[:-1]], **agreed))
            while not await self._append(room, [Rematch(table=done.table)]):
                await self._catch_up(room)
                if table.rematch is not None:
                    return Done(table=table.rematch)
            return done

    # Listening

    @contextlib.asynccontextmanager
    async def listening(self, table_id: str, token: str | None) -> AsyncIterator[tuple[Room, Listener]]:
        """Somebody is connected to a table."""
        room = await self.room(table_id)
        async with room.lock:
            await self._catch_up(room)
            who = await self.recognise(table_id, token)
            listener = Listener(who, room.table.chairs[who.seat] if who.seat != SPECTATOR else None)
            room.listeners.add(listener)
        listener.ring.set()
        watching.CONNECTED.inc()
        try:
            async with room.lock:
                await self._catch_up(room)
                await self._welcome(room, self.still(room, listener))
                await self._reveal(room)
            await self._note(room, listener)
            yield room, listener
        finally:
            room.listeners.discard(listener)
            watching.CONNECTED.dec()
            if not self._stopping:
                await self._note(room, listener)

    async def _note(self, room: Room, listener: Listener) -> None:
        """Somebody was here just now."""
        if (seat := self.still(room, listener).seat) != SPECTATOR:
            await self.store.seen([(room.table.id, seat)], self._now())

    @staticmethod
    def still(room: Room, listener: Listener) -> Who:
        """Who it is now: whoever stood up, or was sent away, only watches."""
        seat = listener.who.seat
        if seat != SPECTATOR and room.table.chairs[seat] is not listener.chair:
            listener.who = replace(listener.who, seat=SPECTATOR)
        return listener.who

    async def _welcome(self, room: Room, who: Who) -> None:
        """Who was away is back."""
        while who.seat != SPECTATOR and room.table.chairs[who.seat].away and room.table.state == "playing":
            if not await self._append(room, [Back(seat=who.seat)]):
                await self._catch_up(room)

    def update(self, room: Room, who: Who, since: int) -> Update:
        return room.table.update(who, since, self._now())

    @staticmethod
    def _ring_for(room: Room, seat: int) -> None:
        """Something changed that only this seat sees."""
        for listener in room.listeners:
            if listener.who.seat == seat:
                listener.ring.set()

    def known(self) -> dict[str, int]:
        """The tables that somebody listens to here, and how many entries of their logs are known."""
        return {table_id: room.table.number for table_id, room in self._rooms.items() if room.listeners}

    async def _listen(self, bell: Bell) -> None:
        """Other processes wrote something."""
        async for table_id in bell.rings():
            room = self._rooms.get(table_id)
            if room is not None:
                self._spawn(self._look(room))

    async def _look(self, room: Room) -> None:
        async with room.lock:
            await self._catch_up(room)

    # What happens by itself

    def _due(self, table: Table) -> float | None:
        """When somebody has to look after the table: a bot's move, a clock, or a person who may be gone."""
        moments = []
        for seat in table.waiting():
            if table.chairs[seat].played_by_bot:
                moments.append(table.since + self._pause)
            else:
                moments += [table.since + limit for limit in (table.agreed.clock, table.agreed.gone) if limit]
        return min(moments, default=None)

    def _wake(self, room: Room, due: float | None) -> None:
        """Look after the table at that time, unless something happens there before."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if due is not None and not self._stopping:
            delay = max(0.0, due - self._now())
            room.timer = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._attend(room)))

    async def _attend(self, room: Room) -> None:
        """Do what is due at a table."""
        async with room.lock:
            table, now = room.table, self._now()
            table.chosen = await self.store.choices(table)  # perhaps through another process
            await self._reveal(room)
            seen = {key.seat: key.seen for key in await self.store.keys(table.id)}
            later = []
            for seat in table.waiting():
                chair, agreed = table.chairs[seat], table.agreed
                if chair.played_by_bot:
                    self._let_think(room, seat, chair.bot or STAND_IN, "bot")
                    continue
                if agreed.clock is not None:
                    if now >= table.since + agreed.clock:
                        self._let_think(room, seat, STAND_IN, "clock")
                        continue
                    later.append(table.since + agreed.clock)
                if agreed.gone is not None:
                    last = max(seen.get(seat, 0.0), table.since)
                    if now < last + agreed.gone or not self._others_are_there(table, seat, seen, now):
                        later.append(max(last, now) + agreed.gone)
                    elif await self._append(room, [Away(seat=seat)]):
                        return
            if later:
                await self.store.due(table.id, min(later))
                self._wake(room, min(later))

    @staticmethod
    def _others_are_there(table: Table, seat: int, seen: dict[int, float], now: float) -> bool:
        """If nobody is left to play with, the table waits."""
        gone = table.agreed.gone or 0
        return any(
            chair.person and not chair.away and other != seat and now - seen.get(other, 0.0) < gone
            for other, chair in enumerate(table.chairs)
        )

    def _let_think(self, room: Room, seat: int, bot: str, by: By) -> None:
        if (room.table.turn, seat) not in room.thinking:
            self._spawn(self._think(room, seat, bot, by))

    async def _think(self, room: Room, seat: int, bot: str, by: By) -> None:
        table = room.table
        assert table.match is not None
        turn = table.turn
        room.thinking.add((turn, seat))
        try:
            with watching.THINKING.time():
                actions = await self._thinkers.move(table.id, table.agreed, table.match.history, seat, bot)
            async with room.lock:
                due = table.turn == turn and seat in table.waiting()
                if due and not await self._hold(room, seat, Held(tuple(actions), by)):
                    await self._catch_up(room)
        finally:
            room.thinking.discard((turn, seat))

    async def _sweep(self) -> None:
        """What was due and did not happen, because a process died or another one had the table."""
        await asyncio.sleep(SWEEP)
        for table_id in await self.store.overdue(self._now() - GRACE, 100):
            room = await self.room(table_id)
            if not room.thinking:
                await self._look(room)
                self._spawn(self._attend(room))

    async def _note_presence(self) -> None:
        await asyncio.sleep(PRESENCE)
        present = {
            (table_id, seat)
            for table_id, room in self._rooms.items()
            for listener in room.listeners
            if (seat := self.still(room, listener).seat) != SPECTATOR
        }
        await self.store.seen(sorted(present), self._now())

    async def _again_and_again(self, chore: Callable[[], Coroutine[None, None, None]]) -> None:
        """What never ends must survive a database that is away for a while."""
        while True:
            try:
                await chore()
            except Exception:
                logger.exception("a chore failed; it is tried again")
                await asyncio.sleep(SWEEP)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work in the background failed", exc_info=error)


def digest_of(token: str) -> str:
    """What the database holds of a secret. It is long and random, so one round is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
