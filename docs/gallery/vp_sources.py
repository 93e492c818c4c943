"""Where victory points come from.

Mean VP by source of six scripted strategies, each at a table with three `balanced` ones.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

import carrack

STRATEGIES = ["balanced", "settler", "trader", "explorer", "builder", "warlord"]
SOURCES = ["colonies", "discoveries", "tiles", "economy"]


def draw() -> Figure:
    rules = carrack.Ruleset()
    figure, axes = plt.subplots()
    below = np.zeros(len(STRATEGIES))
    means = []
    for strategy in STRATEGIES:
        agents = [f"scripted:{strategy}", "scripted", "scripted", "scripted"]
        games = [carrack.play(rules, agents, seed=seed) for seed in range(40)]
        seats = [game.final_state().breakdown()[0] for game in games]
        means.append([np.mean([seat[source] for seat in seats]) for source in SOURCES])
    for source, height in zip(SOURCES, np.array(means).T, strict=True):
        axes.bar(STRATEGIES, height, bottom=below, label=source)
        below += height
    axes.set_ylabel("mean VP of seat 1")
    axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.5, 1.12))
    return figure
