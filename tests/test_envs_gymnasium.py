"""Gymnasium's own checks, over every game. Skipped where the extra `tabbytop[envs]` is not installed."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, Case

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

import tabbytop.envs.gymnasium
from tabbytop.games import components, parts

every_game = pytest.mark.parametrize("case", DEFAULTS, ids=str)
every_mode = pytest.mark.parametrize("case", CASES, ids=str)
rewards = pytest.mark.parametrize("reward", ["match", "deal"])


def named(case: Case) -> str:
    return f"tabbytop/{case.game}-v{parts(case.game).observation.LAYOUT.version}"


def make(case: Case, **more: Any) -> Any:
    return gymnasium.make(named(case), players=case.players, options=case.options, **more)


def make_vec(case: Case, number: int, **more: Any) -> Any:
    return gymnasium.make_vec(
        named(case),
        num_envs=number,
        vectorization_mode="vector_entry_point",
        players=case.players,
        options=case.options,
        **more,
    )


def choose(rng: np.random.Generator, masks: np.ndarray) -> Any:
    return (rng.random(masks.shape) * masks).argmax(-1)


@every_mode
def test_the_checks_of_gymnasium_pass(case: Case) -> None:
    check_env(make(case, seat=case.players - 1).unwrapped)


@rewards
@every_game
def test_all_that_is_paid_is_the_score(case: Case, reward: str) -> None:
    env = make(case, seat=1, bots="heuristic", reward=reward)
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=5)
    paid, over = 0.0, False
    while not over:
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        seen, points, over, _, info = env.step(choose(rng, seen["action_mask"]))
        paid += points
    assert paid == info["scores"][1]


def test_bots_sit_as_a_tournament_names_them() -> None:
    case = Case("catsle", 4, {})
    env = make(case, seat=1, bots="kitten,random,tabby").unwrapped
    assert [bot.name for bot in env._bots] == ["kitten", "random", "random", "tabby"]
    with pytest.raises(tabbytop.BadOption, match="expected one bot, or 3"):
        make(case, bots="kitten,random")
    with pytest.raises(tabbytop.BadOption, match="a seat is from 0 to 3"):
        make(case, seat=4)


def test_a_seed_and_the_same_actions_are_the_same_match() -> None:
    states = []
    for _ in range(2):
        env = make(Case("ahoy", 3, {}), bots="kitten")
        rng = np.random.default_rng(2)
        seen, _ = env.reset(seed=11)
        for _ in range(3):
            seen, *_ = env.step(choose(rng, seen["action_mask"]))
        states.append(env.unwrapped.match.state)
    assert states[0] == states[1]


def test_an_illegal_action_is_refused() -> None:
    env = make(Case("catsle", 3, {}))
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    before = env.unwrapped.match.history
    again, points, over, _, info = env.step(illegal)
    assert (points, over, info["illegal"]) == (-1, False, True)
    assert env.unwrapped.match.history == before
    assert np.array_equal(again["observation"], seen["observation"])
    strict = make(Case("catsle", 3, {}), illegal="error")
    strict.reset(seed=1)
    with pytest.raises(tabbytop.IllegalMove, match="seat 0 may"):
        strict.step(illegal)
    with pytest.raises(tabbytop.BadOption, match="illegal is penalty or error"):
        make(Case("catsle", 3, {}), illegal="maybe")


def test_the_table_can_be_shown() -> None:
    env = make(Case("sorting", 3, {}), seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert json.loads(env.render())["seat"] == 2


@rewards
@every_mode
def test_a_vector_pays_the_score_and_begins_the_next_match_at_once(case: Case, reward: str) -> None:
    envs = make_vec(case, 4, seat=1, reward=reward)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    seen, info = envs.reset(seed=3)
    paid, ends = np.zeros(4), 0
    while ends < 4:
        assert seen in envs.observation_space
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert seen["action_mask"].any(axis=1).all()
        seen, points, over, _, info = envs.step(choose(rng, seen["action_mask"]))
        paid += points
        assert "illegal" not in info
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert (info["final_info"]["scores"][over, 1] == paid[over]).all()
            assert (info["final_info"]["winners"][over] > 0).all()
            assert all(last["observation"].shape == seen["observation"][0].shape for last in info["final_obs"][over])
            paid[over] = 0
            ends += int(over.sum())


@every_mode
def test_a_vector_sees_what_a_seat_sees(case: Case) -> None:
    """The match that a run begins with is the batch's; played alone it looks the same to its seat."""
    envs = make_vec(case, 4)
    batch = tabbytop.batch(case.game, 4, players=case.players, options=case.options, seed=9)
    seen, _ = envs.reset(seed=9)
    for number in np.flatnonzero(np.asarray(batch.seats) == 0):  # where nobody moved before seat 0
        assert np.array_equal(seen["observation"][number], batch.observation[number])
        assert np.array_equal(seen["action_mask"][number], batch.mask[number])


