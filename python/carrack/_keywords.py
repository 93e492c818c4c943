"""Unknown arguments of public functions: the error names the nearest one, or where it belongs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import ParamSpec, TypeVar

from carrack._core import search_parameters
from carrack._text import near

Given = ParamSpec("Given")
Result = TypeVar("Result")

_TAKE_SPECS = ("spec", "agents", "agent", "base", "a")
"""Names of arguments that are specs of agents."""
_NEAR = 0.75
"""Least similarity of a name that is suggested."""


def named_arguments(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function, whose TypeError for an unknown keyword argument also has the nearest one. If
    the word is a key of specs, the error says that it belongs there.
    """
    known = inspect.signature(function).parameters

    @functools.wraps(function)
    def checked(*given: Given.args, **named: Given.kwargs) -> Result:
        for name in named:
            if name not in known:
                raise TypeError(
                    f"{function.__qualname__}() got an unexpected keyword argument '{name}'"
                    f"{hint(name, named[name], known)}"
                )
        return function(*given, **named)

    return checked


def hint(name: str, value: object, known: Mapping[str, object]) -> str:
    """The end of an error about the unknown argument ``name``, which has this value: the nearest
    one of the ``known``, or where the word belongs.
    """
    takes_specs = any(argument in known for argument in _TAKE_SPECS)
    if takes_specs and name in {parameter["key"] for parameter in search_parameters()}:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        example = f"mcts:{name}={value if is_number else '…'}"
        return f"; it belongs in the spec of an agent, as in '{example}'"
    return near(name, [argument for argument in known if argument != "self"], _NEAR)
