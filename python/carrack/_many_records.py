"""Records of many games, of a ledger or any other source."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from carrack import _output
from carrack._arguments import as_list, path_of, shown
from carrack._core import InputError
from carrack._record import Record, iter_records

if TYPE_CHECKING:
    from carrack._ledger import Ledger


def records_of(given: Iterable[Record] | Ledger | str | os.PathLike[str]) -> Iterator[Record]:
    """The records in the argument ``records``, which may be a Ledger, a file of records or an
    iterator, one after the other. Raises TypeError for anything that is not a record, when its turn
    comes.
    """
    from carrack._ledger import Ledger

    if isinstance(given, Record):
        raise TypeError("records is a Record, expected a list, as in [record]")
    if isinstance(given, str | os.PathLike):
        given = iter_records(given)
    records: Any = given.iter_records() if isinstance(given, Ledger) else given
    if not isinstance(records, Iterator):
        records = as_list("records", records, "[record]")
    for number, record in enumerate(records):
        if not isinstance(record, Record):
            raise TypeError(f"records[{number}] is {shown(record)}, expected a Record")
        yield record


def games_of(given: Iterable[Record] | Ledger | str | os.PathLike[str]) -> Iterator[Record]:
    """``records_of``, for games with different numbers, by which a frame tells games apart. Raises
    InputError for a number that occurs twice.
    """
    place_of: dict[int, int] = {}
    for place, record in enumerate(records_of(given)):
        if (first := place_of.setdefault(record.game, place)) != place:
            raise InputError(
                f"records[{place}] has the same number as records[{first}], game {record.game}; "
                "expected games of one tournament, or of carrack.play with another game= each"
            )
        yield record


def write_records(
    records: Iterable[Record] | Ledger | str | os.PathLike[str],
    path: str | os.PathLike[str],
    trace: bool = False,
    *,
    force: bool = False,
) -> int:
    """Write games to one file, atomically, each as ``Record.to_string`` with ``trace``.
    ``read_records`` and ``carrack verify`` read it. ``records`` may be a Ledger, or an iterator,
    one game of which is in memory at a time. Returns the number of games.

    Raises OSError if the file cannot be written, and InputError (also FileExistsError) for one that
    exists, unless ``force``; a ledger is never replaced. Raises InputError if there are no games or
    an action is illegal, TypeError for anything but records; then there is no file, or still the
    old one.
    """
    file = path_of("path", path)
    _output.expect_free([file], force, hint="force=True replaces it")
    games = 0
    with _output.opened(file, force) as out:
        for record in records_of(records):
            text = record.to_string(trace).encode()
            with _output.named(file):
                out.write(text)
            games += 1
        if not games:
            raise InputError("records has no games, expected one or more")
    return games
