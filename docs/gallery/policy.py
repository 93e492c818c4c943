"""What a network expects a search to choose.

The policy of the default network, which is the prior of the search, beside the share of the
visits that the search gave to each option.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

import carrack


def draw() -> Figure:
    game = carrack.play(carrack.Ruleset(players=3), ["scripted"], seed=5)
    state = game.state_at(42)
    report = carrack.search(state, "mcts:iterations=2000", seed=1)
    names = [state.action_to_string(int(action)) for action in report.actions]
    rows = np.arange(len(names))
    figure, axes = plt.subplots()
    axes.barh(rows - 0.2, report.priors, 0.4, label="prior of the network")
    axes.barh(rows + 0.2, report.visits / report.visits.sum(), 0.4, label="share of the visits")
    axes.set_yticks(rows, names)
    axes.invert_yaxis()
    axes.legend()
    return figure
