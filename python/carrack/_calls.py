"""One line about a call of a compiled function or method with wrong arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carrack._arguments import shown
from carrack._keywords import hint
from carrack._text import counted

_OWN = re.compile(r"\b(?:carrack\._core|typing|collections\.abc|numpy\.typing|numpy)\.")
_SIGNATURE = re.compile(r"^ {4}1\. (?P<made>[\w.]*)\((?P<arguments>.*)\)(?: -> .*)?$", re.MULTILINE)
_SEPARATOR = re.compile(r", (?=\*, |\w+: )")


@dataclass
class _Argument:
    name: str
    type: str
    is_needed: bool
    has_place: bool
    """Whether it can be given without its name."""


def what_is_wrong(message: str, given: Sequence[object], named: Mapping[str, object]) -> str:
    """The line that replaces pybind11's ``message``, which has the function and its signature.
    ``given`` are the arguments without names; for a method or a constructor, the first is the
    object.
    """
    function, _, rest = message.partition("(): incompatible ")
    signature = _SIGNATURE.search(rest.partition("\n\nInvoked with")[0])
    if signature is None:
        return message.partition("\n")[0]
    arguments = _arguments(_OWN.sub("", signature["arguments"]))
    if made := _OWN.sub("", signature["made"]):
        return f"{made}() {_fault(arguments, given[1:], named)}"
    if not arguments or arguments[0].name != "self":
        return f"{function}() {_fault(arguments, given, named)}"
    owner = arguments.pop(0).type
    function = f"{owner}.{function}"
    if not given:
        return f"{function}() is called without an object, expected a {owner}"
    if owner not in [base.__name__ for base in type(given[0]).__mro__]:
        return f"{function}() is called with {shown(given[0])}, expected a {owner}"
    return f"{function}() {_fault(arguments, given[1:], named)}"


def _arguments(text: str) -> list[_Argument]:
    """The arguments of a signature."""
    found = []
    has_place = True
    for part in _SEPARATOR.split(text) if text else []:
        if part == "*":
            has_place = False
            continue
        name, _, rest = part.partition(": ")
        kind, _, default = rest.partition(" = ")
        found.append(_Argument(name, kind, not default, has_place))
    return found


def _fault(
    arguments: Sequence[_Argument], given: Sequence[object], named: Mapping[str, object]
) -> str:
    """The first reason why these arguments are refused."""
    known = {argument.name: argument.type for argument in arguments}
    for name, value in named.items():
        if name not in known:
            near = hint(name, value, known) if known else "; it has no arguments"
            return f"got an unexpected keyword argument '{name}'{near}"
    places = [argument.name for argument in arguments if argument.has_place]
    if len(given) > len(places):
        most = counted(len(places), "argument")
        by_name = " without a name" if len(places) < len(known) else ""
        return f"takes {most}{by_name}, not {len(given)}"
    filled = dict(zip(places, given, strict=False))
    for name in named:
        if name in filled:
            return f"got multiple values for argument '{name}'"
    filled |= named
    for argument in arguments:
        if argument.is_needed and argument.name not in filled:
            return f"is missing a required argument: '{argument.name}'"
    wrong = ", ".join(f"{name} {shown(value)}" for name, value in filled.items())
    expected = ", ".join(f"{name}: {known[name]}" for name in filled)
    return f"does not take {wrong}; expected {expected}"
