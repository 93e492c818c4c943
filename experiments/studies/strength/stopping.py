"""How many iterations stop=on saves, and whether the moves are the same.

python3 experiments/studies/strength/stopping.py [--carrack build/release/carrack]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

ITERATIONS = 1000
GAMES = 4
PLIES = range(10, 430, 12)


def analyse(binary: str, record: Path, game: int, ply: int, agent: str) -> dict[str, Any] | None:
    """The report; None behind the end of the game."""
    words = ["--game", str(game), "--ply", str(ply), "--json", "--agent", agent]
    done = subprocess.run([binary, "analyse", record, *words], capture_output=True, text=True)
    if done.returncode != 0:
        if "no decision at ply" in done.stderr:
            return None
        raise SystemExit(done.stderr.strip())
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--carrack", default="build/release/carrack")
    binary = parser.parse_args().carrack
    print("| players | positions | mean iterations | same moves |\n|---|---|---|---|")
    for players in (2, 4):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "games.jsonl"
            words = f"play --players {players} --agent scripted:balanced --games {GAMES} --seed 77"
            subprocess.run(
                [binary, *words.split(), "--record", record], check=True, capture_output=True
            )
            spent = []
            same = 0
            for game in range(1, GAMES + 1):
                for ply in PLIES:
                    spec = f"mcts:iterations={ITERATIONS}"
                    whole = analyse(binary, record, game, ply, spec)
                    if whole is None:
                        break
                    stopped = analyse(binary, record, game, ply, f"{spec},stop=on")
                    assert stopped is not None
                    spent.append(stopped["iterations"])
                    same += stopped["chosen"] == whole["chosen"]
        print(f"| {players} | {len(spent)} | {mean(spent):.0f} | {same} |", flush=True)


if __name__ == "__main__":
    main()
