"""OpenSpiel: random games from Python, and UCT of its C++ MCTSBot with random rollouts."""

from __future__ import annotations

import random
from functools import partial
from importlib.metadata import version
from typing import Any

import pyspiel
from rates import Rate, arguments, count, emit

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "mancala",
    "pig",
    "breakthrough",
    "othello",
    "backgammon",
    "go",
)
ITERATIONS = 1000
NAME = f"OpenSpiel {version('open_spiel')}"


def draw(state: Any) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(actions, weights)[0])


def play(game: Any) -> int:
    """Plays a random game and returns its decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def search(bot: Any, root: Any) -> int:
    bot.step(root)
    return ITERATIONS


def main() -> None:
    seconds = arguments().seconds
    for name in GAMES:
        game = pyspiel.load_game(name)
        random.seed(1)
        played = count(partial(play, game), seconds)
        players = game.num_players()
        emit(Rate(NAME, name, players, "random games, Python", played))

        root = game.new_initial_state()
        while root.is_chance_node():
            root.apply_action(draw(root))
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, ITERATIONS, 1000, False, 1, False)
        searched = count(partial(search, bot, root), seconds)
        emit(Rate(NAME, name, players, "UCT, C++", searched))


if __name__ == "__main__":
    main()
