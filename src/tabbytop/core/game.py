"""What a game is, before any of its rules are loaded: its name, its player counts and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tabbytop.core.errors import BadOption

Value = int | bool | str
Options = dict[str, Value]

MOST = 1_000_000  # the highest value of an option that is a number without a limit of its own


@dataclass(frozen=True)
class Choice:
    """An option that is one of a few words. The first is the default."""

    name: str
    words: tuple[str, ...]
    help: str

    def default(self, players: int) -> Value:
        return self.words[0]

    def check(self, value: object) -> Value:
        if not isinstance(value, str) or value not in self.words:
            raise BadOption(f"{self.name} is {self.expects}; got {value!r}")
        return value

    def parse(self, text: str) -> Value:
        return self.check(text)

    @property
    def expects(self) -> str:
        return " or ".join(self.words)


@dataclass(frozen=True)
class Switch:
    """An option that is on or off."""

    name: str
    on: bool
    help: str
    expects: str = "true or false"

    def default(self, players: int) -> Value:
        return self.on

    def check(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise BadOption(f"{self.name} is {self.expects}; got {value!r}")
        return value

    def parse(self, text: str) -> Value:
        return self.check({"true": True, "false": False}.get(text.lower(), text))


@dataclass(frozen=True)
class Number:
    """An option that is a whole number."""

    name: str
    usual: int | Callable[[int], int]
    least: int
    help: str
    most: int = MOST

    def default(self, players: int) -> Value:
        return self.usual if isinstance(self.usual, int) else self.usual(players)

    def check(self, value: object) -> Value:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise BadOption(f"{self.name} is {self.expects}; got {value!r}")
        return value

    def parse(self, text: str) -> Value:
        return self.check(int(text) if text.removeprefix("-").isdecimal() and len(text) < 20 else text)

    @property
    def expects(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


Option = Choice | Switch | Number

TO_THE_END = 99  # turns: more than any deal has


@dataclass(frozen=True)
class Game:
    """One of the five boxes."""

    id: str
    name: str
    players: tuple[int, ...]
    minutes: str
    summary: str
    options: tuple[Option, ...]
    together: bool = False  # all seats share one score
    talk: bool = True  # players may say anything while they play
    # The move by which a seat that is asked something after a deal changes nothing: nobody else learns it was asked.
    unnoticed: str = ""
    scale: float = 8  # points that make a clear difference between two players; for a team, an excellent score
    # By players, how many turns a search looks ahead in a deal that is too long; else, to its end.
    horizon: Mapping[int, int] = field(default_factory=dict)

    def turns_ahead(self, players: int) -> int:
        """How many turns a search looks ahead; 0: to the end of the deal."""
        return self.horizon.get(players, 0) % TO_THE_END

    def check_players(self, players: object) -> int:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            raise BadOption(f"{self.id} is for {self.counts} players; got {players!r}")
        return players

    def check_options(self, players: int, given: Mapping[str, object]) -> Options:
        """All options, those not given by their defaults, in the order the game names them."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(f"{self.id} has the options {', '.join(known)}; got {name!r}")
        return {
            name: option.check(given[name]) if name in given else option.default(players)
            for name, option in known.items()
        }

    def parse_options(self, texts: list[str]) -> dict[str, Value]:
        """Options written as `key=value`."""
        known = {option.name: option for option in self.options}
        parsed: dict[str, Value] = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals:
                raise BadOption(f"an option is written key=value; got {text!r}")
            if name not in known:
                raise BadOption(f"{self.id} has the options {', '.join(known)}; got {name!r}")
            parsed[name] = known[name].parse(value)
        return parsed

    @property
    def counts(self) -> str:
        first, last = self.players[0], self.players[-1]
        return str(first) if first == last else f"{first}-{last}"

    def describe(self) -> dict[str, object]:
        """As plain data."""
        return {
            "id": self.id,
            "name": self.name,
            "players": list(self.players),
            "minutes": self.minutes,
            "summary": self.summary,
            "together": self.together,
            "talk": self.talk,
            "options": [
                {
                    "name": option.name,
                    "expects": option.expects,
                    "words": list(option.words) if isinstance(option, Choice) else [],
                    "least": option.least if isinstance(option, Number) else None,
                    "default": {str(players): option.default(players) for players in self.players},
                    "help": option.help,
                }
                for option in self.options
            ],
        }
