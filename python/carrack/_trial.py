"""What a tile is worth, by intervention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import as_list
from carrack._core import Ruleset
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd


def trial(
    ruleset: Ruleset,
    agents: Sequence[str],
    tiles: Sequence[str] | None = None,
    *,
    age: int | str | None = None,
    games: int = 1000,
    seed: int = 1,
    continuations: int = 1,
    turn: int | None = None,
    seat: int | str | None = None,
    threads: int = 1,
) -> pd.DataFrame:
    """Plays games, stops where a tile can be bought, and plays on with the tile and without it, all
    chance being the same. ``agents`` are specs by seat, or one for all; ``tiles`` names some, else
    those of ``age`` (1 to 3, or ``I`` to ``III``), else all; ``turn`` (1 to 8) and ``seat`` (``p1``
    or 1, and so on) restrict the purchases. The games are those of ``carrack trial``;
    experiments/trial/README.md says exactly what is estimated.

    Two rows a tile, ``occasion`` being ``offered`` (the first time that anybody could buy it) and
    ``bought`` (the first time that an agent did), the larger effects first: ``forks``, and with and
    minus without the tile for the buyer, ``win_share_vs_other``, ``rank_vs_other``, ``vp_vs_other``
    (than what the agent does else) and ``…_vs_nothing`` (than buying nothing). ``…_low`` and
    ``…_high`` are the ends of the 95 % interval over games, ``…_interval`` half its width, and
    ``win_share_vs_other_simultaneous`` those of one that holds for all tiles of the occasion at
    once. ``bought``, ``mean_turn``, ``seen`` and ``seen_adjusted``: what a table of finished games
    says of the buyers, without intervening.

    The GIL is released; Ctrl-C ends it. Needs pandas. Raises InputError for wrong words or numbers.
    """
    with optional_packages():
        import pandas as pd

    by_seat = as_list("agents", agents, "['scripted']")
    named = None if tiles is None else as_list("tiles", tiles, "['monastery', 'navy']")
    rows = _core.trial_rows(
        ruleset, by_seat, named, "all" if age is None else str(age), games, seed, continuations,
        turn, None if seat is None else str(seat), threads,
    )  # fmt: skip
    return pd.DataFrame(rows).sort_values(
        ["occasion", "win_share_vs_other"], ascending=False, ignore_index=True, kind="stable"
    )
