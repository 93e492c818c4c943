"""The atlas as one self-contained page."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pandas as pd
from atlas_plan import AGENTS, GENERATIONS, PAIRS_OF, TRIALS
from atlas_rare import with_exact_denial
from atlas_tables import read_table

import carrack
from carrack import InputError

HERE = Path(__file__).parent
TABLES = ("tiles", "splits", "pairs")
SCRIPTS = ("atlas_base.js", "atlas_table.js", "atlas_panel.js", "atlas.js")
"""In the order in which they run."""


def page(folder: Path) -> str:
    """The page from the Parquet files of `atlas.py tables`. Raises InputError where there are
    none, and for a trial that is not in the plan.
    """
    data: dict[str, object] = {}
    agents = ""
    for name in TABLES:
        file = folder / f"{name}.parquet"
        if file.exists():
            table = read_table(file)
            if name == "tiles":
                table = with_exact_denial(table)
            data[name] = rows_of(table)
            if name == "tiles":
                data["games"] = games_of(table)
                agents = agents_of(table)
        elif name != "pairs":
            raise InputError(f"there is no {file}; first run: atlas.py tables … --out {folder}")
    data["effects"] = {tile["name"]: tile["text"] for tile in carrack.tiles()}
    data["pairs_of"] = PAIRS_OF
    content = json.dumps(data, separators=(",", ":"), allow_nan=False)
    text = (HERE / "atlas.html").read_text(encoding="utf-8")
    parts = {
        "/*STYLE*/": (HERE / "atlas.css").read_text(encoding="utf-8"),
        "<!--AGENTS-->": agents,
        "/*SCRIPT*/": "".join((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS),
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


def agents_of(tiles: pd.DataFrame) -> str:
    """The agents of the trials, with the network that each trial was played with, as HTML."""
    said = []
    for strength in tiles["strength"].unique():
        mine = tiles[tiles["strength"] == strength]
        said.append(f"<em>{strength}</em>: {html.escape(AGENTS[strength])}.")
        networks = mine.dropna(subset="network").groupby("network", sort=False)["trial"].unique()
        for network, trials in networks.items():
            where = f" in {', '.join(trials)}" if len(networks) > 1 else ""
            said.append(f"Its network{where} is {network_words(str(network))}.")
    return " ".join(said)


def network_words(network: str) -> str:
    """What a network is, by its hash."""
    generation = GENERATIONS.get(network)
    what = f"the {generation} generation of the default network" if generation else "another one"
    present = "the present one" if network == carrack.Network().hash else "not the present one"
    return f"{what} (hash {network}), {present}"


def rows_of(table: pd.DataFrame) -> dict[str, list[object]]:
    """The columns by name; numbers with five decimals, missing ones as null."""
    rounded = table.round(5).astype(object)
    return {name: list(column.where(column.notna(), None)) for name, column in rounded.items()}
