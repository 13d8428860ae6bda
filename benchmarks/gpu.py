"""The rules on a GPU: the same results as on the CPU, seed by seed, and how fast.

    python benchmarks/gpu.py [--seeds 100000] [--games catsle,ahoy] [--only same|speed] [--peer]

Needs a CUDA machine with numba-cuda (`pip install tabbytop[gpu]`). For every game and player count:

- whole random and heuristic matches with the default options, and fewer with every other value of every option;
- batches, of all seats and of one, stepped with refused actions in between until every match has ended and the next
  has begun: the same numbers on both devices after each step;
- random moves per second, and steps with masks and observations per second. With --peer, Pgx's closest games step
  beside them in the same run (`pip install pgx`).

Games are compiled and compared side by side; what is measured has the machine to itself.

Exits with 1 if any result differs from the CPU's. Speed is measured and judged in words, never an error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from importlib.util import find_spec
from itertools import repeat
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier, Lock
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

import tabbytop
from tabbytop import games
from tabbytop.bots.mind import THUMB
from tabbytop.bots.players import load
from tabbytop.play.batch import Batch, SeatBatch, by_deal, find_device
from tabbytop.play.blind import BLIND
from tabbytop.play.crowd import Crowd
from tabbytop.play.cuda import CudaCrowd
from tabbytop.play.loom import ENDED
from tabbytop.play.setup import prepare

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cases import CASES, DEFAULTS, Case

RUN = 1
GOAL = 1e9  # random moves per second
SECONDS = 0.5
SIZES = (1 << 12, 1 << 16, 1 << 18)
PEERS = ("sparrow_mahjong", "leduc_holdem")
AT_ONCE = 10  # steps of Pgx in one call, so that more than the call is measured

FEW = 5000  # seeds of heuristic matches, which take longer on the CPU
OF_OPTIONS, FEW_OF_OPTIONS = 1000, 200  # the same, with other options than the default
STRANDS, STRANDS_OF_OPTIONS = 500, 100

together: Barrier  # of the processes, one for each game
alone: Lock

ALL_SEATS = ("seats", "mask", "observation", "reward", "came", "winners")
ONE_SEAT = ("mask", "observation", "reward", "came", "winners", "last", "scores")


# The same


def same_outcomes(crowd: Crowd, there: CudaCrowd, seeds: int) -> bool:
    here, got = crowd.play(0, seeds), there.play(0, seeds)
    return all(np.array_equal(getattr(here, field.name), getattr(got, field.name)) for field in fields(here))


def same_arrays(here: Batch | SeatBatch, there: Batch | SeatBatch, names: Iterable[str], when: str) -> bool:
    wrong = [name for name in names if not np.array_equal(getattr(here, name), getattr(there, name).copy_to_host())]
    if wrong:
        print(f"  {here.game.id} {here.options}, {when}: {', '.join(wrong)} DIFFERENT", flush=True)
    return not wrong


def refuse(actions: np.ndarray, step: int) -> None:
    """Some of them become illegal, so that some matches fall behind."""
    actions[step % 7 :: 50] = -1 if step % 2 else 10**9


def same_batches(case: Case, reward: str, strands: int = STRANDS) -> bool:
    """The same steps on both devices until every match has ended and the next has begun; then random moves."""
    here, there = (
        tabbytop.batch(
            case.game, strands, players=case.players, options=case.options, seed=RUN, reward=reward, device=d
        )
        for d in ("cpu", "cuda")
    )
    ended, step = np.zeros(strands, bool), 0
    same = same_arrays(here, there, ALL_SEATS, "at the beginning")
    while same and not ended.all():
        actions = here.sample().copy()
        same = np.array_equal(actions, there.sample().copy_to_host())
        refuse(actions, step)
        here.step(actions)
        there.step(actions)
        step += 1
        ended |= here.came == ENDED
        same = same and same_arrays(here, there, ALL_SEATS, f"all seats, reward {reward}, step {step}")
    if not same:
        return False
    ends = here.random(step).copy()
    assert ends.any(), "so many random moves as that end matches"
    same = np.array_equal(ends, there.random(step).copy_to_host())
    return same_arrays(here, there, ALL_SEATS, f"after {step} random moves") and same


def same_seats(case: Case, reward: str, seat: int, strands: int = STRANDS) -> bool:
    """The same for a seat among random ones, until every match has ended and the next as well; then all anew."""
    setup = prepare(case.game, case.players, case.options, None, RUN)
    here, there = (
        SeatBatch(setup, strands, find_device(d, setup), seat, by_deal=by_deal(reward)) for d in ("cpu", "cuda")
    )
    rng = np.random.default_rng(RUN)
    ends, step = np.zeros(strands, int), 0
    same = same_arrays(here, there, ONE_SEAT, "at the beginning")
    while same and ends.min() < 2:
        actions = (rng.random(here.mask.shape) * here.mask).argmax(axis=1)
        refuse(actions, step)
        here.step(actions)
        there.step(actions)
        step += 1
        ends += here.came == ENDED
        same = same_arrays(here, there, ONE_SEAT, f"seat {seat}, reward {reward}, step {step}")
    here.begin(RUN + 1)
    there.begin(RUN + 1)
    return same and same_arrays(here, there, ("mask", "observation"), f"seat {seat}, begun anew")


def same_with_defaults(case: Case) -> bool:
    """Batches of both kinds, paid by both rules."""
    last = case.players - 1
    return (
        same_batches(case, "match")
        and same_batches(case, "deal")
        and same_seats(case, "match", last)
        and same_seats(case, "deal", 0)
    )


def same_with_options(case: Case) -> bool:
    """All of it in small, for one value of an option."""
    setup = prepare(case.game, case.players, case.options, None, RUN)
    for player, seeds in ((BLIND, OF_OPTIONS), (THUMB, FEW_OF_OPTIONS)):
        crowd = Crowd(setup, player)
        if not same_outcomes(crowd, CudaCrowd(crowd), seeds):
            print(f"  {case}: matches DIFFERENT", flush=True)
            return False
    return same_batches(case, "deal", STRANDS_OF_OPTIONS) and same_seats(
        case, "deal", case.players - 1, STRANDS_OF_OPTIONS
    )


def shared_memory() -> tuple[dict[str, bool], list[str]]:
    """Whether other libraries look at a batch's own memory; and which are not here to do so."""
    batch = tabbytop.batch("catsle", 64, device="cuda")
    at = batch.observation.__cuda_array_interface__["data"][0]
    found: dict[str, bool] = {}
    skipped, lent = [], None  # JAX takes what another library hands it
    try:
        import torch
    except ImportError:
        skipped.append("PyTorch")
    else:
        if torch.cuda.is_available():
            lent = torch.as_tensor(batch.observation, device="cuda")
            mask = torch.as_tensor(batch.mask, device="cuda")
            batch.step(torch.multinomial(mask.float(), 1).squeeze(1))
            now = np.array_equal(lent.cpu().numpy(), batch.observation.copy_to_host())
            found["PyTorch"] = now and lent.data_ptr() == at and not batch.came.copy_to_host().any()
        else:
            skipped.append("PyTorch (without CUDA)")
    try:
        import cupy
    except ImportError:
        skipped.append("CuPy")
    else:
        array = cupy.asarray(batch.observation)
        found["CuPy"] = array.data.ptr == at
        lent = array if lent is None else lent
    try:
        import jax
    except ImportError:
        skipped.append("JAX")
    else:
        if lent is None:
            skipped.append("JAX (needs PyTorch or CuPy to hand it over)")
        elif jax.default_backend() != "gpu":
            skipped.append("JAX (without CUDA)")
        else:
            found["JAX (through DLPack)"] = jax.dlpack.from_dlpack(lent).unsafe_buffer_pointer() == at
    return found, skipped


