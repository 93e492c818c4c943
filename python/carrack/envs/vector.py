"""Vectorised Age of Discovery for Gymnasium, based on BatchGame."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import built_in_spec, whole_number
from carrack._core import Agent, BatchGame, InputError, Ruleset, State
from carrack._games import is_program
from carrack._optional import optional_packages
from carrack.envs import _spaces, rewards

with optional_packages():
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Arrays = NDArray[Any]


class SeatVectorEnv(VectorEnv[_spaces.Observation, Arrays, Arrays]):
    """``num_envs`` games on ``threads`` threads, one seat of each against ``opponents``:
    specs or Agents for the other seats from p1, or one for all of them; each game has agents of
    its own. ``seat`` counts from 0; None, the default, draws one for each game. ``positions``:
    starting positions, used in turn.

    An observation is a dict of ``observation`` (float32 [num_envs, OBSERVATION_SIZE]) and
    ``action_mask`` (int8 [num_envs, NUM_ACTIONS]). Infos hold ``action_mask`` as bool, and
    ``seat`` (int32 [num_envs]), the seat each game waits for. An illegal action raises
    IllegalActionError, and no game is changed.

    A finished game is reset in the same step (AutoresetMode.SAME_STEP): the observation is that of
    the next game; the final observation is in ``infos["final_obs"]``, with an empty mask.
    ``infos["final_info"]`` has its ``seat``, and ``scores`` and ``ranks`` by seat (int32 [num_envs,
    players]). Gymnasium's wrappers of vector observations, as FlattenObservation and
    NormalizeObservation, want AutoresetMode.NEXT_STEP, which a vector of single environments has:
    ``gymnasium.make_vec("Carrack-v0", num_envs, vectorization_mode="sync")``.

    ``reward`` is the reward at the end of a game: ``win_share``, ``rank`` or ``vp_margin``, see
    ``carrack.envs.rewards``. ``render_mode`` can only be None.

    Raises InputError and TypeError for invalid arguments.
    """

    metadata = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: Ruleset | None = None,
        opponents: Sequence[str | Agent] = ("scripted:balanced",),
        seat: int | None = None,
        reward: rewards.Reward = "win_share",
        threads: int = 1,
        positions: Sequence[State] = (),
        render_mode: None = None,
    ) -> None:
        chosen = [
            built_in_spec(opponent, f"opponents[{number}]")
            for number, opponent in enumerate(_spaces.opponents_of(opponents))
        ]
        _spaces.check_render_mode(render_mode, self.metadata["render_modes"])
        rewards.check_reward(reward)
        self.num_envs = whole_number("num_envs", num_envs, 1)
        self.ruleset = _spaces.ruleset_of(ruleset)
        self.reward: rewards.Reward = reward
        self._begin = functools.partial(
            BatchGame, self.ruleset, threads=threads, positions=positions, opponents=chosen,
            seat=_spaces.seat_of(seat, self.ruleset),
        )  # fmt: skip
        # Checks the arguments without starting programs, which reset() does.
        specs = [Agent(spec).spec for spec in chosen]
        self._begin(1, opponents=["random" if is_program(spec) else spec for spec in specs])
        self._games: BatchGame | None = None
        self.single_observation_space = _spaces.observation_space()
        self.single_action_space = _spaces.action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def games(self) -> BatchGame:
        """The games. Raises gymnasium.error.ResetNeeded before the first reset."""
        if self._games is None:
            raise ResetNeeded("call reset() first")
        return self._games

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_spaces.Observation, dict[str, Any]]:
        """Start ``num_envs`` new games, which depend only on ``seed``, one number for all. There
        are no ``options``: raises InputError for any.
        """
        _spaces.check_options(options)
        if isinstance(seed, list | tuple):
            raise InputError(f"seed is {seed!r}, expected one number for all games")
        super().reset(seed=_spaces.seed_of(seed))
        drawn = int(self.np_random.integers(1 << 63))
        self._games = self._begin(self.num_envs, drawn)
        return self._observation(), self._infos()

    def step(
        self, actions: Arrays
    ) -> tuple[_spaces.Observation, Arrays, Arrays, Arrays, dict[str, Any]]:
        games = self.games
        seats = games.current_player.copy()
        games.step(actions)
        ended = games.done.copy()
        worth = np.zeros(self.num_envs)
        infos = self._infos()
        if ended.any():
            ends = (games.rewards[ended], games.ranks[ended], games.scores[ended])
            worth[ended] = rewards.rewards(self.reward, *ends, seats[ended])
            for i in np.flatnonzero(ended):
                infos = self._add_info(infos, self._last_words(int(i), int(seats[i])), int(i))
        return self._observation(), worth, ended, np.zeros(self.num_envs, bool), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """[num_envs, NUM_ACTIONS] True for the legal actions; a copy."""
        masks: NDArray[np.bool_] = self.games.masks.copy()
        return masks

    def _observation(self) -> _spaces.Observation:
        seen = self.games.observations
        assert seen is not None
        return {"observation": seen.copy(), "action_mask": self.games.masks.astype(np.int8)}

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": every,
            "seat": self.games.current_player.copy(),
            "_seat": every.copy(),
        }

    def _last_words(self, game: int, seat: int) -> dict[str, Any]:
        """Infos of a finished game."""
        seen = self.games.final_observations
        assert seen is not None
        empty = np.zeros(self.games.masks.shape[1], np.int8)
        return {
            "final_obs": {"observation": seen[game].copy(), "action_mask": empty},
            "final_info": {
                "seat": seat,
                "scores": self.games.scores[game].copy(),
                "ranks": self.games.ranks[game].copy(),
            },
        }


__all__ = ["SeatVectorEnv"]
