"""The events of recorded games as a table."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from carrack._core import MAX_PLAYERS, State
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd

    from carrack._ledger import Ledger
    from carrack._record import Record

_ACTORS = ["chance", *(f"p{seat}" for seat in range(1, MAX_PLAYERS + 1))]
"""By seat from 1; first the actor of what chance draws, as in records and reports."""


def events_to_pandas(records: Iterable[Record] | Ledger) -> pd.DataFrame:
    """The events of all games as one frame: ``game``, the number of the game in the plan, as
    ``Record.game``, and the columns of ``Record.to_pandas``. ``records`` may be a Ledger, or an
    iterator as ``carrack.iter_records(path)``; then not all games are in memory beside the frame.

    Records of several tournaments can have the same numbers: make a frame of each. Needs pandas.
    Raises InputError if an action of a record is illegal, TypeError for what is no record.
    """
    from carrack._many_records import records_of

    events = _Events()
    for record in records_of(records):
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
        self._phases, self._events = array("i"), array("i")  # places in the texts
        self._phase_texts: dict[str, int] = {}
        self._event_texts: dict[str, int] = {}

    def add(self, record: Record) -> None:
        """Add the events of a game."""
        state = State(record.ruleset)
        phases, events = self._phase_texts, self._event_texts
        for action, event in zip(record.actions, record.notation(), strict=True):
            is_chance = state.is_chance
            options = state.chance_outcomes() if is_chance else state.legal_actions()
            self._turns.append(state.turn)
            self._phases.append(phases.setdefault(state.phase, len(phases)))
            self._seats.append(0 if is_chance else state.current_player + 1)
            self._events.append(events.setdefault(event, len(events)))
            self._options.append(len(options))
            state.apply(action)
        self._games.append(record.game)
        self._lengths.append(len(record.actions))

    def frame(self) -> pd.DataFrame:
        """One row per event. The types of the columns do not depend on the games."""
        with optional_packages():
            import pandas as pd

        dtype = pd.Series([""]).dtype  # ``str``; ``object`` before pandas 3

        def text(texts: Sequence[str], places: Sequence[int]) -> pd.Series[Any]:
            return pd.Series(np.array([*texts, ""], object)[np.array(places, int)], dtype=dtype)

        lengths, seats = np.array(self._lengths, int), np.array(self._seats, np.int64)
        number = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        words = [event.partition(" ") for event in self._event_texts]
        return pd.DataFrame(
            {
                "game": np.repeat(np.array(self._games, np.int64), lengths),
                "ply": number.astype(np.int64),
                "turn": np.array(self._turns, np.int64),
                "phase": text([*self._phase_texts], self._phases),
                "actor": text(_ACTORS, self._seats),
                "seat": pd.arrays.IntegerArray(seats, seats == 0),
                "decision": seats > 0,
                "event": text([*self._event_texts], self._events),
                "verb": text([verb for verb, _, _ in words], self._events),
                "subject": text([subject for _, _, subject in words], self._events),
                "options": np.array(self._options, np.int64),
            }
        )
