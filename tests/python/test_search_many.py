"""carrack.search_many and carrack.SearchReports."""

import threading
from typing import Any

import numpy as np
import pytest
from conftest import random_game
from numpy.typing import NDArray

import carrack

SPEC = "mcts:iterations=40"


def decisions(ruleset: carrack.Ruleset, step: int = 20) -> list[carrack.State]:
    """Some of the decisions of a random game."""
    game = random_game(ruleset, seed=3)
    return [state for state in game if state.current_player >= 0][::step]


def is_same(one: carrack.SearchReport, other: carrack.SearchReport) -> bool:
    """Whether two reports differ in their seconds alone."""
    first, second = one.to_dict(), other.to_dict()
    return first | {"seconds": 0} == second | {"seconds": 0} and np.array_equal(
        one.policy_target, other.policy_target
    )


@pytest.mark.parametrize(
    "spec",
    [
        SPEC,
        "mcts:iterations=40,reuse=on,root=gumbel",
        "uct:iterations=40,parallel=root,workers=2",
        "flat:iterations=40",
        "restricted:ban=navy,of=uct:iterations=40",
    ],
)
def test_each_report_is_that_of_a_search(ruleset: carrack.Ruleset, spec: str) -> None:
    states = decisions(ruleset)
    assert len(states) > 8
    single = [carrack.search(s, spec, seed=7 + i) for i, s in enumerate(states)]
    for threads in (1, 3):
        reports = carrack.search_many(states, spec, seed=7, threads=threads)
        assert len(reports) == len(states)
        assert all(map(is_same, reports, single)), threads
    assert single[0].spec == reports[0].spec == carrack.agent(spec).spec


def test_a_part_is_the_same_as_in_the_whole(ruleset: carrack.Ruleset) -> None:
    states = decisions(ruleset)
    whole = carrack.search_many(states, SPEC, seed=5, threads=2)
    part = carrack.search_many(iter(states[3:6]), carrack.Agent(SPEC), seed=5 + 3)
    assert all(map(is_same, part, whole[3:6]))
    assert isinstance(whole[3:6], carrack.SearchReports)
    assert repr(part) == "<carrack.SearchReports of 3 positions>"
    top = carrack.search_many(states[:2], SPEC, seed=2**64 - 1)
    assert is_same(top[1], carrack.search(states[1], SPEC, seed=0)), "seeds go round"


def test_positions_of_several_rulesets_and_none() -> None:
    states = [
        state
        for name, players in (("aoe3", 2), ("empires", 5))
        for state in decisions(carrack.Ruleset(name, players=players), 80)
    ]
    reports = carrack.search_many(states, "uct:iterations=20", threads=2)
    assert [r.ruleset for r in reports] == [s.ruleset for s in states]
    arrays = reports.to_arrays()
    for row, state in enumerate(states):
        shares = arrays["win_share"][row]
        assert np.isclose(shares[: state.num_players].sum(), 1)
        assert not shares[state.num_players :].any()
    assert len(carrack.search_many([], SPEC)) == 0
    empty = carrack.search_many([], SPEC).to_arrays()
    assert empty["visits"].shape == (0, carrack.NUM_ACTIONS)


def test_reports_as_arrays(ruleset: carrack.Ruleset) -> None:
    states = decisions(ruleset)
    reports = carrack.search_many(states, SPEC, threads=2)
    arrays = reports.to_arrays()
    assert np.array_equal(arrays["options"], np.stack([s.legal_mask() for s in states]))
    assert (arrays["visits"].sum(axis=1) == 40).all()
    assert np.allclose(arrays["policy_target"].sum(axis=1), 1)
    assert arrays["policy_target"].dtype == np.float32
    for row, report in enumerate(reports):
        assert arrays["action"][row] == report.action and arrays["player"][row] == report.player
        assert arrays["visits"][row, report.action] == report.visits[0]
        me = report.player
        assert np.isclose(arrays["win_share"][row, 0], report.win_share[me], atol=1e-6)
        assert np.isclose(arrays["value"][row, 1], report.value[(me + 1) % 3], atol=1e-6)
    again = carrack.SearchReports(list(reports)).to_arrays()
    assert all(np.array_equal(again[name], arrays[name]) for name in arrays)


