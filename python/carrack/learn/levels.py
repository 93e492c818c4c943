"""The inputs of networks: levels that the numbers of an observation reach."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack.learn.ragged import Int, places_of


class Levels:
    """The inputs of networks: which number of an observation each belongs to."""

    def __init__(self) -> None:
        self.names, numbers = _core.network_inputs()
        """[inputs] The names of the inputs."""
        self.number = np.array(numbers)
        """[inputs] The index in an observation of the number that each belongs to, ascending."""
        self.first = np.searchsorted(self.number, self.number)
        """[inputs] The input of the lowest level of the same number."""

    def places(self, names: Sequence[str]) -> Int:
        """The inputs with these names, ascending. Raises KeyError for an unknown name."""
        place = {name: number for number, name in enumerate(self.names)}
        return np.array(sorted(place[name] for name in names), np.int64)

    def reached(self, inputs: NDArray[np.uint16]) -> tuple[Int, Int]:
        """All levels up to each of ``inputs``; and, for each, its index in ``inputs``."""
        at = inputs.astype(np.int64)
        count = at - self.first[at] + 1
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(count)])[:-1]
        of = np.repeat(np.arange(len(at)), count)
        return np.repeat(self.first[at] - starts, count) + np.arange(len(of)), of

    def counts(self, inputs: NDArray[np.uint16]) -> Int:
        """[inputs] How often each level is reached."""
        total = np.zeros(len(self.names), np.int64)
        step = 1_000_000  # bounds the memory
        for first in range(0, len(inputs), step):
            reached, _ = self.reached(inputs[first : first + step])
            total += np.bincount(reached, minlength=len(total))
        return total


class Columns:
    """Examples as flags for some of the inputs."""

    def __init__(self, start: Int, inputs: NDArray[np.uint16], kept: Int, levels: Levels) -> None:
        """``inputs[start[i]:start[i + 1]]`` are on in example ``i``; ``kept`` are those that have a
        column.
        """
        self._start = start
        self._inputs = inputs
        self._levels = levels
        self._width = len(kept)
        self._column = np.full(len(levels.names), -1)
        self._column[kept] = np.arange(len(kept))

    def take(self, rows: Int) -> NDArray[np.uint8]:
        """[rows, kept] 1 where a number has reached the level of the column."""
        places, starts = places_of(self._start, rows)
        reached, of = self._levels.reached(self._inputs[places])
        column = self._column[reached]
        known = column >= 0
        row = np.repeat(np.arange(len(rows)), np.diff(starts))[of]
        flags = np.zeros((len(rows), self._width), np.uint8)
        flags[row[known], column[known]] = 1
        return flags
