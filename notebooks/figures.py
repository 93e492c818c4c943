"""Shared parts of the notebooks: style of figures, and tests of estimates with intervals."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import pandas as pd

# Colour-blind safe palette of Okabe & Ito (Wong 2011, Nature Methods 8:441).
BLUE, ORANGE, GREEN, RED, SKY, PINK, YELLOW, BLACK = COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442", "#000000",
)  # fmt: skip


def style() -> None:
    """Set the style of all figures; called once at the top of a notebook."""
    plt.rcParams.update(
        {
            "figure.figsize": (8, 4),
            "figure.dpi": 96,
            "figure.constrained_layout.use": True,
            "axes.prop_cycle": cycler(color=COLOURS),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlelocation": "left",
            "axes.titlesize": "medium",
            "axes.titleweight": "bold",
            "axes.grid": False,
            "legend.frameon": False,
        }
    )


def title(ax: Axes, text: str) -> None:
    """A title of as many lines as it needs to be no wider than the axes."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    for width in range(100, 10, -2):
        lines = [textwrap.fill(line, width) for line in text.split("\n")]
        shown = ax.set_title("\n".join(lines))
        figure.draw_without_rendering()
        if shown.get_window_extent().x1 <= ax.get_window_extent().x1:
            return


def p_values(estimates: ArrayLike, half_widths: ArrayLike) -> NDArray[np.float64]:
    """Two-sided normal p-values of estimates being 0, from the half widths of their 95 %
    intervals, for estimates over hundreds of games. NaN if either is unknown.
    """
    z = np.abs(np.asarray(estimates, dtype=float) / np.asarray(half_widths, dtype=float))
    tail = np.vectorize(NormalDist().cdf, otypes=[float])(-z * NormalDist().inv_cdf(0.975))
    return np.asarray(2 * tail)


def intervals(
    ax: Axes,
    labels: Sequence[str],
    means: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    name: str | None = None,
    colour: str = BLUE,
    marker: str = "o",
    shift: float = 0.0,
    even: float | None = None,
) -> None:
    """One row per label, first on top: a mean with its interval; `even` is a reference line,
    `shift` (in rows) separates several series.
    """
    rows = np.arange(len(labels)) + shift
    at, left, right = (np.asarray(each, dtype=float) for each in (means, low, high))
    ax.errorbar(
        at, rows, xerr=np.maximum([at - left, right - at], 0), fmt=marker, color=colour, capsize=2,
        markersize=5, label=name,
    )  # fmt: skip
    ax.set_yticks(np.arange(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    if even is not None:
        ax.axvline(even, color="grey", linewidth=0.8, linestyle="--", zorder=0)


def heat_map(
    ax: Axes, table: pd.DataFrame, clear: pd.DataFrame, *, middle: float, reach: float, bar: str
) -> None:
    """A table as a heat map, orange below `middle`, purple above, white at it, saturated at a
    distance of `reach`. Cells without a number are grey; those that are True in `clear` have their
    number in bold.
    """
    ax.set_facecolor("#D8D8D8")
    numbers = table.to_numpy(dtype=float)
    image = ax.pcolormesh(
        np.ma.masked_invalid(numbers),
        cmap="PuOr",
        vmin=middle - reach,
        vmax=middle + reach,
        edgecolors="white",
        linewidth=1,
    )
    for (row, column), number in np.ndenumerate(numbers):
        if np.isfinite(number):
            colour = "white" if abs(number - middle) > 0.6 * reach else "black"
            place = (column + 0.5, row + 0.5)
            weight = "bold" if clear.iat[row, column] else "normal"
            ax.annotate(
                f"{number:.2f}", place, color=colour, ha="center", va="center", fontsize=7,
                fontweight=weight,
            )  # fmt: skip
    ax.set_xticks(np.arange(table.shape[1]) + 0.5, [str(c) for c in table.columns])
    ax.set_yticks(np.arange(table.shape[0]) + 0.5, [str(r) for r in table.index])
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.figure.colorbar(image, ax=ax, label=bar, extend="both")
