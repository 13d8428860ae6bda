"""Steps with legal moves and observations on the CPU, beside the environments that the field uses.

    python benchmarks/batches.py [--size 4096] [--peer]

Random play: a batch of every game on all cores and on one, our PettingZoo environments, and with --peer, in the same
run, hearts of OpenSpiel, and games of RLCard and PettingZoo (`pip install open_spiel rlcard pettingzoo[classic]`), on
one core. Ratios are to the fastest of the others. With --peer, exits with 1 if one of them is not there.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from unittest import mock

import numpy as np

import tabbytop
from tabbytop.games import IDS, find
from tabbytop.play import batch as batches
from tabbytop.play.crowd import cores

SECONDS = 1.5


def rate(work: Callable[[], int]) -> float:
    """Moves per second, after a first try."""
    work()
    began, moves = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        moves += work()
    return moves / (time.perf_counter() - began)


def ours(game: str, players: int, size: int, most_cores: int) -> float:
    batch = tabbytop.batch(game, size, players=players, seed=1)

    def work() -> int:
        for _ in range(4):
            batch.step(batch.sample())
        return 4 * size

    with mock.patch.object(batches, "cores", return_value=most_cores):  # among which a batch shares its matches
        return rate(work)


def our_pettingzoo(game: str, players: int) -> float:
    from tabbytop.envs.pettingzoo import env

    return rate(_aec(env(game, players=players)))


def _aec(environment: object) -> Callable[[], int]:
    """A whole episode of a PettingZoo environment whose observations carry a mask."""
    choose = random.Random(1)

    def work() -> int:
        moves = 0
        environment.reset(seed=choose.randrange(1 << 30))  # type: ignore[attr-defined]
        for _ in environment.agent_iter():  # type: ignore[attr-defined]
            seen, _, ended, cut, _ = environment.last()  # type: ignore[attr-defined]
            action = None if ended or cut else choose.choice(np.flatnonzero(seen["action_mask"]).tolist())
            environment.step(action)  # type: ignore[attr-defined]
            moves += action is not None
        return moves

    return work


def openspiel_hearts() -> float:
    import pyspiel

    game, choose = pyspiel.load_game("hearts"), random.Random(1)

    def work() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose.choice(state.legal_actions()))
                continue
            state.legal_actions_mask()
            np.asarray(state.information_state_tensor())
            state.apply_action(choose.choice(state.legal_actions()))
            moves += 1
        return moves

    return rate(work)


def rlcard_game(name: str) -> float:
    import rlcard

    environment, choose = rlcard.make(name, config={"seed": 1}), random.Random(1)

    def work() -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            state, _ = environment.step(choose.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return rate(work)


def pettingzoo_game(name: str) -> float:
    import importlib

    return rate(_aec(importlib.import_module(f"pettingzoo.classic.{name}").env()))


PEERS: dict[str, Callable[[], float]] = {
    "OpenSpiel hearts": openspiel_hearts,
    "RLCard uno": lambda: rlcard_game("uno"),
    "RLCard leduc-holdem": lambda: rlcard_game("leduc-holdem"),
    "PettingZoo leduc_holdem_v4": lambda: pettingzoo_game("leduc_holdem_v4"),
    "PettingZoo texas_holdem_v4": lambda: pettingzoo_game("texas_holdem_v4"),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--size", type=int, default=4096)
    arguments.add_argument("--peer", action="store_true")
    given = arguments.parse_args()
    best, missing = 0.0, 0
    for name, measure in PEERS.items() if given.peer else ():
        try:
            found = measure()
        except ImportError as error:
            missing += 1
            print(f"{name:28} not measured: {error}", flush=True)
            continue
        best = max(best, found)
        print(f"{name:28} {found / 1e3:10.1f} thousand moves/s", flush=True)
    print(f"batches of {given.size} on all {cores()} cores, and on one as the others:")
    for game in IDS:
        for players in find(game).players:
            told = []
            for most in (cores(), 1):
                found = ours(game, players, given.size, most)
                times = f" ({found / best:.0f}x the fastest of the others)" if best else ""
                told.append(f"{found / 1e6:.2f} million moves/s on {most}{times}")
            alone = f"PettingZoo interface {our_pettingzoo(game, players) / 1e3:.1f} thousand on 1"
            print(f"{game:9} {players} players: {'; '.join(told)}; {alone}", flush=True)
    sys.exit(missing > 0)


if __name__ == "__main__":
    main()
