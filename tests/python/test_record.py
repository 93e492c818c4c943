"""carrack.Record."""

import dataclasses
import html
import subprocess
from pathlib import Path

import numpy as np
import pytest
from conftest import CARRACK

import carrack


@pytest.fixture(scope="module")
def game() -> carrack.Record:
    return carrack.play(carrack.Ruleset("empires", 3), ["random"] * 3, seed=9)


def test_positions_one_by_one(game: carrack.Record) -> None:
    positions = list(game)
    assert len(positions) == len(game.actions) + 1
    assert positions[-1] == game.final_state() and positions[-1].is_terminal
    assert positions[40] == game.state_at(40)
    assert game.notation()[0].startswith("order ")


def test_the_result_of_a_game(game: carrack.Record) -> None:
    assert game.scores() == game.final_state().scores()
    assert game.win_shares() == list(game.final_state().returns())
    winner = game.ranks().index(1)
    forfeit = carrack.Forfeit(winner, "crashed", 3, "it stopped")
    lost = dataclasses.replace(game, forfeits=(forfeit,))
    assert lost.scores() == game.scores()
    assert lost.win_shares()[winner] == 0 and sum(lost.win_shares()) == 1


def test_it_is_a_sequence_of_positions(game: carrack.Record) -> None:
    assert len(game) == len(game.actions) + 1
    assert game[0] == game.state_at(0) and game[40] == game.state_at(40)
    assert game[-1] == game.final_state() and game[-len(game)] == game[0]
    assert game[np.int64(3)] == game.state_at(3)
    assert game[3:6] == [game.state_at(ply) for ply in (3, 4, 5)]
    assert game[8:2:-3] == [game.state_at(8), game.state_at(5)] and game[5:5] == []
    assert game[-2:] == [game.state_at(len(game) - 2), game.final_state()]
    for ply in (len(game), -len(game) - 1):
        with pytest.raises(IndexError, match=f"ply is {ply}, expected -{len(game)} to"):
            game[ply]
    for wrong in ("3", 1.0, True):
        with pytest.raises(TypeError, match="expected a whole number or a slice"):
            game[wrong]  # type: ignore[index, call-overload, unused-ignore]


def test_there_and_back(game: carrack.Record, tmp_path: Path) -> None:
    assert carrack.Record.from_string(game.to_string()) == game
    assert carrack.Record.from_string(game.to_string(trace=True)) == game
    path = tmp_path / "game.jsonl"
    game.save(path)
    assert carrack.Record.from_file(path) == game
    both = tmp_path / "games.jsonl"
    both.write_text(game.to_string() * 2)
    assert carrack.read_records(both) == [game, game]
    for kind in (FileExistsError, carrack.InputError):  # the latter as functions in C++
        with pytest.raises(kind, match="force=True replaces it"):
            game.save(path)
    with pytest.raises(carrack.InputError, match="no such folder"):
        game.save(tmp_path / "none" / "game.jsonl")
    game.save(path, force=True)
    with both.open("a") as file:
        file.write("damaged\n")
    assert carrack.Record.from_file(both, 1) == game  # what follows is not read
    games = carrack.iter_records(both)
    assert [next(games), next(games)] == [game, game]
    with pytest.raises(carrack.InputError, match=r"games\.jsonl:\d+: "):
        next(games)
    both.write_text(game.to_string() * 2)
    with pytest.raises(carrack.InputError, match="has 2 games, no number 2"):
        carrack.Record.from_file(both, 2)
    with pytest.raises(carrack.InputError, match="expected one"):
        carrack.Record.from_string(both.read_text())


def test_the_first_decision_from_a_ply_on(game: carrack.Record, tmp_path: Path) -> None:
    positions = list(game)
    for ply in (0, 1, 40, len(game.actions) - 40):
        first = next(p for p in range(ply, len(positions)) if not positions[p].is_chance)
        assert game.decision_at(ply) == positions[first]
    assert positions[0].is_chance and not game.decision_at(0).is_chance
    last = max(p for p, state in enumerate(positions[:-1]) if not state.is_chance)
    assert game.decision_at(last) == positions[last]
    with pytest.raises(carrack.InputError, match=f"no decision at ply {last + 1} or later"):
        game.decision_at(last + 1)
    with pytest.raises(carrack.InputError, match=f"expected 0 to {len(game.actions)}"):
        game.decision_at(len(game.actions) + 1)


def test_drawings(game: carrack.Record) -> None:
    assert game.to_svg(50) != game.to_svg(51) != game.to_svg()
    assert game.to_svg(0) == game.state_at(0).to_svg()
    assert html.unescape(game._repr_html_()).count(game.to_html()) == 1
    assert "3 events" not in repr(game) and str(len(game.actions)) in repr(game)


