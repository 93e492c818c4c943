"""Tables of a study as frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from carrack._arguments import as_text
from carrack._core import InputError
from carrack._optional import optional_packages
from carrack.balance.measures.fair_price import DISCOUNTS

if TYPE_CHECKING:
    import pandas as pd

_ENTRIES: Mapping[str, Sequence[object]] = {
    "gains": [f"of_discount_{discount}" for discount in DISCOUNTS],
    "vp_gains": [f"of_discount_{discount}" for discount in DISCOUNTS],
    "decisions_range": ["low", "high"],
}
"""The names of the entries of a figure with several; by default they are numbered from 1."""


def frame_of(kind: type[Any], rows: Sequence[Any], **more: Sequence[object]) -> pd.DataFrame:
    """A row for each of ``rows``, dataclasses of one ``kind``, and a column for each field; for a
    mean with its interval ``NAME``, ``NAME_low``, ``NAME_high``; for an estimate ``NAME`` and
    ``NAME_error``; for a figure with several entries one each. ``more`` are columns in front. Needs
    pandas.
    """
    with optional_packages():
        import pandas as pd

    names = [field.name for field in fields(kind)]
    cells = [
        {key: column[number] for key, column in more.items()}
        | {key: cell for name in names for key, cell in _cells(name, getattr(row, name)).items()}
        for number, row in enumerate(rows)
    ]
    return pd.DataFrame(cells, columns=None if cells else [*more, *names])


def chosen_frame(
    tables: Mapping[str, tuple[type[Any], Sequence[Any]]], table: str, *others: str
) -> pd.DataFrame:
    """One of some tables, each a kind of dataclass and its rows, as a frame. ``others`` are tables
    that exist besides. Needs pandas. Raises InputError for an unknown table.
    """
    if as_text("table", table) not in tables:
        known = ", ".join([*tables, *others])
        raise InputError(f"unknown table '{table}' (known: {known})")
    return frame_of(*tables[table])


def _cells(name: str, value: Any) -> dict[str, Any]:
    """The columns of a field, with its values."""
    if hasattr(value, "_fields"):
        first, *others = value._fields
        ends = {f"{name}_{end}": getattr(value, end) for end in others}
        return {name: getattr(value, first), **ends}
    if not isinstance(value, tuple):
        return {name: value}
    found: dict[str, Any] = {}
    for entry, each in zip(_ENTRIES.get(name, range(1, len(value) + 1)), value, strict=True):
        found |= _cells(f"{name}_{entry}", each)
    return found
