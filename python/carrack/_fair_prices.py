"""Fair prices from the forks of a trial with lower prices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from carrack._arguments import check_ruleset, shown
from carrack._core import InputError, Ruleset
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd

_EXPECTED = "the frame of carrack.trial_forks(ledger, name)"
_NEEDED = ("subject", "occasion", "win_share")
_OF_TRIAL = "win_share_vs_other"
"""A column that only the frame of ``carrack.trial`` has."""
_GAIN = re.compile(r"win_share_of_discount_(\d+)")


def fair_prices(forks: pd.DataFrame, ruleset: Ruleset) -> pd.DataFrame:
    """The fair price of each tile for its buyers, from the frame of ``carrack.trial_forks`` of a
    trial with ``discounts``: the price at which the effect against the agent's alternative is 0,
    when this buyer pays it at this purchase only. Forks of occasion ``offered`` count.

    One row per tile: ``tile``, ``price`` in $, ``forks``, and ``fair_price`` with the ends of its
    95 % interval, ``fair_price_low`` and ``fair_price_high``. They are infinite if the fair price
    is further from the price than the largest discount, and NaN for fewer than two forks.
    ``ruleset`` is that of the trial, ``forks.attrs["ruleset"]``. The method:
    experiments/studies/balance/README.md.

    Needs pandas. Raises InputError for another ruleset, for another frame, such as that of
    ``carrack.trial``, for one without discounts or without forks of that occasion, or with a tile
    that the ruleset does not have, TypeError for anything but a frame.
    """
    with optional_packages():
        import pandas as pd

    from carrack.balance.measures.fair_price import fair_price, price_effects

    check_ruleset(ruleset)
    if not isinstance(forks, pd.DataFrame):
        raise TypeError(f"forks is {shown(forks)}, expected {_EXPECTED}")
    _check_columns([str(column) for column in forks.columns])
    found = [match for column in forks.columns if (match := _GAIN.fullmatch(str(column)))]
    discounts = sorted(int(match[1]) for match in found)
    if not discounts:
        raise InputError("the forks have no discounts, expected a trial with discounts=[3, 6, 12]")
    of_trial = forks.attrs.get("ruleset", str(ruleset))
    if str(ruleset) != of_trial:
        raise InputError(
            f"the trial was played with {of_trial}, expected that ruleset, not {ruleset}"
        )
    figures = ruleset.figures["tiles"]
    gains = [f"win_share_of_discount_{discount}" for discount in discounts]
    offered = forks[forks["occasion"] == "offered"]
    if offered.empty:
        raise InputError("the frame has no forks of the occasion 'offered'")
    rows = []
    for tile, of_tile in offered.groupby("subject"):
        if tile not in figures:
            raise InputError(f"the forks have the tile '{tile}', which {ruleset} does not have")
        price = figures[tile]["cost"]
        effects = price_effects(
            of_tile["win_share"].to_numpy(float), of_tile[gains].to_numpy(float), discounts
        )
        rows.append((tile, price, len(of_tile), *fair_price(price, effects)))
    ends = ["fair_price", "fair_price_low", "fair_price_high"]
    frame = pd.DataFrame(rows, columns=["tile", "price", "forks", *ends])
    return frame.astype(dict.fromkeys(ends, np.float64))


def _check_columns(columns: Sequence[str]) -> None:
    """Raises InputError unless these are the columns of ``carrack.trial_forks``."""
    missing = [column for column in _NEEDED if column not in columns]
    if missing and _OF_TRIAL in columns:
        raise InputError(
            "forks is the frame of carrack.trial(), which has a row for each tile, expected "
            f"{_EXPECTED}, which has one for each fork"
        )
    if missing:
        raise InputError(f"forks has no column '{missing[0]}', expected {_EXPECTED}")
