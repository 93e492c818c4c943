"""Means with intervals, multiple testing, and the conditional logit, as used in the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrack import _core
from carrack._arguments import as_list, real_number, shown, whole_number
from carrack._core import InputError

_MOST_TOGETHER = 10**9


class MeanInterval(NamedTuple):
    """A mean and its 95 % interval, which is NaN for fewer than two blocks."""

    mean: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of ``high - low``."""
        return (self.high - self.low) / 2

    def text(self, decimals: int, sign: str = "") -> str:
        """Formatted as in tables: ``0.98 [0.93, 1.00]``; with ``sign`` ``+``, as a difference:
        ``+0.02 [-0.01, +0.05]``.
        """
        form = f"{sign}.{decimals}f"
        if np.isnan(self.low):
            return f"{self.mean:{form}}"
        return f"{self.mean:{form}} [{self.low:{form}}, {self.high:{form}}]"


def mean_interval(
    values: ArrayLike,
    counts: ArrayLike = 1,
    *,
    between: tuple[float, float] | None = None,
    step: float = 0.0,
    together: int = 1,
) -> MeanInterval:
    """The mean of a quantity over games in independent blocks, with its 95 % interval.

    ``values`` is [blocks], the mean of each block; ``counts`` the numbers of observations per
    block, [blocks] or one number for all. The mean is over observations, its standard error over
    blocks.

    ``between`` is the range of an observation: (0, 1) for a win share, (1, players) for a rank. The
    interval is then Wilson's with an effective sample size: never outside the range,
    never of width 0; 96 games of 24 blocks, all won, give [0.957, 1]. Without it the interval is
    Student's, with a standard error of at least that of one observation that differs by ``step``
    (1 for VP); with the default of 0, blocks that are all equal have an interval of width 0. It is
    one of ``together`` simultaneous intervals (Bonferroni). Without blocks the mean is NaN, for
    fewer than two the interval. Formulas and papers:
    experiments/statistics/interval.hpp.

    Raises InputError for numbers that are not finite, counts of 0, or a value outside the range.
    """
    sums, weights = _sums(values, counts, between)
    step = _step(step)
    together = whole_number("together", together, 1, _MOST_TOGETHER)
    return MeanInterval(*_core.mean_interval(sums, weights, between, step, together))


def mean_p_value(
    values: ArrayLike,
    counts: ArrayLike = 1,
    *,
    expected: float,
    between: tuple[float, float] | None = None,
    step: float = 0.0,
) -> float:
    """The two-sided p-value of a mean over games in blocks being ``expected``: below 0.05 exactly
    if ``mean_interval`` with the same arguments excludes ``expected``, apart from rounding. NaN for
    fewer than two blocks. Adjust several p-values of one table by ``holm``.

    Raises InputError as ``mean_interval`` does, and for an ``expected`` that is not inside the
    range: its ends are refused.
    """
    sums, weights = _sums(values, counts, between)
    mean = real_number("expected", expected)
    if not np.isfinite(mean):
        raise InputError(f"expected is {shown(expected)}, expected a finite number")
    return _core.mean_p_value(sums, weights, between, _step(step), mean)


def _numbers(name: str, given: ArrayLike) -> NDArray[np.float64]:
    """The argument ``name`` as an array. Raises TypeError for anything but numbers, InputError for
    rows of different lengths.
    """
    try:
        return np.asarray(given, dtype=float)
    except TypeError:
        pass
    except ValueError as error:
        if "inhomogeneous" in str(error):
            raise InputError(f"{name} has rows of different lengths, expected an array") from None
    raise TypeError(f"{name} is {shown(given)}, expected numbers")


def _step(step: float) -> float:
    if not isinstance(step, int | float | np.number) or not 0 <= step < np.inf:
        raise InputError(f"step is {shown(step)}, expected a number of 0 or more")
    return float(step)


