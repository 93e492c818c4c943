"""Flags: tests of a page with one family-wise error rate.

A page has several tables of tests. Within a table p-values are adjusted by Holm (1979), over the
tables by Bonferroni. So with any dependence between the tests, a page on which every hypothesis is
true shows a flag in at most 5 % of the cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from carrack._statistics import MeanInterval, holm

FAMILY_WISE = 0.05
TABLES = ("seats", "prices", "dominated", "never bought")
"""The tables of tests on a page."""


@dataclass(frozen=True)
class Flag:
    """A hypothesis of fairness that the games refute."""

    table: str
    """The table of the test, one of TABLES."""
    subject: str
    """The seat or the tile."""
    verdict: str
    """The verdict in words."""
    p: float
    """The p-value, adjusted over the page; below FAMILY_WISE."""
    effect: float
    """The effect: for a seat, its win share minus the even one; for a price or a dominated tile,
    the effect on the buyer's win share; for a tile that is never bought, the share of games in
    which it is bought.
    """
    low: float
    high: float
    """Ends of the 95 % interval of ``effect``, which is not adjusted."""
    direction: Literal["above", "below"]
    """Where ``effect`` lies, as seen from a fair game: ``above`` for a seat that wins more and a
    tile that is too cheap.
    """


def flag_of(
    table: str, subject: str, verdict: str, p: float, effect: MeanInterval, fair: float = 0
) -> Flag:
    """A flag about an effect that would be ``fair`` in a fair game."""
    side: Literal["above", "below"] = "above" if effect.mean > fair else "below"
    return Flag(table, subject, verdict, p, *effect, side)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """[tests] the p-values of one table, adjusted over the page; NaN stays NaN."""
    return [float(p) for p in np.minimum(1, holm(p_values) * len(TABLES))]


def is_flagged(p: float) -> bool:
    """Whether an adjusted p-value refutes its hypothesis; False for NaN."""
    return p < FAMILY_WISE
