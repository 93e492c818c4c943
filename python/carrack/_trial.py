"""The value of a purchase or a placement, by intervention."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import (
    as_list,
    built_in_specs,
    check_ruleset,
    refuse_unused,
)
from carrack._core import Agent, Ruleset
from carrack._keywords import named_arguments
from carrack._ledger import file_name
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd


@named_arguments
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
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Play games, fork them where a tile can be bought or a worker placed in a box, and play on
    with and without it, with common random numbers. ``agents`` are specs, or Agents with one, by
    seat, or one for all. ``tiles`` names tiles, or ``on`` actions: ``place:discovery`` and other
    boxes, ``place`` for every box, ``buy:navy``, ``buy``; all of one kind. By default, the tiles of
    ``age`` (1 to 3, or ``I`` to ``III``), or all. ``turn`` (1 to 8) and ``seat`` (``p1`` and
    so on, or its number from 1, unlike the seats of agents and environments, which are numbered
    from 0) restrict the actions. The games are those of ``carrack trial``;
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
    ``…_half_width`` its half width; ``win_share_vs_other_simultaneous_…`` is the simultaneous one
    over all rows of the occasion. ``bought`` or ``placed``, ``mean_turn``, ``seen`` and
    ``seen_adjusted`` are observational estimates for the players who chose it.

    With ``denial``, only for tiles, another branch plays the alternative and nobody buys the tile
    in the rest of the game. ``…_own_use`` is the outcome with the tile minus that branch,
    ``…_denial`` the rest of the effect: the gain from the others not getting the tile. They add up
    to ``…_vs_other``.

    With ``discounts`` in $, ascending, only for tiles, further branches buy the tile at a price
    that is lower by each discount, for this player at this purchase only. ``…_of_discount_3`` is
    the outcome with the discount of $3 minus that with the full price. The sum of it and
    ``…_vs_other`` is the effect of the tile at the lower price.

    With ``ledger``, an SQLite file, every game is stored in trial ``name`` as soon as it is
    finished: the same call continues after Ctrl-C or ``kill -9``, with the same result, and a
    finished trial is only reported. More ``games`` extend it.

    ``progress``, for example ``print``, is called with a line about what is done, at most once a
    second and at the end.

    An agent that fails ends the trial with AgentFailureError; only a ledger keeps the games before.

    Releases the GIL; Ctrl-C stops it. Needs pandas. Raises InputError for invalid arguments,
    if the ledger has a different trial of this name (or one with other rules, unless
    ``ignore_signature``), and for ``name`` or ``ignore_signature`` without ``ledger``.
    """
    if ledger is None:
        refuse_unused("ledger=", name=name != "main", ignore_signature=bool(ignore_signature))
    plan = plan_of(
        ruleset, agents, tiles, on, age, games, seed, continuations, turn, seat, occasion,
        denial, discounts,
    )  # fmt: skip
    return played(
        plan, threads, None if ledger is None else file_name(ledger), name, ignore_signature,
        progress,
    )  # fmt: skip


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
        built_in_specs("agents", agents, "['scripted']"),
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


def played(
    plan: _core.TrialPlan,
    threads: int,
    path: str | None,
    name: str,
    ignore_signature: bool,
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Play the missing games of a plan. Returns the rows of all games."""
    with optional_packages():
        import pandas as pd

    rows = _core.trial_rows(plan, threads, path, name, ignore_signature, progress)
    return pd.DataFrame(rows).sort_values(
        ["occasion", "win_share_vs_other"],
        ascending=["box" in rows[0], False],  # open before placed, offered before bought
        ignore_index=True,
        kind="stable",
    )
