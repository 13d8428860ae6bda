"""Compiled players who choose blindly."""

from __future__ import annotations

import numpy as np

from tabbytop.core import chance
from tabbytop.core.compiler import compiled
from tabbytop.core.contract import record, register
from tabbytop.play.engine import PLAYER

BLIND = record(*PLAYER)


@compiled
def prepare(c: np.record, p: np.record) -> None:
    chance.seed(p, p.match, chance.CHOICES)


@compiled
def pick(c: np.record, p: np.record, s: np.record, n: int) -> int:
    return int(p.legal[chance.below(p, n)])


register(BLIND, prepare, pick)
