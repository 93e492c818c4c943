#!/usr/bin/env python3
"""Build and run the C++ tests affected by a change: `make quick`, `make quick SINCE=main`.

A change is the difference to SINCE; by default the uncommitted changes, or else the last commit.
Tests mirror the tree: core/rules/x.cpp affects the tests of core/rules, a header also those of each
folder whose tests include it. Slow random games (SLOW) run only in `make test`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SLOW = r"RandomGames\.EveryInvariant|WorldGames\."
EVERYWHERE = {"CMakeLists.txt", "CMakePresets.json"}  # in any folder
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def folders(root: Path = ROOT) -> dict[str, set[str]]:
    """The test folders that have a binary, each with the headers included by its files."""
    found: dict[str, set[str]] = {}
    for top in ("core", "agents", "experiments", "docs", "games", "fuzz"):
        for file in (root / "tests" / top).rglob("*_test.cpp"):
            folder = file.parent.relative_to(root / "tests")
            found.setdefault(folder.as_posix(), set()).update(INCLUDE.findall(file.read_text()))
    return found


def touched(changed: Iterable[str], tests: dict[str, set[str]]) -> list[str]:
    """The test folders affected by a change of these files."""
    found: set[str] = set()
    for file in changed:
        if Path(file).name in EVERYWHERE or (file.startswith(".ci/") and file.endswith(".cmake")):
            return sorted(tests)
        inside = file.removeprefix("tests/")
        for folder in Path(inside).parents:  # the nearest one with tests
            if folder.as_posix() in tests:
                found.add(folder.as_posix())
                break
        found.update(folder for folder, included in tests.items() if file in included)
    return sorted(found)


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def changes(since: str | None) -> list[str]:
    new = git("ls-files", "--others", "--exclude-standard")
    if since:
        return git("diff", "--name-only", since, "--") + new
    return git("diff", "--name-only", "HEAD", "--") + new or git(
        "diff", "--name-only", "HEAD~1", "HEAD", "--"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", help="a commit or branch")
    chosen = touched(changes(parser.parse_args().since or None), folders())
    if not chosen:
        print("quick: the change touches no C++ tests")
        return 0
    print(f"quick: tests of {', '.join(chosen)}", flush=True)
    binaries = ["test_" + folder.replace("/", "_") for folder in chosen]
    labels = f"^({'|'.join(chosen)})$"
    jobs = f"-j{os.cpu_count()}"
    for command in (
        ["cmake", "--preset", "quick", "--log-level=WARNING"],
        ["cmake", "--build", "--preset", "quick", jobs, "--target", *binaries],
        ["ctest", "--preset", "quick", jobs, "-L", labels, "-E", SLOW, "--progress"],
    ):
        status = subprocess.run(command, cwd=ROOT).returncode
        if status != 0:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
