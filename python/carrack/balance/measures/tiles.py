"""What tiles are worth: offer rate, buy rate, effects by intervention, fair price, flags."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._statistics import MeanInterval, mean_interval, mean_p_value
from carrack.balance.measures.fair_price import Estimate, fair_price, price_effects
from carrack.balance.measures.flags import Flag, adjusted, flag_of, is_flagged
from carrack.balance.measures.quantity import DIFFERENCE_OF_SHARES, STEP, UNKNOWN, VP, Quantity
from carrack.balance.measures.trial_forks import TileForks

RARELY = 0.01
"""A tile that is bought in fewer of the games where it is offered is never bought."""


@dataclass(frozen=True)
class TileRow:
    """One tile."""

    tile: str
    age: int
    price: int
    games: int
    forks: int
    offer_rate: MeanInterval
    """Share of games in which a player could buy it."""
    buy_rate: MeanInterval
    """Share of these games in which an agent bought it."""
    vs_other: MeanInterval
    """Effect on the buyer's win share, against the agent's alternative."""
    vs_nothing: MeanInterval
    """The same, against no purchase."""
    vp_vs_other: MeanInterval
    vp_vs_nothing: MeanInterval
    gains: tuple[Estimate, ...]
    """[DISCOUNTS] gains in the buyer's win share from a lower price, with the standard error."""
    vp_gains: tuple[Estimate, ...]
    """[DISCOUNTS] the same in VP."""
    fair_price: MeanInterval
    """The fair price in $; infinite if it is further than REACH from the price."""
    p_price: float
    """The p-value of the effect against the alternative being 0, adjusted over the page."""
    p_dominated: float
    """The p-value of the effect against no purchase being 0, adjusted over the page."""
    p_never: float
    """The p-value of the buy rate being RARELY, adjusted over the page."""

    @property
    def flags(self) -> list[Flag]:
        """At most one for each table of tests."""
        found = []
        if is_flagged(self.p_price):
            word = "cheap" if self.vs_other.mean > 0 else "dear"
            verdict = f"too {word} at ${self.price}: effect {self.vs_other.text(3)}"
            found.append(flag_of("prices", self.tile, verdict, self.p_price, self.vs_other))
        if is_flagged(self.p_dominated) and self.vs_nothing.mean < 0:
            verdict = f"dominated, buying nothing is better: effect {self.vs_nothing.text(3)}"
            effect = self.vs_nothing
            found.append(flag_of("dominated", self.tile, verdict, self.p_dominated, effect))
        if is_flagged(self.p_never) and self.buy_rate.mean < RARELY:
            verdict = f"never bought: in {self.buy_rate.text(3)} of the games that offer it"
            rate = self.buy_rate
            found.append(flag_of("never bought", self.tile, verdict, self.p_never, rate, RARELY))
        return found


def tile_rows(tiles: Sequence[TileForks]) -> list[TileRow]:
    """All tiles, tested together, in the order given."""
    return [_row(tile, p_values) for tile, p_values in zip(tiles, p_values_of(tiles), strict=True)]


def _row(tile: TileForks, p_values: tuple[float, float, float]) -> TileRow:
    effects = price_effects(tile.win_share, tile.gains)
    return TileRow(
        tile.tile,
        tile.age,
        tile.price,
        tile.games,
        len(tile.offered),
        _rate(np.isin(np.arange(tile.games), tile.offered)),
        _rate(tile.bought),
        _effect(tile.win_share, DIFFERENCE_OF_SHARES),
        _effect(tile.win_share_vs_nothing, DIFFERENCE_OF_SHARES),
        _effect(tile.vp, VP),
        _effect(tile.vp_vs_nothing, VP),
        effects.gains,
        price_effects(tile.vp, tile.vp_gains).gains,
        fair_price(tile.price, effects),
        *p_values,
    )


def in_order(rows: Sequence[TileRow]) -> list[TileRow]:
    """By age, then falling effect against the alternative; tiles without forks are the last."""

    def key(row: TileRow) -> tuple[int, bool, float, str]:
        effect = row.vs_other.mean
        unknown = math.isnan(effect)  # NaN has no order
        return row.age, unknown, 0 if unknown else -effect, row.tile

    return sorted(rows, key=key)


def p_values_of(tiles: Sequence[TileForks]) -> list[tuple[float, float, float]]:
    """[tiles] the p-values of price, domination and purchases, adjusted over the page."""
    return list(
        zip(
            adjusted([p_of_effect(tile.win_share) for tile in tiles]),
            adjusted([p_of_effect(tile.win_share_vs_nothing) for tile in tiles]),
            adjusted([p_of_rate(tile.bought) for tile in tiles]),
            strict=True,
        )
    )


def flags_of(rows: Sequence[TileRow]) -> list[Flag]:
    """The flags of all tiles."""
    return [flag for row in rows for flag in row.flags]


def _rate(happened: NDArray[np.bool_]) -> MeanInterval:
    return mean_interval(happened, between=(0, 1)) if len(happened) else UNKNOWN


def _effect(values: NDArray[np.float64], quantity: Quantity) -> MeanInterval:
    """The mean over games; unknown without forks."""
    return quantity.interval(values) if len(values) else UNKNOWN


def p_of_effect(values: NDArray[np.float64]) -> float:
    """The p-value of an effect being 0; NaN for fewer than two forks."""
    return mean_p_value(values, expected=0, step=STEP) if len(values) > 1 else math.nan


def p_of_rate(bought: NDArray[np.bool_]) -> float:
    """The p-value of a buy rate being RARELY; NaN for fewer than two forks."""
    if len(bought) < 2:
        return math.nan
    return mean_p_value(bought, expected=RARELY, between=(0, 1))
