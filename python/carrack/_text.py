"""Tables for terminals."""

from __future__ import annotations


def aligned(rows: list[list[str]]) -> list[str]:
    """Lines of a table for a terminal, with a rule under the head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]
