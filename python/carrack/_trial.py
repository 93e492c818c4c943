"""What a purchase or a placement is worth, by intervention."""

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
    """Plays games, stops where a tile can be bought or a worker be placed in a box, and plays on
    with it and without it, all chance being the same. ``agents`` are specs by seat, or one for all;
    ``tiles`` names some tiles, or ``on`` what is tried: ``place:discovery`` and other boxes,
    ``place`` for every box, ``buy:navy``, ``buy``; of one kind. Without both, the tiles of ``age``
    (1 to 3, or ``I`` to ``III``), or all. ``turn`` (1 to 8) and ``seat`` (``p1`` or 1, and so on)
    restrict what is tried. The games are those of ``carrack trial``; experiments/trial/README.md
    says exactly what is estimated.

    A tile is tried at the first purchase of a game at which a player can pay for it (``occasion``
    ``offered``) and at the first at which an agent buys it (``bought``). For boxes a turn and a
    seat are drawn for each game, where they are not given; a box is tried at the player's first
    placement of the turn at which it is open (``open``), and at the first at which its agent
    places there (``placed``).

    Two rows a ``tile`` or ``box``, one an ``occasion``, the larger effects first: ``forks``, and
    with and minus without, for the player, ``win_share_vs_other``, ``rank_vs_other``,
    ``vp_vs_other`` (than what the agent does else), for tiles also ``…_vs_nothing`` (than buying
    nothing). ``…_low`` and ``…_high`` are the ends of the 95 % interval over games,
    ``…_interval`` half its width, and ``win_share_vs_other_simultaneous`` those of one that holds
    for all rows of the occasion at once. ``bought`` or ``placed``, ``mean_turn``, ``seen`` and
    ``seen_adjusted``: what a table of finished games says of those who did it, without
    intervening.

    With ``ledger``, an SQLite file, every game is kept there as trial ``name`` as soon as it is
    finished: the same call goes on after Ctrl-C or ``kill -9``, to the same result, and a finished
    trial is only reported. More ``games`` prolong it.

    The GIL is released; Ctrl-C ends it. Needs pandas. Raises InputError for wrong words or numbers,
    and where the ledger has another trial of the name (or one of other rules, unless
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
