"""Win share by iterations.

One search with more and more iterations against three scripts. Intervals are over blocks. An even
share is 0.25.
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack

ITERATIONS = [1, 3, 10, 30]


def draw() -> Figure:
    figure, axes = plt.subplots()
    for iterations in ITERATIONS:
        search = f"uct:iterations={iterations},rollout=scripted,prior=scripted,cutoff_turns=1"
        agents = [search, "scripted", "scripted", "scripted"]
        row = carrack.tournament(carrack.Ruleset(), agents, blocks=10, seed=1).table()[0]
        low, high = row["win_share_low"], row["win_share_high"]
        axes.vlines(iterations, low, high, color="C0")
        axes.plot(iterations, row["win_share"], "o", color="C0")
    axes.axhline(0.25, color="grey", linestyle="--", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xticks(ITERATIONS, [str(iterations) for iterations in ITERATIONS])
    axes.set_xlabel("iterations a decision")
    axes.set_ylabel("win share, 95 % interval")
    return figure
