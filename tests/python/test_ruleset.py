"""carrack.Ruleset."""

import json
import pickle
import subprocess

import pytest
from conftest import CARRACK

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


def test_tiles_are_those_of_the_command() -> None:
    tiles = carrack.tiles()
    assert len(tiles) == 70 and sum(tile["copies"] for tile in tiles) == 71
    assert all(tile["text"].endswith(".") for tile in tiles)
    shown = subprocess.run([CARRACK, "tiles", "--json"], capture_output=True, check=True).stdout
    assert json.loads(shown) == tiles
    mint = next(tile for tile in tiles if tile["name"] == "mint")
    assert (mint["age"], mint["cost"], mint["editions"], mint["module"]) == (
        2, 14, ["empires"], "builder",
    )  # fmt: skip


def test_tiles_of_an_edition_and_an_age() -> None:
    assert len(carrack.tiles("aoe3")) == 33
    assert carrack.tiles("aoe3", age=3) == carrack.tiles("aoe3", age="III")
    assert {tile["age"] for tile in carrack.tiles(age=2)} == {2}
    with pytest.raises(carrack.InputError, match="did you mean 'empires'"):
        carrack.tiles("empire")
    with pytest.raises(carrack.InputError, match="unknown age '4'"):
        carrack.tiles(age=4)
    with pytest.raises(TypeError, match="edition is 3, expected a text"):
        carrack.tiles(3)  # type: ignore[arg-type]
