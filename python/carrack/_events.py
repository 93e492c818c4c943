"""The events of recorded games as a table."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from carrack._core import State
from carrack._optional import optional_packages
from carrack._text_column import TextColumn

if TYPE_CHECKING:
    import pandas as pd

    from carrack._ledger import Ledger
    from carrack._record import Record


def actor_of(seat: int) -> str:
    """The actor as in records and reports; seats count from 1, 0 is chance."""
    return f"p{seat}" if seat else "chance"


def events_to_pandas(
    records: Iterable[Record] | Ledger | str | os.PathLike[str],
) -> pd.DataFrame:
    """The events of all games as one frame: ``game``, the number of the game in the plan, as
    ``Record.game``, and the columns of ``Record.to_pandas``. ``records`` may be a Ledger, or a file
    of records or an iterator; then not all games are in memory beside the frame.

    Needs pandas. Raises InputError if two records have the same number, as games of several
    tournaments do (make a frame of each), and those of ``carrack.play`` unless ``game`` differs; or
    if an action of a record is illegal. Raises TypeError for anything but records.
    """
    from carrack._many_records import games_of

    events = _Events()
    for record in games_of(records):
        events.add(record)
    return events.frame()


def events_of(record: Record) -> pd.DataFrame:
    """The frame of one game, without its number."""
    events = _Events()
    events.add(record)
    return events.frame().drop(columns="game")


class _Events:
    """The events of games as numbers, which need less memory than lists of values."""

    def __init__(self) -> None:
        self._games, self._lengths = array("q"), array("q")
        self._turns, self._options = array("i"), array("i")
        self._seats = array("b")  # from 1; 0 for chance
        self._phases, self._actors, self._events = TextColumn(), TextColumn(), TextColumn()

    def add(self, record: Record) -> None:
        """Add the events of a game."""
        state = State(record.ruleset)
        for action, event in zip(record.actions, record.notation(), strict=True):
            is_chance = state.is_chance
            options = state.chance_outcomes() if is_chance else state.legal_actions()
            seat = 0 if is_chance else state.current_player + 1
            self._turns.append(state.turn)
            self._phases.add(state.phase)
            self._seats.append(seat)
            self._actors.add(actor_of(seat))
            self._events.add(event)
            self._options.append(len(options))
            state.apply(action)
        self._games.append(record.game)
        self._lengths.append(len(record.actions))

    def frame(self) -> pd.DataFrame:
        """One row per event. The types of the columns do not depend on the games."""
        with optional_packages():
            import pandas as pd

        lengths, seats = np.array(self._lengths, int), np.array(self._seats, np.int64)
        number = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        verbs, subjects = self._events.words()
        return pd.DataFrame(
            {
                "game": np.repeat(np.array(self._games, np.int64), lengths),
                "ply": number.astype(np.int64),
                "turn": np.array(self._turns, np.int64),
                "phase": self._phases.series(),
                "actor": self._actors.series(),
                "seat": pd.arrays.IntegerArray(seats, seats == 0),
                "decision": seats > 0,
                "event": self._events.series(),
                "verb": verbs.series(),
                "subject": subjects.series(),
                "options": np.array(self._options, np.int64),
            }
        )
