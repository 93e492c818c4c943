"""Which tiles are bought when.

The table `purchases` of a ledger, counted by tile and turn.
"""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack


def draw() -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        carrack.tournament(carrack.Ruleset(), ["policy"], blocks=30, ledger=path)
        bought = carrack.Ledger(path).purchases()
    table = bought.groupby(["tile", "turn"]).size().unstack(fill_value=0)
    order = [tile["name"] for tile in carrack.tiles("aoe3") if tile["name"] in table.index]
    table = table.loc[order]
    figure, axes = plt.subplots(figsize=(7, 7))
    image = axes.pcolormesh(table, cmap="Blues", edgecolors="white", linewidth=1)
    axes.set_xticks([turn - 0.5 for turn in table.columns], table.columns)
    axes.set_yticks([row + 0.5 for row in range(len(order))], order)
    axes.invert_yaxis()
    axes.set_xlabel("turn")
    figure.colorbar(image, label="purchases in 120 games")
    return figure
