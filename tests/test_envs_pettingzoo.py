"""PettingZoo's own conformance suite, over every game. Skipped where the extra `tabbytop[envs]` is not installed."""

from __future__ import annotations

import copy
import importlib.util
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, Case

pytest.importorskip("pettingzoo")

from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

from tabbytop.envs import MissingExtra, need, pettingzoo
from tabbytop.games import components

# Its suite warns of what PettingZoo's classic games do as well: dictionaries with a mask, which is empty for a seat
# that has no turn, and of illegal actions, which its seed test for parallel environments takes.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")

every_game = pytest.mark.parametrize("case", DEFAULTS, ids=str)
every_mode = pytest.mark.parametrize("case", CASES, ids=str)
rewards = pytest.mark.parametrize("reward", ["match", "deal"])


def arguments(case: Case, **more: object) -> dict[str, Any]:
    return {"game": case.game, "players": case.players, "options": case.options, **more}


def choose(rng: np.random.Generator, seen: dict[str, np.ndarray]) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


def play(env: Any, rng: np.random.Generator) -> dict[str, float]:
    """A random match; all that each agent was paid."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        paid[agent] += reward
        env.step(None if over else choose(rng, seen))
    return paid


@every_mode
def test_the_suite_of_pettingzoo_passes(case: Case) -> None:
    api_test(pettingzoo.env(**arguments(case, seed=1)), num_cycles=60)
    seed_test(lambda: pettingzoo.env(**arguments(case)), num_cycles=20)


@every_mode
def test_the_suite_for_parallel_environments_passes(case: Case) -> None:
    parallel_api_test(pettingzoo.parallel_env(**arguments(case, seed=1)), num_cycles=60)
    parallel_seed_test(lambda: pettingzoo.parallel_env(**arguments(case)), num_cycles=20)


@rewards
@every_game
def test_all_that_is_paid_is_the_score(case: Case, reward: str) -> None:
    env = pettingzoo.env(**arguments(case, reward=reward))
    rng = np.random.default_rng(3)
    for seed in range(2):
        env.reset(seed=seed)
        paid = play(env, rng)
        assert list(paid.values()) == env.unwrapped.match.scores


@rewards
@every_game
def test_in_parallel_all_that_is_paid_is_the_score(case: Case, reward: str) -> None:
    env = pettingzoo.parallel_env(**arguments(case, reward=reward))
    rng = np.random.default_rng(4)
    seen, _ = env.reset(seed=4)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    infos: dict[str, Any] = {}
    while env.agents:
        seen, points, _, _, infos = env.step({agent: choose(rng, seen[agent]) for agent in env.agents})
        for agent, point in points.items():
            paid[agent] += point
    assert list(paid.values()) == env.unwrapped.match.scores == infos["seat_0"]["scores"]


@every_game
def test_in_parallel_a_seed_and_the_same_actions_are_the_same_match(case: Case) -> None:
    """PettingZoo's own test of this takes illegal actions, so it sees one step."""
    states = []
    for _ in range(2):
        env, rng = pettingzoo.parallel_env(**arguments(case)), np.random.default_rng(6)
        seen, _ = env.reset(seed=6)
        while env.agents:
            seen, *_ = env.step({agent: choose(rng, seen[agent]) for agent in env.agents})
        states.append(env.unwrapped.match.state)
    assert states[0] == states[1]


def test_a_seed_is_the_match_of_that_seed() -> None:
    env = pettingzoo.env("sorting", players=3)
    for seed in (7, 7):
        env.reset(seed=seed)
        assert env.unwrapped.match.state == tabbytop.new("sorting", players=3, seed=7).state
    env.reset()
    after = env.unwrapped.match.seed
    assert after != 7
    env.reset(seed=7)
    env.reset()
    assert env.unwrapped.match.seed == after


def test_all_who_point_at_once_act_in_one_step() -> None:
    env = pettingzoo.parallel_env("ahoy", players=4, seed=1)
    seen, _ = env.reset()
    waiting = env.action_space("seat_0").n - 1
    assert all(not seen[agent]["action_mask"][waiting] for agent in env.agents)
    rng = np.random.default_rng(0)
    env.step({agent: choose(rng, seen[agent]) for agent in env.agents})
    assert len(env.unwrapped.match.history) == 4


