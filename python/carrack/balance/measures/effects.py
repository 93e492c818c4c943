"""The effect of buying a tile, as a mean over the games of a trial that another ruleset shares."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack.balance.measures.trial_forks import TileForks

LEAST_FORKS = 2
"""An effect of fewer forks has no error."""


class Effect(NamedTuple):
    """The effect of a tile: the buyer's win share with it minus that with the agent's alternative,
    at the first purchase of a game at which a player could afford it.
    """

    values: NDArray[np.float64]
    """[games] values whose mean is the effect. Only some games offer the tile, so the effect is a
    ratio of means, and these are its linearised values (Särndal et al., Model Assisted Survey
    Sampling, 1992, section 5.6). NaN for fewer than ``LEAST_FORKS`` forks.
    """
    step: float
    """By how much one fork that differs by 1 changes the value of its game."""


def effect_of(tile: TileForks) -> Effect:
    """The effect of a tile in all games of its trial."""
    effects = tile.win_share
    if len(effects) < LEAST_FORKS:
        return Effect(np.full(tile.games, math.nan), math.nan)
    step = tile.games / len(effects)
    values = np.full(tile.games, effects.mean())
    values[tile.offered] += (effects - effects.mean()) * step
    return Effect(values, step)
