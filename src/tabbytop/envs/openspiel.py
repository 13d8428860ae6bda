"""OpenSpiel: each game as a `pyspiel.Game`, registered as "tabbytop_catsle" and so on when this is imported.

    import pyspiel
    import tabbytop.envs.openspiel

    game = pyspiel.load_game("tabbytop_catsle(players=4,rounds=1)")

- Parameters are `players`, the game's options (with _ for -, as OpenSpiel reads 3-1-1 as a number: display=3_1_1) and
  `components`, a file with components of one's own.
- Chance is explicit: a match begins with four chance nodes of 256 equal outcomes, the bytes of its seed. From there on
  chance is decided, so all of OpenSpiel that needs explicit chance runs, and a history is a whole match. (Each card as
  a chance node would be hundreds of them; sampled chance would be refused by many algorithms.)
- What is chosen at once is chosen in turn, without seeing what the others chose: imperfect information.
- Information states are strings with all that the seat was told and did, what it sees now, and a digest of what it
  saw whenever it decided: perfect recall. Tensors, of information states and of observations, are `match.observe`, laid
  out as the game's `observation.LAYOUT` says: they hold what the seat knows now, not everything it ever saw.
- Factored observations are strings: the public one is the table as a spectator sees it, the private one as the seat
  does. There are no tensors of these.
- `state.resample_from_infostate` is `match.imagine`, so OpenSpiel's ISMCTS in Python runs on all five games. (The one
  in C++ cannot ask a game in Python for it.) A state that was imagined has no history from before.
- Returns are points, at the end; in Familiar's Trouble everyone has the team's.
"""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np

from tabbytop.core.encoding import MOST, NUMBER
from tabbytop.core.errors import BadOption
from tabbytop.core.game import Choice, Game, Number, Option, Options, Value
from tabbytop.core.view import SPECTATOR, TABLE
from tabbytop.envs import need
from tabbytop.games import IDS, find
from tabbytop.play import engine
from tabbytop.play.match import Match
from tabbytop.play.replay import Replay
from tabbytop.play.setup import Setup, prepare

need("pyspiel")

import pyspiel  # noqa: E402  (what is missing is said first)

BYTES = 4  # of a seed, each a chance node
OUTCOMES = 256
LONGEST = 100_000  # moves: a match to a target of points has no limit of its own
USUAL = -1  # the value of an option that is not given, where it depends on the number of players
LUCK = 1 << 53


class Kind:
    """Game, players and options: the same object for all states that are copied from each other."""

    def __init__(self, game: str, players: int, options: Options, components: str) -> None:
        self._components = components
        self.setup: Setup = prepare(game, players, options, components or None, 0)
        self.names: tuple[str, ...] = self.setup.parts.notation.ACTIONS
        self.row = np.zeros(self.setup.parts.observation.LAYOUT.size, NUMBER)  # to write an observation on

    def __deepcopy__(self, memo: object) -> Kind:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return kind, (self.setup.game.id, self.setup.players, tuple(self.setup.options.items()), self._components)

    def begin(self, seed: int) -> Known:
        return Known(self, Match(dataclasses.replace(self.setup, seed=seed)))


@cache
def kind(game: str, players: int, options: tuple[tuple[str, Value], ...], components: str) -> Kind:
    return Kind(game, players, dict(options), components)


class Known:
    """A match, and what every seat (and, last, a spectator) was told of it."""

    def __init__(self, kind: Kind, match: Match) -> None:
        self._kind = kind
        self.match = match
        self._past = [""] * (match.players + 1)
        self._marks = [b""] * match.players
        self._tell(Replay(match.setup), [])
        self._mark()

    def play(self, move: int) -> None:
        seat, before = self.match.seat, Replay(self.match.setup, engine.twin(self.match.slots))
        self.match.play(move)
        self._past[seat] += f"you: {self._kind.names[move]}\n"
        self._tell(before, [move])
        self._mark()

    def _tell(self, replay: Replay, moves: list[int]) -> None:
        """Moves, and all that chance does then, as the log has it: to each what it saw, and no more."""
        for entry in (entry for step in replay.follow(moves) for entry in step.entries):
            line = f"{entry.seat}: {entry.text}\n" if entry.seat != TABLE else f"{entry.text}\n"
            for watcher in range(len(self._past)):
                number = watcher if watcher < self.match.players else SPECTATOR
                if entry.to is None or number in entry.to:
                    self._past[watcher] += line

    def _mark(self) -> None:
        """Stir what the deciding seat knows into what it knew when it decided before.

        Not for the others: how often somebody decides something unseen (F2.4) is nothing they know.
        """
        if self.match.over:
            return
        seat, row = self.match.seat, self._kind.row
        engine.know(self.match.slots, seat, row)
        self._marks[seat] = hashlib.blake2b(self._marks[seat] + row.tobytes(), digest_size=12).digest()

    def imagine(self, seat: int, seed: int) -> Known:
        """What the seat cannot know is dealt again; the others remember there only what everyone saw."""
        other = copy.copy(self)
        other.match = self.match.imagine(seat, seed)
        other._past = [past if who == seat else self._past[-1] for who, past in enumerate(self._past)]
        other._marks = [b""] * len(self._marks)
        other._mark()
        other._marks[seat] = self._marks[seat]
        return other

    def table(self, seat: int) -> str:
        seen = dataclasses.asdict(self.match.table(seat))
        return json.dumps(seen, separators=(",", ":"), ensure_ascii=False)

    def infostate(self, seat: int) -> str:
        return f"seat {seat}\n{self._past[seat]}{self.table(seat)}\n{self._marks[seat].hex()}"

    def public(self, *, recall: bool) -> str:
        """What everyone sees, with or without what was seen before."""
        return f"{self._past[SPECTATOR]}{self.table(SPECTATOR)}" if recall else self.table(SPECTATOR)


