"""A second copy of a match that follows it move by move, to tell what happened in words, views and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tabbytop.core.contract import CHANCE
from tabbytop.core.view import Entry
from tabbytop.play import engine
from tabbytop.play.setup import Setup


class Step(NamedTuple):
    """One thing that happened: a move, or a turn of chance."""

    seat: int
    action: int | None
    event: Mapping[str, object] | None
    entries: list[Entry]


class Replay:
    def __init__(self, setup: Setup, slots: np.ndarray | None = None) -> None:
        """From the beginning, or on from a slot of one's own."""
        self._setup = setup
        self._slots = setup.begin() if slots is None else slots
        self._moves = 0
        self._chances = 0

    @property
    def slots(self) -> np.ndarray:
        return self._slots

    def follow(self, moves: Sequence[int]) -> Iterator[Step]:
        """Everything between where the replay stands and the end of these moves."""
        view = self._setup.parts.view
        while True:
            before = engine.twin(self._slots)[0]
            action, event = None, None
            if before.s.seat == CHANCE:
                event = self.chance()
            elif self._moves < len(moves):
                action = moves[self._moves]
                self.move(action)
            else:
                return
            entries = view.tell(before.c, before.s, action, self._slots[0].s)
            yield Step(int(before.s.seat), action, event, entries)

    def move(self, action: int) -> None:
        """One move, which is known to be legal."""
        self._moves += 1
        engine.move(self._slots, action)

    def chance(self, told: Mapping[str, object] | None = None) -> dict[str, object]:
        """One turn of chance: as told, else by the setup's script, else by the generator. What it was is returned."""
        notation = self._setup.parts.notation
        script = self._setup.script
        slot = self._slots[0]
        engine.draw(self._slots)
        if told is None and self._chances < len(script):
            told = script[self._chances]
        if told is not None:
            notation.script(slot.c, slot.s, told)
        self._chances += 1
        event: dict[str, object] = notation.event(slot.c, slot.s)
        engine.carry_out(self._slots)
        return event