# How fast


def moves_per_second(crowd: Crowd) -> float:
    """Whole matches, counted on the GPU."""
    there = CudaCrowd(crowd)
    first, matches = 0, 1 << 18
    there.count(first, matches)
    there.wait()
    best = 0.0
    for _ in range(3):
        first += matches
        before = int(there.counts().tally[0].sum())
        began = time.perf_counter()
        there.count(first, 4 * matches)
        there.wait()
        seconds = time.perf_counter() - began
        first += 4 * matches
        best = max(best, (int(there.counts().tally[0].sum()) - before) / seconds)
    return best


def rate(work: Callable[[], None], wait: Callable[[], None], moves: int) -> float:
    """Moves per second, after a first try."""
    work()
    wait()
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        for _ in range(10):
            work()
        wait()
        done += 10 * moves
    return done / (time.perf_counter() - began)


def steps_per_second(case: Case, size: int, device: str) -> float:
    """Random actions, then a step with masks and observations."""
    batch = tabbytop.batch(case.game, size, players=case.players, seed=RUN, device=device)
    return rate(lambda: batch.step(batch.sample()), cuda.synchronize, size)


def pgx_steps_per_second(game: str, size: int, at_once: int) -> float:
    """The same of Pgx: a random legal action, then a step that begins anew what has ended; so many in one call."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(held: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = held
        key, choose, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (step(state, actions, jax.random.split(luck, size)), key), None

    @jax.jit  # type: ignore[untyped-decorator]
    def go(held: tuple[Any, Any]) -> tuple[Any, Any]:
        if at_once == 1:
            return one(held, None)[0]
        done: tuple[Any, Any] = jax.lax.scan(one, held, None, length=at_once)[0]
        return done

    held = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)

    def work() -> None:
        nonlocal held
        held = go(held)

    work()  # what it begins with is of another type than what it goes on with
    return rate(work, lambda: jax.block_until_ready(held), size * at_once)


def millions(steps: Iterable[float]) -> str:
    return ", ".join(f"{each / 1e6:.0f}" for each in steps)


def compare(ours: dict[str, list[float]]) -> None:
    """Pgx's steps, and how many times as many ours are: in batches of the same size, by its faster way."""
    import jax

    print(f"steps per second in batches of {', '.join(map(str, SIZES))}; Pgx runs on {jax.default_backend()}")
    for game in PEERS:
        single, scanned = ([pgx_steps_per_second(game, size, at_once) for size in SIZES] for at_once in (1, AT_ONCE))
        print(f"Pgx {game}: {millions(single)} million/s, {AT_ONCE} in one call: {millions(scanned)} million/s")
        best = [max(pair) for pair in zip(single, scanned, strict=True)]
        for name, steps in ours.items():
            ratios = [mine / other for mine, other in zip(steps, best, strict=True)]
            print(
                f"  {name:9}: {', '.join(f'{ratio:.2f}' for ratio in ratios)} times Pgx's {game}: "
                f"{'at least as fast at every size' if min(ratios) >= 1 else 'slower at one size at least'}",
                flush=True,
            )


