"""The atlas as one self-contained page."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

import carrack
from carrack import InputError

HERE = Path(__file__).parent
TABLES = ("tiles", "splits", "pairs")


def page(folder: Path) -> str:
    """The page from the Parquet files of `atlas.py tables`. Raises InputError where there are
    none.
    """
    data = {}
    for name in TABLES:
        file = folder / f"{name}.parquet"
        if file.exists():
            data[name] = rows_of(pd.read_parquet(file))
        elif name != "pairs":
            raise InputError(f"there is no {file}; first run: atlas.py tables … --out {folder}")
    effects = {tile["name"]: tile["text"] for tile in carrack.tiles()}
    content = json.dumps(data | {"effects": effects}, separators=(",", ":"), allow_nan=False)
    text = (HERE / "atlas.html").read_text(encoding="utf-8")
    parts = {
        "/*STYLE*/": (HERE / "atlas.css").read_text(encoding="utf-8"),
        "/*SCRIPT*/": (HERE / "atlas.js").read_text(encoding="utf-8"),
        "/*DATA*/": content.replace("</", "<\\/"),
    }
    for mark, part in parts.items():
        text = text.replace(mark, part, 1)
    return text


def rows_of(table: pd.DataFrame) -> dict[str, list[object]]:
    """The columns by name; numbers with five decimals, missing ones as null."""
    rounded = table.round(5).astype(object)
    return {name: list(column.where(column.notna(), None)) for name, column in rounded.items()}