def test_a_vector_is_the_same_from_the_same_seed() -> None:
    case, seen = Case("festival", 3, {}), []
    for _ in range(2):
        envs = make_vec(case, 16)
        rng = np.random.default_rng(5)
        now, _ = envs.reset(seed=5)
        for _ in range(40):
            now, *_ = envs.step(choose(rng, now["action_mask"]))
        seen.append(now["observation"])
    assert np.array_equal(*seen)


def test_a_vector_refuses_what_is_illegal_and_nothing_else() -> None:
    case = Case("catsle", 3, {})
    envs = make_vec(case, 3)
    seen, _ = envs.reset(seed=1)
    actions = seen["action_mask"].argmax(1)
    actions[1] = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    again, points, _, _, info = envs.step(actions)
    assert info["illegal"].tolist() == [False, True, False]
    assert points[1] == -1
    changed = (again["observation"] != seen["observation"]).any(axis=1)
    assert changed.tolist() == [True, False, True]
    strict = make_vec(case, 3, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(tabbytop.IllegalMove, match="in match 1 seat 0 may play"):
        strict.step(actions)


def test_what_is_wrong_with_a_vector_is_named() -> None:
    case = Case("catsle", 3, {})
    with pytest.raises(tabbytop.BadOption, match="a batch plays against random"):
        make_vec(case, 2, bots="tabby")
    with pytest.raises(tabbytop.BadOption, match="1 to"):
        make_vec(case, 0)
    with pytest.raises(tabbytop.BadOption, match="reward is"):
        make_vec(case, 2, reward="often")
    with pytest.raises(tabbytop.BadOption, match="not shown"):
        make_vec(case, 2, render_mode="ansi")
    with pytest.raises(tabbytop.BadOption, match="device is"):
        make_vec(case, 2, device="tpu")
    envs = make_vec(case, 2)
    with pytest.raises(tabbytop.BadOption, match="got a list"):
        envs.reset(seed=[1, 2])
    envs.reset(seed=1)
    with pytest.raises(tabbytop.BadOption, match="takes 2 actions"):
        envs.step(np.zeros(3, int))
    strict = make_vec(case, 2, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(tabbytop.BadOption, match="takes 2 actions"):
        strict.step(np.zeros(3, int))


def test_a_seed_that_cannot_be_is_refused_before_anything_is_changed() -> None:
    case = Case("ahoy", 3, {})
    env, envs = make(case).unwrapped, make_vec(case, 2)
    env.reset(seed=1)
    envs.reset(seed=1)
    before, batch = env.match.state, copy.deepcopy(envs.unwrapped._batch)
    for wrong in (-1, 1 << 64):
        for refusing in (env, envs):
            with pytest.raises(tabbytop.BadOption, match="a seed is"):
                refusing.reset(seed=wrong)
    assert env.match.state == before
    assert np.array_equal(envs.unwrapped._batch.observation, batch.observation)


def test_a_new_match_and_closing_let_programs_go() -> None:
    bot = Path(__file__).parent.parent / "examples" / "cautious_bot.py"
    env = make(Case("catsle", 3, {}), seat=2, bots=f"exec:{sys.executable} {bot}")
    processes = []
    for _ in range(2):
        env.reset(seed=1)
        processes.append(env.unwrapped._bots[0]._process._popen)
    assert [process.poll() is None for process in processes] == [False, True]
    env.close()
    assert all(process.poll() is not None for process in processes)


@every_game
def test_a_copy_goes_its_own_way(case: Case) -> None:
    env = make(case, bots="heuristic").unwrapped
    seen, _ = env.reset(seed=2)
    before = env.match.state
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert np.array_equal(other.step(seen["action_mask"].argmax())[0]["action_mask"].shape, [env.action_space.n])
        assert len(other.match.history) > len(env.match.history)
        assert env.match.state == before
    envs = make_vec(case, 3).unwrapped
    seen, _ = envs.reset(seed=2)
    others = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    steps = [one.step(seen["action_mask"].argmax(1)) for one in (*others, envs)]
    for step in steps[:2]:
        assert np.array_equal(step[0]["observation"], steps[2][0]["observation"])


def test_they_can_be_played_with_components_of_ones_own() -> None:
    case, own = Case("ahoy", 3, {}), dict(components("ahoy").tables) | {"worth": {"set": 9, "white": 2, "single": 1}}
    seen = [make(case, components=tables).reset(seed=1)[0]["observation"] for tables in (None, own)]
    assert not np.array_equal(*seen)
    rows = [make_vec(case, 1, components=tables).reset(seed=1)[0]["observation"] for tables in (None, own)]
    assert not np.array_equal(*rows)


def test_nothing_of_the_interfaces_is_compiled() -> None:
    """Their sources are not part of the name of the cache (core/compiler.py)."""
    for source in Path(tabbytop.envs.gymnasium.__file__).parent.glob("*.py"):
        text = source.read_text(encoding="utf-8")
        assert "core.compiler" not in text
        assert "numba" not in text
