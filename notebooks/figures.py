"""What the notebooks share: how their figures look, and the `carrack` command from Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    import pandas as pd

# Okabe & Ito's colours, which the colour-blind tell apart too (Wong 2011, Nature Methods 8:441).
BLUE, ORANGE, GREEN, RED, SKY, PINK, YELLOW, BLACK = COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442", "#000000",
)  # fmt: skip


def style() -> None:
    """Every figure of a notebook looks like this; called once, at its top."""
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


def program() -> str:
    """The `carrack` command that came with the package, or the first one on the PATH."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    found = shutil.which("carrack", path=path)
    if found is None:
        raise FileNotFoundError("no `carrack` command: pip install . (python/README.md) brings it")
    return found


def carrack(*arguments: str) -> str:
    """What `carrack ARGUMENTS` prints. Raises RuntimeError with its complaint."""
    done = subprocess.run([program(), *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def intervals(
    ax: Axes,
    labels: Sequence[str],
    means: ArrayLike,
    half_widths: ArrayLike,
    *,
    name: str | None = None,
    colour: str = BLUE,
    marker: str = "o",
    shift: float = 0.0,
    even: float | None = None,
) -> None:
    """A row a label, the first on top: mean ± half the width of its interval; `even` is a line to
    compare with, `shift` (in rows) keeps several series apart.
    """
    rows = np.arange(len(labels)) + shift
    ax.errorbar(
        means, rows, xerr=half_widths, fmt=marker, color=colour, capsize=2, markersize=5, label=name
    )
    ax.set_yticks(np.arange(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    if even is not None:
        ax.axvline(even, color="grey", linewidth=0.8, linestyle="--", zorder=0)


def heat_map(ax: Axes, table: pd.DataFrame, *, middle: float, reach: float, bar: str) -> None:
    """The numbers of a table as colours, orange below `middle`, purple above, white at it; what
    lies more than `reach` away has the last colour. Cells without a number stay grey.
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
            ax.annotate(f"{number:.2f}", place, color=colour, ha="center", va="center", fontsize=7)
    ax.set_xticks(np.arange(table.shape[1]) + 0.5, [str(c) for c in table.columns])
    ax.set_yticks(np.arange(table.shape[0]) + 0.5, [str(r) for r in table.index])
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.figure.colorbar(image, ax=ax, label=bar, extend="both")
