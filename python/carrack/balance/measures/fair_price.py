"""The fair price of a tile from its effect and the worth of money.

The fair price is the price at which the effect of a tile against the agent's alternative is 0, when
this buyer pays it at this fork only. A price lower by d leaves the buyer d richer. With the gain in
win share g(d) of a buyer that is d richer, the fair price is price - d where effect + g(d) = 0. g
is measured at GIFTS, linear between them, and g(-d) = -g(d).

Effect and g come from different games. The interval has all d at which effect + g(d) does not
differ from 0 at 5 %; for a linear g this is the interval of Fieller, Journal of the Royal
Statistical Society B 16, 1954. Prices further than REACH from the printed one are not estimated:
they are infinite.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval

GIFTS = (3, 6, 12)
"""In $, ascending."""
REACH = GIFTS[-1]
_STEP = 0.05
_QUANTILE = NormalDist().inv_cdf(0.975)
UNKNOWN = MeanInterval(math.nan, math.nan, math.nan)


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def mean_of(values: NDArray[np.float64]) -> Estimate:
    """The mean of independent values; NaN for fewer than two."""
    if len(values) < 2:
        return Estimate(math.nan, math.nan)
    return Estimate(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))


@dataclass(frozen=True)
class Worth:
    """The gain from each of GIFTS."""

    mean: NDArray[np.float64]
    """[gifts]"""
    covariance: NDArray[np.float64]
    """[gifts, gifts] of the means, robust to dependence within games."""

    def at(self, savings: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[n] gains and [n] standard errors for savings in $, which may be negative."""
        points = np.array([0.0, *GIFTS])
        basis = np.vstack([np.interp(abs(savings), points, row) for row in np.eye(len(points))[1:]])
        gains = np.sign(savings) * (self.mean @ basis)
        return gains, np.sqrt(np.einsum("in,ij,jn->n", basis, self.covariance, basis))

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The gain from each gift."""
        errors = np.sqrt(np.diag(self.covariance))
        return tuple(map(Estimate, self.mean.tolist(), errors.tolist()))


def worth_of(gains: NDArray[np.float64], game: NDArray[np.int64]) -> Worth:
    """The worth of money from ``gains`` [forks, gifts] at forks of these games, [forks]. Forks of
    one game depend on each other. The covariance is NaN for fewer than two games.
    """
    _, number = np.unique(game, return_inverse=True)
    mean = gains.mean(axis=0)
    games = int(number.max()) + 1
    sums = np.zeros((games, gains.shape[1]))
    np.add.at(sums, number, gains - mean)
    correction = games / (games - 1) if games > 1 else math.nan
    return Worth(mean, correction * sums.T @ sums / len(gains) ** 2)


def fair_price(price: float, effect: Estimate, worth: Worth) -> MeanInterval:
    """The fair price in $ with its 95 % interval. ``effect`` and ``worth`` are in win share and
    independent. Infinite where it is further than REACH from ``price``; NaN where it is unknown.
    """
    savings = np.linspace(-REACH, REACH, round(2 * REACH / _STEP) + 1)
    gains, errors = worth.at(savings)
    left = effect.mean + gains
    spread = np.hypot(effect.error, errors)
    if not (np.isfinite(left).all() and (spread > 0).all()):
        return UNKNOWN
    possible = np.flatnonzero(abs(left) <= _QUANTILE * spread)
    if left[-1] < 0:
        best = math.inf
    elif left[0] > 0:
        best = -math.inf
    else:
        above = int(np.argmax(left >= 0))
        before = max(above - 1, 0)
        share = left[above] / (left[above] - left[before]) if above else 0.0
        best = float(savings[above] - share * (savings[above] - savings[before]))
    if len(possible) == 0:  # further away than measured
        return MeanInterval(price - best, price - best, price - best)
    least, most = possible[0], possible[-1]
    high = math.inf if least == 0 else price - float(savings[least])
    low = -math.inf if most == len(savings) - 1 else price - float(savings[most])
    return MeanInterval(price - best, low, high)
