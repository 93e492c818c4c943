"""The events of recorded games as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from carrack._arguments import as_list, shown
from carrack._core import State
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd

    from carrack._record import Record

_CHANCE = "chance"
"""The actor of what chance draws, as in records and reports."""
_DTYPES = {
    "game": "int64", "ply": "int64", "turn": "int64", "phase": "str", "actor": "str",
    "seat": "Int64", "decision": "bool", "event": "str", "verb": "str", "subject": "str",
    "options": "int64",
}  # fmt: skip
"""The columns of ``events_to_pandas``."""


def events_to_pandas(records: Iterable[Record]) -> pd.DataFrame:
    """The events of all games as one frame: ``game``, the number of the game in the plan, as
    ``Record.game``, and the columns of ``Record.to_pandas``. ``records`` may be an iterator, as
    ``carrack.iter_records(path)``: one game at a time is kept in memory beside the frame.

    Records of several tournaments can have the same numbers: make a frame of each. Needs pandas.
    Raises InputError if an action of a record is illegal, TypeError for what is no record.
    """
    from carrack._record import Record

    columns: dict[str, list[Any]] = {name: [] for name in _DTYPES}
    given = records if isinstance(records, Iterator) else as_list("records", records, "[record]")
    for number, record in enumerate(given):
        if not isinstance(record, Record):
            raise TypeError(f"records[{number}] is {shown(record)}, expected a Record")
        _add(columns, record)
    return _frame(columns)


def events_of(record: Record) -> pd.DataFrame:
    """The frame of one game, without its number."""
    columns: dict[str, list[Any]] = {name: [] for name in _DTYPES}
    _add(columns, record)
    return _frame(columns).drop(columns="game")


def _add(columns: dict[str, list[Any]], record: Record) -> None:
    """Add the events of a game."""
    state = State(record.ruleset)
    rows = []
    for ply, (action, event) in enumerate(zip(record.actions, record.notation(), strict=True)):
        is_chance = state.is_chance
        seat = None if is_chance else state.current_player + 1
        options = len(state.chance_outcomes() if is_chance else state.legal_actions())
        verb, _, subject = event.partition(" ")
        actor = _CHANCE if is_chance else f"p{seat}"
        rows.append(
            (record.game, ply, state.turn, state.phase, actor, seat, not is_chance, event, verb,
             subject, options)
        )  # fmt: skip
        state.apply(action)
    for values, of_event in zip(columns.values(), zip(*rows, strict=True), strict=False):
        values.extend(of_event)


def _frame(columns: dict[str, list[Any]]) -> pd.DataFrame:
    with optional_packages():
        import pandas as pd

    text = pd.Series([""]).dtype  # ``str``; ``object`` before pandas 3
    return pd.DataFrame(
        {
            name: pd.Series(values, dtype=text if _DTYPES[name] == "str" else _DTYPES[name])
            for name, values in columns.items()
        }
    )