def test_whoever_has_nothing_to_decide_waits() -> None:
    env = pettingzoo.parallel_env("catsle", players=3, seed=1)
    seen, _ = env.reset()
    waiting = env.action_space("seat_0").n - 1
    assert sum(seen[agent]["action_mask"][waiting] for agent in env.agents) == 2
    assert [seen[agent]["action_mask"].sum() for agent in env.agents].count(1) == 2


KEEP, REDEAL = 40, 41


def all_who_may(env: Any, seen: dict[str, Any], move: int) -> dict[str, int]:
    return {agent: move if seen[agent]["action_mask"][move] else env.unwrapped.waiting for agent in env.agents}


every_festival = pytest.mark.parametrize(
    "case", [case for case in CASES if case.game == "festival" and case.options["games"] == 4], ids=str
)


@every_festival
def test_F2_4_in_parallel_nobody_learns_that_somebody_could_have_asked_for_a_new_deal(case: Case) -> None:
    env = pettingzoo.parallel_env(**arguments(case, render_mode="ansi"))
    asked = 0
    for seed in range(40):
        seen, _ = env.reset(seed=seed)
        waiting = env.unwrapped.waiting
        quiet = [agent for agent in env.agents if seen[agent]["action_mask"][waiting]]
        asked += 0 < len(quiet) < case.players
        shown = env.render()
        then, *_ = env.step(all_who_may(env, seen, KEEP))
        # One step, offer or none, and all that the others see in it they see in the next.
        assert env.render() == shown
        assert any(not then[agent]["action_mask"][[KEEP, REDEAL, waiting]].any() for agent in env.agents)
        for agent in quiet:
            assert seen[agent]["action_mask"].sum() == 1
            assert np.array_equal(then[agent]["observation"], seen[agent]["observation"])
    assert asked > 0


@every_festival
def test_F2_4_every_deal_begins_with_one_step_for_asking(case: Case) -> None:
    env, rng = pettingzoo.parallel_env(**arguments(case)), np.random.default_rng(3)
    deals, again = 0, 0
    for seed in range(6):
        seen, _ = env.reset(seed=seed)
        steps = redeals = 0
        while env.agents:
            if env.unwrapped._offering:
                steps += 1
                asking = any(seen[agent]["action_mask"][REDEAL] for agent in env.agents) and redeals < 2
                redeals += asking
                moves = all_who_may(env, seen, REDEAL if asking else KEEP)
            else:
                assert not any(seen[agent]["action_mask"][REDEAL] for agent in env.agents)
                moves = {agent: choose(rng, seen[agent]) for agent in env.agents}
            seen, *_ = env.step(moves)
        dealt = [entry for entry in env.unwrapped.match.log() if entry.text.startswith("deal ")]
        assert steps == len(dealt)
        deals, again = deals + steps, again + redeals
    assert deals > again > 0


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
@every_game
def test_a_copy_goes_its_own_way(case: Case, make: Any) -> None:
    env = make(**arguments(case, seed=2))
    env.reset()
    before = env.unwrapped.match.state
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        rng = np.random.default_rng(1)
        for _ in range(3):
            if make is pettingzoo.env:
                other.step(choose(rng, other.last()[0]))
            else:
                seen = other.unwrapped._look()
                other.step({agent: choose(rng, seen[agent]) for agent in other.agents})
        assert len(other.unwrapped.match.history) > 0
        assert env.unwrapped.match.state == before
        assert other.unwrapped.match.setup.shipped_components


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_it_can_be_played_with_components_of_ones_own(make: Any) -> None:
    shipped = dict(components("ahoy").tables)
    env = make("ahoy", components=shipped | {"worth": {"set": 9, "white": 2, "single": 1}}, seed=1)
    env.reset()
    match = env.unwrapped.match
    assert not match.setup.shipped_components
    assert not np.array_equal(match.observe(0), tabbytop.new("ahoy", seed=1).observe(0))


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_a_seed_that_cannot_be_is_refused_before_anything_is_changed(make: Any) -> None:
    env, other = make("ahoy", seed=5), make("ahoy", seed=5)
    for wrong in (-1, 1 << 64, "x"):
        with pytest.raises(tabbytop.BadOption, match="a seed is"):
            env.reset(seed=wrong)
    for _ in range(2):
        env.reset()
        other.reset()
        assert env.unwrapped.match.seed == other.unwrapped.match.seed
    env.reset(seed=np.int64(7))
    assert env.unwrapped.match.seed == 7


