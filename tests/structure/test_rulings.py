"""core/RULINGS.md: every ruling has a test in tests/core that carries its number in its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| ([RWC]\d+) \| [^|]*\| (?!not used)", re.MULTILINE)
TEST = re.compile(r"^TEST(?:_[FP])?\(\s*\w+,\s*(\w+)", re.MULTILINE)
RULINGS = ROW.findall((ROOT / "core/RULINGS.md").read_text())
NAMES = [
    name
    for file in sorted((ROOT / "tests/core").rglob("*_test.cpp"))
    for name in TEST.findall(file.read_text())
]


def test_the_rulings_are_read() -> None:
    assert {"R1", "R26", "W6", "C22"} <= set(RULINGS)
    assert "R15" not in RULINGS


@pytest.mark.parametrize("number", RULINGS)
def test_a_ruling_is_in_the_name_of_a_test(number: str) -> None:
    assert any(number in name.split("_") for name in NAMES)
