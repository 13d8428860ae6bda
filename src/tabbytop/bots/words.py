"""Why a move: what a search expects, in words."""

from __future__ import annotations

from tabbytop.bots.players import Search
from tabbytop.bots.seat import Seat


def why(seat: Seat, bot: Search, seed: int) -> tuple[str, str]:
    """The move that the bot would make, and what it expects from it and from the next best."""
    legal = seat.legal()
    if len(legal) == 1:
        return seat.text(legal[0]), "There is no other move."
    found = bot.think(seat, seed)
    order = sorted(range(len(legal)), key=lambda i: -int(found.tried[i]))
    best, others = order[0], [i for i in order[1:4] if found.tried[i]]
    tries = int(found.tried[: len(legal)].sum())
    words = [f"In {tries} imagined deals it {_expects(seat, float(found.lead[best]))}."]
    if others:
        words.append(
            "Instead: "
            + "; ".join(f"{seat.text(legal[i])} {_expects(seat, float(found.lead[i]))}" for i in others)
            + "."
        )
    return seat.text(legal[best]), " ".join(words)


def _expects(seat: Seat, points: float) -> str:
    if seat.game.together:
        return f"leads to {points:.1f} points together"
    if abs(points) < 0.05:
        return "ends level with the others"
    return f"ends {abs(points):.1f} points {'ahead of' if points > 0 else 'behind'} the others' average"
