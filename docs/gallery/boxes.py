"""What an early worker is worth in each box.

The effect of the first worker in a box, relative to the agent's next best placement, on the win
share of the player.
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack


def draw() -> Figure:
    rows = carrack.trial(carrack.Ruleset(), ["scripted"], on=["place"], games=800, seed=1)
    placed = rows[rows["occasion"] == "open"].sort_values("win_share_vs_other")
    mean = placed["win_share_vs_other"]
    low = mean - placed["win_share_vs_other_low"]
    high = placed["win_share_vs_other_high"] - mean
    figure, axes = plt.subplots()
    axes.errorbar(mean, placed["box"], xerr=[low, high], fmt="o", capsize=2)
    axes.axvline(0, color="grey", linestyle="--", linewidth=0.8)
    axes.set_xlabel("effect on the win share, 95 % interval over games")
    return figure
