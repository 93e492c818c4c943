"""carrack.Ledger, and tournaments with a ledger."""

import json
import os
import pickle
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CARRACK

import carrack
from carrack import export

pd = pytest.importorskip("pandas")

AGENTS = ["scripted:balanced", "random", "uct:iterations=20"]
RULES = carrack.Ruleset(players=3)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("ledger") / "results.db"
    carrack.tournament(RULES, AGENTS, blocks=4, seed=3, ledger=file)
    return file


@pytest.fixture(scope="module")
def ledger(path: Path) -> carrack.Ledger:
    return carrack.Ledger(path)


def test_polars_is_a_flag(ledger: carrack.Ledger) -> None:
    with pytest.raises(TypeError, match="^polars is 'x', expected True or False$"):
        ledger.seats("x")  # type: ignore[arg-type]


def test_what_is_in_it(ledger: carrack.Ledger) -> None:
    row = ledger.tournaments().iloc[0]
    assert (row["name"], row["kind"], row["seatings"], row["seed"]) == (
        "main", "fixed", "rotations", 3,
    )  # fmt: skip
    assert (row["ruleset"], row["blocks"], row["games"]) == (str(RULES), 4, 12)
    assert ledger.tournament().ruleset == RULES
    assert ledger.agents()["agent"].tolist() == AGENTS
    assert len(ledger.games()) == 12 and len(ledger.seats()) == 36
    assert len(ledger.turns()) == 12 * 8 * 3
    assert (ledger.purchases()["price"] <= ledger.purchases()["money"]).all()
    searched = ledger.searches().merge(ledger.seats(), on=["block", "permutation", "seat"])
    assert set(searched[searched["iterations"] > 0]["agent"]) == {AGENTS[2]}


def test_the_tables_are_those_of_the_records(ledger: carrack.Ledger) -> None:
    records = ledger.records()
    seats = ledger.seats().groupby(["block", "permutation"], sort=True)["vp"].apply(list)
    assert [record.final_state().scores() for record in records] == seats.tolist()
    bought = [sum(word.startswith("buy ") for word in record.notation()) for record in records]
    counted = ledger.purchases().groupby(["block", "permutation"], sort=True).size()
    assert counted.tolist() == bought and sum(bought) > 0


def test_a_ledger_that_is_closed_is_one_file(tmp_path: Path) -> None:
    file = tmp_path / "results.db"
    carrack.tournament(RULES, ["random"], blocks=2, ledger=file)
    # A killed process leaves its log.
    killed = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
        "c.execute('PRAGMA journal_mode = WAL'); c.execute('PRAGMA wal_autocheckpoint = 0');"
        "c.execute('PRAGMA user_version = ' + str(c.execute('PRAGMA user_version').fetchone()[0]));"
        "c.execute('UPDATE blocks SET games = games'); c.commit(); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", killed, file], check=True)
    assert Path(f"{file}-wal").stat().st_size > 0
    with carrack.Ledger(file) as ledger:
        assert len(ledger.games()) == 6
    assert os.listdir(tmp_path) == ["results.db"]
    with carrack.Ledger(file) as ledger, pytest.raises(carrack.InputError):
        ledger.rate("nobody")
    assert len(ledger.games()) == 6  # nothing is held, so nothing is lost
    assert os.listdir(tmp_path) == ["results.db"]


def test_it_is_the_tournament_in_memory(path: Path) -> None:
    memory = carrack.tournament(RULES, AGENTS, blocks=4, seed=3)
    kept = carrack.tournament(RULES, AGENTS, blocks=4, seed=3, ledger=path, threads=2)
    for part in ("block", "entrants", "scores", "ranks"):
        assert np.array_equal(getattr(memory, part), getattr(kept, part))
    assert memory.table() == kept.table()
    assert len(carrack.Ledger(path).games()) == 12


def test_the_command_reads_it(path: Path) -> None:
    shown = subprocess.run([CARRACK, "rate", path], capture_output=True, text=True, check=True)
    assert "12 games of aoe3-3 in 4 blocks" in shown.stdout


def test_more_blocks_prolong_it(tmp_path: Path) -> None:
    file = tmp_path / "grows.db"
    agents = ["random"] * 3
    assert carrack.tournament(RULES, agents, blocks=2, ledger=file).blocks == 2
    longer = carrack.tournament(RULES, agents, blocks=5, ledger=file)
    assert np.array_equal(
        longer.scores, carrack.tournament(RULES, agents, blocks=5).scores
    ) and longer.names == ("random", "random #2", "random #3")


