"""Searched decisions as arrays, and batches of them for training."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import input_file, texts
from carrack._core import InputError
from carrack._text import counted
from carrack.learn.levels import Columns, Levels
from carrack.learn.ragged import Float, Int, RaggedExamples, places_of


@dataclass(frozen=True, eq=False)
class Examples(RaggedExamples):
    """Positions in which a search has chosen: what ``carrack learn`` trains a policy on. Seats
    count from the one that decides; seats that are not played have 0. The inputs of example ``i``
    are those from ``input_start[i]`` up to ``input_start[i + 1]``; the same for its options. An
    input is a place in ``carrack.learn.levels.Levels().names``, which has all inputs that a network
    can have; ``Network().inputs`` are the names of those that one has.

    Arrays: ``block, turn, players, edition, is_exact`` [examples], ``win_share, vp, expected_vp,
    search_win_share`` [examples, seats], ``inputs`` of all examples, ``actions, target, script`` of
    all options.
    """

    block: NDArray[np.int32]
    """[examples] The number of the block, from 0. The games of a block have the same chance events.
    """
    input_start: Int
    """[examples + 1] where the inputs of each example start."""
    inputs: NDArray[np.uint16]
    """[inputs of all examples] The inputs of the network that are on."""
    option_start: Int
    """[examples + 1] where the options of each example start."""
    actions: NDArray[np.uint16]
    """[options of all examples] The legal actions, by id."""
    target: Float
    """[options of all examples] What the policy learns: the share of the search's visits of each
    action, or the policy target of the search if it recorded one. If ``is_exact``, the best actions
    have equal shares.
    """
    script: Float
    """[options of all examples] What each action is worth to the script, in VP."""
    turn: NDArray[np.uint8]
    """[examples] 1 to 8."""
    players: NDArray[np.uint8]
    """[examples] the number of players."""
    edition: NDArray[np.uint8]
    """[examples] 0: aoe3, 1: empires."""
    is_exact: NDArray[np.uint8]
    """[examples] 1: backward induction has solved the position."""
    win_share: Float
    """[examples, seats] at the end of the game; if ``is_exact``, expected by backward induction."""
    vp: Float
    """[examples, seats] at the end of the game."""
    expected_vp: Float
    """[examples, seats] by the linear evaluation."""
    search_win_share: Float
    """[examples, seats] expected by the search; 0 if the record has none."""

    RAGGED: ClassVar = {"input_start": ("inputs",), "option_start": ("actions", "target", "script")}

    @classmethod
    def read(
        cls,
        ledger: str | os.PathLike[str],
        tournaments: Sequence[str],
        least_iterations: int,
        exact_positions: int = 0,
    ) -> Examples:
        """The decisions of tournaments that had searches of at least ``least_iterations``
        iterations. Decisions of the last turn are solved by backward induction if
        ``exact_positions`` positions suffice. Raises InputError for a ledger that cannot be read,
        and for one without such a decision.
        """
        names = texts("tournaments", tournaments, "['main']")
        arrays = _core.learning_examples(
            input_file("ledger", ledger), names, least_iterations, exact_positions
        )
        if not len(arrays["block"]):
            raise InputError(
                f"{os.fspath(ledger)}: no decision of {', '.join(names)} was searched with "
                f"{least_iterations} iterations or more and recorded with search values"
            )
        return cls(**arrays)

    def __str__(self) -> str:
        return f"{counted(len(self), 'decision')} of {counted(self.games(), 'game')}"

    def __repr__(self) -> str:
        return f"<carrack.learn.Examples: {self}>"


class Batch(NamedTuple):
    """Examples as a model takes them. B examples, N inputs, K options."""

    inputs: NDArray[np.uint8]
    """[B, N] 1 where a number has reached the level of the input."""
    actions: NDArray[np.int32]
    """[B, K] ids."""
    target: Float
    """[B, K] target of the policy."""
    script: Float
    """[B, K] the script's value minus that of its best option."""
    is_best: Float
    """[B, K] 1 for the script's best."""
    is_option: Float
    """[B, K] 0 where there are fewer options."""
    expected_vp: Float
    """[B, 6] final VP that the linear evaluation expects."""
    turn: NDArray[np.int32]
    """[B] from 0."""
    players: NDArray[np.int32]
    """[B] the number of players."""
    edition: NDArray[np.int32]
    """[B] 0: aoe3, 1: empires."""
    win_share: Float
    """[B, 6] target of the value."""
    vp_ahead: Float
    """[B, 6] final VP beyond those that the evaluation expects."""


class Batches:
    """Examples for a model with some of the inputs."""

    OPTIONS = 48
    """K. In decisions with more options, the options with the lowest targets are left out; of equal
    ones, those that are worth least to the script. In self-play all but the chosen option are
    equal, and the options left out have little probability. The default network has learned with
    the lowest ids instead.
    """

    def __init__(self, examples: Examples, kept: Int, levels: Levels, search_weight: float) -> None:
        """``kept``: the inputs of the model. ``search_weight``: the weight of the win shares that
        searches expected, beside the outcomes of games, in the target of the value.
        """
        self.examples = examples
        self._columns = Columns(examples.input_start, examples.inputs, kept, levels)
        self._options = self._order_options()
        searched = examples.search_win_share
        has_search = searched.sum(axis=1, keepdims=True) > 0
        has_search &= examples.is_exact[:, None] == 0
        mixed = search_weight * searched + (1 - search_weight) * examples.win_share
        self._win_share = np.where(has_search, mixed, examples.win_share).astype(np.float32)

    def __len__(self) -> int:
        return len(self.examples)

    def _order_options(self) -> tuple[Int, Int]:
        """The places of the options that are used, example by example, and their starts."""
        start = self.examples.option_start
        lengths = np.diff(start)
        example = np.repeat(np.arange(len(self)), lengths)
        # By example, then target, then script; of equal ones the lowest id is first.
        order = np.lexsort((-self.examples.script, -self.examples.target, example))
        rank = np.arange(len(order)) - np.repeat(start[:-1], lengths)
        used = order[rank < self.OPTIONS]
        counts = np.minimum(lengths, self.OPTIONS)
        return used, np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])

    def take(self, rows: Int) -> Batch:
        """A batch of these examples."""
        e, n, k = self.examples, len(rows), self.OPTIONS
        used, option_start = self._options
        places, starts = places_of(option_start, rows)
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
            inputs=self._columns.take(rows),
            actions=table(e.actions[option], np.int32),
            target=table(e.target[option], np.float32),
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
