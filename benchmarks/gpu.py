"""All games' rules inside one CUDA kernel: the same results as on the CPU, seed by seed, and how fast.

    python benchmarks/gpu.py [--seeds 10000] [--threads 262144]

Needs a CUDA machine with numba-cuda (`pip install tabbytop[gpu]`). Prints one line per game and player count and exits
with 1 if any result differs.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from typing import Any

import numpy as np
from numba import cuda

from tabbytop import games
from tabbytop.core import chance
from tabbytop.core.contract import MOST_ACTIONS, MOST_SEATS, result
from tabbytop.play import engine
from tabbytop.play.crowd import Crowd, Outcomes
from tabbytop.play.setup import prepare

RUN = 1
BLOCK = 128

warnings.filterwarnings("ignore", message=".*under-utilization.*")  # the comparison is small on purpose


@cuda.jit(device=True)
def play_some(cs, ss, g, out, first, matches, lengths, scores, winners, i):  # type: ignore[no-untyped-def]
    """Matches of one game, one after the other; the last result is kept."""
    total = 0
    for n in range(matches):
        seed = engine.match_seed(g, RUN, first + i + n * lengths.shape[0])
        total += engine.play_at_random(cs[0], ss[i], g, out, seed)
    lengths[i] = total
    winners[i] = result(cs[0], ss[i], scores[i])


@cuda.jit
def play_every_game(  # type: ignore[no-untyped-def]
    gs, outs, matches, lengths, scores, winners, c0, s0, c1, s1, c2, s2, c3, s3, c4, s4
):
    """Each thread plays its seed in all five games."""
    i = cuda.grid(1)
    if i < gs.shape[0]:
        play_some(c0, s0, gs[i], outs[i], 0, matches, lengths[0], scores[0], winners[0], i)
        play_some(c1, s1, gs[i], outs[i], 0, matches, lengths[1], scores[1], winners[1], i)
        play_some(c2, s2, gs[i], outs[i], 0, matches, lengths[2], scores[2], winners[2], i)
        play_some(c3, s3, gs[i], outs[i], 0, matches, lengths[3], scores[3], winners[3], i)
        play_some(c4, s4, gs[i], outs[i], 0, matches, lengths[4], scores[4], winners[4], i)


@cuda.jit
def play_one_game(gs, outs, matches, lengths, scores, winners, cs, ss):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i < gs.shape[0]:
        play_some(cs, ss, gs[i], outs[i], 0, matches, lengths, scores, winners, i)


def on_device(game: str, players: int, threads: int) -> list[Any]:
    """A game's configuration and as many states as threads."""
    setup = prepare(game, players, {}, None, RUN)
    return [cuda.to_device(setup.config), cuda.to_device(np.zeros(threads, setup.parts.rules.STATE))]


def room(threads: int, *shape: int) -> list[Any]:
    """Generators, lists of legal moves; lengths, scores and winners of so many games."""
    return [
        cuda.to_device(np.zeros(threads, chance.GENERATOR)),
        cuda.to_device(np.zeros((threads, MOST_ACTIONS), np.int16)),
        cuda.to_device(np.zeros((*shape, threads), np.int32)),
        cuda.to_device(np.zeros((*shape, threads, MOST_SEATS), np.int32)),
        cuda.to_device(np.zeros((*shape, threads), np.int64)),
    ]


def compare(seeds: int) -> dict[tuple[str, int], bool]:
    """Whether all seeds of all games and player counts come out as on the CPU."""
    same: dict[tuple[str, int], bool] = {}
    for n in range(max(len(games.find(game).players) for game in games.IDS)):
        counts = [games.find(game).players[n % len(games.find(game).players)] for game in games.IDS]
        parts = [
            part for game, players in zip(games.IDS, counts, strict=True) for part in on_device(game, players, seeds)
        ]
        gs, outs, *done = room(seeds, len(games.IDS))
        play_every_game[-(-seeds // BLOCK), BLOCK](gs, outs, 1, *done, *parts)
        lengths, scores, winners = (array.copy_to_host() for array in done)
        for number, (game, players) in enumerate(zip(games.IDS, counts, strict=True)):
            there = Outcomes(lengths[number], scores[number], winners[number])
            here = Crowd(prepare(game, players, {}, None, RUN)).play(0, seeds)
            same[game, players] = all(
                np.array_equal(getattr(here, name), getattr(there, name)) for name in ("lengths", "scores", "winners")
            )
    return same


def moves_per_second(game: str, players: int, threads: int) -> float:
    parts = on_device(game, players, threads)
    gs, outs, *done = room(threads)
    best = 0.0
    for matches in (1, 8, 8):
        cuda.synchronize()
        began = time.perf_counter()
        play_one_game[-(-threads // BLOCK), BLOCK](gs, outs, matches, *done, *parts)
        cuda.synchronize()
        best = max(best, float(done[0].copy_to_host().sum(dtype=np.int64)) / (time.perf_counter() - began))
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=10_000)
    arguments.add_argument("--threads", type=int, default=1 << 18)
    given = arguments.parse_args()
    same = compare(given.seeds)
    for (game, players), equal in sorted(same.items(), key=lambda item: (games.IDS.index(item[0][0]), item[0][1])):
        rate = moves_per_second(game, players, given.threads)
        print(
            f"{game:9} {players} players: {given.seeds} seeds {'identical' if equal else 'DIFFERENT'}, "
            f"{rate / 1e9:.2f} billion moves/s",
            flush=True,
        )
    sys.exit(not all(same.values()))


if __name__ == "__main__":
    main()
