"""Arrays of examples, some of which have a number of entries for each example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Int = NDArray[np.int64]
Float = NDArray[np.float32]
T = TypeVar("T", bound="RaggedExamples")


def places_of(start: Int, rows: Int) -> tuple[Int, Int]:
    """The places of the entries of some rows, and where each row starts among them. The entries of
    row ``i`` are at ``start[i]`` to ``start[i + 1] - 1``.
    """
    lengths = (start[1:] - start[:-1])[rows]
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    return np.repeat(start[rows] - starts[:-1], lengths) + np.arange(starts[-1]), starts


@dataclass(frozen=True, eq=False)
class RaggedExamples:
    """Base of tables of examples: every array has a row for each example, except those of RAGGED
    and their starts.
    """

    game: NDArray[np.int32]
    """[examples] The number of the game, from 0."""

    RAGGED: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The arrays with several entries for each example, by the name of their array of starts."""

    def __len__(self) -> int:
        return len(self.game)

    def games(self) -> int:
        """The number of different games."""
        return len(np.unique(self.game))

    def select(self: T, wanted: ArrayLike) -> T:
        """The examples of a mask, or of numbers; also those of a list."""
        given = np.asarray(wanted)
        if given.size == 0:
            given = given.astype(np.int64)
        rows = np.flatnonzero(given) if given.dtype == bool else given
        parts: dict[str, Any] = {}
        for start, names in self.RAGGED.items():
            places, starts = places_of(getattr(self, start), rows)
            parts[start] = starts
            parts |= {name: getattr(self, name)[places] for name in names}
        dense = {f.name for f in fields(self)} - parts.keys()
        return type(self)(**parts, **{name: getattr(self, name)[rows] for name in dense})

    @classmethod
    def join(cls: type[T], parts: Sequence[T]) -> T:
        """All examples of several tables, which have no game and no block in common."""
        joined: dict[str, Any] = {}
        for f in fields(cls):
            arrays = [getattr(part, f.name) for part in parts]
            if f.name in cls.RAGGED:
                ends = np.cumsum([0, *(array[-1] for array in arrays)])
                shifted = [a[1:] + end for a, end in zip(arrays, ends[:-1], strict=True)]
                joined[f.name] = np.concatenate([np.zeros(1, np.int64), *shifted])
                continue
            if f.name in ("game", "block"):
                firsts = np.cumsum([0, *(a.max(initial=-1) + 1 for a in arrays)])
                arrays = [
                    (a + first).astype(np.int32)
                    for a, first in zip(arrays, firsts[:-1], strict=True)
                ]
            joined[f.name] = np.concatenate(arrays)
        return cls(**joined)
