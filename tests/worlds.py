"""Whether imagined worlds come out uniformly: every one that is possible, no other, equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

import numpy as np

from tabbytop import Match

SAMPLES_PER_WORLD = 60


def check_uniform(
    match: Match, seat: int, worlds: Iterable[Hashable], describe: Callable[[np.record], Hashable]
) -> None:
    """Imagine many worlds for a seat and compare with all there are; `describe` names what is hidden in a state."""
    possible = set(worlds)
    samples = SAMPLES_PER_WORLD * len(possible)
    seen = Counter(describe(match.imagine(seat, seed).hidden) for seed in range(samples))
    assert set(seen) <= possible, f"impossible: {sorted(map(str, set(seen) - possible))[:3]}"
    assert set(seen) == possible, f"never seen: {sorted(map(str, possible - set(seen)))[:3]}"
    off = sum((seen[world] - SAMPLES_PER_WORLD) ** 2 / SAMPLES_PER_WORLD for world in possible)
    freedom = len(possible) - 1
    # Chi-square has mean `freedom` and variance twice that; five deviations above it is no accident.
    assert off < freedom + 5 * (2 * freedom) ** 0.5 + 5, f"{off:.0f} for {freedom} degrees of freedom"
