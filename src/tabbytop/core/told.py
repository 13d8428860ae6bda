"""Reading what a record says chance decided, and refusing what cannot have been."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tabbytop.core.errors import BadRecord


class Stock:
    """The pieces that chance deals from: each can be dealt once. Copies share a code."""

    def __init__(self, codes: Sequence[str], numbers: Iterable[int] | None = None) -> None:
        self._left: dict[str, list[int]] = {}
        for number in reversed(list(range(len(codes)) if numbers is None else numbers)):
            self._left.setdefault(codes[number], []).append(number)

    def deal(self, code: str) -> int:
        if code not in self._left:
            raise BadRecord(f"there is no {code!r} among what is dealt here")
        if not self._left[code]:
            raise BadRecord(f"{code} is dealt more often than it exists")
        return self._left[code].pop()


class Told:
    """What one `deal` or `chance` event says."""

    def __init__(self, event: Mapping[str, object], kind: str, keys: Sequence[str]) -> None:
        told = event.get(kind)
        if len(event) != 1 or not isinstance(told, dict):
            got = "a move" if "move" in event else f"one with {', '.join(map(repr, event)) or 'nothing'}"
            raise BadRecord(f"expected a {kind} event, got {got}")
        if set(told) != set(keys):
            raise BadRecord(f"a {kind} event here has {', '.join(keys)}; got {', '.join(map(repr, told)) or 'nothing'}")
        self._told = told

    def seat(self, key: str, players: int) -> int:
        return self._seat(self._told[key], key, players)

    def seats(self, key: str, players: int) -> list[int]:
        """All seats in some order."""
        value = self._told[key]
        if not isinstance(value, list) or len(value) != players:
            raise BadRecord(f"{key} is a list of {players} seats; got {value!r}")
        seats = [self._seat(item, key, players) for item in value]
        if len(set(seats)) != players:
            raise BadRecord(f"{key} names each seat once; got {value!r}")
        return seats

    def text(self, key: str, length: int) -> str:
        value = self._told[key]
        if not isinstance(value, str) or len(value) != length:
            raise BadRecord(f"{key} is a text of {length} letters; got {value!r}")
        return value

    def pile(self, key: str, size: int) -> list[str]:
        return self._pile(self._told[key], key, size)

    def piles(self, key: str, sizes: Sequence[int]) -> list[list[str]]:
        value = self._told[key]
        if not isinstance(value, list) or len(value) != len(sizes):
            raise BadRecord(f"{key} is a list of {len(sizes)} lists; got {value!r}")
        return [self._pile(item, key, size) for item, size in zip(value, sizes, strict=True)]

    @staticmethod
    def _seat(value: object, key: str, players: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < players:
            raise BadRecord(f"{key} is a seat from 0 to {players - 1}; got {value!r}")
        return value

    @staticmethod
    def _pile(value: object, key: str, size: int) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadRecord(f"{key} is a list of codes; got {value!r}")
        if len(value) != size:
            raise BadRecord(f"{key} has {size} codes here; got {len(value)}")
        return value


def placing(scores: list[int], winners: list[int]) -> dict[str, object]:
    """The result of a match in which every seat has a score of its own."""
    return {"scores": scores, "winners": winners}
