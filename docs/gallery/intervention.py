"""Seen and caused.

The buyers' win share minus the even share, beside the effect of their purchases, measured by
playing each position on with and without the tile.
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack

TILES = ["monastery", "navigator", "trade_routes", "settlers", "privateers", "navy"]


def draw() -> Figure:
    rows = carrack.trial(carrack.Ruleset(), ["scripted"], TILES, games=400, seed=1)
    bought = rows[rows["occasion"] == "bought"].set_index("tile").loc[TILES[::-1]]
    figure, axes = plt.subplots()
    for column, label, shift in [
        ("seen", "seen: win share of the buyers less 1/4", -0.1),
        ("win_share_vs_other", "caused: effect of the purchase", 0.1),
    ]:
        rows = [row + shift for row in range(len(TILES))]
        low = bought[column] - bought[f"{column}_low"]
        high = bought[f"{column}_high"] - bought[column]
        axes.errorbar(bought[column], rows, xerr=[low, high], fmt="o", capsize=2, label=label)
    axes.set_yticks(range(len(TILES)), bought.index)
    axes.axvline(0, color="grey", linestyle="--", linewidth=0.8)
    axes.set_xlabel("win share, 95 % interval over games")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.2))
    return figure
