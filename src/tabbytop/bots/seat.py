"""A seat: all that a player at the table has. Bots are given one, and never a state."""

from __future__ import annotations

from tabbytop.core.game import Game
from tabbytop.core.view import View
from tabbytop.play.match import Match


class Seat:
    """A decision: what the seat sees, what it may do, and worlds that it cannot tell from the true one."""

    __slots__ = ("_match", "number")

    def __init__(self, match: Match) -> None:
        self._match = match
        self.number = match.seat

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def players(self) -> int:
        return self._match.players

    def view(self) -> View:
        return self._match.view(self.number)

    def legal(self) -> list[int]:
        """The moves by number."""
        return self._match.legal()

    def text(self, action: int) -> str:
        return self._match.text(action)

    def imagine(self, seed: int) -> Match:
        """A match that the seat cannot tell from the true one: the same for a seed whatever the others really hold."""
        return self._match.imagine(self.number, seed)
