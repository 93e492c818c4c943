"""Age of Discovery for OpenSpiel.

import pyspiel
import carrack.envs.spiel

game = pyspiel.load_game("carrack(players=3,edition=empires,modules=builder+national)")

OpenSpiel's bots in C++, such as ``pyspiel.MCTSBot``, crash with games written in Python, as this
one is (OpenSpiel 2.0). Use those in Python, ``open_spiel.python.algorithms``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from carrack._core import (
    MAX_PLAYERS,
    NUM_ACTIONS,
    OBSERVATION_SIZE,
    InputError,
    Ruleset,
    State,
)
from carrack._optional import optional_packages

with optional_packages():
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

# The longest random games have about 700 events; turns are bounded.
MOST_EVENTS = 4096

GAME_TYPE = pyspiel.GameType(
    short_name="carrack",
    long_name="Age of Discovery",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,  # the history
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "edition": "aoe3",
        "players": 4,
        "modules": "",
        "variants": "",
        "board": "",
        "tweak": "",
    },
)


def _words(text: str) -> list[str]:
    return [word for word in text.split("+") if word]


def _json(text: str) -> str | Path | None:
    """A board or a tweak: JSON, or the path of a file; None for an empty text."""
    if not text or text.lstrip().startswith("{"):
        return text or None
    return Path(text)


class CarrackGame(pyspiel.Game):  # type: ignore[misc]
    """Parameters: ``edition``, ``players``, ``modules`` and ``variants`` (words joined by ``+``),
    ``board`` and ``tweak``, each a path of a file, or its JSON. OpenSpiel cannot parse JSON in the
    name of a game, nor pickle or serialise it: give a path, or pass it as in
    ``pyspiel.load_game("carrack", {"board": text})``.

    Utilities are win shares. The variant ``scouting``, and the modules ``national`` and ``world``
    together, where Denmark looks at counters, have imperfect information, which this adapter does
    not support: they raise InputError.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        modules, variants = _words(given["modules"]), _words(given["variants"])
        needed = "the OpenSpiel game needs perfect information, which"
        if "scouting" in variants:
            raise InputError(f"{needed} 'scouting' does not have")
        if {"national", "world"} <= set(modules):
            raise InputError(
                f"{needed} 'national' and 'world' together do not have: Denmark looks at counters"
            )
        self.ruleset = Ruleset(
            given["edition"],
            given["players"],
            modules,
            variants,
            _json(given["board"]),
            _json(given["tweak"]),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=NUM_ACTIONS,
            num_players=self.ruleset.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_EVENTS,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> CarrackState:
        return CarrackState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> CarrackObserver | IIGObserverForPublicInfoGame:
        """The observer of a type. Nothing is private, and with perfect recall an observation is the
        history.
        """
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return CarrackObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class CarrackState(pyspiel.State):  # type: ignore[misc]
    """A position; ``position`` is its carrack.State."""

    def __init__(self, game: CarrackGame) -> None:
        super().__init__(game)
        self.position = State(game.ruleset)

    def current_player(self) -> int:
        return self.position.current_player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.position.is_terminal

    def returns(self) -> list[float]:
        return self.position.returns()

    def __str__(self) -> str:
        return str(self.position)


class CarrackObserver:
    """OpenSpiel's PyObserver over State.observation."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise InputError(f"observers take no parameters, but got {params}")
        self.tensor = np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CarrackState, player: int) -> None:
        self.tensor[:] = state.position.observation(player)

    def string_from(self, state: CarrackState, player: int) -> str:
        return f"p{player + 1}\n{state}"


pyspiel.register_game(GAME_TYPE, CarrackGame)

__all__ = ["CarrackGame", "CarrackObserver", "CarrackState"]
