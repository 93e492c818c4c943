"""Calls of compiled classes and functions with wrong arguments are told in one line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack
from carrack import _calls

RULES = carrack.Ruleset(players=3)
# Any: the calls are wrong.
STATE: Any = RULES.new_state(seed=1)
BATCH: Any = carrack.BatchGame(RULES, 2)
AGENT: Any = carrack.agent("random")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            lambda c: c.State(foo=1),
            "State() got an unexpected keyword argument 'foo' (known: ruleset, seed)",
        ),
        (
            lambda c: c.State(RULES, sed=1),
            "State() got an unexpected keyword argument 'sed'; did you mean 'seed'?",
        ),
        (lambda c: c.State(), "State() is missing a required argument: 'ruleset'"),
        (lambda c: c.State(RULES, 1, 2), "State() takes 2 arguments, not 3"),
        (
            lambda c: c.State(RULES, ruleset=RULES),
            "State() got multiple values for argument 'ruleset'",
        ),
        (lambda c: c.State(3), "ruleset is 3, expected a Ruleset, as in carrack.Ruleset('aoe3', "),
        (lambda c: c.Agent(5), "spec is 5, expected a text (str)"),
        (
            lambda c: c.Agent(iterations=5),
            "Agent() got an unexpected keyword argument 'iterations'; it belongs in the spec of an "
            "agent, as in 'mcts:iterations=5'",
        ),
        (lambda c: c.Network(5), "file is 5, expected a path as text, or 'default'"),
        (
            lambda c: c.Network(flie="x"),
            "Network() got an unexpected keyword argument 'flie'; did you mean 'file'?",
        ),
        (lambda c: c.Network(1, 2), "Network() takes 1 argument, not 2"),
        (
            lambda c: c.Ruleset(variant=[]),
            "Ruleset() got an unexpected keyword argument 'variant'; ",
        ),
        (lambda c: c.BatchGame(RULES), "BatchGame() is missing a required argument: 'n'"),
        (lambda c: STATE.apply(), "State.apply() is missing a required argument: 'action'"),
        (lambda c: STATE.apply(1, 2), "State.apply() takes 1 argument, not 2"),
        (
            lambda c: STATE.clone(deep=True),
            "State.clone() got an unexpected keyword argument 'deep'; it has no arguments",
        ),
        (
            lambda c: STATE.to_svg(befor=STATE),
            "State.to_svg() got an unexpected keyword argument 'befor'; did you mean 'before'?",
        ),
        (
            lambda c: c.State.from_dict(RULES, {}, None, 0, True),
            "from_dict() takes 4 arguments without a name, not 5",
        ),
        (lambda c: c.State.apply(5, 3), "State.apply() is called with 5, expected a State"),
        (lambda c: c.State.apply(), "State.apply() is called without an object, expected a State"),
        (
            lambda c: BATCH.step(action=[1, 2]),
            "BatchGame.step() got an unexpected keyword argument 'action'; did you mean 'actions'?",
        ),
        (
            lambda c: AGENT.choose(STATE, sed=1),
            "Agent.choose() got an unexpected keyword argument 'sed'; did you mean 'seed'?",
        ),
        (
            lambda c: STATE.ruleset.new_state(sed=1),
            "Ruleset.new_state() got an unexpected keyword argument 'sed'; did you mean 'seed'?",
        ),
        (lambda c: c.rulesets(1), "rulesets() takes 0 arguments, not 1"),
        (
            lambda c: c._core.ledger_query(7),
            "ledger_query() does not take table 7; expected table: str",
        ),
    ],
)
def test_a_wrong_call_is_told_in_one_line(call: Callable[[Any], Any], expected: str) -> None:
    told = says(TypeError, lambda: call(carrack))
    assert told == expected if expected[-1] != " " else told.startswith(expected)


def test_every_public_method_tells_so() -> None:
    """None of them is left with the list of overloads of pybind11."""
    network = carrack.Network()
    checked = 0
    for made in (STATE, RULES, BATCH, AGENT, network):
        for name in dir(type(made)):
            method = getattr(made, name)
            if name.startswith("_") or not callable(method):
                continue
            told = says(TypeError, lambda method=method: method(no_such_argument=1))  # type: ignore[misc]
            assert "got an unexpected keyword argument 'no_such_argument'" in told
            checked += 1
    assert checked > 25


def test_other_errors_stay() -> None:
    class Mine(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            raise TypeError("mine(): incompatible with\nthis")

    with pytest.raises(TypeError) as raised:
        carrack.play(RULES, [Mine()])
    assert str(raised.value) == "mine(): incompatible with\nthis"
    assert STATE != 3 and (STATE == "x") is False
    with pytest.raises(TypeError):
        hash(STATE)


def test_a_message_of_another_form_is_cut_to_a_line() -> None:
    assert _calls.what_is_wrong("f(): incompatible x\ny", [], {}) == "f(): incompatible x"
    assert Path(_calls.__file__).is_file()
