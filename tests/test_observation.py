"""What a learner is given is what its seat knows of the table, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import tabbytop
from cases import CASES, Case
from tabbytop.core.encoding import NUMBER
from tabbytop.games import IDS, find, parts
from tabbytop.play import engine
from test_conformance import decisions, new

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_an_observation_is_the_same_in_every_world_that_the_seat_can_imagine(case: Case) -> None:
    for number, match in enumerate(decisions(new(case), 2)[::3]):
        for seat in range(case.players):
            seen = match.observe(seat)
            for seed in range(2):
                world = match.imagine(seat, 2 * number + seed)
                other = world.observe(seat)
                assert np.array_equal(seen, other), _difference(case.game, seen, other)


def _difference(game: str, seen: np.ndarray, other: np.ndarray) -> str:
    parts_of = parts(game).observation.LAYOUT.slices()
    return ", ".join(name for name, part in parts_of.items() if not np.array_equal(seen[part], other[part]))


@every_case
def test_an_observation_fills_its_whole_row_and_no_more(case: Case) -> None:
    size = parts(case.game).observation.LAYOUT.size
    for match in decisions(new(case), 3)[::5]:
        rows = [np.full(size + 8, junk, NUMBER) for junk in (-999, 999)]
        for row in rows:
            engine.know(match.slots, match.seat, row)
        assert np.array_equal(rows[0][:size], rows[1][:size])
        assert (rows[0][size:] == -999).all()


@pytest.mark.parametrize("game", IDS)
def test_every_part_of_the_layout_is_used(game: str) -> None:
    """Over some matches of all player counts and options something changes in each part."""
    least = most = tabbytop.new(game, seed=1).observe(0)
    for case in [case for case in CASES if case.game == game]:
        for match in [played for seed in range(2) for played in decisions(new(case, seed), seed)[::2]]:
            for row in map(match.observe, range(case.players)):
                least, most = np.minimum(least, row), np.maximum(most, row)
    layout = parts(game).observation.LAYOUT
    assert {name for name, part in layout.slices().items() if (least[part] == most[part]).all()} == set()


@pytest.mark.parametrize("game", IDS)
def test_different_tables_look_different(game: str) -> None:
    """Whatever changes in what a seat sees of the table changes its numbers."""
    for players in find(game).players:
        seen: dict[bytes, object] = {}
        for match in decisions(tabbytop.new(game, players=players, seed=5), 5):
            row = match.observe(match.seat).tobytes()
            table = match.table(match.seat)
            assert seen.setdefault(row, table) == table
