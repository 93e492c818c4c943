"""PettingZoo: random games of its classic environments, with action masks."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np
from rates import Rate, arguments, count, emit

GAMES = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "chess_v6")
NAME = f"PettingZoo {version('pettingzoo')}"


def play(env: Any) -> int:
    """Plays a random game and returns its decisions."""
    env.reset(seed=random.getrandbits(31))
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
        decisions += 1
    return decisions


def main() -> None:
    seconds = arguments().seconds
    for name in GAMES:
        env = import_module(f"pettingzoo.classic.{name}").env()
        random.seed(1)
        played = count(partial(play, env), seconds)
        emit(Rate(NAME, name, len(env.possible_agents), "random games, Python", played))


if __name__ == "__main__":
    main()
