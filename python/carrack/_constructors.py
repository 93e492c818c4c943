"""Constructors of compiled classes: the signatures that ``inspect`` and help in editors show."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from carrack._core import Agent, BatchGame, Network, Ruleset, State

_NEEDED = inspect.Parameter.empty
_ARGUMENTS: dict[type[Any], dict[str, Any]] = {
    Agent: {"spec": _NEEDED},
    BatchGame: {
        "ruleset": _NEEDED, "n": _NEEDED, "seed": 1, "threads": 1, "observations": True,
        "positions": (), "opponents": (), "seat": None,
    },
    Network: {"file": "default"},
    Ruleset: {
        "edition": "aoe3", "players": 4, "modules": [], "variants": [], "board": None,
        "tweak": None,
    },
    State: {"ruleset": _NEEDED, "seed": None},
}  # fmt: skip
"""The arguments of each class with their defaults, as in ``_core.pyi``."""


def give_signatures() -> None:
    """From now on ``inspect.signature`` knows the arguments of these classes."""
    for made, arguments in _ARGUMENTS.items():
        if not hasattr(made.__init__, "__signature__"):  # not done before a reload
            _give_signature(made, arguments)


def _give_signature(made: Any, arguments: dict[str, Any]) -> None:
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = [inspect.Parameter(name, either, default=value) for name, value in arguments.items()]
    construct = made.__init__

    @functools.wraps(construct)
    def __init__(self: Any, *given: Any, **named: Any) -> None:
        construct(self, *given, **named)  # raises TypeError for wrong arguments

    own = inspect.Parameter("self", either)
    __init__.__signature__ = inspect.Signature([own, *found])  # type: ignore[attr-defined]
    made.__init__ = __init__
