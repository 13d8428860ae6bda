"""CATsle Builders as a box: who can play it and what they may choose."""

from __future__ import annotations

from tabbytop.core.game import Choice, Game, Number

GAME = Game(
    id="catsle",
    name="CATsle Builders",
    players=(3, 4, 5),
    minutes="20-40",
    summary="Trick-taking where your card's rank decides how much you must build. Fill each column, never overfill it.",
    options=(
        Number("rounds", 3, 1, "how many rounds make a match"),
        Choice("leader", ("two", "first"), "who leads the next trick: whoever took two cards, or whoever ranked first"),
        Choice("removed", ("K", "R", "B", "G", "Y"), "the suit left in the box with 3 players"),
    ),
)
