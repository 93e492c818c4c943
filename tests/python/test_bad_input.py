"""Invalid input raises only documented exceptions."""

import functools
import inspect
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import carrack
from carrack import _core

DOCUMENTED = (carrack.InputError, TypeError, ValueError, IndexError, OSError, OverflowError,
              AttributeError, MemoryError)  # fmt: skip


LITTLE_WORK: dict[str, dict[str, int]] = {
    "tournament": {"blocks": 1},
    "trial": {"games": 2},
    "fit": {"games": 2},
    "match": {"max_blocks": 2},
    "BatchGame": {"n": 2},
}
"""Arguments that keep calls with arbitrary input short."""


def junk(draw: random.Random, state: carrack.State) -> Any:
    """A possibly valid value that does not make a call run for long."""
    return draw.choice(
        [
            None, True, -1, 0, 1, 3, 17, 2**31, 2**63, 2**64, -(2**70), 0.5, float("nan"), "", "x",
            "pass", "aoe3", "random", "mcts:iterations=", "{", "\x00\ud800", b"\xff", [], [1, 2],
            ["random"] * 3, {}, (), object(), np.zeros(3), np.zeros((2, 2), np.int64), lambda: 1,
            state, state.ruleset, carrack.agent("random"), "a" * 10_000, range(3),
        ]
    )  # fmt: skip


def call(function: Callable[..., Any], draw: random.Random, state: carrack.State) -> None:
    arguments = [junk(draw, state) for _ in range(draw.randrange(5))]
    try:
        function(*arguments)
    except DOCUMENTED:
        pass
    except UnicodeError:  # a ValueError, listed explicitly: lone surrogates
        pass


def targets(state: carrack.State) -> dict[str, Callable[..., Any]]:
    """Every public function, class and method; long-running ones get small arguments."""
    batch = carrack.BatchGame(state.ruleset, 2)
    objects = {
        "Ruleset": state.ruleset,
        "State": state,
        "Agent": carrack.agent("uct:iterations=3"),
        "BatchGame": batch,
        "Record": carrack.play(state.ruleset, ["random"] * 3),
        "SearchReport": carrack.search(state, "uct:iterations=3"),
        "Tournament": carrack.tournament(state.ruleset, ["random"] * 3, blocks=1),
    }
    found: dict[str, Callable[..., Any]] = {}
    for name in carrack.__all__:
        value = getattr(carrack, name)
        if callable(value) and name not in (
            "InputError",
            "ResourceError",
            "IllegalActionError",
            "PythonAgent",
        ):
            found[name] = value
    for owner, value in objects.items():
        for name, member in inspect.getmembers(value, callable):
            if not name.startswith("_") and name not in ("step_random", "save"):
                found[f"{owner}.{name}"] = member
    return found


def test_no_junk_brings_anything_down(ruleset: carrack.Ruleset) -> None:
    state = ruleset.new_state(seed=1)
    functions = targets(state)
    assert len(functions) >= 50
    for name, function in functions.items():
        draw = random.Random(name)
        for _ in range(60):
            position = state.clone()
            little = LITTLE_WORK.get(name, {})
            call(functools.partial(function, **little), draw, position)


def test_objects_that_skipped_their_constructor_are_refused() -> None:
    for kind in (carrack.Ruleset, carrack.State, carrack.Agent, carrack.BatchGame):
        empty = kind.__new__(kind)
        with pytest.raises(TypeError):
            repr(empty) if kind is not carrack.BatchGame else len(empty)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        _ = carrack.Network.__new__(carrack.Network).name
    with pytest.raises(TypeError):
        _core.SavedTree.__new__(_core.SavedTree).text()
    with pytest.raises(TypeError):
        _core.missing_trial_games("no.db", "main", _core.TrialPlan.__new__(_core.TrialPlan), False)


def test_the_words_of_the_engine_reach_python() -> None:
    with pytest.raises(carrack.InputError) as raised:
        carrack.agent("mtcs")
    assert isinstance(raised.value, ValueError)
    assert str(raised.value).startswith("unknown agent 'mtcs'; did you mean 'mcts'?")


def test_too_much_memory_is_a_resource_error() -> None:
    code = """
import resource
import carrack
state = carrack.State(carrack.Ruleset(players=2))
while state.is_chance:
    state.apply(state.legal_actions()[0])
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    carrack.agent("mcts:iterations=10,memory=65536").choose(state, seed=1)
except carrack.ResourceError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "a search tree of 65536 MiB: out of memory\n"
