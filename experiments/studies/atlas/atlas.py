"""The atlas of tiles: what each is worth, by intervention.

.venv/bin/python experiments/studies/atlas/atlas.py play FOLDER [--only TEXT] [--threads N]
.venv/bin/python experiments/studies/atlas/atlas.py tables FOLDER --out FOLDER2
.venv/bin/python experiments/studies/atlas/atlas.py page FOLDER2 --out FILE
.venv/bin/python experiments/studies/atlas/atlas.py results FOLDER2

`play` plays the trials of atlas_plan.py into FOLDER, and goes on where it was stopped. `tables`
writes Parquet files from what is there; trials that FOLDER2 has and FOLDER has not stay as they
are. `page` writes a page from these files; `results` prints them as Markdown. Definitions:
README.md.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from atlas_page import page
from atlas_plan import TRIALS, Trial
from atlas_results import results
from atlas_tables import write_tables

from carrack import InputError, _command, _output


def play(folder: Path, trials: Sequence[Trial], games: int | None, threads: int) -> None:
    """Play the trials that are not complete. Each leaves NAME.json, its report."""
    folder.mkdir(parents=True, exist_ok=True)
    for trial in trials:
        arguments = trial.arguments(str(folder / "atlas.db"), games, threads)
        print(f"{trial.name}: carrack trial {' '.join(arguments)}", file=sys.stderr, flush=True)
        began = time.monotonic()
        words = [sys.executable, "-m", "carrack", "trial", *arguments]
        done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(done.returncode)  # the command has said why
        report = folder / f"{trial.name}.json"
        part = report.with_suffix(".part")
        part.write_bytes(done.stdout)
        part.replace(report)
        print(f"{trial.name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


def parser() -> _command.Parser:
    made = _command.Parser("atlas.py", __doc__ or "", "")
    made.add_argument("command", choices=("play", "tables", "page", "results"))
    made.add_argument("folder", metavar="FOLDER", type=Path)
    made.add_argument("--only", metavar="TEXT", help="of play: trials with this in their name")
    made.add_argument(
        "--out", metavar="PATH", type=Path, help="of tables: a folder; of page: a file"
    )
    _command.add_numbers(
        made, [("--games", None, "of each trial (as planned)"), ("--threads", None, "(1)")]
    )
    return made


def run(given: argparse.Namespace) -> None:
    for option in ("only", "games", "threads"):
        if given.command != "play" and getattr(given, option) is not None:
            raise InputError(f"--{option} belongs to play")
    if given.command in ("play", "results") and given.out is not None:
        raise InputError("--out belongs to tables and page")
    if given.command == "play":
        only = given.only or ""
        trials = [trial for trial in TRIALS if only in trial.name]
        if not trials:
            names = ", ".join(trial.name for trial in TRIALS)
            raise InputError(f"--only is {only!r}, expected a part of a name: {names}")
        play(given.folder, trials, given.games, 1 if given.threads is None else given.threads)
        return
    if given.command == "results":
        print(results(given.folder))
        return
    if given.out is None:
        raise InputError(f"{given.command} needs --out")
    if given.command == "tables":
        write_tables(given.folder, given.out)
    else:
        _output.write(given.out, page(given.folder))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
