"""experiments/studies/tiles/tile_tables.py: tables from `carrack trial --json`."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "experiments/studies/tiles/tile_tables.py"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tile_tables", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figure(mean: float, half: float, all_half: float | None = None) -> dict[str, float]:
    found = {"mean": mean, "low": mean - half, "high": mean + half}
    if all_half is not None:
        found |= {"simultaneous_low": mean - all_half, "simultaneous_high": mean + all_half}
    return found


def tile(name: str, mean: float, age: int = 1) -> dict[str, Any]:
    effects = {"win_share": figure(mean, 0.02, 0.05), "vp": figure(10 * mean, 0.5)}
    occasion = {"vs_other": effects, "vs_nothing": effects}
    seen = {
        "bought": 600,
        "mean_turn": 2.0,
        "advantage": {"mean": 0.1, "low": 0.05, "high": 0.2},
        "adjusted": figure(0.1, 0.03),
    }
    return {
        "tile": name, "age": age, "cost": 10, "offered": occasion, "bought": occasion,
        "observed": seen,
    }  # fmt: skip


def test_a_figure_has_its_interval_and_a_star_where_all_hold(tables: ModuleType) -> None:
    assert tables.number(figure(0.1, 0.02, 0.05)) == "+0.100 ± 0.020 *"
    assert tables.number(figure(-0.1, 0.02, 0.2)) == "-0.100 ± 0.020"
    assert tables.number(figure(-7.26, 0.51), 1) == "-7.3 ± 0.5"
    assert tables.number({"mean": 0.1, "low": 0.05, "high": 0.2}) == "+0.100 [+0.050, +0.200]"
    assert tables.number(None) == ""


def test_tables_of_two_runs(
    tables: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = {
        "editions.json": {
            "aoe3-4": [tile("navy", 0.01, age=3), tile("monastery", 0.2)],
            "empires-4": [tile("monastery", 0.1), tile("plague_1", -0.3)],
        },
        "players.json": {"aoe3-2": [tile("monastery", -0.1)]},
    }
    files = []
    for name, trials in runs.items():
        files.append(str(tmp_path / name))
        parts = [{"ruleset": rules, "tiles": tiles} for rules, tiles in trials.items()]
        (tmp_path / name).write_text(json.dumps({"trials": parts}))
    assert tables.main(files) == 0
    ranking, correlation, players = capsys.readouterr().out.strip().split("\n\n")
    assert re.findall(r"^\| (\w+) \| 10", ranking, re.MULTILINE) == [
        "monastery",
        "navy",
        "plague_1",
    ]
    assert "| plague_1 | 10 |  | -0.300 ± 0.020 * |" in ranking
    assert "| monastery | 600 | 2.0 | +0.100 [+0.050, +0.200] |" in correlation
    assert players.splitlines()[0] == "| tile | 2 players | 4 players |"
    assert players.splitlines()[2:] == ["| monastery | -0.100 ± 0.020 * | +0.200 ± 0.020 * |"]


@pytest.mark.parametrize("text", ["", "[]", '{"trials": []}', '{"trials": [{"ruleset": "aoe3-4"}]}',
    '{"trials": [{"ruleset": "aoe3-4", "tiles": [{"tile": "navy"}]}]}'])  # fmt: skip
def test_other_files_are_refused(
    tables: ModuleType, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.json"
    file.write_text(text)
    assert tables.main([str(file)]) == 1
    told = f"carrack: {file} is not a report of `carrack trial --json` on tiles\n"
    assert capsys.readouterr() == ("", told)
    file.unlink()
    assert tables.main([str(file)]) == 1
    assert capsys.readouterr() == ("", f"carrack: {file}: No such file or directory\n")
    with pytest.raises(SystemExit):
        tables.main([])
    assert "the following arguments are required: FILE" in capsys.readouterr().err