def identical(game: str, seeds: int) -> int:
    """Hold a game's results against the CPU's; how many of them differ."""
    wrong = 0
    for case in (case for case in DEFAULTS if case.game == game):
        setup, told = prepare(game, case.players, case.options, None, RUN), []
        for name, player, few in (("random", BLIND, seeds), ("heuristic", THUMB, min(seeds, FEW))):
            crowd = Crowd(setup, player)
            equal = same_outcomes(crowd, CudaCrowd(crowd), few)
            wrong += not equal
            told.append(f"{few} {name} seeds {'identical' if equal else 'DIFFERENT'}")
        equal = same_with_defaults(case)
        wrong += not equal
        told.append(f"batches of all seats and of one {'identical' if equal else 'DIFFERENT'}")
        print(f"{game:9} {case.players} players: {'; '.join(told)}", flush=True)
    others = [case for case in CASES if case.game == game and case not in DEFAULTS]
    different = [case for case in others if not same_with_options(case)]
    print(
        f"{game:9} with {len(others)} other options, {OF_OPTIONS} seeds each, and batches: "
        f"{'DIFFERENT with ' + ', '.join(map(str, different)) if different else 'identical'}",
        flush=True,
    )
    return wrong + len(different)


def compile_what_is_measured(game: str) -> None:
    """Kernels are compiled when they are first called."""
    setup = next(prepare(game, case.players, case.options, None, RUN) for case in DEFAULTS if case.game == game)
    for player in (BLIND, THUMB):
        CudaCrowd(Crowd(setup, player)).count(0, 1)
    for device in ("cuda", "cpu"):
        batch = tabbytop.batch(game, 1, players=setup.players, device=device)
        batch.step(batch.sample())


