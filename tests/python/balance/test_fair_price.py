"""Fair prices: where the effect and the worth of money are equal, with its interval."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from carrack import MeanInterval
from carrack.balance.measures.fair_price import (
    DISCOUNTS,
    REACH,
    Estimate,
    PriceEffects,
    price_effects,
)
from carrack.balance.measures.fair_price import fair_price as price_of_effects


@dataclass(frozen=True)
class Worth:
    """Gains that are independent of the effect."""

    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def beside(self, effect: Estimate) -> PriceEffects:
        size = 1 + len(DISCOUNTS)
        covariance = np.zeros((size, size))
        covariance[0, 0] = effect.error**2
        covariance[1:, 1:] = self.covariance
        return PriceEffects(DISCOUNTS, np.array([effect.mean, *self.mean]), covariance)


def fair_price(price: float, effect: Estimate, worth: Worth) -> MeanInterval:
    return price_of_effects(price, worth.beside(effect))


def linear(dollar: float, error: float = 0.0) -> Worth:
    """Every dollar is worth the same."""
    discounts = np.array(DISCOUNTS, dtype=float)
    return Worth(dollar * discounts, error**2 * np.outer(discounts, discounts))


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
    assert fair_price(10, Estimate(-0.075, 1e-6), worth).mean == pytest.approx(3.5)
    assert fair_price(10, Estimate(0.095, 1e-6), worth).mean == pytest.approx(25)


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
    unknown = price_effects(np.array([1.0]), np.ones((1, len(DISCOUNTS))))
    assert math.isnan(price_of_effects(10, unknown).mean)


def test_money_without_worth_gives_no_bounds() -> None:
    price = fair_price(10, Estimate(0.03, 0.01), linear(0.02, 0.03))
    assert price.low == -math.inf and price.high == math.inf


def anything(draw: np.random.Generator) -> tuple[Estimate, Worth]:
    """An effect and a worth that need not grow with the gift, of any size and certainty."""
    size = 10 ** draw.uniform(-3, 0)
    spread = draw.normal(size=(len(DISCOUNTS), len(DISCOUNTS))) * size * 10 ** draw.uniform(-3, 0.3)
    worth = Worth(draw.normal(0.3, 1, len(DISCOUNTS)) * size, spread @ spread.T)
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
        effects = worth.beside(effect)
        left, errors = effects.at(savings)
        z = left / errors
        possible = savings[abs(z) <= 1.96].tolist()
        if z[-1] <= 1.96:
            possible.append(math.inf)
        if z[0] >= -1.96:
            possible.append(-math.inf)
        if possible:  # else they lie between two cents
            assert price.low == pytest.approx(14 - max(possible), abs=0.1)
            assert price.high == pytest.approx(14 - min(possible), abs=0.1)
        if math.isfinite(price.mean):
            saved = 14 - price.mean
            assert effects.at(np.array([saved]))[0] == pytest.approx(0, abs=1e-9)
            assert saved * effect.mean <= 0
            nearer = np.linspace(0, saved, 200)[:-1]
            assert (effects.at(nearer)[0] * effect.mean > 0).all()


@pytest.mark.parametrize(
    ("effect", "worth", "true"),
    [
        (-0.05, [0.04, 0.06, 0.03], 10 - 6.5),  # a worth that is not monotone
        (-0.07, [0.04, 0.06, 0.03], -math.inf),
        (0.05, [0.04, 0.06, 0.12], 10 + 6.5),
        (0.15, [0.04, 0.06, 0.12], math.inf),
    ],
)
def test_the_interval_covers_whatever_the_worth(
    effect: float, worth: list[float], true: float
) -> None:
    draw = np.random.default_rng(10)
    covariance = 0.02**2 * (0.5 + 0.5 * np.eye(len(DISCOUNTS)))
    covered = 0
    for _ in range(1000):
        seen = Worth(draw.multivariate_normal(worth, covariance), covariance)
        price = fair_price(10, Estimate(draw.normal(effect, 0.02), 0.02), seen)
        covered += price.low <= true <= price.high
    assert covered / 1000 > 0.93


def test_nothing_is_certain() -> None:
    """Equal observations have the error of one that differs by 1."""
    effects = price_effects(np.zeros(20), np.zeros((20, len(DISCOUNTS))))
    assert all(gain == (0, 0.05) for gain in effects.gains)
    assert price_of_effects(10, effects) == (10, -math.inf, math.inf)


def test_effect_and_gains_of_the_same_forks_are_not_independent() -> None:
    """What is lost at the price may be won at the lower one: then their sum is known well."""
    draw = np.random.default_rng(5)
    paid = draw.normal(0.1, 1, 4000)
    cheap = [paid + draw.normal(0.01 * discount, 0.1, 4000) for discount in DISCOUNTS]
    other = draw.normal(0, 0.2, 4000)
    effects, gains = paid - other, np.column_stack(cheap) - paid[:, None]
    found = price_effects(effects, gains)
    observed = np.column_stack([effects, gains])
    assert found.mean == pytest.approx(observed.mean(axis=0))
    assert found.covariance == pytest.approx(np.cov(observed.T) / 4000)
    for saving, basis in ((3.0, [1, 0, 0]), (6.5, [0.5, 0.5, 0]), (-15.0, [0, -0.5, -0.5])):
        left, errors = found.at(np.array([saving]))
        sums = effects + gains @ basis
        assert left[0] == pytest.approx(sums.mean())
        assert errors[0] == pytest.approx(sums.std(ddof=1) / math.sqrt(4000))
    # The gains of a tile whose buyers differ in luck only are known much better than its effect.
    assert found.gains[0].error < 0.2 * math.sqrt(found.covariance[0, 0])


def test_the_interval_covers_with_forks_that_are_not_independent() -> None:
    draw = np.random.default_rng(6)
    covered = 0
    for _ in range(600):
        luck = draw.normal(0, 1, 300)
        effects = luck + draw.normal(-0.05, 0.3, 300)
        gains = np.column_stack([draw.normal(0.02 * d, 0.4, 300) - 0.5 * luck for d in DISCOUNTS])
        price = price_of_effects(10, price_effects(effects, gains))
        covered += price.low <= 7.5 <= price.high
    assert 0.92 < covered / 600 < 0.98
