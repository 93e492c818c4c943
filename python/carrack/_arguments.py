"""Argument checks of the package."""

from __future__ import annotations

import json
import math
import numbers
import operator
import os
from collections.abc import Iterable, KeysView, Mapping, Set
from typing import Any, SupportsIndex

from carrack import _core
from carrack._core import Agent, InputError, Ruleset, State


class MissingFileError(FileNotFoundError, InputError):
    """An input file that does not exist. FileNotFoundError comes first: pickling by Dask calls the
    ``__new__`` of the first base, which has to be that of OSError.
    """


class ExistingFileError(FileExistsError, InputError):
    """An output file that exists already and may not be replaced. Functions that are written in C++
    raise InputError for it; so it is one.
    """


def shown(given: object) -> str:
    """A value for errors: texts and numbers as they are, else the type."""
    plain = isinstance(given, str | int | float | None)
    text = repr(given) if plain else f"of type {type(given).__name__}"
    return text if len(text) <= 60 else text[:59] + "…"


def as_list(name: str, given: Iterable[Any], example: str) -> list[Any]:
    """The argument ``name`` as a list. Raises TypeError for a string or a non-iterable, for a set,
    whose order differs from process to process, and for a dict, whose values would be lost.
    """
    is_other = isinstance(given, str | bytes | Mapping) or has_no_order(given)
    if isinstance(given, Iterable) and not is_other:
        return list(given)
    raise TypeError(f"{name} is {shown(given)}, expected a list, as in {example}")


def has_no_order(given: object) -> bool:
    """Whether ``given`` is a set; the keys of a dict have an order."""
    return isinstance(given, Set) and not isinstance(given, KeysView)


def texts(name: str, given: Iterable[Any], example: str) -> list[str]:
    """The argument ``name`` as a list of texts. Raises TypeError for anything else."""
    listed = as_list(name, given, example)
    return [as_text(f"{name}[{number}]", text) for number, text in enumerate(listed)]


def as_text(name: str, given: object) -> str:
    """The argument ``name`` as a text. Raises TypeError for other types."""
    if not isinstance(given, str):
        raise TypeError(f"{name} is {shown(given)}, expected a text (str)")
    return given


def check_ruleset(given: object) -> None:
    """Raises TypeError unless the argument ``ruleset`` is a Ruleset."""
    if not isinstance(given, Ruleset):
        raise TypeError(
            f"ruleset is {shown(given)}, expected a Ruleset, as in "
            "carrack.Ruleset('aoe3', players=4)"
        )


def check_state(given: object) -> None:
    """Raises TypeError unless the argument ``state`` is a State."""
    if not isinstance(given, State):
        raise TypeError(f"state is {shown(given)}, expected a State")


def check_chooser(name: str, given: object, expected: str = "", hint: str = "") -> None:
    """Raises TypeError unless the argument ``name`` is an object that chooses actions. ``expected``
    says what else it may be; the error ends with ``hint``.
    """
    if isinstance(given, str | type) or not callable(getattr(given, "choose", None)):
        what = given.__name__ if isinstance(given, type) else shown(given)
        hint = f"; call it: {what}()" if isinstance(given, type) else hint
        raise TypeError(
            f"{name} is {what}, expected {expected}an object with choose(state, seed){hint}"
        )


MOST_SEED = 2**64 - 1


def seed_of(name: str, given: object) -> int:
    """The argument ``name`` as a seed of games. Raises as ``whole_number`` does."""
    return whole_number(name, given, 0, MOST_SEED)


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


def real_number(name: str, given: object) -> float:
    """The argument ``name`` as a float, which need not be finite. Raises TypeError for other
    types.
    """
    if isinstance(given, bool) or not isinstance(given, numbers.Real):
        raise TypeError(f"{name} is {shown(given)}, expected a number")
    try:
        return float(given)
    except OverflowError:  # a whole number beyond all floats
        return math.inf if operator.gt(given, 0) else -math.inf


def file_of(name: str, given: object) -> str:
    """The path in the argument ``name``, empty for None. Raises TypeError for other types, and
    InputError for an empty name and for one that is not UTF-8.
    """
    return "" if given is None else path_of(name, given)


