"""Means with intervals, tests taken many at a time, and choices: the formulas of the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrack import _core
from carrack._core import InputError


class MeanInterval(NamedTuple):
    """A mean and both ends of its 95 % interval, which are NaN below two blocks."""

    mean: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of ``high - low``."""
        return (self.high - self.low) / 2

    def text(self, decimals: int) -> str:
        """As tables show shares and ranks: ``0.98 [0.93, 1.00]``."""
        if np.isnan(self.low):
            return f"{self.mean:.{decimals}f}"
        return f"{self.mean:.{decimals}f} [{self.low:.{decimals}f}, {self.high:.{decimals}f}]"


def mean_interval(
    values: ArrayLike,
    counts: ArrayLike = 1,
    *,
    between: tuple[float, float] | None = None,
    step: float = 0.0,
    together: int = 1,
) -> MeanInterval:
    """The mean of a quantity over games that come in independent blocks, with its 95 % interval.

    ``values`` is [blocks], the mean of each block; ``counts`` how many observations each of them is
    of, [blocks] or one number for all. The mean is over observations, its error over blocks.

    ``between`` is the range of an observation: (0, 1) for a win share, (1, players) for a rank. The
    interval is then Wilson's with an effective number of observations: never outside of the range,
    never of width 0; 96 games of 24 blocks, all won, are [0.957, 1]. Without it the interval is
    Student's, and its standard error at least that of one observation that differs by ``step``: 1
    for VP. It is one of ``together`` that hold all at once (Bonferroni). Formulas and papers:
    experiments/statistics/interval.hpp.

    Raises InputError for numbers that are not finite, counts of 0, or a mean outside of the range.
    """
    sums, weights = _sums(values, counts)
    return MeanInterval(*_core.mean_interval(sums, weights, between, step, together))


def mean_p_value(
    values: ArrayLike,
    expected: float,
    counts: ArrayLike = 1,
    *,
    between: tuple[float, float] | None = None,
    step: float = 0.0,
) -> float:
    """The two-sided p-value of a mean over games in blocks being ``expected``: below 0.05 exactly
    where ``mean_interval`` of the same arguments does not hold ``expected``. NaN below two blocks.
    Several of one table are adjusted by ``holm``.

    Raises InputError for what ``mean_interval`` refuses, and for an ``expected`` that is not inside
    of the range.
    """
    sums, weights = _sums(values, counts)
    return _core.mean_p_value(sums, weights, between, step, expected)


def _sums(values: ArrayLike, counts: ArrayLike) -> tuple[list[float], list[float]]:
    """[blocks] sums and numbers of the observations of each block."""
    means = np.asarray(values, dtype=float)
    if means.ndim != 1:
        raise InputError(f"values has {means.ndim} dimensions, expected 1: [blocks]")
    try:
        weights = np.broadcast_to(np.asarray(counts, dtype=float), means.shape)
    except ValueError:
        raise InputError(
            f"counts has the shape {np.shape(counts)}, expected one number, or {means.shape}"
        ) from None
    return (means * weights).tolist(), weights.tolist()


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """[m] p-values of one table, adjusted so that with 95 % none of those below 0.05 is wrong,
    however the tests depend on each other: Holm, Scandinavian Journal of Statistics 6, 1979. NaN
    stays NaN and is not counted.
    """
    return np.array(_core.holm(np.asarray(p_values, dtype=float).tolist()))


@dataclass(frozen=True, eq=False)
class LogitFit:
    """What ``carrack.conditional_logit`` found."""

    coefficients: NDArray[np.float64]
    """[covariates]; 0 for one that tells nothing more than those before it."""
    covariance: NDArray[np.float64]
    """[covariates, covariates] of the coefficients, robust to what the sets of a cluster share
    (sandwich)."""
    model_covariance: NDArray[np.float64]
    """[covariates, covariates] right for independent sets with one choice each."""
    log_likelihood: float
    clusters: int

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """[covariates] from ``covariance``."""
        return np.sqrt(np.diag(self.covariance))


def conditional_logit(
    x: Sequence[ArrayLike] | NDArray[np.float64],
    share: Sequence[ArrayLike] | NDArray[np.float64],
    cluster: Sequence[int] | NDArray[np.int64] | None = None,
) -> LogitFit | None:
    """Which of several alternatives is chosen, by their covariates: P(i) is proportional to
    exp(x[i] @ coefficients) among the alternatives of a set (McFadden 1974). Here a set is a game,
    the alternatives are its players, and the winner is what is chosen.

    ``x`` has an array [alternatives, covariates] for each set, ``share`` an array [alternatives],
    which sums to 1: 1 for the winner, a half each for two who share the win. Sets of one
    ``cluster``, [sets] numbers from 0, depend on each other, as games of a block do; without it
    each set is its own.

    None where the likelihood has no finite maximum: no sets, nothing that varies within a set, or
    covariates that tell the choice with certainty. Raises InputError for shapes that do not fit.
    """
    sets = [np.asarray(each, dtype=float) for each in x]
    shares = [np.asarray(each, dtype=float) for each in share]
    clusters = range(len(sets)) if cluster is None else np.asarray(cluster).tolist()
    if any(not isinstance(number, int) or number < 0 for number in clusters):
        raise InputError("cluster should have whole numbers from 0")
    found = _core.conditional_logit(sets, shares, list(clusters))
    return None if found is None else LogitFit(*found)
