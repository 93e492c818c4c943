"""What the commands ``verify`` and ``perft`` do: checking records, counting decisions."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple, overload

from carrack import _core
from carrack._core import Ruleset, State


class Verified(NamedTuple):
    """What a record holds that was found right."""

    games: int
    events: int


def verify(path: str | os.PathLike[str]) -> Verified:
    """Replays a record file (``carrack play --record``) and checks every line: events, option sets,
    positions and results.

    Raises OSError where there is no file to read, InputError with ``file:line: what was wrong``.
    """
    name = os.fspath(path)  # not the number of an open file, which would be closed
    with open(name, "rb"):  # what cannot be opened is an OSError
        pass
    return Verified(*_core.verify_file(os.fsencode(name)))


@overload
def perft(start: Ruleset | State, depth: int, *, divide: Literal[False] = False) -> int: ...
@overload
def perft(start: Ruleset | State, depth: int, *, divide: Literal[True]) -> dict[str, int]: ...
def perft(start: Ruleset | State, depth: int, *, divide: bool = False) -> int | dict[str, int]:
    """Counts the sequences of ``depth`` decisions (0 to 12), the test of a move generator; chance
    is resolved by its bytewise first outcome. From a ruleset, its setup is drawn in that way too;
    from a state, it is as it stands. With ``divide``, the count behind each first decision.

    The GIL is released; Ctrl-C ends it. Raises InputError where chance is to move.
    """
    return _core.divide_perft(start, depth) if divide else _core.count_perft(start, depth)
