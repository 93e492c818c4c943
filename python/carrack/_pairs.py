"""Who beats whom: the entrants of a tournament by pairs, from the games in which both played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval, mean_interval

if TYPE_CHECKING:
    from carrack._results import Tournament


class Pair(NamedTuple):
    """Two entrants that met."""

    one: int
    other: int
    """Their numbers."""
    games: int
    """In which both played."""
    blocks: int
    """With such games."""
    ahead: MeanInterval
    """The share of pairs of their seats in which the first one ranks ahead; ties count half."""
    vp: MeanInterval
    """Mean VP of the first one minus that of the other, over the same pairs of seats."""


def pairs_of(games: Tournament) -> list[Pair]:
    """Every ordered pair of different entrants that met at a table, by their numbers."""
    met = _meetings(games)
    entrants = len(games.names)
    pair = met["one"] * entrants + met["other"]
    in_order = np.argsort(pair, kind="stable")
    numbers, starts = np.unique(pair[in_order], return_index=True)
    found = []
    for number, rows in zip(numbers, np.split(in_order, starts[1:]), strict=False):
        blocks, of_block = np.unique(met["block"][rows], return_inverse=True)
        counts = np.bincount(of_block)
        ahead, vp = (
            np.bincount(of_block, weights=met[what][rows]) / counts for what in ("ahead", "vp")
        )
        found.append(
            Pair(
                *divmod(int(number), entrants),
                len(np.unique(met["game"][rows])),
                len(blocks),
                mean_interval(ahead, counts, between=(0, 1)),
                mean_interval(vp, counts, step=1),
            )
        )
    return found


def _meetings(games: Tournament) -> dict[str, NDArray[Any]]:
    """A row for each ordered pair of seats with different entrants: number of the game, its block,
    entrants, whether the first seat is ahead (a half for a tie), and the difference in VP.
    """
    players = games.ranks.shape[1]
    first, second = np.nonzero(~np.eye(players, dtype=bool))
    one, other = games.entrants[:, first], games.entrants[:, second]
    differ = one != other
    behind = games.ranks[:, second].astype(float) - games.ranks[:, first]
    vp = games.scores[:, first].astype(float) - games.scores[:, second]
    game = np.broadcast_to(np.arange(len(games.ranks))[:, None], differ.shape)[differ]
    return {
        "game": game,
        "block": games.block[game],
        "one": one[differ].astype(np.int64),
        "other": other[differ].astype(np.int64),
        "ahead": (np.sign(behind[differ]) + 1) / 2,
        "vp": vp[differ],
    }
