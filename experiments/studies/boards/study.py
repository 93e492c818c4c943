"""Prints the tables of README.md: sensitivity to the assumed goods of the world map. Needs the
package.

python3 experiments/studies/boards/study.py [BLOCKS]

Ten boards with goods redrawn with seeds 1 to 10; borders, tokens and discovered regions are
unchanged. Two tournaments on each of them and on the printed board: four scripted agents, and
scripted agents that buy the tiles that depend on one good. 500 blocks of four games are 44,000
games, about ten seconds of one core. Boards are compared in blocks of the same seed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import carrack
from carrack import _command
from carrack._arguments import whole_number

BASE = Path(__file__).with_name("shuffled.json")
BOARDS = range(1, 11)
BLOCKS = 500
SCRIPTS = [f"scripted:{name}" for name in ("balanced", "settler", "trader", "explorer")]
TILES = ["rum_distillery", "mint", "zanzibar"]
BUYERS = ["scripted:balanced", *(f"scripted:balanced,prefer={tile}" for tile in TILES)]
PLAYERS = 4

Values = NDArray[np.float64]


def shuffled(seed: int) -> dict[str, Any]:
    """The world map with goods redrawn for its regions."""
    board: dict[str, Any] = json.loads(BASE.read_text())
    regions = board["regions"]
    goods = random.Random(seed).sample(sorted(board["goods"]), len(regions))
    board["name"] = f"shuffled_{seed}"
    for region, good in zip(regions, goods, strict=True):
        region["good"] = good
    return board


def region_of(board: dict[str, Any], good: str) -> str:
    """The region of a good."""
    return next((r["id"] for r in board["regions"] if r["good"] == good), "nowhere")


def played(
    agents: list[str], blocks: int, seed: int, board: dict[str, Any] | None
) -> tuple[Values, Values]:
    """[blocks, agents] win shares and VP of a tournament."""
    text = None if board is None else json.dumps(board)
    rules = carrack.Ruleset("empires", PLAYERS, modules=["builder", "world"], board=text)
    games = carrack.tournament(
        rules, agents, blocks, seatings="rotations", seed=seed, threads=2
    ).games_to_pandas()
    means = games.groupby(["agent", "block"])[["win_share", "vp"]].mean()
    shares, vp = (means[figure].unstack("agent")[agents].to_numpy() for figure in means)
    return shares, vp


def points(values: Values, sign: str = "+") -> str:
    """A mean of VP, [blocks], with its interval."""
    mean = carrack.mean_interval(values, PLAYERS, step=1)
    return f"{mean.mean:{sign}.1f} ± {mean.half_width:.1f}"


def share(shares: Values, vp: Values) -> str:
    """A cell of the first table."""
    won = carrack.mean_interval(shares, PLAYERS, between=(0, 1))
    return f"{won.text(3)}, {points(vp, '')}"


def unlike(what: str, printed: list[Values], boards: list[list[Values]]) -> str:
    """How many figures of the boards, [blocks] each, differ from those of the printed board,
    jointly tested.
    """
    gaps = [own - base for board in boards for own, base in zip(board, printed, strict=True)]
    p = carrack.holm([carrack.mean_p_value(gap, PLAYERS, expected=0, step=1) for gap in gaps])
    largest = max(gaps, key=lambda gap: abs(gap.mean()))
    found = carrack.mean_interval(largest, PLAYERS, step=1, together=len(gaps))
    return (
        f"{what}: {int((p < 0.05).sum())} of {len(gaps)} differ from the printed board's (Holm); "
        f"the largest difference is {found.text(3, '+')}, an "
        f"interval that holds for all {len(gaps)}"
    )


def rule(columns: int) -> str:
    """The rows of a table."""
    return "|---" * columns + "|"


def parser() -> _command.Parser:
    made = _command.Parser("study.py", __doc__ or "", "")
    made.add_argument(
        "blocks", metavar="BLOCKS", nargs="?", type=int, default=BLOCKS, help="(%(default)s)"
    )
    return made


def run(given: argparse.Namespace) -> None:
    """Play, and print both tables as Markdown, each with its findings."""
    blocks = whole_number("blocks", given.blocks, 2)
    shares: list[list[Values]] = []
    worths: list[list[Values]] = []
    lines = []
    print("| board |", " | ".join(s.removeprefix("scripted:") for s in SCRIPTS), "|")
    print(rule(1 + len(SCRIPTS)))
    for seed in (None, *BOARDS):
        board = None if seed is None else shuffled(seed)
        name = "printed" if board is None else board["name"]
        won, vp = played(SCRIPTS, blocks, 5, board)
        shares.append(list(won.T))
        cells = [share(*columns) for columns in zip(won.T, vp.T, strict=True)]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
        vp = played(BUYERS, blocks, 6, board)[1]
        worths.append(list((vp[:, 1:] - vp[:, :1]).T))
        sugar, gold = (
            ("caribbean", "new_spain")
            if board is None
            else (region_of(board, "sugar"), region_of(board, "gold"))
        )
        cells = [points(worth) for worth in worths[-1]]
        lines.append(f"| {name} | {sugar} | {cells[0]} | {gold} | {cells[1]} | {cells[2]} |")
    means = [[f"{own.mean():.3f}" for own in column] for column in zip(*shares[1:], strict=True)]
    print(f"| range over the ten | {' | '.join(f'{min(m)} to {max(m)}' for m in means)} |\n")
    print(unlike("Win shares", shares[0], shares[1:]), end="\n\n")

    print("| board | sugar lies in | rum_distillery | gold lies in | mint | zanzibar |")
    print(rule(6))
    print("\n".join(lines))
    cells = [points(np.mean(column, axis=0)) for column in zip(*worths[1:], strict=True)]
    print(f"| mean of the ten | | {cells[0]} | | {cells[1]} | {cells[2]} |\n")
    print(unlike("Worths, VP", worths[0], worths[1:]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
