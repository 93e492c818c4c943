"""catanatron: random games of four players."""

from __future__ import annotations

import random
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer
from rates import Rate, arguments, count, emit

NAME = f"catanatron {version('catanatron')}"


def play() -> int:
    """Plays a random game and returns its decisions."""
    game = Game([RandomPlayer(color) for color in Color])
    game.play()
    return len(game.state.actions)


def main() -> None:
    random.seed(1)
    emit(Rate(NAME, "Catan", 4, "random games, Python", count(play, arguments().seconds)))


if __name__ == "__main__":
    main()
