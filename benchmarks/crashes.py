"""Is anything lost when a server process dies? Two of them on one database are killed (kill -9) at random moments.

    python benchmarks/crashes.py [--kills N] [--tables N] [--seed N] [--database URL]

People who choose at random and bots play all five games at several tables, match after match. Half of the kills come
within milliseconds of a move. At the end the record of every match is held against what its people remember: each
acknowledged move is there, in order and once, and nothing else of theirs; a move whose answer never came may be there.
Exit code 1 if anything was lost, or a match does not end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
import websockets

import tabbytop
from tabbytop.play import engine, together
from tabbytop.play.match import Match, numbers

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from cases import SHORT
from postgres import postgres
from servers import bearer, free_port

TRACEBACK = 60  # lines of it at the most

TABLES = (  # game, seats, people; the others are bots
    ("ahoy", 4, 2), ("catsle", 3, 2), ("festival", 3, 2), ("familiar", 3, 2), ("sorting", 4, 2), ("ahoy", 2, 2),
    ("ahoy", 3, 3), ("catsle", 4, 4), ("festival", 4, 3), ("familiar", 3, 3),
)  # fmt: skip
THINK = 0.15  # seconds that a person takes for a move, at most
CHANGE, UNDO, CHAT = 0.3, 0.1, 0.05  # how often they think again, and talk where that is allowed
TALKS = ("ahoy",)
PATIENCE = 90.0  # seconds for what must happen some time


@dataclass(eq=False)
class Server:
    """A server process that can be killed and started again, on the same port."""

    database: str
    log: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    groups: list[int] = field(default_factory=list)
    answered: int = 0  # commands, since it was started
    asked: int = 0  # commands that it has not answered

    def start(self) -> None:
        command = [
            sys.executable, "-m", "tabbytop", "serve", "--port", str(self.port), "--database", self.database,
            "--pause", "0", "--requests", "100000", "--connections", "5000",
        ]  # fmt: skip
        self.answered = 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        self.groups.append(self.process.pid)

    def kill(self) -> None:
        """Only the server itself: the processes of its bots have to notice."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def left_behind(self) -> list[int]:
        """Process groups that are still there; they are ended."""
        found = []
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
                found.append(group)
        return found

    def said(self) -> Iterator[str]:
        """What went wrong, by its own log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines):
            with contextlib.suppress(ValueError):
                entry = json.loads(line)
                if entry["level"] in ("error", "critical"):
                    yield f"server {self.port}: {entry['message'].strip()}: {entry.get('error', '')[-1500:]}"
                continue
            if "Traceback" in line:
                yield f"server {self.port}: " + "\n".join(lines[number : number + TRACEBACK])


@dataclass(slots=True)
class Sent:
    """A move that somebody sent, or None to take back what lies face down."""

    move: str | None
    heard: int  # lines told when it was sent: the same ones at the same decision
    after: int  # news by then: the server refuses a move if the match went on since
    answer: Literal["yes", "no", "none"] = "none"
    late: bool = True  # the match went on before the answer came


@dataclass(eq=False)
class Person:
    """Somebody on a seat, who comes back to any server that answers and remembers everything."""

    servers: list[Server]
    choose: random.Random
    table: str
    seat: int
    token: str
    wrong: list[str]
    sent: list[Sent] = field(default_factory=list)
    chats: dict[str, str] = field(default_factory=dict)  # what was said, and how it was answered
    news: list[dict[str, Any]] = field(default_factory=list)
    update: dict[str, Any] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        return bool(self.update) and self.update["lobby"]["state"] == "over"

    @property
    def heard(self) -> int:
        return sum(item["kind"] == "told" for item in self.news)

    @property
    def stands(self) -> tuple[int, tuple[str, ...]]:
        return self.heard, tuple(self.update["chosen"])

    async def play(self) -> None:
        while not self.over:
            server = self.choose.choice(self.servers)
            address = f"ws://127.0.0.1:{server.port}/api/tables/{self.table}/socket"
            with contextlib.suppress(OSError, TimeoutError, EOFError, websockets.WebSocketException):
                async with websockets.connect(address, max_size=None, proxy=None, open_timeout=PATIENCE) as socket:
                    self.counts["connections"] += 1
                    await socket.send(json.dumps({"type": "hello", "token": self.token, "since": len(self.news)}))
                    await self._listen(server, socket)
            await asyncio.sleep(0.05)

    async def _listen(self, server: Server, socket: websockets.ClientConnection) -> None:
        """One connection. At most one command waits for its answer."""
        new, number, asked, before = True, 0, None, None  # before: how it stood when the last command was sent
        try:
            while not self.over:
                message = json.loads(await socket.recv())
                if message["type"] == "update":
                    self._take(message)
                    if new and not self.update["waiting"]:  # what lies there has to do, whatever became of its server
                        before = self.stands
                    new = False
                elif asked is None or message["id"] != number:
                    self.wrong.append(f"table {self.table}: expected an answer to {number}; got {message}")
                    return
                else:
                    server.asked, server.answered = server.asked - 1, server.answered + 1
                    before = await self._answered(asked, message["error"], before)
                    asked = None
                # What was carried out shows in an update, sooner or later than its answer.
                if asked is None and self.update and before != self.stands:
                    asked = self._decide()
                    if asked is not None:
                        before = self.stands if isinstance(asked, Sent) else None
                        await asyncio.sleep(self.choose.uniform(0, THINK))
                        number += 1
                        server.asked += 1
                        await socket.send(json.dumps({"id": number, **self._command(asked)}))
        finally:
            server.asked -= asked is not None

    def _take(self, update: dict[str, Any]) -> None:
        self.update = update
        self.news += update["news"]
        if len(self.news) != update["number"]:
            self.wrong.append(
                f"table {self.table} seat {self.seat}: expected {update['number']} news, as the update says; "
                f"got {len(self.news)}"
            )

    def _decide(self) -> Sent | str | None:
        """A move, something to say, or nothing."""
        legal, chosen, lobby = self.update["legal"], self.update["chosen"], self.update["lobby"]
        move: str | None = None
        if lobby["game"] in TALKS and lobby["state"] == "playing" and self.choose.random() < CHAT:
            text = f"{self.seat} says {len(self.chats)}"
            self.chats[text] = "none"
            return text
        if not legal:
            return None
        if self.update["waiting"]:
            move = self.choose.choice(legal)
        elif self.choose.random() < CHANGE and (others := [each for each in legal if each not in chosen]):
            move = self.choose.choice(others)
        elif self.choose.random() >= UNDO:
            return None
        self.sent.append(Sent(move, self.heard, len(self.news)))
        return self.sent[-1]

    @staticmethod
    def _command(asked: Sent | str) -> dict[str, str | int]:
        if isinstance(asked, str):
            return {"type": "say", "text": asked}
        if asked.move is None:
            return {"type": "undo"}
        return {"type": "move", "move": asked.move, "after": asked.after}

    async def _answered(
        self, asked: Sent | str, error: str | None, before: tuple[int, tuple[str, ...]] | None
    ) -> tuple[int, tuple[str, ...]] | None:
        """Note an answer; how it stood before, if an update has to come that shows what was done."""
        answer: Literal["yes", "no"] = "no" if error else "yes"
        if isinstance(asked, str):
            self.chats[asked] = answer
        else:
            asked.answer, asked.late = answer, asked.heard != self.heard
            self.counts["acknowledged" if error is None else "refused"] += 1
        if error is None:
            return before
        # Refused is what came too late or too often; a move at the right time is never.
        too = any(words in error for words in ("too many", "too late", "is over"))
        if not too and isinstance(asked, Sent) and not self._may_be_refused(asked):
            last = self.sent[-3:]
            self.wrong.append(f"table {self.table} seat {self.seat}: {asked.move!r} was legal; got {error!r} ({last})")
        await asyncio.sleep(0.5)
        return None

    def _may_be_refused(self, asked: Sent) -> bool:
        """After something at the same decision that may have been carried out."""
        return any(each.heard == asked.heard for each in self.sent[:-1] if each.answer != "no")


# What the record has to say to that


def own_turns(match: Match, seat: int) -> list[tuple[Match, tuple[int, ...]]]:
    """Each turn of a seat: the match before it, and what the seat chose (two paws: two moves)."""
    world, turns = Match(match.setup), []
    moves = iter(match.history)
    while not world.over:
        before, own, covered = world.copy(), [], together.at_once(world)
        while True:
            move = next(moves)
            if world.seat == seat:
                own.append(move)
            world.play(move)
            if not covered or not engine.face_down(world.slots):
                break
        if own:
            turns.append((before, tuple(own)))
    return turns


def chosen_with(before: Match, seat: int, chosen: tuple[int, ...], move: str | None) -> tuple[int, ...] | None:
    """What lies before a seat after one more choice: the next, or one that was made and is changed; None if illegal."""
    if move is None:
        return ()
    action = numbers(before.setup.parts.notation.ACTIONS)[move]
    for place in range(len(chosen), -1, -1):
        asked = together.decision(before, seat, chosen[:place])
        if asked is not None and action in asked.legal():
            return (*chosen[:place], action, *chosen[place + 1 :])
    return None


def compare(match: Match, seat: int, sent: list[Sent]) -> str | None:
    """What is wrong with a record by what somebody remembers.

    Follows all that can have happened: which turn of the record a move was for, and what was chosen by then.
    """
    turns = own_turns(match, seat)
    paths: set[tuple[int, tuple[int, ...]]] = {(0, ())} if turns else set()
    heard = sent[0].heard if sent else 0
    for number, one in enumerate(sent):
        if one.heard != heard:  # the person saw another decision: the last one is made
            heard = one.heard
            done = [turn for turn, chosen in paths if chosen == turns[turn][1]]
            paths = {(turn + 1, ()) for turn in done if turn + 1 < len(turns)}
        after = set()
        for turn, chosen in paths:
            if (here := chosen_with(turns[turn][0], seat, chosen, one.move)) is not None:
                after.add((turn, here))
        if one.answer == "yes":
            # To take back what is revealed already is carried out, and means nothing.
            paths = after | paths if one.move is None and one.late else after
        elif one.answer == "none":
            paths |= after
        if not paths:
            return f"move {number} ({one}) is not in the record, or not where it belongs"
    if turns and not any(turn == len(turns) - 1 and chosen == turns[turn][1] for turn, chosen in paths):
        return f"expected the {len(turns)} turns of the record to be what was sent; got as far as {sorted(paths)}"
    return None


# Tables, and who kills


@dataclass(eq=False)
class Club:
    servers: list[Server]
    seed: int
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    closing: bool = False
    playing: dict[str, list[Person]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.http = httpx.AsyncClient(timeout=PATIENCE, trust_env=False)

    async def ask(
        self, choose: random.Random, method: str, path: str, token: str | None = None, json: object = None
    ) -> httpx.Response | None:
        """One request to any server; None if it died."""
        url = f"http://127.0.0.1:{choose.choice(self.servers).port}/api/tables{path}"
        try:
            reply = await self.http.request(method, url, json=json, headers=bearer(token))
        except httpx.TransportError:
            await asyncio.sleep(0.05)
            return None
        if reply.status_code >= 500:
            self.wrong.append(f"{method} {path}: expected no accident; got {reply.status_code} {reply.text}")
        return reply

    async def read(self, choose: random.Random, path: str, token: str | None = None) -> Any:
        while (reply := await self.ask(choose, "GET", path, token)) is None:
            pass
        if reply.status_code != 200:
            self.wrong.append(f"GET {path}: expected 200; got {reply.status_code} {reply.text}")
            return None
        return reply.json()

    async def seat_people(self, choose: random.Random, game: str, players: int, people: int) -> list[Person] | None:
        """A table that has begun; None if a server died meanwhile (then a secret is lost with its answer)."""
        bots = [None] * people + ["kitten"] * (players - people)
        asked: dict[str, object] = {
            "game": game,
            "players": players,
            "options": SHORT.get(game, {}),
            "bots": bots,
            "gone": None,
        }
        asked["seed"] = choose.getrandbits(60)
        while (opened := await self.ask(choose, "POST", "", json=asked)) is None:
            pass
        if opened.status_code != 201:
            self.wrong.append(f"{asked}: expected a table; got {opened.status_code} {opened.text}")
            return None
        table, host = opened.json()["table"], opened.json()["host"]
        seated = []
        for number in range(people):
            sat = await self.ask(
                choose, "POST", f"/{table}/commands", json={"type": "sit", "name": f"p{number}", "seat": number}
            )
            if sat is None or sat.status_code != 200:
                return None
            own = random.Random(choose.getrandbits(60))
            seated.append(Person(self.servers, own, table, number, sat.json()["token"], self.wrong))
        while True:
            begun = await self.ask(choose, "POST", f"/{table}/commands", host, {"type": "start"})
            if begun is not None and (begun.status_code == 200 or "has begun" in begun.text):
                return seated

    async def play(self, number: int) -> None:
        """Match after match at one table."""
        choose = random.Random(f"{self.seed} {number}")
        game, players, people = TABLES[number % len(TABLES)]
        while not self.closing:
            seated = await self.seat_people(choose, game, players, people)
            if seated is None:
                self.counts["tables given up before the start"] += 1
                continue
            table = seated[0].table
            self.playing[table] = seated
            await asyncio.gather(*(person.play() for person in seated))
            await self._check(choose, table, seated)
            del self.playing[table]
            self.counts[f"matches of {game}"] += 1

    async def _check(self, choose: random.Random, table: str, seated: list[Person]) -> None:
        record = await self.read(choose, f"/{table}/record")
        if record is None:
            return
        match = tabbytop.from_record(record)
        self.counts["moves in the records"] += len(match.history)
        for person in seated:
            who = f"{match.game.id} table {table} seat {person.seat}"
            if (complaint := compare(match, person.seat, person.sent)) is not None:
                self.wrong.append(f"{who}: {complaint}")
            told = await self.read(choose, f"/{table}", person.token)
            if told is not None and told["news"][: len(person.news)] != person.news:
                self.wrong.append(f"{who}: the news are not those that came one by one")
            said = Counter(
                item["text"] for item in told["news"] if item["kind"] == "said" and item["seat"] == person.seat
            )
            for text, answer in person.chats.items():
                least, most = {"yes": (1, 1), "no": (0, 0), "none": (0, 1)}[answer]
                if not least <= said[text] <= most:
                    self.wrong.append(f"{who}: {text!r} was answered {answer}; it was said {said[text]} times")
            self.counts["moves never answered"] += sum(one.answer == "none" for one in person.sent)
            self.counts["chats acknowledged"] += sum(answer == "yes" for answer in person.chats.values())
            self.counts += person.counts

    async def kill(self, kills: int) -> None:
        choose = random.Random(self.seed)
        began = time.monotonic()
        for number in range(1, kills + 1):
            async with asyncio.timeout(PATIENCE):
                while not (busy := [server for server in self.servers if server.answered]):
                    await asyncio.sleep(0.02)
                victim = choose.choice(busy)
                await asyncio.sleep(choose.uniform(0, 1))
                if choose.random() < 0.5:  # while it is at work on something
                    while not victim.asked:
                        await asyncio.sleep(0.001)
                    await asyncio.sleep(choose.uniform(0, 0.01))
            self.counts["kills with a command unanswered"] += victim.asked > 0
            victim.kill()
            victim.start()
            if number % 10 == 0:
                done = sum(count for name, count in self.counts.items() if name.startswith("matches"))
                print(f"{number} kills, {done} matches, {time.monotonic() - began:.0f} s", flush=True)

    async def evening(self, tables: int, kills: int) -> None:
        at_tables = [asyncio.create_task(self.play(number)) for number in range(tables)]
        try:
            await self.kill(kills)
            self.closing = True
            done, _ = await asyncio.wait(at_tables, timeout=PATIENCE)
            for each in done:
                each.result()
            for table, seated in self.playing.items():
                stands = [(person.update["legal"], person.update["chosen"]) for person in seated if person.update]
                self.wrong.append(
                    f"table {table}: expected the match to end; its people may do and have chosen {stands}"
                )
        finally:
            for each in at_tables:
                each.cancel()
            await asyncio.gather(*at_tables, return_exceptions=True)
            await self.http.aclose()


@contextlib.contextmanager
def database(asked: str | None, folder: Path) -> Iterator[str]:
    if asked == "postgres":
        with postgres() as url:
            yield url
    else:
        yield asked or f"sqlite:///{folder / 'tables.sqlite'}"


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--kills", type=int, default=100)
    ask.add_argument("--tables", type=int, default=len(TABLES))
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--database", help="sqlite:///FILE, postgresql://..., or postgres to start one")
    asked = ask.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tabbytop-crashes-") as name, database(asked.database, Path(name)) as url:
        servers = [Server(url, Path(name) / f"{number}.log") for number in range(2)]
        club = Club(servers, asked.seed)
        try:
            for server in servers:
                server.start()
            asyncio.run(club.evening(asked.tables, asked.kills))
        finally:
            for server in servers:
                server.kill()
            time.sleep(3)  # bots notice that their server is gone
            left = [group for server in servers for group in server.left_behind()]
        if left:
            club.wrong.append(f"expected no process without its server; got the groups {left}")
        club.wrong += [line for server in servers for line in server.said()]
    for what, count in sorted(club.counts.items()):
        print(f"{count:8,} {what}")
    for each in club.wrong[:50]:
        print(f"WRONG: {each}")
    print(f"{asked.kills} kills in {time.monotonic() - began:.0f} s: {len(club.wrong) or 'nothing'} wrong")
    sys.exit(bool(club.wrong))


if __name__ == "__main__":
    main()
