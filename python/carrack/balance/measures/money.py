"""The worth of money: forks at which a tile is bought, with the buyer's money changed.

In each game some purchases are drawn from the first ones at which a player could afford a tile, a
fixed number for each age. The position is played on several times with the same draws of chance:
the player buys the tile and has so many dollars more, as if the tile had been cheaper for this
player at this purchase only. What it gains over the branch without a gift is the worth of the money
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrack._core import Agent, InputError, Ruleset
from carrack._tiles import prices, tiles
from carrack.balance.measures.fair_price import GIFTS
from carrack.balance.measures.purchases import BUY, Purchase, first_purchases, play_on, with_money
from carrack.balance.workers import workers

PER_AGE = 2
"""Forks per game and age."""
GAMES_AT_A_TIME = 50


@dataclass(frozen=True)
class MoneyForks:
    """All forks."""

    game: NDArray[np.int64]
    """[forks]"""
    age: NDArray[np.int64]
    """[forks] of the tile."""
    turn: NDArray[np.int64]
    """[forks]"""
    win_share: NDArray[np.float64]
    """[forks, gifts] the buyer's gain in win share from each of GIFTS."""
    vp: NDArray[np.float64]
    """[forks, gifts] the same in VP."""
    skipped: int
    """Purchases whose position is ambiguous without its history (``State.from_dict``)."""


class Fork(NamedTuple):
    """One of them."""

    game: int
    age: int
    turn: int
    win_share: list[float]
    """[gifts]"""
    vp: list[int]
    """[gifts]"""


def forks_of_games(
    ruleset: Ruleset, spec: str, seed: int, first: int, last: int
) -> list[Fork | None]:
    """The forks of games ``first`` to ``last - 1``; None for one that was skipped."""
    agent = Agent(spec)
    known = {tile["name"]: tile for tile in tiles(ruleset.edition)}
    costs = prices(ruleset)
    forks: list[Fork | None] = []
    for game in range(first, last):
        draw = np.random.default_rng([seed, game])
        purchases = first_purchases(ruleset, agent, list(known), int(draw.integers(2**53)))
        for purchase in _drawn(purchases, known, draw):
            forks.append(_fork(purchase, agent, game, known, costs, int(draw.integers(2**53))))
    return forks


def _drawn(
    purchases: Sequence[Purchase], known: dict[str, dict[str, int]], draw: np.random.Generator
) -> Iterator[Purchase]:
    """PER_AGE purchases of each age, or as many as there are."""
    for age in (1, 2, 3):
        of_age = [p for p in purchases if known[p.tile]["age"] == age]
        for number in draw.permutation(len(of_age))[:PER_AGE]:
            yield of_age[number]


def _fork(
    purchase: Purchase,
    agent: Agent,
    game: int,
    known: dict[str, dict[str, int]],
    costs: dict[str, int],
    seed: int,
) -> Fork | None:
    state, action = purchase.state, BUY + purchase.tile
    player = state.current_player
    try:
        positions = [with_money(state, gift, costs) for gift in (0, *GIFTS)]
    except InputError:
        return None
    results = [play_on(position, action, agent, seed) for position in positions]
    shares, vp = ([result[part][player] for result in results] for part in (0, 1))
    return Fork(
        game,
        known[purchase.tile]["age"],
        state.turn,
        [share - shares[0] for share in shares[1:]],
        [int(points - vp[0]) for points in vp[1:]],
    )


def money_forks(ruleset: Ruleset, spec: str, games: int, seed: int, threads: int) -> MoneyForks:
    """The forks of ``games`` games on as many processes. The result does not depend on ``threads``.

    Raises ChildProcessError if a process is killed.
    """
    found: list[Fork | None] = []
    with workers(threads) as pool:
        work = [
            pool.submit(
                forks_of_games, ruleset, spec, seed, start, min(games, start + GAMES_AT_A_TIME)
            )
            for start in range(0, games, GAMES_AT_A_TIME)
        ]
        for part in work:
            found += part.result()
    rows = [fork for fork in found if fork is not None]
    return MoneyForks(
        np.array([row.game for row in rows], dtype=np.int64),
        np.array([row.age for row in rows], dtype=np.int64),
        np.array([row.turn for row in rows], dtype=np.int64),
        np.array([row.win_share for row in rows], dtype=float).reshape(-1, len(GIFTS)),
        np.array([row.vp for row in rows], dtype=float).reshape(-1, len(GIFTS)),
        len(found) - len(rows),
    )
