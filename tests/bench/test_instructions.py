"""The release build executes no more instructions than bench/HISTORY.md says."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import measure  # noqa: E402

HISTORY = ROOT / "bench" / "HISTORY.md"
BINARY = ROOT / "build" / "release" / "carrack"
TOLERANCE = 0.02
UNRECORDED = 0.05
"""A gain of this size is recorded, so that a later loss is seen."""


def last_row(text: str) -> tuple[str, dict[str, float]]:
    """The compiler and the instructions of the last row."""
    rows = [line for line in text.splitlines() if re.match(r"\| `[0-9a-z]+` \| (GNU|Clang) ", line)]
    cells = [cell.strip() for cell in rows[-1].strip("|").split("|")]
    names = ["decision", *(f"iteration of {agent}" for agent in measure.SEARCHES)]
    counts = [float(cell.replace(",", "")) for cell in cells[2:5]]
    return cells[1], dict(zip(names, counts, strict=True))


def test_the_last_row_is_read() -> None:
    text = "| commit |\n|---|\n| `abc` | GNU 9 | 600 | 1,000 | 2,000.5 | why |\n"
    text += "\n| `def` | `abc` | 56 |"
    compiler, counts = last_row(text)
    assert compiler == "GNU 9"
    assert counts == {"decision": 600, "iteration of uct": 1000, "iteration of mcts": 2000.5}


def has_level_v3() -> bool:
    """Whether the machine has the instructions that the history counts."""
    if platform.machine() != "x86_64":
        return False
    command = [str(BINARY), "agents"]
    level = {**os.environ, "CARRACK_CPU": "v3"}
    return subprocess.run(command, env=level, capture_output=True).returncode == 0


def test_no_more_instructions_than_the_history_says(tmp_path: Path) -> None:
    if not BINARY.is_file():
        pytest.skip("there is no release build")
    compiler, expected = last_row(HISTORY.read_text())
    version = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True)
    if f"{compiler}, Release" not in version.stdout:
        pytest.skip(f"the history is of {compiler}, the build is {version.stdout.strip()}")
    if not has_level_v3():
        pytest.skip("the history is of the level v3 of x86-64, which this machine does not have")
    counts = measure.all_instructions(BINARY, measure.Game.play(BINARY, 4, tmp_path))
    assert counts.keys() == expected.keys()
    grown = {
        name: (round(count), expected[name])
        for name, count in counts.items()
        if count > (1 + TOLERANCE) * expected[name]
    }
    gained = {
        name: (round(count), expected[name])
        for name, count in counts.items()
        if count < (1 - UNRECORDED) * expected[name]
    }
    assert not gained, f"fewer instructions than before (now, then): add a row to {HISTORY}"
    assert not grown, f"more instructions than before (now, then); if need be, say why in {HISTORY}"
