"""experiments/studies/strength: tournaments that are continued from results kept as text."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/strength"))
import kept_games
import tables

AGENTS = ("greedy", "random", "greedy", "random")
PLAN = kept_games.Plan(carrack.Ruleset("aoe3", 4), AGENTS, 5, 6)


def play(folder: Path, ledger: str, plan: kept_games.Plan = PLAN, threads: int = 2) -> Any:
    path = folder / "kept.jsonl"
    return kept_games.tournament(path, plan, str(folder / ledger), "row", threads)


def test_the_figures_are_those_of_the_tournament(tmp_path: Path) -> None:
    games = play(tmp_path, "a.db")
    whole = carrack.tournament(PLAN.rules, AGENTS, PLAN.blocks, seed=PLAN.seed)
    assert (games.scores == whole.scores).all() and (games.ranks == whole.ranks).all()
    greedy, other = games.table()
    assert (greedy["agent"], greedy["games"], other["agent"]) == ("greedy", 24, "random")
    shares = [row["win_share"] for row in whole.table()]
    assert greedy["win_share"] == pytest.approx((shares[0] + shares[2]) / 2)
    assert greedy["win_share_low"] < greedy["win_share"] < greedy["win_share_high"]


def test_it_is_continued_from_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    play(tmp_path, "a.db")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[2], lines[5]]))
    part = play(tmp_path, "missing.db", threads=0)
    assert np.unique(part.block).tolist() == [1, 4] and len(part.scores) == 8
    play(tmp_path, "b.db")
    again = path.read_text().splitlines(keepends=True)
    assert again[0] == lines[0] and sorted(again[1:]) == sorted(lines[1:])
    assert len(carrack.Ledger(tmp_path / "b.db").tournament().scores) == 16  # the missing ones
    before = path.read_bytes()
    play(tmp_path, "c.db")
    assert path.read_bytes() == before and not (tmp_path / "c.db").exists()


def test_games_are_collected_without_playing(tmp_path: Path) -> None:
    ledger = tmp_path / "a.db"
    assert play(tmp_path, "a.db", threads=0) is None and not list(tmp_path.iterdir())
    carrack.tournament(PLAN.rules, AGENTS, 1, ledger=ledger, name="another row")
    assert play(tmp_path, "a.db", threads=0) is None
    carrack.tournament(PLAN.rules, AGENTS, range(2), seed=5, ledger=ledger, name="row")
    assert play(tmp_path, "a.db", threads=0).blocks == 2


def test_another_plan_is_refused(tmp_path: Path) -> None:
    play(tmp_path, "a.db")
    other = kept_games.Plan(PLAN.rules, AGENTS, 6, 6)
    with pytest.raises(carrack.InputError, match="has another plan: seed is 5 there, 6 here"):
        play(tmp_path, "b.db", other)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"block": 6}, "a block of its own below 6"),
        ({"block": 0}, "a block of its own below 6"),
        ({"block": True}, "a block of its own below 6"),
        ({"vp": [1] * 15}, "vp: 16 numbers from 0 to 999"),
        ({"vp": [1000] * 16}, "vp: 16 numbers from 0 to 999"),
        ({"ranks": [0] * 16}, "ranks: 16 numbers from 1 to 4"),
        ({"entrants": [4] * 16}, "entrants: 16 numbers from 0 to 3"),
        ({"entrants": "0" * 16}, "entrants: 16 numbers from 0 to 3"),
    ],
)
def test_wrong_rows_are_refused(change: dict[str, Any], expected: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    play(tmp_path, "a.db")
    lines = path.read_text().splitlines()
    lines[3] = json.dumps({**json.loads(lines[3]), **change})
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(carrack.InputError, match=rf"kept.jsonl:4: expected {expected}"):
        play(tmp_path, "a.db")


def test_the_tables_show_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = tables.Row("a/row", AGENTS, 24, 5)
    monkeypatch.setattr(tables, "TABLES", {"one": lambda study: tables.standings(study, row)})
    words = ["tables.py", "--ledger", str(tmp_path / "a.db"), "--kept", str(tmp_path / "kept")]
    monkeypatch.setattr(sys, "argv", words)
    tables.main()
    first = capsys.readouterr().out
    assert "| `greedy` | 24 |" in first and (tmp_path / "kept/a-row.jsonl").exists()
    monkeypatch.setattr(sys, "argv", [*words, "--ledger", str(tmp_path / "b.db"), "--no-play"])
    tables.main()
    assert capsys.readouterr().out == first
