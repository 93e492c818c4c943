"""carrack.solve: what ``carrack solve`` prints, and what is refused."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from conftest import CARRACK

import carrack

RULES = carrack.Ruleset(players=2)


def command(*words: str) -> str:
    return subprocess.run([CARRACK, *words], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def game() -> carrack.Record:
    return carrack.play(RULES, ["random"], seed=3)


def test_it_is_the_command(game: carrack.Record, tmp_path: Path) -> None:
    file, ply = tmp_path / "game.jsonl", len(game.actions) - 6
    game.save(file)
    solved = carrack.solve(game.decision_at(ply), "uct:win=1,margin=0")
    words = ["--ply", str(ply), "--agent", "uct:win=1,margin=0", "--json"]
    shown = json.loads(command("solve", str(file), *words))
    assert shown["player"] == f"p{solved.player + 1}"
    assert shown["positions"] == solved.positions
    assert shown["chosen"] == RULES.action_to_string(solved.action)
    names = [RULES.action_to_string(int(action)) for action in solved.actions]
    assert [option["event"] for option in shown["options"]] == names
    values = [option["value"] for option in shown["options"]]
    assert np.array_equal(solved.values, values)
    assert np.allclose(solved.values, solved.win_shares)  # the reward is the win share


def test_the_best_option_is_that_of_the_player(game: carrack.Record) -> None:
    state = game.decision_at(len(game.actions) - 8)
    solved = carrack.solve(state)
    assert sorted(solved.actions) == sorted(state.legal_actions())
    own = solved.values[:, solved.player]
    assert solved.actions[own.argmax()] == solved.action
    assert solved.value[solved.player] == own.max()
    assert np.allclose(solved.win_shares.sum(1), 1)
    assert carrack.solve(state, carrack.agent("mcts")).positions == solved.positions
    assert "best" in str(solved) and str(solved).endswith(" positions")
    assert repr(solved).startswith(f"<carrack.Solution p{solved.player + 1}: ")


def test_the_frame_has_the_columns_of_a_search(game: carrack.Record) -> None:
    pytest.importorskip("pandas")
    solved = carrack.solve(game.decision_at(len(game.actions) - 6))
    frame = solved.to_pandas()
    assert list(frame) == ["action", "id", "p1", "p1_win", "p2", "p2_win"]
    assert frame["id"].tolist() == solved.actions.tolist()
    assert frame["p2_win"].tolist() == solved.win_shares[:, 1].tolist()


def test_what_cannot_be_solved_is_refused(game: carrack.Record) -> None:
    late = game.decision_at(len(game.actions) - 6)
    with pytest.raises(carrack.InputError, match="not solved after 100 pos.*larger max_positions"):
        carrack.solve(RULES.new_state(seed=1), max_positions=100)
    with pytest.raises(carrack.InputError, match="the game is over"):
        carrack.solve(game.final_state())
    with pytest.raises(carrack.InputError, match="chance is to move"):
        carrack.solve(RULES.new_state())
    with pytest.raises(carrack.InputError, match="'random' has none; expected mcts or uct"):
        carrack.solve(late, "random")
    with pytest.raises(carrack.InputError, match="max_positions is 0, expected 1"):
        carrack.solve(late, max_positions=0)
    with pytest.raises(TypeError, match="state is None, expected a State"):
        carrack.solve(None)  # type: ignore[arg-type]
    scouts = carrack.Ruleset("empires", players=2, variants=["scouting"])
    with pytest.raises(carrack.InputError, match="private information.*or carrack.search"):
        carrack.solve(scouts.new_state(seed=1))
