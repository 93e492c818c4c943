"""Flags hold together over a page: few wrong ones, and planted advantages are found."""

import math

import numpy as np
import pytest

import carrack
from carrack.balance.measures.fair_price import DISCOUNTS
from carrack.balance.measures.flags import TABLES, adjusted, is_flagged
from carrack.balance.measures.seats import SeatBlocks, p_values_of, seat_rows
from carrack.balance.measures.tiles import in_order, tile_rows
from carrack.balance.measures.tiles import p_values_of as tile_p_values_of
from carrack.balance.measures.trial_forks import TileForks
from carrack.balance.result import plain

from .games import winners

PAGES = 300


def tile(name: str, effects: np.ndarray, nothing: np.ndarray, bought: np.ndarray) -> TileForks:
    forks = len(effects)
    none = np.zeros((forks, len(DISCOUNTS)))
    return TileForks(
        name, 1, 10, forks, np.arange(forks), bought, effects, effects, nothing, nothing, none, none
    )


def fair_tile(draw: np.random.Generator, forks: int, advantage: float = 0.0) -> TileForks:
    """Effects in {-1, 0, 1} as those on a win share, with this mean."""
    effects = draw.choice(
        [-1.0, 0.0, 1.0], forks, p=[0.2 - advantage / 2, 0.6, 0.2 + advantage / 2]
    )
    nothing = draw.choice([-1.0, 0.0, 1.0], forks, p=[0.2, 0.6, 0.2])
    return tile("tile", effects, nothing, draw.random(forks) < 0.01)


def test_a_table_is_adjusted_by_holm_and_over_the_tables() -> None:
    p = [0.001, 0.02, 0.5, math.nan]
    assert adjusted(p)[:3] == pytest.approx(
        [min(1, len(TABLES) * each) for each in carrack.holm(p)[:3]]
    )
    assert math.isnan(adjusted(p)[3]) and not is_flagged(math.nan)
    assert is_flagged(0.049) and not is_flagged(0.05)


def test_fair_pages_are_flagged_at_most_once_in_twenty() -> None:
    """All four tables, with effects exactly at the edge of their hypotheses."""
    draw = np.random.default_rng(5)
    wrong = 0
    for _ in range(PAGES):
        seats = [
            SeatBlocks(1, winners(draw, 300, [1 / players] * players), np.zeros((300, players)))
            for players in (2, 4)
        ]
        tests = tile_p_values_of([fair_tile(draw, 1000) for _ in range(10)])
        p_values = [*p_values_of(seats), *(p for test in tests for p in test)]
        wrong += any(map(is_flagged, p_values))
    assert wrong <= PAGES * 0.05 + 3 * math.sqrt(PAGES * 0.05 * 0.95)


def test_planted_advantages_are_flagged() -> None:
    draw = np.random.default_rng(6)
    shares = winners(draw, 3000, [0.3, 0.7 / 3, 0.7 / 3, 0.7 / 3])
    rows = seat_rows([SeatBlocks(1, shares, np.zeros_like(shares))])
    flag = rows[0].flag
    assert flag is not None and "more than an even share" in flag.verdict
    assert flag.effect == pytest.approx(0.05, abs=0.03) and flag.direction == "above"
    assert flag.low == pytest.approx(rows[0].win_share.low - 0.25)
    assert flag.high == pytest.approx(rows[0].win_share.high - 0.25)
    tiles = [fair_tile(draw, 8000, 0.05), *(fair_tile(draw, 8000) for _ in range(10))]
    flags = [row.flags for row in tile_rows(tiles)]
    assert [each.table for each in flags[0]] == ["prices"] and "too cheap" in flags[0][0].verdict


def test_a_tile_that_nobody_should_buy_or_buys() -> None:
    draw = np.random.default_rng(7)
    effects = draw.choice([-1.0, 0.0], 2000, p=[0.1, 0.9])
    [row] = tile_rows([tile("junk", effects, effects, np.zeros(2000, dtype=bool))])
    assert [flag.table for flag in row.flags] == ["prices", "dominated", "never bought"]
    assert "too dear" in row.flags[0].verdict
    effects_of = [row.vs_other, row.vs_nothing, row.buy_rate]
    assert [(flag.effect, flag.low, flag.high) for flag in row.flags] == effects_of
    assert [flag.direction for flag in row.flags] == ["below"] * 3
    assert plain(row.flags[0])["effect"] == pytest.approx(row.vs_other.mean, rel=1e-5)
    assert row.fair_price.mean == -math.inf  # no discount brings anything


def test_tiles_without_forks_are_the_last_of_their_age() -> None:
    effects = {"a": [], "d": [0.5, 0.5], "b": [], "e": [1.0, 1.0], "c": [0.5, 0.5]}
    tiles = [
        tile(name, np.array(values), np.array(values), np.zeros(len(values), dtype=bool))
        for name, values in effects.items()
    ]
    for order in (tiles, tiles[::-1]):
        rows = in_order(tile_rows(order))
        assert "".join(row.tile for row in rows) == "ecdab"


def test_effects_on_vp_have_no_range() -> None:
    draw = np.random.default_rng(8)
    share, vp = np.array([1.0, 1.0, 0.0]), draw.normal(-20, 3, 3)
    gains = np.zeros((3, len(DISCOUNTS)))
    made = TileForks("navy", 3, 20, 3, np.arange(3), share > 0, share, vp, share, vp, gains, gains)
    [row] = tile_rows([made])
    for effect in (row.vp_vs_other, row.vp_vs_nothing):
        assert effect.low < effect.mean < effect.high < -1
    for effect in (row.vs_other, row.vs_nothing):
        assert -1 <= effect.low < effect.mean < effect.high == 1


def test_forks_of_drawn_games_keep_their_game() -> None:
    forks = TileForks(
        "navy", 3, 20, 5, np.array([1, 3]), np.array([True, False]),
        *np.arange(8.0).reshape(4, 2), *np.arange(12.0).reshape(2, 2, 3),
    )  # fmt: skip
    drawn = forks.of_games(np.array([3, 0, 1, 3, 3]))
    assert drawn.games == 5 and drawn.offered.tolist() == [0, 2, 3, 4]
    assert drawn.win_share.tolist() == [1, 0, 1, 1] and drawn.bought.tolist()[1]
    assert drawn.gains.tolist()[:2] == [[3, 4, 5], [0, 1, 2]]
