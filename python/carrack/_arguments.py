"""Argument checks of the package."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Any, SupportsIndex

from carrack._core import Agent, InputError, Ruleset, State


def shown(given: object) -> str:
    """A value for errors: texts and numbers as they are, else the type."""
    plain = isinstance(given, str | int | float | None)
    text = repr(given) if plain else f"of type {type(given).__name__}"
    return text if len(text) <= 60 else text[:59] + "…"


def as_list(name: str, given: Iterable[Any], example: str) -> list[Any]:
    """The argument ``name`` as a list. Raises TypeError for a string or a non-iterable."""
    if not isinstance(given, str | bytes) and isinstance(given, Iterable):
        return list(given)
    raise TypeError(f"{name} is {shown(given)}, expected a list, as in {example}")


def check_ruleset(given: object) -> None:
    """Raises TypeError unless the argument ``ruleset`` is one."""
    if not isinstance(given, Ruleset):
        raise TypeError(
            f"ruleset is {shown(given)}, expected a Ruleset, as in "
            "carrack.Ruleset('aoe3', players=4)"
        )


def check_state(given: object) -> None:
    """Raises TypeError unless the argument ``state`` is one."""
    if not isinstance(given, State):
        raise TypeError(f"state is {shown(given)}, expected a State")


def check_chooser(name: str, given: object, expected: str = "") -> None:
    """Raises TypeError unless the argument ``name`` is an object that chooses actions. ``expected``
    is what else it may be.
    """
    if isinstance(given, str | type) or not callable(getattr(given, "choose", None)):
        what = given.__name__ if isinstance(given, type) else shown(given)
        hint = f"; call it: {what}()" if isinstance(given, type) else ""
        raise TypeError(
            f"{name} is {what}, expected {expected}an object with choose(state, seed){hint}"
        )


def whole_number(name: str, given: object, least: int, most: int | None = None) -> int:
    """The argument ``name`` as an int. Raises TypeError for other types, InputError for a number
    out of range.
    """
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        raise TypeError(f"{name} is {shown(given)}, expected a whole number")
    number = operator.index(given)
    if number < least or (most is not None and number > most):
        expected = f"{least} or more" if most is None else f"{least} to {most}"
        raise InputError(f"{name} is {number}, expected {expected}")
    return number


def file_of(name: str, given: object) -> str:
    """The path in the argument ``name``, empty for None. Raises TypeError for other types, and
    InputError for an empty name and for one that is not UTF-8.
    """
    if given is None:
        return ""
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"{name} is {shown(given)}, expected a path")
    path: Any = os.fspath(given)
    if not isinstance(path, str):
        raise TypeError(f"{name} is {path!r}, expected a path as text")
    if not path or "\0" in path:
        raise InputError(f"{name} is {path!r}, expected the name of a file")
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError(f"{name} is {path!r}, expected a name in UTF-8") from None
    return path


def check_agent(name: str, given: object) -> None:
    """Raises TypeError unless the argument ``name`` is a spec, an Agent, or an object that chooses
    actions.
    """
    if isinstance(given, Agent):
        if type(given) is not Agent:
            raise TypeError(
                f"{name} is a {type(given).__name__}, a subclass of carrack.Agent, whose methods "
                "are not called; derive it from carrack.PythonAgent"
            )
    elif not isinstance(given, str):
        check_chooser(name, given, "a spec or ")


def check_study(given: object) -> None:
    """Raises InputError unless the argument ``study`` can be a part of names in a ledger, TypeError
    for other types.
    """
    if not isinstance(given, str):
        raise TypeError(f"study is {shown(given)}, expected a text (str)")
    if not given or "/" in given:
        raise InputError(f"study {given!r}: expected a name without '/'")