class TableState(pyspiel.State):  # type: ignore[misc]  # for the type checker it is anything
    """A match, or the seed that is still being drawn."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._kind = game.kind
        self._seed: tuple[int, ...] = ()
        self._known: Known | None = None

    @property
    def match(self) -> Match | None:
        """The match itself; None while the seed is drawn."""
        return self._known.match if self._known else None

    def current_player(self) -> int:
        if self._known is None:
            return int(pyspiel.PlayerId.CHANCE)
        match = self._known.match
        return int(pyspiel.PlayerId.TERMINAL) if match.over else match.seat

    def is_terminal(self) -> bool:
        return self._known is not None and self._known.match.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._known.match.legal() if self._known else []

    def _apply_action(self, action: int) -> None:
        if self._known is not None:
            self._known.play(action)
            return
        self._seed += (action,)
        if len(self._seed) == BYTES:
            self._known = self._kind.begin(int.from_bytes(self._seed, "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed byte {action}" if player == pyspiel.PlayerId.CHANCE else self._kind.names[action]

    def returns(self) -> list[float]:
        if self._known is None or not self._known.match.over:
            return [0.0] * self._kind.setup.players
        return [float(score) for score in self._known.match.scores]

    def rewards(self) -> list[float]:
        return self.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that the player cannot tell from this one. It has no history from before."""
        if self._known is None:
            raise BadOption("before the deal there is nothing to imagine")
        other: TableState = self.get_game().new_initial_state()
        other._known = self._known.imagine(player, int(sampler() * LUCK))
        return other

    def __str__(self) -> str:
        """All that lies on the table for everyone to see."""
        return self._known.table(SPECTATOR) if self._known else f"seed {list(self._seed)}"


class TableObserver:
    """What a player sees, as numbers and in writing."""

    def __init__(self, kind: Kind, sees: Any, params: Mapping[str, object] | None) -> None:
        if params:
            raise BadOption(f"there are no parameters of an observation; got {params}")
        private = pyspiel.PrivateInfoType
        if sees.private_info == private.ALL_PLAYERS:
            raise BadOption("an observation is what everyone sees, what one player does, or both; got all players'")
        self._recall, self._public = sees.perfect_recall, sees.public_info
        self._private = sees.private_info == private.SINGLE_PLAYER
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if self._public and self._private:  # of the parts alone there are no numbers
            self.tensor = np.zeros(len(kind.row), np.float32)
            self.dict = {"info_state" if self._recall else "observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state._known.match.observe(player) if state._known else 0

    def string_from(self, state: TableState, player: int) -> str:
        known = state._known
        if known is None:
            return "before the deal"
        if not self._private:
            return known.public(recall=self._recall) if self._public else ""
        return known.infostate(player) if self._recall else known.table(player)


class TableGame(pyspiel.Game):  # type: ignore[misc]  # for the type checker it is anything
    """One of the five games, for so many players, with these options."""

    box: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, params = self.box, params or {}
        players = game.check_players(params.get("players", game.players[0]))
        given = {option.name: _given(option, params[option.name]) for option in game.options if option.name in params}
        options = game.check_options(players, {name: value for name, value in given.items() if value is not None})
        self.kind = kind(game.id, players, tuple(options.items()), params.get("components", ""))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.kind.names),
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=float(-MOST),
            max_utility=float(MOST),
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(game), info, dict(params))

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None) -> TableObserver:
        sees = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TableObserver(self.kind, sees, params)


def _by_players(option: Option) -> bool:
    return isinstance(option, Number) and not isinstance(option.usual, int)


def _parameter(option: Option, players: int) -> Value:
    """What OpenSpiel takes for an option's default. It would read 3-1-1 as a number, so that is written 3_1_1."""
    if _by_players(option):
        return USUAL
    value = option.default(players)
    return value.replace("-", "_") if isinstance(value, str) else value


def _given(option: Option, value: Value) -> Value | None:
    """The option's value that OpenSpiel handed on; None for the usual."""
    if _by_players(option) and value == USUAL:
        return None
    words = {word.replace("-", "_"): word for word in option.words} if isinstance(option, Choice) else {}
    return words.get(value, value) if isinstance(value, str) else value


def _type(game: Game) -> Any:
    usual = {option.name: _parameter(option, game.players[0]) for option in game.options}
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"tabbytop_{game.id}",
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if game.together else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.players[0], "components": "", **usual},
    )


def _register(game: Game) -> None:
    # A class for each: OpenSpiel lets go of what is registered when Python is gone already, and of all things only a
    # class survives that.
    kind = type(f"Tabbytop{game.id.title()}", (TableGame,), {"box": game, "__module__": __name__})
    globals()[kind.__name__] = kind  # where pickle finds it
    pyspiel.register_game(_type(game), kind)


for _id in IDS:
    if f"tabbytop_{_id}" not in pyspiel.registered_names():
        _register(find(_id))
