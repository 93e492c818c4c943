"""The forks of a trial of tiles, read from the ledger that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._core import InputError
from carrack._ledger_rows import rows_of
from carrack._trial_tables import SUBJECT, checked_trial
from carrack.balance.measures.fair_price import DISCOUNTS

FIGURES = ("win_share", "vp", "win_share_vs_nothing", "vp_vs_nothing")
"""Columns of a trial's forks, in the order of the fields of ``TileForks``."""
_QUERY = f"""
SELECT game, {SUBJECT}, {", ".join(f"f.{figure}" for figure in FIGURES)}
FROM trial_forks f JOIN trials USING (trial)
WHERE name = ? AND game < ? AND occasion = 'offered' ORDER BY game
"""
_BOUGHT = f"""
SELECT game, {SUBJECT} FROM trial_choices JOIN trials USING (trial) WHERE name = ? AND game < ?
"""
_GAINS = f"""
SELECT game, {SUBJECT}, discount, d.win_share, d.vp
FROM trial_discounts d JOIN trials USING (trial)
WHERE name = ? AND game < ? AND occasion = 'offered' ORDER BY game
"""
_ROW = np.dtype(
    [
        ("game", np.int64),
        ("tile", np.int16),
        ("figures", float, len(FIGURES)),
    ]
)
"""The data kept of each fork; no more, as a long study has millions of forks."""
_CHOICE = np.dtype([("game", np.int64), ("tile", np.int16)])
_GAIN = np.dtype(
    [("game", np.int64), ("tile", np.int16), ("discount", np.int16), ("figures", float, 2)]
)


@dataclass(frozen=True)
class TileForks:
    """The trial of one tile: each game is forked at the first purchase at which a player could
    afford the tile (occasion ``offered`` of ``carrack.trial``).
    """

    tile: str
    age: int
    price: int
    """The price in $."""
    games: int
    """The number of games of the trial."""
    offered: NDArray[np.int64]
    """[forks] the games that were forked, ascending."""
    bought: NDArray[np.bool_]
    """[forks] whether an agent bought the tile in that game."""
    win_share: NDArray[np.float64]
    """[forks] the buyer's win share with the tile minus that with the agent's alternative."""
    vp: NDArray[np.float64]
    """[forks] the same in VP."""
    win_share_vs_nothing: NDArray[np.float64]
    """[forks] the buyer's win share with the tile minus that without a purchase."""
    vp_vs_nothing: NDArray[np.float64]
    gains: NDArray[np.float64]
    """[forks, discounts] what the buyer's win share gains from each of DISCOUNTS."""
    vp_gains: NDArray[np.float64]
    """[forks, discounts] the same in VP."""

    def of_games(self, games: NDArray[np.int64]) -> TileForks:
        """The forks of these games, [n] numbers with repetition, as a trial of n games."""
        fork_of = np.full(self.games, -1)
        fork_of[self.offered] = np.arange(len(self.offered))
        drawn = fork_of[games]
        forks = drawn[drawn >= 0]
        return TileForks(
            self.tile, self.age, self.price, len(games),
            np.flatnonzero(drawn >= 0), self.bought[forks], self.win_share[forks], self.vp[forks],
            self.win_share_vs_nothing[forks], self.vp_vs_nothing[forks], self.gains[forks],
            self.vp_gains[forks],
        )  # fmt: skip


def tile_forks(
    path: str, trial: str, games: int, age: int, tiles: Sequence[tuple[str, int]]
) -> list[TileForks]:
    """The forks of the first ``games`` games of a trial with DISCOUNTS. ``tiles`` are names and
    prices.

    Raises InputError for a file that is not a ledger, for an unknown trial, and for one whose forks
    do not have these discounts.
    """
    number = {tile: place for place, (tile, _) in enumerate(tiles)}
    path = checked_trial(path, trial)
    forks = np.fromiter(
        (
            (game, number[subject], figures)
            for game, subject, *figures in rows_of(path, _QUERY, trial, games)
            if subject in number
        ),
        _ROW,
    )
    bought = np.fromiter(
        (
            (game, number[subject])
            for game, subject in rows_of(path, _BOUGHT, trial, games)
            if subject in number
        ),
        _CHOICE,
    )
    gains = np.fromiter(
        (
            (game, number[subject], discount, figures)
            for game, subject, discount, *figures in rows_of(path, _GAINS, trial, games)
            if subject in number
        ),
        _GAIN,
    )
    return [
        _forks_of(
            tile, age, price, games, forks[forks["tile"] == number[tile]],
            bought["game"][bought["tile"] == number[tile]],
            _by_discount(gains[gains["tile"] == number[tile]]), f"ledger {path}: trial '{trial}'",
        )
        for tile, price in tiles
    ]  # fmt: skip


def _by_discount(gains: NDArray[np.void]) -> list[NDArray[np.void]]:
    """[DISCOUNTS] the rows of each discount."""
    return [gains[gains["discount"] == discount] for discount in DISCOUNTS]


def _forks_of(
    tile: str,
    age: int,
    price: int,
    games: int,
    offered: NDArray[np.void],
    bought: NDArray[np.int64],
    by_discount: list[NDArray[np.void]],
    where: str,
) -> TileForks:
    """Make the forks from the rows of a tile, and the games in which it was bought. Raises
    InputError unless each fork has all discounts.
    """
    if not all(np.array_equal(gains["game"], offered["game"]) for gains in by_discount):
        told = ", ".join(f"${discount}" for discount in DISCOUNTS)
        raise InputError(f"{where} does not have the discounts {told} at every fork of {tile}")
    gained = np.stack([gains["figures"] for gains in by_discount], axis=1)
    win_share, vp, win_share_vs_nothing, vp_vs_nothing = offered["figures"].T
    return TileForks(
        tile,
        age,
        price,
        games,
        offered["game"],
        np.isin(offered["game"], bought),
        win_share,
        vp,
        win_share_vs_nothing,
        vp_vs_nothing,
        gained[:, :, 0],
        gained[:, :, 1],
    )
