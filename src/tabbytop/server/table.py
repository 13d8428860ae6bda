"""A table, made of its log. Pure: it knows no network, no database and no clock; it is told the time.

`add` takes an entry that was committed; everything else only looks, or says which entries a wish would add.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tabbytop.core.errors import IllegalMove
from tabbytop.core.view import SPECTATOR
from tabbytop.games import find
from tabbytop.play import together
from tabbytop.play.match import Match, numbers
from tabbytop.play.setup import Setup, prepare
from tabbytop.server.entries import (
    Away,
    Back,
    Changed,
    Entry,
    Hired,
    Left,
    Moved,
    Reacted,
    Rematch,
    Said,
    Sat,
    Started,
)
from tabbytop.server.errors import Forbidden, Refused
from tabbytop.server.messages import COLOURS, SILENT_REACTIONS, Lobby, News, Seated, Seen, Update


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was settled when the table was opened."""

    game: str
    players: int
    options: dict[str, Any]
    components: dict[str, Any] | None
    seed: int
    clock: int | None
    gone: int | None  # seconds after which a bot plays for a person who is not there
    listed: bool
    known: bool = False  # whether somebody may know the deal: by its seed, or from another table

    def setup(self) -> Setup:
        return prepare(self.game, self.players, self.options, self.components, self.seed)


@dataclass(slots=True)
class Chair:
    """Who sits there: a person, a bot, or nobody."""

    name: str | None = None
    colour: int | None = None  # a person's; the others have what is left
    bot: str | None = None
    away: bool = False

    @property
    def free(self) -> bool:
        return self.name is None and self.bot is None

    @property
    def person(self) -> bool:
        return self.name is not None

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None or self.away


By = Literal["person", "bot", "clock"]


