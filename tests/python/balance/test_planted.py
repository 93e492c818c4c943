"""The bank of planted tiles: kept games, skipped purchases, and its file."""

import importlib.util
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import carrack

FILE = Path(__file__).parents[3] / "experiments/studies/balance/planted.py"
WORDS = ["--tile", "monastery", "navy", "--forks", "12", "--seed", "5"]


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """With parts of 2 games."""
    spec = importlib.util.spec_from_file_location("planted", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "planted", module)  # for its dataclasses and processes
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "GAMES_AT_A_TIME", 2)
    return module


def test_a_planted_tile_is_worth_more(study: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "GAMES_AT_A_TIME", 50)
    row = study.forks_of_games(["monastery"], 10, 5, 0)
    assert {tile for tile, _, _ in row["forks"]} == {"monastery"} and len(row["forks"]) > 30
    assert row["skipped"] == 0
    assert np.mean([planted - printed for _, printed, planted in row["forks"]]) > 0


def test_an_ambiguous_position_is_skipped(
    study: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = study.forks_of_games(["monastery", "navy"], 3, 5, 0)
    made = study.with_money
    calls = []

    def with_money(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 2:  # the saving of the first purchase
            raise carrack.InputError("several histories lead here")
        return made(*given)

    monkeypatch.setattr(study, "with_money", with_money)
    row = study.forks_of_games(["monastery", "navy"], 3, 5, 0)
    assert row["skipped"] == 1 and row["forks"] == whole["forks"][1:]


def test_an_interrupted_run_continues(study: ModuleType, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert study.main([str(whole), *WORDS]) == 0
    made = json.loads(whole.read_text())
    assert made["saving"] == 3 and made["skipped"] == 0
    for forks in made["tiles"].values():
        assert len(forks["printed"]) == len(forks["planted"]) >= 12
    rows = Path(f"{whole}.rows").read_bytes().splitlines(keepends=True)
    assert len(rows) > 1 + study.JOBS
    kept = Path(f"{parts}.rows")
    kept.write_bytes(b"".join(rows[:3]) + rows[3][:30])  # killed while it wrote
    assert study.main([str(parts), *WORDS, "--threads", "1"]) == 0
    assert parts.read_bytes() == whole.read_bytes()
    assert kept.read_bytes() == b"".join(rows)


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    kept = Path(f"{file}.rows")
    words = [sys.executable, str(FILE), str(file), "--tile", "monastery", "--forks", "100000"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and process.poll() is None:
            if kept.exists() and kept.read_bytes().count(b"\n") > 1:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert told == f"interrupted: finished games are in {kept}; the same command continues\n"
    assert json.loads(kept.read_text().splitlines()[1])["first"] == 0 and not file.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing/p.json"], "missing/p.json: no such folder"),
        (["."], "it is a folder"),
        (["p.json", "--tile", "navvy"], "tile 'navvy' is not one of aoe3"),
        (["p.json", "--forks", "0"], "forks is 0, expected 1 or more"),
        (["p.json", "--threads", "0"], "threads is 0, expected 1 or more"),
    ],
)
def test_wrong_words_are_told_before_any_game(
    study: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    monkeypatch.setattr(study, "bank", None)
    monkeypatch.chdir(tmp_path)
    assert study.main(words) == 1
    assert message in capsys.readouterr().err and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "changed",
    [
        {"first": -1},
        {"forks": 1},
        {"forks": [["university", 2, 0]]},
        {"forks": [["navy", 0, 0]]},  # not one of the plan
        {"forks": [[["university"], 0, 0]]},
    ],
)
def test_wrong_rows_are_refused(
    study: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changed: dict[str, object],
) -> None:
    file = tmp_path / "p.json"
    with study.kept_rows(f"{file}.rows", "planted", study.Plan().header(), [study.RULES]) as kept:
        kept.keep({"first": 0, "forks": [], "skipped": 0} | changed)
    assert study.main([str(file)]) == 1
    assert "p.json.rows:2: expected games" in capsys.readouterr().err
