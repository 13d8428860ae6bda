"""Does anything that a client is sent tell what it cannot know? Every update of every viewer in whole matches.

    python benchmarks/leaks.py [--matches N] [--seed N]

Before each move and each reveal, for each seat and a spectator, all that is hidden from it is dealt again, choices that
lie face down are taken away, and the bytes it would be sent are made again: they must be the same. So must what it is
told of the next moves, wherever they lead to the same table for it, and so must who is marked as away when the same
people are gone. Exit code 1 if not.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.progress import track

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from cases import CASES, SHORT
from tabbytop.games import IDS, find
from tables import begun, leaks, marks_that_tell, play_on


def check(game: str, seed: int) -> tuple[int, list[str]]:
    """How many updates were compared in a match, and what leaked."""
    cases = [case for case in CASES if case.game == game]
    case = cases[seed % len(cases)]
    usual = find(game).check_options(case.players, {})
    short = {key: value for key, value in SHORT.get(game, {}).items() if case.options[key] == usual[key]}
    options: dict[str, object] = {**case.options, **short}
    table, compared, found = begun(game, case.players, seed, **options), 0, []
    for step, moves in enumerate(play_on(table, random.Random(seed))):
        compared += case.players + 1
        found += [f"{case} seed {seed} step {step}: viewer {viewer}" for viewer in leaks(table, moves, step)]
        found += [
            f"{case} seed {seed} step {step}: who is away, viewer {viewer}"
            for viewer in marks_that_tell(table, step, random.Random(step))
        ]
    return compared, found


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--matches", type=int, default=1000, help="of each game, over all player counts and options")
    ask.add_argument("--seed", type=int, default=0)
    asked = ask.parse_args()
    seeds, bad = range(asked.seed, asked.seed + asked.matches), 0
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for game in IDS:
            checked = pool.map(partial(check, game), seeds, chunksize=4)
            done = list(track(checked, game, total=asked.matches, transient=True))
            leaked = [line for _, found in done for line in found]
            updates = sum(compared for compared, _ in done)
            print(f"{game}: {asked.matches} matches, {updates} updates, {len(leaked)} leaks", *leaked[:5], sep="\n  ")
            bad += len(leaked)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
