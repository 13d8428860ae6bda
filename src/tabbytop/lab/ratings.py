"""Ratings of bots that played the same deals: points, placings and Elo, and how sure each of them is.

Matches of one deal are not independent of each other, so what counts once is a deal. What a deal is worth to all who
play it says nothing about who plays better, and is left out of how sure the points are: two bots differ for certain
(at 95%) when their intervals do not meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabbytop.games import find
from tabbytop.lab.tournament import Plan

SAMPLES = 400
SURE = 0.975
NORMAL = 1.959964


def rate(plan: Plan, done: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each bot's points, placing (1 is best) and Elo over whole deals, with 95% intervals; null after a single deal."""
    done = sorted(done, key=lambda deal: int(deal["deal"]))
    who = np.array([plan.lineups(deal["deal"]) for deal in done])
    scores = np.array([deal["scores"] for deal in done], float)
    won = np.array([[[seat in one for seat in range(plan.players)] for one in deal["winners"]] for deal in done])
    merits = scores + 0.5 * won  # scores are whole numbers: what breaks a tie for the victory counts
    if find(plan.game).together:  # teams with the same deal are set beside each other as bots at a table are
        who, scores, merits = (each[:, :, 0][:, None, :] for each in (who, scores, merits))
    here = (who[..., None] == np.arange(len(plan.bots))).astype(float)  # by deal, table, seat and bot
    ahead = merits[..., :, None] - merits[..., None, :]
    before = 0.5 + 0.5 * np.sign(ahead)
    points = _of_bots(scores, here)
    placings = _of_bots(0.5 + (1 - before).sum(axis=-1), here)  # 0.5: level with oneself
    beats = np.einsum("dtia,dtij,dtjb->dab", here, before, here, optimize=True)
    beats *= 1 - np.eye(len(plan.bots))
    elo, elo_low, elo_high = _elo_95(beats, plan.seed)
    level = points.mean(axis=1, keepdims=True) if len(plan.bots) > 1 else 0.0
    points_half, placings_half = _half(points - level), _half(placings)
    return [
        {
            "name": name,
            "points": _rounded(points[:, bot].mean()),
            "points_95": _around(points[:, bot].mean(), points_half[bot]),
            "placing": _rounded(placings[:, bot].mean()),
            "placing_95": _around(placings[:, bot].mean(), placings_half[bot]),
            "elo": _rounded(elo[bot], 1),
            "elo_95": [_rounded(elo_low[bot], 1), _rounded(elo_high[bot], 1)],
            "milliseconds_per_move": _rounded(
                1000 * sum(deal["seconds"][bot] for deal in done) / max(1, sum(deal["moves"][bot] for deal in done))
            ),
        }
        for bot, name in enumerate(plan.bots)
    ]


def _of_bots(values: np.ndarray, here: np.ndarray) -> np.ndarray:
    """The mean of each deal for each bot."""
    return np.asarray(np.einsum("dts,dtsb->db", values, here) / here.sum(axis=(1, 2)))


def _half(values: np.ndarray) -> np.ndarray:
    """Half of the interval of each mean over deals."""
    deals, bots = values.shape
    if deals == 1:
        return np.full(bots, np.nan)
    return np.asarray(_student(deals - 1) * values.std(axis=0, ddof=1) / deals**0.5)


def _student(freedom: int) -> float:
    """The quantile of Student's t that leaves 2.5% above it: the wider an interval, the fewer the deals."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, 200_001)  # t is the square root of freedom times its tangent
    share = np.cumsum(np.cos(angle) ** (freedom - 1))
    return float(freedom**0.5 * np.tan(angle[np.searchsorted(share, SURE * share[-1])]))


def _elo_95(beats: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Elo, and its interval by a Bayesian bootstrap: deals weigh more or less by lot, and so does the half win lent."""
    deals, bots, _ = beats.shape
    elo = _elo(beats.sum(axis=0), np.ones(()))
    if deals == 1 or bots == 1:
        unknown = np.full(bots, np.nan if bots > 1 else 0.0)
        return elo, unknown, unknown
    draw = np.random.default_rng(seed)
    weights = draw.exponential(size=(SAMPLES, deals))
    weights *= deals / weights.sum(axis=1, keepdims=True)
    lent = draw.exponential(size=SAMPLES)
    samples = _elo(np.tensordot(weights, beats, 1), lent)
    few = _student(deals - 1) / NORMAL * ((deals + 1) / (deals - 1)) ** 0.5
    low, high = elo + few * (np.quantile(samples, [1 - SURE, SURE], axis=0) - elo)
    return elo, np.minimum(low, elo), np.maximum(high, elo)


def _elo(beats: np.ndarray, lent: np.ndarray) -> np.ndarray:
    """Ratings under which the pairs come out as they did (Bradley-Terry), the mean at 0. Half a win is lent to each.

    Of one table of who beat whom how often, or of many at once.
    """
    bots = beats.shape[-1]
    if bots == 1:
        return np.zeros(beats.shape[:-1])
    beats = beats + 0.5 * lent[..., None, None] * (1 - np.eye(bots))
    games, wins = beats + np.swapaxes(beats, -1, -2), beats.sum(axis=-1)
    strength = np.ones(wins.shape)
    for _ in range(200):
        share = games / (strength[..., :, None] + strength[..., None, :])
        strength = wins / share.sum(axis=-1)
        strength /= np.exp(np.log(strength).mean(axis=-1, keepdims=True))
    return np.asarray(400 * np.log10(strength))


def _around(value: float, half: float) -> list[float | None]:
    return [_rounded(value - half), _rounded(value + half)]


def _rounded(value: float, digits: int = 3) -> float | None:
    """A number as told; nothing for one that is not known."""
    return None if np.isnan(value) else round(float(value), digits)