def test_other_plans_are_refused(path: Path) -> None:
    with pytest.raises(carrack.InputError, match="seed is 3 there, 4 here"):
        carrack.tournament(RULES, AGENTS, blocks=4, seed=4, ledger=path)
    with pytest.raises(carrack.InputError, match="did you mean 'main'"):
        carrack.Ledger(path, "mian").games()

    class Own(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    with pytest.raises(carrack.InputError, match="agents with a spec, not Own"):
        carrack.tournament(RULES, [Own(), "random", "random"], ledger=path)


def test_files_that_are_no_ledgers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(carrack.InputError, match=r"none\.db"):
        carrack.Ledger(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    text = tmp_path / "text.db"
    text.write_text("no database, but long enough to be read as one " * 50)
    with pytest.raises(carrack.InputError, match="not a database"):
        carrack.Ledger(text)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE t (a)")
    other.close()
    with pytest.raises(carrack.InputError, match="not a carrack database"):
        carrack.Ledger(tmp_path / "other.db")


def test_queries_have_values_of_all_types(path: Path) -> None:
    query = "SELECT 1, 2.5, NULL, 'é', CAST(x'ff' AS TEXT), ?, ?"
    rows = carrack._core.LedgerRows(str(path), query, [7, "x"])
    assert list(rows) == [(1, 2.5, None, "é", "�", 7, "x")] and list(rows) == []
    numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)"
    rows = carrack._core.LedgerRows(str(path), f"{numbers} SELECT i FROM n", [])
    assert [number for (number,) in rows] == list(range(2500))
    with pytest.raises(carrack.InputError, match="no such table: missing"):
        carrack._core.LedgerRows(str(path), "SELECT * FROM missing", [])


def test_a_later_schema_is_refused(path: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.db"
    later.write_bytes(path.read_bytes())
    connection = sqlite3.connect(later)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(carrack.InputError, match="version 99"):
        carrack.Ledger(later)


def test_games_are_those_of_the_tournament_and_of_the_records(ledger: carrack.Ledger) -> None:
    games, played = ledger.games(), ledger.tournament().games_to_pandas()
    assert games["game"].tolist() == [record.game for record in ledger.records()]
    key = ["block", "permutation", "seat"]
    both = ledger.seats().merge(played, on=key, suffixes=("", "_played"))
    assert len(both) == 36 and (both["vp"] == both["vp_played"]).all()
    assert both["agent"].tolist() == both["agent_played"].tolist()
    numbered = played.merge(games, on=["block", "permutation"], suffixes=("", "_kept"))
    assert len(numbered) == 36 and (numbered["game"] == numbered["game_kept"]).all()


def test_ratings(ledger: carrack.Ledger) -> None:
    rated = ledger.rate(anchor="random")
    assert list(rated["agent"]) == sorted(
        AGENTS, key=lambda name: -rated.set_index("agent")["elo"][name]
    )
    by_name = rated.set_index("agent")
    assert by_name["elo"]["random"] == 0 and by_name["elo"]["scripted:balanced"] > 0
    assert by_name["win_share"].sum() == pytest.approx(1) and (rated["games"] == 12).all()
    rows = {row["agent"]: row for row in ledger.tournament().table()}
    for name in AGENTS:
        for figure in ("win_share", "mean_vp", "mean_vp_half_width"):
            assert by_name[figure][name] == pytest.approx(rows[name][figure])
    assert rated.attrs["blocks"] == 4
    with pytest.raises(carrack.InputError, match="did you mean 'random'"):
        ledger.rate(anchor="randon")


def test_polars(ledger: carrack.Ledger) -> None:
    pl = pytest.importorskip("polars")
    seats = ledger.seats(polars=True)
    assert isinstance(seats, pl.DataFrame)
    assert seats["vp"].to_list() == ledger.seats()["vp"].tolist()
    assert seats.schema["forfeit"] == pl.String and seats.schema["forfeit_decision"] == pl.Int64


def test_sql(ledger: carrack.Ledger) -> None:
    pytest.importorskip("duckdb")
    counted = ledger.sql(
        "SELECT agent, a.spec, sum(s.win_share) AS wins FROM seats s JOIN agents a USING (agent)"
        " GROUP BY agent, a.spec ORDER BY wins DESC"
    )
    assert counted["wins"].sum() == pytest.approx(12)
    assert counted["agent"][0] == ledger.rate()["agent"][0]


def test_a_query_without_a_result_is_refused(ledger: carrack.Ledger) -> None:
    pytest.importorskip("duckdb")
    for query in ("", "  -- nothing"):
        with pytest.raises(carrack.InputError, match="^query has no result"):
            ledger.sql(query)


def test_types_of_columns_do_not_depend_on_the_games(
    ledger: carrack.Ledger, tmp_path: Path
) -> None:
    file = tmp_path / "other.db"
    bad = f"process:{sys.executable} {Path(__file__).parents[1]}/agents/external/bad_agent.py "
    carrack.tournament(RULES, ["random", bad + "crashes", "random"], blocks=1, ledger=file)
    other = carrack.Ledger(file)
    assert other.seats()["forfeit"].notna().any() and ledger.seats()["forfeit"].isna().all()
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM searches")
    for table in ("agents", "games", "seats", "turns", "purchases", "searches"):
        one, two = getattr(ledger, table)(), getattr(other, table)()
        assert one.dtypes.equals(two.dtypes), table
    assert other.searches().empty
    assert ledger.seats()["forfeit_decision"].dtype == "Int64"
    assert ledger.turns()["bought_vp"].dtype == "int64"


def test_a_file_is_checked_again_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.db"
    carrack.tournament(RULES, ["random"], blocks=1, ledger=file)
    checks = []
    read = carrack._core.ledger_tournaments

    def counted(path: str) -> list[dict[str, Any]]:
        checks.append(path)
        return read(path)

    monkeypatch.setattr(carrack._core, "ledger_tournaments", counted)
    ledger = carrack.Ledger(file)
    for table in (ledger.agents, ledger.games, ledger.seats, ledger.turns):
        table()
    assert len(checks) == 1 and len(ledger.games()) == 3
    carrack.tournament(RULES, ["random"], blocks=2, ledger=file)
    assert len(ledger.games()) == 6 and len(checks) == 3  # the tournament has read its result
    assert pickle.loads(pickle.dumps(ledger)) == ledger
    file.write_bytes(file.read_bytes()[:5000])
    with pytest.raises(carrack.InputError):
        ledger.games()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
def test_an_unknown_table_is_told_with_those_there_are(ledger: carrack.Ledger) -> None:
    duckdb = pytest.importorskip("duckdb")
    with pytest.raises(duckdb.CatalogException, match="purchase does not exist") as raised:
        ledger.sql("SELECT * FROM purchase")
    (note,) = getattr(raised.value, "__notes__")  # noqa: B009
    assert note == "the tables are agents, games, seats, turns, purchases, searches"


def test_a_file_in_place_of_a_folder_is_told(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "a.jsonl"
    file.write_text("kept")
    for folder in (file, file / "tables"):
        with pytest.raises(NotADirectoryError, match=r"a\.jsonl is a file, expected a folder$"):
            carrack.Ledger(path).export_parquet(folder)
        assert export.main([str(path), "--parquet", str(folder)]) == 1
        assert capsys.readouterr().err == f"carrack: {file} is a file, expected a folder\n"
    assert file.read_text() == "kept"


def test_parquet(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "tables"
    assert export.main([str(path), "--parquet", str(folder)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6
    ledger = carrack.Ledger(path)
    for table in ("agents", "games", "seats", "turns", "purchases", "searches"):
        frame = getattr(ledger, table)()
        read = pd.read_parquet(folder / f"{table}.parquet")
        assert list(read.columns) == list(frame.columns)
        assert read["block" if "block" in read else "agent"].tolist() == (
            frame["block" if "block" in frame else "agent"].tolist()
        )
        assert len(read) == len(frame)
    assert export.main([str(path), "--parquet", str(folder), "--name", "mian"]) == 1
    assert "did you mean 'main'" in capsys.readouterr().err
    assert export.main([str(path), "--parquet", str(folder)]) == 1
    assert "agents.parquet exists; force=True (--force) replaces it" in capsys.readouterr().err
    assert export.main([str(path), "--parquet", str(folder), "--force"]) == 0
    assert len(list(folder.iterdir())) == 6


def test_an_agent_is_its_name_in_every_table(ledger: carrack.Ledger) -> None:
    assert ledger.agents()["number"].tolist() == [0, 1, 2]
    assert set(ledger.seats()["agent"]) == set(AGENTS) == set(ledger.rate()["agent"])
    assert [json.loads(text) for text in ledger.games()["lineup"]] == [AGENTS] * 12


def test_columns_are_described(ledger: carrack.Ledger, path: Path, tmp_path: Path) -> None:
    meanings = carrack.Ledger.columns("turns")
    assert meanings["vp"] == "VP if the game ended here" and all(meanings.values())
    assert carrack.Ledger.columns()["seats.seat"] == "seat, p1 is 1"
    for table in ("agents", "games", "seats", "turns", "purchases", "searches"):
        frame = getattr(ledger, table)()
        assert list(frame.columns) == list(carrack.Ledger.columns(table))
        assert frame.attrs["columns"] == carrack.Ledger.columns(table)
    with pytest.raises(carrack.InputError, match="did you mean 'turns'"):
        carrack.Ledger.columns("turn")
    parquet = pytest.importorskip("pyarrow.parquet")
    ledger.export_parquet(tmp_path)
    schema = parquet.read_schema(tmp_path / "turns.parquet")
    for name, meaning in meanings.items():
        assert schema.field(name).metadata[b"description"] == meaning.encode()


def test_turns_have_discoveries_and_vp_by_source(ledger: carrack.Ledger) -> None:
    turns = ledger.turns()
    sources = [f"{s}_vp" for s in ("colonies", "discoveries", "tiles", "economy", "bought")]
    assert (turns[sources].sum(axis=1) == turns["vp"]).all()
    assert turns["discoveries"].sum() > 0


def test_a_table_never_replaces_its_ledger(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    ledger = tmp_path / "turns.parquet"
    ledger.write_bytes(path.read_bytes())
    with pytest.raises(FileExistsError, match="it is the ledger"):
        carrack.Ledger(ledger).export_parquet(tmp_path, force=True)
    assert ledger.read_bytes() == path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["turns.parquet"]


def test_merging(path: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.db"
    carrack.tournament(RULES, AGENTS, blocks=6, seed=3, ledger=part)
    ours = tmp_path / "ours.db"
    ours.write_bytes(path.read_bytes())
    ledger = carrack.Ledger(ours)
    assert ledger.merge(part) == 6  # two blocks of three games
    assert ledger.merge(carrack.Ledger(part)) == 0
    assert ledger.turns().equals(carrack.Ledger(part).turns())


def test_ctrl_c_says_what_is_done_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "results.db"
    code = f"""
import os, signal, threading, time
import carrack

def interrupt():
    while True:
        time.sleep(0.1)
        try:
            if len(carrack.Ledger({str(file)!r}).games()):
                break
        except (OSError, ValueError):
            pass  # it is not there yet, or its tournament is not
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    rules = carrack.Ruleset(players=3)
    carrack.tournament(rules, ["random"] * 3, blocks=10**5, ledger={str(file)!r})
except KeyboardInterrupt as interrupt:
    print(interrupt)
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    games = len(carrack.Ledger(file).games())
    assert shown.stdout == f"{games} of 300000 games are in {file}; the same call goes on\n"
    assert games > 0


def test_parts_of_a_tournament_are_merged_and_rated_as_the_whole(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=3)
    agents = ["random", "scripted", "greedy"]
    whole = carrack.tournament(rules, agents, blocks=6, ledger=tmp_path / "whole.db")
    a, b = tmp_path / "a.db", tmp_path / "b.db"
    carrack.tournament(rules, agents, range(4), ledger=a)
    part = carrack.tournament(rules, agents, range(4, 6), ledger=b)
    assert sorted(set(part.block)) == [4, 5]
    assert (carrack.tournament(rules, agents, range(4, 6)).scores == part.scores).all()
    rated = carrack.Ledger(a).rate(others=[b, carrack.Ledger(b)])
    assert rated.attrs["duplicates"] == 6
    assert rated.to_csv() == carrack.Ledger(tmp_path / "whole.db").rate().to_csv()
    assert carrack.Ledger(a).merge(b) == 6
    assert carrack.Ledger(a).tournament().table() == whole.table()
    for wrong in (range(0), range(0, 6, 2), range(5, 3)):
        with pytest.raises(carrack.InputError, match="expected a range"):
            carrack.tournament(rules, agents, wrong)
