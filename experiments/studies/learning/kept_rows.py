"""Rows of a study in a JSON Lines file that survives kill -9."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from carrack import ENGINE, InputError, Ruleset, _core

Row = dict[str, Any]

LONGEST_LINE = 1 << 20
"""Bytes; a longer line is refused."""


class KeptRows:
    """The rows of an open file. Its first line is the plan of the study and the signature of the
    rules; every other line is a row, with the program that made it as ``engine``. Older files have
    neither signature nor engines.
    """

    def __init__(self, path: Path, file: BinaryIO, rows: list[Row]) -> None:
        self.path = path
        self.rows = rows
        self._file = file

    def keep(self, row: Row) -> None:
        """Append a row, as one of this program unless it has an ``engine``. It is on disk when this
        returns.
        """
        row = {"engine": ENGINE} | row
        self._file.write(_line(row))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.rows.append(row)

    def engines(self) -> dict[str, int]:
        """The programs that made the rows, with their numbers of rows."""
        return dict(Counter(str(row.get("engine", "an unknown program")) for row in self.rows))

    def wrong(self, row: Row, expected: str) -> InputError:
        """The error for a row of the file that is not as expected."""
        number = next(n for n, kept in enumerate(self.rows, start=2) if kept is row)
        return InputError(f"{self.path}:{number}: expected {expected}")


@contextlib.contextmanager
def kept_rows(
    path: str | os.PathLike[str], study: str, plan: Mapping[str, Any], rules: Sequence[Ruleset]
) -> Iterator[KeptRows]:
    """Create the file of a study with these rulesets, or open it to continue. An unfinished or
    damaged last line, which a killed process may leave, is dropped. At the end, a line on standard
    error tells if several programs made the rows.

    Raises InputError if another process uses the file, for a file of another study or plan or of
    other rules, and for a damaged line before the last.
    """
    signature = rules_signature(rules)
    header = {"study": study, "plan": json.loads(json.dumps(plan)), "rules": signature}
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
        kept = KeptRows(place, file, _rows(place, file))
        yield kept
    if len(kept.engines()) > 1:
        told = "; ".join(f"{count} of {engine}" for engine, count in kept.engines().items())
        print(f"{place} has rows of several programs: {told}", file=sys.stderr, flush=True)


def rules_signature(rules: Sequence[Ruleset]) -> str:
    """The signatures of rulesets, one or more, as a ledger has them. They change when the rules do,
    not with every build.
    """
    with tempfile.TemporaryDirectory() as folder:
        ledger = os.path.join(folder, "rules.db")
        for number, each in enumerate(rules):
            plan = (each, ["random"] * each.players, "fixed", "rotations", 1, (0, 1))
            _core.enter_ledger(ledger, str(number), plan, False)
        known = _core.ledger_tournaments(ledger)
    return " ".join(dict.fromkeys(str(row["signature"]) for row in known))


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
    rules = found.get("rules", header["rules"])
    if rules != header["rules"]:
        raise InputError(
            f"{path} was begun under other rules: signature {str(rules)[:80]} there, "
            f"{header['rules']} here; use another file"
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
