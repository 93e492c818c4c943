"""Fair prices: the ratio of an effect and the worth of money, with Fieller's interval."""

import math

import numpy as np
import pytest

from carrack.balance.measures.fair_price import Estimate, fair_price, mean_of, mean_over_clusters


def test_a_tile_worth_two_dollars_more_costs_two_more() -> None:
    price = fair_price(10, Estimate(0.04, 0.0), Estimate(0.02, 0.0))
    assert price == pytest.approx((12, 12, 12))
    assert fair_price(10, Estimate(-0.3, 0.0), Estimate(0.02, 0.0)).mean == pytest.approx(-5)


def test_the_interval_covers() -> None:
    draw = np.random.default_rng(4)
    covered = 0
    for _ in range(2000):
        effect = Estimate(draw.normal(0.03, 0.01), 0.01)
        dollar = Estimate(draw.normal(0.02, 0.004), 0.004)
        price = fair_price(10, effect, dollar)
        covered += price.low < 11.5 < price.high
    assert 0.93 < covered / 2000 < 0.97


def test_a_dollar_that_may_be_worth_nothing_gives_no_bounds() -> None:
    price = fair_price(10, Estimate(0.03, 0.01), Estimate(0.02, 0.02))
    assert price.mean == pytest.approx(11.5)
    assert price.low == -math.inf and price.high == math.inf
    assert math.isnan(fair_price(10, Estimate(0.03, 0.01), Estimate(-0.01, 0.01)).mean)
    assert math.isnan(fair_price(10, mean_of(np.array([1.0])), Estimate(0.02, 0.001)).mean)


def test_forks_of_a_game_are_not_independent() -> None:
    draw = np.random.default_rng(5)
    by_game = draw.normal(size=200)
    alone = mean_of(by_game)
    doubled = mean_over_clusters(np.repeat(by_game, 2), np.repeat(np.arange(200), 2))
    assert doubled.mean == pytest.approx(alone.mean)
    assert doubled.error == pytest.approx(alone.error)
    apart = mean_over_clusters(by_game, np.arange(200))
    assert apart.error == pytest.approx(alone.error)
    assert math.isnan(mean_over_clusters(np.ones(3), np.zeros(3, int)).error)
