"""The effect of buying a tile, as a mean over the games of a trial that another ruleset shares."""

from __future__ import annotations

import math
from typing import NamedTuple

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


class Effect(NamedTuple):
    """The effect of a tile: the buyer's win share with it minus that with the agent's alternative,
    at the first purchase of a game at which a player could afford it.
    """

    values: NDArray[np.float64]
    """[games] Their mean is the effect. Only some games offer the tile, so the effect is a ratio of
    means, and these are its linearised values (Särndal et al., Model Assisted Survey Sampling,
    1992, section 5.6). NaN for fewer than ``LEAST_FORKS`` forks.
    """
    step: float
    """What one fork that differs by 1 changes in the value of its game."""


def effect_of(path: str, trial: str, games: int, tile: str) -> Effect:
    """The effect of a tile in the first ``games`` games of a trial."""
    forks = list(rows_of(path, _QUERY, trial, games, tile))
    if len(forks) < LEAST_FORKS:
        return Effect(np.full(games, math.nan), math.nan)
    offered, effects = (np.array(column) for column in zip(*forks, strict=True))
    step = games / len(forks)
    values = np.full(games, effects.mean())
    values[offered.astype(np.int64)] += (effects - effects.mean()) * step
    return Effect(values, step)