def _sums(
    values: ArrayLike, counts: ArrayLike, between: tuple[float, float] | None
) -> tuple[list[float], list[float]]:
    """[blocks] sums and numbers of the observations of each block, which are in the range."""
    means = _numbers("values", values)
    if means.ndim != 1:
        raise InputError(f"values has {means.ndim} dimensions, expected 1: [blocks]")
    try:
        weights = np.broadcast_to(_numbers("counts", counts), means.shape)
    except ValueError:
        raise InputError(
            f"counts has the shape {np.shape(counts)}, expected one number, or {means.shape}"
        ) from None
    for name, numbers in (("values", means), ("counts", weights)):
        wrong = np.flatnonzero(~np.isfinite(numbers))
        if len(wrong):
            raise InputError(f"{name}[{wrong[0]}] is {numbers[wrong[0]]}, expected a finite number")
    if between is not None:
        low, high = _range(between)
        rounding = 1e-9 * (high - low)
        wrong = np.flatnonzero((means < low - rounding) | (means > high + rounding))
        if len(wrong):
            raise InputError(
                f"values[{wrong[0]}] is {means[wrong[0]]}, expected a mean from {low} to {high}"
            )
    return (means * weights).tolist(), weights.tolist()


def _range(between: tuple[float, float]) -> tuple[float, float]:
    try:
        low, high = between
        is_right = bool(low < high and np.isfinite(high - low))
    except (TypeError, ValueError):
        is_right = False
    if not is_right:
        raise InputError(
            f"between is {between!r}, expected two finite numbers, the lower one first"
        )
    return float(low), float(high)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """[m] the p-values of one table, adjusted for their number (Holm, Scandinavian Journal of
    Statistics 6, 1979): if those below a level are called significant, the probability of any false
    one is at most this level, under any dependence. NaN stays NaN and is not counted. Raises
    InputError for numbers that are not p-values.
    """
    given = _numbers("p_values", p_values)
    if given.ndim != 1:
        raise InputError(f"p_values has {given.ndim} dimensions, expected 1")
    wrong = np.flatnonzero((given < 0) | (given > 1))
    if len(wrong):
        raise InputError(f"p_values[{wrong[0]}] is {given[wrong[0]]}, expected 0 to 1")
    return np.array(_core.holm(given.tolist()))


@dataclass(frozen=True, eq=False)
class LogitFit:
    """The result of ``carrack.conditional_logit``."""

    coefficients: NDArray[np.float64]
    """[covariates]; 0 for one that is collinear with earlier ones."""
    covariance: NDArray[np.float64]
    """[covariates, covariates] of the coefficients, robust to dependence within clusters
    (sandwich)."""
    model_covariance: NDArray[np.float64]
    """[covariates, covariates] valid for independent sets with one choice each."""
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
    """Fit a conditional logit: P(i) is proportional to exp(x[i] @ coefficients) among the
    alternatives of a set (McFadden 1974). Here a set is a game, the alternatives are its players,
    and the choice is the winner.

    ``x`` has an array [alternatives, covariates] for each set, ``share`` an array [alternatives],
    which sums to 1: 1 for the winner, a half each for two winners. Sets of one ``cluster``, [sets]
    numbers from 0, are dependent, like games of a block; by default each set is its own cluster.

    Returns None if the likelihood has no finite maximum: no sets, no variation within sets, or
    separation. Raises InputError for mismatched shapes, TypeError for anything but a list of
    arrays.
    """
    sets, shares = (
        [_numbers(f"{name}[{number}]", each) for number, each in enumerate(listed)]
        for name, listed in (
            ("x", as_list("x", x, "[[[0.0], [1.0]]]")),
            ("share", as_list("share", share, "[[0, 1]]")),
        )
    )
    clusters: Sequence[int] = range(len(sets))
    if cluster is not None:
        clusters = np.asarray(as_list("cluster", cluster, "[0, 0, 1]")).tolist()
    if any(not isinstance(number, int) or number < 0 for number in clusters):
        raise InputError("cluster should have whole numbers from 0")
    found = _core.conditional_logit(sets, shares, list(clusters))
    return None if found is None else LogitFit(*found)
