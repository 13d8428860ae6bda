"""What else was tried in the search: each alternative plays the search as it is, with equal time for a move.

    python benchmarks/alternatives.py [GAME ...] [--deals N]

Prints how many points a deal each alternative wins or loses by, with a 95% interval; for a team, its points more or
less. A short match each (one deal, one week, one round), the same deals from both sides.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

from tabbytop.bots.players import Search, Style
from tabbytop.bots.search import ALWAYS, NEVER
from tabbytop.bots.seat import Seat
from tabbytop.games import IDS, find
from tabbytop.lab.ratings import rate
from tabbytop.lab.tournament import Plan, play_deal
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare

STANDARD = Search("standard", 500)
ALTERNATIVES: dict[str, dict[str, Any]] = {
    "no tree: sampled worlds and playouts": {"deep": 1},
    "eight trees": {"trees": 8},
    "a new world for every simulation": {"share": 1},
    "one playout of a simulation": {"playouts": 1},
    "four playouts of a simulation": {"playouts": 4},
    "all moves from the start, no widening": {"widen": 1e9},
    "widening three times slower": {"widen": 0.33},
    "exploring half as much": {"explore": 0.2},
    "exploring twice as much": {"explore": 0.8},
    "playouts at random": {"blind": ALWAYS},
    "playouts by rules of thumb alone": {"blind": NEVER},
}
AT_ONCE: dict[str, dict[str, Any]] = {
    "others choose face down by rules of thumb": {"foresee": NEVER},
    "face down by promise, as in the open (decoupled)": {"matching": 0},
}
SHORT = {"catsle": {"rounds": 1}, "festival": {"games": 1}, "sorting": {"weeks": 1}}


def seconds(game: str, bot: Search) -> float:
    """What a move costs, on decisions of a random match; the best of three. Of the processor, which others use, too."""
    spent = []
    for _ in range(3):
        match, choose, total, asked = Match(prepare(game, 3, SHORT.get(game, {}), None, 1)), random.Random(1), 0.0, 0
        while not match.over:
            if len(match.legal()) > 1:
                began = time.thread_time()
                bot.think(Seat(match), 1)
                total, asked = total + time.thread_time() - began, asked + 1
            match.play(choose.choice(match.legal()))
        spent.append(total / asked)
    return min(spent)


def lead(plan: Plan, done: list[dict[str, Any]]) -> tuple[float, float]:
    """How far the first bot is ahead of the second: the mean over deals and half of its 95% interval."""
    first, second = rate(plan, done)
    return first["points"] - second["points"], first["points_95"][1] - first["points_95"][0]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("games", nargs="*", default=IDS)
    ask.add_argument("--deals", type=int, default=60)
    asked = ask.parse_args()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for game in asked.games:
            STANDARD.think(Seat(Match(prepare(game, 3, {}, None, 1))), 1)
            options = find(game).check_options(3, SHORT.get(game, {}))
            plan = Plan(game, 3, options, ("alternative", "standard"), 3)
            for name, style in (ALTERNATIVES | (AT_ONCE if game in ("ahoy", "festival") else {})).items():
                bot = Search(name, STANDARD.simulations, replace(Style(), **style))
                equal = round(STANDARD.simulations * seconds(game, STANDARD) / seconds(game, bot))
                bots = [replace(bot, simulations=equal), STANDARD]
                done = [pool.submit(play_deal, plan, deal, bots=bots) for deal in range(asked.deals)]
                mean, error = lead(plan, [one.result() for one in done])
                print(f"{game:10}{name:45}{equal:6} simulations {mean:+7.2f} ± {error:.2f}", flush=True)


if __name__ == "__main__":
    main()
