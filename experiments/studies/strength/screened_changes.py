"""The changes of the default search with the smallest regret in the screening
(experiments/studies/learning/screening.py), to be played in games.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from carrack import Tournament, holm, mean_p_value

ITERATIONS = 1000
GAMES = 900
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


def p_values(played: Mapping[str, Tournament]) -> dict[str, float]:
    """By change: the p-value of an even win share, adjusted by Holm over all CHANGES. A change
    without games counts as a test with p = 1.
    """
    found = [_p_value(played[change]) if change in played else 1.0 for change in CHANGES]
    return dict(zip(CHANGES, holm(found).tolist(), strict=True))


def _p_value(games: Tournament) -> float:
    """Of the first entrant, which has half of the seats of every game."""
    players = games.ranks.shape[1]
    its_seats = np.where(games.entrants == 0, games.win_shares, 0)
    shares = its_seats.sum(axis=1) / (players // 2)
    blocks, of_block = np.unique(games.block, return_inverse=True)
    counts = np.bincount(of_block, minlength=len(blocks))
    means = np.bincount(of_block, weights=shares) / counts
    return mean_p_value(means, counts, expected=1 / players, between=(0, 2 / players))
