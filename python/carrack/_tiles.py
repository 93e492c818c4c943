"""What the building tiles cost and do."""

from __future__ import annotations

from typing import Any

from carrack import _core


def tiles(edition: str | None = None, age: int | str | None = None) -> list[dict[str, Any]]:
    """The building tiles in catalogue order, a dict each, as ``carrack tiles --json`` prints them:
    those of ``edition`` (the tiles of its modules included) and of ``age`` (1 to 3, or ``I`` to
    ``III``); without them all 70. A frame of them is ``pandas.DataFrame(carrack.tiles())``.

    ``name``; ``age``, 1 to 3; ``cost`` in $; ``vp``, the printed ones; ``copies`` in the box;
    ``editions``, a list; ``module`` that brings the tile, or None; ``kind``, when it acts:
    ``purchase``, ``turn`` and ``income`` (every turn from the one of the purchase on), ``owned``
    (as long as it is), ``end`` (of the game); ``text``, what it does, in a sentence or two.
    docs/RULES.md has the rules in full.

    Raises InputError for an unknown edition or age, with the nearest known one.
    """
    return _core.tile_rows(edition, "all" if age is None else str(age))
