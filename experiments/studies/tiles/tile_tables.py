"""Prints the tile tables of RESULTS.md from the output of `carrack trial --json`.

carrack trial --agent scripted --edition aoe3 empires --games 4000 --seed 10 --json > editions.json
carrack trial --agent scripted --age I --players 2 3 5 --games 1500 --seed 30 --json > players.json
python3 experiments/studies/tiles/tile_tables.py editions.json players.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Tile = dict[str, Any]

LEAST = 500
"""Games in which a tile was bought, for a row of the second table."""


def number(figure: dict[str, float] | None, decimals: int = 3) -> str:
    """A mean with its interval, given by both ends if asymmetric; `*` if the simultaneous interval
    excludes 0.
    """
    if not figure:
        return ""
    mean, low, high = figure["mean"], figure.get("low"), figure.get("high")
    text = f"{mean:+.{decimals}f}"
    if low is None or high is None:  # of a single fork
        return text
    if f"{mean - low:.{decimals}f}" == f"{high - mean:.{decimals}f}":
        text += f" ± {mean - low:.{decimals}f}"
    else:
        text += f" [{low:+.{decimals}f}, {high:+.{decimals}f}]"
    sure = figure.get("simultaneous_low", 0) > 0 or figure.get("simultaneous_high", 0) < 0
    return text + " *" if sure else text


def effect(tile: Tile | None, occasion: str, other: str, outcome: str = "win_share") -> Any:
    """One figure of a tile, or None."""
    return tile and tile[occasion][other].get(outcome)


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """Markdown."""
    first, *others = (f"| {' | '.join(cells)} |" for cells in [head, *rows])
    return "\n".join([first, "|---" * len(head) + "|", *others, ""])


def by_effect(trials: list[dict[str, Tile]]) -> list[str]:
    """The tiles of the trials by decreasing mean effect when first offered."""
    means: dict[str, float] = {}
    for tile in dict.fromkeys(name for trial in trials for name in trial):
        found = [effect(trial.get(tile), "offered", "versus_other") for trial in trials]
        known = [figure["mean"] for figure in found if figure]
        if known:
            means[tile] = sum(known) / len(known)
    return sorted(means, key=lambda tile: -means[tile])


def ranking(trials: dict[str, dict[str, Tile]]) -> str:
    """The tiles of several editions, when first offered."""
    names = [name.partition("-")[0] for name in trials]
    rows = []
    for tile in by_effect(list(trials.values())):
        there = [trial.get(tile) for trial in trials.values()]
        cost = next(found["cost"] for found in there if found)
        rows.append(
            [tile, str(cost)]
            + [number(effect(found, "offered", "versus_other")) for found in there]
            + [number(effect(found, "offered", "versus_nothing")) for found in there]
            + [number(effect(found, "offered", "versus_other", "vp"), 1) for found in there]
        )
    head = [f"{n}, {what}" for what in ("vs other", "vs nothing", "VP vs other") for n in names]
    return table(["tile", "$", *head], rows)


def correlation(trial: dict[str, Tile]) -> str:
    """Observational estimates for the buyers of one ruleset, next to the effect of the purchase."""
    found = [tile for tile in trial.values() if tile["observed"]["bought"] >= LEAST]
    found.sort(key=lambda tile: -tile["bought"]["versus_other"]["win_share"]["mean"])
    rows = [
        [
            tile["tile"],
            str(tile["observed"]["bought"]),
            f"{tile['observed']['mean_turn']:.1f}",
            number(tile["observed"]["advantage"]),
            number(tile["observed"]["adjusted"]),
            number(effect(tile, "bought", "versus_other")),
            number(effect(tile, "bought", "versus_nothing")),
        ]
        for tile in found
    ]
    head = ["tile", "bought", "turn", "seen", "adjusted", "effect vs other", "effect vs nothing"]
    return table(head, rows)


def by_players(trials: dict[int, dict[str, Tile]]) -> str:
    """The tiles of age I for several numbers of players, when first offered."""
    first = [
        {name: tile for name, tile in trial.items() if tile["age"] == 1}
        for _, trial in sorted(trials.items())
    ]
    rows = [
        [tile, *(number(effect(trial.get(tile), "offered", "versus_other")) for trial in first)]
        for tile in by_effect(first)
    ]
    return table(["tile", *(f"{players} players" for players in sorted(trials))], rows)


def main(files: list[str]) -> None:
    """Print the three tables; the first file has several editions."""
    trials: dict[str, dict[str, Tile]] = {}
    editions: list[str] = []
    for file in files:
        for trial in json.loads(Path(file).read_text())["trials"]:
            trials[trial["ruleset"]] = {tile["tile"]: tile for tile in trial["tiles"]}
            if file == files[0]:
                editions.append(trial["ruleset"])
    print(ranking({name: trials[name] for name in editions}))
    print(correlation(trials[editions[0]]))
    edition = editions[0].partition("-")[0]
    same = {name: trial for name, trial in trials.items() if name.partition("-")[0] == edition}
    print(by_players({int(name.partition("-")[2]): trial for name, trial in same.items()}))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("expected output files of carrack trial --json; see the docstring of this script")
    main(sys.argv[1:])
