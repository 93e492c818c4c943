"""carrack.Ruleset."""

import pickle

import pytest

import carrack


def test_words_and_defaults() -> None:
    rules = carrack.Ruleset()
    assert (rules.edition, rules.players, rules.modules, rules.variants) == ("aoe3", 4, [], [])
    assert str(carrack.Ruleset("empires", 5, ["builder"], ["buy_vp"])) == "empires-5+builder+buy_vp"
    assert "caribbean" in rules.regions


def test_equal_rulesets_are_equal_and_hash_alike() -> None:
    one, other = carrack.Ruleset(players=3), carrack.Ruleset(players=3)
    assert one == other and hash(one) == hash(other)
    assert one != carrack.Ruleset(players=4)
    assert one != "aoe3-3"
    everything = carrack.rulesets()
    assert len(set(everything)) == len(everything) > 500


def test_pickles() -> None:
    for rules in carrack.rulesets()[::37]:
        assert pickle.loads(pickle.dumps(rules)) == rules


def test_wrong_words_are_named_with_the_nearest() -> None:
    with pytest.raises(carrack.InputError, match="did you mean 'empires'"):
        carrack.Ruleset("empire")
    with pytest.raises(carrack.InputError, match="did you mean 'builder'"):
        carrack.Ruleset("empires", modules=["bilder"])
    with pytest.raises(carrack.InputError, match="players"):
        carrack.Ruleset(players=7)
    with pytest.raises(TypeError):
        carrack.Ruleset(players="four")  # type: ignore[arg-type]


def test_notation_goes_both_ways() -> None:
    rules = carrack.Ruleset()
    place = rules.parse_action("place soldier dock")
    assert rules.action_to_string(place) == "place soldier dock"
    with pytest.raises(carrack.InputError):
        rules.parse_action("place soldier moon")
    with pytest.raises(carrack.InputError, match="expected an id"):
        rules.action_to_string(carrack.NUM_ACTIONS)
