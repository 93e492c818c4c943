"""Luck's share: how much of the variance of results comes from chance, and how much from choices.

A report splits a result exactly: result - start = own + others + luck (``carrack report``). Over
the seats of many games the variance of the left side is the sum of its covariances with the three
parts, so the shares of the parts sum to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval, mean_interval
from carrack.balance.games import KeptGames

PARTS = ("own", "others", "luck")


@dataclass(frozen=True)
class LuckShare:
    """Shares of the variance of results; one may be below 0."""

    players: int
    games: int
    own: MeanInterval
    others: MeanInterval
    luck: MeanInterval


def luck_share_of(games: KeptGames, number: int) -> LuckShare:
    """The shares in one game of each of the first ``number`` blocks of the plan, or of all if there
    are fewer. Values are those of the linear evaluation, whose errors count as choices.
    """
    reports = (record.report(None) for record in games.first_records(number))
    parts = [[[player[part] for part in PARTS] for player in each.players] for each in reports]
    return luck_share(np.array(parts))


def luck_share(parts: NDArray[np.float64]) -> LuckShare:
    """The shares of ``parts``, [games, players, 3] own, others and luck, with intervals of the
    ratio by linearisation (delta method) over games.
    """
    results = parts.sum(axis=2)
    products = (parts * results[:, :, None]).sum(axis=1)
    squares = (results**2).sum(axis=1)
    shares = _ratios(products, squares)
    return LuckShare(results.shape[1], len(parts), *shares)


def _ratios(products: NDArray[np.float64], squares: NDArray[np.float64]) -> Sequence[MeanInterval]:
    mean = squares.mean()
    found = []
    for column in products.T:
        share = column.mean() / mean
        found.append(mean_interval(share + (column - share * squares) / mean))
    return found
