"""The worth of money: forks at which a tile is bought, with the buyer's money changed.

In each game some purchases are drawn from the first ones at which a player could afford a tile, a
fixed number for each age. The position is played on twice with the same draws of chance: in both
the player buys the tile, in one it has GIFT dollars more, as if the tile had been cheaper for this
player at this purchase only. The difference in win share, divided by GIFT, is the worth of a dollar
there.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrack._core import Agent, BatchGame, InputError, Ruleset, State
from carrack._tiles import tiles

GIFT = 6
"""In $. Large enough to be seen in results, small beside the price of a tile."""
PER_AGE = 2
"""Forks per game and age."""
GAMES_AT_A_TIME = 50
_PASS, _BUY = "pass", "buy "


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
    """[forks] the buyer's gain in win share from a dollar."""
    vp: NDArray[np.float64]
    """[forks] the same in VP."""
    skipped: int
    """Purchases whose position is ambiguous without its history (``State.from_dict``)."""


@dataclass(frozen=True)
class Purchase:
    """A position at which ``player`` can afford ``tile``."""

    state: State
    tile: str


def first_purchases(
    ruleset: Ruleset, agent: Agent, names: Sequence[str], seed: int
) -> list[Purchase]:
    """Play a game and return the first purchase at which each tile could be afforded."""
    state = ruleset.new_state(seed)
    seen: dict[str, Purchase] = {}
    decision = 0
    while not state.is_terminal:
        options = [state.action_to_string(action) for action in state.legal_actions()]
        if _PASS in options:
            for option in options:
                tile = option.removeprefix(_BUY)
                if option.startswith(_BUY) and tile in names and tile not in seen:
                    seen[tile] = Purchase(state.clone(), tile)
        state.apply(agent.choose(state, _mixed(seed, decision)))
        decision += 1
    return list(seen.values())


def with_money(state: State, more: int, prices: dict[str, int]) -> State:
    """The position of a purchase in which the player has ``more`` dollars. ``prices`` are those of
    the tiles. Raises InputError if the position is ambiguous.
    """
    shown = state.to_dict()
    player = shown["players"][state.current_player]
    player["money"] += more
    affordable = [
        _BUY + tile
        for tile in dict.fromkeys(shown["market"]["tiles"])
        if prices[tile] <= player["money"]
    ]
    try:
        return State.from_dict(state.ruleset, shown, [_PASS, *affordable])
    except InputError:  # prices differ from the printed ones; the position may tell its options
        return State.from_dict(state.ruleset, shown)


def play_on(state: State, action: str, agent: Agent, seed: int) -> tuple[list[float], list[int]]:
    """Win shares and VP [players] of the game that goes on with ``action``. Equal seeds give equal
    draws of chance.
    """
    game = BatchGame(state.ruleset, 1, seed=seed, observations=False, positions=[state])
    game.step([state.parse_action(action)])
    decision = 0
    while not game.done[0]:
        game.step([agent.choose(game.state(0), _mixed(seed, decision))])
        decision += 1
    return game.rewards[0].tolist(), game.scores[0].tolist()


def _mixed(seed: int, number: int) -> int:
    """A seed for an agent's decision; agents that draw nothing ignore it."""
    return (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03) % 2**64


def forks_of_games(
    ruleset: Ruleset, spec: str, seed: int, first: int, last: int
) -> list[tuple[int, int, int, float, float] | None]:
    """The forks of games ``first`` to ``last - 1``: game, age, turn, gain in win share and VP; None
    for one that was skipped.
    """
    agent = Agent(spec)
    known = {tile["name"]: tile for tile in tiles(ruleset.edition)}
    prices = {name: int(tile["cost"]) for name, tile in known.items()}
    forks: list[tuple[int, int, int, float, float] | None] = []
    for game in range(first, last):
        draw = np.random.default_rng([seed, game])
        purchases = first_purchases(ruleset, agent, list(known), int(draw.integers(2**53)))
        for purchase in _drawn(purchases, known, draw):
            forks.append(_fork(purchase, agent, game, known, prices, int(draw.integers(2**53))))
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
    prices: dict[str, int],
    seed: int,
) -> tuple[int, int, int, float, float] | None:
    state, action = purchase.state, _BUY + purchase.tile
    player = state.current_player
    try:
        plain, richer = with_money(state, 0, prices), with_money(state, GIFT, prices)
    except InputError:
        return None
    shares, vp = play_on(plain, action, agent, seed)
    more_shares, more_vp = play_on(richer, action, agent, seed)
    gain = more_shares[player] - shares[player]
    return (
        game, known[purchase.tile]["age"], state.turn,
        gain / GIFT, (more_vp[player] - vp[player]) / GIFT,
    )  # fmt: skip


def money_forks(
    ruleset: Ruleset,
    spec: str,
    games: int,
    seed: int,
    threads: int,
    progress: Callable[[int], None] = lambda done: None,
) -> MoneyForks:
    """The forks of ``games`` games on as many processes. The result does not depend on ``threads``.
    ``progress`` is called with the number of finished games.
    """
    starts = range(0, games, GAMES_AT_A_TIME)
    ends = [min(games, start + GAMES_AT_A_TIME) for start in starts]
    found: list[tuple[int, int, int, float, float] | None] = []
    with ProcessPoolExecutor(threads, initializer=_leave_signals_to_parent) as pool:
        work = [
            pool.submit(forks_of_games, ruleset, spec, seed, start, end)
            for start, end in zip(starts, ends, strict=True)
        ]
        try:
            for part, end in zip(work, ends, strict=True):
                found += part.result()
                progress(end)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    rows = [fork for fork in found if fork is not None]
    game, age, turn, win_share, vp = (
        np.array([row[column] for row in rows]) for column in range(5)
    )
    return MoneyForks(
        game.astype(np.int64), age.astype(np.int64), turn.astype(np.int64),
        win_share.astype(float), vp.astype(float), len(found) - len(rows),
    )  # fmt: skip


def _leave_signals_to_parent() -> None:
    """Ctrl-C reaches every process; the parent ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
