"""Stored trials: their forks, choices and records, read from a ledger."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import input_file
from carrack._core import InputError
from carrack._ledger_rows import rows_of
from carrack._optional import optional_packages
from carrack._record import Record

if TYPE_CHECKING:
    import pandas as pd

SUBJECT = "substr(subject, instr(subject, ':') + 1)"
CHOICES = f"""
SELECT game, {SUBJECT}, seat, turn FROM trial_choices JOIN trials USING (trial) WHERE name = ?
ORDER BY game, subject
"""
DISCOUNTS = f"""
SELECT game, {SUBJECT}, occasion, discount, win_share, rank, vp
FROM trial_discounts JOIN trials USING (trial) WHERE name = ?
"""
FIGURES = ["win_share", "rank", "vp"]
_FORK = ["game", "subject", "occasion"]
"""Key columns of a fork."""
PARTS = ("place", "money", "income", "vp_before", "workers")
_EFFECTS = [figure + end for end in ("", "_vs_nothing", "_vs_denied") for figure in FIGURES]
_FORK_COLUMNS = ("occasion", "seat", "turn", *PARTS, "action", "other", *_EFFECTS)
FORKS = f"""
SELECT game, {SUBJECT}, {", ".join(_FORK_COLUMNS)}
FROM trial_forks JOIN trials USING (trial) WHERE name = ? ORDER BY game, subject, occasion
"""
RECORD_COLUMNS = ("subject", "occasion", "seat", "turn", "ply", "branch", "action", "continuation",
                  "win_share", "rank", "vp", "record")  # fmt: skip


def trial_forks(ledger: str | os.PathLike[str], name: str = "main") -> pd.DataFrame:
    """Every fork of trial ``name`` of a ledger, one per row, by game: for estimates by
    turn, place in the order, wealth and so on. Forks of one game share its chance events and are
    not independent.

    ``subject`` is the tile or box; ``seat``, ``turn``; ``place`` in the player order from 1, and
    ``money``, ``income``, ``vp_before`` (if the game ended then) and ``workers`` of the player just
    before; the ``action`` and the agent's ``other`` one; ``win_share``, ``rank`` and ``vp``, the
    result with the action minus the result with the other one; ``…_vs_nothing``, minus the result
    with buying nothing; ``…_vs_denied``, minus the result with the other one if nobody buys the
    tile afterwards. Figures that a trial does not have are NaN. A trial with ``discounts`` has
    further columns ``…_of_discount_3`` and so on: what the player gains from paying that much less.

    Own use of a tile is its ``…_vs_denied``; denial is the difference of ``win_share`` and
    ``win_share_vs_denied``. ``attrs["ruleset"]`` is the name of the ruleset, as ``aoe3-4``. Needs
    pandas. Raises InputError for a file that is not a ledger, and for an unknown trial.
    """
    with optional_packages():
        import pandas as pd

    path = checked_trial(ledger, name)
    rows = list(rows_of(path, FORKS, name))
    gains = pd.DataFrame(
        list(rows_of(path, DISCOUNTS, name)), columns=[*_FORK, "discount", *FIGURES]
    )
    forks = pd.DataFrame(rows, columns=["game", "subject", *_FORK_COLUMNS])
    numbers = [*PARTS, *(c for c in forks.columns if "_vs_" in c)]
    forks[numbers] = forks[numbers].astype(float)
    forks["place"] += 1
    (ruleset,) = (row["ruleset"] for row in _core.ledger_trials(path) if row["name"] == name)
    forks.attrs["ruleset"] = str(ruleset)
    if gains.empty:
        return forks
    wide = gains.pivot(index=_FORK, columns="discount", values=FIGURES)
    wide.columns = [f"{figure}_of_discount_{discount}" for figure, discount in wide.columns]
    joined = forks.join(wide, on=_FORK)
    joined.attrs = forks.attrs
    return joined


def trial_choices(ledger: str | os.PathLike[str], name: str = "main") -> pd.DataFrame:
    """The first time in each game of trial ``name`` that an agent bought a tile or placed in a box
    by its own choice, one per row: ``game``, ``subject``, ``seat``, ``turn``. Needs pandas. Raises
    InputError as ``trial_forks`` does.
    """
    with optional_packages():
        import pandas as pd

    path = checked_trial(ledger, name)
    rows = list(rows_of(path, CHOICES, name))
    return pd.DataFrame(rows, columns=["game", "subject", "seat", "turn"])


def trial_records(
    ledger: str | os.PathLike[str],
    name: str = "main",
    game: int = 0,
    *,
    allow_programs: bool = False,
) -> pd.DataFrame:
    """Play game number ``game`` of trial ``name`` of a ledger again and return what was played on
    after each of its forks, one row per fork, ``branch`` and ``continuation`` (from 0).

    ``subject``, ``occasion``, ``seat`` and ``turn`` are as in ``trial_forks``. ``ply`` is the
    number of events before the fork. ``branch`` is ``with`` (the action that is tried), ``other``
    (the agent's alternative), ``nothing`` (buying nothing) or ``denied`` (``other``, and nobody
    buys the tile); ``action`` is what was done. ``win_share``, ``rank`` and ``vp`` are the results
    of the player, and ``record`` is the whole game of the branch as a ``Record``.

    Agents that are programs (``process:``) are started only with ``allow_programs``: the ledger
    names them, and they run with your rights.

    Releases the GIL; Ctrl-C stops it. Needs pandas. Raises InputError for a file that is not a
    ledger, for an unknown trial or game, for programs unless ``allow_programs``, and if the game
    differs when it is repeated, because its agents have a clock or another version played it.
    """
    with optional_packages():
        import pandas as pd

    rows = _core.trial_record_rows(input_file("ledger", ledger), name, game, allow_programs)
    records: dict[str, Record] = {}  # forks share branches
    for row in rows:
        text = row["record"]
        if text not in records:
            records[text] = Record.from_string(text)
        row["record"] = records[text]
    return pd.DataFrame(rows, columns=list(RECORD_COLUMNS))


def checked_trial(ledger: str | os.PathLike[str], name: str) -> str:
    """The path of a ledger that has the trial. Raises InputError for a file that is not a ledger,
    and for an unknown trial.
    """
    path = input_file("ledger", ledger)
    _core.ledger_tournaments(path)  # raises InputError
    names = sorted(found for (found,) in rows_of(path, "SELECT name FROM trials"))
    if name not in names:
        raise InputError(
            f"ledger {path} has no trial '{name}' (it has {', '.join(names) or 'none'})"
        )
    return path