def test_the_page_of_a_game(game: carrack.Record) -> None:
    page = game.to_html()
    assert page.startswith("<!DOCTYPE html>") and f"seed {game.seed}" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_what_searches_thought_is_kept(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=2)
    agents = ["uct:iterations=20", "random"]
    game = carrack.play(rules, agents, seed=4, search_values=True)
    without = carrack.play(rules, agents, seed=4)
    assert game.actions == without.actions and without.notes == ()
    assert len(game.notes) == len(game.actions)
    searched = 0
    for state, action, note in zip(game, game.actions, game.notes, strict=False):
        assert (note is not None) == (state.current_player == 0)
        if note is None:
            continue
        searched += 1
        assert note.iterations == 20 and note.actions[0] == action
        assert set(note.actions) <= set(state.legal_actions())
        assert len(note.actions) == len(note.visits) == len(note.values)
        assert sum(note.visits) == 20  # all that were visited
        assert abs(sum(note.win_share) - 1) < 0.001
        assert 0 < sum(note.visits) <= 20
        assert all(0 <= value <= 1 for values in note.values for value in values)
    assert searched > 20
    file = tmp_path / "game.jsonl"
    words = f"play --players 2 --seed 4 --games 1 --search-values --record {file}".split()
    seats = [word for agent in agents for word in ("--agent", agent)]
    subprocess.run([CARRACK, *words, *seats], check=True, capture_output=True)
    assert carrack.Record.from_file(file) == game and file.read_text() == game.to_string()
    assert carrack.Record.from_string(game.to_string(trace=True)) == game
    assert '"iterations":20' in game.to_html() and '"iterations"' not in without.to_html()


def test_notes_of_a_wrong_form_cannot_be_written(game: carrack.Record) -> None:
    def write(*notes: carrack.SearchNote | None) -> str:
        return dataclasses.replace(game, notes=notes).to_string()

    def first(note: carrack.SearchNote) -> str:
        return write(note, *[None] * (len(game.actions) - 1))

    action = game.actions[0]
    assert '"visits": 3, "value": [0.5000, 0.5000, 0.2500]' in first(
        carrack.SearchNote(3, (action,), (3,), ((0.5, 0.5, 0.25),))
    )
    with pytest.raises(carrack.InputError, match=f"1 notes for {len(game.actions)} events"):
        write(None)
    with pytest.raises(carrack.InputError, match="values of 2 seats, expected 3"):
        first(carrack.SearchNote(3, (action,), (3,), ((0.5, 0.5),)))
    with pytest.raises(carrack.InputError, match="expected 0 to 1"):
        first(carrack.SearchNote(3, (action,), (3,), ((0.5, 0.5, float("nan")),)))
    with pytest.raises(carrack.InputError, match="expected an id"):
        first(carrack.SearchNote(3, (99999,), (3,), ((0.5, 0.5, 0.5),)))
    with pytest.raises(carrack.InputError, match="as many actions"):
        first(carrack.SearchNote(3, (action,), (), ()))
    for target, expected in [(0.5, "add up to 0.5"), (-1, "expected 0 to 1"), (2, "0 to 1")]:
        with pytest.raises(carrack.InputError, match=expected):
            first(carrack.SearchNote(3, (), (), (), (), ((action, target),)))


def test_policy_targets_are_kept(tmp_path: Path) -> None:
    rules = carrack.Ruleset("aoe3", 2)
    agents = ["mcts:iterations=16,root=gumbel", "mcts:iterations=16"]
    game = carrack.play(rules, agents, seed=4, search_values=True)
    targets = 0
    for state, note in zip(game, game.notes, strict=False):
        if note is None:
            continue
        if state.current_player == 1:
            assert note.policy_target == ()
            continue
        assert sorted(a for a, _ in note.policy_target) == sorted(state.legal_actions())
        assert abs(sum(p for _, p in note.policy_target) - 1) < 0.01
        targets += 1
    assert targets > 20
    file = tmp_path / "game.jsonl"
    game.save(file)
    assert carrack.Record.from_file(file) == game and file.read_text() == game.to_string()


def test_broken_records_are_explained(game: carrack.Record, tmp_path: Path) -> None:
    lines = game.to_string().splitlines(keepends=True)
    with pytest.raises(carrack.InputError, match="<string>:6: "):
        carrack.Record.from_string("".join([*lines[:5], "nonsense\n", *lines[6:]]))
    with pytest.raises(carrack.InputError, match="without a footer"):
        carrack.Record.from_string("".join(lines[:-1]))
    with pytest.raises(carrack.InputError, match="empty"):
        carrack.Record.from_string("")
    with pytest.raises(FileNotFoundError):
        carrack.read_records(tmp_path / "none.jsonl")
    with pytest.raises(carrack.InputError, match="ply is -1"):
        game.state_at(-1)


def test_records_of_wrong_parts_cannot_be_written(game: carrack.Record) -> None:
    def record(*actions: int) -> str:
        return carrack.Record(
            game.ruleset, game.agents, game.seed, game.game, game.engine, actions
        ).to_string()

    with pytest.raises(carrack.InputError, match="ends before the game does"):
        record(*game.actions[:-1])
    with pytest.raises(carrack.IllegalActionError):
        record(0, 0, 0)
