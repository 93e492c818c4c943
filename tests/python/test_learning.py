"""A small policy gradient in NumPy learns on the vector environment, which tests masks, seats and
rewards.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

import carrack

pytest.importorskip("gymnasium")

from carrack.envs import vector  # noqa: E402

Array = NDArray[np.float64]
RULES = carrack.Ruleset(players=2)


class Policy:
    """A softmax over the legal actions, linear in a seat's features and the turn."""

    def __init__(self) -> None:
        names = RULES.observation_names
        self.seen = [i for i, name in enumerate(names) if name.startswith(("self.", "turn"))]
        self.weights = np.zeros((len(self.seen) + 1, carrack.NUM_ACTIONS))

    def features(self, observations: NDArray[np.float32]) -> Array:
        """[games, features] scaled features, the last one 1."""
        own = np.log1p(observations[:, self.seen].astype(float)) / 3
        return np.hstack([own, np.ones((len(own), 1))])

    def probabilities(self, features: Array, masks: NDArray[np.bool_]) -> Array:
        """[games, NUM_ACTIONS] 0 for illegal actions."""
        logits = np.where(masks, features @ self.weights, -np.inf)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return np.asarray(odds / odds.sum(1, keepdims=True))


def sampled(odds: Array, draw: np.random.Generator) -> NDArray[np.int64]:
    return np.asarray((odds.cumsum(1) > draw.random((len(odds), 1))).argmax(1))


def learn(policy: Policy, games: int, seed: int) -> None:
    """REINFORCE (Williams, Machine Learning 1992): the margin in VP against its running mean."""
    env = vector.SeatVectorEnv(16, RULES, ["random"], reward="vp_margin")
    draw = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    path: list[list[tuple[Array, Array, int]]] = [[] for _ in range(env.num_envs)]
    mean, spread = 0.0, 20.0
    while games > 0:
        features = policy.features(seen["observation"])
        odds = policy.probabilities(features, infos["action_mask"])
        actions = sampled(odds, draw)
        for i, action in enumerate(actions):
            path[i].append((features[i], odds[i], int(action)))
        seen, worth, ended, _, infos = env.step(actions)
        for i in np.flatnonzero(ended).tolist():
            advantage = (worth[i] - mean) / spread
            mean += 0.05 * (worth[i] - mean)
            spread += 0.05 * (abs(worth[i] - mean) - spread)
            x = np.array([step[0] for step in path[i]])
            push = -np.array([step[1] for step in path[i]])
            push[np.arange(len(push)), [step[2] for step in path[i]]] += 1
            policy.weights += 0.02 * advantage * (x.T @ push)
            path[i].clear()
            games -= 1


def win_share(policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """The mean and its standard error against a random player, in games that start together."""
    env = vector.SeatVectorEnv(games, RULES, ["random"])
    draw = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    shares = np.full(games, np.nan)
    while np.isnan(shares).any():
        odds = policy.probabilities(policy.features(seen["observation"]), infos["action_mask"])
        seen, worth, ended, _, infos = env.step(sampled(odds, draw))
        first = ended & np.isnan(shares)
        shares[first] = worth[first]
    return float(shares.mean()), float(shares.std(ddof=1) / np.sqrt(games))


def test_a_masked_policy_gradient_learns() -> None:
    policy = Policy()
    before, error = win_share(policy, 200, seed=101)
    assert abs(before - 0.5) < 4 * error  # uniform over legal actions: a random player
    learn(policy, games=300, seed=1)
    after, error = win_share(policy, 200, seed=102)
    assert after - 2 * error > 0.6
