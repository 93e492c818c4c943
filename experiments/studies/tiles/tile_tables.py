"""Prints the tile tables of RESULTS_ARCHIVE.md from the output of `carrack trial --json`. Needs the
package.

carrack trial --agent scripted --edition aoe3 empires --games 4000 --seed 10 --json > editions.json
carrack trial --agent scripted --age I --players 2 3 5 --games 1500 --seed 30 --json > players.json
python3 experiments/studies/tiles/tile_tables.py editions.json players.json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from carrack import InputError, _command

Tile = dict[str, Any]

KEYS = {"tile", "age", "cost", "offered", "bought", "observed"}
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
        found = [effect(trial.get(tile), "offered", "vs_other") for trial in trials]
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
            + [number(effect(found, "offered", "vs_other")) for found in there]
            + [number(effect(found, "offered", "vs_nothing")) for found in there]
            + [number(effect(found, "offered", "vs_other", "vp"), 1) for found in there]
        )
    head = [f"{n}, {what}" for what in ("vs other", "vs nothing", "VP vs other") for n in names]
    return table(["tile", "$", *head], rows)


def correlation(trial: dict[str, Tile]) -> str:
    """Observational estimates for the buyers of one ruleset, next to the effect of the purchase."""
    found = [tile for tile in trial.values() if tile["observed"]["bought"] >= LEAST]
    found.sort(key=lambda tile: -tile["bought"]["vs_other"]["win_share"]["mean"])
    rows = [
        [
            tile["tile"],
            str(tile["observed"]["bought"]),
            f"{tile['observed']['mean_turn']:.1f}",
            number(tile["observed"]["advantage"]),
            number(tile["observed"]["adjusted"]),
            number(effect(tile, "bought", "vs_other")),
            number(effect(tile, "bought", "vs_nothing")),
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
        [tile, *(number(effect(trial.get(tile), "offered", "vs_other")) for trial in first)]
        for tile in by_effect(first)
    ]
    return table(["tile", *(f"{players} players" for players in sorted(trials))], rows)


def trials_of(file: Path) -> dict[str, dict[str, Tile]]:
    """The tiles of the trials of a file, by ruleset and name. Raises OSError, and InputError for a
    file of another form.
    """
    try:
        found = {
            str(trial["ruleset"]): {str(tile["tile"]): tile for tile in trial["tiles"]}
            for trial in json.loads(file.read_text(encoding="utf-8"))["trials"]
        }
        whole = all(tile.keys() >= KEYS for trial in found.values() for tile in trial.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found, whole = {}, False
    if not found or not whole:
        raise InputError(f"{file} is not a report of `carrack trial --json` on tiles")
    return found


def parser() -> _command.Parser:
    made = _command.Parser("tile_tables.py", __doc__ or "", "")
    made.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="the first has several editions"
    )
    return made


def run(given: argparse.Namespace) -> None:
    """Print the three tables."""
    reports = [trials_of(file) for file in given.files]
    trials = {name: trial for report in reports for name, trial in report.items()}
    editions = {name: trials[name] for name in reports[0]}
    print(ranking(editions))
    first, *_ = editions
    print(correlation(editions[first]))
    edition = first.partition("-")[0]
    counts = {name: name.partition("-")[2] for name in trials if name.startswith(f"{edition}-")}
    same = {int(players): trials[name] for name, players in counts.items() if players.isdecimal()}
    print(by_players(same))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
