"""Flags: tests of a page with one family-wise error rate.

A page has several tables of tests. Within a table p-values are adjusted by Holm (1979), over the
tables by Bonferroni. So with any dependence between the tests, a page on which every hypothesis is
true shows a flag in at most 5 % of the cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from carrack._statistics import holm

FAMILY_WISE = 0.05
TABLES = ("seats", "prices", "dominated", "never bought")
"""The tables of tests on a page."""


@dataclass(frozen=True)
class Flag:
    """A hypothesis of fairness that the games refute."""

    table: str
    """One of TABLES."""
    subject: str
    """A seat or a tile."""
    verdict: str
    """In words."""
    p: float
    """Adjusted over the page; below FAMILY_WISE."""


def adjusted(p_values: Sequence[float]) -> list[float]:
    """[tests] the p-values of one table, adjusted over the page; NaN stays NaN."""
    return [float(p) for p in np.minimum(1, holm(p_values) * len(TABLES))]


def is_flagged(p: float) -> bool:
    """Whether an adjusted p-value refutes its hypothesis; False for NaN."""
    return p < FAMILY_WISE