def test_two_paws_are_two_steps_before_anything_is_revealed() -> None:
    env = pettingzoo.parallel_env("ahoy", players=2, seed=1)
    seen, _ = env.reset()
    rng = np.random.default_rng(0)
    env.step({agent: choose(rng, seen[agent]) for agent in env.agents})
    assert env.unwrapped.match.history == []


def test_an_illegal_action_ends_the_match_outside_and_is_named_inside() -> None:
    env = pettingzoo.env("catsle", players=3, seed=1)
    env.reset()
    agent, seen = env.agent_selection, env.last()[0]
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(tabbytop.IllegalMove, match="may play"):
        env.unwrapped.step(illegal)
    assert env.unwrapped.match.history == []
    env.step(illegal)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1

    parallel = pettingzoo.parallel_env("ahoy", players=3, seed=1)
    seen, _ = parallel.reset()
    rng = np.random.default_rng(0)
    actions = {agent: choose(rng, seen[agent]) for agent in parallel.agents} | {"seat_1": 10_000}
    with pytest.raises(tabbytop.IllegalMove, match="seat_1 may"):
        parallel.unwrapped.step(actions)
    _, points, ended, _, _ = parallel.step(actions)
    assert points == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert all(ended.values())
    assert parallel.agents == []


def test_the_table_can_be_shown() -> None:
    env = pettingzoo.env("familiar", seed=1, render_mode="ansi")
    env.reset()
    shown = json.loads(env.render())
    assert shown["game"] == "familiar"
    assert shown["seat"] == env.unwrapped.match.seat
    together = pettingzoo.parallel_env("ahoy", seed=1, render_mode="ansi")
    together.reset()
    assert json.loads(together.render())["seat"] == tabbytop.SPECTATOR
    with pytest.raises(tabbytop.BadOption, match="render_mode is ansi"):
        pettingzoo.env("catsle", render_mode="human")


@pytest.mark.parametrize("outside", [-1, 10**6])
def test_an_action_outside_the_space_is_an_error_in_turn_and_illegal_in_parallel(outside: int) -> None:
    """As PettingZoo's wrapper has it, which is there for `env` only."""
    env = pettingzoo.env("catsle", seed=1)
    env.reset()
    with pytest.raises(AssertionError):
        env.step(outside)
    together = pettingzoo.parallel_env("ahoy", players=3, seed=1)
    seen, _ = together.reset()
    actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in together.agents} | {"seat_1": outside}
    _, rewards, over, _, _ = together.step(actions)
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": 0.0}
    assert all(over.values())


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(tabbytop.BadOption, match="reward is match or deal"):
        pettingzoo.env("catsle", reward="often")
    with pytest.raises(tabbytop.UnknownGame):
        pettingzoo.env("chess")
    with pytest.raises(MissingExtra, match=r"tabbytop\[envs\]"):
        need("no_such_package")


def test_the_example_learns_something() -> None:
    path = Path(__file__).parent.parent / "examples" / "learner.py"
    spec = importlib.util.spec_from_file_location("learner", path)
    assert spec
    assert spec.loader
    learner = importlib.util.module_from_spec(spec)
    sys.modules["learner"] = learner
    spec.loader.exec_module(learner)
    # Some dozens of matches of ahoy are enough for a lead. That it is learned, and no better seat, is seen by the same
    # seeds with nothing learned, where it stays about 0.
    for seed in (0, 1000):
        learned, not_learned = (np.mean(learner.train("ahoy", 3, 250, seed, rate)[-100:]) for rate in (0.02, 0))
        assert abs(not_learned) < 4
        assert learned > not_learned + 6
