"""The fair price of a tile from its effect and the worth of money.

The fair price is the price at which the effect of a tile against the agent's alternative is 0, when
this buyer pays it at this fork only. A price lower by d leaves the buyer d richer. With the gain in
win share g(d) of a buyer that is d richer, the fair price is price - d where effect + g(d) = 0. g
is measured at GIFTS, linear between them, and g(-d) = -g(d). The fair price is below the price for
an effect below 0, and above it for one above 0. If g is not monotone, several such prices may fit:
the one nearest to the price counts. If none within REACH fits, the fair price is out of reach, and
infinite.

The estimate has the measured effect and g. The interval is an inversion of tests. It has

- all d within REACH at which effect + g(d) does not differ from 0 (two-sided, 5 %);
- prices out of reach below, unless effect + g(REACH) is above 0 (one-sided, 2.5 %);
- prices out of reach above, unless effect + g(-REACH) is below 0 (one-sided, 2.5 %);

and what lies between. Effect and g come from different games, so their variances add up. The true
fair price is left out only if the one test of it errs, so the interval covers it in 95 % of cases,
whatever the shape of g. For a linear g this is the interval of Fieller, Journal of the Royal
Statistical Society B 16, 1954.

The estimate is in the interval. Within reach, effect + g(d) is 0 there. Out of reach below,
g(REACH) is too small for the effect, so effect + g(REACH) is below 0; out of reach above it is the
other way round. This holds for a measured g of any shape.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval
from carrack.balance.measures.quantity import STEP, UNKNOWN

GIFTS = (3, 6, 12)
"""In $, ascending."""
REACH = GIFTS[-1]
QUANTILE = NormalDist().inv_cdf(0.975)
_POINTS = np.array([0.0, *GIFTS])
_EDGES = np.array([*(-gift for gift in reversed(GIFTS)), 0.0, *GIFTS])
"""g is linear between two neighbours."""


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @property
    def interval(self) -> MeanInterval:
        """95 %, by the normal distribution."""
        half = QUANTILE * self.error
        return MeanInterval(self.mean, self.mean - half, self.mean + half)


def mean_of(values: NDArray[np.float64]) -> Estimate:
    """The mean of independent values; NaN for fewer than two."""
    if len(values) < 2:
        return Estimate(math.nan, math.nan)
    error = float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(float(values.mean()), max(error, STEP / len(values)))


@dataclass(frozen=True)
class Worth:
    """The gain from each of GIFTS."""

    mean: NDArray[np.float64]
    """[gifts]"""
    covariance: NDArray[np.float64]
    """[gifts, gifts] of the means, robust to dependence within games."""

    def at(self, savings: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[n] gains and [n] standard errors for savings in $, which may be negative."""
        shares = np.eye(len(_POINTS))[1:]
        basis = np.vstack([np.interp(abs(savings), _POINTS, row) for row in shares])
        gains = np.sign(savings) * (self.mean @ basis)
        return gains, np.sqrt(np.einsum("in,ij,jn->n", basis, self.covariance, basis))

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The gain from each gift."""
        errors = np.sqrt(np.diag(self.covariance))
        return tuple(map(Estimate, self.mean.tolist(), errors.tolist()))


def worth_of(gains: NDArray[np.float64], game: NDArray[np.int64]) -> Worth:
    """The worth of money from ``gains`` [forks, gifts] at forks of these games, [forks]. Forks of
    one game depend on each other. The covariance is NaN for fewer than two games. No standard error
    is below STEP / forks.
    """
    _, number = np.unique(game, return_inverse=True)
    mean = gains.mean(axis=0)
    games = int(number.max()) + 1
    sums = np.zeros((games, gains.shape[1]))
    np.add.at(sums, number, gains - mean)
    correction = games / (games - 1) if games > 1 else math.nan
    covariance = correction * sums.T @ sums / len(gains) ** 2
    least = (STEP / len(gains)) ** 2
    np.fill_diagonal(covariance, np.maximum(covariance.diagonal(), least))
    return Worth(mean, covariance)


def fair_price(price: float, effect: Estimate, worth: Worth) -> MeanInterval:
    """The fair price in $ with its 95 % interval. ``effect`` and ``worth`` are in win share and
    independent. Infinite where it is further than REACH from ``price``; NaN where it is unknown.
    """
    if not all(np.isfinite(each).all() for each in (effect, worth.mean, worth.covariance)):
        return UNKNOWN
    best = _best(effect.mean, worth)
    possible = [best, *_possible(effect, worth)]
    return MeanInterval(price - best, price - max(possible), price - min(possible))


def _best(effect: float, worth: Worth) -> float:
    """The saving against the effect with effect + g(saving) = 0 that is nearest to 0; infinite if
    there is none.
    """
    gains = np.array([0.0, *worth.mean])
    wanted = abs(effect)
    enough = np.flatnonzero(gains >= wanted)
    if len(enough) == 0:
        return math.copysign(math.inf, -effect)
    end = enough[0]
    if end == 0:  # no effect
        return 0.0
    saving = np.interp(wanted, gains[end - 1 : end + 1], _POINTS[end - 1 : end + 1])
    return math.copysign(float(saving), -effect)


def _possible(effect: Estimate, worth: Worth) -> list[float]:
    """The savings that no test excludes: edges, and the ends of what lies between them."""

    def left(savings: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[n] effect + g, [n] how far from 0 it may be."""
        gains, errors = worth.at(savings)
        return effect.mean + gains, QUANTILE * np.hypot(effect.error, errors)

    def excess(savings: NDArray[np.float64]) -> NDArray[np.float64]:
        """[n] above 0 where the saving is excluded."""
        far, allowed = left(savings)
        return far**2 - allowed**2

    found: list[float] = _EDGES[excess(_EDGES) <= 0].tolist()
    for start, end in itertools.pairwise(_EDGES.tolist()):  # between them excess is a quadratic
        first, middle, last = excess(np.array([start, (start + end) / 2, end])).tolist()
        a = 2 * (first - 2 * middle + last)
        shares = _roots(a, last - first - a, first)
        found += [start + share * (end - start) for share in shares if 0 <= share <= 1]
    far, allowed = left(np.array([-REACH, REACH]))
    if far[0] >= -allowed[0]:
        found.append(-math.inf)
    if far[1] <= allowed[1]:
        found.append(math.inf)
    return found


def _roots(a: float, b: float, c: float) -> list[float]:
    """The real roots of a x^2 + b x + c."""
    under = b * b - 4 * a * c
    if under < 0:
        return []
    q = -(b + math.copysign(math.sqrt(under), b)) / 2  # no cancellation
    return [top / bottom for top, bottom in ((q, a), (c, q)) if bottom != 0]
