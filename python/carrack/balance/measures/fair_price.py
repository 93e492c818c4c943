"""The fair price of a tile from its effect and from what lower prices bring.

The fair price is the price at which the effect of a tile against the agent's alternative is 0, when
this buyer pays it at this fork only. At the forks of the tile its buyer also pays some discounts
less. With the gain in win share g(d) of a buyer that pays d less, the fair price is price - d where
effect + g(d) = 0. g is linear between the discounts, and g(-d) = -g(d): dearer tiles are not tried,
because a buyer who has just the price cannot pay more. The fair price is below the price for an
effect below 0, and above it for one above 0. If g is not monotone, several such prices may fit: the
one nearest to the price counts. The largest discount is how far the fair price can be seen, its
reach. If no price within reach fits, the fair price is infinite.

The estimate has the measured effect and g. The interval is an inversion of tests. It has

- all d within reach at which effect + g(d) does not differ from 0 (two-sided, 5 %);
- prices out of reach below, unless effect + g(reach) is above 0 (one-sided, 2.5 %);
- prices out of reach above, unless effect + g(-reach) is below 0 (one-sided, 2.5 %);

and what lies between. Effect and g come from the same forks, one a game, so their errors have the
covariance of the forks. The true fair price is left out only if the one test of it errs, so the
interval covers it in 95 % of cases, whatever the shape of g. For a linear g this is the interval of
Fieller, Journal of the Royal Statistical Society B 16, 1954.

The estimate is in the interval. Within reach, effect + g(d) is 0 there. Out of reach below,
g(reach) is too small for the effect, so effect + g(reach) is below 0; out of reach above it is the
other way round. This holds for a measured g of any shape.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval
from carrack.balance.measures.quantity import STEP, UNKNOWN

DISCOUNTS = (3, 10, 20)
"""The discounts of ``carrack balance`` in $, ascending. The dearest tiles cost $20."""
REACH = DISCOUNTS[-1]
QUANTILE = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @property
    def interval(self) -> MeanInterval:
        """The 95 % interval, by the normal distribution."""
        half = QUANTILE * self.error
        return MeanInterval(self.mean, self.mean - half, self.mean + half)


@dataclass(frozen=True)
class PriceEffects:
    """The effect of a tile at its price, and the gain from each discount."""

    discounts: tuple[int, ...]
    """The discounts in $, ascending."""
    mean: NDArray[np.float64]
    """[1 + discounts] the effect, then the gains."""
    covariance: NDArray[np.float64]
    """[1 + discounts, 1 + discounts] of the means."""

    def at(self, savings: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[n] effects for a buyer that pays less by each of ``savings``, and their [n] standard
        errors. Savings are in $ and may be negative.
        """
        points = [0.0, *self.discounts]
        shares = np.eye(len(points))[1:]
        basis = np.vstack([np.interp(abs(savings), points, row) for row in shares])
        weights = np.vstack([np.ones(len(savings)), np.sign(savings) * basis])
        variances = np.einsum("in,ij,jn->n", weights, self.covariance, weights)
        return self.mean @ weights, np.sqrt(np.maximum(variances, 0))

    @property
    def gains(self) -> tuple[Estimate, ...]:
        """The gain from each discount."""
        errors = np.sqrt(np.diag(self.covariance))
        return tuple(map(Estimate, self.mean[1:].tolist(), errors[1:].tolist()))


def price_effects(
    effects: NDArray[np.float64],
    gains: NDArray[np.float64],
    discounts: Sequence[int] = DISCOUNTS,
) -> PriceEffects:
    """From the [forks] effects of a tile and the [forks, discounts] gains, each fork of another
    game. NaN for fewer than two forks. No standard error is below STEP / forks.
    """
    tried = tuple(discounts)
    size = 1 + len(tried)
    if len(effects) < 2:
        return PriceEffects(tried, np.full(size, math.nan), np.full((size, size), math.nan))
    observed = np.column_stack([effects, gains])
    covariance = np.cov(observed, rowvar=False) / len(observed)
    least = (STEP / len(observed)) ** 2
    np.fill_diagonal(covariance, np.maximum(covariance.diagonal(), least))
    return PriceEffects(tried, observed.mean(axis=0), covariance)


def fair_price(price: float, effects: PriceEffects) -> MeanInterval:
    """The fair price in $ with its 95 % interval. ``effects`` are in win share. Infinite if it is
    out of reach; NaN if it is unknown.
    """
    if not all(np.isfinite(each).all() for each in (effects.mean, effects.covariance)):
        return UNKNOWN
    best = _best(effects)
    possible = [best, *_possible(effects)]
    return MeanInterval(price - best, price - max(possible), price - min(possible))


def _best(effects: PriceEffects) -> float:
    """The saving against the effect with effect + g(saving) = 0 that is nearest to 0; infinite if
    there is none.
    """
    effect = float(effects.mean[0])
    gains = np.array([0.0, *effects.mean[1:]])
    wanted = abs(effect)
    enough = np.flatnonzero(gains >= wanted)
    if len(enough) == 0:
        return math.copysign(math.inf, -effect)
    end = enough[0]
    if end == 0:  # no effect
        return 0.0
    points = [0.0, *effects.discounts]
    saving = np.interp(wanted, gains[end - 1 : end + 1], points[end - 1 : end + 1])
    return math.copysign(float(saving), -effect)


def _possible(effects: PriceEffects) -> list[float]:
    """The savings that no test excludes: edges, and the ends of what lies between them."""

    def excess(savings: NDArray[np.float64]) -> NDArray[np.float64]:
        """[n] above 0 where the saving is excluded."""
        left, errors = effects.at(savings)
        return left**2 - (QUANTILE * errors) ** 2

    reach = float(effects.discounts[-1])
    # The gain is linear between two neighbours.
    edges = np.array([*(-d for d in reversed(effects.discounts)), 0, *effects.discounts], float)
    found: list[float] = edges[excess(edges) <= 0].tolist()
    for start, end in itertools.pairwise(edges.tolist()):  # between them excess is a quadratic
        first, middle, last = excess(np.array([start, (start + end) / 2, end])).tolist()
        a = 2 * (first - 2 * middle + last)
        shares = _roots(a, last - first - a, first)
        found += [start + share * (end - start) for share in shares if 0 <= share <= 1]
    left, errors = effects.at(np.array([-reach, reach]))
    if left[0] >= -QUANTILE * errors[0]:
        found.append(-math.inf)
    if left[1] <= QUANTILE * errors[1]:
        found.append(math.inf)
    return found


def _roots(a: float, b: float, c: float) -> list[float]:
    """The real roots of a x^2 + b x + c."""
    under = b * b - 4 * a * c
    if under < 0:
        return []
    q = -(b + math.copysign(math.sqrt(under), b)) / 2  # no cancellation
    return [top / bottom for top, bottom in ((q, a), (c, q)) if bottom != 0]
