"""Constants of the package that repeat those of the engine."""

import re

import pytest

import carrack
from carrack import _core
from carrack.balance.measures import course
from carrack.balance.plan import STYLES


def test_strategies_are_those_of_the_agent() -> None:
    with pytest.raises(carrack.InputError) as raised:
        carrack.agent("scripted:none")
    known = re.search(r"known: (.*)\)", str(raised.value))
    assert known is not None and tuple(known[1].split(", ")) == STYLES


def test_a_game_has_as_many_turns() -> None:
    game = carrack.play(carrack.Ruleset(players=2), ["random"])
    assert max(state.turn for state in game) == course.TURNS


def test_networks_have_tables_of_these_sizes() -> None:
    pytest.importorskip("optax")
    from carrack.learn import model, quantize

    heads = _core.network_arrays(carrack.Network())[2]
    assert len(heads["script_weight"]) == len(heads["script_best"]) == quantize.VERBS
    assert len(heads["evaluation_weight"]) == heads["scales"].shape[1] == model.TURNS
    assert len(heads["rollout_edition"]) == model.EDITIONS == len(carrack.editions())
    assert heads["rollout_turn"].shape == (model.TURNS, model.CHOICES)
