"""Search of one position and its report."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import built_in_spec, check_state, refuse_unused
from carrack._core import Ruleset, State
from carrack._keywords import named_arguments
from carrack._optional import optional_packages
from carrack._tree import SearchTree

if TYPE_CHECKING:
    import pandas as pd

Evaluate = Callable[[NDArray[np.float32]], Any]
BATCH = 64
"""The default of ``batch``."""


def _number(value: float) -> str:
    return "-" if np.isnan(value) else f"{value:.3f}"


def _plain(figures: Any) -> Any:
    """A number or an array as JSON has it; NaN is None."""
    listed = np.asarray(figures).tolist()
    if isinstance(listed, list):
        return [_plain(figure) for figure in listed]
    return None if listed != listed else listed


@dataclass(frozen=True, eq=False)
class SearchReport:
    """The report of a search. Row i of every array is the option ``actions[i]``: the chosen one
    first, then by decreasing visits. The arrays are empty if ``restricted`` forces the
    action; no search is made then.
    """

    ruleset: Ruleset
    player: int
    """The seat that decides, from 0."""
    action: int
    """The chosen action."""
    spec: str
    """The full spec of the agent. With ``evaluate``, the word ``evaluate`` stands for what the
    function has replaced, and keys without effect are left out: no agent can be made from it."""
    actions: NDArray[np.int64]
    """[options] action ids."""
    visits: NDArray[np.int64]
    """[options] iterations that went through the option."""
    values: NDArray[np.float64]
    """[options, players] mean reward by seat, in [0, 1]; NaN without a visit. The reward is the mix
    of ``win=``, ``rank=`` and ``margin=`` that the search maximises; it is not a win share, and the
    rewards of all players need not sum to 1."""
    standard_errors: NDArray[np.float64]
    """[options, players] standard errors of the values as means over iterations, as if these were
    independent; NaN for fewer than two visits. Iterations are not independent: over seeds, values
    scatter by more, mostly 2 times as much, and more with more iterations (docs/how_to/analyse.md).
    For a verdict repeat the search with several seeds."""
    win_shares: NDArray[np.float64]
    """[options, players] expected win shares; a row sums to 1. NaN without a visit, and with
    ``evaluate``."""
    priors: NDArray[np.float64]
    """[options] prior probability of the option, with the noise of ``noise=``; NaN without
    priors."""
    policy_target: NDArray[np.float64]
    """[options] the policy that a network learns from this search; sums to 1. With
    ``root=gumbel`` the improved policy, with ``noise=`` the shares of the visits without those
    that the noise has caused, otherwise the shares of the visits. NaN without a visit."""
    win_share: NDArray[np.float64]
    """[players] expected win shares over all iterations; NaN with ``evaluate``."""
    principal_variation: list[int]
    """The principal variation: the most visited line, starting with the chosen action."""
    line_actors: list[str]
    """Who does each action of the principal variation: ``p1`` … or ``chance``; if that depends on
    chance, the first one that was met."""
    anytime: list[tuple[int, int]]
    """(iterations, choice at that point) after 1, 2, 4, 8 … iterations."""
    iterations: int
    seconds: float
    nodes: int
    """Number of tree nodes."""
    memory_bytes: int
    deepest: int
    """Maximum depth of a leaf, in decisions from the root."""
    mean_depth: float
    """Mean depth of the leaf over all iterations, in decisions from the root."""
    tree: SearchTree | None = None
    """The tree, with ``tree_depth``."""

    @property
    def rate(self) -> float:
        """Iterations per second."""
        return self.iterations / self.seconds if self.seconds > 0 else float("nan")

    @property
    def value(self) -> NDArray[np.float64]:
        """[players] the value of the chosen option for every seat; NaN without a search."""
        none = np.full(self.ruleset.players, np.nan)
        return np.asarray(self.values[0]) if len(self.actions) else none

    def line(self) -> list[str]:
        """The most visited line as notation."""
        return [self.ruleset.action_to_string(action) for action in self.principal_variation]

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data for JSON, with the members of ``carrack analyse --json``:
        ``ruleset``, ``agent`` (the full spec), ``player`` (``p1`` …), ``iterations``, ``seconds``,
        ``nodes``, ``memory_bytes``, ``deepest``, ``mean_depth``, ``win_share`` by seat, the lists
        ``options``, ``line``, ``line_actors`` and ``anytime``, and ``chosen``. Events are in
        notation; what is unknown is None.
        """
        name = self.ruleset.action_to_string
        options = [
            {
                "event": name(int(action)),
                "visits": int(self.visits[i]),
                "prior": _plain(self.priors[i]),
                "value": _plain(self.values[i]),
                "standard_error": _plain(self.standard_errors[i]),
                "win_share": _plain(self.win_shares[i]),
            }
            for i, action in enumerate(self.actions)
        ]
        return {
            "ruleset": str(self.ruleset),
            "agent": self.spec,
            "player": f"p{self.player + 1}",
            "iterations": self.iterations,
            "seconds": self.seconds,
            "nodes": self.nodes,
            "memory_bytes": self.memory_bytes,
            "deepest": self.deepest,
            "mean_depth": _plain(self.mean_depth),
            "win_share": _plain(self.win_share),
            "options": options,
            "line": self.line(),
            "line_actors": list(self.line_actors),
            "anytime": [{"iterations": n, "event": name(a)} for n, a in self.anytime],
            "chosen": name(self.action),
        }

    def to_pandas(self) -> pd.DataFrame:
        """One row per option: ``action``, ``id``, ``visits``, ``prior``, for every player ``p1``,
        ``p1_se``, ``p1_win`` … (mean reward, its standard error, expected win share), and
        ``policy_target``. Needs pandas.
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
        table["policy_target"] = self.policy_target
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


def with_win_shares(spec: str) -> str:
    """The spec of a search whose reward is the win share, unless it says what the reward is."""
    given = json.loads(_core.spec_to_json(spec))
    if given["agent"] not in ("mcts", "uct") or given.keys() & {"win", "rank", "margin"}:
        return spec
    return _core.spec_from_json(json.dumps(given | {"win": 1, "margin": 0}))


@named_arguments
def search(
    state: State,
    agent: str | _core.Agent = "mcts:iterations=1000",
    *,
    seed: int = 1,
    evaluate: Evaluate | None = None,
    batch: int = BATCH,
    priors: bool = False,
    tree_depth: int = 0,
    tree_visits: int = 1,
) -> SearchReport:
    """Search a position at a player's decision. Releases the GIL; Ctrl-C stops it. With
    ``tree_depth``, the report has the tree down to that depth and to nodes of ``tree_visits``.

    ``evaluate(observations)`` replaces playouts: it is called with float32 [leaves,
    OBSERVATION_SIZE], each leaf observed by its current player, and returns [leaves, players] in
    [0, 1]: the value of the leaf for that player, then for the next seat, and so on. A call has at
    most ``batch`` leaves, and at most a quarter of the iterations so far, so that early results
    guide the search. Games that end in the tree have their win shares as values, ``win=1`` and
    ``margin=0``, so return win shares; a spec that has ``win=``, ``rank=`` or ``margin=`` decides
    for itself what the end of a game is worth. (The spec of an Agent has all keys.)

    With ``priors``, it returns a pair: these values, and logits [leaves, NUM_ACTIONS]. Their
    softmax over the legal actions of a leaf replaces the prior of ``prior=`` and ``temperature=``;
    logits of illegal actions are ignored. Without ``priors`` the prior is that of the spec: of the
    default network in ``mcts``, of a script with ``prior=scripted``. The spec determines how priors
    are used: ``selection=puct``, ``widening=``, ``bias=``, ``root=gumbel``. A node is expanded
    after its evaluation; the root is evaluated separately before the first iteration. A node is
    evaluated again if chance makes further actions legal. With ``root=gumbel`` a batch ends with
    its round of sequential halving.

    Raises InputError for an invalid spec, an agent that does not search, a position without a
    decision, an invalid evaluation, ``batch`` without ``evaluate``, or ``tree_visits`` without
    ``tree_depth``. Raises TypeError for anything but a spec or an Agent.
    """
    check_state(state)
    chosen = built_in_spec(agent, "agent")
    if evaluate is None:
        refuse_unused("evaluate=", batch=batch != BATCH)
    if tree_depth == 0:
        refuse_unused("tree_depth=", tree_visits=tree_visits != 1)
    if evaluate is not None:
        chosen = with_win_shares(chosen)
    parts = _core.search_report(
        state, chosen, seed, evaluate, batch, priors, tree_depth, tree_visits
    )
    saved = parts.pop("tree")
    return SearchReport(**parts, tree=None if saved is None else SearchTree(saved))
