"""Constructors of compiled classes: their signatures, and one line about an unknown argument."""

from __future__ import annotations

import difflib
import functools
import inspect
from typing import Any

from carrack._arguments import has_no_order, shown
from carrack._core import BatchGame, Ruleset

_NEEDED = inspect.Parameter.empty
_ARGUMENTS: dict[type[Any], dict[str, Any]] = {
    Ruleset: {
        "edition": "aoe3", "players": 4, "modules": [], "variants": [], "board": None,
        "tweak": None,
    },
    BatchGame: {
        "ruleset": _NEEDED, "n": _NEEDED, "seed": 1, "threads": 1, "observations": True,
        "positions": (), "opponents": (), "seat": None,
    },
}  # fmt: skip
"""The arguments of each class with their defaults, as in ``_core.pyi``."""


def check_arguments() -> None:
    """From now on these classes raise TypeError with one line for arguments that they do not have,
    and ``inspect.signature`` knows the others.
    """
    for made, arguments in _ARGUMENTS.items():
        if not hasattr(made.__init__, "__signature__"):  # not done before a reload
            _check(made, arguments)


def _check(made: Any, arguments: dict[str, Any]) -> None:
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = [inspect.Parameter(name, either, default=value) for name, value in arguments.items()]
    signature = inspect.Signature(found)
    construct = made.__init__

    @functools.wraps(construct)
    def __init__(self: Any, *given: Any, **named: Any) -> None:
        for name in named:
            if name not in arguments:
                raise TypeError(f"unknown argument '{name}'{_hint(name, list(arguments))}")
        bound = signature.bind(*given, **named)  # raises TypeError for a missing or additional one
        opponents = bound.arguments.get("opponents")
        if has_no_order(opponents):  # the compiled class takes it
            raise TypeError(f"opponents is {shown(opponents)}, expected a list of specs or Agents")
        construct(self, *given, **named)

    own = inspect.Parameter("self", either)
    __init__.__signature__ = inspect.Signature([own, *found])  # type: ignore[attr-defined]
    made.__init__ = __init__


def _hint(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean '{near[0]}'?" if near else f" (known: {', '.join(known)})"
