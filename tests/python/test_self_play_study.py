"""experiments/studies/learning/self_play.py: what self-play brings to a policy."""

import json
import sys
from pathlib import Path

import pytest

import carrack

pytest.importorskip("jax")
pytest.importorskip("optax")

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
import self_play as study  # noqa: E402


def test_a_run_goes_on_and_may_have_more_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study.main([str(tmp_path), "--small"]) == 0
    table = capsys.readouterr().out
    assert table.count("\n") == 2 + 1 + 2 * 3
    assert "| 0 | three searches | 8 | " in table
    assert "| 2 | the start, four players | 8 | " in table and " | 0.5 |" in table
    first, second = (carrack.Network(tmp_path / f"round-{n}.net") for n in (1, 2))
    assert first.hash != second.hash and first.inputs == carrack.Network().inputs
    assert study.main([str(tmp_path), "--small", "--rounds", "3"]) == 0
    assert capsys.readouterr().out.startswith(table)
    lines = (tmp_path / "self_play.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 1 + 3 * 3
    assert carrack.Network(tmp_path / "round-2.net").hash == second.hash
    assert (tmp_path / "round-3.net").exists()


def test_wrong_folders_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert study.main([str(tmp_path / "a,b"), "--small"]) == 1
    assert "cannot have commas" in capsys.readouterr().err
    assert study.main([str(tmp_path), "--small"]) == 0
    assert study.main([str(tmp_path)]) == 1  # another plan
    file = tmp_path / "self_play.jsonl"
    lines = file.read_text().splitlines()
    for changed in ({"share": [2.0]}, {"round": "1"}, {"test": 1}):
        wrong = json.dumps(json.loads(lines[1]) | changed)
        file.write_text("\n".join([lines[0], wrong, *lines[2:]]) + "\n")
        capsys.readouterr()
        assert study.main([str(tmp_path), "--small"]) == 1
        assert f"{file}:2: expected a comparison" in capsys.readouterr().err
