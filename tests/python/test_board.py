"""Custom boards: rulesets, and their transfer to other processes."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import random_game

import carrack

SHUFFLED = (Path(__file__).parents[2] / "experiments/studies/boards/shuffled.json").read_text()
ISLANDS: dict[str, Any] = {
    "name": "islands",
    "goods": {"sugar": 6, "fur": 4, "gold": 5},
    "regions": [
        {"id": "caribbean", "good": "sugar", "discovered": True, "adjacent": ["azores"]},
        {"id": "azores", "good": "fur", "adjacent": ["caribbean", "tahiti"]},
        {"id": "tahiti", "good": "gold", "adjacent": ["azores"]},
    ],
}

# In another process the board has a different number, or none yet.
ELSEWHERE = """
import pickle, sys
import carrack

carrack.Ruleset(board=sys.argv[1])
rules, state, game, hashes = pickle.loads(sys.stdin.buffer.read())
assert (hash(rules), state.hash()) == hashes
assert state.ruleset == rules == game.ruleset and rules.regions[2] == "tahiti", rules
assert game.final_state().is_terminal
while not state.is_terminal:
    state.apply(state.legal_actions()[-1])
sys.stdout.buffer.write(pickle.dumps((rules, state, game)))
"""


@pytest.fixture
def islands() -> carrack.Ruleset:
    return carrack.Ruleset(players=3, board=json.dumps(ISLANDS))


def test_a_board_is_part_of_the_ruleset(islands: carrack.Ruleset) -> None:
    assert islands.regions == ["caribbean", "azores", "tahiti"]
    assert repr(islands) == "<carrack.Ruleset aoe3-3@islands>"
    assert "aoe3-3@islands" in repr(islands.new_state(seed=1))
    assert "tahiti" in str(islands.new_state(seed=1))
    printed = carrack.Ruleset(players=3)
    assert printed.board is None and islands != printed and hash(islands) != hash(printed)
    assert islands.board is not None
    same = carrack.Ruleset(players=3, board=islands.board)
    assert same == islands and hash(same) == hash(islands)
    assert json.loads(islands.board)["regions"] == ISLANDS["regions"]
    world = carrack.Ruleset("empires", 5, ["builder", "world"], board=SHUFFLED)
    assert str(world).endswith("@shuffled") and random_game(world, seed=1)[-1].is_terminal


def test_a_board_is_text_a_dict_or_a_file(islands: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "islands.json"
    file.write_text(json.dumps(ISLANDS))
    for given in (json.dumps(ISLANDS), " \n" + json.dumps(ISLANDS), ISLANDS, file):
        assert carrack.Ruleset(players=3, board=given) == islands
    with pytest.raises(FileNotFoundError):
        carrack.Ruleset(board=tmp_path / "none.json")


def test_wrong_boards_are_explained() -> None:
    with pytest.raises(
        carrack.InputError,
        match=r"board is 'islands.json', expected JSON .*; for a file, pass Path\(\.\.\.\)",
    ):
        carrack.Ruleset(board="islands.json")
    with pytest.raises(carrack.InputError, match="board: not JSON: error at byte 2"):
        carrack.Ruleset(board="{islands}")
    with pytest.raises(carrack.InputError, match="board: unknown key 'size'"):
        carrack.Ruleset(board=json.dumps({**ISLANDS, "size": 3}))
    with pytest.raises(carrack.InputError, match="no region 'new_france'"):
        carrack.Ruleset("empires", modules=["builder", "world"], board=json.dumps(ISLANDS))
    with pytest.raises(TypeError, match="board is 3, expected a dict, a Path, JSON or None"):
        carrack.Ruleset(board=3)  # type: ignore[arg-type]


def test_a_process_reads_hundreds_of_boards(islands: carrack.Ruleset) -> None:
    boards = [json.dumps({**ISLANDS, "name": f"islands_{i}"}) for i in range(400)]
    rules = [carrack.Ruleset(players=3, board=board) for board in boards]
    states = [own.new_state(seed=1) for own in rules]
    assert len(set(rules)) == len({state.hash() for state in states}) == len(boards)
    assert str(states[399].ruleset) == "aoe3-3@islands_399"
    assert pickle.loads(pickle.dumps(states[350])) == states[350]
    assert carrack.Ruleset(players=3, board=boards[123]) == rules[123]
    assert random_game(rules[399], seed=1)[-1].is_terminal


def test_another_process_gets_the_board_too(islands: carrack.Ruleset) -> None:
    state = random_game(islands, seed=4)[30]
    game = carrack.play(islands, ["random"] * 3, seed=2)
    sent = pickle.dumps((islands, state, game, (hash(islands), state.hash())))
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, SHUFFLED], input=sent, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    rules, end, same_game = pickle.loads(done.stdout)
    assert rules == islands and same_game == game
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])
    assert end == state and end.scores() == state.scores()


def test_a_pickle_without_its_board_is_refused(islands: carrack.Ruleset) -> None:
    version, data, board = islands.new_state(seed=1).__getstate__()
    for wrong in ((version, data), (version, data, board.replace("tahiti", "tonga")), (version,)):
        with pytest.raises(carrack.InputError, match=r"damaged|pickled"):
            carrack.State.__new__(carrack.State).__setstate__(wrong)


def test_records_and_batches_are_on_the_board(islands: carrack.Ruleset) -> None:
    game = carrack.play(islands, ["scripted", "random", "greedy"], seed=1)
    again = carrack.Record.from_string(game.to_string())
    assert again == game and again.ruleset.board == islands.board
    assert carrack.play(carrack.Ruleset(players=3), ["random"] * 3) != game
    assert "tahiti" in game.to_html()
    games = carrack.BatchGame(islands, 4, seed=1)
    games.step_random(300)
    assert games.finished.sum() > 0 and games.state(0).ruleset == islands
    report = carrack.search(islands.new_state(seed=1), "uct:iterations=50")
    assert pickle.loads(pickle.dumps(report)).ruleset == islands
    one, two = (carrack.tournament(islands, ["random"] * 3, blocks=2, threads=n) for n in (1, 2))
    assert np.array_equal(one.scores, two.scores)


def test_a_ledger_keeps_the_board(islands: carrack.Ruleset, tmp_path: Path) -> None:
    ledger = tmp_path / "results.db"
    left = carrack.tournament(islands, ["random"] * 3, blocks=2, ledger=ledger)
    assert left.ruleset == islands
    assert carrack.Ledger(ledger).tournament().ruleset == islands
    with pytest.raises(carrack.InputError, match="was begun with other settings.*: ruleset"):
        carrack.tournament(carrack.Ruleset(players=3), ["random"] * 3, blocks=2, ledger=ledger)
