"""Vectorised Age of Discovery for Gymnasium, based on BatchGame."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import built_in_spec, shown, whole_number
from carrack._core import Agent, BatchGame, InputError, Ruleset, State
from carrack._games import is_program
from carrack._optional import optional_packages
from carrack.envs import _spaces, rewards

with optional_packages():
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Arrays = NDArray[Any]
Autoreset = Literal["same_step", "next_step", "disabled"]
_RESET_MASK = "reset_mask"
"""The option of ``reset`` that Gymnasium prescribes."""


class SeatVectorEnv(VectorEnv[_spaces.Observation, Arrays, Arrays]):
    """``num_envs`` games on ``threads`` threads, one seat of each against ``opponents``:
    specs or Agents for the other seats from p1, or one for all of them; each game has agents of
    its own. ``seat`` counts from 0; None, the default, draws one for each game. ``positions``:
    starting positions, used in turn.

    An observation is a dict of ``observation`` (float32 [num_envs, OBSERVATION_SIZE]) and
    ``action_mask`` (int8 [num_envs, NUM_ACTIONS]). Infos hold ``action_mask`` as bool, and
    ``seat`` (int32 [num_envs]), the seat each game waits for. An illegal action raises
    IllegalActionError, and no game is changed.

    ``autoreset`` says what follows the end of a game; ``metadata["autoreset_mode"]`` has it as
    Gymnasium's AutoresetMode, which is taken as well:

    - ``same_step``: the next game begins in the same step, so that the observation is its first
      one. The final observation is in ``infos["final_obs"]``, with an empty mask;
      ``infos["final_info"]`` has its ``seat``, and ``scores`` and ``ranks`` by seat (int32
      [num_envs, players]).
    - ``next_step``: the observation is the final one, with an empty mask, and infos have ``scores``
      and ``ranks``. The next step begins the next game: it ignores the action and has the first
      observation, with reward 0. Gymnasium's wrappers of vector observations, as FlattenObservation
      and NormalizeObservation, want this.
    - ``disabled``: as ``next_step``, but only ``reset`` begins the next game; ``step`` raises
      gymnasium.error.ResetNeeded until it has.

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
        autoreset: Autoreset | AutoresetMode = "same_step",
    ) -> None:
        chosen = [
            built_in_spec(opponent, f"opponents[{number}]")
            for number, opponent in enumerate(_spaces.opponents_of(opponents))
        ]
        _spaces.check_render_mode(render_mode, self.metadata["render_modes"])
        rewards.check_reward(reward)
        self._autoreset = _autoreset_mode(autoreset)
        self.metadata = {**type(self).metadata, "autoreset_mode": self._autoreset}
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
        self._over = np.zeros(self.num_envs, bool)
        """[num_envs] whether a game is over and no other one has begun for the caller. Its row of
        the batch has the next game already.
        """
        self._last_seats = np.zeros(self.num_envs, np.int32)
        """[num_envs] the seats of the games that are over."""
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
        """Start ``num_envs`` new games, which depend only on ``seed``, one number for all. With the
        option ``reset_mask`` (bool [num_envs]), start new games only where it is True; the others
        go on, and the seed is that of the last reset of all games.

        Raises InputError for other options, for a mask of another shape or without a True, and for
        a seed with a mask; TypeError for a mask that is not an array of bools;
        gymnasium.error.ResetNeeded for a mask before the first reset.
        """
        mask = _reset_mask(options, self.num_envs)
        if isinstance(seed, list | tuple):
            raise InputError(f"seed is {seed!r}, expected one number for all games")
        if mask is None:
            super().reset(seed=_spaces.seed_of(seed))
            drawn = int(self.np_random.integers(1 << 63))
            self._games = self._begin(self.num_envs, drawn)
            self._over[:] = False
        elif seed is not None:
            raise InputError(f"seed is {seed!r}, but {_RESET_MASK} lets other games go on")
        else:
            self.games.restart(mask & ~self._over)
            self._over &= ~mask
        return self._observation(), self._infos()

    def step(
        self, actions: Arrays
    ) -> tuple[_spaces.Observation, Arrays, Arrays, Arrays, dict[str, Any]]:
        games = self.games
        begins = self._over
        if self._autoreset == AutoresetMode.DISABLED and begins.any():
            raise ResetNeeded(
                f"game {int(begins.argmax())} is over: call "
                f"reset(options={{'{_RESET_MASK}': mask}})"
            )
        seats = games.current_player.copy()
        games.step(actions, ~begins if begins.any() else None)
        ended = games.done.copy()
        worth = np.zeros(self.num_envs)
        if ended.any():
            ends = (games.rewards[ended], games.ranks[ended], games.scores[ended])
            worth[ended] = rewards.rewards(self.reward, *ends, seats[ended])
        if self._autoreset == AutoresetMode.SAME_STEP:
            infos = self._infos()
            for i in np.flatnonzero(ended):
                infos = self._add_info(infos, self._last_words(int(i), int(seats[i])), int(i))
        else:
            self._over = ended
            self._last_seats = seats
            infos = self._infos()
            if ended.any():
                for name, by_seat in (("scores", games.scores), ("ranks", games.ranks)):
                    infos |= {name: np.where(ended[:, None], by_seat, 0), f"_{name}": ended.copy()}
        return self._observation(), worth, ended.copy(), np.zeros(self.num_envs, bool), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """[num_envs, NUM_ACTIONS] True for the legal actions, none if the game is over; a
        copy.
        """
        masks: NDArray[np.bool_] = self.games.masks.copy()
        masks[self._over] = False
        return masks

    def __getstate__(self) -> dict[str, Any]:
        if self._games is not None:
            raise InputError(
                "an environment cannot be copied or pickled after its first reset, because its "
                "opponents remember their games; copy it before, or call SeatVectorEnv again"
            )
        return self.__dict__.copy()

    def _observation(self) -> _spaces.Observation:
        now, last = self.games.observations, self.games.final_observations
        assert now is not None and last is not None
        seen = now.copy()
        seen[self._over] = last[self._over]
        return {"observation": seen, "action_mask": self.action_masks().astype(np.int8)}

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": every,
            "seat": np.where(self._over, self._last_seats, self.games.current_player),
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


def _autoreset_mode(given: object) -> AutoresetMode:
    """The argument ``autoreset``. Raises InputError."""
    if isinstance(given, AutoresetMode):
        return given
    modes = {mode.name.lower(): mode for mode in AutoresetMode}
    if not isinstance(given, str) or given not in modes:
        raise InputError(f"autoreset is {shown(given)}, expected one of {', '.join(modes)}")
    return modes[given]


def _reset_mask(options: Mapping[str, Any] | None, num_envs: int) -> NDArray[np.bool_] | None:
    """The only option of ``reset``, or None. Raises TypeError and InputError."""
    for name in options or {}:
        if name != _RESET_MASK:
            raise InputError(f"options has {name!r}, expected only {_RESET_MASK}")
    if not options:
        return None
    mask = options[_RESET_MASK]
    if not isinstance(mask, np.ndarray) or mask.dtype != bool:
        raise TypeError(f"{_RESET_MASK} is {shown(mask)}, expected an array of bools")
    if mask.shape != (num_envs,):
        raise InputError(f"{_RESET_MASK} has shape {mask.shape}, expected ({num_envs},)")
    if not mask.any():
        raise InputError(f"{_RESET_MASK} has no True, expected one at least")
    return mask


__all__ = ["SeatVectorEnv"]
