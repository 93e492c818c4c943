"""The atlas as one self-contained page."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
from atlas_plan import PAIRS_OF, TRIALS
from atlas_tables import read_table

import carrack
from carrack import InputError

HERE = Path(__file__).parent
TABLES = ("tiles", "splits", "pairs")


def page(folder: Path) -> str:
    """The page from the Parquet files of `atlas.py tables`. Raises InputError where there are
    none, and for a trial that is not in the plan.
    """
    data: dict[str, object] = {}
    for name in TABLES:
        file = folder / f"{name}.parquet"
        if file.exists():
            table = read_table(file)
            data[name] = rows_of(table)
            if name == "tiles":
                data["games"] = games_of(table)
        elif name != "pairs":
            raise InputError(f"there is no {file}; first run: atlas.py tables … --out {folder}")
    data["effects"] = {tile["name"]: tile["text"] for tile in carrack.tiles()}
    data["pairs_of"] = PAIRS_OF
    content = json.dumps(data, separators=(",", ":"), allow_nan=False)
    text = (HERE / "atlas.html").read_text(encoding="utf-8")
    parts = {
        "/*STYLE*/": (HERE / "atlas.css").read_text(encoding="utf-8"),
        "/*SCRIPT*/": (HERE / "atlas.js").read_text(encoding="utf-8"),
        "/*DATA*/": content.replace("<", "\\u003c"),
    }
    for mark, part in parts.items():
        text = text.replace(mark, part, 1)
    return text


def games_of(tiles: pd.DataFrame) -> list[dict[str, object]]:
    """What each trial of the table has played, from the plan."""
    planned = {trial.name: trial for trial in TRIALS}
    games: list[dict[str, object]] = []
    for name in tiles["trial"].unique():
        if name not in planned:
            raise InputError(f"tiles.parquet has the trial {name!r}, which atlas_plan.py has not")
        trial = planned[name]
        games.append(
            {
                "trial": name,
                "title": trial.title,
                "edition": trial.edition,
                "players": trial.players,
                "strength": trial.strength,
            }
        )
    return games


def rows_of(table: pd.DataFrame) -> dict[str, list[object]]:
    """The columns by name; numbers with five decimals, missing ones as null."""
    rounded = table.round(5).astype(object)
    return {name: list(column.where(column.notna(), None)) for name, column in rounded.items()}
