"""What could an exact endgame win? At most what the search loses there to one fifty times as long.

    python benchmarks/endgames.py [--matches N]

At all decisions of the last two rounds of a deal: how often a long search would choose otherwise, and how many points
it expects to be lost by that, on average over all these decisions. In familiar, where all share a score, also how much
more whole matches end with if the last two rounds are thought about as long as the first.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np

from tabbytop.bots.players import STRENGTHS, Heuristic, Search, favourite, luck
from tabbytop.bots.seat import Seat
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare

ROUNDS = 2
LONGER = 50
AS_FIRST = 8  # times the simulations, in familiar: the last rounds are short
SHORT = {"catsle": {"rounds": 1}, "festival": {"games": 1}, "sorting": {"weeks": 1}}


def lost(game: str, seed: int) -> list[float]:
    """Points expected to be lost at each decision of the last two rounds of a deal."""
    effort = STRENGTHS["tiger"].effort(game)
    short, long, thumb = Search("short", effort), Search("long", LONGER * effort), Heuristic()
    losses = []
    match = Match(prepare(game, 3, SHORT.get(game, {}), None, seed))
    while not match.over:
        seat, number = Seat(match), luck(match)
        if len(match.legal()) > 1 and match.history and nearly_over(seat):
            truth, choice = long.think(seat, number), short.think(seat, number + 1)
            losses.append(max(0.0, float(truth.lead[favourite(truth)] - truth.lead[favourite(choice)])))
        match.play(thumb.choose(seat, number))
    return losses


def nearly_over(seat: Seat) -> bool:
    return len(seat.view().json()["table"]["hand"]) <= ROUNDS


def score(seed: int, longer: int) -> int:
    """What three of the strongest end with who think so much longer in the last rounds."""
    tiger = STRENGTHS["tiger"]
    patient = Search("patient", longer * tiger.effort("familiar"))
    match = Match(prepare("familiar", 3, {}, None, seed))
    while not match.over:
        seat = Seat(match)
        match.play((patient if nearly_over(seat) else tiger).choose(seat, luck(match)))
    return int(match.record()["result"]["score"])


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--matches", type=int, default=12)
    asked = ask.parse_args()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for game in ("festival", "familiar", "catsle", "sorting"):
            losses = np.concatenate(list(pool.map(partial(lost, game), range(asked.matches))))
            differ = np.mean(losses > 0)
            print(
                f"{game}: {len(losses)} decisions, {differ:.1%} otherwise, {losses.mean():.3f} points lost", flush=True
            )
        seeds = range(5 * asked.matches)
        usual, patient = (np.array(list(pool.map(partial(score, longer=longer), seeds))) for longer in (1, AS_FIRST))
        more = patient - usual
        error = 1.96 * more.std(ddof=1) / np.sqrt(len(more))
        print(f"familiar: {len(more)} matches, {usual.mean():.1f} points; patient {more.mean():+.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()
