"""The fair price of a tile from its effect and the worth of money.

The fair price is the price at which the effect of a tile against the agent's alternative is 0, when
this buyer pays it at this fork only. A price lower by d leaves the buyer d richer, so

    fair price = price + effect / worth of $1,

if a dollar is worth the same over the whole difference. Numerator and denominator come from
different games; the interval is that of their ratio by Fieller, Journal of the Royal Statistical
Society B 16, 1954. It is unbounded where the worth of money cannot be told from 0.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval

_QUANTILE = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


UNKNOWN = MeanInterval(math.nan, math.nan, math.nan)


def mean_of(values: NDArray[np.float64]) -> Estimate:
    """The mean of independent values; NaN for fewer than two."""
    if len(values) < 2:
        return Estimate(math.nan, math.nan)
    return Estimate(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))


def mean_over_clusters(values: NDArray[np.float64], cluster: NDArray[np.int64]) -> Estimate:
    """The mean of values that depend on each other within a cluster, as the forks of a game."""
    _, number = np.unique(cluster, return_inverse=True)
    if len(values) == 0 or number.max() < 1:
        return Estimate(math.nan, math.nan)
    mean = float(values.mean())
    sums = np.bincount(number, weights=values - mean)
    clusters = len(sums)
    variance = (sums**2).sum() * clusters / (clusters - 1)
    return Estimate(mean, float(math.sqrt(variance) / len(values)))


def fair_price(price: float, effect: Estimate, dollar: Estimate) -> MeanInterval:
    """The fair price in $ with its 95 % interval. ``effect`` and ``dollar``, the worth of $1, are
    in win share and independent. NaN where the worth of $1 is unknown or not above 0.
    """
    if not (dollar.mean > 0 and math.isfinite(effect.error)):
        return UNKNOWN
    ratio = effect.mean / dollar.mean
    low, high = fieller(effect, dollar)
    return MeanInterval(price + ratio, price + low, price + high)


def fieller(top: Estimate, bottom: Estimate) -> tuple[float, float]:
    """The 95 % interval of the ratio of two independent means; infinite if ``bottom`` may be 0."""
    a = bottom.mean**2 - (_QUANTILE * bottom.error) ** 2
    if not a > 0:
        return -math.inf, math.inf
    b = top.mean * bottom.mean
    c = top.mean**2 - (_QUANTILE * top.error) ** 2
    root = math.sqrt(max(0.0, b * b - a * c))
    return (b - root) / a, (b + root) / a
