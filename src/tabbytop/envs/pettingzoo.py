"""PettingZoo: every seat is an agent, asked in turn (`env`) or all who choose at once together (`parallel_env`).

    from tabbytop.envs import pettingzoo

    env = pettingzoo.env("catsle", players=4, seed=7)

An observation is {"observation": what the seat knows, "action_mask": which actions are legal}. The numbers are laid out
as `tabbytop.games.<game>.observation.LAYOUT` says, actions are numbered as on the game's rules page. Rewards are
points: all of them when the match is over or, by reward="deal", after every deal; in Familiar's Trouble each seat gets
the team's.

An illegal action ends the match, as in PettingZoo's own games: whoever took it gets -1 and nobody else anything. The
environments inside (`.unwrapped`) raise `tabbytop.IllegalMove` instead, and nothing is changed. A number outside the
action space raises AssertionError in `env`, by PettingZoo's wrapper; in `parallel_env` it is an illegal action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabbytop.core.errors import IllegalMove
from tabbytop.envs import need
from tabbytop.envs.table import Components, Paid, Tables, check_render_mode, mask, outcome, text
from tabbytop.play import together
from tabbytop.play.match import Match

need("pettingzoo")

from gymnasium.spaces import Discrete, Space  # noqa: E402  (what is missing is said first)
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils.wrappers import (  # noqa: E402
    AssertOutOfBoundsWrapper,
    BaseParallelWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

ILLEGAL = -1.0  # the reward of an illegal action

Seen = dict[str, np.ndarray]
Info = dict[str, Any]
Stepped = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]


def env(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    components: Components = None,
    seed: int | None = None,
    reward: str = "match",
    render_mode: str | None = None,
) -> AECEnv[str, Seen, int | None]:
    """One seat decides after the other. What is chosen face down is not seen by those who choose after it.

    `reset(seed=7)` is the match `tabbytop.new(..., seed=7)`; without a seed the next one of those that follow.

    Whose turn it is is seen by whoever runs all agents. In Festival of Thousand Cats that is more than the seats know:
    a turn in which somebody may ask for a new deal is hidden from the others (F2.4). No observation tells of it, so
    give agents nothing but those; or take `parallel_env`, where it cannot be seen.
    """
    raw: AECEnv[str, Seen, int | None] = TurnEnv(Tables(game, players, options, components, seed, reward), render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)))


def parallel_env(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    components: Components = None,
    seed: int | None = None,
    reward: str = "match",
    render_mode: str | None = None,
) -> ParallelEnv[str, Seen, int]:
    """All who choose at once act in one step: for Ahoy! Kitten and Festival of Thousand Cats.

    There is one action more than the game has, the last: waiting. It is the only one that a seat may take which has
    nothing to decide in a step, so phases in which one seat decides (and games that are nothing else) work as well.

    In Festival of Thousand Cats every deal begins with a step in which those with three crows may ask for a new one. It
    is there even if nobody has them, and in it the others see what comes if nobody asks: that somebody could have is
    nothing they learn (F2.4).
    """
    return EndIllegal(TogetherEnv(Tables(game, players, options, components, seed, reward), render_mode))


def _name(tables: Tables) -> str:
    return f"tabbytop_{tables.setup.game.id}_v{tables.setup.parts.observation.LAYOUT.version}"


class TurnEnv(AECEnv[str, Seen, int | None]):  # type: ignore[misc]  # for the type checker it is anything
    """The environment itself: one seat after the other."""

    def __init__(self, tables: Tables, render_mode: str | None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._tables = tables
        self.metadata = {
            "name": _name(tables),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(tables.setup.players)]
        self.agents = list(self.possible_agents)
        self._numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, Space[Any]] = {agent: tables.space() for agent in self.agents}
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(tables.actions) for agent in self.agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table: Paid = self._tables.open(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.seat]
        self._skip_agent_selection = None

    @property
    def match(self) -> Match:
        """The match that is being played."""
        return self._table.match

    def observe(self, agent: str) -> Seen:
        seat = self._numbers[agent]
        legal = self.match.legal() if seat == self.match.seat else []
        return {"observation": self.match.observe(seat), "action_mask": mask(self._tables.actions, legal)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{self.agent_selection} has to choose an action; got None")
        points = self._table.play(int(action))
        # What somebody did not decide since they were last asked is theirs now: `last` shows it to each.
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.possible_agents, points, strict=True))
        self._accumulate_rewards()
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: outcome(self.match) for agent in self.agents}
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.match.seat]

    def render(self) -> str | None:
        """With render_mode="ansi" the table as the deciding seat sees it."""
        return None if self.render_mode is None else text(self.match, self.match.seat)

    def close(self) -> None:
        """Nothing is held open."""


class TogetherEnv(ParallelEnv[str, Seen, int]):  # type: ignore[misc]  # the same
    """The environment itself: all who choose at once together."""

    def __init__(self, tables: Tables, render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._tables = tables
        self.metadata = {"name": _name(tables), "render_modes": ["ansi"]}
        self._offers = bool(tables.setup.game.unnoticed)
        self.waiting = tables.actions
        """The action of a seat that has nothing to decide."""
        self.possible_agents = [f"seat_{seat}" for seat in range(tables.setup.players)]
        self.agents = list(self.possible_agents)
        self.observation_spaces: dict[str, Space[Any]] = {agent: tables.space(1) for agent in self.agents}
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(tables.actions + 1) for agent in self.agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Info]]:
        self._table = self._tables.open(seed)
        self.agents = list(self.possible_agents)
        self._ask(dealt=True)
        return self._look(), {agent: {} for agent in self.agents}

    @property
    def match(self) -> Match:
        """The match that is being played. What lies face down is not in it before all have chosen."""
        return self._table.match

    def _ask(self, *, dealt: bool) -> None:
        """Who decides next, and at which decision each of them is; choices that all made are played by now."""
        self._shown = self.match
        """What a seat looks at that has nothing to decide."""
        self._offering = dealt and self._offers
        if self._offering:
            self._decisions, self._shown = together.offers(self.match)
            return
        self._chosen: dict[int, list[int]] = {seat: [] for seat in together.asked(self.match)}
        self._decisions = self._open_decisions()

    def _open_decisions(self) -> dict[int, Match]:
        found = {seat: together.decision(self.match, seat, chosen) for seat, chosen in self._chosen.items()}
        return {seat: decision for seat, decision in found.items() if decision is not None}

    def legal(self, seat: int) -> list[int]:
        return self._decisions[seat].legal() if seat in self._decisions else [self.waiting]

    def _look(self) -> dict[str, Seen]:
        return {
            agent: {
                "observation": self._decisions.get(seat, self._shown).observe(seat),
                "action_mask": mask(self.waiting + 1, self.legal(seat)),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def illegal(self, actions: Mapping[str, int]) -> list[str]:
        """Who may not do what it wants to."""
        return [
            agent
            for seat, agent in enumerate(self.possible_agents)
            if agent not in actions or int(actions[agent]) not in self.legal(seat)
        ]

    def step(self, actions: Mapping[str, int]) -> Stepped:
        for agent in self.illegal(actions):
            seat = self.possible_agents.index(agent)
            legal = [*self._decisions[seat].moves()] if seat in self._decisions else [f"wait ({self.waiting})"]
            raise IllegalMove(f"{agent} may {', '.join(legal)}; got {actions.get(agent)!r}")
        taken = {seat: int(actions[self.possible_agents[seat]]) for seat in self._decisions}
        points = [0.0] * len(self.possible_agents)
        dealt = False
        for move in self._settled(taken):
            dealt = dealt or (self._offers and together.dealt_after(self.match, move))
            points = [sum(both) for both in zip(points, self._table.play(move), strict=True)]
        if not self._decisions:
            self._ask(dealt=dealt)
        over = self.match.over
        if over:
            self.agents = []
        everyone = self.possible_agents
        return (
            self._look(),
            dict(zip(everyone, points, strict=True)),
            dict.fromkeys(everyone, over),
            dict.fromkeys(everyone, False),
            {agent: outcome(self.match) for agent in everyone},
        )

    def _settled(self, taken: dict[int, int]) -> list[int]:
        """The moves that are made now that these seats chose this: none while others lie face down."""
        if self._offering:
            self._decisions = {}
            return together.answered(self.match, taken)
        for seat, move in taken.items():
            self._chosen[seat].append(move)
        self._decisions = self._open_decisions() if together.at_once(self.match) else {}
        return [] if self._decisions else together.complete(self.match, self._chosen) or []

    def render(self) -> str | None:
        """With render_mode="ansi" the table as a spectator sees it."""
        return None if self.render_mode is None else text(self._shown)

    def close(self) -> None:
        """Nothing is held open."""


class EndIllegal(BaseParallelWrapper[str, Seen, int]):  # type: ignore[misc]  # the same
    """What PettingZoo's TerminateIllegalWrapper is for `env`, which it has not for environments in parallel."""

    def __init__(self, env: TogetherEnv) -> None:
        super().__init__(env)
        self._inner = env

    def step(self, actions: dict[str, int]) -> Stepped:
        guilty = self._inner.illegal(actions)
        if not guilty or not self._inner.agents:
            return self._inner.step(actions)
        everyone = self._inner.possible_agents
        self._inner.agents = []
        return (
            self._inner._look(),
            {agent: ILLEGAL if agent in guilty else 0.0 for agent in everyone},
            dict.fromkeys(everyone, True),
            dict.fromkeys(everyone, True),
            {agent: {"illegal": agent in guilty} for agent in everyone},
        )
