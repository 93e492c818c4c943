"""Positions with the results of their games, and batches of them for training."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import as_list, input_file, texts, whole_number
from carrack._core import InputError, Ruleset
from carrack._progress import Meter
from carrack._text import counted
from carrack.learn.levels import Columns, Levels
from carrack.learn.ragged import Float, Int, RaggedExamples
from carrack.learn.threads import on_threads

CHUNK = 250
"""The most games that are played at a time, with the same line-up."""


@dataclass(frozen=True, eq=False)
class ValueExamples(RaggedExamples):
    """The first positions of turns, and some others, with the results of their games. Seats count
    from the player who decides; at a draw of chance, from the first player of the turn order. Seats
    that are not played have 0.
    """

    block: NDArray[np.int32]
    """[examples] The number of the block, from 0. The games of a block have the same chance events.
    """
    input_start: Int
    inputs: NDArray[np.uint16]
    """The inputs of the network that are on, from ``input_start[i]`` up to ``input_start[i + 1]``
    in example ``i``.
    """
    turn: NDArray[np.uint8]
    """[examples] 1 to 8."""
    players: NDArray[np.uint8]
    """[examples] The number of players."""
    begins_turn: NDArray[np.uint8]
    """[examples] 1: the first position of a turn."""
    is_exact: NDArray[np.uint8]
    """[examples] 1: backward induction has solved the position."""
    win_share: Float
    """[examples, seats] at the end of the game; if ``is_exact``, expected by backward induction."""
    vp: Float
    """[examples, seats] at the end of the game."""
    expected_vp: Float
    """[examples, seats] by the linear evaluation."""

    RAGGED: ClassVar = {"input_start": ("inputs",)}

    @classmethod
    def play(
        cls,
        ruleset: Ruleset,
        line_ups: Sequence[Sequence[str]],
        games: int,
        seed: int,
        share: float,
        threads: int,
        *,
        progress: Callable[[str], object] | None = None,
    ) -> ValueExamples:
        """Play games with the line-ups in turn, each a list of agents by seat. ``share``: the
        probability of an example for each position that is not the first of a turn. The games do
        not depend on ``threads``. Ctrl-C stops them. ``progress``, for example ``print``, is called
        with a line about what is done, at most once a second and at the end. Raises InputError for
        unknown agents, for no line-ups, no games or no threads, and unless ``share`` is from 0
        to 1.
        """
        tables = [
            texts(f"line_ups[{number}]", agents, "['policy', 'scripted']")
            for number, agents in enumerate(as_list("line_ups", line_ups, "[['policy'] * 3]"))
        ]
        if not tables:
            raise InputError("line_ups is empty, expected one list of agents or more")
        games = whole_number("games", games, 1)
        threads = whole_number("threads", threads, 1)
        length = max(1, min(CHUNK, games // len(tables)))  # all line-ups play

        def chunk(first: int, stop: _core.StopFlag) -> ValueExamples:
            agents = tables[first // length % len(tables)]
            size = min(length, games - first)
            arrays = _core.play_value_games(ruleset, agents, seed, first, size, share, stop)
            own = {name: arrays[name] - first for name in ("game", "block")}  # join() counts on
            return cls(**arrays | own)

        meter = Meter(progress, "games", games)

        def done(chunks: int) -> None:
            meter.update(min(chunks * length, games))

        return cls.join(on_threads(threads, chunk, range(0, games, length), done))

    @classmethod
    def read(
        cls,
        ledger: str | os.PathLike[str],
        tournaments: Sequence[str],
        share: float,
        exact_positions: int = 0,
    ) -> ValueExamples:
        """The positions of recorded games. Positions of the last turn have the win shares of
        backward induction if ``exact_positions`` positions suffice. Raises InputError for a ledger
        that cannot be read, and unless ``share`` is from 0 to 1.
        """
        names = texts("tournaments", tournaments, "['main']")
        arrays = _core.recorded_value_examples(
            input_file("ledger", ledger), names, share, exact_positions
        )
        return cls(**arrays)

    def __str__(self) -> str:
        return f"{counted(len(self), 'position')} of {counted(self.games(), 'game')}"

    def __repr__(self) -> str:
        return f"<carrack.learn.ValueExamples: {self}>"


class ValueBatch(NamedTuple):
    """Examples as a model takes them. B examples, N inputs."""

    inputs: NDArray[np.uint8]
    """[B, N] 1 where a number has reached the level of the input."""
    turn: NDArray[np.int32]
    """[B] from 0."""
    players: NDArray[np.int32]
    """[B] the number of players."""
    win_share: Float
    """[B, 6] target of the win shares."""
    vp: Float
    """[B, 6] final VP."""
    expected_vp: Float
    """[B, 6] final VP that the linear evaluation expects."""


class ValueBatches:
    """Examples for a model with some of the inputs."""

    def __init__(self, examples: ValueExamples, kept: Int, levels: Levels) -> None:
        """``kept``: the inputs of the model."""
        self.examples = examples
        self._columns = Columns(examples.input_start, examples.inputs, kept, levels)

    def __len__(self) -> int:
        return len(self.examples)

    def take(self, rows: Int) -> ValueBatch:
        """A batch of these examples."""
        e = self.examples
        return ValueBatch(
            inputs=self._columns.take(rows),
            turn=e.turn[rows].astype(np.int32) - 1,
            players=e.players[rows].astype(np.int32),
            win_share=e.win_share[rows],
            vp=e.vp[rows],
            expected_vp=e.expected_vp[rows],
        )
