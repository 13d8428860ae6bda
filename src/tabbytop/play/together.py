"""Choices made at once, in any order, by people who do not wait for each other.

The rules ask one seat after the other and keep what they answered face down. At a table everyone chooses when they like
and may think again, so choices are held here, seat by seat, until all are in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabbytop.core.contract import CHANCE, DEAL
from tabbytop.core.errors import IllegalMove
from tabbytop.play import engine
from tabbytop.play.match import Match

Choices = Mapping[int, Sequence[int]]  # by seat: what it chose, in the order it is asked (two paws: two choices)


def at_once(match: Match) -> bool:
    """Whether choices are made face down now, and revealed together."""
    return bool(engine.at_once(match.slots))


def asked(match: Match) -> tuple[int, ...]:
    """Who decides now: one seat, or all that choose at once."""
    if match.over:
        return ()
    if not at_once(match):
        return (match.seat,)
    world, seats = match.copy(), set[int]()
    while not seats or engine.face_down(world.slots):
        seats.add(world.seat)
        world.play(world.legal()[0])
    return tuple(sorted(seats))


def decision(match: Match, seat: int, chosen: Sequence[int] = ()) -> Match | None:
    """The match at the next decision of a seat that has chosen this already, or None if it has no more to choose.

    To look at: it may be the match itself. Others who are asked before the seat have chosen anything there: it does not
    see that, and nothing depends on it.
    """
    if match.over:
        return None
    if not at_once(match):
        return match if seat == match.seat else None
    world, own = match.copy(), list(chosen)
    while True:
        if world.seat == seat:
            if not own:
                return world
            world.play(own.pop(0))
        else:
            world.play(world.legal()[0])
        if not engine.face_down(world.slots):
            if own:
                raise IllegalMove(f"seat {seat} has chosen already")
            return None


def complete(match: Match, choices: Choices) -> list[int] | None:
    """All choices in the order of the rules, or None if one is missing."""
    world, left = match.copy(), {seat: list(chosen) for seat, chosen in choices.items()}
    moves: list[int] = []
    while True:
        if not left.get(world.seat):
            return None
        moves.append(left[world.seat].pop(0))
        world.play(moves[-1])
        if not engine.face_down(world.slots):
            return moves


def offers(match: Match) -> tuple[dict[int, Match], Match]:
    """After a deal: by seat, the decisions that others do not notice, and the match that follows if all change nothing.

    They are as good as made at once: who is asked later learns nothing of an earlier one.
    """
    found: dict[int, Match] = {}
    world = match.copy()
    while match.game.unnoticed in world.moves():
        found[world.seat] = world.copy()
        world.play(match.game.unnoticed)
    return found, world


def answered(match: Match, answers: Mapping[int, int]) -> list[int]:
    """The moves that are made of answers to all offers: after one that changes something nobody is asked any more."""
    moves: list[int] = []
    for move in answers.values():
        moves.append(move)
        if match.text(move) != match.game.unnoticed:
            break
    return moves


def dealt_after(match: Match, move: int) -> bool:
    """Whether a legal move is followed by a new deal."""
    slots = engine.twin(match.slots)
    engine.move(slots, move)
    return bool(slots[0].s.seat == CHANCE and slots[0].s.phase == DEAL)
