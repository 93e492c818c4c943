"""experiments/studies/boards/study.py: figures have intervals, over blocks and in their range."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

pytest.importorskip("pandas")

FILE = Path(__file__).parents[2] / "experiments/studies/boards/study.py"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("study", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_have_intervals_in_their_range(
    study: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study.main(["2"]) == 0
    text = capsys.readouterr().out
    shares = re.findall(r"(\d\.\d{3}) \[(\d\.\d{3}), (\d\.\d{3})\], \d+\.\d ± \d+\.\d", text)
    assert len(shares) == 11 * 4
    for mean, low, high in (map(float, found) for found in shares):
        assert 0 <= low <= mean <= high <= 1 and low < high
    assert len(re.findall(r"[+-]\d+\.\d ± \d+\.\d", text)) >= 12 * 3
    assert "of 40 differ from the printed board's (Holm)" in text
    assert "of 30 differ from the printed board's (Holm)" in text


def test_boards_are_compared_all_together(study: ModuleType) -> None:
    draw = np.random.default_rng(1)
    printed = [draw.normal(size=200) for _ in range(4)]
    boards = [[own + draw.normal(size=200) / 5 for own in printed] for _ in range(10)]
    assert "Shares: 0 of 40 differ" in study.unlike("Shares", printed, boards)
    boards[3][1] = printed[1] + 1 + draw.normal(size=200) / 5
    found = study.unlike("Shares", printed, boards)
    assert "Shares: 1 of 40 differ" in found and "difference is +1.0" in found


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["0"], 1, "blocks is 0, expected 2 or more"),
        (["-1"], 1, "blocks is -1, expected 2 or more"),
        (["all"], 2, "argument BLOCKS: invalid int value: 'all'"),
        (["2", "3"], 2, "unrecognized arguments: 3"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(
    study: ModuleType, words: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        sys.exit(study.main(words))
    out, err = capsys.readouterr()
    assert ended.value.code == status and (out, err) == ("", f"carrack: {told}\n")
