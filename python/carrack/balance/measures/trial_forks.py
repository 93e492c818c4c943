"""The forks of a trial of tiles, read from the ledger that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._ledger import connection_to

BUY = "buy:"
_FORKS = """
SELECT game, subject, win_share, vp, win_share_vs_nothing, vp_vs_nothing
FROM trial_forks JOIN trials USING (trial)
WHERE name = ? AND occasion = ? AND game < ? ORDER BY game"""


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
    """The forks of the first ``games`` games of a trial. ``tiles`` are names and prices."""
    with connection_to(path) as connection:
        offered = connection.execute(_FORKS, (trial, "offered", games)).fetchall()
        bought = connection.execute(_FORKS, (trial, "bought", games)).fetchall()
    buys = {(subject, game) for game, subject, *_ in bought}
    found = []
    for tile, price in tiles:
        rows = [row for row in offered if row[1] == BUY + tile]
        figures = np.array([row[2:] for row in rows], dtype=float).reshape(-1, 4)
        found.append(
            TileForks(
                tile,
                age,
                price,
                games,
                np.array([row[0] for row in rows], dtype=np.int64),
                np.array([(BUY + tile, row[0]) in buys for row in rows], dtype=bool),
                *figures.T,
            )  # fmt: skip
        )
    return found
