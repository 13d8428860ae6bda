"""Is This a Cat or a Rabbit? as a box: who can play it and what they may choose."""

from __future__ import annotations

from tabbytop.core.game import Game, Number, Switch

GAME = Game(
    id="sorting",
    name="Is This a Cat or a Rabbit?",
    players=(3, 4, 5),
    minutes="30-40",
    summary="Trick-taking without suits: the led card decides what is a rabbit, a cat or a trump. Dodge the blame.",
    options=(
        Number("weeks", lambda players: players, 1, "how many weeks make a match; the number of players if not given"),
        Switch("declare", False, "variant A: say before each week whether you will take no black chip"),
        Switch("bears", False, "variant B: everyone has a bear, to stay out of one day"),
    ),
)