def fast(game: str) -> dict[str, list[float]]:
    """Tell how fast a game is; the steps per second of its batches, by number of players."""
    slowest, steps = float("inf"), {}
    for case in (case for case in DEFAULTS if case.game == game):
        setup = prepare(game, case.players, case.options, None, RUN)
        random, thumb = (moves_per_second(Crowd(setup, player)) for player in (BLIND, THUMB))
        slowest = min(slowest, random)
        steps[f"{game} {case.players}"] = [steps_per_second(case, size, "cuda") for size in SIZES]
        here = steps_per_second(case, SIZES[0], "cpu")
        print(
            f"{game:9} {case.players} players: {random / 1e9:.2f} billion random moves/s, {thumb / 1e9:.2f} by rules "
            f"of thumb; steps with masks and observations: {millions(steps[f'{game} {case.players}'])} million/s in "
            f"batches of {', '.join(map(str, SIZES))}; on the CPU {here / 1e6:.1f} million/s",
            flush=True,
        )
    print(
        f"{game:9} at least a billion random moves/s: {'yes' if slowest >= GOAL else 'NO'} "
        f"({slowest / 1e9:.2f} in the slowest player count)",
        flush=True,
    )
    return steps


def study(game: str, seeds: int, only: str | None) -> tuple[int, dict[str, list[float]]]:
    """All about a game: how many results differ, and its steps per second."""
    began = time.perf_counter()
    try:
        load(game)
        wrong = 0 if only == "speed" else identical(game, seeds)
        if only == "same":
            return wrong, {}
        compile_what_is_measured(game)
        print(f"{game:9} is ready after {time.perf_counter() - began:.0f} s", flush=True)
        together.wait()
        with alone:
            return wrong, fast(game)
    except BaseException:
        together.abort()
        raise


def begin(when_all_are_ready: Barrier, one_at_a_time: Lock) -> None:
    """In the process of each game."""
    global together, alone
    together, alone = when_all_are_ready, one_at_a_time


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=100_000)
    arguments.add_argument("--games", default=",".join(games.IDS))
    arguments.add_argument("--only", choices=("same", "speed"), help="without how fast it is, or without comparing")
    arguments.add_argument("--peer", action="store_true")
    given = arguments.parse_args()
    if given.peer and not (find_spec("pgx") and find_spec("jax")):
        arguments.error("--peer needs Pgx and JAX")
    chosen = given.games.split(",")
    context = get_context("spawn")
    shared = context.Barrier(len(chosen)), context.Lock()
    wrong, ours = 0, dict[str, list[float]]()
    with ProcessPoolExecutor(len(chosen), mp_context=context, initializer=begin, initargs=shared) as pool:
        for differing, steps in pool.map(study, chosen, repeat(given.seeds), repeat(given.only)):
            wrong += differing
            ours |= steps
    found, skipped = shared_memory()
    wrong += list(found.values()).count(False)
    print(f"memory shared: {found or 'not looked at'}; not here: {', '.join(skipped) or 'none'}", flush=True)
    if given.peer:
        compare(ours)
    if wrong:
        print(f"{wrong} results differ from the CPU's")
    elif given.only != "speed":
        print("every result is the CPU's")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
