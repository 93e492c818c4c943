"""Searches of many positions, and their results as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import as_list, built_in_spec, refuse_unused, seed_of, shown
from carrack._core import MAX_PLAYERS, NUM_ACTIONS, State
from carrack._keywords import named_arguments
from carrack._search import BATCH, Evaluate, SearchReport, with_win_shares
from carrack._text import counted


class SearchReports(Sequence[SearchReport]):
    """The reports of many searches, in the order of their positions. A slice is a SearchReports."""

    def __init__(self, reports: Iterable[SearchReport]) -> None:
        self._reports: list[SearchReport] = as_list("reports", reports, "[report]")
        for number, report in enumerate(self._reports):
            if not isinstance(report, SearchReport):
                raise TypeError(f"reports[{number}] is {shown(report)}, expected a SearchReport")

    def __len__(self) -> int:
        return len(self._reports)

    @overload
    def __getitem__(self, place: int) -> SearchReport: ...
    @overload
    def __getitem__(self, place: slice) -> SearchReports: ...
    def __getitem__(self, place: int | slice) -> SearchReport | SearchReports:
        if isinstance(place, slice):
            return SearchReports(self._reports[place])
        return self._reports[place]

    def __repr__(self) -> str:
        return f"<carrack.SearchReports of {counted(len(self), 'position')}>"

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """What a learner needs, a row for each position; ``numpy.savez`` writes it to a file:

        - ``policy_target``: float32 [positions, NUM_ACTIONS], the policy to learn, by action id; a
          row sums to 1 (see ``SearchReport``)
        - ``visits``: int32 [positions, NUM_ACTIONS]
        - ``options``: bool [positions, NUM_ACTIONS], True for the options of the search: all legal
          actions, or what ``restricted`` leaves of them
        - ``value``: float32 [positions, MAX_PLAYERS], the mean reward of the chosen option
        - ``win_share``: float32 [positions, MAX_PLAYERS], the expected win shares
        - ``action``, ``player`` and ``iterations``: [positions], the chosen action, the seat that
          decides, and the iterations

        The columns of ``value`` and ``win_share`` begin with the player who decides, then the next
        seat, and so on, as for ``evaluate``; those of seats that are not played are 0. Numbers that
        the search does not know are NaN, such as win shares with ``evaluate``. The first three
        arrays are 0 for a position whose action ``restricted`` has forced.
        """
        n = len(self)
        arrays: dict[str, NDArray[Any]] = {
            "policy_target": np.zeros((n, NUM_ACTIONS), np.float32),
            "visits": np.zeros((n, NUM_ACTIONS), np.int32),
            "options": np.zeros((n, NUM_ACTIONS), np.bool_),
            "value": np.zeros((n, MAX_PLAYERS), np.float32),
            "win_share": np.zeros((n, MAX_PLAYERS), np.float32),
            "action": np.array([report.action for report in self], np.int16),
            "player": np.array([report.player for report in self], np.int8),
            "iterations": np.array([report.iterations for report in self], np.int64),
        }
        for row, report in enumerate(self):
            arrays["policy_target"][row, report.actions] = report.policy_target
            arrays["visits"][row, report.actions] = report.visits
            arrays["options"][row, report.actions] = True
            players = report.ruleset.players
            for name in ("value", "win_share"):
                arrays[name][row, :players] = np.roll(getattr(report, name), -report.player)
        return arrays


@named_arguments
def search_many(
    states: Iterable[State],
    agent: str | _core.Agent = "mcts:iterations=1000",
    *,
    seed: int = 1,
    threads: int = 1,
    evaluate: Evaluate | None = None,
    batch: int = BATCH,
    priors: bool = False,
    progress: Callable[[str], object] | None = None,
) -> SearchReports:
    """Search many positions, each at a player's decision, on ``threads`` threads. Position i has
    the seed ``seed + i`` (modulo 2**64): its report is that of ``search(states[i], agent,
    seed=seed + i)``, for any number of threads. Searches with ``time=`` or ``parallel=tree`` are
    not reproducible. Each thread searches one position with one tree; ``threads=`` in the spec
    adds further threads and is of no use here.

    ``evaluate``, ``batch`` and ``priors`` are those of ``search``. With several threads,
    ``evaluate`` is called from all of them, by Python one at a time.

    ``progress``, for example ``print``, is called with a line about what is done, at most once a
    second and at the end.

    Releases the GIL. Ctrl-C stops it, and its reports are lost then; to keep some of a long run,
    search in parts, ``search_many(states[first : first + 500], agent, seed=seed + first)``.

    Raises InputError and TypeError as ``search`` does, before the first search, with the number of
    the position that is wrong; InputError for ``threads`` out of range.
    """
    given = as_list("states", states, "[state]")
    for number, state in enumerate(given):
        if not isinstance(state, State):
            raise TypeError(f"states[{number}] is {shown(state)}, expected a State")
    chosen = built_in_spec(agent, "agent")
    first = seed_of("seed", seed)
    if evaluate is None:
        refuse_unused("evaluate=", batch=batch != BATCH)
    else:
        chosen = with_win_shares(chosen)
    found = _core.search_reports(given, chosen, first, threads, evaluate, batch, priors, progress)
    return SearchReports(SearchReport(**parts) for parts in found)
