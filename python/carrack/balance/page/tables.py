"""Tables as HTML."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence


def table_of(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls where it is too wide. ``head`` is text, cells are HTML."""
    top = "".join(f"<th>{html.escape(word)}</th>" for word in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<div class='wide'><table><tr>{top}</tr>{body}</table></div>"


def p_text(p: float) -> str:
    """A p-value as HTML."""
    if math.isnan(p):
        return "–"
    return "&lt;0.001" if p < 0.001 else f"{p:.3f}"
