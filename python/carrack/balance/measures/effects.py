"""The effect of buying a tile, as a mean over the games of a trial that another ruleset shares."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from carrack._ledger import rows_of
from carrack._trial_tables import SUBJECT

LEAST_FORKS = 2
"""An effect of fewer forks has no error."""
_QUERY = f"""
SELECT game, win_share FROM trial_forks JOIN trials USING (trial)
WHERE name = ? AND game < ? AND {SUBJECT} = ? AND occasion = 'offered' ORDER BY game
"""


def effect_by_game(path: str, trial: str, games: int, tile: str) -> NDArray[np.float64]:
    """[games] values with the mean effect of a tile as their mean, and the variance of that mean as
    theirs: only some games offer the tile, so the effect is a ratio of means, and these are its
    linearised values (Särndal et al., Model Assisted Survey Sampling, 1992, section 5.6). The
    effect is the buyer's win share with the tile minus that with the agent's alternative, at the
    first purchase at which a player could afford it. NaN for fewer than ``LEAST_FORKS`` forks.
    """
    forks = list(rows_of(path, _QUERY, trial, games, tile))
    if len(forks) < LEAST_FORKS:
        return np.full(games, math.nan)
    offered, effects = (np.array(column) for column in zip(*forks, strict=True))
    values = np.full(games, effects.mean())
    values[offered.astype(np.int64)] += (effects - effects.mean()) * games / len(forks)
    return values
