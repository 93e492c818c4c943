"""carrack.Ledger: what its tables have in common, and what ratings say of agents."""

from pathlib import Path
from typing import Any

import pytest

import carrack
from carrack import _core, _ledger

pd = pytest.importorskip("pandas")

RULES = carrack.Ruleset(players=3)
AGENTS = ["scripted", "random", "uct:iterations=20"]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> carrack.Ledger:
    file = tmp_path_factory.mktemp("ledger") / "results.db"
    carrack.tournament(RULES, AGENTS, blocks=4, seed=3, ledger=file)
    return carrack.Ledger(file)


def test_tables_of_queries_are_shown(ledger: carrack.Ledger) -> None:
    pytest.importorskip("duckdb")
    tables = ["agents", "games", "purchases", "searches", "seats", "turns"]
    assert ledger.sql("SHOW TABLES")["name"].tolist() == tables
    shown = ledger.sql("DESCRIBE turns")
    assert shown["column_name"].tolist() == list(carrack.Ledger.columns("turns"))


def test_every_table_of_games_has_their_number(ledger: carrack.Ledger) -> None:
    of_record = {record.game: record for record in ledger.records()}
    for table in ("games", "seats", "turns", "purchases", "searches"):
        frame = getattr(ledger, table)()
        assert list(frame.columns[:3]) == ["block", "permutation", "game"]
        assert (frame["game"] == 3 * frame["block"] + frame["permutation"]).all()
        assert set(frame["game"]) <= set(of_record)
    for row in ledger.seats().itertuples():
        assert of_record[row.game].final_state().scores()[row.seat - 1] == row.vp
    assert carrack.Ledger.columns("purchases")["game"].startswith("number of the game in the plan")


def test_tables_are_of_the_same_games_while_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    file = tmp_path / "results.db"
    carrack.tournament(RULES, AGENTS, blocks=2, ledger=file)
    read = carrack.Ledger._rows
    played = [2]

    def reads_then_plays(self: carrack.Ledger, table: str, row: dict[str, Any]) -> Any:
        rows = read(self, table, row)
        played[0] += 1
        carrack.tournament(RULES, AGENTS, blocks=played[0], ledger=file)
        return rows

    monkeypatch.setattr(carrack.Ledger, "_rows", reads_then_plays)
    query = "SELECT count(*) AS n FROM seats JOIN searches USING (game, seat)"
    assert carrack.Ledger(file).sql(query)["n"].tolist() == [2 * 3 * 3]
    games = 3 * played[0]
    carrack.Ledger(file).export_parquet(tmp_path / "tables")
    assert played[0] > games / 3 + 3
    for table in ("games", "seats", "turns"):
        assert pd.read_parquet(tmp_path / "tables" / f"{table}.parquet")["game"].nunique() == games


def test_ratings_have_the_full_spec_beside_the_name(ledger: carrack.Ledger, tmp_path: Path) -> None:
    rated = ledger.rate()
    full = dict(zip(ledger.agents()["agent"], ledger.agents()["spec"], strict=True))
    assert full["scripted"] == "scripted:balanced"
    assert dict(zip(rated["name_in_file"], rated["spec"], strict=True)) == full
    assert rated["spec"].tolist() == carrack.rate(ledger.path)["spec"].tolist()
    file = tmp_path / "games.jsonl"
    file.write_text("".join(record.to_string() for record in ledger.records()))
    of_records = carrack.rate(file)
    assert of_records["spec"].tolist() == rated["spec"].tolist()
    assert of_records["name_in_file"].tolist() == rated["spec"].tolist()


def test_ratings_have_the_specs_of_all_files(ledger: carrack.Ledger, tmp_path: Path) -> None:
    file = tmp_path / "more.db"
    carrack.tournament(RULES, ["scripted:trader", "scripted", "random"], 2, seed=3, ledger=file)
    rated = ledger.rate(others=[file]).set_index("agent")
    assert rated.loc["scripted:trader", "spec"] == carrack.agent("scripted:trader").spec
    assert rated.loc["scripted", "spec"] == "scripted:balanced"
    assert rated.loc["scripted", "games"] == 18  # pooled over both files


