"""OpenSpiel's own tests and algorithms, over every game. Skipped where the extra `tabbytop[envs]` is not installed."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, SHORT, Case

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import tabbytop.envs.openspiel
from tabbytop import games
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare

every_game = pytest.mark.parametrize("case", DEFAULTS, ids=str)
every_mode = pytest.mark.parametrize("case", CASES, ids=str)


def name(case: Case) -> str:
    options = {key: str(value).replace("-", "_") for key, value in case.options.items()}
    given = ",".join(f"{key}={value}" for key, value in {"players": case.players, **options}.items())
    return f"tabbytop_{case.game}({given})"


def short(case: Case) -> Case:
    return case._replace(options=case.options | SHORT.get(case.game, {}))


def begun(game: Any, seed: int = 0) -> Any:
    state = game.new_initial_state()
    for byte in seed.to_bytes(4, "big"):
        state.apply_action(byte)
    return state


@every_mode
def test_random_matches_pass_the_test_of_openspiel(case: Case) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name(short(case))), num_sims=1, serialize=True, verbose=False)


@every_game
def test_whole_random_matches_pass_it_too(case: Case) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name(case)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", sorted({name(short(case)) for case in CASES}))
def test_a_playthrough_can_be_generated_and_replayed(game: str, tmp_path: Path) -> None:
    generate_playthrough.flags.FLAGS.mark_as_parsed()  # OpenSpiel replays as a program
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(game, None, seed=1), encoding="utf-8")
    first, again = generate_playthrough.replay(str(file))
    assert "IsTerminal() = True" in first
    assert again == first


@every_game
def test_a_history_is_the_match_of_its_seed(case: Case) -> None:
    game = pyspiel.load_game(name(case))
    state = begun(game, 77)
    match = Match(prepare(case.game, case.players, case.options, None, 77))
    rng = np.random.default_rng(1)
    for _ in range(30):
        if match.over:
            break
        assert state.current_player() == match.seat
        assert state.legal_actions() == match.legal()
        assert np.array_equal(state.observation_tensor(match.seat), match.observe(match.seat))
        action = int(rng.choice(match.legal()))
        assert state.action_to_string(action) == match.text(action)
        assert state.string_to_action(match.text(action)) == action
        state.apply_action(action)
        match.play(action)
    assert state.match.state == match.state


@every_game
def test_an_imagined_state_looks_the_same_to_its_player_and_can_be_played_on(case: Case) -> None:
    state = begun(pyspiel.load_game(name(case)), 5)
    rng = np.random.default_rng(5)
    luck = np.random.default_rng(6)
    others = 0
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, luck.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        others += other.match.state != state.match.state
        other.apply_action(other.legal_actions()[0])
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert others > 0


@every_game
def test_an_information_state_remembers_every_move_that_its_player_made(case: Case) -> None:
    """Two ways to go on from one state are told apart by whoever went, and strings never come again."""
    state = begun(pyspiel.load_game(name(case)), 3)
    rng = np.random.default_rng(3)
    seen: list[set[str]] = [set() for _ in range(case.players)]
    for _ in range(25):
        if state.is_terminal():
            break
        player, legal = state.current_player(), state.legal_actions()
        told = state.information_state_string(player)
        assert told not in seen[player]
        seen[player].add(told)
        strings = {state.child(action).information_state_string(player) for action in legal}
        assert len(strings) == len(legal)
        state.apply_action(int(rng.choice(legal)))


def test_what_is_chosen_face_down_is_not_seen_before_all_have_chosen() -> None:
    state = begun(pyspiel.load_game("tabbytop_ahoy(players=3)"), 1)
    first = state.current_player()
    told = [
        {
            child.information_state_string(other)
            for child in map(state.child, state.legal_actions())
            if not child.is_terminal()
        }
        for other in range(3)
        if other != first
    ]
    assert [len(strings) for strings in told] == [1, 1]


def test_F2_4_nobody_learns_that_somebody_could_have_asked_for_a_new_deal() -> None:
    game = pyspiel.load_game("tabbytop_festival(players=4)")
    offered = 0
    for seed in range(60):
        state = begun(game, seed)
        seat = state.current_player()
        if "keep" not in map(state.action_to_string, state.legal_actions()):
            continue
        after = state.child(state.string_to_action("keep"))
        for other in set(range(4)) - {seat, after.current_player()}:
            offered += 1
            # All but the table, which shows that the cards are dealt by now, as it would without an offer.
            *told, _, digest = state.information_state_string(other).split("\n")
            *then, _, later = after.information_state_string(other).split("\n")
            assert (then, later) == (told, digest)
    assert offered > 0


@every_game
def test_the_others_are_told_no_more_than_the_log_tells_them(case: Case) -> None:
    state = begun(pyspiel.load_game(name(short(case))), 8)
    rng = np.random.default_rng(8)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    for seat in range(case.players):
        told = [line for line in state.information_state_string(seat).splitlines() if not line.startswith("you: ")]
        log = state.match.view(seat, since=0).log
        assert told[1:-2] == [text if who < 0 else f"{who}: {text}" for who, text in log]


@every_game
def test_ismcts_plays(case: Case) -> None:
    game = pyspiel.load_game(name(short(case)))
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=10.0,
        max_simulations=12,
        random_state=np.random.RandomState(2),
    )
    state = begun(game, 9)
    for _ in range(3):
        state.apply_action(int(bot.step(state)))
    assert len(state.history()) == 4 + 3


def test_a_copy_is_on_its_own_and_a_written_state_comes_back() -> None:
    state = begun(pyspiel.load_game("tabbytop_familiar"), 4)
    state.apply_action(state.legal_actions()[0])
    before, other = str(state), state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before
    assert len(other.history()) == len(state.history()) + 1
    _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert back.information_state_string(0) == state.information_state_string(0)
    assert back.history() == state.history()


def test_who_plays_together_has_the_same_return() -> None:
    game = pyspiel.load_game("tabbytop_familiar")
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    state = begun(game, 2)
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == state.rewards() == [float(score) for score in state.match.scores]
    assert len(set(state.returns())) == 1


@every_game
def test_what_is_seen_comes_in_parts_as_well(case: Case) -> None:
    game = pyspiel.load_game(name(case))
    state = begun(game, 1)
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    alone = pyspiel.PrivateInfoType
    public, private = (
        game.make_py_observer(pyspiel.IIGObservationType(public_info=seen, perfect_recall=False, private_info=kind))
        for seen, kind in ((True, alone.NONE), (False, alone.SINGLE_PLAYER))
    )
    for player in range(case.players):
        assert public.string_from(state, player) == str(state)
        assert private.string_from(state, player) == state.observation_string(player) != ""
        for part in (public, private):  # only strings
            part.set_from(state, player)
            assert part.tensor is None
            assert part.dict == {}
    with pytest.raises(tabbytop.BadOption, match="got all players'"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=alone.ALL_PLAYERS))


def test_what_everyone_saw_can_be_remembered() -> None:
    state = begun(pyspiel.load_game("tabbytop_catsle"), 1)
    sees = pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    public = state.get_game().make_py_observer(sees)
    before = public.string_from(state, 0)
    state.apply_action(state.legal_actions()[0])
    then = public.string_from(state, 0)
    assert then.rpartition("\n")[0].startswith(before.rpartition("\n")[0])
    assert len(then.splitlines()) > len(before.splitlines())


@every_game
def test_states_can_be_copied_and_pickled(case: Case) -> None:
    state = begun(pyspiel.load_game(name(case)), 6)
    state.apply_action(state.legal_actions()[0])
    known = state._known
    for other in (copy.deepcopy(known), pickle.loads(pickle.dumps(known))):
        assert other.infostate(0) == known.infostate(0)
        other.play(other.match.legal()[0])
        assert len(other.match.history) == len(known.match.history) + 1
    for state_again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert state_again.information_state_string(0) == state.information_state_string(0)
        assert state_again.match is not state.match
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


def test_it_can_be_played_with_components_of_ones_own(tmp_path: Path) -> None:
    shipped = (Path(games.__file__).parent / "ahoy" / "components.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(shipped.replace("set = 5", "set = 9"), encoding="utf-8")
    states = [begun(pyspiel.load_game("tabbytop_ahoy", given), 1) for given in ({}, {"components": str(own)})]
    assert states[0].observation_tensor(0) != states[1].observation_tensor(0)
    game, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(states[1].get_game(), states[1]))
    assert str(own) in str(game)
    assert back.observation_tensor(0) == states[1].observation_tensor(0)


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(tabbytop.BadOption, match="3-5 players; got 9"):
        pyspiel.load_game("tabbytop_catsle(players=9)")
    state = pyspiel.load_game("tabbytop_catsle").new_initial_state()
    with pytest.raises(tabbytop.BadOption, match="before the deal"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_python_ends_well_when_games_are_registered() -> None:
    """OpenSpiel keeps what is registered longer than Python lives."""
    code = 'import pyspiel, tabbytop.envs.openspiel; pyspiel.load_game("tabbytop_ahoy")'
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
