"""The rows of the tables of a ledger, as frames and for Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from carrack import _core
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd

TABLES = {
    table: {name: (kind, meaning) for name, kind, meaning in columns}
    for table, _, columns in _core.ledger_tables()
}
"""The columns of each table of an export: SQL type and meaning."""
MAY_BE_NULL = {"forfeit_decision"}
"""The INTEGER columns that seats without a forfeit do not have."""


def rows_of(path: str, query: str, *parameters: int | str) -> Iterator[tuple[Any, ...]]:
    """The rows of an SQL query on a ledger."""
    return _core.LedgerRows(path, query, parameters)


def frame_of(table: str, rows: list[tuple[Any, ...]]) -> pd.DataFrame:
    """Rows of a table as a frame, with the meanings of the columns in ``attrs``. The types do not
    depend on the rows.
    """
    with optional_packages():
        import pandas as pd

    text = pd.Series([""]).dtype  # ``str``; ``object`` before pandas 3
    dtypes = {"INTEGER": "int64", "REAL": "float64", "TEXT": text}
    columns = columns_of(table, rows)
    frame = pd.DataFrame(
        {
            name: pd.Series(
                columns[name],
                dtype="Int64" if name in MAY_BE_NULL else dtypes[kind],
            )
            for name, (kind, _) in TABLES[table].items()
        }
    )
    frame.attrs["columns"] = meanings(table)
    return frame


def columns_of(table: str, rows: list[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """The values of each column of a table."""
    columns = zip(*rows, strict=True) if rows else [()] * len(TABLES[table])
    return {name: list(values) for name, values in zip(TABLES[table], columns, strict=True)}


def arrow_table(table: str, rows: list[tuple[Any, ...]]) -> Any:
    """Rows of a table for Arrow, with the meanings of the columns."""
    with optional_packages():
        import pyarrow as pa

    columns = columns_of(table, rows)
    kinds = {"INTEGER": pa.int64(), "REAL": pa.float64(), "TEXT": pa.string()}
    fields = [
        pa.field(name, kinds[kind], metadata={"description": meaning})
        for name, (kind, meaning) in TABLES[table].items()
    ]
    arrays = [pa.array(columns[field.name], field.type) for field in fields]
    return pa.table(arrays, schema=pa.schema(fields))


def meanings(table: str) -> dict[str, str]:
    return {name: meaning for name, (_, meaning) in TABLES[table].items()}
