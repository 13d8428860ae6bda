"""What could an exact endgame win? At most what the search loses there to one fifty times as long.

    python benchmarks/endgames.py

At decisions with about two rounds to go in the deal: how often a long search would choose otherwise, and how many
points it expects to be lost by that, on average over all these decisions.
"""

from __future__ import annotations

import numpy as np

from tabbytop.bots.players import STRENGTHS, Heuristic, Search, luck
from tabbytop.bots.seat import Seat
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare

ROUNDS = 2
MATCHES = 4
SHORT = {"catsle": {"rounds": 1}, "festival": {"games": 1}, "sorting": {"weeks": 1}}


def main() -> None:
    thumb = Heuristic()
    for game in ("festival", "familiar", "catsle", "sorting"):
        effort = STRENGTHS["tiger"].effort(game)
        short, long, peek = Search("short", effort), Search("long", 50 * effort), Search("peek", 20)
        losses = []
        for seed in range(MATCHES):
            match = Match(prepare(game, 3, SHORT.get(game, {}), None, seed))
            while not match.over:
                seat, number = Seat(match), luck(match)
                if len(match.legal()) > 1 and peek.think(seat, number).moves <= 20 * ROUNDS * match.players:
                    truth, choice = long.think(seat, number), short.think(seat, number + 1)
                    n = int(truth.choices)
                    best, chosen = int(truth.tried[:n].argmax()), int(choice.tried[:n].argmax())
                    losses.append(max(0.0, float(truth.lead[best] - truth.lead[chosen])))
                match.play(thumb.choose(seat, number))
        differ = np.mean(np.array(losses) > 0)
        print(f"{game}: {len(losses)} decisions, {differ:.1%} otherwise, {np.mean(losses):.3f} points lost", flush=True)


if __name__ == "__main__":
    main()
