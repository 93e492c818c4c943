"""Age of Discovery for PettingZoo (AEC).

from carrack.envs import aec

env = aec.env(carrack.Ruleset(players=3))
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    ...
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import whole_number
from carrack._core import InputError, Ruleset, State
from carrack._optional import optional_packages
from carrack.envs import _spaces, rewards

with optional_packages():
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

RENDER_MODES = ["human", "ansi", "svg"]


class CarrackEnv(AECEnv):  # type: ignore[misc]
    """The environment without wrappers, ``raw_env`` for short. Agents are ``player_1`` … by seat.
    An observation is a dict of ``observation`` (float32 [OBSERVATION_SIZE]) and ``action_mask``
    (int8 [NUM_ACTIONS]). At the end of a game the info of every agent has ``scores`` and ``ranks``
    (int32 [players], by seat). ``reward`` is the reward at the end of a game: ``win_share``,
    ``rank`` or ``vp_margin``, see ``carrack.envs.rewards``. After an average of ``max_cycles``
    decisions per player, the game is truncated without a reward; the observation then is the
    current position. An illegal action raises IllegalActionError.

    There is no ``parallel_env``, since players never decide simultaneously. With PettingZoo's
    ``turn_based_aec_to_parallel`` there is still one decision per step: only the action of the
    current player is applied, all others are ignored and should be None, and their masks are
    empty. Code that samples an action for every agent from ``action_space`` is not supported.
    """

    metadata = {  # noqa: RUF012
        "name": "carrack_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: Ruleset | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: rewards.Reward = "win_share",
    ) -> None:
        super().__init__()
        _spaces.check_render_mode(render_mode, RENDER_MODES)
        if max_cycles is not None:
            max_cycles = whole_number("max_cycles", max_cycles, 1)
        rewards.check_reward(reward)
        self.ruleset = _spaces.ruleset_of(ruleset)
        self.render_mode = render_mode
        self.reward: rewards.Reward = reward
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self.ruleset.players)]
        self._state: State | None = None
        self._turns = 0
        self._most_turns = None if max_cycles is None else max_cycles * self.ruleset.players
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: _spaces.observation_space() for agent in self.possible_agents
        }
        self.action_spaces = {agent: _spaces.action_space() for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    @property
    def state_of_play(self) -> State:
        """The position, with the future draws of the game: an agent that plans ahead and should not
        know them plays on ``state_of_play.resampled(seat, seed)``. Raises
        gymnasium.error.ResetNeeded before the first reset.
        """
        if self._state is None:
            raise ResetNeeded("call reset() first")
        return self._state

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. There are no ``options``: raises InputError for any but the key ``options``,
        which PettingZoo's ``api_test`` passes.
        """
        _spaces.check_options({key: x for key, x in (options or {}).items() if key != "options"})
        if seed is not None:
            self._random, _ = seeding.np_random(_spaces.seed_of(seed))
        state = self._state = State(self.ruleset, seed=int(self._random.integers(1 << 63)))
        self._turns = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[state.current_player]

    def observe(self, agent: str) -> _spaces.Observation:
        return _spaces.observe(self.state_of_play, self._seats[agent])

    def step(self, action: int | None) -> None:
        state = self.state_of_play
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InputError(f"action is None, but {agent} is to decide")
        state.apply(action)
        self._turns += 1
        seat = state.current_player
        if seat >= 0 and self._turns != self._most_turns:
            self.agent_selection = self.possible_agents[seat]
        else:
            ended = self.truncations if seat >= 0 else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            if seat < 0:
                self.rewards = self._final_rewards()
                self.infos = {agent: self._result() for agent in self.agents}
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _final_rewards(self) -> dict[str, float]:
        state, seats = self.state_of_play, range(self.ruleset.players)
        shares, ranks, scores = (
            np.tile(each, (len(seats), 1))
            for each in (state.returns(), state.ranks(), state.scores())
        )
        worth = rewards.rewards(self.reward, shares, ranks, scores, seats)
        return dict(zip(self.possible_agents, worth.tolist(), strict=True))

    def _result(self) -> dict[str, NDArray[np.int32]]:
        """Scores and ranks [players] by seat."""
        state = self.state_of_play
        return {
            "scores": np.array(state.scores(), np.int32),
            "ranks": np.array(state.ranks(), np.int32),
        }

    def render(self) -> str | None:
        return _spaces.render(self.state_of_play, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""


raw_env = CarrackEnv
"""PettingZoo's usual name of the environment without wrappers."""


def env(
    ruleset: Ruleset | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    reward: rewards.Reward = "win_share",
) -> AECEnv:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game, for its
    player with a reward below that of any result (-1, with ``vp_margin`` -1000); misuse is
    reported.
    """
    wrapped: Any = CarrackEnv(ruleset, render_mode, max_cycles, reward)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=rewards.ILLEGAL[reward])
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


__all__ = ["CarrackEnv", "env", "raw_env"]
