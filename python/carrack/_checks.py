"""The commands ``verify`` and ``perft``: checking records, counting decision sequences."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple, overload

from carrack import _core
from carrack._arguments import readable_file
from carrack._core import Ruleset, State


class Verified(NamedTuple):
    """The contents of a verified record."""

    games: int
    events: int


def verify(path: str | os.PathLike[str]) -> Verified:
    """Replay a record file (``carrack play --record``) and check every line: events, option sets,
    positions and results.

    Raises OSError if the file cannot be read (FileNotFoundError, which is also an InputError, if
    there is none), InputError with ``file:line: reason``.
    """
    return Verified(*_core.verify_file(os.fsencode(readable_file("path", path))))


@overload
def perft(start: Ruleset | State, depth: int, *, divide: Literal[False] = False) -> int: ...
@overload
def perft(start: Ruleset | State, depth: int, *, divide: Literal[True]) -> dict[str, int]: ...
def perft(start: Ruleset | State, depth: int, *, divide: bool = False) -> int | dict[str, int]:
    """Count the sequences of ``depth`` decisions (0 to 12), a test of move generation. Draws
    take the outcome whose text sorts first, also in the setup if ``start`` is a ruleset. With
    ``divide``, returns the count for each first decision.

    Releases the GIL; Ctrl-C stops it. Raises InputError if chance is to move.
    """
    return _core.divide_perft(start, depth) if divide else _core.count_perft(start, depth)
