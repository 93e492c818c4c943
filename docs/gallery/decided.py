"""What decided a game.

For every player, start + own choices + choices of others + luck = result, exactly.
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack

PARTS = ["start", "own", "others", "luck", "result"]


def draw() -> Figure:
    agents = ["policy", "greedy", "scripted", "random"]
    game = carrack.play(carrack.Ruleset(), agents, seed=4)
    players = game.report(None).players
    figure, axes = plt.subplots()
    for seat, (agent, player) in enumerate(zip(agents, players, strict=True)):
        columns = [part + (seat - 1.5) * 0.2 for part in range(len(PARTS))]
        axes.bar(columns, [player[part] for part in PARTS], 0.18, label=f"p{seat + 1} {agent}")
    axes.set_xticks(range(len(PARTS)), PARTS)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_ylabel("win share")
    axes.legend()
    return figure
