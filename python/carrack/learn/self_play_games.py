"""Who plays in a round of self-play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from carrack._core import Ruleset, StopFlag
from carrack.learn.self_play_examples import SelfPlayExamples


class TableGames(NamedTuple):
    """A ruleset and its games in each round."""

    ruleset: Ruleset
    games: int


class LineUp(NamedTuple):
    """Games with the same agents."""

    ruleset: Ruleset
    agents: list[str]
    first: int
    """The number of the first game."""
    games: int
    seats: tuple[int, ...]
    """The seats of the policy."""

    def play(self, seed: int, stop: StopFlag | None = None) -> SelfPlayExamples:
        """The decisions of the policy."""
        played = SelfPlayExamples.play(
            self.ruleset, self.agents, self.games, seed, self.first, stop=stop
        )
        if len(self.seats) == self.ruleset.players:
            return played
        return played.select(np.isin(played.seat, self.seats))


def line_ups_of(
    table: TableGames, number: int, policy: str, others: Sequence[str], others_share: float
) -> list[LineUp]:
    """The games of a table in round ``number``, from 0. ``others`` hold some of the seats in a
    share of the games. Over the rounds, every one of them meets the policy at every seat, with one
    to all but one of the seats held by the policy.
    """
    players = table.ruleset.players
    first = number * table.games
    mixed = round(table.games * others_share) if others else 0
    alone = table.games - mixed
    games = [LineUp(table.ruleset, [policy] * players, first, alone, tuple(range(players)))]
    for k in range(mixed):
        rest, other = divmod(number * mixed + k, len(others))
        rest, offset = divmod(rest, players)
        own = 1 + rest % (players - 1)
        seats = tuple(sorted((offset + i) % players for i in range(own)))
        agents = [policy if seat in seats else others[other] for seat in range(players)]
        games.append(LineUp(table.ruleset, agents, first + alone + k, 1, seats))
    return [each for each in games if each.games > 0]
