"""Exact intervals of denial, where it changed the result of few games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

FEW = 10
"""Of the forks whose win share denial changed. Student's intervals of fewer are too short: they
hold an effect in 79 to 91 % of the cases if 2 to 4 of 2,000 forks are expected to differ, all in
the same direction."""


def with_exact_denial(tiles: pd.DataFrame) -> pd.DataFrame:
    """The tiles, of which those with few such forks have other intervals of denial: by the bounds
    of Clopper and Pearson (1934) of the shares of forks that denial wins and loses. They hold in at
    least 95 % of the cases; those of all tiles of a trial together do so too (Bonferroni).

    The numbers of these forks follow from mean and error, because each of them is a whole win; one
    that shares a win counts as a part of a fork.
    """
    if "denial" not in tiles:
        return tiles
    forks, mean = tiles["forks"], tiles["denial"]
    error = (tiles["denial_high"] - mean) / stats.t.ppf(0.975, forks - 1)
    squares = forks * ((forks - 1) * error**2 + mean**2)
    # Without any the error is as large as that of one.
    squares = squares.where((mean * forks).abs() > 0.01, squares.where(squares > 1.5, 0))
    few = squares < FEW - 0.5
    wins, losses = (((squares + sign * forks * mean)[few] / 2).clip(lower=0) for sign in (1, -1))
    count = tiles.groupby("trial")["denial"].transform("count")[few]
    found = tiles.copy()
    for family, together in (("denial", 1), ("denial_all", count)):
        tail = 0.05 / 4 / together
        won, lost = (bounds(number, forks[few], tail) for number in (wins, losses))
        found.loc[few, f"{family}_low"] = won[0] - lost[1]
        found.loc[few, f"{family}_high"] = won[1] - lost[0]
    return found


def bounds(number: Any, of: Any, tail: Any) -> tuple[Any, Any]:
    """Of a probability, each exceeded with at most the probability `tail`."""
    low = np.where(number > 0, stats.beta.ppf(tail, number, of - number + 1), 0)
    return low, stats.beta.ppf(1 - tail, number + 1, of - number)
