"""The study of reports: its figures, and that it continues after an interruption."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[2] / "experiments/studies/report/report_study.py"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("report_study", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["report_study"] = module  # for its dataclasses
    spec.loader.exec_module(module)
    return module


def test_ratios_are_of_sums_with_an_interval_over_blocks(study: ModuleType) -> None:
    rows = [(0, 1.0, 2.0), (0, 2.0, 2.0), (1, 0.0, 4.0), (2, 3.0, 4.0)]
    estimate, half = study.ratio(rows)
    assert estimate == pytest.approx(0.5)
    assert 0 < half < 5
    same = [(block, 1.0, 2.0) for block in range(4)]
    assert study.ratio(same) == pytest.approx((0.5, 0))
    assert study.ratio(rows * 2)[1] == pytest.approx(half), "blocks count, not rows"


def test_a_slope_of_one_is_calibrated(study: ModuleType) -> None:
    calibrated = [(block, 0.8, 1.0) for block in range(4)] + [(4, 0.8, 0.0)]
    assert study.slope(calibrated, 0.5)[0] == pytest.approx(1)
    assert study.slope([(0, 0.6, 1.0), (1, 0.4, 0.0)], 0.5)[0] == pytest.approx(5)


def test_rank_correlation(study: ModuleType) -> None:
    assert study.spearman([1, 2, 3], [10, 20, 30]) == 1
    assert study.spearman([3, 2, 1], [10, 20, 30]) == -1
    swapped = study.spearman([1, 3, 2, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7])
    assert swapped == pytest.approx(1 - 6 * 2 / (7 * 48))


def test_a_study_continues_and_prints_its_tables(
    study: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path), "--blocks", "2", "--players", "2", "--iterations", "4", "16"]
    words += ["--judge", "mcts:iterations=100", "--threads", "2"]
    study.main(words)
    text = capsys.readouterr().out
    for table in ("mean value", "slope of results", "mean luck", "root mean square", "Spearman"):
        assert table in text
    assert len(re.findall(r"^\| (?:4|16) \| 4 \| ", text, re.MULTILINE)) == 2
    file = tmp_path / "reports.jsonl"
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 1 + 4
    assert [json.loads(line)["block"] for line in lines[1:]] == [0, 0, 1, 1]

    file.write_text("".join(lines[:3]) + lines[3][:50])  # killed while it wrote
    study.main(words)
    assert file.read_text() == whole
    assert capsys.readouterr().out.split("\n\n", 1)[1] == text.split("\n\n", 1)[1]
    with pytest.raises(SystemExit, match="another study"):
        study.main([*words, "--judge", "mcts:iterations=200"])
