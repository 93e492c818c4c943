"""How many iterations stop=on saves, and whether the moves are the same.

python3 experiments/studies/strength/stopping.py [--carrack build/release/carrack]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

ITERATIONS = 1000
GAMES = 4
PLIES = range(10, 430, 12)


def output_of(words: Sequence[str]) -> str:
    """What a command prints. Ends this program with the error line of one that fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True)
    except OSError as error:
        raise SystemExit(f"carrack: {error.filename}: {error.strerror}") from None
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip())
    return done.stdout


def analyse(binary: str, record: Path, game: int, ply: int, agent: str) -> dict[str, Any] | None:
    """The report; None behind the end of the game."""
    words = ["--game", str(game), "--ply", str(ply), "--json", "--agent", agent]
    try:
        report: dict[str, Any] = json.loads(output_of([binary, "analyse", str(record), *words]))
    except SystemExit as ended:
        if "no decision at ply" in str(ended.code):
            return None
        raise
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--carrack", default="build/release/carrack")
    binary = parser.parse_args().carrack
    print("| players | positions | mean iterations | same moves |\n|---|---|---|---|", flush=True)
    for players in (2, 4):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "games.jsonl"
            words = f"play --players {players} --agent scripted:balanced --games {GAMES} --seed 77"
            output_of([binary, *words.split(), "--record", str(record)])
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
