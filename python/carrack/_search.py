"""A search of one position, and what it found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._core import Ruleset, State
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd

Evaluate = Callable[[NDArray[np.float32]], Any]


def _number(value: float) -> str:
    return "-" if np.isnan(value) else f"{value:.3f}"


@dataclass(frozen=True, eq=False)
class SearchReport:
    """What a search found out about a position. Row i of every array is the option ``actions[i]``:
    the chosen one, then the most visited first. Agents that do not search leave the arrays empty.
    """

    ruleset: Ruleset
    player: int
    """The seat that decides, from 0."""
    action: int
    """The chosen action."""
    spec: str
    """The agent, with every key at its value."""
    actions: NDArray[np.int64]
    """[options] action ids."""
    visits: NDArray[np.int64]
    """[options] iterations that went through the option."""
    values: NDArray[np.float64]
    """[options, players] mean reward by seat, in [0, 1]; NaN without a visit. The reward is the mix
    of ``win=``, ``rank=`` and ``margin=`` that the search maximises: those of a table need not add
    up to 1, and it is no win share."""
    standard_errors: NDArray[np.float64]
    """[options, players] standard errors of the values; NaN below two visits."""
    win_shares: NDArray[np.float64]
    """[options, players] expected win shares: a row adds up to 1. NaN without a visit, and where
    ``evaluate`` judged."""
    priors: NDArray[np.float64]
    """[options] what the prior gave the option; NaN where the search has none."""
    win_share: NDArray[np.float64]
    """[players] expected win shares over all iterations."""
    principal_variation: list[int]
    """The most visited line, from the chosen action on."""
    anytime: list[tuple[int, int]]
    """(iterations, what would have been chosen then), at 1, 2, 4, 8 … iterations."""
    iterations: int
    seconds: float
    nodes: int
    """Of the tree."""
    memory_bytes: int
    deepest: int
    """Decisions from the root to the deepest leaf."""
    mean_depth: float
    """Decisions from the root to a leaf, the mean over all iterations."""

    @property
    def rate(self) -> float:
        """Iterations a second."""
        return self.iterations / self.seconds if self.seconds > 0 else float("nan")

    @property
    def value(self) -> NDArray[np.float64]:
        """[players] the value of the chosen option to every seat; NaN without a search."""
        none = np.full(self.ruleset.players, np.nan)
        return np.asarray(self.values[0]) if len(self.actions) else none

    def line(self) -> list[str]:
        """The most visited line as notation."""
        return [self.ruleset.action_to_string(action) for action in self.principal_variation]

    def to_pandas(self) -> pd.DataFrame:
        """A row an option: ``action``, ``id``, ``visits``, ``prior``, and for every player ``p1``,
        ``p1_se``, ``p1_win`` … (mean reward, its standard error, expected win share). Needs pandas.
        """
        with optional_packages():
            import pandas as pd

        table: dict[str, Any] = {
            "action": [self.ruleset.action_to_string(int(a)) for a in self.actions],
            "id": self.actions,
            "visits": self.visits,
            "prior": self.priors,
        }
        for seat in range(self.ruleset.players):
            table[f"p{seat + 1}"] = self.values[:, seat]
            table[f"p{seat + 1}_se"] = self.standard_errors[:, seat]
            table[f"p{seat + 1}_win"] = self.win_shares[:, seat]
        return pd.DataFrame(table)

    def __repr__(self) -> str:
        name = self.ruleset.action_to_string(self.action)
        return (
            f"<carrack.SearchReport p{self.player + 1}: {name!r} of {len(self.actions)} options, "
            f"{self.iterations} iterations, {self.seconds:.2f} s>"
        )

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th>{text}</th>"
            for text in [
                "option",
                "visits",
                "prior",
                "win share",
                *(f"p{p + 1}" for p in range(self.ruleset.players)),
            ]
        )
        rows = []
        for i, action in enumerate(self.actions):
            cells = [
                self.ruleset.action_to_string(int(action)),
                f"{self.visits[i]:,}",
                _number(self.priors[i]),
                _number(self.win_shares[i, self.player]),
            ]
            cells += [
                _number(v) + ("" if np.isnan(e) else f" ± {e:.3f}")
                for v, e in zip(self.values[i], self.standard_errors[i], strict=True)
            ]
            rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
        return (
            f"<p>p{self.player + 1} to decide; {self.iterations:,} iterations in "
            f"{self.seconds:.2f} s; p{self.player + 1}'s expected win share, and the mean reward "
            f"of every player ± standard error</p>"
            f"<table><tr>{head}</tr>{''.join(rows)}</table>"
        )


def search(
    state: State,
    spec: str | _core.Agent = "mcts:iterations=1000",
    *,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    batch: int = 64,
    priors: bool = False,
) -> SearchReport:
    """Searches a position in which a player is to decide. The GIL is released; Ctrl-C ends it.

    ``evaluate(observations)`` replaces playouts: it is called with float32
    [leaves, OBSERVATION_SIZE], at most ``batch`` leaves at a time, each seen by the player who is
    to decide there, and returns [leaves, players] in [0, 1]: what the leaf is worth to that player,
    then to the next seat round the table, and so on.

    With ``priors``, it returns a pair: these values, and logits [leaves, NUM_ACTIONS]. Their
    softmax over the legal actions of a leaf is the prior there, in place of the one that ``prior=``
    and ``temperature=`` make; logits of other actions are ignored. What priors do is up to the
    spec, as ever: ``selection=puct``, ``widening=``, ``bias=``. A node has children once it has
    been evaluated: the root before the first iteration, by itself; where chance has made further
    actions legal, a node is evaluated again.

    Raises InputError for a wrong spec, a position without a decision, or a wrong evaluation.
    """
    return SearchReport(**_core.search_report(state, spec, seed, evaluate, batch, priors))
