"""The rules on a GPU: the same results as on the CPU, seed by seed, and how fast.

    python benchmarks/gpu.py [--seeds 100000] [--games catsle,ahoy] [--peer]

Needs a CUDA machine with numba-cuda (`pip install tabbytop[gpu]`). Plays random and heuristic matches of every game and
player count, then steps batches with masks and observations; with --peer, Pgx's closest games beside them in the same
run (`pip install pgx`). Exits with 1 if any result differs from the CPU's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

import tabbytop
from tabbytop import games
from tabbytop.bots.mind import THUMB
from tabbytop.bots.players import load
from tabbytop.play.blind import BLIND
from tabbytop.play.crowd import Crowd
from tabbytop.play.cuda import CudaCrowd
from tabbytop.play.setup import prepare

RUN = 1
SECONDS = 1.0
SIZES = (1 << 12, 1 << 16, 1 << 18)
FEW = 5000  # seeds of heuristic matches, which take longer on the CPU
ARRAYS = ("seats", "mask", "observation", "reward", "came", "winners")


def same_outcomes(crowd: Crowd, there: CudaCrowd, seeds: int) -> bool:
    here, got = crowd.play(0, seeds), there.play(0, seeds)
    return all(
        np.array_equal(getattr(here, name), getattr(got, name)) for name in ("lengths", "scores", "winners", "tally")
    )


def moves_per_second(crowd: Crowd) -> float:
    """Whole matches, counted on the GPU."""
    there = CudaCrowd(crowd)
    first, matches = 0, 1 << 18
    there.count(first, matches)
    there.wait()
    best = 0.0
    for _ in range(3):
        first += matches
        before = int(there.counts().tally.sum())
        began = time.perf_counter()
        there.count(first, 4 * matches)
        there.wait()
        seconds = time.perf_counter() - began
        first += 4 * matches
        best = max(best, (int(there.counts().tally.sum()) - before) / seconds)
    return best


def same_batches(game: str, players: int) -> bool:
    """The same steps on both devices, with a refused action now and then."""
    here, there = (
        tabbytop.batch(game, 500, players=players, seed=RUN, reward="deal", device=d) for d in ("cpu", "cuda")
    )
    for step in range(120):
        actions = here.sample().copy()
        if not np.array_equal(actions, there.sample().copy_to_host()):
            return False
        actions[step % 7 :: 50] = -1
        here.step(actions)
        there.step(actions)
        if not all(np.array_equal(getattr(here, name), getattr(there, name).copy_to_host()) for name in ARRAYS):
            return False
    return np.array_equal(here.random(50), there.random(50).copy_to_host())


def rate(work: Callable[[], None], moves: int) -> float:
    """Moves per second, after a first try."""
    work()
    cuda.synchronize()
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        for _ in range(10):
            work()
        cuda.synchronize()
        done += 10 * moves
    return done / (time.perf_counter() - began)


def steps_per_second(game: str, players: int, size: int, device: str) -> float:
    """Random actions, then a step with masks and observations."""
    batch = tabbytop.batch(game, size, players=players, seed=RUN, device=device)
    return rate(lambda: batch.step(batch.sample()), size)


def pgx_steps_per_second(game: str, size: int) -> float:
    """The same of Pgx: a random legal action, then a step that begins anew what has ended."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def go(state: Any, key: Any) -> tuple[Any, Any]:
        key, choose, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return step(state, actions, jax.random.split(luck, size)), key

    state, key = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)
    state, key = go(state, key)
    jax.block_until_ready(state)
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        for _ in range(10):
            state, key = go(state, key)
        jax.block_until_ready(state)
        done += 10 * size
    return done / (time.perf_counter() - began)


def shared_memory() -> dict[str, bool]:
    """Whether other libraries look at a batch's own memory."""
    batch = tabbytop.batch("catsle", 64, device="cuda")
    at = batch.observation.__cuda_array_interface__["data"][0]
    found: dict[str, bool] = {}
    try:
        import torch

        tensor = torch.as_tensor(batch.observation, device="cuda")
        found["PyTorch"] = tensor.data_ptr() == at
        mask = torch.as_tensor(batch.mask, device="cuda")
        batch.step(torch.multinomial(mask.float(), 1).squeeze(1))
        import jax

        found["JAX (through DLPack)"] = jax.dlpack.from_dlpack(tensor).unsafe_buffer_pointer() == at
    except ImportError:
        pass
    try:
        import cupy

        found["CuPy"] = cupy.asarray(batch.observation).data.ptr == at
    except ImportError:
        pass
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=100_000)
    arguments.add_argument("--games", default=",".join(games.IDS))
    arguments.add_argument("--peer", action="store_true")
    given = arguments.parse_args()
    shared = shared_memory()
    wrong = list(shared.values()).count(False)
    print(f"memory shared: {shared}", flush=True)
    for game in given.games.split(","):
        load(game)
        for players in games.find(game).players:
            setup = prepare(game, players, {}, None, RUN)
            told = []
            for name, player, seeds in (("random", BLIND, given.seeds), ("heuristic", THUMB, min(given.seeds, FEW))):
                crowd = Crowd(setup, player)
                equal = same_outcomes(crowd, CudaCrowd(crowd), seeds)
                wrong += not equal
                told.append(
                    f"{name}: {seeds} seeds {'identical' if equal else 'DIFFERENT'}, "
                    f"{moves_per_second(crowd) / 1e9:.2f} billion moves/s"
                )
            equal = same_batches(game, players)
            wrong += not equal
            told.append(f"batches {'identical' if equal else 'DIFFERENT'}")
            print(f"{game:9} {players} players: {'; '.join(told)}", flush=True)
        players = games.find(game).players[-1]
        steps = [f"{steps_per_second(game, players, size, 'cuda') / 1e6:.0f}" for size in SIZES]
        here = steps_per_second(game, players, SIZES[0], "cpu")
        print(
            f"{game:9} {players} players, steps with masks and observations: {', '.join(steps)} million/s in batches "
            f"of {', '.join(map(str, SIZES))}; on the CPU {here / 1e6:.1f} million/s",
            flush=True,
        )
    if given.peer:
        for game in ("sparrow_mahjong", "leduc_holdem"):
            steps = [f"{pgx_steps_per_second(game, size) / 1e6:.0f}" for size in SIZES]
            print(
                f"Pgx {game}, steps: {', '.join(steps)} million/s in batches of {', '.join(map(str, SIZES))}",
                flush=True,
            )
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
