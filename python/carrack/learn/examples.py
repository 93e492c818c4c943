"""Searched decisions as arrays, and batches of them for training."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack import _core

Int = NDArray[np.int64]
Float = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Examples:
    """Positions in which a search has chosen. Seats count from the one that decides; those that
    are not played have 0. The inputs of example ``i`` are those from ``input_start[i]`` up to
    ``input_start[i + 1]``; the same for its options.
    """

    input_start: Int
    inputs: NDArray[np.uint16]
    """The inputs of the network that are on."""
    option_start: Int
    actions: NDArray[np.uint16]
    """The legal actions, by id."""
    visits: Float
    """The share of the search's visits of each action, or the policy target of the search if it
    recorded one."""
    script: Float
    """What each action is worth to the script, in VP."""
    game: NDArray[np.int32]
    """[examples]"""
    turn: NDArray[np.uint8]
    """[examples] 1 to 8."""
    players: NDArray[np.uint8]
    """[examples]"""
    edition: NDArray[np.uint8]
    """[examples] 0: aoe3, 1: empires."""
    win_share: Float
    """[examples, seats] at the end of the game."""
    vp: Float
    """[examples, seats] at the end of the game."""
    expected_vp: Float
    """[examples, seats] by the linear evaluation."""
    search_win_share: Float
    """[examples, seats] expected by the search; 0 where the record has none."""

    @classmethod
    def read(
        cls, ledger: str | os.PathLike[str], tournaments: Sequence[str], least_iterations: int
    ) -> Examples:
        """The decisions of tournaments that had searches of so many iterations. Raises InputError
        for a ledger that cannot be read.
        """
        arrays = _core.learning_examples(os.fspath(ledger), list(tournaments), least_iterations)
        return cls(**arrays)

    def __len__(self) -> int:
        return len(self.game)

    def __repr__(self) -> str:
        games = len(np.unique(self.game))
        return f"<carrack.learn.Examples: {len(self)} decisions of {games} games>"

    def select(self, wanted: NDArray[Any]) -> Examples:
        """The examples of a mask, or of numbers."""
        rows = np.flatnonzero(wanted) if wanted.dtype == bool else np.asarray(wanted)
        parts: dict[str, Any] = {}
        for start, names in _RAGGED.items():
            places, starts = _places(getattr(self, start), rows)
            parts[start] = starts
            parts |= {name: getattr(self, name)[places] for name in names}
        dense = {f.name for f in fields(self)} - parts.keys()
        return Examples(**parts, **{name: getattr(self, name)[rows] for name in dense})

    @staticmethod
    def join(parts: Sequence[Examples]) -> Examples:
        """All examples of several, which have no game in common."""
        joined: dict[str, Any] = {}
        for f in fields(Examples):
            arrays = [getattr(part, f.name) for part in parts]
            if f.name in _RAGGED:
                ends = np.cumsum([0, *(array[-1] for array in arrays)])
                shifted = [a[1:] + end for a, end in zip(arrays, ends[:-1], strict=True)]
                joined[f.name] = np.concatenate([np.zeros(1, np.int64), *shifted])
                continue
            if f.name == "game":
                firsts = np.cumsum([0, *(a.max(initial=-1) + 1 for a in arrays)])
                arrays = [a + first for a, first in zip(arrays, firsts[:-1], strict=True)]
            joined[f.name] = np.concatenate(arrays)
        return Examples(**joined)


_RAGGED = {"input_start": ("inputs",), "option_start": ("actions", "visits", "script")}


def _places(start: Int, rows: Int) -> tuple[Int, Int]:
    """The places of the rows of a ragged array, and the starts of the rows among them."""
    lengths = (start[1:] - start[:-1])[rows]
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    return np.repeat(start[rows] - starts[:-1], lengths) + np.arange(starts[-1]), starts


class Batch(NamedTuple):
    """Examples as a model takes them. B examples, N inputs, K options."""

    inputs: NDArray[np.uint8]
    """[B, N] 1 where a number has reached the level of the input."""
    actions: NDArray[np.int32]
    """[B, K] ids."""
    visits: Float
    """[B, K] target of the policy."""
    script: Float
    """[B, K] the script's value minus that of its best option."""
    is_best: Float
    """[B, K] 1 for the script's best."""
    is_option: Float
    """[B, K] 0 where there are fewer options."""
    expected_vp: Float
    """[B, 6]"""
    turn: NDArray[np.int32]
    """[B] from 0."""
    players: NDArray[np.int32]
    """[B]"""
    edition: NDArray[np.int32]
    """[B]"""
    win_share: Float
    """[B, 6] target of the value."""
    vp_ahead: Float
    """[B, 6] final VP beyond those that the evaluation expects."""


