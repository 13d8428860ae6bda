"""What a learner is given is what its seat knows of the table, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, Case
from sights import HIDES, SIGHTS
from tabbytop.core.encoding import NUMBER
from tabbytop.games import IDS, parts
from tabbytop.play import engine
from tabbytop.play.match import Match
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


def sight(case: Case, match: Match, seat: int) -> dict[str, list[int]]:
    """Checks what is seen against the view; the parts that were looked at."""
    row, at = match.observe(seat), parts(case.game).observation.LAYOUT.slices()
    expected = SIGHTS[case.game](match, seat, lambda name: row[at[name]].tolist())
    assert {name: row[at[name]].tolist() for name in expected} == expected
    return expected


@every_case
def test_the_numbers_are_what_lies_on_the_table(case: Case) -> None:
    match = new(case, 4)
    for number, then in enumerate((*decisions(match, 4)[::6], match)):
        for seat in {max(then.seat, 0), (then.seat + 1 + number % (case.players - 1)) % case.players}:
            sight(case, then, seat)


@pytest.mark.parametrize("game", IDS)
def test_all_that_a_view_shows_is_compared(game: str) -> None:
    looked: set[str] = set()
    for case in [case for case in DEFAULTS if case.game == game]:
        looked |= set(sight(case, new(case, 4), 0))
    assert looked >= set(parts(game).observation.LAYOUT.slices()) - HIDES[game]
    assert not looked & HIDES[game]