def test_a_forced_purchase_has_rows_of_zeros() -> None:
    for state in random_game(carrack.Ruleset(players=2), seed=3):
        names = [state.action_to_string(action) for action in state.legal_actions()]
        tiles = [name.removeprefix("buy ") for name in names if name.startswith("buy ")]
        if tiles:
            break
    spec = f"restricted:force={tiles[0]},of=mcts:iterations=5"
    arrays = carrack.search_many([state], spec).to_arrays()
    assert not arrays["visits"].any() and not arrays["options"].any()
    assert not arrays["policy_target"].any() and np.isnan(arrays["value"][0, :2]).all()
    assert state.action_to_string(int(arrays["action"][0])) == f"buy {tiles[0]}"


def test_an_evaluation_is_called_from_all_threads(ruleset: carrack.Ruleset) -> None:
    callers: set[int] = set()

    def judge(seen: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        callers.add(threading.get_ident())
        values = np.linspace(0.2, 0.4, len(seen) * 3).reshape(-1, 3)
        return values, np.zeros((len(seen), carrack.NUM_ACTIONS))

    states = decisions(ruleset)
    spec = "mcts:iterations=60,root=gumbel"
    options: dict[str, Any] = {"evaluate": judge, "batch": 8, "priors": True}
    single = [carrack.search(s, spec, seed=1 + i, **options) for i, s in enumerate(states)]
    here = threading.get_ident()
    assert callers == {here}
    callers.clear()
    reports = carrack.search_many(states, spec, threads=2, **options)
    assert all(map(is_same, reports, single)) and here not in callers

    class Mine(Exception):
        pass

    def fails(seen: NDArray[np.float32]) -> None:
        raise Mine("here")

    with pytest.raises(Mine, match="here"):
        carrack.search_many(states, "uct:iterations=9", threads=2, evaluate=fails)
    with pytest.raises(carrack.InputError, match="expected an array"):
        carrack.search_many(states, "uct:iterations=9", threads=2, evaluate=lambda seen: None)


def test_progress_is_told(ruleset: carrack.Ruleset) -> None:
    lines: list[str] = []
    carrack.search_many(decisions(ruleset), SPEC, threads=2, progress=lines.append)
    assert lines and "positions" in lines[-1]

    def fails(line: str) -> None:
        raise ValueError(line)

    with pytest.raises(ValueError, match="positions"):
        carrack.search_many(decisions(ruleset), SPEC, progress=fails)


def test_wrong_arguments_are_explained(ruleset: carrack.Ruleset) -> None:
    states = decisions(ruleset)
    wrong: Any
    for wrong, message in (
        (states[0], r"states is of type State, expected a list, as in \[state\]"),
        ([*states, None], rf"states\[{len(states)}\] is None, expected a State"),
    ):
        with pytest.raises(TypeError, match=message):
            carrack.search_many(wrong, SPEC)
    start = ruleset.new_state()
    with pytest.raises(carrack.InputError, match=r"states\[1\]: .* chance is to move"):
        carrack.search_many([states[0], start], SPEC)
    over = random_game(ruleset, seed=3)[-1]
    with pytest.raises(carrack.InputError, match=r"states\[0\]: .* the game is over"):
        carrack.search_many([over], SPEC)
    for given, message in (
        ({"agent": "mcts:iteration=5"}, "did you mean 'iterations'"),
        ({"agent": "scripted"}, "has none; expected mcts"),
        ({"threads": 0}, "threads is 0, expected"),
        ({"seed": -1}, "seed is -1, expected 0 to"),
        ({"batch": 8}, "batch needs evaluate="),
        ({"priors": True}, "evaluate, which is None"),
        ({"agent": "flat", "evaluate": lambda seen: seen}, "needs a tree search"),
    ):
        arguments: dict[str, Any] = {"agent": SPEC} | given
        with pytest.raises(carrack.InputError, match=message):
            carrack.search_many([], **arguments)
    with pytest.raises(TypeError, match="did you mean 'threads'"):
        carrack.search_many(states, SPEC, thread=2)  # type: ignore[call-arg]
    wrong = [None]
    with pytest.raises(TypeError, match=r"reports\[0\] is None, expected a SearchReport"):
        carrack.SearchReports(wrong)
