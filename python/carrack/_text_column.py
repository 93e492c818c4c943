"""A column of texts that occur often."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


class TextColumn:
    """Texts as indices into the list of different texts, which need less memory."""

    def __init__(self) -> None:
        self._places = array("i")
        self._place_of: dict[str, int] = {}

    def add(self, text: str) -> None:
        self._places.append(self._place_of.setdefault(text, len(self._place_of)))

    def words(self) -> tuple[TextColumn, TextColumn]:
        """The first word of each text, and the other words; empty if there is none."""
        first, others = TextColumn(), TextColumn()
        texts = [text.partition(" ") for text in self._place_of]
        for place in self._places:
            first.add(texts[place][0])
            others.add(texts[place][2])
        return first, others

    def series(self) -> pd.Series[Any]:
        """The texts as a series, whose type does not depend on them."""
        import pandas as pd

        dtype = pd.Series([""]).dtype  # ``str``; ``object`` before pandas 3
        texts = np.array([*self._place_of, ""], object)
        return pd.Series(texts[np.array(self._places, int)], dtype=dtype)