def test_several_tournaments_need_a_name(tmp_path: Path) -> None:
    file = tmp_path / "two.db"
    for seed, name in enumerate(("first", "second")):
        carrack.tournament(RULES, ["random"], 1, seed=seed, ledger=file, name=name)
    with pytest.raises(carrack.InputError, match=r"2 tournaments; use name= \(known: first"):
        carrack.rate(file)
    assert carrack.rate(file, name="second").attrs["games"] == 3
    assert carrack.rate(file, name=["first", "second"]).attrs["games"] == 6
    with pytest.raises(carrack.InputError, match="^luck=True needs one tournament, got 2 names"):
        carrack.rate(file, name=["first", "second"], luck=True)
    with pytest.raises(carrack.InputError, match=r"^name= needs a ledger"):
        games = tmp_path / "games.jsonl"
        carrack.play(RULES, ["random"], record=games)
        carrack.rate(games, name="first")


def test_the_kinds_for_other_numbers_of_agents_are_told() -> None:
    with pytest.raises(carrack.InputError) as raised:
        carrack.tournament(RULES, ["random", "scripted", "random", "scripted"])
    assert str(raised.value) == (
        "agents has 4, expected 3, one for each seat; kind='focus' takes 2 or more, 'round-robin' "
        "and 'mixed' take any larger number"
    )
    with pytest.raises(carrack.InputError, match="agents has 2, expected 3, .*; kind='focus'"):
        carrack.tournament(RULES, ["random", "scripted"])


def test_other_tournaments_of_a_file_are_rated_with_one_of_them(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=2)
    a, b = tmp_path / "a.db", tmp_path / "b.db"
    for file, name, other in ((a, "main", "greedy"), (a, "more", "scripted"), (b, "far", "greedy")):
        carrack.tournament(rules, ["random", other], 3, ledger=file, name=name)
    rated = carrack.Ledger(a, "main").rate(others=[carrack.Ledger(a, "more")])
    assert set(rated["agent"]) == {"random", "greedy", "scripted"}
    assert rated.to_csv() == carrack.rate(a, name=["main", "more"]).to_csv()
    with pytest.raises(
        carrack.InputError, match=r"others\[0\] is 'far' of .*b.db, expected 'main'"
    ):
        carrack.Ledger(a, "main").rate(others=[carrack.Ledger(b)])


def test_a_ledger_is_its_file_whatever_path_leads_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed, name in enumerate(("main", "more")):
        carrack.tournament(RULES, AGENTS, blocks=2, seed=seed, ledger="results.db", name=name)
    (tmp_path / "link.db").symlink_to("results.db")
    ledger = carrack.Ledger("results.db", "main")
    monkeypatch.chdir("/")
    assert len(ledger.games()) == 6
    monkeypatch.chdir(tmp_path)
    for path in ("./results.db", "link.db", tmp_path / "results.db"):
        assert carrack.Ledger(path, "main") == ledger
        rated = ledger.rate(others=[carrack.Ledger(path, "more")])
        assert rated.attrs["games"] == 12


def test_what_reads_files_takes_ledgers(ledger: carrack.Ledger, tmp_path: Path) -> None:
    assert carrack.rate(ledger).to_csv() == carrack.rate(ledger.path).to_csv()
    file = tmp_path / "two.db"
    for seed, name in enumerate(("main", "more")):
        carrack.tournament(RULES, AGENTS, blocks=2, seed=seed, ledger=file, name=name)
    main, more = (carrack.Ledger(file, name) for name in ("main", "more"))
    rated = carrack.rate([more, main])
    assert rated.to_csv() == carrack.rate(file, name=["more", "main"]).to_csv()
    with pytest.raises(carrack.InputError, match=r"^files\[1\] is 'more' of .*two.db, expected 'm"):
        carrack.rate([ledger, more])
    with pytest.raises(carrack.InputError, match="^name goes with paths; a Ledger names its"):
        carrack.rate(main, name="more")

    reported = carrack.report_agents(more, None)
    assert reported.to_csv() == carrack.report_agents(more.records(), None).to_csv()
    assert carrack.report_agents([main, more], None).attrs["games"] == 12