class Levels:
    """The inputs of networks: which number of an observation each belongs to."""

    def __init__(self) -> None:
        self.names, numbers = _core.network_inputs()
        self.number = np.array(numbers)
        self.first = np.searchsorted(self.number, self.number)
        """The input of the lowest level of the same number."""

    def reached(self, inputs: NDArray[np.uint16]) -> tuple[Int, Int]:
        """All levels that numbers have reached which are at these; and, for each, which of
        ``inputs`` it belongs to.
        """
        at = inputs.astype(np.int64)
        count = at - self.first[at] + 1
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(count)])[:-1]
        of = np.repeat(np.arange(len(at)), count)
        return np.repeat(self.first[at] - starts, count) + np.arange(len(of)), of


class Batches:
    """Examples for a model with some of the inputs."""

    OPTIONS = 48
    """K. Of decisions with more options, those with the fewest visits are left out."""

    def __init__(self, examples: Examples, kept: Int, levels: Levels, search_weight: float) -> None:
        """``kept``: the inputs of the model. ``search_weight``: of the win shares that searches
        expected in the target of the value, beside the outcomes of games.
        """
        self.examples = examples
        self.columns = len(kept)
        column = np.full(len(levels.names), -1)
        column[kept] = np.arange(len(kept))
        reached, of = levels.reached(examples.inputs)
        example = np.repeat(np.arange(len(examples)), np.diff(examples.input_start))[of]
        known = column[reached] >= 0
        self._column = column[reached][known].astype(np.uint16)
        counts = np.bincount(example[known], minlength=len(examples))
        self._start = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        self._options = self._order_options()
        searched = examples.search_win_share
        has_search = searched.sum(axis=1, keepdims=True) > 0
        mixed = search_weight * searched + (1 - search_weight) * examples.win_share
        self._win_share = np.where(has_search, mixed, examples.win_share).astype(np.float32)

    def __len__(self) -> int:
        return len(self.examples)

    def _order_options(self) -> tuple[Int, Int]:
        """The places of the options that are used, example by example, and their starts."""
        start = self.examples.option_start
        lengths = np.diff(start)
        example = np.repeat(np.arange(len(self)), lengths)
        order = np.lexsort((-self.examples.visits, example))  # stable: by example, then visits
        rank = np.arange(len(order)) - np.repeat(start[:-1], lengths)
        used = order[rank < self.OPTIONS]
        counts = np.minimum(lengths, self.OPTIONS)
        return used, np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])

    def take(self, rows: Int) -> Batch:
        """A batch of these examples."""
        e, n, k = self.examples, len(rows), self.OPTIONS
        places, starts = _places(self._start, rows)
        inputs = np.zeros((n, self.columns), np.uint8)
        inputs[np.repeat(np.arange(n), np.diff(starts)), self._column[places]] = 1
        used, option_start = self._options
        places, starts = _places(option_start, rows)
        row = np.repeat(np.arange(n), np.diff(starts))
        column = np.arange(len(places)) - np.repeat(starts[:-1], np.diff(starts))
        option = used[places]

        def table(values: NDArray[Any], dtype: Any, empty: float = 0) -> NDArray[Any]:
            filled = np.full((n, k), empty, dtype)
            filled[row, column] = values
            return filled

        script = table(e.script[option], np.float32, -np.inf)
        best = script.max(axis=1, keepdims=True)
        is_option = table(np.ones(len(option)), np.float32)
        return Batch(
            inputs=inputs,
            actions=table(e.actions[option], np.int32),
            visits=table(e.visits[option], np.float32),
            script=np.where(is_option > 0, script - best, 0).astype(np.float32),
            is_best=(script == best).astype(np.float32),
            is_option=is_option,
            expected_vp=e.expected_vp[rows],
            turn=e.turn[rows].astype(np.int32) - 1,
            players=e.players[rows].astype(np.int32),
            edition=e.edition[rows].astype(np.int32),
            win_share=self._win_share[rows],
            vp_ahead=e.vp[rows] - e.expected_vp[rows],
        )
