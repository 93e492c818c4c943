"""The course of games: lead changes, comebacks, runaway leaders, length.

A leader after a turn is a player with the most VP if the game ended there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._results import Tournament
from carrack._statistics import MeanInterval, mean_interval
from carrack.balance.games import KeptGames
from carrack.balance.measures.quantity import COUNT
from carrack.balance.measures.seats import block_mean

TURNS = 8
MIDDLE = 4
"""The turn after which comebacks and runaway leaders are counted."""


@dataclass(frozen=True)
class Course:
    """Means over the games of self-play with one number of players."""

    players: int
    games: int
    blocks: int
    lead_changes: MeanInterval
    """Per game: the turns after which no leader of the turn before still leads; 0 to 7."""
    leader_wins: tuple[MeanInterval, ...]
    """[7] after turns 1 to 7: the win share of a leader, the mean over the leaders of a game. An
    even share if the lead says nothing, also where several players lead.
    """
    comebacks: MeanInterval
    """Win share of those who do not lead after turn 4, together."""
    last_wins: MeanInterval
    """Win share of those who are last after turn 4, together."""
    runaways: MeanInterval
    """Share of games in which one player leads alone after turn 4 and after every later turn."""
    lead: tuple[float, ...]
    """[8] after each turn: VP of the first minus VP of the second."""
    winner_margin: MeanInterval
    """The final lead in VP."""
    decisions: MeanInterval
    """Decisions of all players per game."""
    decisions_range: tuple[float, float]
    """The 5 % and 95 % quantiles of the decisions of a game."""
    purchases: MeanInterval
    """Tiles bought per game, by all players."""


def course_of(games: KeptGames) -> Course:
    """The course of the games of a tournament."""
    purchases = sum(games.purchases().values(), np.zeros(len(games.results.block), np.int64))
    return course_of_turns(games.results, games.vp(), games.decisions(), purchases)


def leaders(vp: NDArray[np.int64]) -> NDArray[np.bool_]:
    """[games, 8, players] whether a player leads after a turn, alone or not."""
    return np.asarray(vp == vp.max(axis=2, keepdims=True))


def lead_changes(leads: NDArray[np.bool_]) -> NDArray[np.int64]:
    """[games] the turns after which no leader of the turn before still leads."""
    return np.asarray((~(leads[:, 1:] & leads[:, :-1]).any(axis=2)).sum(axis=1))


def course_of_turns(
    games: Tournament,
    vp: NDArray[np.int64],
    decisions: NDArray[np.int64],
    purchases: NDArray[np.int64],
) -> Course:
    """The course from ``vp``, [games, 8, players] after each turn, and [games] numbers of decisions
    and purchases, all in the order of ``games``.
    """
    wins, blocks = games.win_shares, games.blocks
    leads = leaders(vp)
    alone = leads & (leads.sum(axis=2, keepdims=True) == 1)
    last = vp == vp.min(axis=2, keepdims=True)
    ordered = np.sort(vp, axis=2)
    lead = ordered[:, :, -1] - ordered[:, :, -2]
    of_leaders = (leads * wins[:, None, :]).sum(axis=2)
    of_a_leader = of_leaders / leads.sum(axis=2)
    runs_away = alone[:, MIDDLE - 1 :].all(axis=1).any(axis=1)

    def share(values: NDArray[np.number]) -> MeanInterval:
        return mean_interval(block_mean(games, values), between=(0, 1))

    def mean(values: NDArray[np.number]) -> MeanInterval:
        return COUNT.interval(block_mean(games, values))

    low, high = np.quantile(decisions, [0.05, 0.95])
    return Course(
        players=games.ruleset.players,
        games=len(wins),
        blocks=blocks,
        lead_changes=mean_interval(block_mean(games, lead_changes(leads)), between=(0, TURNS - 1)),
        leader_wins=tuple(share(of_a_leader[:, turn]) for turn in range(TURNS - 1)),
        comebacks=share(1 - of_leaders[:, MIDDLE - 1]),
        last_wins=share((last[:, MIDDLE - 1] * wins).sum(axis=1)),
        runaways=share(runs_away),
        lead=tuple(float(v) for v in lead.mean(axis=0)),
        winner_margin=mean(lead[:, -1]),
        decisions=mean(decisions),
        decisions_range=(float(low), float(high)),
        purchases=mean(purchases),
    )
