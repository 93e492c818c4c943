"""Tables for terminals."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(
    rows: list[list[str]], min_widths: Sequence[int] = (), *, right: bool = False, rule: bool = True
) -> list[str]:
    """The lines of a text table with a ``rule`` under the header. ``min_widths`` are the minimum
    column
    widths; ``right`` right-aligns all columns but the first.
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
