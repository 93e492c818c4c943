"""Luck's share: the three shares sum to 1 and find what a result is made of."""

import numpy as np
import pytest

from carrack.balance.measures.luck import luck_share


def test_shares_sum_to_one_and_are_what_was_put_in() -> None:
    draw = np.random.default_rng(2)
    parts = draw.normal(size=(4000, 4, 3)) * np.sqrt([0.5, 0.2, 0.3])
    shares = luck_share(parts)
    assert shares.own.mean + shares.others.mean + shares.luck.mean == pytest.approx(1)
    for share, true in ((shares.own, 0.5), (shares.others, 0.2), (shares.luck, 0.3)):
        assert share.low < true < share.high and share.half_width < 0.02


def test_intervals_cover() -> None:
    draw = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        parts = draw.normal(size=(60, 3, 3)) * np.sqrt([0.6, 0.0, 0.4])
        share = luck_share(parts).luck
        covered += share.low < 0.4 < share.high
    assert covered / 400 > 0.92
