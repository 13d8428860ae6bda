"""Batches are the same matches as one by one, many at a time."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import warnings
from dataclasses import replace

import numpy as np
import pytest

import tabbytop
from cases import DEFAULTS, Case
from tabbytop import BadOption, Batch, Match
from tabbytop.bots.mind import THUMB
from tabbytop.bots.players import decide, lineup, load
from tabbytop.core import chance
from tabbytop.play import batch as batches
from tabbytop.play import engine
from tabbytop.play.batch import Cpu, SeatBatch
from tabbytop.play.crowd import Crowd
from tabbytop.play.loom import ENDED, REFUSED, WENT_ON
from tabbytop.play.setup import prepare

every_count = pytest.mark.parametrize("case", DEFAULTS, ids=str)


def new(case: Case, n: int, seed: int = 3, reward: str = "match") -> Batch:
    return tabbytop.batch(case.game, n, players=case.players, options=case.options, seed=seed, reward=reward)


def alone(case: Case, number: int, seed: int = 3) -> Match:
    """The n-th match of the run, by itself."""
    found = engine.seed_of(np.zeros(1, chance.GENERATOR), seed, number)
    return Match(replace(prepare(case.game, case.players, case.options, None, 0), seed=found % (1 << 64)))


def stands_like(batch: Batch, i: int, match: Match) -> None:
    assert batch.seats[i] == match.seat
    assert batch.mask[i].nonzero()[0].tolist() == match.legal()
    assert np.array_equal(batch.observation[i], match.observe(match.seat))


@every_count
def test_a_batch_steps_like_matches_alone_and_goes_on_with_the_next(case: Case) -> None:
    batch = new(case, 2)
    numbers = [0, 1]
    matches = [alone(case, number) for number in numbers]
    while max(numbers) < 4:
        for i, match in enumerate(matches):
            stands_like(batch, i, match)
        actions = batch.sample().copy()
        batch.step(actions)
        for i, match in enumerate(matches):
            match.play(int(actions[i]))
            assert batch.came[i] == (ENDED if match.over else WENT_ON)
            assert batch.reward[i].tolist() == (match.scores if match.over else [0] * case.players)
            assert batch.winners[i] == (sum(1 << seat for seat in match.winners) if match.over else 0)
            if match.over:
                numbers[i] += 2
                matches[i] = alone(case, numbers[i])


@every_count
def test_random_play_in_a_batch_is_what_simulate_counts(case: Case) -> None:
    length = int(Crowd(prepare(case.game, case.players, case.options, None, 3)).play(0, 1).lengths[0])
    batch = new(case, 1)
    assert batch.random(length - 1).tolist() == [0]
    last = batch.sample().copy()
    batch.step(last)
    assert batch.came.tolist() == [ENDED]
    stands_like(batch, 0, alone(case, 1))


@every_count
def test_points_are_rewarded_by_deal_or_by_match_but_add_up_to_the_same(case: Case) -> None:
    by_match, by_deal = new(case, 4), new(case, 4, reward="deal")
    paid = np.zeros((2, 4, case.players))
    over = np.zeros(4, bool)
    while not over.all():
        actions = by_match.sample().copy()
        for row, batch in enumerate((by_match, by_deal)):
            batch.step(actions)
            paid[row] += batch.reward * ~over[:, None]
        over |= by_match.came == ENDED
        assert np.array_equal(by_match.came, by_deal.came)
    assert np.array_equal(paid[0], paid[1])


def test_deals_are_rewarded_before_the_match_is_over() -> None:
    batch = tabbytop.batch("catsle", 64, seed=1, reward="deal")
    went_on = 0.0
    for _ in range(200):
        batch.step(batch.sample())
        went_on += float(batch.reward[batch.came == WENT_ON].sum())
    assert went_on > 0


def test_an_illegal_action_is_refused_and_reported_and_changes_nothing() -> None:
    batch, other = (tabbytop.batch("catsle", 300, players=4, seed=1) for _ in range(2))
    actions = batch.sample().copy()
    other.step(other.sample())
    wrong = actions.copy()
    wrong[::3] = [10**9, -1, 124] * 33 + [77]
    seen = batch.observation.copy()
    batch.step(wrong)
    refused = batch.came == REFUSED
    assert refused[::3].all()
    assert not np.delete(refused, np.s_[::3]).any()
    assert np.array_equal(batch.observation[::3], seen[::3])
    assert np.array_equal(np.delete(batch.observation, np.s_[::3], 0), np.delete(other.observation, np.s_[::3], 0))
    batch.step(actions)
    assert np.array_equal(batch.observation[::3], other.observation[::3])


def test_what_a_batch_cannot_be_is_refused_in_words() -> None:
    for wrong in ({"n": 0}, {"n": "many"}, {"device": "tpu"}, {"reward": "now"}, {"players": 9}, {"options": {"x": 1}}):
        asked = {"game": "catsle", "n": 2} | wrong
        with pytest.raises(BadOption, match="got"):
            tabbytop.batch(**asked)  # type: ignore[arg-type]
    batch = tabbytop.batch("catsle", 2)
    with pytest.raises(BadOption, match="2 actions"):
        batch.step([1, 2, 3])
    with pytest.raises(BadOption, match="whole numbers"):
        batch.step([0.5, 1.5])


def seat_batch(case: Case, n: int, seat: int, *, by_deal: bool = False) -> SeatBatch:
    return SeatBatch(prepare(case.game, case.players, case.options, None, 3), n, Cpu(), seat, by_deal=by_deal)


@pytest.mark.parametrize("reward", ["match", "deal"])
@every_count
def test_for_a_seat_the_others_play_at_random(case: Case, reward: str) -> None:
    """Match by match it is a batch in which the others' actions are sampled."""
    seat = case.players - 1
    batch, one = new(case, 1, reward=reward), seat_batch(case, 1, seat, by_deal=reward == "deal")
    ends = 0
    while batch.seats[0] != seat:
        batch.step(batch.sample())
    while ends < 2:
        assert np.array_equal(one.observation, batch.observation)
        assert np.array_equal(one.mask, batch.mask)
        action, paid, winners = batch.mask.argmax(1), np.zeros_like(batch.reward), 0
        one.step(action)
        batch.step(action)
        while True:  # up to the end of this match or the seat's next decision
            paid += batch.reward
            winners |= int(batch.winners[0])
            ended = bool(batch.came[0] == ENDED)
            if ended or batch.seats[0] == seat:
                break
            batch.step(batch.sample())
        while batch.seats[0] != seat:
            batch.step(batch.sample())
        assert one.came.tolist() == [ENDED if ended else WENT_ON]
        assert np.array_equal(one.reward, paid)
        assert one.winners.tolist() == [winners]
        ends += ended


