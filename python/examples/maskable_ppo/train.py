"""MaskablePPO of sb3-contrib at one seat against given agents; see README.md."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

import carrack
from carrack.envs.vector import SeatVectorEnv

Arrays = NDArray[Any]
SCALES = {"win_share": 1.0, "rank": 1.0, "vp_margin": 0.02}
"""What each reward is multiplied by: PPO learns best from numbers about 1."""


class Games(VecEnv):  # type: ignore[misc]
    """The Stable Baselines interface to the vector environment. Observations are features as
    log(1 + x), since money goes into the thousands while most others are 0 or 1. MaskablePPO
    gets the masks from ``action_masks()``.
    """

    def __init__(self, env: SeatVectorEnv, scale: float) -> None:
        self.env = env
        self.scale = scale  # of the rewards
        box = spaces.Box(0.0, 8.0, (carrack.OBSERVATION_SIZE,), np.float32)
        super().__init__(env.num_envs, box, env.single_action_space)

    def reset(self) -> Arrays:
        seen, _ = self.env.reset(seed=self._seeds[0])
        self._reset_seeds()
        return np.log1p(seen["observation"])

    def step_async(self, actions: Arrays) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Arrays, Arrays, Arrays, list[dict[str, Any]]]:
        seen, rewards, ended, _, infos = self.env.step(self.actions)
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended):
            each[i]["terminal_observation"] = np.log1p(infos["final_obs"][i]["observation"])
        return np.log1p(seen["observation"]), self.scale * rewards.astype(np.float32), ended, each

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> Any:
        return getattr(self.env, method_name)(*args, **options)[self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.env, attr_name)] * len(self._get_indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.env, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._get_indices(indices))

    def close(self) -> None:
        self.env.close()


def win_share(model: Any, env: SeatVectorEnv, seed: int) -> carrack.MeanInterval:
    """The mean in the first game of each row, with its 95 % interval."""
    seen, infos = env.reset(seed=seed)
    shares = np.full(env.num_envs, np.nan)
    while np.isnan(shares).any():
        actions, _ = model.predict(
            np.log1p(seen["observation"]), action_masks=infos["action_mask"], deterministic=False
        )
        seen, rewards, ended, _, infos = env.step(actions)
        first = ended & np.isnan(shares)
        shares[first] = rewards[first]
    return carrack.mean_interval(shares, between=(0, 1))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument(
        "--opponent", default="random", help="spec of the agent at every other seat"
    )
    parser.add_argument(
        "--reward",
        choices=SCALES,
        default="rank",
        help="at the end of a training game; vp_margin also tells apart games that are lost",
    )
    parser.add_argument("--steps", type=int, default=200_000, help="training decisions")
    parser.add_argument("--games", type=int, default=32, help="number of parallel games")
    parser.add_argument("--test-games", type=int, default=400)
    parser.add_argument(
        "--test-opponent",
        action="append",
        metavar="SPEC",
        help="agent at every other seat of the test games; may be given several times "
        "(default: as --opponent)",
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="save the model to this file")
    given = parser.parse_args(arguments)

    rules = carrack.Ruleset(players=given.players)
    train = SeatVectorEnv(
        given.games,
        reward=given.reward,
        ruleset=rules,
        opponents=[given.opponent],
        threads=given.threads,
    )
    model = MaskablePPO(
        "MlpPolicy",
        VecMonitor(Games(train, SCALES[given.reward])),
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,  # the reward comes only at the end of the game
        learning_rate=3e-4,
        seed=given.seed,
        device="cpu",
        verbose=1,
    )
    seed = given.seed + 1_000_000  # games not used for training
    for when in ("before", "after"):
        if when == "after":
            model.learn(given.steps)
        for opponent in given.test_opponent or [given.opponent]:
            test = SeatVectorEnv(
                given.test_games, ruleset=rules, opponents=[opponent], threads=given.threads
            )
            mean, low, high = win_share(model, test, seed)
            print(
                f"{when}: win share {mean:.3f} [{low:.3f}, {high:.3f}] of {given.test_games} games "
                f"against {opponent} (even: {1 / given.players:.3f})",
                flush=True,
            )
    if given.save:
        model.save(given.save)


if __name__ == "__main__":
    main()
