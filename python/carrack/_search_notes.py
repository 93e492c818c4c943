"""The searches in recorded games as a table."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from carrack._core import InputError, State, short_names
from carrack._events import actor_of
from carrack._optional import optional_packages
from carrack._text_column import TextColumn

if TYPE_CHECKING:
    import pandas as pd

    from carrack._ledger import Ledger
    from carrack._record import Record, SearchNote


def searches_to_pandas(
    records: Iterable[Record] | Ledger | str | os.PathLike[str],
) -> pd.DataFrame:
    """The searches of games that were recorded with ``search_values``: one row per option of each
    search that it visited, or that its policy gives a share; the chosen option first.

    ``game`` and ``ply`` as in ``carrack.events_to_pandas``; ``turn``, ``phase``, ``actor`` and
    ``seat`` of the position; ``agent``, the short name of the searcher; ``iterations`` of the
    search; ``option``, its notation; ``chosen``; ``visits``; ``value``, the mean reward of the
    player who decides, in [0, 1], NaN without visits; ``policy``, the share of the option in the
    policy that a network learns from this search: the share of its visits, unless the record has
    another one; ``expected_win_share``, of this player, of the position, NaN if not recorded.
    Decisions without a search have no rows.

    ``records`` may be a Ledger, or a file of records or an iterator; then not all games are in
    memory beside the frame. Needs pandas. Raises InputError if no game has a search; if two records
    have the same number, as games of several tournaments do (make a frame of each), and those of
    ``carrack.play`` unless ``game`` differs; or if an action of a record is illegal. Raises
    TypeError for anything but records.
    """
    from carrack._many_records import games_of

    options = _Options()
    games = 0
    for games, record in enumerate(games_of(records), 1):  # noqa: B007
        options.add(record)
    if games and not len(options):
        raise InputError(
            "no record has a search; expected games of searching agents, recorded with "
            "search_values=True (--search-values)"
        )
    return options.frame()


class _Options:
    """The options of searches as numbers, which need less memory than lists of values."""

    def __init__(self) -> None:
        self._games, self._plies, self._visits = array("q"), array("q"), array("q")
        self._iterations, self._turns, self._seats = array("q"), array("i"), array("b")
        self._values, self._policy, self._win_shares = array("d"), array("d"), array("d")
        self._chosen = array("b")
        self._phases, self._actors = TextColumn(), TextColumn()
        self._agents, self._options = TextColumn(), TextColumn()

    def __len__(self) -> int:
        return len(self._games)

    def add(self, record: Record) -> None:
        """Add the searches of a game."""
        if not any(record.notes):
            return
        state, agents = State(record.ruleset), short_names(list(record.agents))
        for ply, (action, note) in enumerate(zip(record.actions, record.notes, strict=True)):
            if note is not None:
                self._add_note(record, ply, state, note, agents[state.current_player])
            state.apply(action)

    def _add_note(
        self, record: Record, ply: int, state: State, note: SearchNote, agent: str
    ) -> None:
        seat, total = state.current_player, sum(note.visits)
        policy = dict(note.policy_target)
        if not policy and total:
            policy = {a: n / total for a, n in zip(note.actions, note.visits, strict=True)}
        visited = {a: (n, v[seat]) for a, n, v in
                   zip(note.actions, note.visits, note.values, strict=True)}  # fmt: skip
        others = (a for a, share in policy.items() if share > 0 and a not in visited)
        for option in (*visited, *others):
            visits, value = visited.get(option, (0, math.nan))
            self._games.append(record.game)
            self._plies.append(ply)
            self._turns.append(state.turn)
            self._phases.add(state.phase)
            self._actors.add(actor_of(seat + 1))
            self._seats.append(seat + 1)
            self._agents.add(agent)
            self._iterations.append(note.iterations)
            self._options.add(record.ruleset.action_to_string(option))
            self._chosen.append(option == record.actions[ply])
            self._visits.append(visits)
            self._values.append(value)
            self._policy.append(policy.get(option, math.nan if not policy else 0.0))
            self._win_shares.append(note.win_share[seat] if note.win_share else math.nan)

    def frame(self) -> pd.DataFrame:
        """One row per option. The types of the columns do not depend on the games."""
        with optional_packages():
            import pandas as pd

        return pd.DataFrame(
            {
                "game": np.array(self._games, np.int64),
                "ply": np.array(self._plies, np.int64),
                "turn": np.array(self._turns, np.int64),
                "phase": self._phases.series(),
                "actor": self._actors.series(),
                "seat": np.array(self._seats, np.int64),
                "agent": self._agents.series(),
                "iterations": np.array(self._iterations, np.int64),
                "option": self._options.series(),
                "chosen": np.array(self._chosen, bool),
                "visits": np.array(self._visits, np.int64),
                "value": np.array(self._values, float),
                "policy": np.array(self._policy, float),
                "expected_win_share": np.array(self._win_shares, float),
            }
        )
