"""The reference of the ledger's tables, from the schema of a new ledger."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from pathlib import Path

import carrack
from generate.pages import ROOT, Pages, table

_COLUMN = re.compile(r"^  (\w+) (INTEGER|TEXT|REAL|BLOB)([^,\n]*?),? *(?:-- (.*))?$", re.MULTILINE)
_TABLE = re.compile(
    r"((?:^-- [^\n]*\n)*)^CREATE TABLE \"?(\w+)\"? \((.*?)^\) STRICT", re.MULTILINE | re.DOTALL
)
_KEY = re.compile(r"^  (?:PRIMARY KEY|UNIQUE) \(.*?\)", re.MULTILINE)


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
        connection.close()
    text = """# Ledger schema

The tables of a ledger. This page is made from a new ledger. What the
tables are for, and how ledgers are resumed, shared and merged: [ledgers](ledgers.md).

## Tables

"""
    purposes, comments = _comments()
    for name, sql in tables:
        text += f"### `{name}`\n\n{purposes.get(name, '')}\n\n" + table(
            ["column", "type", ""],
            [
                [f"`{column}`", kind + _shown(constraints), comments.get((name, column), "")]
                for column, kind, constraints, _ in _COLUMN.findall(sql)
            ],
        )
        text += "".join(f"\n`{key.strip()}`\n" for key in _KEY.findall(sql)) + "\n"
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


def _shown(constraints: str) -> str:
    """The constraints of a column, with the few columns marked that may be NULL."""
    may_be_null = "NOT NULL" not in constraints and "PRIMARY KEY" not in constraints
    return (" or NULL" if may_be_null else "") + constraints.replace(" NOT NULL", "")


def _comments() -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """What the source of the schema says about each table and each column."""
    purposes: dict[str, str] = {}
    comments: dict[tuple[str, str], str] = {}
    for source in sorted((ROOT / "experiments/ledger").glob("*_tables.hpp")):
        for purpose, name, columns in _TABLE.findall(source.read_text()):
            text = re.sub(r"\s*^-- ", " ", purpose, flags=re.MULTILINE).strip()
            purposes.setdefault(name, text)
            for column, _, _, comment in _COLUMN.findall(columns):
                if comment:
                    comments.setdefault((name, column), comment)
    return purposes, comments
