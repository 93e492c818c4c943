"""Observations: named features that match the position."""

import numpy as np
import pytest
from conftest import random_game

import carrack


def named(state: carrack.State, player: int) -> dict[str, float]:
    numbers = state.observation(player)
    assert numbers.shape == (carrack.OBSERVATION_SIZE,) and numbers.dtype == np.float32
    return dict(zip(state.ruleset.observation_names, numbers.tolist(), strict=True))


def test_names_are_distinct() -> None:
    for rules in carrack.rulesets()[::29]:
        names = rules.observation_names
        assert len(set(names)) == carrack.OBSERVATION_SIZE
        assert all(f"self.soldiers.{region}" in names for region in rules.regions)


@pytest.mark.parametrize(
    "rules",
    [carrack.Ruleset("empires", 5, ["builder", "national"]), *carrack.rulesets()[::97]],
    ids=str,
)
def test_numbers_say_what_the_position_says(rules: carrack.Ruleset) -> None:
    for state in random_game(rules, seed=11)[::9]:
        told = state.to_dict()
        players = state.num_players
        for observer in range(players):
            seen = named(state, observer)
            assert seen["turn"] == state.turn
            assert seen[f"phase.{state.phase}"] == 1
            for ahead in range(players):
                who = "self" if ahead == 0 else f"next{ahead}"
                seat = (observer + ahead) % players
                mine = told["players"][seat]
                assert seen[f"{who}.money"] == mine["money"]
                assert seen[f"{who}.colony_vp"] + seen[f"{who}.bought_vp"] == mine["vp"]
                assert seen[f"{who}.goods.ship"] == mine["ships"]
                for good in ("sugar", "gold"):
                    assert seen[f"{who}.goods.{good}"] == mine["goods"].get(good, 0)
                owned = {n[len(who) + 7 :] for n, v in seen.items()
                         if v and n.startswith(f"{who}.tiles.")}  # fmt: skip
                assert owned == set(mine["tiles"])
                for kind, count in mine["workers"].items():
                    assert seen[f"{who}.available.{kind}"] == count
                for region, content in told["regions"].items():
                    there = content["workers"].get(f"p{seat + 1}", {})
                    assert seen[f"{who}.civilians.{region}"] == there.get("colonist", 0)
                    assert seen[f"{who}.soldiers.{region}"] == there.get("soldier", 0)
                assert seen[f"to_decide.{who}"] == (state.current_player == seat)
            absent = [v for n, v in seen.items() if n.startswith(f"next{players}.")]
            assert not any(absent)
            assert sum(v for n, v in seen.items() if n.startswith("dock.")) == 2 * sum(
                1 for slot in [*told["boxes"]["dock"], *told["boxes"]["mayflower"],
                               told["boxes"]["x"], told["boxes"]["y"]] if slot
            )  # fmt: skip
            assert seen["on_show.ship"] == told["market"]["ship"]
            settled = told["boxes"].get("india", {})
            there = {n[6:]: v for n, v in seen.items() if v and n.startswith("india.")}
            assert there == (next(iter(settled.values())) if settled else {})


def test_secrets_of_others_are_not_in_it() -> None:
    rules = carrack.Ruleset("empires", 2, variants=["scouting"])
    secrets = 0
    for seed in range(12):
        for state in random_game(rules, seed):
            told = state.to_dict()
            for player in range(2):
                seen = named(state, player)
                other = told["players"][1 - player]["knows"]
                mine = told["players"][player]["knows"]
                for region in mine:
                    assert seen[f"natives_known.{region}"] > 0
                for region, counter in other.items():
                    if region in mine:
                        continue
                    secrets += 1
                    assert seen[f"natives_known.{region}"] == 0
                    assert seen[f"unseen_counters.{counter}"] == 1
    assert secrets > 10


def test_by_default_who_decides_observes(middle: carrack.State) -> None:
    assert np.array_equal(middle.observation(), middle.observation(middle.current_player))
    for wrong in (-1, 3):
        with pytest.raises(carrack.InputError, match="expected 0 to 2"):
            middle.observation(wrong)
    with pytest.raises(carrack.InputError, match="nobody is to decide"):
        middle.ruleset.new_state().observation()
