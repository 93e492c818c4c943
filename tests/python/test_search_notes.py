"""The searches in recorded games as a frame: carrack.searches_to_pandas."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack

pd = pytest.importorskip("pandas")

COLUMNS = ["game", "ply", "turn", "phase", "actor", "seat", "agent", "iterations", "option",
           "chosen", "visits", "value", "policy", "expected_win_share"]  # fmt: skip


@pytest.fixture(scope="module")
def game() -> carrack.Record:
    rules = carrack.Ruleset("empires", players=3, modules=["builder"])
    agents = ["mcts:iterations=40", "random", "mcts:iterations=24,root=gumbel"]
    return carrack.play(rules, agents, seed=2, game=5, search_values=True)


def test_rows_have_what_the_notes_have(game: carrack.Record) -> None:
    frame = carrack.searches_to_pandas([game])
    assert list(frame.columns) == COLUMNS and set(frame["game"]) == {5}
    searched = [ply for ply, note in enumerate(game.notes) if note is not None]
    assert frame["ply"].unique().tolist() == searched
    assert set(frame["seat"]) == {1, 3}
    assert set(frame["agent"]) == {"mcts:iterations=40", "mcts:iterations=24,root=gumbel"}
    for ply, rows in frame.groupby("ply"):
        note, state = game.notes[ply], game[ply]
        assert note is not None
        seen = rows[rows["visits"] > 0]
        names = [game.ruleset.action_to_string(action) for action in note.actions]
        assert seen["option"].tolist() == names and tuple(seen["visits"]) == note.visits
        assert seen["value"].tolist() == [value[state.current_player] for value in note.values]
        assert rows.loc[rows["chosen"], "option"].tolist() == [game.notation()[ply]] == names[:1]
        head = rows.iloc[0]
        assert (head["turn"], head["phase"]) == (state.turn, state.phase)
        assert head["actor"] == f"p{head['seat']}" and head["seat"] == state.current_player + 1
        assert head["iterations"] == note.iterations
        assert head["expected_win_share"] == note.win_share[state.current_player]
        legal = {game.ruleset.action_to_string(action) for action in state.legal_actions()}
        assert set(rows["option"]) <= legal and rows["option"].is_unique


def test_policies_are_the_targets_of_learning(game: carrack.Record) -> None:
    frame = carrack.searches_to_pandas([game])
    assert frame.groupby("ply")["policy"].sum().to_numpy() == pytest.approx(1, abs=1e-3)
    by_visits = frame[frame["seat"] == 1]
    visits = by_visits.groupby("ply")["visits"].transform("sum")
    pd.testing.assert_series_equal(
        by_visits["policy"], by_visits["visits"] / visits, check_names=False
    )
    gumbel = frame[frame["seat"] == 3]
    unvisited = gumbel[gumbel["visits"] == 0]
    assert (
        len(unvisited) > 0 and (unvisited["policy"] > 0).all() and unvisited["value"].isna().all()
    )


def test_a_ledger_has_the_searches_of_its_games(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    agents = ["mcts:iterations=8", "scripted", "random"]
    ledger = tmp_path / "l.db"
    carrack.tournament(ruleset, agents, 1, ledger=ledger, search_values=True)
    kept = carrack.Ledger(ledger)
    frame = carrack.searches_to_pandas(kept)
    pd.testing.assert_frame_equal(frame, carrack.searches_to_pandas(kept.records()))
    assert frame["game"].unique().tolist() == kept.games()["game"].tolist()


def test_no_games_are_an_empty_frame(game: carrack.Record) -> None:
    one, empty = carrack.searches_to_pandas([game]), carrack.searches_to_pandas([])
    assert empty.empty and empty.dtypes.to_dict() == one.dtypes.to_dict()


def test_games_without_a_search_are_told(game: carrack.Record) -> None:
    without = dataclasses.replace(game, notes=())
    expected = "no record has a search; expected games of searching agents, recorded with"
    assert says(carrack.InputError, lambda: carrack.searches_to_pandas([without])).startswith(
        expected
    )
    other = dataclasses.replace(without, game=6)
    pd.testing.assert_frame_equal(
        carrack.searches_to_pandas([other, game]), carrack.searches_to_pandas([game])
    )


def test_games_are_told_apart(game: carrack.Record, tmp_path: Path) -> None:
    expected = (
        "records[2] has the same number as records[0], game 5; expected games of one tournament, "
        "or of carrack.play with another game= each"
    )
    other = dataclasses.replace(game, game=6)
    for frame_of in (carrack.searches_to_pandas, carrack.events_to_pandas):
        with pytest.raises(carrack.InputError, match=re.escape(expected)):
            frame_of([game, other, game])
        file = tmp_path / "games.jsonl"
        carrack.write_records([game, other], file, force=True)
        pd.testing.assert_frame_equal(frame_of(file), frame_of([game, other]))


def test_wrong_records_are_told(game: carrack.Record) -> None:
    many: Any = carrack.searches_to_pandas
    expected = "records is a Record, expected a list, as in [record]"
    assert says(TypeError, lambda: many(game)) == expected
    assert "none.jsonl" in says(FileNotFoundError, lambda: many("none.jsonl"))
    assert says(TypeError, lambda: many([game, 3])) == "records[1] is 3, expected a Record"
