"""A match, step by step: the interface for people who write Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tabbytop.core.bits import each
from tabbytop.core.compiler import direct
from tabbytop.core.contract import MOST_SEATS
from tabbytop.core.encoding import NUMBER
from tabbytop.core.errors import BadOption, IllegalMove
from tabbytop.core.game import Game, Options
from tabbytop.core.view import SPECTATOR, Entry, Still, Table, View
from tabbytop.play import engine
from tabbytop.play.replay import Replay
from tabbytop.play.setup import Setup, check_seed, prepare, signed

LOG = 150  # lines of the log that a view has if nobody says otherwise


def new(
    game: str,
    *,
    players: int | None = None,
    seed: int | None = None,
    components: Path | str | Mapping[str, object] | None = None,
    **options: object,
) -> Match:
    """A new match. Options are the game's own, by name: `new("festival", players=3, mode="advanced")`."""
    return Match(prepare(game, players, options, components, seed))


class Match:
    """Who decides is in `seat`, what they may do in `legal()`; `play` takes a number from there or its text."""

    def __init__(self, setup: Setup, moves: Sequence[int] = ()) -> None:
        """A match that begins, or that stands after these moves (which are known to be legal)."""
        self._setup = setup
        self._names: tuple[str, ...] = setup.parts.notation.ACTIONS
        self._moves = list(moves)
        self._imagined = False
        self._forget_the_log()
        if moves or setup.script:
            replay = Replay(setup)
            for _ in replay.follow(self._moves):
                pass
            self._take(replay.slots)
        else:
            self._take(setup.begin())

    def _take(self, slots: np.ndarray) -> None:
        self._slots = slots
        self._choices = engine.advance(slots)
        self._config, self._state = slots[0].c, slots[0].s
        self._legal = memoryview(slots[0].legal)
        self._step = _stepper(slots.dtype)
        self._stood = b""  # when it was last looked at

    def _forget_the_log(self) -> None:
        self._replay: Replay | None = None
        self._told: list[Entry] = []

    # What is being played

    @property
    def game(self) -> Game:
        return self._setup.game

    @property
    def players(self) -> int:
        return self._setup.players

    @property
    def options(self) -> Options:
        return dict(self._setup.options)

    @property
    def seed(self) -> int:
        return self._setup.seed

    @property
    def setup(self) -> Setup:
        return self._setup

    # Playing

    @property
    def over(self) -> bool:
        return self._choices == 0

    @property
    def seat(self) -> int:
        """Whose decision it is; -1 when the match is over."""
        return int(self._state.seat)

    def legal(self) -> list[int]:
        """All legal moves at this decision, by number, ascending."""
        return self._legal[: self._choices].tolist()

    def moves(self) -> list[str]:
        """All legal moves at this decision in writing, sorted as a record sorts them."""
        return sorted(self._names[action] for action in self.legal())

    def text(self, action: int) -> str:
        """How a move is written."""
        if type(action) is not int or not 0 <= action < len(self._names):
            raise BadOption(f"a move is a number from 0 to {len(self._names) - 1}; got {action!r}")
        return self._names[action]

    def play(self, move: int | str) -> None:
        """Make a move. One that is not legal is refused, and changes nothing."""
        if type(move) is not int:
            move = self._number(move)
        try:
            choices = self._step(self._slots, move)
        except OverflowError:
            choices = -1
        if choices < 0:
            raise IllegalMove(self._refusal(move))
        self._choices = choices
        self._moves.append(move)

    def _number(self, move: object) -> int:
        """The number of a move that is written, or a number of another kind."""
        if isinstance(move, str) and move in numbers(self._names):
            return numbers(self._names)[move]
        if isinstance(move, np.integer):
            return int(move)
        raise IllegalMove(self._refusal(move))

    def _refusal(self, move: object) -> str:
        given = move
        if isinstance(move, int) and 0 <= move < len(self._names):
            given = self._names[move]
        if self.over:
            return f"the match is over; got {given!r}"
        return f"seat {self.seat} may {', '.join(self.moves())}; got {given!r}"

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves, whoever made them. What was dealt after them is dealt by the generator again."""
        if self._imagined:
            raise BadOption("an imagined match has no past to go back to")
        if type(moves) is not int or not 1 <= moves <= len(self._moves):
            raise BadOption(f"of {len(self._moves)} moves at least one can be taken back; got {moves!r}")
        replay = Replay(self._setup)
        del self._moves[-moves:]
        dealt = sum(step.event is not None for step in replay.follow(self._moves))
        self._setup = replace(self._setup, script=self._setup.script[:dealt])
        self._forget_the_log()
        self._take(replay.slots)

    def copy(self) -> Match:
        """A match of its own that stands where this one does."""
        other = object.__new__(Match)
        other.__dict__ |= self.__dict__
        other._moves = list(self._moves)
        other._forget_the_log()
        other._take(engine.twin(self._slots))
        return other

    def __deepcopy__(self, _: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Its setup and its moves are the match. What was imagined has no past to be made of again."""
        if self._imagined:
            raise BadOption("an imagined match has no past to keep")
        return _played, (self._setup, self._moves)

    # Looking

    def table(self, seat: int = SPECTATOR) -> Table:
        """What lies on the table as one seat sees it, or a spectator."""
        self._check_seat(seat, SPECTATOR)
        stands = self._slots.tobytes()
        if stands != self._stood:
            self._stood, self._still = stands, (Still(self._config), Still(self._state))
        table: Table = self._setup.parts.view.look(*self._still, seat)
        return table

    def _check_seat(self, seat: object, least: int) -> None:
        if type(seat) is not int or not least <= seat < self.players:
            spectator = ", or -1 for a spectator" if least == SPECTATOR else ""
            raise BadOption(f"a seat is from 0 to {self.players - 1}{spectator}; got {seat!r}")

    def view(self, seat: int = SPECTATOR, since: int | None = None) -> View:
        """All that one seat sees, the log of what was revealed included; nothing else may be shown to a person.

        The log is what was told `since` so many lines; if not said, the last hundred and fifty.
        """
        self._check_seat(seat, SPECTATOR)
        if since is not None and (type(since) is not int or since < 0):
            raise BadOption(f"since is a number of lines, from 0; got {since!r}")
        told = [(entry.seat, entry.text) for entry in self.log() if entry.to is None or seat in entry.to]
        since = max(0, len(told) - LOG) if since is None else since
        return View(
            game=self.game.id,
            players=self.players,
            options=self.options,
            seat=seat,
            over=self.over,
            legal=tuple(self.moves()) if seat == self.seat and not self.over else (),
            table=self.table(seat),
            since=since,
            log=tuple(told[since:]),
            result=self.result if self.over else None,
        )

    def observe(self, seat: int) -> np.ndarray:
        """What the seat knows as numbers for a learner, laid out as the game's `observation.LAYOUT` says."""
        self._check_seat(seat, 0)
        row = np.zeros(self._setup.parts.observation.LAYOUT.size, NUMBER)
        engine.know(self._slots, seat, row)
        return row

    def log(self) -> list[Entry]:
        """All that happened, in words, and who saw it."""
        if self._imagined:
            return []
        if self._replay is None:
            self._replay = Replay(self._setup)
        for step in self._replay.follow(self._moves):
            self._told += step.entries
        return self._told

    def imagine(self, seat: int, seed: int) -> Match:
        """A match that the seat cannot tell from this one: all that it cannot know is dealt again.

        It can be played on, but it has no past: no log, no record.
        """
        self._check_seat(seat, 0)
        other = self.copy()
        # Nothing of the true match may be left in it: not its moves, not its seed.
        other._setup = replace(self._setup, seed=check_seed(seed), script=())
        other._moves = []
        other._imagined = True
        engine.imagine(other._slots, seat, signed(seed))
        other._take(other._slots)
        return other

    # The outcome, final when the match is over

    @property
    def scores(self) -> list[int]:
        return self._outcome()[0]

    @property
    def winners(self) -> list[int]:
        """The seats that share the victory, ascending."""
        return self._outcome()[1]

    @property
    def result(self) -> dict[str, Any]:
        """The outcome as a record tells it."""
        outcome: dict[str, Any] = self._setup.parts.notation.outcome(*self._outcome())
        return outcome

    def _outcome(self) -> tuple[list[int], list[int]]:
        scores = np.zeros(MOST_SEATS, np.int32)
        winners = engine.finish(self._slots, scores)
        return scores[: self.players].tolist(), list(each(winners))

    def record(self, *, legal: bool = False) -> dict[str, Any]:
        """The match so far, for a file: everything that happened, hidden cards included."""
        from tabbytop.play.record import write

        if self._imagined:
            raise BadOption("an imagined match has no past to record")
        return write(self, legal=legal)

    @property
    def slots(self) -> np.ndarray:
        """The running match as compiled code takes it, with all that nobody may see."""
        return self._slots

    @property
    def hidden(self) -> np.record:
        """The state itself, with all that nobody may see. For tests and the lab; never for a player."""
        state: np.record = self._state
        return state

    @property
    def state(self) -> bytes:
        """The whole state, hidden cards and generator included, to compare with another."""
        return b"".join(self._state[name].tobytes() for name in self._state.dtype.names)

    @property
    def history(self) -> list[int]:
        """The moves made so far, by number."""
        return list(self._moves)


def _played(setup: Setup, moves: list[int]) -> Match:
    match = Match(setup)
    for move in moves:
        match.play(move)
    return match


@cache
def _stepper(slot: np.dtype[np.void]) -> Callable[[np.ndarray, int], int]:
    return direct(engine.step, np.zeros(1, slot), 0)


@cache
def numbers(names: tuple[str, ...]) -> dict[str, int]:
    """The number of each written move."""
    return {name: number for number, name in enumerate(names)}
