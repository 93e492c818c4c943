"""Shared parts of the Python tests."""

from __future__ import annotations

import random
import signal
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import carrack

CARRACK = Path(sysconfig.get_path("scripts")) / "carrack"
"""The command, as it is installed."""

# As a background job this process and the processes interrupted by tests would ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def random_game(ruleset: carrack.Ruleset, seed: int) -> list[carrack.State]:
    """The positions of a random game with chance drawn from the seed."""
    draw = random.Random(seed)
    state = ruleset.new_state(seed=seed)
    positions = [state.clone()]
    while not state.is_terminal:
        state.apply(draw.choice(state.legal_actions()))
        positions.append(state.clone())
    return positions


def says(error: type[Exception], call: Callable[[], Any]) -> str:
    """The message of the error of a call, which is one line."""
    with pytest.raises(error) as raised:
        call()
    text = str(raised.value)
    assert "\n" not in text and "incompatible" not in text and len(text) < 400
    return text


@pytest.fixture
def ruleset() -> carrack.Ruleset:
    return carrack.Ruleset(players=3)


@pytest.fixture
def middle(ruleset: carrack.Ruleset) -> carrack.State:
    """A position in the middle of a game."""
    positions = random_game(ruleset, seed=5)
    return positions[len(positions) // 2]


LONGEST = ("test_package.py", "test_site.py", "test_bad_input.py", "test_error_rates.py")
"""Files that take longest come first, so that they do not run alone at the end. Workers get files
in this order with ``--dist loadfile --no-loadscope-reorder``.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)  # stable
