"""The whole studies of a planted tweak, and how their flags are counted."""

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import carrack
from carrack import MeanInterval

FILE = Path(__file__).parents[3] / "experiments/studies/balance/planted_runs.py"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("planted_runs", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def result(effect: float, flags: list[tuple[str, str, str]]) -> Any:
    """A study of one tile of interest, and another."""
    rows = [
        SimpleNamespace(
            tile=tile,
            price=6,
            vs_other=MeanInterval(effect, effect - 0.01, effect + 0.01),
            fair_price=MeanInterval(9.0, 8.0, 10.0),
        )
        for tile in ("navigator", "glory")
    ]
    named = [SimpleNamespace(table=t, subject=s, direction=d) for t, s, d in flags]
    return SimpleNamespace(tiles=rows, flags=named)


def test_flags_are_counted_by_study(study: ModuleType) -> None:
    found = {
        1: result(0.09, [("prices", "navigator", "above"), ("seats", "p1 of 4", "above")]),
        2: result(0.01, [("dominated", "navigator", "above"), ("prices", "glory", "above")]),
        3: result(-0.05, [("prices", "navigator", "below")]),
    }
    lines = study.tables(found, ["navigator"]).splitlines()
    assert lines[2:5] == [
        "| 1 | navigator | $6 | 0.090 [0.080, 0.100] | $9.0 [$8.0, $10.0] | too cheap |",
        "| 2 | navigator | $6 | 0.010 [0.000, 0.020] | $9.0 [$8.0, $10.0] | no |",
        "| 3 | navigator | $6 | -0.050 [-0.060, -0.040] | $9.0 [$8.0, $10.0] | too dear |",
    ]
    assert lines[-2:] == ["| navigator is too cheap | 1 of 3 |", "| a seat | 1 of 3 |"]


def test_studies_are_continued(
    study: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(study, "SEEDS", (201, 202))
    words = [str(tmp_path / "new"), "--scale", "0.002"]
    assert study.main(words) == 0
    first = capsys.readouterr().out
    assert first.count("| navigator | $6 |") == first.count("| ship_yards | $11 |") == 2
    ledgers = [tmp_path / f"new/planted-{seed}.db" for seed in (201, 202)]
    assert sorted(tmp_path.glob("new/*.db")) == ledgers
    kept = carrack.Ledger(ledgers[0], "balance/main/games/4")
    played = len(kept.tournament().scores)
    assert study.main(words) == 0
    assert capsys.readouterr().out == first
    assert len(kept.tournament().scores) == played


def test_wrong_sizes_are_refused(
    study: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new"
    assert study.main([str(folder), "--scale", "0"]) == 1
    assert "scale is 0, expected more" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        study.main([str(folder), "--threads", "0"])
    assert "--threads: expected" in capsys.readouterr().err
    assert not folder.exists()
