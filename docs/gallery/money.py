"""Money and victory points through a game.

The table `turns` of a ledger has every player at the end of every turn.
"""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack


def draw() -> Figure:
    agents = ["policy", "scripted", "greedy", "random"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        carrack.tournament(carrack.Ruleset(), agents, blocks=20, ledger=path)
        ledger = carrack.Ledger(path)
        seats = ledger.seats()[["block", "permutation", "seat", "agent"]]
        turns = ledger.turns().merge(seats, on=["block", "permutation", "seat"])
    means = turns.groupby(["agent", "turn"])[["money", "vp"]].mean()
    figure, axes = plt.subplots(1, 2)
    for agent in agents:
        for axis, column in zip(axes, ["money", "vp"], strict=True):
            axis.plot(means.loc[agent][column], marker="o", label=agent)
            axis.set_xlabel("turn")
    axes[0].set_ylabel("money at the end of the turn, $")
    axes[1].set_ylabel("VP so far")
    axes[1].legend()
    return figure
