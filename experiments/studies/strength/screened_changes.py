"""The changes of the default search with the smallest regret in the screening
(experiments/studies/learning/screening.py), to be played in games.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from carrack import Tournament, holm, mean_p_value

ITERATIONS = 1000
GAMES = 900
FIRST_GAMES = 300
"""After these, changes with less than an even win share are dropped, since their chance of a win
share that is told to be above even after 900 is small. That makes no wrong verdict likelier.
"""
FIRST_SEED = 81
"""Of the first change; each other one has the next seed."""
CHANGES = (
    "widening=0.4",
    "c=0.7",
    "estimates=constant",
    "rank=0.3",
    "value=linear",
    "opponents=paranoid",
    "history=0.3",
    "adapt=100",
    "fpu_reduction=0.3",
    "learners=8",
)


def is_continued(games: Tournament) -> bool:
    """Whether the first entrant has at least an even win share in FIRST_GAMES."""
    players = games.ranks.shape[1]
    blocks, _, means = _blocks(games)
    first = means[blocks < FIRST_GAMES // players]
    return bool(first.mean() >= 1 / players - 1e-12)


def p_values(played: Mapping[str, Tournament]) -> dict[str, float]:
    """By change: the p-value of an even win share, adjusted by Holm over all CHANGES. A change that
    is not in `played` counts as a test with p = 1.
    """
    found = [_p_value(played[change]) if change in played else 1.0 for change in CHANGES]
    return dict(zip(CHANGES, holm(found).tolist(), strict=True))


def _p_value(games: Tournament) -> float:
    players = games.ranks.shape[1]
    _, counts, means = _blocks(games)
    return mean_p_value(means, counts, expected=1 / players, between=(0, 2 / players))


def _blocks(
    games: Tournament,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Numbers of the blocks, their games, and the win shares of a seat of the first entrant, which
    has half of the seats of every game.
    """
    players = games.ranks.shape[1]
    its_seats = np.where(games.entrants == 0, games.win_shares, 0)
    shares = its_seats.sum(axis=1) / (players // 2)
    blocks, of_block, counts = np.unique(games.block, return_inverse=True, return_counts=True)
    return blocks, counts, np.bincount(of_block, weights=shares) / counts
