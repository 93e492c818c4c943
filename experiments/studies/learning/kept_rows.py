"""Rows of a study in a JSON Lines file that survives kill -9."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from carrack import InputError

Row = dict[str, Any]

LONGEST_LINE = 1 << 20
"""Bytes; a longer line is refused."""


class KeptRows:
    """The rows of an open file. Its first line is the plan of the study; every other line is a
    row.
    """

    def __init__(self, path: Path, file: BinaryIO, rows: list[Row]) -> None:
        self.path = path
        self.rows = rows
        self._file = file

    def keep(self, row: Row) -> None:
        """Append a row. It is on disk when this returns."""
        self._file.write(_line(row))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.rows.append(row)

    def wrong(self, row: Row, expected: str) -> InputError:
        """The error for a row of the file that is not as expected."""
        number = next(n for n, kept in enumerate(self.rows, start=2) if kept is row)
        return InputError(f"{self.path}:{number}: expected {expected}")


@contextlib.contextmanager
def kept_rows(
    path: str | os.PathLike[str], study: str, plan: Mapping[str, Any]
) -> Iterator[KeptRows]:
    """Create the file of a study, or open it to continue. An unfinished or damaged last line,
    which a killed process may leave, is dropped.

    Raises InputError if another process uses the file, for a file of another study or plan, and
    for a damaged line before the last.
    """
    header = {"study": study, "plan": json.loads(json.dumps(plan))}
    place = Path(path)
    with open(os.open(place, os.O_RDWR | os.O_CREAT, 0o666), "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{place} is used by another process") from None
        first = _line(header)
        start = file.read(len(first))
        if len(start) < len(first) and first.startswith(start):
            file.seek(0)
            file.write(first)
            file.flush()
        file.seek(0)
        _compare(place, file.readline(LONGEST_LINE), header)
        yield KeptRows(place, file, _rows(place, file))


def integers(value: Any, least: int, count: int | None = None) -> bool:
    """Whether a value is a list of whole numbers of ``least`` or more, ``count`` of them if
    given.
    """
    return (
        isinstance(value, list)
        and (count is None or len(value) == count)
        and all(type(number) is int and least <= number < 2**63 for number in value)
    )


def numbers(value: Any, low: float, high: float, count: int) -> bool:
    """Whether a value is a list of ``count`` numbers from ``low`` to ``high``."""
    return (
        isinstance(value, list)
        and len(value) == count
        and all(type(number) in (int, float) and low <= number <= high for number in value)
    )


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _parsed(line: bytes) -> Row | None:
    """The row of a line; None for a damaged one."""
    if not line.endswith(b"\n"):
        return None
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _compare(path: Path, line: bytes, header: Row) -> None:
    found = _parsed(line)
    if found is None or not isinstance(found.get("plan"), dict):
        raise InputError(f"{path} is not the file of a study")
    if found.get("study") != header["study"]:
        shown = str(found.get("study"))[:40]
        raise InputError(f"{path} is a file of the study {shown!r}, expected {header['study']!r}")
    wanted = header["plan"]
    for key in sorted(wanted.keys() | found["plan"].keys()):
        there = found["plan"].get(key)
        if there != wanted.get(key):
            raise InputError(
                f"{path} has another plan: {key} is {str(there)[:80]} there, "
                f"{str(wanted.get(key))[:80]} here; use another file"
            )


def _rows(path: Path, file: BinaryIO) -> list[Row]:
    """The rows after the header. Leaves the file at its end, without a damaged last line."""
    rows: list[Row] = []
    while True:
        start = file.tell()
        line = file.readline(LONGEST_LINE)
        if not line:
            return rows
        row = _parsed(line)
        if row is None:
            if file.read(1):
                raise InputError(f"{path}:{len(rows) + 2}: is not a JSON object of one line")
            file.seek(start)
            file.truncate()
            return rows
        rows.append(row)
