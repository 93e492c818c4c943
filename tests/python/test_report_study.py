"""The study of reports: its figures, and that it continues after an interruption."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import carrack

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


WORDS = ["--players", "2", "--iterations", "4", "16", "--threads", "2"]
JUDGE = ["--judge", "mcts:iterations=100"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished study."""
    return tmp_path_factory.mktemp("report")


def test_a_study_continues_and_prints_its_tables(
    study: ModuleType, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(whole), *WORDS, *JUDGE, "--blocks", "2"]
    assert study.main(words) == 0
    text = capsys.readouterr().out
    for table in ("mean value", "slope of results", "mean luck", "root mean square", "Spearman"):
        assert table in text
    assert len(re.findall(r"^\| (?:4|16) \| 4 \| ", text, re.MULTILINE)) == 2
    file = whole / "reports.jsonl"
    content = file.read_text()
    lines = content.splitlines(keepends=True)
    rows = [json.loads(line) for line in lines[1:]]
    places = [(row["block"], row["permutation"]) for row in rows]
    assert places == [(0, 0), (0, 1), (1, 0), (1, 1)]
    records = carrack.Ledger(whole / "games.db", "report").records()
    for row, record in zip(rows, records, strict=True):
        assert [player["result"] for player in row["players"]] == record.final_state().returns()

    file.write_text("".join(lines[:3]) + lines[3][:50])  # killed while it wrote
    assert study.main(words) == 0
    assert file.read_text() == content
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    "change",
    [
        {"value": {"9": [0.5, 0.5]}},
        {"value": {"2": [0.5]}},
        {"players": [{}, {}]},
        {"players": [{"agent": "random", "luck": 0, "result": 1, "lost": 0, "at_stake": 1}] * 2},
        {"repeats": ["1"]},
        {"repeats": None},
    ],
)
def test_wrong_rows_are_refused(
    study: ModuleType,
    whole: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, object],
) -> None:
    lines = (whole / "reports.jsonl").read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **change})
    (tmp_path / "reports.jsonl").write_text("\n".join(lines) + "\n")
    assert study.main([str(tmp_path), *WORDS, *JUDGE, "--blocks", "2"]) == 1
    assert "reports.jsonl:3: expected the report of a game" in capsys.readouterr().err


def test_agents_without_a_game_have_no_row(
    study: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--players", "2", "--iterations", "1", "2", "3", "--blocks", "1", *JUDGE]
    assert study.main([str(tmp_path), *words]) == 0
    text = capsys.readouterr().out
    assert len(re.findall(r"^\| [123] \| 2 \| ", text, re.MULTILINE)) == 2
    assert "Spearman of accuracy and iterations: " in text


def test_a_start_changes_no_line(study: ModuleType, whole: Path) -> None:
    """Nothing can be lost by a kill, and no second process is let in."""
    file = whole / "reports.jsonl"
    before = file.stat()
    assert study.main([str(whole), *WORDS, *JUDGE, "--blocks", "2"]) == 0
    after = file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ([*JUDGE, "--blocks", "3"], "another plan: blocks is 2 there, 3 here"),
        (["--judge", "mcts:iterations=200", "--blocks", "2"], "another plan: judge is"),
    ],
)
def test_another_study_is_refused(
    study: ModuleType,
    whole: Path,
    capsys: pytest.CaptureFixture[str],
    changed: list[str],
    message: str,
) -> None:
    assert study.main([str(whole), *WORDS, *changed]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--judge", "mcts:iterations=20"], "with at least 100 iterations"),
        (["--judge", "mcts:time=1"], "with at least 100 iterations"),
        (["--judge", "mtcs"], "agent 'mtcs' cannot judge a report"),
        (["--value", "missing.net"], "missing.net"),
        (["--iterations", "32"], "iterations is 32, expected different numbers, at least 4"),
        (["--iterations", "8", "8", "8", "8"], "expected different numbers"),
        (["--iterations", "0", "1", "2", "3"], "iterations"),
        (["--blocks", "0"], "blocks is 0, expected 1 or more"),
    ],
)
def test_wrong_options_are_told_before_any_game(
    study: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    assert study.main([str(tmp_path / "new"), *words]) == 1
    assert message in capsys.readouterr().err and not (tmp_path / "new").exists()
