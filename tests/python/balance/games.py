"""Games by hand for the tests of the measures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import carrack


def tournament(
    ranks: Sequence[Sequence[int]], per_block: int = 1, entrants: Sequence[Sequence[int]] = ()
) -> carrack.Tournament:
    """Games with these ranks, [games, players], in blocks of ``per_block`` in order."""
    by_seat = np.array(ranks, dtype=np.int32)
    games, players = by_seat.shape
    who = np.array(entrants or [range(players)] * games, dtype=np.int32)
    return carrack.Tournament(
        carrack.Ruleset("aoe3", players),
        tuple(f"agent {number}" for number in range(int(who.max()) + 1)),
        1,
        np.arange(games) // per_block,
        who,
        (100 - 10 * by_seat).astype(np.int32),
        by_seat,
        np.full(by_seat.shape, -1, dtype=np.int8),
    )


def winners(draw: np.random.Generator, games: int, shares: Sequence[float]) -> NDArray[np.float64]:
    """[games, players] win shares of games that the seats win with these probabilities."""
    return np.eye(len(shares))[draw.choice(len(shares), games, p=shares)]
