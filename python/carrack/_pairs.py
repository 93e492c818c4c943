"""Who beats whom: the entrants of a tournament by pairs, from the games in which both played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from carrack import _core
from carrack._statistics import MeanInterval

if TYPE_CHECKING:
    from carrack._results import Tournament


class Pair(NamedTuple):
    """Two entrants that met."""

    one: int
    other: int
    """The numbers of the two entrants."""
    games: int
    """The games in which both played."""
    blocks: int
    """The blocks with such games."""
    ahead: MeanInterval
    """The share of pairs of their seats in which the first one ranks ahead; ties count half."""
    vp: MeanInterval
    """Mean VP of the first one minus that of the other, over the same pairs of seats."""
    p: float
    """The p-value of an ``ahead`` of 1/2, adjusted over all unordered pairs (Holm); NaN for fewer
    than two blocks."""


def pairs_of(games: Tournament) -> list[Pair]:
    """Every ordered pair of different entrants that met at a table, by their numbers."""
    figures = _core.pair_figures(
        games.block, games.entrants, games.scores, games.ranks, len(games.names)
    )
    return [
        Pair(one, other, both, blocks, MeanInterval(*ahead), MeanInterval(*vp), p)
        for one, other, both, blocks, ahead, vp, p in figures
    ]
