"""Observation spaces of the adapters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import as_list, check_ruleset, shown, whole_number
from carrack._core import NUM_ACTIONS, OBSERVATION_SIZE, InputError, Ruleset, State
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


def ruleset_of(given: Ruleset | None) -> Ruleset:
    """The ruleset of an environment; the default one for None. Raises TypeError."""
    if given is None:
        return Ruleset()
    check_ruleset(given)
    return given


def opponents_of(given: Sequence[Any]) -> list[Any]:
    """The opponents as a list. Raises TypeError for a string, InputError for none."""
    opponents = as_list("opponents", given, "['random']")
    if not opponents:
        raise InputError("opponents is [], expected one for each other seat, or one for all")
    return opponents


def seat_of(given: int | None, ruleset: Ruleset) -> int | None:
    """A seat from 0, or None for drawn seats. Raises TypeError, InputError."""
    return None if given is None else whole_number("seat", given, 0, ruleset.players - 1)


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Raises InputError unless it is one of the modes, or None."""
    if mode is not None and mode not in modes:
        known = f"{', '.join(modes)} or None" if modes else "None"
        raise InputError(f"render_mode is {shown(mode)}, expected {known}")


def seed_of(given: int | None) -> int | None:
    """A seed, also one of NumPy, as Gymnasium takes it. Raises TypeError, InputError."""
    return None if given is None else whole_number("seed", given, 0)


def check_options(options: dict[str, Any] | None) -> None:
    """Raises InputError for options of ``reset``: there are none."""
    if options:
        raise InputError(f"options has {next(iter(options))!r}, expected none")


def observe(state: State, seat: int, may_act: bool = True) -> Observation:
    """The observation of a seat. Its mask is empty while others decide, and if it may not act."""
    if may_act and state.current_player == seat:
        mask = state.legal_mask().view(np.int8)
    else:
        mask = np.zeros(NUM_ACTIONS, np.int8)
    return {"observation": state.observation(seat), "action_mask": mask}


def render(state: State, mode: str | None, seat: int | None = None) -> str | None:
    """``ansi``: the board as text; ``svg``: as SVG; ``human``: printed. With ``seat``, as seen by
    it.
    """
    if mode == "svg":
        return state.to_svg(player=seat)
    if mode == "ansi":
        return state.to_text(player=seat)
    if mode == "human":
        print(state.to_text(player=seat))
    return None
