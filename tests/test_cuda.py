"""Batches and matches on a GPU are those of the CPU. (Where there is none, only that it says so.)"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, Case
from tabbytop import BadOption
from tabbytop.lab.statistics import Statistics

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))


def has_gpu() -> bool:
    try:
        from numba import cuda
    except ImportError:
        return False
    return bool(cuda.is_available())


needs_gpu = pytest.mark.skipif(not has_gpu(), reason="no GPU here")


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_without_a_gpu_cuda_is_refused_in_words() -> None:
    with pytest.raises(BadOption, match=r"GPU|CUDA"):
        tabbytop.batch("catsle", 2, device="cuda")


@needs_gpu
@pytest.mark.parametrize("case", DEFAULTS, ids=str)
def test_batches_step_as_on_the_cpu(case: Case) -> None:
    """Those of all seats and those of one, to the end of every match and into the next."""
    import gpu

    assert gpu.same_with_defaults(case)


@needs_gpu
@pytest.mark.parametrize("case", DEFAULTS, ids=str)
def test_matches_end_as_on_the_cpu(case: Case) -> None:
    import gpu
    from tabbytop.play.crowd import Crowd
    from tabbytop.play.cuda import LOWEST, CudaCrowd
    from tabbytop.play.setup import prepare

    crowd = Crowd(prepare(case.game, case.players, case.options, None, 1))
    there = CudaCrowd(crowd)
    assert gpu.same_outcomes(crowd, there, 1000)
    here, counted = Statistics(crowd.setup), Statistics(crowd.setup)
    here.add(crowd.play(0, 1000))
    there.count(0, 1000)
    counted.take(there.counts(), LOWEST)
    assert here.summary() == counted.summary()


@needs_gpu
@pytest.mark.parametrize("case", [case for case in CASES if case not in DEFAULTS], ids=str)
def test_every_option_is_played_as_on_the_cpu(case: Case) -> None:
    import gpu
    from tabbytop.bots.players import load

    load(case.game)
    assert gpu.same_with_options(case)


@needs_gpu
def test_gymnasium_s_batches_are_those_of_the_cpu() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import tabbytop.envs.gymnasium  # noqa: F401  (registers the games)

    here, there = (
        gymnasium.make_vec("tabbytop/ahoy-v2", num_envs=64, vectorization_mode="vector_entry_point", device=device)
        for device in ("cpu", "cuda")
    )
    seen, _ = here.reset(seed=7)
    assert np.array_equal(seen["observation"], there.reset(seed=7)[0]["observation"])
    ends = 0
    while ends < 200:
        actions = seen["action_mask"].argmax(axis=1)
        (seen, rewards, over, _, info), got = here.step(actions), there.step(actions)
        for name in ("observation", "action_mask"):
            assert np.array_equal(seen[name], got[0][name])
        assert np.array_equal(rewards, got[1])
        assert np.array_equal(over, got[2])
        for i in over.nonzero()[0]:
            assert np.array_equal(info["final_obs"][i]["observation"], got[4]["final_obs"][i]["observation"])
            assert np.array_equal(info["final_info"]["scores"][i], got[4]["final_info"]["scores"][i])
        ends += int(over.sum())


@needs_gpu
def test_other_libraries_look_at_the_same_memory() -> None:
    import gpu

    found, skipped = gpu.shared_memory()
    if not found:
        pytest.skip(f"not here: {', '.join(skipped)}")
    assert all(found.values()), found
