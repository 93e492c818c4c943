"""Exact values of late positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import built_in_spec, check_state, whole_number
from carrack._core import Agent, Ruleset, State
from carrack._keywords import named_arguments
from carrack._optional import optional_packages
from carrack._text import aligned

if TYPE_CHECKING:
    import pandas as pd

_MOST = 2**63 - 1


@dataclass(frozen=True, eq=False)
class Solution:
    """The exact values of a position, from ``carrack.solve``. Row i of every array is the option
    ``actions[i]``, in the order of the legal actions.
    """

    ruleset: Ruleset
    player: int
    """The seat that decides, from 0."""
    action: int
    """The best action for that seat; of equal ones the first."""
    actions: NDArray[np.int64]
    """[options] action ids."""
    values: NDArray[np.float64]
    """[options, players] expected reward by seat, in [0, 1]: the mix of ``win=``, ``rank=`` and
    ``margin=`` of the agent that was given."""
    win_shares: NDArray[np.float64]
    """[options, players] expected win shares by seat, if every player maximises their reward; a row
    sums to 1."""
    positions: int
    """The number of positions that were solved."""

    @property
    def value(self) -> NDArray[np.float64]:
        """[players] the value of the best action for every seat."""
        return np.asarray(self.values[self.actions == self.action][0])

    def to_pandas(self) -> pd.DataFrame:
        """One row per option: ``action``, ``id``, and for every player ``p1``, ``p1_win`` … (value,
        expected win share). Needs pandas.
        """
        with optional_packages():
            import pandas as pd

        table: dict[str, Any] = {"action": self._names(), "id": self.actions}
        for seat in range(self.ruleset.players):
            table[f"p{seat + 1}"] = self.values[:, seat]
            table[f"p{seat + 1}_win"] = self.win_shares[:, seat]
        return pd.DataFrame(table)

    def _names(self) -> list[str]:
        return [self.ruleset.action_to_string(int(action)) for action in self.actions]

    def __str__(self) -> str:
        seats = range(self.ruleset.players)
        rows = [["option", "choice", *(f"value p{seat + 1}" for seat in seats)]]
        for name, action, values in zip(self._names(), self.actions, self.values, strict=True):
            best = "best" if action == self.action else ""
            rows.append([name, best, *(f"{value:.6f}" for value in values)])
        return "\n".join([*aligned(rows), f"{self.positions:,} positions"])

    def __repr__(self) -> str:
        name = self.ruleset.action_to_string(self.action)
        return (
            f"<carrack.Solution p{self.player + 1}: {name!r} of {len(self.actions)} options, "
            f"{self.positions} positions>"
        )


@named_arguments
def solve(state: State, agent: str | Agent = "mcts", *, max_positions: int = 2_000_000) -> Solution:
    """The exact value of every option of a late position, by backward induction over all actions
    and chance events; the same as ``carrack solve``. Every player maximises their own reward, that
    of ``agent`` (``mcts`` or ``uct``): ``mcts:win=1,margin=0`` counts win shares only. Of equal
    options the first is taken.

    The number of positions grows quickly with each decision before the end of the game; the last
    turn, or its end, can usually be solved. 2 million positions take seconds and some 300 MB.
    Releases the GIL; Ctrl-C stops it.

    Raises InputError for a position without a decision, one that needs more than ``max_positions``,
    one in which players may have private information (scouting, Denmark), and an agent without a
    reward.
    """
    check_state(state)
    most = whole_number("max_positions", max_positions, 1, _MOST)
    return Solution(**_core.solve_position(state, built_in_spec(agent, "agent"), most))
