"""A table of agents with intervals.

Each of five agents plays equally often; each block deals a table of four. The intervals are those
of every table of Carrack: over blocks, and within [0, 1].
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack

AGENTS = ["policy", "greedy", "scripted", "scripted:warlord", "random"]


def draw() -> Figure:
    result = carrack.tournament(carrack.Ruleset(), AGENTS, blocks=60, kind="mixed", seed=1)
    rows = sorted(result.table(), key=lambda row: row["win_share"])
    figure, axes = plt.subplots()
    for row in rows:
        axes.hlines(row["agent"], row["win_share_low"], row["win_share_high"])
        axes.plot(row["win_share"], row["agent"], "o", color="C0")
    axes.axvline(0.25, color="grey", linestyle="--", linewidth=0.8)
    axes.set_xlabel("win share, 95 % interval over blocks")
    return figure
