"""Costs and effects of the building tiles."""

from __future__ import annotations

from typing import Any

from carrack import _core


def tiles(edition: str | None = None, age: int | str | None = None) -> list[dict[str, Any]]:
    """The building tiles in catalogue order, one dict each, as printed by ``carrack tiles --json``:
    those of ``edition`` (including its modules) and of ``age`` (1 to 3, or ``I`` to
    ``III``); by default all 70. ``pandas.DataFrame(carrack.tiles())`` makes a frame.

    ``name``; ``age``, 1 to 3; ``cost`` in $; ``vp``, the printed ones; ``copies`` in the box;
    ``editions``, a list; ``module`` of the tile, or None; ``kind``, when it acts:
    ``purchase``, ``turn`` and ``income`` (every turn, starting with the purchase), ``owned``
    (while owned), ``end`` (of the game); ``text``, its effect in a sentence or two.
    docs/RULES.md has the rules in full.

    Raises InputError for an unknown edition or age, with the nearest known one.
    """
    return _core.tile_rows(edition, "all" if age is None else str(age))
