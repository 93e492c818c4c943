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


def anything(draw: np.random.Generator) -> tuple[Estimate, Worth]:
    """An effect and a worth that need not grow with the gift, of any size and certainty."""
    size = 10 ** draw.uniform(-3, 0)
    spread = draw.normal(size=(len(GIFTS), len(GIFTS))) * size * 10 ** draw.uniform(-3, 0.3)
    worth = Worth(draw.normal(0.3, 1, len(GIFTS)) * size, spread @ spread.T)
    return Estimate(draw.normal() * size, size * 10 ** draw.uniform(-3, 0.3)), worth


def test_the_estimate_is_in_its_interval() -> None:
    draw = np.random.default_rng(8)
    infinite = 0
    for _ in range(3000):
        price = fair_price(14, *anything(draw))
        assert price.low <= price.mean <= price.high
        infinite += math.isinf(price.mean)
    assert 500 < infinite < 2500
    worth = Worth(np.array([0.05, 0.0667, 0]), np.diag([0.044, 0.04, 0.048]) ** 2)
    price = fair_price(14, Estimate(-0.128, 0.032), worth)
    assert price.mean == price.low == -math.inf and price.high == pytest.approx(11.7, abs=0.1)


def test_the_interval_is_the_inversion_of_the_tests() -> None:
    """Against every cent within REACH, and the two tests at the ends."""
    draw = np.random.default_rng(9)
    savings = np.linspace(-REACH, REACH, 200 * REACH + 1)
    for _ in range(500):
        effect, worth = anything(draw)
        price = fair_price(14, effect, worth)
        gains, errors = worth.at(savings)
        z = (effect.mean + gains) / np.hypot(effect.error, errors)
        possible = savings[abs(z) <= 1.96].tolist()
        if z[-1] <= 1.96:
            possible.append(math.inf)
        if z[0] >= -1.96:
            possible.append(-math.inf)
        if possible:  # else they lie between two cents
            assert price.low == pytest.approx(14 - max(possible), abs=0.1)
            assert price.high == pytest.approx(14 - min(possible), abs=0.1)
        if math.isfinite(price.mean):
            gain, _ = worth.at(np.array([14 - price.mean]))
            assert gain[0] == pytest.approx(-effect.mean)
            saved = 14 - price.mean
            assert saved * effect.mean <= 0
            nearer = np.linspace(0, saved, 200)[:-1]
            assert ((effect.mean + worth.at(nearer)[0]) * effect.mean > 0).all()


@pytest.mark.parametrize(
    ("effect", "worth", "true"),
    [
        (-0.05, [0.04, 0.06, 0.03], 10 - 4.5),  # a worth that is not monotone
        (-0.07, [0.04, 0.06, 0.03], -math.inf),
        (0.05, [0.04, 0.06, 0.12], 10 + 4.5),
        (0.15, [0.04, 0.06, 0.12], math.inf),
    ],
)
def test_the_interval_covers_whatever_the_worth(
    effect: float, worth: list[float], true: float
) -> None:
    draw = np.random.default_rng(10)
    covariance = 0.02**2 * (0.5 + 0.5 * np.eye(len(GIFTS)))
    covered = 0
    for _ in range(1000):
        seen = Worth(draw.multivariate_normal(worth, covariance), covariance)
        price = fair_price(10, Estimate(draw.normal(effect, 0.02), 0.02), seen)
        covered += price.low <= true <= price.high
    assert covered / 1000 > 0.93


def test_nothing_is_certain() -> None:
    """Equal observations have the error of one that differs by 1."""
    assert mean_of(np.zeros(20)) == (0, 0.05)
    worth = worth_of(np.zeros((20, len(GIFTS))), np.arange(20))
    assert all(gain == (0, 0.05) for gain in worth.estimates)
    price = fair_price(10, mean_of(np.zeros(20)), worth)
    assert price == (10, -math.inf, math.inf)


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
