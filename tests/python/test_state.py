"""carrack.State."""

import copy
import pickle

import numpy as np
import pytest
from conftest import random_game

import carrack


def test_seeded_games_never_stand_at_a_draw_and_repeat() -> None:
    rules = carrack.Ruleset("empires", 4, ["builder"])
    positions = random_game(rules, seed=3)
    assert not any(state.is_chance for state in positions)
    assert positions == random_game(rules, seed=3)
    assert positions != random_game(rules, seed=4)


def test_without_a_seed_chance_is_explicit(ruleset: carrack.Ruleset) -> None:
    state = ruleset.new_state()
    assert state.is_chance and state.current_player == -1 and state.seed is None
    draws = 0
    while not state.is_terminal:
        if state.is_chance:
            outcomes = state.chance_outcomes()
            assert len(outcomes) >= 2
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert [action for action, _ in outcomes] == state.legal_actions()
            state.apply(outcomes[draws % len(outcomes)][0])
            draws += 1
        else:
            with pytest.raises(carrack.InputError, match="chance is not to move"):
                state.chance_outcomes()
            state.apply(state.legal_actions()[-1])
    assert draws > 30


def test_mask_ids_and_notation_agree(middle: carrack.State) -> None:
    mask = middle.legal_mask()
    assert mask.shape == (carrack.NUM_ACTIONS,) and mask.dtype == np.bool_
    ids = middle.legal_actions()
    assert np.flatnonzero(mask).tolist() == ids
    names = [middle.action_to_string(action) for action in ids]
    assert [middle.parse_action(name) for name in names] == ids
    by_id, by_name = middle.clone(), middle.clone()
    by_id.apply(ids[0])
    by_name.apply(names[0])
    assert by_id == by_name != middle
    by_numpy = middle.clone()
    by_numpy.apply(np.int64(ids[0]))
    assert by_numpy == by_id


def test_an_illegal_action_changes_nothing(middle: carrack.State) -> None:
    before = middle.clone()
    illegal = int(np.flatnonzero(~middle.legal_mask())[0])
    for wrong in (illegal, -1, carrack.NUM_ACTIONS, 10**30, "buy the moon", "bid 3", ""):
        with pytest.raises(carrack.IllegalActionError):
            middle.apply(wrong)
    for wrong_type in (None, 1.5, True, b"pass", [1]):
        with pytest.raises(TypeError, match="an action is"):
            middle.apply(wrong_type)  # type: ignore[arg-type]
    assert middle == before


def test_the_end(ruleset: carrack.Ruleset) -> None:
    positions = random_game(ruleset, seed=5)
    end = positions[-1]
    assert end.is_terminal and end.current_player == -4 and end.legal_actions() == []
    assert not end.legal_mask().any()
    assert sum(end.returns()) == pytest.approx(1)
    first = [rank == 1 for rank in end.ranks()]
    assert [share > 0 for share in end.returns()] == first
    assert [sum(part.values()) for part in end.breakdown()] == end.scores()
    assert positions[10].returns() == [0, 0, 0]
    with pytest.raises(carrack.IllegalActionError, match="over"):
        end.apply(0)


def test_copies_go_their_own_way(middle: carrack.State) -> None:
    for copied in (middle.clone(), copy.copy(middle), copy.deepcopy(middle)):
        assert copied == middle and copied.hash() == middle.hash()
        for _ in range(20):
            copied.apply(copied.legal_actions()[0])
        assert copied != middle
    with pytest.raises(TypeError):
        hash(middle)


def test_a_pickle_goes_on_with_the_same_chance(middle: carrack.State) -> None:
    thawed = pickle.loads(pickle.dumps(middle))
    assert thawed == middle and thawed.seed == middle.seed
    while not middle.is_terminal:
        action = middle.legal_actions()[-1]
        middle.apply(action)
        thawed.apply(action)
    assert thawed == middle


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle(middle: carrack.State, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(middle, protocol)) == middle
    assert middle.__reduce__()[0] is not None


def test_damaged_pickles_are_refused(middle: carrack.State) -> None:
    version, data = middle.__getstate__()
    flipped = bytearray(data)
    flipped[100] ^= 1
    for wrong in (
        (version, bytes(flipped)), (version, data[:-1]), (version, b""), (version,),
        (1, data), (version, "text"), (version, data, 3), (b"", data),
    ):  # fmt: skip
        with pytest.raises(carrack.InputError, match=r"damaged|pickled"):
            carrack.State.__new__(carrack.State).__setstate__(wrong)


