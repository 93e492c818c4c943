"""Strategies against each other: win shares, payoffs of pairs, alpha-Rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carrack import _core
from carrack._pairs import pairs_of
from carrack._statistics import MeanInterval
from carrack.balance.games import KeptGames


@dataclass(frozen=True)
class StrategyRow:
    """One strategy."""

    name: str
    spec: str
    games: int
    win_share: MeanInterval
    """Win share per seat."""
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
    games, ties counted half; None if the two are the same or never met.
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
    rates = {(pair.one, pair.other): pair.ahead for pair in pairs_of(games)}
    payoffs = tuple(tuple(rates.get((i, j)) for j in number) for i in number)
    return Strategies(part, len(games.block), games.blocks, tuple(rows), payoffs)


def _interval(row: Mapping[str, float], column: str) -> MeanInterval:
    return MeanInterval(
        float(row[column]), float(row[column + "_low"]), float(row[column + "_high"])
    )