def test_errors_about_ledgers_name_what_reads_them(ledger: carrack.Ledger) -> None:
    for call in (carrack.read_records, carrack.verify, carrack.report_agents):
        with pytest.raises(carrack.InputError, match=r"carrack\.Ledger\(path\)\.records\(\) has"):
            call(ledger.path)


def test_records_are_read_in_parts(ledger: carrack.Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    read, parts = _core.ledger_records, list[int]()

    def counted(*arguments: Any) -> list[str]:
        found = read(*arguments)
        parts.append(len(found))
        return found

    records = ledger.records()
    assert list(ledger.iter_records()) == records
    monkeypatch.setattr(_core, "ledger_records", counted)
    for least, most, expected in ((4, 20, [6, 6]), (1, 20, [3, 3, 3, 3]), (1, 1, [12])):
        monkeypatch.setattr(_ledger, "RECORDS_AT_A_TIME", least)
        monkeypatch.setattr(_ledger, "MOST_READINGS", most)
        parts.clear()
        assert list(ledger.iter_records()) == records and parts == expected
    monkeypatch.setattr(_ledger, "MOST_READINGS", 20)
    parts.clear()
    whole = carrack.events_to_pandas(records)
    pd.testing.assert_frame_equal(carrack.events_to_pandas(ledger), whole)
    assert parts == [3, 3, 3, 3]


def test_records_of_some_blocks_alone_are_read(tmp_path: Path) -> None:
    """The share of one machine, whose first block is not 0, and a tournament without games."""
    file = tmp_path / "share.db"
    carrack.tournament(RULES, AGENTS, blocks=range(5, 7), ledger=file)
    assert [record.game for record in carrack.Ledger(file).iter_records()] == [*range(15, 21)]
    with pytest.raises(carrack.InputError, match="unknown tournament 'other'"):
        carrack.Ledger(file, "other").iter_records()
    empty = tmp_path / "empty.db"
    plan: Any = (RULES, AGENTS, "fixed", "rotations", 1, (0, 2))
    _core.enter_ledger(str(empty), "main", plan, False)
    assert list(carrack.Ledger(empty).iter_records()) == []


def test_games_that_differ_are_merged_if_ours_stay(tmp_path: Path) -> None:
    """An agent with a clock does not play a game twice."""
    a, b = tmp_path / "a.db", tmp_path / "b.db"
    for file, blocks in ((a, 1), (b, 2)):
        carrack.tournament(RULES, ["uct:time=0.001", "random", "random"], blocks, ledger=file)
    ledger = carrack.Ledger(a)
    ours = ledger.records()
    with pytest.raises(carrack.InputError):
        ledger.merge(b)
    assert ledger.merge(b, keep_ours=True) == 3
    assert ledger.records()[:3] == ours


def test_merging_may_ignore_the_signature(
    ledger: carrack.Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[Any, ...]] = []
    monkeypatch.setattr(_core, "ledger_merge", lambda *arguments: given.append(arguments))
    ledger.merge(ledger)
    ledger.merge(ledger, ignore_signature=True)
    assert [each[2:] for each in given] == [(False, False), (True, False)]


def test_the_list_of_tournaments_is_written_as_parquet(
    ledger: carrack.Ledger, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "list.parquet"
    ledger.tournaments().to_parquet(file)
    assert pd.read_parquet(file)["ruleset"].tolist() == ["aoe3-3"]
