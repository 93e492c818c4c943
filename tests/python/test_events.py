"""The events of games as frames: Record.to_pandas and carrack.events_to_pandas."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack

pd = pytest.importorskip("pandas")

COLUMNS = ["ply", "turn", "phase", "actor", "seat", "decision", "event", "verb", "subject",
           "options"]  # fmt: skip


@pytest.fixture(scope="module")
def game() -> carrack.Record:
    rules = carrack.Ruleset("empires", players=3, modules=["builder"])
    return carrack.play(rules, ["scripted", "random", "greedy"], seed=2, game=5)


def test_a_row_has_what_the_position_before_the_event_has(game: carrack.Record) -> None:
    frame = game.to_pandas()
    assert list(frame.columns) == COLUMNS and len(frame) == len(game.actions)
    for row, state in zip(frame.to_dict("records"), game, strict=False):
        assert (row["turn"], row["phase"]) == (state.turn, state.phase)
        assert row["decision"] is not state.is_chance
        outcomes = state.chance_outcomes() if state.is_chance else state.legal_actions()
        assert row["options"] == len(outcomes) >= 1
        if state.is_chance:
            assert row["actor"] == "chance" and pd.isna(row["seat"])
        else:
            assert row["seat"] == state.current_player + 1 and row["actor"] == f"p{row['seat']}"
    assert frame["ply"].tolist() == list(range(len(frame)))
    assert frame["event"].tolist() == game.notation()


def test_words_of_an_event_are_apart(game: carrack.Record) -> None:
    frame = game.to_pandas()
    assert (frame["verb"] + " " + frame["subject"]).str.strip().tolist() == game.notation()
    assert set(frame.loc[frame["verb"] == "pass", "subject"]) <= {""}
    bought = frame.loc[frame["verb"] == "buy", "subject"]
    assert len(bought) > 5 and set(bought) <= {tile["name"] for tile in carrack.tiles("empires")}


def test_it_goes_with_the_frame_of_the_report(game: carrack.Record) -> None:
    report = game.report(None).to_pandas()
    common = ["ply", "actor", "event", "turn", "phase"]
    pd.testing.assert_frame_equal(game.to_pandas()[common], report[common], check_dtype=False)


def test_many_games_have_their_numbers(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    ledger, record = tmp_path / "l.db", tmp_path / "games.jsonl"
    carrack.tournament(ruleset, ["random", "scripted", "greedy"], 2, ledger=ledger)
    carrack.tournament(ruleset, ["random", "scripted", "greedy"], 2, record=record)
    kept = carrack.Ledger(ledger)
    frame = carrack.events_to_pandas(kept.records())
    assert list(frame.columns) == ["game", *COLUMNS]
    pd.testing.assert_frame_equal(frame, carrack.events_to_pandas(carrack.iter_records(record)))
    bought = frame[frame["verb"] == "buy"].groupby(["game", "seat"]).size()
    assert bought.to_dict() == kept.purchases().groupby(["game", "seat"]).size().to_dict()
    decisions = frame.groupby("game")["decision"].sum()
    assert decisions.tolist() == kept.games()["decisions"].tolist()


def test_no_records_are_an_empty_frame(game: carrack.Record) -> None:
    empty, one = carrack.events_to_pandas([]), carrack.events_to_pandas([game])
    assert empty.empty and empty.dtypes.to_dict() == one.dtypes.to_dict()
    assert set(one["game"]) == {5}
    pd.testing.assert_frame_equal(one.drop(columns="game"), game.to_pandas())


def test_wrong_records_are_told(game: carrack.Record) -> None:
    many: Any = carrack.events_to_pandas
    expected = "records is a Record, expected a list, as in [record]"
    assert says(TypeError, lambda: many(game)) == expected
    assert "none.jsonl" in says(FileNotFoundError, lambda: many("none.jsonl"))
    assert says(TypeError, lambda: many([game, 3])) == "records[1] is 3, expected a Record"
    assert says(TypeError, lambda: many([game.to_string()])).startswith("records[0] is '{")
    wrong = dataclasses.replace(game, actions=game.actions[1:])
    with pytest.raises(carrack.InputError):
        wrong.to_pandas()
