"""What rests on the assumed goods of the world map: the tables of RESULTS.md.

python3 experiments/studies/boards/study.py [build/release/carrack]

Ten boards with other goods in the regions, drawn with seeds 1 to 10; borders, tokens and what is
discovered stay. Two tournaments on each, and on the printed board: four scripts, and scripts that
buy the tiles that ask for one good. 44,000 games, two minutes of two cores.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean, stdev
from typing import Any

BASE = Path(__file__).with_name("shuffled.json")
BOARDS = range(1, 11)
GAMES = 2000
SCRIPTS = [f"scripted:{name}" for name in ("balanced", "settler", "trader", "explorer")]
TILES = ["rum_distillery", "mint", "zanzibar"]
BUYERS = ["scripted:balanced", *(f"scripted:balanced,prefer={tile}" for tile in TILES)]


def shuffled(seed: int) -> dict[str, Any]:
    """The world map with goods of the box drawn anew for its regions."""
    board: dict[str, Any] = json.loads(BASE.read_text())
    regions = board["regions"]
    goods = random.Random(seed).sample(sorted(board["goods"]), len(regions))
    board["name"] = f"shuffled_{seed}"
    for region, good in zip(regions, goods, strict=True):
        region["good"] = good
    return board


def region_of(board: dict[str, Any], good: str) -> str:
    """Where a good lies."""
    return next((r["id"] for r in board["regions"] if r["good"] == good), "nowhere")


def standings(binary: str, agents: list[str], seed: int, board: Path | None) -> list[Any]:
    """The rows of a tournament, in the order of the agents."""
    command = [binary, "tournament", "--edition", "empires", "--players", "4"]
    command += ["--module", "builder", "--module", "world", "--games", str(GAMES)]
    command += ["--seatings", "rotations", "--seed", str(seed), "--threads", "2", "--json"]
    for agent in agents:
        command += ["--agent", agent]
    if board is not None:
        command += ["--board", str(board)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    rows: list[Any] = json.loads(done.stdout)["entrants"]
    return rows


def scripts_row(name: str, rows: list[Any]) -> str:
    """A line of the first table."""
    cells = (
        f"{r['win_share']:.3f} ± {r['win_share_interval']:.3f}, {r['mean_vp']:.1f}" for r in rows
    )
    return f"| {name} | {' | '.join(cells)} |"


def main(binary: str) -> None:
    """Play, and print both tables as Markdown."""
    all_rows = []
    worths: list[list[float]] = []
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        print("| board |", " | ".join(s.removeprefix("scripted:") for s in SCRIPTS), "|")
        print("|---" * (1 + len(SCRIPTS)) + "|")
        for seed in (None, *BOARDS):
            name, sugar, gold, file = "printed", "caribbean", "new_spain", None
            if seed is not None:
                board = shuffled(seed)
                name, sugar, gold = (
                    board["name"],
                    region_of(board, "sugar"),
                    region_of(board, "gold"),
                )
                file = Path(folder) / f"{name}.json"
                file.write_text(json.dumps(board))
            rows = standings(binary, SCRIPTS, 5, file)
            print(scripts_row(name, rows), flush=True)
            buyers = [r["mean_vp"] for r in standings(binary, BUYERS, 6, file)]
            worth = [vp - buyers[0] for vp in buyers[1:]]
            cells = [f"{value:+.1f}" for value in worth]
            lines.append(f"| {name} | {sugar} | {cells[0]} | {gold} | {cells[1]} | {cells[2]} |")
            if seed is not None:
                all_rows.append(rows)
                worths.append(worth)
    ranges = []
    for of_script in zip(*all_rows, strict=True):
        shares = [r["win_share"] for r in of_script]
        vp = [r["mean_vp"] for r in of_script]
        ranges.append(f"{min(shares):.3f} to {max(shares):.3f}, {min(vp):.1f} to {max(vp):.1f}")
    print(f"| range over the ten | {' | '.join(ranges)} |\n")

    print("| board | sugar lies in | rum_distillery | gold lies in | mint | zanzibar |")
    print("|---" * 6 + "|")
    print("\n".join(lines))
    columns = list(zip(*worths, strict=True))
    means = [f"{mean(column):+.1f}" for column in columns]
    deviations = [f"{stdev(column):.1f}" for column in columns]
    for name, cells in (("mean of the ten", means), ("standard deviation", deviations)):
        print(f"| {name} | | {cells[0]} | | {cells[1]} | {cells[2]} |")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "build/release/carrack")
