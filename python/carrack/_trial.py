"""The value of a purchase or a placement, by intervention."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import as_list, built_in_spec, check_agent, check_ruleset, input_file
from carrack._core import Agent, InputError, Ruleset
from carrack._ledger import connection_to, file_name
from carrack._optional import optional_packages
from carrack._record import Record

if TYPE_CHECKING:
    import pandas as pd


def trial(
    ruleset: Ruleset,
    agents: Sequence[str | Agent],
    tiles: Sequence[str] | None = None,
    *,
    on: Sequence[str] | None = None,
    age: int | str | None = None,
    games: int = 1000,
    seed: int = 1,
    continuations: int = 1,
    turn: int | None = None,
    seat: int | str | None = None,
    occasion: str | None = None,
    denial: bool = False,
    discounts: Sequence[int] = (),
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    name: str = "main",
    ignore_signature: bool = False,
) -> pd.DataFrame:
    """Play games, fork them where a tile can be bought or a worker placed in a box, and play on
    with and without it, with common random numbers. ``agents`` are specs, or Agents with one, by
    seat, or one for all. ``tiles`` names tiles, or ``on`` actions: ``place:discovery`` and other
    boxes, ``place`` for every box, ``buy:navy``, ``buy``; all of one kind. By default, the tiles of
    ``age`` (1 to 3, or ``I`` to ``III``), or all. ``turn`` (1 to 8) and ``seat`` (``p1`` or 1, and
    so on) restrict the actions. The games are those of ``carrack trial``;
    experiments/trial/README.md defines the estimates.

    A tile is tried at the first purchase in a game where a player can afford it (``occasion``
    ``offered``) and at the first where an agent buys it (``bought``). For boxes, a turn and a seat
    are drawn for each game unless given; a box is tried at the player's first placement of the turn
    where it is open (``open``), and at the first where its agent places there (``placed``).
    ``occasion`` is one of these words: then only this occasion is tried, which takes less time.

    Returns two rows per ``tile`` or ``box``, one per ``occasion``, by decreasing effect: ``forks``,
    and the outcome with minus without, for the player, ``win_share_vs_other``, ``rank_vs_other``,
    ``vp_vs_other`` (relative to the agent's alternative), for tiles also ``…_vs_nothing`` (relative
    to buying nothing). ``…_low`` and ``…_high`` are the ends of the 95 % interval over games,
    ``…_interval`` its half width, and ``win_share_vs_other_simultaneous`` the simultaneous interval
    over all rows of the occasion. ``bought`` or ``placed``, ``mean_turn``, ``seen`` and
    ``seen_adjusted`` are observational estimates for the players who chose it.

    With ``denial``, of tiles, another branch plays the alternative and nobody buys the tile in the
    rest of the game. ``…_own_use`` is the outcome with the tile minus that branch, ``…_denial``
    the rest of the effect: the gain from the others not getting the tile. They add up to
    ``…_vs_other``.

    With ``discounts``, of tiles, in $ and ascending, further branches buy the tile for so much
    less, for this player at this purchase only. ``…_of_discount_3`` is the outcome with the
    discount of $3 minus that with the full price. ``…_vs_other`` and it add up to the effect of the
    tile at the lower price.

    With ``ledger``, an SQLite file, every game is stored in trial ``name`` as soon as it is
    finished: the same call continues after Ctrl-C or ``kill -9``, with the same result, and a
    finished trial is only reported. More ``games`` extend it.

    Releases the GIL; Ctrl-C stops it. Needs pandas. Raises InputError for invalid arguments,
    and if the ledger has a different trial of this name (or one with other rules, unless
    ``ignore_signature``).
    """
    plan = plan_of(
        ruleset, agents, tiles, on, age, games, seed, continuations, turn, seat, occasion,
        denial, discounts,
    )  # fmt: skip
    return played(
        plan, threads, None if ledger is None else file_name(ledger), name, ignore_signature
    )


def plan_of(
    ruleset: Ruleset,
    agents: Sequence[str | Agent],
    tiles: Sequence[str] | None,
    on: Sequence[str] | None,
    age: int | str | None,
    games: int,
    seed: int,
    continuations: int,
    turn: int | None,
    seat: int | str | None,
    occasion: str | None,
    denial: bool,
    discounts: Sequence[int],
) -> _core.TrialPlan:
    """A checked plan from the arguments of ``trial``."""
    check_ruleset(ruleset)
    return _core.TrialPlan(
        ruleset,
        _specs(agents),
        None if tiles is None else as_list("tiles", tiles, "['monastery', 'navy']"),
        None if on is None else as_list("on", on, "['place:discovery']"),
        "all" if age is None else str(age),
        games,
        seed,
        continuations,
        turn,
        None if seat is None else str(seat),
        occasion,
        denial,
        as_list("discounts", discounts, "[3, 6, 12]"),
    )


def _specs(agents: Sequence[str | Agent]) -> list[str]:
    given = as_list("agents", agents, "['scripted']")
    for number, agent in enumerate(given):
        check_agent(f"agents[{number}]", agent)
    return [built_in_spec(agent, f"agents[{number}]") for number, agent in enumerate(given)]


def played(
    plan: _core.TrialPlan, threads: int, path: str | None, name: str, ignore_signature: bool
) -> pd.DataFrame:
    """Play the missing games of a plan; the rows of all."""
    with optional_packages():
        import pandas as pd

    rows = _core.trial_rows(plan, threads, path, name, ignore_signature)
    return pd.DataFrame(rows).sort_values(
        ["occasion", "win_share_vs_other"],
        ascending=["box" in rows[0], False],  # open before placed, offered before bought
        ignore_index=True,
        kind="stable",
    )


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
"""What tells the forks of a trial apart."""
PARTS = ("place", "money", "income", "vp_before", "workers")
DENIED = ("win_share_vs_denied", "rank_vs_denied", "vp_vs_denied")
RECORD_COLUMNS = ("subject", "occasion", "seat", "turn", "ply", "branch", "action", "continuation",
                  "win_share", "rank", "vp", "record")  # fmt: skip
TRIALS_SINCE, PARTS_SINCE, DISCOUNTS_SINCE = 5, 6, 7
"""The versions of the schema with trials, with these columns, and with discounts."""


def trial_forks(ledger: str | os.PathLike[str], name: str = "main") -> pd.DataFrame:
    """Every fork of trial ``name`` of a ledger, one per row, by game: for estimates by
    turn, place in the order, wealth and so on. Forks of one game share its chance events and are
    not independent.

    ``subject`` is the tile or box; ``seat``, ``turn``; ``place`` in the player order from 1, and
    ``money``, ``income``, ``vp_before`` (if the game ended then) and ``workers`` of the player just
    before; the ``action`` and the agent's ``other`` one; ``win_share``, ``rank``, ``vp`` with the
    action minus with the other one, ``…_vs_nothing`` minus with buying nothing, ``…_vs_denied``
    minus with the other one and a tile that nobody buys. What a trial does not have, or did not
    store when it was played by an older version, is NaN. A trial with ``discounts`` has further
    columns ``…_of_discount_3`` and so on: what the player gains from paying so much less. Needs
    pandas. Raises InputError for a file that is not a ledger, and for an unknown trial.
    """
    with optional_packages():
        import pandas as pd

    with _open_trial(ledger, name) as (connection, version):
        known = version >= PARTS_SINCE
        parts, denied = (
            ", ".join(columns if known else ["NULL"] * len(columns)) for columns in (PARTS, DENIED)
        )
        query = f"""
