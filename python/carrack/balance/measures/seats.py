"""What a seat is worth: win share and VP by seat, tested against an even share.

The mean of a block counts as one observation, because the games of a block may be the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._results import Tournament
from carrack._statistics import MeanInterval, mean_interval, mean_p_value
from carrack.balance.measures.flags import Flag, adjusted, flag_of, is_flagged
from carrack.balance.measures.quantity import VP


@dataclass(frozen=True)
class SeatBlocks:
    """Self-play with one number of players."""

    games_per_block: int
    win_share: NDArray[np.float64]
    """[blocks, players] the mean of each block, by seat."""
    vp: NDArray[np.float64]
    """[blocks, players] the same of VP."""

    @property
    def players(self) -> int:
        return int(self.win_share.shape[1])

    def resampled(self, blocks: NDArray[np.int64]) -> SeatBlocks:
        """These blocks, [n] numbers with repetition."""
        return SeatBlocks(self.games_per_block, self.win_share[blocks], self.vp[blocks])


def seat_blocks(games: Tournament) -> SeatBlocks:
    """The means of each block by seat."""
    return SeatBlocks(
        len(games.block) // games.blocks,
        block_mean(games, games.win_shares),
        block_mean(games, games.scores),
    )


def block_mean(games: Tournament, values: NDArray[np.number]) -> NDArray[np.float64]:
    """The mean over the games of each block of values [games, …]: [blocks, …]."""
    order = np.argsort(games.block, kind="stable")
    by_block = np.asarray(values, dtype=float)[order]
    return np.asarray(by_block.reshape(games.blocks, -1, *by_block.shape[1:]).mean(axis=1))


@dataclass(frozen=True)
class SeatRow:
    """One seat with one number of players."""

    players: int
    seat: int
    """The seat, from 1."""
    games: int
    blocks: int
    win_share: MeanInterval
    vp: MeanInterval
    p: float
    """The p-value of the win share being even, adjusted over the page."""

    @property
    def flag(self) -> Flag | None:
        if not is_flagged(self.p):
            return None
        gap = MeanInterval(*(share - 1 / self.players for share in self.win_share))
        more = "more" if gap.mean > 0 else "less"
        verdict = f"wins {more} than an even share: {self.win_share.text(3)}"
        return flag_of("seats", f"p{self.seat} of {self.players} players", verdict, self.p, gap)


def seat_rows(self_play: Sequence[SeatBlocks]) -> list[SeatRow]:
    """All seats of all numbers of players, tested together."""
    tests = [(each, seat) for each in self_play for seat in range(each.players)]
    return [
        SeatRow(
            each.players,
            seat + 1,
            len(each.vp) * each.games_per_block,
            len(each.vp),
            mean_interval(each.win_share[:, seat], between=(0, 1)),
            VP.interval(each.vp[:, seat]),
            p,
        )
        for (each, seat), p in zip(tests, p_values_of(self_play), strict=True)
    ]


def p_values_of(self_play: Sequence[SeatBlocks]) -> list[float]:
    """The p-values of all seats having an even share, adjusted over the page."""
    return adjusted(
        [
            mean_p_value(shares, expected=1 / each.players, between=(0, 1))
            for each in self_play
            for shares in each.win_share.T
        ]
    )


def flags_of(rows: Sequence[SeatRow]) -> list[Flag]:
    """The flags of the table."""
    return [row.flag for row in rows if row.flag]
