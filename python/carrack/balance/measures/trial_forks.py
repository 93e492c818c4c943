"""The forks of a trial of tiles, read from the ledger that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._trial import SUBJECT, _open_trial

FIGURES = ("win_share", "vp", "win_share_vs_nothing", "vp_vs_nothing")
"""Columns of a trial's forks, in the order of the fields of ``TileForks``."""
_QUERY = f"""
SELECT game, {SUBJECT}, occasion, {", ".join(FIGURES)} FROM trial_forks JOIN trials USING (trial)
WHERE name = ? AND game < ? ORDER BY game
"""
_ROW = np.dtype(
    [
        ("game", np.int64),
        ("tile", np.int16),
        ("offered", np.bool_),
        ("figures", float, len(FIGURES)),
    ]
)
"""A long study has millions of forks, so no more is kept of each."""


@dataclass(frozen=True)
class TileForks:
    """The trial of one tile: each game is forked at the first purchase at which a player could
    afford the tile (occasion ``offered`` of ``carrack.trial``).
    """

    tile: str
    age: int
    price: int
    """In $."""
    games: int
    """Of the trial."""
    offered: NDArray[np.int64]
    """[forks] the games that were forked, ascending."""
    bought: NDArray[np.bool_]
    """[forks] whether an agent bought the tile in that game."""
    win_share: NDArray[np.float64]
    """[forks] the buyer's win share with the tile minus that with the agent's alternative."""
    vp: NDArray[np.float64]
    """[forks] the same in VP."""
    win_share_vs_nothing: NDArray[np.float64]
    """[forks] minus that without a purchase."""
    vp_vs_nothing: NDArray[np.float64]

    def of_games(self, games: NDArray[np.int64]) -> TileForks:
        """The forks of these games, [n] numbers with repetition, as a trial of n games."""
        fork_of = np.full(self.games, -1)
        fork_of[self.offered] = np.arange(len(self.offered))
        drawn = fork_of[games]
        forks = drawn[drawn >= 0]
        return TileForks(
            self.tile, self.age, self.price, len(games),
            np.flatnonzero(drawn >= 0), self.bought[forks], self.win_share[forks], self.vp[forks],
            self.win_share_vs_nothing[forks], self.vp_vs_nothing[forks],
        )  # fmt: skip


def tile_forks(
    path: str, trial: str, games: int, age: int, tiles: Sequence[tuple[str, int]]
) -> list[TileForks]:
    """The forks of the first ``games`` games of a trial. ``tiles`` are names and prices.

    Raises InputError for a file that is not a ledger, and for an unknown trial.
    """
    number = {tile: place for place, (tile, _) in enumerate(tiles)}
    with _open_trial(path, trial) as (connection, _):
        rows = connection.execute(_QUERY, (trial, games))
        forks = np.fromiter(
            (
                (game, number[subject], occasion == "offered", figures)
                for game, subject, occasion, *figures in rows
                if subject in number
            ),
            _ROW,
        )
    found = []
    for tile, price in tiles:
        of_tile = forks[forks["tile"] == number[tile]]
        offered = of_tile[of_tile["offered"]]
        bought = of_tile["game"][~of_tile["offered"]]
        found.append(
            TileForks(
                tile,
                age,
                price,
                games,
                offered["game"],
                np.isin(offered["game"], bought),
                *offered["figures"].T,
            )
        )
    return found
