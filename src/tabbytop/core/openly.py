"""For games in which nothing is ever chosen face down."""

from __future__ import annotations

import numpy as np

from tabbytop.core.compiler import compiled
from tabbytop.core.contract import OPEN


@compiled
def secrecy(c: np.record, s: np.record) -> int:
    return OPEN


@compiled
def covered(c: np.record, s: np.record) -> bool:
    return False


@compiled
def recall(c: np.record, s: np.record, seat: int) -> None:
    """There is nothing to take back."""
