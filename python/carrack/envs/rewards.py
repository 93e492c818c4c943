"""Rewards of a seat at the end of a game; before that, every reward is 0.

- ``win_share``, in [0, 1]: 1 for a sole winner, split among tied winners.
- ``rank``, in [0, 1]: 1 for the first, 0 for the last, evenly spaced in between; ties get the
  mean of the shared places.
- ``vp_margin``, in VP: the seat's VP minus those of the best other seat, positive only for the
  player with the most VP; unbounded.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrack._core import InputError

Reward = Literal["win_share", "rank", "vp_margin"]


ILLEGAL: dict[Reward, float] = {"win_share": -1.0, "rank": -1.0, "vp_margin": -1000.0}
"""The reward of a player whose illegal action ends the game: lower than that of any result."""


def check_reward(reward: str) -> None:
    """Raises InputError unless it is one of the words of Reward."""
    if reward not in get_args(Reward):
        raise InputError(f"reward is {reward!r}, expected one of {list(get_args(Reward))}")


def rewards(
    reward: Reward, shares: ArrayLike, ranks: ArrayLike, scores: ArrayLike, seats: ArrayLike
) -> NDArray[np.float64]:
    """[games] the rewards of finished games for their ``seats`` [games]. Win ``shares``,
    ``ranks`` and ``scores`` are [games, players]. Raises InputError for another word.
    """
    check_reward(reward)
    own = np.asarray(seats)[:, None]
    if reward == "win_share":
        return np.take_along_axis(np.asarray(shares, float), own, 1)[:, 0]
    if reward == "rank":
        places = np.asarray(ranks)
        mine = np.take_along_axis(places, own, 1)
        behind = (places > mine).sum(1) + ((places == mine).sum(1) - 1) / 2
        return np.asarray(behind / (places.shape[1] - 1), float)
    points = np.asarray(scores, float)
    mine = np.take_along_axis(points, own, 1)[:, 0]
    others = points.copy()
    np.put_along_axis(others, own, -np.inf, 1)
    return np.asarray(mine - others.max(1), float)
