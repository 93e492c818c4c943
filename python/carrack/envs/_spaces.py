"""Observation spaces of the adapters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack._core import NUM_ACTIONS, OBSERVATION_SIZE, InputError, State
from carrack._optional import optional_packages

with optional_packages():
    from gymnasium import spaces

# Upper bound of all observation features: money has 11 bits, everything else fewer.
HIGHEST = 2047.0

Observation = dict[str, NDArray[Any]]


def observation_space() -> spaces.Dict:
    """``observation``: float32 [OBSERVATION_SIZE]; ``action_mask``: int8 [NUM_ACTIONS]."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, HIGHEST, (OBSERVATION_SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    return spaces.Discrete(NUM_ACTIONS)


def check_opponents(opponents: Sequence[object]) -> None:
    """Raises InputError for a string instead of a list, and for an empty list."""
    if isinstance(opponents, str) or not opponents:
        raise InputError(f"opponents is {opponents!r}, expected a list of specs")


def observe(state: State, seat: int) -> Observation:
    """The observation of a seat; its mask is empty while others decide."""
    if state.current_player == seat:
        mask = state.legal_mask().view(np.int8)
    else:
        mask = np.zeros(NUM_ACTIONS, np.int8)
    return {"observation": state.observation(seat), "action_mask": mask}


def render(state: State, mode: str | None) -> str | None:
    """``ansi``: the board as text; ``svg``: as SVG; ``human``: printed."""
    if mode == "svg":
        return state._repr_html_()
    if mode == "ansi":
        return str(state)
    if mode == "human":
        print(state)
    return None
