"""Purchases as positions to play on from: with another amount of money, or another choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from carrack._core import Agent, BatchGame, InputError, Ruleset, State

PASS, BUY = "pass", "buy "


@dataclass(frozen=True)
class Purchase:
    """A position whose current player can afford ``tile``."""

    state: State
    tile: str


def first_purchases(
    ruleset: Ruleset, agent: Agent, names: Collection[str], seed: int
) -> list[Purchase]:
    """Play a game and return the first purchase at which each tile could be afforded."""
    state = ruleset.new_state(seed)
    seen: dict[str, Purchase] = {}
    decision = 0
    while not state.is_terminal:
        options = [state.action_to_string(action) for action in state.legal_actions()]
        if PASS in options:
            for option in options:
                tile = option.removeprefix(BUY)
                if option.startswith(BUY) and tile in names and tile not in seen:
                    seen[tile] = Purchase(state.clone(), tile)
        state.apply(agent.choose(state, _mixed(seed, decision)))
        decision += 1
    return list(seen.values())


def with_money(state: State, more: int, prices: Mapping[str, int]) -> State:
    """The position of a purchase in which the player has ``more`` dollars. ``prices`` are those of
    the tiles. Raises InputError if the position is ambiguous.
    """
    shown = state.to_dict()
    player = shown["players"][state.current_player]
    player["money"] += more
    affordable = [
        BUY + tile
        for tile in dict.fromkeys(shown["market"]["tiles"])
        if prices[tile] <= player["money"]
    ]
    try:
        return State.from_dict(state.ruleset, shown, [PASS, *affordable])
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
