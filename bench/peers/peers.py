#!/usr/bin/env python3
"""Compare the speed of carrack with that of other toolkits on one core, as a Markdown table.

python3 bench/peers/peers.py [--rounds 5] [--seconds 1]

Installs the versions in requirements.txt into build/peers. carrack is that of .venv and of
build/release. The programs run in turn, in interleaved rounds, and a figure is the median of its
rounds. A decision is a choice of a player; chance is not counted, but its time is.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))

from measure import whole_number  # noqa: E402

VENV = ROOT / "build" / "peers"
OURS = ROOT / ".venv" / "bin" / "python"
PEERS = ("openspiel", "catanatron", "pettingzoo")
REQUIREMENTS = HERE / "requirements.txt"

Key = tuple[str, str, str]  # kind, program, game


class PeersError(Exception):
    """A program could not be installed or run."""


def run(command: list[str | Path], cwd: Path = HERE) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        words = " ".join(str(word) for word in command)
        raise PeersError(f"{words}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def installed() -> Path:
    """The interpreter that has the peers."""
    python = VENV / "bin" / "python"
    mark = VENV / REQUIREMENTS.name
    if not mark.is_file() or mark.read_text() != REQUIREMENTS.read_text():
        print("installing the peers into build/peers", file=sys.stderr)
        run([sys.executable, "-m", "venv", "--clear", VENV])
        run([python, "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS])
        mark.write_text(REQUIREMENTS.read_text())
    return python


def rates(lines: Iterable[str]) -> list[tuple[Key, dict[str, float]]]:
    """From lines of rates.py: seconds per unit, units per round and rounds per second."""
    found = []
    for line in lines:
        rate = json.loads(line)
        counted = rate["counted"]
        figures = {
            "players": rate["players"],
            "nanoseconds": 1e9 * counted["seconds"] / counted["units"],
            "units": counted["units"] / counted["rounds"],
            "rounds": counted["rounds"] / counted["seconds"],
        }
        found.append(((rate["kind"], rate["program"], rate["game"]), figures))
    return found


def table(rounds: list[list[tuple[Key, dict[str, float]]]]) -> str:
    """Markdown: medians over the rounds, by kind, fastest first."""
    figures: dict[Key, list[dict[str, float]]] = {}
    for one in rounds:
        for key, values in one:
            figures.setdefault(key, []).append(values)

    def of(key: Key, name: str) -> float:
        return median(values[name] for values in figures[key])

    # UCT plays on from the root to the end: an iteration is as many decisions as a random game.
    decisions = {
        (program, game): of((kind, program, game), "units")
        for kind, program, game in figures
        if kind.startswith("random")
    }
    lines = [
        "| what | program | game | players | decisions a game | games or iterations a second "
        "| ns a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    rows = []
    for key in figures:
        kind, program, game = key
        length = decisions[program, game]
        per_decision = of(key, "nanoseconds")
        rate = of(key, "rounds")
        if kind.startswith("UCT"):
            rate = 1e9 / per_decision
            per_decision /= length
        rows.append((kind, per_decision, program, game, of(key, "players"), length, rate))
    for kind, per_decision, program, game, players, length, rate in sorted(rows):
        lines.append(
            f"| {kind} | {program} | {game} | {players:.0f} | {length:,.0f} | {rate:,.0f} "
            f"| {per_decision:,.0f} |"
        )
    return "\n".join(lines)


def positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}', expected a number above 0")
    return value


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=whole_number, default=5, help="interleaved rounds (5)")
    parser.add_argument("--seconds", type=positive, default=1.0, help="CPU seconds per rate (1)")
    options = parser.parse_args()
    try:
        peers = installed()
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # also for what is started
        rounds = []
        for _ in range(options.rounds):
            lines: list[str] = []
            for name in ("carrack", *PEERS):
                python = OURS if name == "carrack" else peers
                script = HERE / f"rates_of_{name}.py"
                lines += run([python, script, "--seconds", str(options.seconds)]).splitlines()
            rounds.append(rates(lines))
    except (PeersError, OSError) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 1
    print(table(rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
