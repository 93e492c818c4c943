"""Strategies against each other."""

import pytest

from carrack.balance.games import KeptGames
from carrack.balance.measures.strategies import strategies_of

from .games import tournament


def test_payoffs_are_the_shares_of_pairs() -> None:
    games = tournament(
        [[1, 2, 3], [1, 1, 3], [3, 2, 1]], entrants=[[0, 1, 0], [0, 1, 1], [1, 1, 2]]
    )
    specs = {name: f"scripted:{name}" for name in ("balanced", "settler", "trader")}
    table = strategies_of("styles", specs, KeptGames("none.db", "styles", games))
    assert [row.name for row in table.rows] == list(specs) and table.blocks == 3
    one, other = table.payoffs[0][1], table.payoffs[1][0]
    assert one is not None and one.mean == pytest.approx((1 + 1.5) / 4)
    assert other is not None and other.mean == pytest.approx(1 - one.mean)
    assert table.payoffs[0][2] is None and table.payoffs[1][1] is None
