"""Tweaks: rulesets with other figures, and their transfer to other processes."""

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

TWEAK: dict[str, Any] = {
    "name": "cheap-start",
    "tiles": {"inca_conquest": {"cost": 7}, "navy": {"copies": 0}},
    "start": {"captain": 1, "money": 12},
}

# In another process the ruleset has a different number, or none yet.
ELSEWHERE = """
import pickle, sys
import carrack

carrack.Ruleset(tweak={"name": "another", "start": {"money": 3}})
rules, state, game, hashes = pickle.loads(sys.stdin.buffer.read())
assert (hash(rules), state.hash()) == hashes
assert state.ruleset == rules == game.ruleset and rules.tweak["start"]["money"] == 12, rules
while not state.is_terminal:
    state.apply(state.legal_actions()[-1])
sys.stdout.buffer.write(pickle.dumps((rules, state, game)))
"""


@pytest.fixture
def rules() -> carrack.Ruleset:
    return carrack.Ruleset(players=3, tweak=TWEAK)


def test_a_tweak_is_part_of_the_ruleset(rules: carrack.Ruleset, tmp_path: Path) -> None:
    printed = carrack.Ruleset(players=3)
    assert repr(rules) == "<carrack.Ruleset aoe3-3~cheap-start>"
    assert printed.tweak is None and rules != printed and hash(rules) != hash(printed)
    assert rules.tweak == TWEAK
    file = tmp_path / "tweak.json"
    file.write_text(json.dumps(TWEAK))
    for given in (rules.tweak, json.dumps(TWEAK), file):
        same = carrack.Ruleset(players=3, tweak=given)
        assert same == rules and hash(same) == hash(rules)
    assert rules.new_state(seed=1).to_dict()["players"][0]["workers"]["captain"] == 1
    assert random_game(rules, seed=1)[-1].is_terminal


def test_what_is_printed_is_no_tweak() -> None:
    same = carrack.Ruleset(tweak={"name": "x", "tiles": {"navy": {"cost": 20, "copies": 1}}})
    assert same == carrack.Ruleset() and same.tweak is None


def test_wrong_tweaks_are_explained(tmp_path: Path) -> None:
    def refused(tweak: Any, message: str) -> None:
        with pytest.raises(carrack.InputError, match=message):
            carrack.Ruleset(tweak=tweak)

    refused({"name": "x", "tile": {}}, "tweak: unknown key 'tile'; did you mean 'tiles'")
    refused(
        {"name": "x", "tiles": {"navy": {"cost": -3}}}, "tiles: navy: cost should be .* 0 to 99"
    )
    refused(
        {"name": "x", "tiles": {"mint": {"cost": 3}}}, "mint: cost: aoe3-4 does not have this tile"
    )
    refused('{"name": "x", "name": "y"}', "duplicate key 'name'")
    refused("tweak.json", r"tweak is 'tweak.json', expected JSON .*pass Path\(\.\.\.\)")
    refused("{tweak", "tweak: not JSON")
    with pytest.raises(TypeError, match="tweak is 3, expected a dict"):
        carrack.Ruleset(tweak=3)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        carrack.Ruleset(tweak=tmp_path / "none.json")


@pytest.mark.parametrize("name", ["tweak", "board"])
def test_files_of_anything_are_refused(name: str, tmp_path: Path) -> None:
    """As those of the commands: SECURITY.md has the limits."""
    long, binary = tmp_path / "long.json", tmp_path / "binary.json"
    long.write_text("{" + " " * 2**20)
    binary.write_bytes(b'{"name": "\xff"}')
    for file, message in (
        (long, "long.json.* more than 1048576 bytes"),
        (binary, "JSON"),
        (Path("/dev/zero"), "/dev/zero.* more than 1048576 bytes"),
        (tmp_path, "directory"),
    ):
        with pytest.raises(carrack.InputError, match=message):
            carrack.Ruleset(**{name: file})  # type: ignore[arg-type]


def test_another_process_gets_the_tweak_too(rules: carrack.Ruleset) -> None:
    state = random_game(rules, seed=4)[30]
    game = carrack.play(rules, ["random"] * 3, seed=2)
    sent = pickle.dumps((rules, state, game, (hash(rules), state.hash())))
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=sent, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    same, end, same_game = pickle.loads(done.stdout)
    assert same == rules and same_game == game
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])
    assert end == state and end.scores() == state.scores()


def test_a_pickle_without_its_tweak_is_refused(rules: carrack.Ruleset) -> None:
    version, data, board, tweak = rules.new_state(seed=1).__getstate__()
    changed = tweak.replace("12", "13")
    for wrong in ((version, data), (version, data, board), (version, data, board, changed)):
        with pytest.raises(carrack.InputError, match="damaged"):
            carrack.State.__new__(carrack.State).__setstate__(wrong)


def test_records_batches_and_ledgers_keep_the_tweak(rules: carrack.Ruleset, tmp_path: Path) -> None:
    game = carrack.play(rules, ["scripted", "random", "greedy"], seed=1)
    again = carrack.Record.from_string(game.to_string())
    assert again == game and again.ruleset.tweak == TWEAK
    games = carrack.BatchGame(rules, 4, seed=1)
    games.step_random(300)
    assert games.finished.sum() > 0 and games.state(0).ruleset == rules
    report = carrack.search(rules.new_state(seed=1), "mcts:iterations=50")
    assert pickle.loads(pickle.dumps(report)).ruleset == rules
    ledger = tmp_path / "results.db"
    kept = carrack.tournament(rules, ["random"] * 3, blocks=2, ledger=ledger)
    assert kept.ruleset == rules == carrack.Ledger(ledger).tournament().ruleset
    with pytest.raises(carrack.InputError, match="was begun with other settings.*: ruleset"):
        carrack.tournament(carrack.Ruleset(players=3), ["random"] * 3, blocks=2, ledger=ledger)


def test_the_combination_with_a_board() -> None:
    board = (Path(__file__).parents[2] / "experiments/studies/boards/shuffled.json").read_text()
    rules = carrack.Ruleset(
        "empires", 3, ["builder", "world"], board=board,
        tweak={"name": "x", "tiles": {"mint": {"money": 4}}},
    )  # fmt: skip
    assert str(rules).endswith("@shuffled~x")
    state = pickle.loads(pickle.dumps(rules.new_state(seed=1)))
    assert state.ruleset == rules


def test_all_figures_are_a_tweak_to_begin_with(rules: carrack.Ruleset) -> None:
    figures = rules.figures
    assert figures["name"] == "cheap-start"
    assert figures["tiles"]["inca_conquest"]["cost"] == 7 and figures["spaces"]["warfare"] == 4
    printed = carrack.Ruleset(players=3)
    assert carrack.Ruleset(players=3, tweak=figures) == rules
    assert printed.figures["name"] == "my-tweak"
    assert carrack.Ruleset(players=3, tweak=printed.figures) == printed


def test_numbers_of_numpy_are_numbers() -> None:
    for cost in np.arange(16, 18):
        tweak = {"name": "x", "tiles": {"factory": {"cost": cost}}}
        assert carrack.Ruleset(tweak=tweak).figures["tiles"]["factory"]["cost"] == cost
    for wrong in (float("nan"), object(), np.arange(3)):
        with pytest.raises(TypeError, match="^tweak has a value that is not JSON: "):
            carrack.Ruleset(tweak={"name": "x", "start": {"money": wrong}})
