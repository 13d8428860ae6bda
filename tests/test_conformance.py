"""What holds for every game, player count and option value."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, Case
from tabbytop import IllegalMove, Match
from tabbytop.core import chance
from tabbytop.core.contract import DEAL, OPEN, UNTIL_ALL, covered, secrecy
from tabbytop.games import IDS, parts
from tabbytop.play import engine
from tabbytop.play.crowd import Crowd
from tabbytop.play.setup import prepare

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_count = pytest.mark.parametrize("case", DEFAULTS, ids=str)


def new(case: Case, seed: int = 1) -> Match:
    return Match(prepare(case.game, case.players, case.options, None, seed))


def decisions(match: Match, seed: int) -> list[Match]:
    """A random match to its end, as copies at every decision."""
    choose = random.Random(seed)
    seen = []
    while not match.over:
        seen.append(match.copy())
        match.play(choose.choice(match.legal()))
    return seen


@every_case
def test_random_matches_end_and_someone_wins(case: Case) -> None:
    for seed in range(3):
        match = new(case, seed)
        decisions(match, seed)
        assert match.seat == -1
        assert match.legal() == []
        assert match.winners
        assert set(match.winners) <= set(range(case.players))


@every_case
def test_legal_moves_are_sorted_unique_and_written_one_to_one(case: Case) -> None:
    for match in decisions(new(case), 1):
        legal = match.legal()
        assert legal
        assert legal == sorted(set(legal))
        texts = [match.text(action) for action in legal]
        assert len(set(texts)) == len(legal)
        assert match.moves() == sorted(texts)


@pytest.mark.parametrize("game", IDS)
def test_every_game_waits_for_a_new_deal_in_the_same_phase(game: str) -> None:
    assert parts(game).rules.DEAL == DEAL


@every_case
def test_every_other_move_is_refused_and_changes_nothing(case: Case) -> None:
    names = parts(case.game).notation.ACTIONS
    for match in decisions(new(case), 2)[::7]:
        before = match.record()
        for action in sorted(set(range(-1, len(names) + 1)) - set(match.legal())):
            with pytest.raises(IllegalMove, match=f"seat {match.seat} may "):
                match.play(action)
        with pytest.raises(IllegalMove):
            match.play("sing a song")
        assert match.record() == before


@every_case
def test_a_record_replays_to_the_same_match(case: Case) -> None:
    match = new(case, 3)
    for halfway in (decisions(match, 3)[-1], match):
        record = json.loads(json.dumps(halfway.record(legal=True)))
        again = tabbytop.from_record(record)
        assert again.record(legal=True) == record
        assert [again.view(seat) for seat in range(-1, case.players)] == [
            halfway.view(seat) for seat in range(-1, case.players)
        ]


@every_case
def test_a_seed_means_the_same_match(case: Case) -> None:
    match, again, other = new(case, 4), new(case, 4), new(case, 5)
    decisions(match, 4), decisions(again, 4), decisions(other, 4)
    assert match.record() == again.record()
    assert match.record() != other.record()


@every_case
def test_undo_goes_back_and_a_copy_goes_its_own_way(case: Case) -> None:
    match = new(case, 5)
    before = decisions(match, 5)[-4]
    record = before.record()
    other = before.copy()
    other.play(other.legal()[0])
    assert before.record() == record
    match.undo(4)
    assert match.record() == record
    assert match.view(0) == before.view(0)


@every_case
def test_a_view_does_not_change_when_what_it_hides_is_dealt_again(case: Case) -> None:
    for number, match in enumerate(decisions(new(case, 6), 6)):
        for seat in range(case.players):
            world = match.imagine(seat, number)
            assert world.table(seat) == match.table(seat), f"decision {number}, seat {seat}"
            if match.seat == seat:
                assert world.legal() == match.legal()


@every_case
def test_what_is_dealt_again_depends_only_on_what_the_seat_knows(case: Case) -> None:
    for number, match in enumerate(decisions(new(case, 7), 7)[::3]):
        for seat in range(case.players):
            world = match.imagine(seat, number)
            other = match.imagine(seat, number + 1000)
            assert other.imagine(seat, number).state == world.state, f"decision {3 * number}, seat {seat}"


@every_case
def test_looking_changes_nothing(case: Case) -> None:
    for match in decisions(new(case, 10), 10)[::9]:
        before = match.state
        for seat in range(-1, case.players):
            match.view(seat)
        match.record(legal=True)
        match.imagine(0, 1)
        assert len(match.scores) == case.players
        assert match.state == before


@every_case
def test_a_hidden_move_adds_the_same_to_the_log_of_who_may_not_see_it(case: Case) -> None:
    for match in decisions(new(case, 11), 11)[::4]:
        slot = match.slots[0]
        actor, how = match.seat, secrecy(slot.c, slot.s)
        if how == OPEN:
            continue
        left = (actor + 1) % case.players
        blind = [seat for seat in range(-1, case.players) if seat != actor and (how == UNTIL_ALL or seat != left)]
        logs = set()
        for action in match.legal():
            after = match.copy()
            after.play(action)
            if how == UNTIL_ALL and not covered(after.slots[0].c, after.slots[0].s):
                continue  # this was the last choice, and all are revealed
            logs.add(tuple(after.view(seat).log for seat in blind))
        assert len(logs) <= 1


@every_case
def test_an_imagined_match_can_be_played_to_its_end(case: Case) -> None:
    for number, match in enumerate(decisions(new(case, 8), 8)[::5]):
        world = match.imagine(number % case.players, number)
        decisions(world, number)
        assert world.over


@every_case
def test_a_view_is_small_and_plain(case: Case) -> None:
    match = new(case, 9)
    decisions(match, 9)
    for seat in range(-1, case.players):
        view = match.view(seat)
        assert json.loads(json.dumps(view.json()))["seat"] == seat
        assert len(json.dumps(view.json(), separators=(",", ":"))) < 10_000


@every_count
def test_compiled_batches_play_the_same_matches_as_steps(case: Case) -> None:
    match = new(case, 0)
    setup = match.setup
    gs = np.zeros(1, chance.GENERATOR)
    done = Crowd(replace(setup, seed=11)).play(0, 3)
    for number in range(3):
        seed = engine.match_seed(gs[0], 11, number)
        match = new(case, seed % (1 << 64))
        chance.seed(gs[0], seed, chance.CHOICES)
        moves = 0
        while not match.over:
            legal = match.legal()
            match.play(legal[chance.below(gs[0], len(legal))])
            moves += 1
        assert moves == done.lengths[number]
        assert match.scores == done.scores[number, : case.players].tolist()
        assert sum(1 << seat for seat in match.winners) == done.winners[number]
    assert done.tally[0].sum() == done.lengths.sum()