SELECT game, {SUBJECT}, occasion, seat, turn, {parts}, action, other, win_share, rank, vp,
  win_share_vs_nothing, rank_vs_nothing, vp_vs_nothing, {denied}
FROM trial_forks JOIN trials USING (trial) WHERE name = ? ORDER BY game, subject, occasion
"""
        rows = connection.execute(query, (name,)).fetchall()
        discounts = connection.execute(DISCOUNTS, (name,)) if version >= DISCOUNTS_SINCE else ()
        gains = pd.DataFrame(discounts, columns=[*_FORK, "discount", *FIGURES])
    columns = ["game", "subject", "occasion", "seat", "turn", *PARTS, "action", "other"]
    columns += [f"{figure}{end}" for end in ("", "_vs_nothing") for figure in FIGURES]
    forks = pd.DataFrame(rows, columns=[*columns, *DENIED])
    numbers = [*PARTS, *(c for c in forks.columns if "_vs_" in c)]
    forks[numbers] = forks[numbers].astype(float)
    forks["place"] += 1
    if gains.empty:
        return forks
    wide = gains.pivot(index=_FORK, columns="discount", values=FIGURES)
    wide.columns = [f"{figure}_of_discount_{discount}" for figure, discount in wide.columns]
    return forks.join(wide, on=_FORK)


def trial_choices(ledger: str | os.PathLike[str], name: str = "main") -> pd.DataFrame:
    """The first time in each game of trial ``name`` that an agent bought a tile or placed in a box
    by its own choice, one per row: ``game``, ``subject``, ``seat``, ``turn``. Needs pandas. Raises
    InputError as ``trial_forks`` does.
    """
    with optional_packages():
        import pandas as pd

    with _open_trial(ledger, name) as (connection, _):
        rows = connection.execute(CHOICES, (name,)).fetchall()
    return pd.DataFrame(rows, columns=["game", "subject", "seat", "turn"])


def trial_records(
    ledger: str | os.PathLike[str], name: str = "main", game: int = 0
) -> pd.DataFrame:
    """Play game number ``game`` of trial ``name`` of a ledger again and return what was played on
    after each of its forks, one row per fork, ``branch`` and ``continuation`` (from 0).

    ``subject``, ``occasion``, ``seat`` and ``turn`` are as in ``trial_forks``. ``ply`` is the
    number of events before the fork. ``branch`` is ``with`` (the action that is tried), ``other``
    (the agent's alternative), ``nothing`` (buying nothing) or ``denied`` (``other``, and nobody
    buys the tile); ``action`` is what was done. ``win_share``, ``rank`` and ``vp`` are the results
    of the player, and ``record`` is the whole game of the branch as a ``Record``.

    Releases the GIL; Ctrl-C stops it. Needs pandas. Raises InputError for a file that is not a
    ledger, for an unknown trial or game, and if the game differs when it is repeated, because its
    agents have a clock or another version played it.
    """
    with optional_packages():
        import pandas as pd

    rows = _core.trial_record_rows(input_file("ledger", ledger), name, game)
    records: dict[str, Record] = {}  # forks share branches
    for row in rows:
        text = row["record"]
        if text not in records:
            records[text] = Record.from_string(text)
        row["record"] = records[text]
    return pd.DataFrame(rows, columns=list(RECORD_COLUMNS))


@contextlib.contextmanager
def _open_trial(
    ledger: str | os.PathLike[str], name: str
) -> Iterator[tuple[sqlite3.Connection, int]]:
    """A ledger that has the trial, and the version of its schema."""
    path = input_file("ledger", ledger)
    _core.ledger_tournaments(path)  # raises InputError
    with connection_to(path) as connection:
        ((version,),) = connection.execute("PRAGMA user_version")
        trials = connection.execute("SELECT name FROM trials") if version >= TRIALS_SINCE else ()
        names = sorted(found for (found,) in trials)
        if name not in names:
            raise InputError(
                f"ledger {path} has no trial '{name}' (it has {', '.join(names) or 'none'})"
            )
        yield connection, version
