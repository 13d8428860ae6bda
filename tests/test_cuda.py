"""Batches and matches on a GPU are those of the CPU. (Where there is none, only that it says so.)"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tabbytop
from tabbytop import BadOption
from tabbytop.games import IDS, find

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
@pytest.mark.parametrize("game", IDS)
def test_batches_step_as_on_the_cpu(game: str) -> None:
    import gpu

    assert all(gpu.same_batches(game, players) for players in find(game).players)


@needs_gpu
@pytest.mark.parametrize("game", IDS)
def test_matches_end_as_on_the_cpu(game: str) -> None:
    import gpu
    from tabbytop.play.crowd import Crowd
    from tabbytop.play.cuda import CudaCrowd
    from tabbytop.play.setup import prepare

    for players in find(game).players:
        crowd = Crowd(prepare(game, players, {}, None, 1))
        assert gpu.same_outcomes(crowd, CudaCrowd(crowd), 1000)


@needs_gpu
def test_other_libraries_look_at_the_same_memory() -> None:
    import gpu

    assert all(gpu.shared_memory().values())
