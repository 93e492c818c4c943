"""Quantities that are averaged over games, with their range."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from carrack._statistics import MeanInterval, mean_interval

UNKNOWN = MeanInterval(math.nan, math.nan, math.nan)
STEP = 1.0
"""A mean of n observations has at least the standard error STEP / n, which is that of n - 1 equal
observations and one that differs by STEP.
"""


@dataclass(frozen=True)
class Quantity:
    """A quantity whose mean has Student's interval: one without a range at both ends, or a
    difference. Shares have Wilson's, by ``mean_interval`` with their range.
    """

    low: float = -math.inf
    high: float = math.inf

    def interval(self, values: ArrayLike, step: float = STEP) -> MeanInterval:
        """The mean of independent ``values`` with its 95 % interval, cut to the range. The standard
        error allows for at least one observation that differs by ``step``.
        """
        return self.cut(mean_interval(values, step=step))

    def cut(self, interval: MeanInterval) -> MeanInterval:
        """The part of an interval that is in the range. Unknown ends stay unknown."""
        mean, low, high = interval
        if math.isnan(low) or math.isnan(high):
            return interval
        return MeanInterval(mean, max(low, self.low), min(high, self.high))


VP = Quantity()
"""VP, and differences of VP."""
COUNT = Quantity(low=0)
DIFFERENCE_OF_SHARES = Quantity(-1, 1)
DIFFERENCE_OF_EFFECTS = Quantity(-2, 2)
