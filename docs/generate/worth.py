"""The measured worth of tiles, read from the tables of ``experiments/RESULTS.md``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generate.pages import ROOT

RESULTS = "experiments/RESULTS.md"


@dataclass(frozen=True)
class Effect:
    """An effect on the win share of the buyer, with the ends of its 95 % interval."""

    mean: float
    low: float
    high: float
    is_clear: bool
    """Whether the simultaneous interval excludes 0."""


@dataclass(frozen=True)
class Section:
    """A table of the results: its heading, its columns, and the row of each tile."""

    title: str
    columns: list[str]
    rows: dict[str, list[str]]


def sections() -> list[Section]:
    """The tables whose first column is the tile."""
    found = []
    for part in (ROOT / RESULTS).read_text().split("\n## ")[1:]:
        lines = [line for line in part.splitlines() if line.startswith("|")]
        if not lines or not lines[0].startswith("| tile |"):
            continue
        columns = _cells(lines[0])[1:]
        rows = {cells[0]: cells[1:] for cells in map(_cells, lines[2:])}
        found.append(Section(part.splitlines()[0], columns, rows))
    if not found:
        raise ValueError(f"{RESULTS} has no table of tiles")
    return found


def effects(column: str) -> dict[str, Effect]:
    """The effects in a column of the ranking of tiles, the first section."""
    ranking = sections()[0]
    at = ranking.columns.index(column)
    cells = {tile: row[at] for tile, row in ranking.rows.items()}
    return {tile: _effect(text) for tile, text in cells.items() if text}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _effect(text: str) -> Effect:
    number = r"[+-]?\d+(?:\.\d+)?"
    if found := re.match(rf"({number}) ± ({number})", text):
        mean, half = float(found[1]), float(found[2])
        return Effect(mean, mean - half, mean + half, text.endswith("*"))
    if found := re.match(rf"({number}) \[({number}), ({number})\]", text):
        return Effect(float(found[1]), float(found[2]), float(found[3]), text.endswith("*"))
    raise ValueError(f"{RESULTS}: {text!r} is not an effect")
