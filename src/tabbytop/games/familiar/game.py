"""Familiar's Trouble as a box: who can play it and what they may choose."""

from __future__ import annotations

from tabbytop.core.game import Choice, Game, Switch

GAME = Game(
    id="familiar",
    name="Familiar's Trouble",
    players=(3,),
    minutes="15-30",
    summary="Three owls, one score: what the cards of a trick add up to runs your errands. No telling what you hold.",
    together=True,
    talk=False,
    scale=60,
    options=(
        Switch("hand_exchange", True, "before a trick, the lead player may have everyone pass a card to the left"),
        Switch("errand_exchange", True, "before a trick, the lead player may replace an errand"),
        Choice("display", ("3-1-1", "3-2-0", "4-2-0"), "errands laid out at the start, by level"),
        Choice(
            "leader", ("suit", "value"), "who leads next: the highest card that matches the lead, or the highest of all"
        ),
    ),
)
