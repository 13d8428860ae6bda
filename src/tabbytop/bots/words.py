"""Why a move: what a search expects, as numbers and in words."""

from __future__ import annotations

from typing import NamedTuple

from tabbytop.bots.players import Search
from tabbytop.bots.seat import Seat

SHOWN = 4  # the best move, and the next best


class Advice(NamedTuple):
    """Moves, the best first, and the points that each leads to: ahead of the others' average, or of the team."""

    deals: int  # imagined; none if there is no choice
    moves: list[tuple[str, float]]
    turns: int = 0  # that it looked ahead in each; 0: to the end of the deal


def advise(seat: Seat, bot: Search, seed: int) -> Advice:
    """What the bot would do, and what it expects from that and from the next best."""
    legal = seat.legal()
    if len(legal) == 1:
        return Advice(0, [(seat.text(legal[0]), 0.0)])
    found = bot.think(seat, seed)
    tried = found.tried[: len(legal)]
    order = sorted((i for i in range(len(legal)) if tried[i]), key=lambda i: (-int(tried[i]), -float(found.worth[i])))
    moves = [(seat.text(legal[i]), round(float(found.lead[i]), 2)) for i in order[:SHOWN]]
    return Advice(-(-int(found.simulations) // int(found.share)), moves, seat.game.turns_ahead(seat.players))


def why(seat: Seat, advice: Advice) -> str:
    """The reasons in words."""
    (_, points), *others = advice.moves
    if not advice.deals:
        return "There is no other move."
    ahead = f", looking {advice.turns} turns ahead," if advice.turns else ""
    words = [f"In {advice.deals} imagined deals{ahead} it {_expects(seat, points)}."]
    if others:
        words.append("Instead: " + "; ".join(f"{move} {_expects(seat, points)}" for move, points in others) + ".")
    return " ".join(words)


def _expects(seat: Seat, points: float) -> str:
    if seat.game.together:
        return f"leads to {points:.1f} points together"
    if abs(points) < 0.05:
        return "ends level with the others"
    return f"ends {abs(points):.1f} points {'ahead of' if points > 0 else 'behind'} the others' average"