def test_hidden_counters_are_drawn_anew() -> None:
    rules = carrack.Ruleset("empires", 3, variants=["scouting"])
    different = 0
    for state in random_game(rules, seed=2)[::7]:
        for player in range(3):
            likely = [state.resampled(player, seed) for seed in range(3)]
            for other in likely:
                assert np.array_equal(other.observation(player), state.observation(player))
            different += len({other.hash() for other in likely}) > 1
    assert different > 10


def notations(state: carrack.State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_a_position_comes_back_from_its_dict_and_can_be_searched() -> None:
    rules = carrack.Ruleset("empires", 3, variants=["scouting"])
    emptied = 0
    for state in random_game(rules, seed=2)[:120:5]:
        player = state.current_player
        told = state.to_dict(player)
        emptied += "emptied" in told
        again = carrack.State.from_dict(rules, told, notations(state), seed=5)
        assert again.to_dict(player) == told
        assert again.legal_actions() == state.legal_actions()
        assert again.seed is None
        assert (again.observation() == state.observation()).all()
        whole = carrack.State.from_dict(rules, state.to_dict(), notations(state))
        assert whole.to_dict() == state.to_dict()
    assert emptied > 1
    choice = carrack.agent("mcts:iterations=20").choose(again, seed=1)
    assert choice in again.legal_actions()


def test_an_agent_gets_a_likely_position_where_a_trace_leaves_something_open() -> None:
    rules = carrack.Ruleset("empires", 4, ["builder", "national"])
    ambiguous = 0
    for state in random_game(rules, seed=2)[:-1]:
        told, legal = state.to_dict(state.current_player), notations(state)
        likely = carrack.State.from_dict(rules, told, legal, likely=True)
        assert likely.legal_actions() == state.legal_actions()
        assert likely.current_player == state.current_player
        try:
            same = carrack.State.from_dict(rules, told, legal)
        except carrack.InputError as error:
            assert "a trace does not say" in str(error)
            ambiguous += 1
            likely.apply(legal[0])
        else:
            assert same == likely
    assert ambiguous > 10


def test_the_attacker_of_a_likely_position_is_a_seat(middle: carrack.State) -> None:
    told, legal = middle.to_dict(middle.current_player), notations(middle)
    rules = middle.ruleset
    for attacker in (None, 0, 2):
        state = carrack.State.from_dict(rules, told, legal, likely=True, attacker=attacker)
        assert state.to_dict(state.current_player) == told
    with pytest.raises(carrack.InputError, match="attacker is 3, expected 0 to 2"):
        carrack.State.from_dict(rules, told, legal, likely=True, attacker=3)
    with pytest.raises(carrack.InputError, match="attacker needs likely=True"):
        carrack.State.from_dict(rules, told, legal, attacker=0)


def test_a_dict_that_is_no_position_is_refused_with_its_member(middle: carrack.State) -> None:
    told = middle.to_dict()
    told["players"][1]["money"] = -1
    with pytest.raises(carrack.InputError, match="players/1/money is -1"):
        carrack.State.from_dict(middle.ruleset, told)
    with pytest.raises(carrack.InputError, match="turn is missing"):
        carrack.State.from_dict(middle.ruleset, {})
    with pytest.raises(carrack.InputError, match="player is 7"):
        middle.to_dict(7)


def test_text(middle: carrack.State) -> None:
    assert repr(middle).startswith("<carrack.State aoe3-3, turn ")
    assert "caribbean" in str(middle)
    assert middle.to_dict()["turn"] == middle.turn
    drawing = middle._repr_html_()
    assert drawing.startswith("<svg") and drawing.endswith("</svg>\n")
    after = middle.clone()
    after.apply(after.legal_actions()[0])
    assert middle.to_svg() == drawing == middle.to_svg(player=0)
    assert after.to_svg(before=middle) != after.to_svg()
    with pytest.raises(carrack.InputError, match="expected one of aoe3-3"):
        middle.to_svg(before=carrack.Ruleset(players=4).new_state())
    with pytest.raises(carrack.InputError, match="player is 3"):
        middle.to_svg(player=3)


@pytest.mark.parametrize("index", range(0, 500, 23))
def test_every_kind_of_board_is_drawn(index: int) -> None:
    import xml.etree.ElementTree as ET

    rules = carrack.rulesets()[index]
    for state in random_game(rules, seed=index)[:: 60 + index]:
        ET.fromstring(state._repr_html_())