def test_the_cores_share_the_matches_of_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    for cores in (1, 3):
        monkeypatch.setattr(batches, "cores", lambda cores=cores: cores)
        batch = seat_batch(Case("catsle", 3, {}), 3 * batches.SHARE + 1, 1)
        for _ in range(12):
            batch.step(batch.mask.argmax(1))
        assert (batch.came == WENT_ON).any()
        done.append(batch)
    assert np.array_equal(done[0].observation, done[1].observation)
    assert np.array_equal(done[0].reward, done[1].reward)


def test_a_copy_of_a_batch_goes_its_own_way() -> None:
    batch = tabbytop.batch("ahoy", 3, seed=1)
    for other in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        before = batch.observation.copy()
        for _ in range(9):
            other.step(other.sample())
        assert np.array_equal(batch.observation, before)
        assert not np.array_equal(other.observation, before)


@pytest.mark.parametrize("game", ["festival", "familiar", "catsle", "ahoy", "sorting"])
def test_compiled_rules_of_thumb_play_as_the_bot_does(game: str) -> None:
    load(game)
    crowd = Crowd(prepare(game, None, {}, None, 5), THUMB)
    done = crowd.play(0, 3)
    bots = lineup("heuristic", crowd.setup.players)
    for number, match in enumerate(crowd.begun(0, 3)):
        while not match.over:
            decide(match, bots)
        assert match.scores == done.scores[number, : match.players].tolist()
        assert len(match.history) == done.lengths[number]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    """Learners fork workers, and threads do not come along."""
    tabbytop.batch("catsle", 2048, seed=1)
    child = multiprocessing.get_context("fork").Process(target=tabbytop.batch, args=("catsle", 2048))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of forking with threads
        child.start()
    child.join(60)
    assert child.exitcode == 0