def path_of(name: str, given: object) -> str:
    """The path in the argument ``name``. Raises TypeError for None and for other types, InputError
    for an empty name and for one that is not UTF-8.
    """
    path = _any_path(name, given)
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError(f"{name} is {path!r}, expected a name in UTF-8") from None
    return path


def _any_path(name: str, given: object) -> str:
    """The path in the argument ``name``, which need not be UTF-8."""
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"{name} is {shown(given)}, expected a path")
    path: Any = os.fspath(given)
    if not isinstance(path, str):
        raise TypeError(f"{name} is {path!r}, expected a path as text")
    if not path or "\0" in path:
        raise InputError(f"{name} is {path!r}, expected the name of a file")
    return path


def input_file(name: str, given: object) -> str:
    """The path of a file in the argument ``name``, which is to be read. Raises MissingFileError if
    there is none, and otherwise as ``path_of`` does. Other errors are raised when the file
    is read.
    """
    return _existing(path_of(name, given))


def readable_file(name: str, given: object) -> str:
    """The path of a record file in the argument ``name``, which need not be UTF-8. Raises OSError
    for a file that cannot be opened, and InputError for a ledger, which is not opened: it may be in
    use.
    """
    path = _existing(_any_path(name, given))
    refuse_ledger(path)
    with open(path, "rb"):
        return path


def refuse_ledger(path: str) -> None:
    """Raises InputError if the file is a ledger."""
    if _core.is_database(os.fsencode(path)):
        raise InputError(
            f"{path}:1: a ledger, not a game record; carrack.Ledger(path).records() has its games, "
            "and carrack export LEDGER --records FILE writes them"
        )


def _existing(path: str) -> str:
    try:
        os.stat(path)
    except FileNotFoundError as error:
        raise MissingFileError(f"cannot read {path}: {error.strerror}") from None
    except OSError:
        pass
    return path


def spec_of_data(given: Mapping[str, Any]) -> str:
    """An agent from a dict, as JSON. Raises TypeError for a value that JSON does not have,
    InputError for a number that is not finite.
    """
    for key, value in given.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise InputError(f"spec: {key} is {value}, expected a finite number")
    try:
        return json.dumps(dict(given), default=operator.index)  # whole numbers of NumPy
    except TypeError:
        raise TypeError(
            f"spec is {dict(given)!r}, expected numbers, texts and lists of texts"
        ) from None


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
        hint = "; carrack.agent makes an agent of a dict" if isinstance(given, Mapping) else ""
        check_chooser(name, given, "a spec or ", hint)


def built_in_spec(agent: object, name: str) -> str:
    """The spec of the agent in the argument ``name``, for callers that make the agent from it.
    Raises InputError for an object without one: the name of its class may be that of a built-in
    agent. Raises TypeError for anything that is not an agent.
    """
    check_agent(name, agent)
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Agent):
        return agent.spec
    raise InputError(
        f"{name} is a {type(agent).__name__}, expected one with a spec; carrack.serve makes a "
        "program of an "
        "agent written in Python"
    )


def built_in_specs(name: str, given: Iterable[Any], example: str) -> list[str]:
    """The specs of the agents in the argument ``name``; errors as of ``as_list`` and
    ``built_in_spec``.
    """
    listed = as_list(name, given, example)
    return [built_in_spec(agent, f"{name}[{number}]") for number, agent in enumerate(listed)]


def refuse_unused(needed: str, **given: bool) -> None:
    """Raises InputError for an argument that does nothing without ``needed``, which is missing:
    ``given`` says for each argument whether it differs from its default.
    """
    for name, differs in given.items():
        if differs:
            raise InputError(f"{name} needs {needed}")


def check_study(given: object) -> None:
    """Raises InputError unless the argument ``study`` can be a part of names in a ledger, TypeError
    for other types.
    """
    study = as_text("study", given)
    if not study or "/" in study:
        raise InputError(f"study {study!r}: expected a name without '/'")
