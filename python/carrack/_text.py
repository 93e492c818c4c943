"""Tables for terminals, and pages for notebooks."""

from __future__ import annotations

import difflib
import html
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

GOES_ON = "the same call goes on"
"""The end of the message of an interrupted call. Commands use COMMAND_GOES_ON instead."""
COMMAND_GOES_ON = "run the same command again to continue"


def aligned(
    rows: list[list[str]], min_widths: Sequence[int] = (), *, right: bool = False, rule: bool = True
) -> list[str]:
    """The lines of a text table with a ``rule`` under the header. ``min_widths`` are the minimum
    column widths; ``right`` right-aligns all columns but the first.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if min_widths:
        widths = [max(pair) for pair in zip(widths, min_widths, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if right and column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    below = ["  ".join("-" * width for width in widths)] if rule else []
    return [lines[0], *below, *lines[1:]]


def counted(number: int, noun: str, form: str = "") -> str:
    """A number and its noun: ``1 game``, ``2 games``."""
    return f"{number:{form}} {noun}" + ("" if number == 1 else "s")


def json_text(data: Mapping[str, Any]) -> str:
    """Plain data as the commands print it with ``--json``."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def without_nan(data: Any) -> Any:
    """The same plain data with None for numbers that JSON does not have: NaN and infinite ones."""
    if isinstance(data, Mapping):
        return {key: without_nan(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [without_nan(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def near(name: str, known: Sequence[str], least: float = 0.6) -> str:
    """The end of an error about an unknown name: the nearest known one, if it is at least so
    similar, or all of them.
    """
    found = difflib.get_close_matches(name, known, 1, least)
    return f"; did you mean '{found[0]}'?" if found else f" (known: {', '.join(known)})"


def p_text(p: float, unknown: str = "-") -> str:
    """A p-value in three decimals, ``<0.001`` for a smaller one; ``unknown`` for NaN."""
    if math.isnan(p):
        return unknown
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def framed(page: str, title: str) -> str:
    """A self-contained page as a frame for a notebook. Its scripts cannot reach the notebook."""
    return (
        f'<iframe title="{html.escape(title)}" sandbox="allow-scripts" loading="lazy" '
        f'srcdoc="{html.escape(page)}" style="width: 100%; height: 680px; border: 0"></iframe>'
    )
