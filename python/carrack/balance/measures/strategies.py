"""Strategies against each other: win shares, payoffs of pairs, alpha-Rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from carrack import _core
from carrack._results import Tournament
from carrack._statistics import MeanInterval, mean_interval
from carrack.balance.games import KeptGames


@dataclass(frozen=True)
class StrategyRow:
    """One strategy."""

    name: str
    spec: str
    games: int
    win_share: MeanInterval
    """Per seat."""
    vp: MeanInterval
    alpha_rank: MeanInterval
    """Mass by alpha-Rank with its bootstrap interval over blocks."""


@dataclass(frozen=True)
class Strategies:
    """A table of strategies that met each other."""

    part: str
    """``styles`` of the scripts, or ``restricted`` play of the agent."""
    games: int
    blocks: int
    rows: tuple[StrategyRow, ...]
    payoffs: tuple[tuple[MeanInterval | None, ...], ...]
    """[row][column] the rate at which a seat of the row ends ahead of one of the column in common
    games, ties counted half; None where the two are the same or never met.
    """


def strategies_of(part: str, specs: Mapping[str, str], kept: KeptGames) -> Strategies:
    """The table of a tournament of the kind ``mixed``. ``specs`` are by shown name, in the order of
    the plan.
    """
    games = kept.results
    masses = _core.alpha_rank_masses(
        games.block, games.entrants, games.scores, games.ranks, len(games.names)
    )
    rows = []
    for (name, spec), mass, figures in zip(specs.items(), masses, games.table(), strict=True):
        rows.append(
            StrategyRow(
                name,
                spec,
                figures["games"],
                _interval(figures, "win_share"),
                _interval(figures, "mean_vp"),
                MeanInterval(*mass),
            )
        )
    number = range(len(rows))
    payoffs = tuple(tuple(pair_rate(games, i, j) for j in number) for i in number)
    return Strategies(part, len(games.block), games.blocks, tuple(rows), payoffs)


def _interval(row: Mapping[str, float], column: str) -> MeanInterval:
    return MeanInterval(
        float(row[column]), float(row[column + "_low"]), float(row[column + "_high"])
    )


def pair_rate(games: Tournament, one: int, other: int) -> MeanInterval | None:
    """The rate at which a seat of entrant ``one`` ends ahead of one of ``other``, over blocks."""
    if one == other:
        return None
    pairs = (games.entrants == one)[:, :, None] & (games.entrants == other)[:, None, :]
    ranks = games.ranks.astype(float)
    difference = ranks[:, None, :] - ranks[:, :, None]
    ahead = np.where(pairs, (np.sign(difference) + 1) / 2, 0).sum(axis=(1, 2))
    blocks, number = np.unique(games.block, return_inverse=True)
    sums = np.bincount(number, weights=ahead, minlength=len(blocks))
    counts = np.bincount(number, weights=pairs.sum(axis=(1, 2)), minlength=len(blocks))
    met = counts > 0
    if not met.any():
        return None
    return mean_interval(sums[met] / counts[met], counts[met], between=(0, 1))