@dataclass(frozen=True, slots=True)
class Held:
    """What a seat has chosen face down, and who chose it."""

    actions: tuple[int, ...] = ()
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at a table: on a seat, the one who opened it, or a spectator."""

    seat: int = SPECTATOR
    host: bool = False


def free_colour(wanted: int, taken: Collection[int]) -> int:
    """The wanted one, or the next that nobody has. There are as many as seats."""
    return next(colour for step in range(COLOURS) if (colour := (wanted + step) % COLOURS) not in taken)


@dataclass(slots=True)
class Table:
    id: str
    agreed: Agreed
    opened: float
    number: int = 0  # of entries in the log
    chairs: list[Chair] = field(init=False)
    match: Match | None = None
    since: float = 0.0  # when the decision that is due began
    rematch: str | None = None
    decided: dict[int, int] = field(default_factory=dict)  # by seat: after how many moves its person decided last
    # What lies face down in the turn that is due, as far as this process knows; it is read again before it counts.
    chosen: dict[int, Held] = field(default_factory=dict)
    _news: dict[int, list[News]] = field(init=False)
    _told: int = 0
    _lobby: Lobby | None = None

    def __post_init__(self) -> None:
        self.chairs = [Chair() for _ in range(self.agreed.players)]
        self._news = {viewer: [] for viewer in range(SPECTATOR, self.agreed.players)}

    # The log

    def add(self, entry: Entry, at: float) -> None:
        """An entry that was committed."""
        self.number += 1
        if not isinstance(entry, Moved):
            self._lobby = None
        match entry:
            case Sat():
                self.chairs[entry.seat] = Chair(name=entry.name, colour=entry.colour)
                self._tell(at, "sat", entry.seat, entry.name)
            case Changed():
                chair = self.chairs[entry.seat]
                if chair.name != entry.name:
                    self._tell(at, "renamed", entry.seat, entry.name)
                chair.name, chair.colour = entry.name, entry.colour
            case Hired():
                self.chairs[entry.seat] = Chair(bot=entry.bot)
                self._tell(at, "hired", entry.seat, entry.bot)
            case Left():
                self.chairs[entry.seat] = Chair()
                self._tell(at, "left", entry.seat)
            case Started():
                self.match = Match(self.agreed.setup())
                self.since = at
                self._tell(at, "started")
                self._tell_what_happened(at)
            case Moved():
                assert self.match is not None
                if entry.by == "person":
                    self.decided[entry.seat] = self.turn
                self.match.play(entry.action)
                self.chosen.clear()
                self.since = at
                self._tell_what_happened(at)
            case Away():
                self.chairs[entry.seat].away = True
                self._tell(at, "away", entry.seat)
            case Back():
                self.chairs[entry.seat].away = False
                self._tell(at, "back", entry.seat)
            case Said():
                self._tell(at, "said", entry.seat, entry.text)
            case Reacted():
                self._tell(at, "reacted", entry.seat, entry.what)
            case Rematch():
                self.rematch = entry.table
                self._tell(at, "rematch", SPECTATOR, entry.table)

    def foresee(self, entries: Sequence[Entry], at: float) -> Table:
        """The table as it will stand with these entries, to see what is due then. It tells no news."""
        after = Table(self.id, self.agreed, self.opened, self.number)
        after.chairs = [replace(chair) for chair in self.chairs]
        after.match = self.match.copy() if self.match else None
        after.since, after.chosen, after._news = self.since, dict(self.chosen), {}
        for entry in entries:
            after.add(entry, at)
        return after

    def _tell(self, at: float, kind: Any, seat: int = SPECTATOR, text: str = "") -> None:
        news = News(at=at, kind=kind, seat=seat, text=text)
        for heard in self._news.values():
            heard.append(news)

    def _tell_what_happened(self, at: float) -> None:
        assert self.match is not None
        if not self._news:
            return
        log = self.match.log()
        for line in log[self._told :]:
            news = News(at=at, kind="told", seat=line.seat, text=line.text)
            for viewer, heard in self._news.items():
                if line.to is None or viewer in line.to:
                    heard.append(news)
        self._told = len(log)

    # Looking

    @property
    def state(self) -> Literal["open", "playing", "over"]:
        if self.match is None:
            return "open"
        return "over" if self.match.over else "playing"

    def update(self, who: Who, since: int, now: float) -> Update:
        """How the table stands for somebody, and the news after so many. All that is told of a match is told here.

        News are counted for each viewer: what is hidden from one does not count, so a number tells nothing of it.
        """
        seat, view = who.seat, self.view(who.seat)
        return Update(
            number=len(self._news[seat]),
            lobby=self.lobby(),
            seat=seat,
            host=who.host,
            view=view,
            waiting=self.decision(seat) is not None,
            legal=self.legal(seat) if seat != SPECTATOR else [],
            chosen=self.chosen_texts(seat) if seat != SPECTATOR else [],
            deadline=self.deadline() if view and view["table"].acting else None,  # not if it may not know who decides
            now=now,
            news=self._news[seat][since:],
        )

    def lobby(self) -> Lobby:
        """Made again only when something in it changed: most entries are moves."""
        if self._lobby is None or self._lobby.state != self.state:
            self._lobby = self._make_lobby()
        return self._lobby

    def _make_lobby(self) -> Lobby:
        colours = self._colours()
        return Lobby(
            table=self.id,
            game=self.agreed.game,
            players=self.agreed.players,
            options=self.agreed.options,
            clock=self.agreed.clock,
            listed=self.agreed.listed,
            known_deal=self.agreed.known,
            state=self.state,
            seats=[
                Seated(
                    seat=seat,
                    name=chair.name,
                    colour=colours[seat],
                    kind="free" if chair.free else "person" if chair.person else "bot",
                    bot=chair.bot,
                    away=chair.away,
                )
                for seat, chair in enumerate(self.chairs)
            ],
            opened=self.opened,
        )

    def _colours(self) -> list[int]:
        """By seat: its person's, else the seat's own; where a person has that, the next that is free."""
        colours, taken = [], self._taken()
        for seat, chair in enumerate(self.chairs):
            colours.append(free_colour(seat, taken) if chair.colour is None else chair.colour)
            taken.add(colours[-1])
        return colours

    def _taken(self, but: int = SPECTATOR) -> set[int]:
        """The colours that people have; not counting one seat's."""
        return {chair.colour for seat, chair in enumerate(self.chairs) if chair.colour is not None and seat != but}

    def view(self, viewer: int) -> Seen | None:
        """What lies on the table for a viewer; what may be done stands beside it, for it may be asked in any order."""
        if self.match is None:
            return None
        match = self.match
        return {
            "game": self.agreed.game,
            "players": match.players,
            "options": match.options,
            "seat": viewer,
            "over": match.over,
            "table": match.table(viewer),
            "result": match.result if match.over else None,
        }

    def waiting(self) -> list[int]:
        """The seats whose decision the match waits for."""
        if self.state != "playing":
            return []
        if not self.at_once:
            return list(self.asked())
        return [seat for seat in self.asked() if self.decision(seat) is not None]

    def asked(self) -> tuple[int, ...]:
        """The same, and at choices made at once those, too, whose choice lies face down: it may be taken back."""
        return together.asked(self.match) if self.match else ()

    def seen_to_decide(self, seat: int) -> bool:
        """Whether everybody may know that the seat is asked."""
        return self.match is not None and seat in self.match.table(SPECTATOR).acting

    @property
    def at_once(self) -> bool:
        """Whether several seats choose now, each without seeing the others' choices."""
        return self.match is not None and not self.match.over and together.at_once(self.match)

    def decision(self, seat: int) -> Match | None:
        """The match at what the seat has to decide now, if it has to."""
        if self.match is None:
            return None
        return together.decision(self.match, seat, self._actions(seat))

    def _actions(self, seat: int) -> tuple[int, ...]:
        return self.chosen[seat].actions if seat in self.chosen else ()

    def legal(self, seat: int) -> list[str]:
        """What the seat may do now; while others still choose, what it may choose instead."""
        match = self.decision(seat) or self._first_decision(seat)
        return match.moves() if match else []

    def _first_decision(self, seat: int) -> Match | None:
        return together.decision(self.match, seat) if self.match else None

    def chosen_texts(self, seat: int) -> list[str]:
        """What lies face down before the seat."""
        if self.match is None:
            return []
        return [self.match.text(action) for action in self._actions(seat)]

    def deadline(self) -> float | None:
        """When the clock decides."""
        if self.state != "playing" or self.agreed.clock is None:
            return None
        return self.since + self.agreed.clock

    def due(self, pause: float, came: float = 0.0) -> float | None:
        """When somebody has to look after the table: a bot's move, a clock, or a person who may be gone.

        Whoever `came` just now waits as long for the others as if the decision had begun then.
        """
        moments, waiting = [], self.waiting()
        for seat in self.asked():
            if self.chairs[seat].played_by_bot:
                moments += [self.since + pause] if seat in waiting else []
            else:
                moments += [self.since + self.agreed.clock] if self.agreed.clock else []
                moments += [max(self.since, came) + self.agreed.gone] if self.agreed.gone else []
        return min(moments, default=None)

    @property
    def turn(self) -> int:
        """How many moves were made."""
        return len(self.match.history) if self.match else 0

    # Wishes: what they would add to the log

    def sit(self, name: str, seat: int | None, colour: int | None = None) -> Sat:
        self._before_the_start()
        if seat is None:
            free = [number for number, chair in enumerate(self.chairs) if chair.free]
            if not free:
                raise Refused("all_taken", "all seats are taken; you may watch")
            seat = free[0]
        self._check_seat(seat)
        if not self.chairs[seat].free:
            raise Refused("seat_taken", f"seat {seat} is taken")
        return Sat(seat=seat, name=self._free_name(name, seat), colour=self._free_colour(colour, seat))

    def change(self, seat: int, name: str | None, colour: int | None) -> Changed:
        """What is not said stays: two changes in one breath may not take each other back."""
        self._before_the_start()
        chair = self.chairs[seat]
        if chair.name is None:  # sat down through another process, perhaps, and this copy does not know
            raise Forbidden("no_seat", "you have no seat at this table")
        wanted = self._colours()[seat] if colour is None else colour
        return Changed(
            seat=seat, name=self._free_name(name or chair.name, seat), colour=self._free_colour(wanted, seat)
        )  # fmt: skip

    def leave(self, seat: int) -> list[Entry]:
        if self.state == "open":
            return [Left(seat=seat)]
        if self.state == "over" or self.chairs[seat].away:
            return []
        return [Away(seat=seat)]

    def place(self, seat: int, bot: str | None) -> list[Entry]:
        self._before_the_start()
        self._check_seat(seat)
        if bot is None:
            return [] if self.chairs[seat].free else [Left(seat=seat)]
        leaving: list[Entry] = [Left(seat=seat)] if self.chairs[seat].person else []
        return [*leaving, Hired(seat=seat, bot=bot)]

    def start(self, bot: str) -> list[Entry]:
        self._before_the_start()
        hired: list[Entry] = [Hired(seat=seat, bot=bot) for seat, chair in enumerate(self.chairs) if chair.free]
        return [*hired, Started()]

    def choose(self, seat: int, move: str, after: int | None = None) -> tuple[int, ...]:
        """What the seat will have chosen with this move, in the order it is asked.

        At a decision of its own that is the move. Among choices made at once it may be the next one, or one already
        made and now changed. `after` so many news it was meant; what came too late is refused.
        """
        match = self._running()
        if after is not None and any(news.kind == "told" for news in self._news[seat][after:]):
            raise Refused("too_late", f"that came too late: something happened meanwhile; got {move!r}")
        chosen = self._actions(seat)
        action = numbers(match.setup.parts.notation.ACTIONS).get(move)
        for place in range(len(chosen), -1, -1):
            asked = together.decision(match, seat, chosen[:place])
            if asked is not None and action is not None and action in asked.legal():
                return (*chosen[:place], action, *chosen[place + 1 :])
        if not (legal := self.legal(seat)):
            raise Refused("not_your_turn", f"it is not your turn; got {move!r}")
        raise IllegalMove(f"you may {', '.join(legal)}; got {move!r}")

    def moved(self, seat: int, held: Held) -> list[Moved]:
        """The moves that this choice completes: its own, or if all choose at once, everyone's when it is the last."""
        if not self.at_once:
            return [Moved(seat=seat, action=held.actions[0], by=held.by)]
        choices = {**self.chosen, seat: held}
        match = self._running().copy()
        moves = together.complete(match, {who: each.actions for who, each in choices.items()})
        made = []
        for action in moves or ():
            made.append(Moved(seat=match.seat, action=action, by=choices[match.seat].by))
            match.play(action)
        return made

    def say(self, seat: int, text: str) -> Said:
        if self.state != "over" and not find(self.agreed.game).talk:
            raise Refused("no_talk", "in this game nobody talks before the match is over; reactions are allowed")
        return Said(seat=seat, text=text)

    def react(self, seat: int, what: str) -> Reacted:
        if self.state != "over" and not find(self.agreed.game).talk and what not in SILENT_REACTIONS:
            allowed = ", ".join(SILENT_REACTIONS)
            raise Refused("no_talk", f"in this game {allowed} are allowed before the match is over")
        return Reacted(seat=seat, what=what)

    def _free_name(self, name: str, seat: int) -> str:
        if any(chair.name == name for number, chair in enumerate(self.chairs) if number != seat):
            raise Refused("name_taken", f"somebody at the table is called {name} already")
        return name

    def _free_colour(self, wanted: int | None, seat: int) -> int:
        return free_colour(seat if wanted is None else wanted, self._taken(but=seat))

    def _before_the_start(self) -> None:
        if self.state != "open":
            raise Refused("begun", "the match has begun")

    def _check_seat(self, seat: int) -> None:
        if seat >= self.agreed.players:
            raise Refused("no_such_seat", f"seats are from 0 to {self.agreed.players - 1}; got {seat}")

    def _running(self) -> Match:
        if self.match is None:
            raise Refused("not_begun", "the match has not begun")
        if self.match.over:
            raise Refused("over", "the match is over")
        return self.match
