"""experiments/studies/learning/screening.py: changes of the search on the suite of positions."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/strength"))
import bootstrap
import screened_changes
import screening
from suite_positions import SUITE, read_suite


def test_every_change_is_a_search() -> None:
    plan = screening.Plan()
    base = carrack.agent(plan.base).spec
    assert len(set(plan.changes)) == len(plan.changes)
    for change in plan.changes:
        spec = carrack.agent(plan.spec(change)).spec
        assert spec.replace("stop=on", "stop=off") != base, change


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.jsonl"
    assert screening.main([str(file), "--small"]) == 0
    table = capsys.readouterr().out
    assert "| none | " in table and "| `c=2` | " in table and "| `adapt=0` | " in table
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 1 + len(screening.SMALL.changes)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:100])  # as kill -9 may leave it
    assert screening.main([str(file), "--small"]) == 0
    assert capsys.readouterr().out == table
    assert file.read_bytes().splitlines(keepends=True) == lines


def test_the_kept_screening_is_complete_and_names_what_is_played_in_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "screening.jsonl"
    file.write_bytes((screening.REFERENCES.parent / "screening.jsonl").read_bytes())
    assert screening.main([str(file)]) == 0  # nothing is left to do
    rows = capsys.readouterr().out.split("\n|---|---|---|---|\n")[1].splitlines()
    names = [row.split("`")[1] for row in rows if "`" in row]
    assert len(names) == len(screening.CHANGES) == 60
    assert tuple(names[:10]) == screened_changes.CHANGES
    assert rows[0] == "| none | 0.00564 [0.00401, 0.00726] | | |"


def test_p_values_go_with_intervals() -> None:
    suite = read_suite(SUITE).positions
    base = np.linspace(0, 0.1, len(suite))
    game = np.array([position.game for position in suite])
    worse = base + 0.01 + 0.001 * np.sin(np.arange(len(suite)))
    assert bootstrap.p_value_over_games(worse - base, game) < 1e-6
    interval = bootstrap.mean_over_games(worse - base, game)
    assert interval.low < 0.01 < interval.high


@pytest.mark.parametrize(
    "row",
    [
        {"change": "c=2"},
        {"change": 5, "regret": [0.0] * 320},
        {"change": "", "regret": [2.0] * 320},
    ],
)
def test_damaged_rows_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: dict[str, object]
) -> None:
    file = tmp_path / "rows.jsonl"
    assert screening.main([str(file), "--small"]) == 0
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], json.dumps(row), *lines[2:]]) + "\n")
    assert screening.main([str(file), "--small"]) == 1
    assert f"{file}:2: expected a change and 320 regrets" in capsys.readouterr().err


def test_missing_references_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "references.jsonl"
    file = tmp_path / "rows.jsonl"
    assert screening.main([str(file), "--small", "--references", str(missing)]) == 1
    assert f"there is no {missing}" in capsys.readouterr().err
    assert not file.exists()
