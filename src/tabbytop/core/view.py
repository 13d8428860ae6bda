"""What one person at the table sees. Nothing of a state leaves by any other way.

It fails closed: a thing is in a view only because its game put it there for that seat.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from tabbytop.core.game import Options

T = TypeVar("T")

SPECTATOR = -1
TABLE = -1  # who an entry of the log speaks of, when it is no seat


class Still:
    """A record as it stands, in plain numbers and lists: an attribute of an np.record takes a microsecond."""

    def __init__(self, record: np.record) -> None:
        fields = zip(record.dtype.names or (), record.item(), strict=True)
        self.__dict__ = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields}
        self.record = record  # for the rules
        self._made: dict[tuple[object, ...], object] = {}

    def once(self, make: Callable[..., T], *about: object) -> T:
        """What is the same for all who look is made for the first of them."""
        what = (make, *about)
        if what not in self._made:
            self._made[what] = make(*about)
        return self._made[what]  # type: ignore[return-value]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the record has no {name}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: what a seat did or what happened at the table, and who saw it (None: everyone)."""

    seat: int
    text: str
    to: frozenset[int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What lies on the table, as one seat sees it. Each game adds its own."""

    phase: str
    acting: tuple[int, ...]  # who decides now, as far as this seat can tell; all who choose at the same time


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A match as one seat sees it, or a spectator."""

    game: str
    players: int
    options: Options
    seat: int
    over: bool
    legal: tuple[str, ...]  # the moves of this seat, if it is to decide
    table: Table
    since: int  # how many lines of the log are left out
    log: tuple[tuple[int, str], ...]  # who (or -1: the table), what; only what this seat saw
    result: dict[str, Any] | None

    def json(self) -> dict[str, Any]:
        """As plain data."""
        return dataclasses.asdict(self)
