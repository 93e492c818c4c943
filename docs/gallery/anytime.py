"""When a search makes up its mind.

For each decision of a game: after how many iterations the search first made the choice that it
kept to the end.
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack


def draw() -> Figure:
    game = carrack.play(carrack.Ruleset(players=3), ["scripted"], seed=5)
    settled = []
    for state in game:
        if state.current_player < 0:
            continue
        report = carrack.search(state, "mcts:iterations=256", seed=1)
        first = 1
        for iterations, choice in report.anytime:
            if choice != report.action:
                first = 2 * iterations
        settled.append(first)
    figure, axes = plt.subplots()
    sizes = [2**power for power in range(10)]
    axes.bar([str(size) for size in sizes], [settled.count(size) for size in sizes])
    axes.set_xlabel("iterations until the final choice")
    axes.set_ylabel("decisions of one game")
    return figure
