"""Unknown arguments of public functions."""

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from conftest import says

import carrack
from carrack._keywords import named_arguments

RULES = carrack.Ruleset(players=2)
STATE = RULES.new_state(seed=1)
ANY: Any = carrack


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            lambda: ANY.trial(RULES, ["random"], discount=[3]),
            "trial() got an unexpected keyword argument 'discount'; did you mean 'discounts'?",
        ),
        (lambda: ANY.tournament(RULES, ["random"], block=2), "; did you mean 'blocks'?"),
        (lambda: ANY.play(RULES, ["random"], seeds=2), "; did you mean 'seed'?"),
        (lambda: ANY.match(RULES, "random", "random", thread=2), "; did you mean 'threads'?"),
        (lambda: ANY.balance.balance(RULES, size=None), "; did you mean 'sizes'?"),
        (lambda: ANY.balance.compare(RULES, RULES, seeds=1), "; did you mean 'seed'?"),
        (
            lambda: ANY.tournament(RULES, ["random"], games=6),
            "'games' (known: ruleset, agents, blocks, kind, seatings, seed, ",
        ),
        (
            lambda: ANY.search(STATE, iterations=100),
            "search() got an unexpected keyword argument 'iterations'; it belongs in the spec of "
            "an agent, as in 'mcts:iterations=100'",
        ),
        (lambda: ANY.search(STATE, "mcts", threads=2), "as in 'mcts:threads=2'"),
        (lambda: ANY.tournament(RULES, ["mcts"], prior="none"), "as in 'mcts:prior=…'"),
        (
            lambda: carrack.play(RULES, ["random"]).report(iteration=5),  # type: ignore[call-arg]
            "Record.report() got an unexpected keyword argument 'iteration' (known: agent, seed, ",
        ),
    ],
)
def test_the_error_says_what_was_meant(call: Callable[[], Any], expected: str) -> None:
    assert expected in says(TypeError, call)


@pytest.mark.parametrize(
    "name",
    ["play", "tournament", "match", "search", "solve", "trial", "tune", "ablate", "rate", "fit",
     "balance.balance", "balance.compare", "Record.report", "Ledger.rate"],
)  # fmt: skip
def test_every_call_with_many_arguments_does(name: str) -> None:
    pytest.importorskip("pandas")
    function: Any = carrack
    for part in name.split("."):
        function = getattr(function, part)
    told = says(TypeError, lambda: function(colour=1))
    assert told.startswith(f"{name.removeprefix('balance.')}() got an unexpected keyword argument")
    known = [argument for argument in inspect.signature(function).parameters if argument != "self"]
    assert told.endswith(f"(known: {', '.join(known)})")


def test_the_function_is_otherwise_the_same() -> None:
    def plain(first: int, *, second: str = "x") -> str:
        """Say something."""
        return f"{first}{second}"

    wrapped = named_arguments(plain)
    assert wrapped(3) == "3x" and wrapped(first=1, second="y") == "1y"
    assert wrapped.__doc__ == "Say something." and wrapped.__name__ == "plain"
    assert inspect.signature(wrapped) == inspect.signature(plain)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        wrapped()  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(carrack.play)) is carrack.play
