"""Festival of Thousand Cats as a box: who can play it and what they may choose."""

from __future__ import annotations

from tabbytop.core.game import Choice, Game, Number

GAME = Game(
    id="festival",
    name="Festival of Thousand Cats",
    players=(3, 4),
    minutes="20-45",
    summary="All reveal a card; the highest and the lowest trade with the table. Eat fish, drink twice, never thrice.",
    unnoticed="keep",  # F2.4: nobody learns who could have asked for a new deal
    options=(
        Choice("mode", ("basic", "experienced", "advanced"), "plain fish, score multiplier cards, or season tokens"),
        Number("target", 30, 1, "victory points that end the match"),
        Number("games", 0, 0, "a fixed number of deals instead of the target; 0 plays to the target"),
    ),
)
