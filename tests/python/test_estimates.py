"""State.expected_vp and State.script_values: the numbers that networks are trained with."""

from pathlib import Path

import numpy as np
import pytest

import carrack


def test_they_are_those_of_the_examples(tmp_path: Path) -> None:
    file = str(tmp_path / "games.db")
    rules = carrack.Ruleset("empires", 3, ["builder"])
    plan = (rules, ["mcts:iterations=4"] * 3, "fixed", "rotations", 1, (0, 1))
    carrack._core.play_ledger(file, "one", plan, 1, False, search_values=True)
    examples = carrack._core.learning_examples(file, ["one"], 4, 0)
    found = 0
    for record in carrack.Ledger(file, "one").records():
        for state, note in zip(record, record.notes, strict=False):
            if note is None:
                continue
            seats = np.roll(np.arange(3), -state.current_player)
            vp = np.array(state.expected_vp())[seats]
            assert np.allclose(vp, examples["expected_vp"][found][:3], atol=1e-4)
            options = slice(*examples["option_start"][found : found + 2])
            actions = examples["actions"][options]
            values = state.script_values()
            assert values.shape == (carrack.NUM_ACTIONS,) and values.dtype == np.float32
            assert np.array_equal(values[actions], examples["script"][options])
            assert np.flatnonzero(~np.isnan(values)).tolist() == actions.tolist()
            found += 1
    assert found == len(examples["game"]) > 200


def test_the_script_plays_what_it_values_most(ruleset: carrack.Ruleset) -> None:
    for state in list(carrack.play(ruleset, ["random"], seed=3))[:-1:7]:
        if state.is_chance:
            continue
        chosen = carrack.agent("scripted:balanced").choose(state, seed=1)
        values = state.script_values()
        assert values[chosen] == np.nanmax(values)


def test_a_decision_is_needed_for_script_values(ruleset: carrack.Ruleset) -> None:
    start = ruleset.new_state()
    end = carrack.play(ruleset, ["random"]).final_state()
    assert start.is_chance
    for state in (start, end):
        with pytest.raises(carrack.InputError, match="nobody is to decide"):
            state.script_values()
        assert len(state.expected_vp()) == 3


def test_secrets_of_others_are_not_used() -> None:
    rules = carrack.Ruleset("empires", 3, variants=["scouting"])
    different = 0
    for state in list(carrack.play(rules, ["scripted:explorer"], seed=2))[::5]:
        if state.current_player < 0:
            continue
        other = state.resampled(state.current_player, seed=9)
        different += other.hash() != state.hash()
        assert other.expected_vp() == state.expected_vp()
        assert np.array_equal(other.script_values(), state.script_values(), equal_nan=True)
    assert different > 3
