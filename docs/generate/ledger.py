"""The reference of the ledger's tables, from the schema of a new ledger."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from pathlib import Path

import carrack
from generate.pages import Pages, table

_COLUMN = re.compile(r"^  (\w+) (INTEGER|TEXT|REAL|BLOB)([^,\n]*?),? *(?:-- (.*))?$")


def write_ledger(pages: Pages) -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        carrack.tournament(carrack.Ruleset(players=2), ["random"], 1, ledger=path)
        connection = sqlite3.connect(path)
        tables = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' "
            "AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        ).fetchall()
        meanings = connection.execute("SELECT * FROM column_meanings").fetchall()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.close()
    text = f"""# Ledger schema

The tables of a ledger, schema version {version}. This page is made from a new ledger. What the
tables are for, and how ledgers are resumed, shared and merged: [ledgers](ledgers.md).

## Tables

"""
    for name, sql in tables:
        columns = [found for line in sql.splitlines() if (found := _COLUMN.match(line))]
        text += f"### `{name}`\n\n" + table(
            ["column", "type", ""],
            [[f"`{c[1]}`", f"{c[2]}{c[3].replace(' NOT NULL', '')}", c[4] or ""] for c in columns],
        )
        text += f"\n```sql\n{sql.strip()};\n```\n\n"
    text += """## Exported tables

`carrack export` and the methods of `carrack.Ledger` give these tables, with the names of agents
instead of their numbers. The view `column_meanings` of every ledger has the same text.

"""
    for name in dict.fromkeys(row[0] for row in meanings):
        text += f"### `{name}` (export)\n\n" + table(
            ["column", "meaning"], [[f"`{row[1]}`", row[2]] for row in meanings if row[0] == name]
        )
        text += "\n"
    pages.write("reference/ledger_schema.md", text)
