"""Positions in text: a match from a deal that the test lays out, and moves as players would say them."""

from __future__ import annotations

from collections.abc import Sequence

from tabbytop import Match, from_record
from tabbytop.games import find


def dealt(game: str, players: int, *events: dict[str, object], **options: object) -> Match:
    """A match in which chance decides as the events say, with moves among them if it must."""
    return from_record(
        {
            "format": "tabbytop-record/1",
            "game": game,
            "players": players,
            "options": find(game).check_options(players, options),
            "events": list(events),
        }
    )


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def rest(codes: Sequence[str], *piles: Sequence[str]) -> list[str]:
    """The cards that are in none of the piles, in order; a code with copies is left as often as it is not used."""
    left = list(codes)
    for pile in piles:
        for code in pile:
            left.remove(code)
    return left
