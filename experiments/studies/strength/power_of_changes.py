"""How likely a change of the search that is better is found by `tables.py changes`.

.venv/bin/python experiments/studies/strength/power_of_changes.py

One change has the win share of a row, the others are even. Win shares of blocks of four games are
drawn from a normal distribution whose standard deviation is that of the blocks that are kept.
"""

from __future__ import annotations

import numpy as np
import screened_changes
from numpy.typing import NDArray
from scipy import stats

BLOCK = 4
"""Games."""
DEVIATION = 0.123
"""Of the win share of the two seats with a change, over blocks."""
EVEN = 0.25
LEVEL = 0.05
REPLICATIONS = 20_000


def chances(win_share: float, draw: np.random.Generator) -> tuple[float, float]:
    """That the change is dropped after the first games, and that it is found: not dropped, and
    told to be above even after all games. The smallest of the p-values is that of the change,
    so that Holm's correction multiplies it by the number of changes.
    """
    blocks, first = screened_changes.GAMES // BLOCK, screened_changes.FIRST_GAMES // BLOCK
    shares: NDArray[np.float64] = draw.normal(win_share, DEVIATION, (REPLICATIONS, blocks))
    is_continued = shares[:, :first].mean(axis=1) >= EVEN
    error = shares.std(axis=1, ddof=1) / np.sqrt(blocks)
    p = stats.t.sf((shares.mean(axis=1) - EVEN) / error, blocks - 1)
    is_told = p < LEVEL / 2 / len(screened_changes.CHANGES)
    return float(1 - is_continued.mean()), float((is_continued & is_told).mean())


def main() -> None:
    """Print the chances as Markdown."""
    draw = np.random.default_rng(1)
    print("| win share with the change | dropped | found |\n|---|---|---|")
    for win_share in (0.26, 0.275, 0.285, 0.3):
        dropped, found = chances(win_share, draw)
        print(f"| {win_share} | {dropped:.3f} | {found:.3f} |")


if __name__ == "__main__":
    main()
