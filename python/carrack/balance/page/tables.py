"""Tables as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carrack import _text
from carrack._statistics import MeanInterval
from carrack.balance.text import DASH, interval, number


class Cell(NamedTuple):
    """A cell with a style of its own."""

    text: str
    """The content as HTML."""
    style: str
    """CSS of class ``tinted``."""


def table_of(caption: str, head: Sequence[str], rows: Iterable[Sequence[str | Cell]]) -> str:
    """A table that scrolls if it is too wide. ``caption`` and ``head`` are text, cells are HTML;
    the first cell of a row is its header.
    """
    told = html.escape(caption)
    top = "".join(f"<th scope='col'>{html.escape(word)}</th>" for word in head)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    return (
        f"<div class='wide' role='region' tabindex='0' aria-label='{told}'><table>"
        f"<caption>{told}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(cells: Sequence[str | Cell]) -> str:
    first, *others = cells
    return f"<th scope='row'>{first}</th>" + "".join(
        f"<td class='tinted' style='{cell.style}'>{cell.text}</td>"
        if isinstance(cell, Cell)
        else f"<td>{cell}</td>"
        for cell in others
    )


def two_lines(value: MeanInterval, decimals: int) -> str:
    """A mean over its interval, as HTML."""
    mean = number(value.mean, decimals)
    ends = interval(value, decimals).removeprefix(mean).strip()
    return f"{mean}<small class='below'>{ends}</small>" if ends else mean


def p_text(p: float) -> str:
    """A p-value as HTML."""
    return html.escape(_text.p_text(p, DASH))
