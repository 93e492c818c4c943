"""experiments/studies/strength: tournaments that are continued from results kept as text."""

import contextlib
import json
import shutil
import sqlite3
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/strength"))
import equal_cost
import kept_games
import stopping
import tables

AGENTS = ("greedy", "random", "greedy", "random")
PLAN = kept_games.Plan(carrack.Ruleset("aoe3", 4), AGENTS, 5, 6)


def play(
    folder: Path,
    ledger: str,
    plan: kept_games.Plan = PLAN,
    threads: int = 2,
    first: int | None = None,
) -> Any:
    path = folder / "kept.jsonl"
    return kept_games.tournament(path, plan, str(folder / ledger), "row", threads, first)


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


def test_first_blocks_can_be_played_alone(tmp_path: Path) -> None:
    games = play(tmp_path, "a.db", first=2)
    assert np.unique(games.block).tolist() == [0, 1]
    rest = play(tmp_path, "b.db")
    assert np.unique(rest.block).tolist() == list(range(6))
    # The other ledger has only the blocks that the file lacked.
    assert np.unique(carrack.Ledger(tmp_path / "b.db").tournament().block).tolist() == [2, 3, 4, 5]


def test_games_are_collected_without_playing(tmp_path: Path) -> None:
    ledger = tmp_path / "a.db"
    assert play(tmp_path, "a.db", threads=0) is None and not list(tmp_path.iterdir())
    carrack.tournament(PLAN.rules, AGENTS, 1, ledger=ledger, name="another row")
    assert play(tmp_path, "a.db", threads=0) is None
    carrack.tournament(PLAN.rules, AGENTS, range(2), seed=5, ledger=ledger, name="row")
    assert play(tmp_path, "a.db", threads=0).blocks == 2


