"""carrack: random games from Python, as PettingZoo environment, in C++, and plain UCT."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rates import Counted, Rate, arguments, count, emit

import carrack
import carrack.envs.aec

NAME = f"carrack {carrack.__version__}"
ROOT = Path(__file__).resolve().parents[2]
PLAYERS = (2, 4)


def play(rules: carrack.Ruleset) -> int:
    """Plays a random game and returns its decisions."""
    state = rules.new_state(seed=random.getrandbits(31))
    decisions = 0
    while not state.is_terminal:
        state.apply(random.choice(state.legal_actions()))
        decisions += 1
    return decisions


def play_environment(env: Any) -> int:
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
    for players in PLAYERS:
        rules = carrack.Ruleset(players=players)
        game = f"aoe3, {players} players"
        random.seed(1)
        played = count(partial(play, rules), seconds)
        emit(Rate(NAME, game, players, "random games, Python", played))
        env = carrack.envs.aec.env(rules)
        played = count(partial(play_environment, env), seconds)
        emit(Rate(NAME, f"{game} (PettingZoo)", players, "random games, Python", played))
    for players in PLAYERS:
        words = ["--edition", "aoe3", "--players", str(players), "--seconds", str(seconds)]
        command = [str(ROOT / "build/release/carrack"), "bench", *words, "--json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"carrack bench: {done.stderr.strip()}")
        (row,) = json.loads(done.stdout)["rates"]
        game = f"aoe3, {players} players"
        counted = Counted(1.0, row["games_per_second"], row["decisions_per_second"])
        emit(Rate(NAME, game, players, "random games, C++", counted))
        iterations = row["uct_iterations_per_second"]
        emit(Rate(NAME, game, players, "UCT, C++", Counted(1.0, iterations, iterations)))


if __name__ == "__main__":
    main()
