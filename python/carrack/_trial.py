"""The value of a purchase or a placement, by intervention."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import as_list
from carrack._core import Ruleset
from carrack._ledger import file_name
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd


def trial(
    ruleset: Ruleset,
    agents: Sequence[str],
    tiles: Sequence[str] | None = None,
    *,
    on: Sequence[str] | None = None,
    age: int | str | None = None,
    games: int = 1000,
    seed: int = 1,
    continuations: int = 1,
    turn: int | None = None,
    seat: int | str | None = None,
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    name: str = "main",
    ignore_signature: bool = False,
) -> pd.DataFrame:
    """Play games, fork them where a tile can be bought or a worker placed in a box, and play on
    with and without it, with common random numbers. ``agents`` are specs by seat, or one for all.
    ``tiles`` names tiles, or ``on`` actions: ``place:discovery`` and other boxes,
    ``place`` for every box, ``buy:navy``, ``buy``; all of one kind. By default, the tiles of
    ``age``
    (1 to 3, or ``I`` to ``III``), or all. ``turn`` (1 to 8) and ``seat`` (``p1`` or 1, and so on)
    restrict the actions. The games are those of ``carrack trial``; experiments/trial/README.md
    defines the estimates.

    A tile is tried at the first purchase in a game where a player can afford it (``occasion``
    ``offered``) and at the first where an agent buys it (``bought``). For boxes, a turn and a seat
    are drawn for each game unless given; a box is tried at the player's first placement of the turn
    where it is open (``open``), and at the first where its agent places there (``placed``).

    Returns two rows per ``tile`` or ``box``, one per ``occasion``, by decreasing effect: ``forks``,
    and the outcome with minus without, for the player, ``win_share_vs_other``, ``rank_vs_other``,
    ``vp_vs_other`` (relative to the agent's alternative), for tiles also ``…_vs_nothing`` (relative
    to buying nothing). ``…_low`` and ``…_high`` are the ends of the 95 % interval over games,
    ``…_interval`` its half width, and ``win_share_vs_other_simultaneous`` the simultaneous interval
    over all rows of the occasion. ``bought`` or ``placed``, ``mean_turn``, ``seen`` and
    ``seen_adjusted`` are observational estimates for the players who chose it.

    With ``ledger``, an SQLite file, every game is stored in trial ``name`` as soon as it is
    finished: the same call continues after Ctrl-C or ``kill -9``, with the same result, and a
    finished trial is only reported. More ``games`` extend it.

    Releases the GIL; Ctrl-C stops it. Needs pandas. Raises InputError for invalid arguments,
    and if the ledger has a different trial of this name (or one with other rules, unless
    ``ignore_signature``).
    """
    with optional_packages():
        import pandas as pd

    by_seat = as_list("agents", agents, "['scripted']")
    named = None if tiles is None else as_list("tiles", tiles, "['monastery', 'navy']")
    subjects = None if on is None else as_list("on", on, "['place:discovery']")
    rows = _core.trial_rows(
        ruleset, by_seat, named, subjects, "all" if age is None else str(age), games, seed,
        continuations, turn, None if seat is None else str(seat), threads,
        None if ledger is None else file_name(ledger), name, ignore_signature,
    )  # fmt: skip
    return pd.DataFrame(rows).sort_values(
        ["occasion", "win_share_vs_other"],
        ascending=["box" in rows[0], False],  # open before placed, offered before bought
        ignore_index=True,
        kind="stable",
    )
