"""Ahoy! Kitten as a box: who can play it and what they may choose."""

from __future__ import annotations

from tabbytop.core.game import TO_THE_END, Choice, Game

GAME = Game(
    id="ahoy",
    name="Ahoy! Kitten",
    players=(2, 3, 4, 5, 6),
    minutes="15-20",
    summary="Point at an ocean to fish, at a pirate to filch, or guard your catch. Whoever points alone gets the fish.",
    scale=25,
    horizon={2: TO_THE_END, 3: 3, 4: 3, 5: 3, 6: 3},  # the lower of two paws says little before the end
    options=(Choice("banker", ("table", "player"), "who decides which oceans are supplied when the bag runs short"),),
)
