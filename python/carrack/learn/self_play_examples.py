"""Decisions of a policy that plays without search, with the results of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import texts
from carrack._core import Ruleset
from carrack._text import counted
from carrack.learn.examples import Examples
from carrack.learn.ragged import Float, Int, RaggedExamples


@dataclass(frozen=True, eq=False)
class SelfPlayExamples(RaggedExamples):
    """All decisions of games with two or more options, game by game in their order. Seats count
    from the one that decides; seats that are not played have 0.
    """

    input_start: Int
    inputs: NDArray[np.uint16]
    """The inputs of the network that are on, from ``input_start[i]`` up to ``input_start[i + 1]``
    in example ``i``.
    """
    option_start: Int
    actions: NDArray[np.uint16]
    """[options of all examples] The legal actions, by id."""
    script: Float
    """[options of all examples] What each action is worth to the script, in VP."""
    chosen: NDArray[np.uint16]
    """[examples] The place of the chosen action among the options."""
    seat: NDArray[np.uint8]
    """[examples] The seat that decides."""
    turn: NDArray[np.uint8]
    """[examples] 1 to 8."""
    players: NDArray[np.uint8]
    """[examples] The number of players."""
    edition: NDArray[np.uint8]
    """[examples] 0: aoe3, 1: empires."""
    win_share: Float
    """[examples, seats] at the end of the game."""
    vp: Float
    """[examples, seats] at the end of the game."""
    expected_vp: Float
    """[examples, seats] by the linear evaluation."""

    RAGGED: ClassVar = {"input_start": ("inputs",), "option_start": ("actions", "script")}

    @classmethod
    def play(
        cls,
        ruleset: Ruleset,
        agents: Sequence[str],
        games: int,
        seed: int,
        first: int = 0,
        *,
        stop: _core.StopFlag | None = None,
    ) -> SelfPlayExamples:
        """Play games ``first`` to ``first + games - 1`` of a seed between the agents, one per seat.
        Game k is the same whatever ``first``. Once ``stop`` is raised, no more games are played.
        Raises InputError for unknown agents.
        """
        specs = texts("agents", agents, "['policy'] * 4")
        arrays = _core.play_self_play_games(ruleset, specs, seed, first, games, stop)
        return cls(**arrays | {"game": arrays["game"] - first})  # join() counts on

    def imitated(self) -> Examples:
        """The same as Examples, with all of the target on the chosen action."""
        target = np.zeros(len(self.actions), np.float32)
        target[self.option_start[:-1] + self.chosen] = 1
        n = len(self)
        return Examples(
            game=self.game,
            block=self.game,
            input_start=self.input_start,
            inputs=self.inputs,
            option_start=self.option_start,
            actions=self.actions,
            target=target,
            script=self.script,
            turn=self.turn,
            players=self.players,
            edition=self.edition,
            is_exact=np.zeros(n, np.uint8),
            win_share=self.win_share,
            vp=self.vp,
            expected_vp=self.expected_vp,
            search_win_share=np.zeros((n, _core.MAX_PLAYERS), np.float32),
        )

    def __str__(self) -> str:
        return f"{counted(len(self), 'decision')} of {counted(self.games(), 'game')}"

    def __repr__(self) -> str:
        return f"<carrack.learn.SelfPlayExamples: {self}>"
