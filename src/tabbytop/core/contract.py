"""What every game gives, as generic functions.

A game registers its own functions for the record type of its state; then search, batches and everything else are
written once, against the functions below, and Numba specialises them by type. Uncompiled, their Python bodies
choose by the state's dtype.

In all of them `c` is the configuration (players, options, components: constant during a match) and `s` the state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.extending import overload

from tabbytop.core import chance
from tabbytop.core.compiler import compiled

# Whose decision it is, when it is nobody's.
OVER = -1
CHANCE = -2

# Who sees a move when it is made.
OPEN = 0  # everyone
UNTIL_ALL = 1  # nobody, until all have chosen
TO_LEFT = 2  # the left neighbour, and nobody else ever

MOST_ACTIONS = 160  # more than the actions of any game, so room for any list of legal ones
MOST_SEATS = 6

WORD = 8  # bytes of the widest field

DEAL = 0  # the phase of a state that waits for a new deal, in every game

HEADER = [("seat", np.int16), ("phase", np.int16), *chance.FIELDS]

F = TypeVar("F", bound=Callable[..., Any])

_generics: dict[str, Callable[..., Any]] = {}
_functions: dict[tuple[str, np.dtype[np.void]], Callable[..., Any]] = {}


def record(*fields: Any) -> np.dtype[np.void]:
    """The dtype of a record whose fields are attributes, compiled or not.

    Aligned, as a GPU wants it, and of a size that keeps a record behind it in another one aligned.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise TypeError(f"a field cannot be named {name!r}: uncompiled, NumPy would find its own attribute first")
    tight = np.dtype(list(fields), align=True)
    parts = [tight.fields[name] for name in tight.names] if tight.names and tight.fields else []
    padded = np.dtype(
        {
            "names": list(tight.names or ()),
            "formats": [part[0] for part in parts],
            "offsets": [part[1] for part in parts],
            "itemsize": -(-tight.itemsize // WORD) * WORD,
        }
    )
    return np.dtype((np.record, padded))


def state(*fields: Any, counted: int) -> np.dtype[np.void]:
    """The dtype of a game's state: the header shared by all games, then its own fields.

    The header has how often each of so many rules fired in this match. The game's `notation.RULES` names them; all that
    is counted is public, for imagined worlds have it, too.
    """
    return record(*HEADER, ("fired", np.int32, counted), *fields)


def generic(stub: F) -> F:
    """Declare a function that every game gives for its own state. (What the stub does itself is never asked.)"""
    name = stub.__name__

    @wraps(stub)
    def choose(c: np.record, s: np.record, *rest: Any) -> Any:
        return _functions[name, s.dtype](c, s, *rest)

    _generics[name] = choose
    return cast(F, choose)


@generic
def begin(c: np.record, s: np.record) -> None:
    """Set up a match, up to its first deal. The generator is seeded already."""


@generic
def shuffle(c: np.record, s: np.record) -> None:
    """At chance's turn: decide all that randomness decides, and nothing else."""


@generic
def deal(c: np.record, s: np.record) -> None:
    """Carry out what `shuffle` decided (or a record says), up to the next decision or the next turn of chance."""


@generic
def legal(c: np.record, s: np.record, out: np.ndarray) -> int:
    """All legal actions at this decision, ascending, into `out`; how many is returned. None when the match is over."""


@generic
def apply(c: np.record, s: np.record, action: int) -> None:
    """Carry out one legal action and all that the rules then settle, up to the next decision, chance or the end."""


@generic
def result(c: np.record, s: np.record, out: np.ndarray) -> int:
    """The score of each seat into `out`; the set of the seats that share the victory is returned."""


@generic
def resample(c: np.record, s: np.record, seat: int) -> None:
    """Replace all that `seat` cannot know by a random alternative that agrees with all it does know.

    Uniform over the ways the hidden cards may lie; a simultaneous choice that is not revealed yet is drawn again from
    what is then legal. Whoever asks gives the state another generator first: the true one knows the deals to come.
    """


@generic
def secrecy(c: np.record, s: np.record) -> int:
    """Who sees the move that is made at this decision: OPEN, UNTIL_ALL or TO_LEFT."""


@generic
def covered(c: np.record, s: np.record) -> bool:
    """Whether choices lie face down that will be revealed together."""


@generic
def recall(c: np.record, s: np.record, seat: int) -> None:
    """At a decision of `seat`: take back the others' choices that lie face down, so that they are asked again first."""


@generic
def observe(c: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """What the seat knows, as numbers into `out`: a row of the size of the game's layout."""


def register(state_dtype: np.dtype[np.void], *functions: Callable[..., Any]) -> None:
    """Make these functions the game's own, by their names."""
    state_type = numba.from_dtype(state_dtype)
    for function in functions:
        name = function.__name__
        _functions[name, state_dtype] = function
        _overload(_generics[name], state_type, function)


def _overload(choose: Callable[..., Any], state_type: Any, function: Callable[..., Any]) -> None:
    # Lambdas, because Numba wants the two signatures to be the same to the letter, and no dispatcher itself.
    rest = len(signature(function).parameters) - 2
    if rest == 0:
        overload(choose)(lambda c, s: (lambda c, s: function(c, s)) if s == state_type else None)  # noqa: PLW0108
    elif rest == 1:
        overload(choose)(lambda c, s, x: (lambda c, s, x: function(c, s, x)) if s == state_type else None)  # noqa: PLW0108
    else:
        overload(choose)(lambda c, s, x, y: (lambda c, s, x, y: function(c, s, x, y)) if s == state_type else None)  # noqa: PLW0108


@compiled
def count_anew(s: np.record) -> None:
    """No rule has fired yet."""
    for rule in range(s.fired.shape[0]):
        s.fired[rule] = 0


@compiled
def settle(c: np.record, s: np.record) -> None:
    """Let chance have all its turns."""
    while s.seat == CHANCE:
        shuffle(c, s)
        deal(c, s)
