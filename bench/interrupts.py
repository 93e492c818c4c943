"""Latency of Ctrl-C for long-running commands: ``python bench/interrupts.py``.

Each command is started, interrupted by SIGINT or SIGTERM, and timed until it exits; a row shows the
median and maximum over the repetitions, and the time of its first output on stderr.
"""

from __future__ import annotations

import argparse
import os
import select
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SLEEPER = """import sys, json, time
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print('{"name": "sleeper"}', flush=True)
    elif kind == "move":
        time.sleep(3600)
"""

SEARCH = "play --players 4 --games 2 --agent mcts:iterations=2000000"
TOURNAMENT = "tournament --players 4 --agent mcts:iterations=200000 --games 400 --threads 2"

# Description and arguments of each command.
COMMANDS = [
    ("a long search", SEARCH),
    ("a shared tree", f"{SEARCH},parallel=tree,threads=2"),
    ("many trees", f"{SEARCH},parallel=root,workers=4,threads=2"),
    ("leaf-parallel", f"{SEARCH},parallel=leaf,leaves=4,threads=2"),
    ("flat playouts", "play --players 4 --agent flat:iterations=2000000 --games 2"),
    ("a sleeping program", "play --players 2 --agent 'process:python3 sleeper.py,time=9999'"),
    ("a tournament", TOURNAMENT),
    ("one into a ledger", f"{TOURNAMENT} --ledger t.db"),
    ("laying out blocks", "tournament --agent random --blocks 900000000 --ledger t.db"),
    ("random games", "tournament --players 4 --agent random --games 100000000 --threads 2"),
    ("with a record", "tournament --players 4 --agent random --games 100000000 --record r.jsonl"),
    ("a match", "match --players 4 --agent mcts:iterations=200000 --agent mcts:iterations=200000"),
    ("a trial", "trial --players 4 --agent mcts:iterations=20000 --games 1000"),
    ("a fit", "fit --games 100000 --agent mcts:iterations=20000"),
    ("an analysis", "analyse games.jsonl --agent mcts:iterations=50000000"),
    ("perft", "perft --players 4 --depth 12"),
    ("bench", "bench --seconds 100"),
    ("verify", "verify" + " games.jsonl" * 400),
    ("rate by bootstrap", "rate results.db --bootstrap 1000000"),
    ("rate with luck", "rate --luck" + " games.jsonl" * 400),
    ("export", "export results.db --csv tables --records all.jsonl"),
    ("merge", "ledger merged.db --merge results.db"),
]  # fmt: skip


def prepare(binary: Path, folder: Path) -> None:
    """Create a record, a ledger and a program that never answers."""
    for words in (
        "play --players 4 --agent random --games 300 --record games.jsonl",
        "tournament --players 4 --agent random --agent scripted --agent greedy --agent random "
        "--games 6000 --ledger results.db",
    ):
        subprocess.run([binary, *words.split()], cwd=folder, check=True, capture_output=True)
    (folder / "sleeper.py").write_text(SLEEPER)


def interrupted(binary: Path, folder: Path, words: str, number: int, after: float
                ) -> tuple[float, float, int] | None:  # fmt: skip
    """Seconds until first output and until exit, and the exit status; None if it finished before
    the interrupt.
    """
    for pattern in ("t.db*", "r.jsonl", "page.html", "merged.db*", "all.jsonl", "tables/*.csv"):
        for file in folder.glob(pattern):
            file.unlink()
    child = subprocess.Popen(
        [binary, *shlex.split(words)], cwd=folder, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stderr is not None
    try:
        time.sleep(after)
        if child.poll() is not None:
            return None
        began = time.perf_counter()
        child.send_signal(number)
        select.select([child.stderr], [], [], 30)
        said = time.perf_counter() - began
        try:
            child.wait(60)
        except subprocess.TimeoutExpired:
            kill(child)
        return said, time.perf_counter() - began, child.returncode
    finally:  # also after Ctrl-C of this program
        kill(child)
        child.stderr.close()


def kill(child: subprocess.Popen[bytes]) -> None:
    """End a command and its children, if it is running."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, default=ROOT / "build" / "release" / "carrack")
    parser.add_argument("--repetitions", type=int, default=5)
    given = parser.parse_args()
    if not given.binary.is_file():
        parser.error(f"no {given.binary}; `make build` builds it")
    if given.repetitions < 1:
        parser.error(f"--repetitions is {given.repetitions}, expected 1 or more")
    binary = given.binary.resolve()
    longest = 0.0
    print(f"{'command':<22}  {'says after':>10}  {'ends after':>10}  {'at most':>8}  statuses")
    print(f"{'-' * 22}  {'-' * 10}  {'-' * 10}  {'-' * 8}  --------")
    with tempfile.TemporaryDirectory(prefix="carrack-interrupts-") as name:
        folder = Path(name)
        prepare(binary, folder)
        for what, words in COMMANDS:
            results = []
            for repetition in range(given.repetitions):
                number = signal.SIGTERM if repetition % 2 else signal.SIGINT
                after = 0.15 if what in ("export", "merge") else 1.0
                one = interrupted(binary, folder, words, number, after)
                if one is not None:
                    results.append(one)
            if not results:
                print(f"{what:<22}  was done before it could be interrupted")
                continue
            said = statistics.median(row[0] for row in results)
            ended = statistics.median(row[1] for row in results)
            most = max(row[1] for row in results)
            longest = max(longest, most)
            statuses = " ".join(str(status) for status in sorted({row[2] for row in results}))
            print(f"{what:<22}  {said:>8.3f} s  {ended:>8.3f} s  {most:>6.3f} s  {statuses}")
    print(f"{given.repetitions} interrupts each, SIGINT and SIGTERM in turns; the longest took "
          f"{longest:.3f} s")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
