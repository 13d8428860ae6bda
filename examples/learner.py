"""A learner in some 60 lines: REINFORCE with a linear policy, through PettingZoo, against players who choose at random.

pip install "tabbytop[envs]"
python examples/learner.py            # a minute; the learner's lead over random grows from about 0
python examples/learner.py ahoy 3 5000
"""

import sys

import numpy as np

from tabbytop.envs import pettingzoo


def soften(logits, mask):
    """The chance of each action; none for those that are not legal."""
    weights = np.where(mask, np.exp(logits - logits[mask].max()), 0)
    return weights / weights.sum()


class Learner:
    def __init__(self, observations, actions, rate):
        self.weights, self.rate = np.zeros((actions, observations + 1)), rate
        self.largest, self.usual, self.spread = np.ones(observations), 0.0, 1.0

    def see(self, observation):
        """The observation between -1 and 1, and a 1."""
        self.largest = np.maximum(self.largest, np.abs(observation))
        return np.append(observation / self.largest, 1)

    def learn(self, episode, gain):
        """Make what was done more likely if it went better than usual, and less if it went worse."""
        self.usual += 0.02 * (gain - self.usual)
        self.spread += 0.02 * (abs(gain - self.usual) - self.spread)
        for seen, chances, action in episode:
            slope = -chances
            slope[action] += 1
            self.weights += self.rate * (gain - self.usual) / self.spread * np.outer(slope, seen) / len(episode)


def play(env, learner, rng, seed):
    """A match: what the learner did on seat 0, and how many points it was ahead of the others' mean."""
    episode, points = [], dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        points[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        mask = seen["action_mask"].astype(bool)
        if agent == "seat_0":
            features = learner.see(seen["observation"])
            chances = soften(learner.weights @ features, mask)
            action = rng.choice(len(mask), p=chances)
            episode.append((features, chances, action))
        else:
            action = rng.choice(np.flatnonzero(mask))
        env.step(int(action))
    own, *others = points.values()
    return episode, own - np.mean(others)


def train(game="catsle", players=3, matches=2000, seed=0, rate=0.02, **options):
    """The learner's lead in each match. With a rate of 0 it learns nothing."""
    env = pettingzoo.env(game, players=players, options=options)
    space, rng = env.observation_space("seat_0"), np.random.default_rng(seed)
    learner = Learner(space["observation"].shape[0], space["action_mask"].shape[0], rate)
    gains = []
    for match in range(matches):
        episode, gain = play(env, learner, rng, seed + match)
        learner.learn(episode, gain)
        gains.append(float(gain))
    return gains


if __name__ == "__main__":
    game, players, matches = (sys.argv[1:] + ["catsle", "3", "2000"][len(sys.argv) - 1 :])[:3]
    leads = train(game, int(players), int(matches), **({"rounds": 1} if game == "catsle" else {}))
    for first in range(0, len(leads), max(1, len(leads) // 10)):
        some = leads[first : first + max(1, len(leads) // 10)]
        print(f"matches {first:6}-{first + len(some) - 1:6}: {np.mean(some):+.2f} points ahead of random")
