"""Wilcoxon's signed-rank test of paired differences: whether they tend to be below 0.

The p-values are those of ``scipy.stats.wilcoxon(…, alternative="less", zero_method="zsplit")``
since SciPy 1.15, which Optuna's ``WilcoxonPruner`` takes. SciPy tries all signs of few differences
one by one; here their distribution is computed.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

MOST_WITH_TIES, MOST = 13, 50
"""The most differences for which p is exact: with ties or zeros, and without. For more, p is that
of the normal distribution, as in SciPy.
"""


def p_less(differences: NDArray[np.float64]) -> float:
    """The p-value of [pairs] differences against smaller ones. A zero counts half on either side.
    NaN for no differences.
    """
    count = len(differences)
    if not count:
        return math.nan
    sizes, place, ties = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    doubled = (2 * np.cumsum(ties) - ties + 1)[
        place
    ]  # twice the ranks, whole numbers also for ties
    is_plain = bool(sizes[0] > 0 and (ties == 1).all())
    if count <= MOST_WITH_TIES or (is_plain and count <= MOST):
        ranks = doubled[differences != 0]
        return _share_up_to(ranks, int(doubled[differences > 0].sum()))
    positive = (doubled[differences > 0].sum() + doubled[differences == 0].sum() / 2) / 2
    variance = (count * (count + 1) * (2 * count + 1) - (ties**3 - ties).sum() / 2) / 24
    return math.erfc((count * (count + 1) / 4 - positive) / math.sqrt(2 * variance)) / 2


def _share_up_to(ranks: NDArray[np.int64], positive: int) -> float:
    """The share of all signs of the ranks for which the sum of the positive ranks is at most
    ``positive``.
    """
    ways = np.zeros(int(ranks.sum()) + 1)  # [sum] in how many ways it comes about
    ways[0] = 1
    for rank in ranks:
        ways[rank:] += ways[:-rank].copy()
    return float(ways[: positive + 1].sum() / 2.0 ** len(ranks))