def digest_of(configuration: str, signature: str) -> str:
    """The hash of a plan in a ledger: FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in f"{configuration}\n{signature}".encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def change_ledger(file: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def test_rows_name_the_programs_that_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "a.db"
    carrack.tournament(PLAN.rules, AGENTS, range(2), seed=5, ledger=ledger, name="row")
    change_ledger(ledger, "UPDATE runs SET engine = 'carrack 9'")
    play(tmp_path, "a.db", threads=0)
    rows = [json.loads(line) for line in (tmp_path / "kept.jsonl").read_text().splitlines()[1:]]
    assert [row["engine"] for row in rows] == ["carrack 9"] * 2
    assert capsys.readouterr().err == ""
    play(tmp_path, "a.db")
    told = f"rows of several programs: 2 of carrack 9; 4 of {carrack.ENGINE}"
    assert told in capsys.readouterr().err


def test_a_ledger_of_other_rules_is_not_kept(tmp_path: Path) -> None:
    ledger = tmp_path / "a.db"
    carrack.tournament(PLAN.rules, AGENTS, range(2), seed=5, ledger=ledger, name="row")
    signature = "0123456789abcdef"
    with contextlib.closing(sqlite3.connect(ledger)) as connection, connection:
        ((configuration,),) = connection.execute("SELECT configuration FROM tournaments")
        connection.execute(
            "UPDATE tournaments SET signature = ?, hash = ?",
            (signature, digest_of(configuration, signature)),
        )
    assert carrack.rate(ledger).attrs["other_signature"] == signature
    with pytest.raises(carrack.InputError, match="other rules: signature 0123456789abcdef there"):
        play(tmp_path, "a.db", threads=0)
    assert len((tmp_path / "kept.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize("threads", [0, 2])
@pytest.mark.parametrize(
    ("agents", "seed", "told"),
    [
        (AGENTS, 6, "seed is 6 there, 5 here"),
        (("greedy", "random", "random", "greedy"), 5, "agents is .* there, .* here"),
    ],
)
def test_games_of_another_plan_are_not_kept(
    agents: tuple[str, ...], seed: int, told: str, threads: int, tmp_path: Path
) -> None:
    carrack.tournament(PLAN.rules, agents, 2, seed=seed, ledger=tmp_path / "a.db", name="row")
    with pytest.raises(carrack.InputError, match=f"'row' has another plan: {told}"):
        play(tmp_path, "a.db", threads=threads)
    assert len((tmp_path / "kept.jsonl").read_text().splitlines()) == 1
    assert play(tmp_path, "b.db").blocks == PLAN.blocks


def test_blocks_beyond_the_plan_are_not_kept(tmp_path: Path) -> None:
    carrack.tournament(PLAN.rules, AGENTS, 8, seed=5, ledger=tmp_path / "a.db", name="row")
    assert play(tmp_path, "a.db").blocks == PLAN.blocks
    assert play(tmp_path, "missing.db", threads=0).blocks == PLAN.blocks


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


def test_the_table_has_the_number_of_games_that_were_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "mcts", lambda k, _: "greedy" if k == 64 else "random")
    ledger = tmp_path / "a.db"
    agents = ["greedy", "random"] * 2
    carrack.tournament(PLAN.rules, agents, range(2), seed=57, ledger=ledger, name="doublings/32")
    words = ["tables.py", "doublings", "--only", "doublings/32", "--ledger", str(ledger)]
    monkeypatch.setattr(sys, "argv", [*words, "--kept", str(tmp_path / "kept"), "--no-play"])
    tables.main()
    assert "| 32 to 64 | 8 | " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "figures"),
    [
        ("batches", "| 1340 | 0.237 [0.223, 0.250] | 85.2 ± 0.5 | 2.53 [2.50, 2.56] |"),
        ("network", "| 576 | 0.379 [0.362, 0.395] | 89.0 ± 0.7 |"),
        ("network", "| 450 | 0.891 [0.859, 0.917] | 126.6 ± 2.0 |"),
        ("network", "| 620 | 0.338 [0.320, 0.355] | 105.8 ± 1.5 |"),
        ("network", "| 620 | 0.338 [0.317, 0.358] | 76.0 ± 0.6 |"),
        ("network", "| 1260 | 0.738 [0.713, 0.762] | 106.7 ± 0.7 |"),
    ],
)
def test_the_kept_results_of_the_repository_are_read(
    table: str, figures: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """With the commands of agents/STRENGTH.md, and figures of it and agents/STRENGTH_ARCHIVE.md."""
    kept = tmp_path / "kept"
    shutil.copytree(Path(tables.__file__).with_name("kept"), kept)
    words = ["tables.py", table, "--kept", str(kept), "--no-play"]
    monkeypatch.setattr(sys, "argv", [*words, "--ledger", str(tmp_path / "none.db")])
    tables.main()
    shown = capsys.readouterr()
    assert figures in shown.out
    assert shown.err == ""


def test_tables_at_equal_cost_name_both_searches_and_the_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []
    monkeypatch.setattr(tables, "standings", lambda study, row: played.append(row))
    monkeypatch.setattr(sys, "argv", ["tables.py", "network"])
    tables.main()
    capsys.readouterr()
    for table, row in zip(equal_cost.TABLES, played, strict=True):
        carrack.Ruleset(row.edition, len(row.agents), row.modules)
        assert len(row.agents) == table.players and row.games % table.players == 0
        own = {"prior=scripted" not in agent: agent for agent in row.agents}
        assert carrack.Agent(own[True]).spec != carrack.Agent(own[False]).spec
        assert tuple(seat for seat, agent in enumerate(row.agents) if agent == own[True]) == (
            table.seats
        )
    words = played[-1].command()
    assert words[words.index("--edition") : words.index("--seatings")] == (
        "--edition empires --players 4 --module builder --module national".split()
    )
    assert len({row.seed for row in played}) == len(played)


def test_all_tables_are_those_that_can_be_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables_played: list[str] = []
    for name in tables.TABLES:
        monkeypatch.setitem(
            tables.TABLES, name, lambda study, name=name: tables_played.append(name)
        )
    monkeypatch.setattr(sys, "argv", ["tables.py"])
    tables.main()
    assert tables_played == [name for name in tables.TABLES if name != "changes"]
    tables_played.clear()
    monkeypatch.setattr(sys, "argv", ["tables.py", "--kept", str(tmp_path)])
    tables.main()
    assert tables_played == list(tables.TABLES)
    monkeypatch.undo()
    monkeypatch.setattr(sys, "argv", ["tables.py", "changes"])
    with pytest.raises(SystemExit, match="this table needs --kept FOLDER"):
        tables.main()
    capsys.readouterr()


def test_iterations_at_equal_cost_are_measured_at_their_own_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The cost grows with the number of iterations, and not in proportion."""
    monkeypatch.setattr("carrack._cost.relative_cost", lambda rules, n, one: (int(n) + 300) / 1600)
    found = equal_cost.TABLES[0].measured("mcts", str)
    assert found == [round(1231 / (1531 / 1600))] * equal_cost.MEASUREMENTS


def test_a_command_that_fails_ends_the_tables_with_its_status(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "carrack"
    program.write_text("#!/bin/sh\nexit 7\n")
    program.chmod(0o755)
    for name in ("scripts", "before"):  # a tournament, an ablation
        monkeypatch.setattr(sys, "argv", ["tables.py", name, "--carrack", str(program)])
        with pytest.raises(SystemExit) as ended:
            tables.main()
        assert ended.value.code == 7


def test_a_missing_program_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["x.py", "--carrack", str(tmp_path / "none")])
    for main in (tables.main, stopping.main):
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == f"carrack: {tmp_path / 'none'}: No such file or directory"


def test_a_record_that_cannot_be_played_ends_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "failing"
    program.write_text("#!/bin/sh\necho 'carrack: no space' >&2; exit 3\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", ["stopping.py", "--carrack", str(program)])
    with pytest.raises(SystemExit) as ended:
        stopping.main()
    assert ended.value.code == "carrack: no space"
