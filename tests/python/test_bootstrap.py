"""experiments/studies/learning/bootstrap.py: intervals over games."""

import sys
from pathlib import Path

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
from bootstrap import Estimate, Resampled, mean_over_games, sums_by_game


def test_the_interval_of_a_mean_is_that_of_its_standard_error() -> None:
    values = np.random.default_rng(1).normal(size=400)
    found = mean_over_games(values, np.arange(400))
    assert found.value == pytest.approx(values.mean())
    error = values.std(ddof=1) / 20
    assert found.low == pytest.approx(values.mean() - 1.96 * error, abs=0.2 * error)
    assert found.high == pytest.approx(values.mean() + 1.96 * error, abs=0.2 * error)


def test_positions_of_a_game_are_not_independent() -> None:
    values = np.random.default_rng(2).normal(size=100)
    once = mean_over_games(values, np.arange(100))
    four_times = mean_over_games(np.repeat(values, 4), np.repeat(np.arange(100) * 7, 4))
    assert four_times == pytest.approx(once)


def test_games_with_more_positions_count_more() -> None:
    found = mean_over_games(np.array([0.0, 1, 1, 1]), np.array([5, 9, 9, 9]))
    assert found.value == 0.75
    assert found == carrack.mean_interval([0, 1], [1, 3])


def test_the_interval_of_a_few_games_covers_the_mean() -> None:
    """Eight games of four positions, as for one turn of the suite; the bootstrap covers 88 %."""
    draw = np.random.default_rng(4)
    game = np.repeat(np.arange(8), 4)
    covered = []
    for _ in range(1000):
        values = np.repeat(draw.normal(size=8), 4) + draw.normal(size=32)
        found = mean_over_games(values, game)
        covered.append(found.low <= 0 <= found.high)
    assert np.mean(covered) > 0.93


def test_the_interval_of_a_share_has_a_width() -> None:
    game = np.arange(8)
    assert mean_over_games(np.ones(8), game).low == 1
    found = mean_over_games(np.ones(8), game, (0, 1))
    assert found.value == found.high == 1 and 0.5 < found.low < 0.8


def test_one_game_has_no_interval() -> None:
    found = mean_over_games(np.array([1.0, 3]), np.array([4, 4]))
    assert found.value == 2 and np.isnan(found.low) and np.isnan(found.high)
    assert found.text(1) == "2.0"


def test_text() -> None:
    assert Estimate(0.25, 0.2, 0.3).text(2) == "0.25 [0.20, 0.30]"
    assert Estimate(0.25, -0.2, 0.3).text(1, "+") == "+0.2 [-0.2, +0.3]"


def test_sums_are_of_each_game() -> None:
    sums = sums_by_game(np.array([[1.0, 1], [2, 1], [4, 1]]), np.array([8, 3, 8]))
    assert sums.tolist() == [[2, 1], [5, 2]]


def test_the_seed_decides_alone() -> None:
    sums = np.random.default_rng(3).normal(size=(30, 1))
    draws = [Resampled(sums, seed).drawn for seed in (1, 1, 2)]
    assert np.array_equal(draws[0], draws[1]) and not np.array_equal(draws[0], draws[2])  # type: ignore[arg-type]
