"""Payoffs of pairs."""

import pytest

from carrack.balance.measures.strategies import pair_rate

from .games import tournament


def test_rates_ahead_count_every_pair_of_seats() -> None:
    games = tournament(
        [[1, 2, 3], [1, 1, 3], [3, 2, 1]], entrants=[[0, 1, 0], [0, 1, 1], [1, 1, 2]]
    )
    rate = pair_rate(games, 0, 1)
    # first game: ahead and behind; second: a tie and ahead
    assert rate is not None and rate.mean == pytest.approx((1 + 1.5) / 4)
    other = pair_rate(games, 1, 0)
    assert other is not None and other.mean == pytest.approx(1 - rate.mean)
    assert pair_rate(games, 0, 2) is None and pair_rate(games, 1, 1) is None
