"""Numbers and tables as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

MOST_DECIMALS = 5


def number(row: pd.Series, column: str, decimals: int = 3) -> str:
    """A mean with its interval, given by both ends if asymmetric; `*` if the simultaneous interval
    excludes 0. An interval that would look as if it had no width has more decimals.
    """
    mean, low, high = (row.get(f"{column}{end}") for end in ("", "_low", "_high"))
    if mean is None or pd.isna(mean):
        return ""
    while low < high and decimals < MOST_DECIMALS and round((high - low) / 2, decimals) == 0:
        decimals += 1
    text = f"{mean:+.{decimals}f}"
    if f"{mean - low:.{decimals}f}" == f"{high - mean:.{decimals}f}":
        text += f" ± {mean - low:.{decimals}f}"
    else:
        text += f" [{low:+.{decimals}f}, {high:+.{decimals}f}]"
    all_low, all_high = row.get(f"{column}_all_low"), row.get(f"{column}_all_high")
    sure = all_low is not None and (all_low > 0 or all_high < 0)
    return f"{text} *" if sure else text


def table(head: list[str], rows: Iterable[list[Any]]) -> str:
    """Markdown."""
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
