"""Fair prices: where the effect and the worth of money are equal, with its interval."""

import math

import numpy as np
import pytest

from carrack.balance.measures.fair_price import (
    GIFTS,
    REACH,
    Estimate,
    Worth,
    fair_price,
    mean_of,
    worth_of,
)


def linear(dollar: float, error: float = 0.0) -> Worth:
    """Every dollar is worth the same."""
    gifts = np.array(GIFTS, dtype=float)
    return Worth(dollar * gifts, error**2 * np.outer(gifts, gifts))


def fieller(effect: Estimate, dollar: Estimate) -> tuple[float, float]:
    """The 95 % interval of effect / dollar."""
    a = dollar.mean**2 - (1.96 * dollar.error) ** 2
    b, c = effect.mean * dollar.mean, effect.mean**2 - (1.96 * effect.error) ** 2
    root = math.sqrt(b * b - a * c)
    return (b - root) / a, (b + root) / a


def test_a_tile_worth_two_dollars_more_costs_two_more() -> None:
    tiny = 1e-6
    assert fair_price(10, Estimate(0.04, tiny), linear(0.02)) == pytest.approx((12,) * 3, abs=0.06)
    assert fair_price(10, Estimate(-0.1, tiny), linear(0.02)).mean == pytest.approx(5)
    assert fair_price(10, Estimate(0.0, tiny), linear(0.02)).mean == pytest.approx(10)


def test_money_may_be_worth_less_the_more_there_is() -> None:
    worth = Worth(np.array([0.06, 0.09, 0.10]), np.zeros((3, 3)))
    assert fair_price(10, Estimate(-0.06, 1e-6), worth).mean == pytest.approx(7)
    assert fair_price(10, Estimate(-0.075, 1e-6), worth).mean == pytest.approx(5.5)
    assert fair_price(10, Estimate(0.095, 1e-6), worth).mean == pytest.approx(19)


def test_the_interval_of_a_linear_worth_is_fiellers() -> None:
    effect, dollar = Estimate(-0.05, 0.01), Estimate(0.02, 0.002)
    price = fair_price(10, effect, linear(*dollar))
    low, high = fieller(effect, dollar)
    assert price == pytest.approx((10 - 2.5, 10 + low, 10 + high), abs=0.06)


def test_the_interval_covers() -> None:
    draw = np.random.default_rng(4)
    covered = 0
    for _ in range(1000):
        effect = Estimate(draw.normal(0.03, 0.01), 0.01)
        price = fair_price(10, effect, linear(draw.normal(0.02, 0.003), 0.003))
        covered += price.low <= 11.5 <= price.high
    assert 0.93 < covered / 1000 < 0.97


def test_prices_out_of_reach_are_not_estimated() -> None:
    far = fair_price(20, Estimate(-0.5, 0.001), linear(0.02, 0.001))
    assert far.mean == far.low == far.high == -math.inf
    edge = fair_price(20, Estimate(-0.02 * REACH, 0.02), linear(0.02, 0.001))
    assert edge.low == -math.inf and 20 - REACH < edge.high < 20
    dear = fair_price(20, Estimate(0.5, 0.001), linear(0.02, 0.001))
    assert dear.mean == math.inf
    assert math.isnan(fair_price(10, mean_of(np.array([1.0])), linear(0.02, 0.001)).mean)


def test_money_without_worth_gives_no_bounds() -> None:
    price = fair_price(10, Estimate(0.03, 0.01), linear(0.02, 0.03))
    assert price.low == -math.inf and price.high == math.inf


def test_forks_of_a_game_are_not_independent() -> None:
    draw = np.random.default_rng(5)
    by_game = draw.normal(size=(200, len(GIFTS)))
    alone = worth_of(by_game, np.arange(200))
    doubled = worth_of(np.repeat(by_game, 2, axis=0), np.repeat(np.arange(200), 2))
    assert doubled.mean == pytest.approx(alone.mean)
    assert doubled.covariance == pytest.approx(alone.covariance)
    assert alone.covariance == pytest.approx(np.cov(by_game.T) / 200)
    assert alone.estimates[0] == pytest.approx(mean_of(by_game[:, 0]))
    assert np.isnan(worth_of(np.ones((3, 3)), np.zeros(3, int)).covariance).all()
