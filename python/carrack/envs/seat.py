"""Age of Discovery for Gymnasium: one seat against given agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import built_in_spec, check_agent
from carrack._core import NUM_ACTIONS, Agent, IllegalActionError, InputError, Ruleset, State
from carrack._games import Chooser
from carrack._optional import optional_packages
from carrack.envs import _spaces, rewards

with optional_packages():
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded


class SeatEnv(gymnasium.Env[_spaces.Observation, int]):
    """One seat against ``opponents``: specs or objects for the other seats from p1, or one for all
    of them. Each seat has an agent of its own, made from the spec, also of a ``carrack.Agent``; an
    object written in Python that is given once plays all its seats itself. ``seat`` counts from 0;
    None, the default, draws one for each game.

    An observation is a dict of ``observation`` (float32 [OBSERVATION_SIZE]) and ``action_mask``
    (int8 [NUM_ACTIONS]). ``info`` has ``action_mask`` as bool, the ``seat`` of the game and, at its
    end, ``scores`` and ``ranks`` (int32 [players], by seat). An illegal action ends the game with
    ``info["illegal"]``, without scores, and with a reward below that of any result: -1, with
    ``vp_margin`` -1000. ``render`` shows what the seat knows.

    ``reward`` is the reward at the end of a game: ``win_share``, ``rank`` or ``vp_margin``, see
    ``carrack.envs.rewards``.

    Raises InputError and TypeError for invalid arguments. ``step`` raises
    gymnasium.error.ResetNeeded after the end of a game, and after Ctrl-C or an exception of an
    opponent.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        ruleset: Ruleset | None = None,
        opponents: Sequence[str | Chooser] = ("scripted:balanced",),
        seat: int | None = None,
        render_mode: str | None = None,
        reward: rewards.Reward = "win_share",
    ) -> None:
        chosen = _spaces.opponents_of(opponents)
        self.ruleset = _spaces.ruleset_of(ruleset)
        others = self.ruleset.players - 1
        if len(chosen) not in (1, others):
            raise InputError(f"{len(chosen)} opponents, expected {others}, or one for all")
        self._fixed_seat = _spaces.seat_of(seat, self.ruleset)
        _spaces.check_render_mode(render_mode, self.metadata["render_modes"])
        rewards.check_reward(reward)
        for number, player in enumerate(chosen):
            check_agent(f"opponents[{number}]", player)
        chosen *= others if len(chosen) == 1 else 1
        self._opponents: list[Chooser] = [
            Agent(built_in_spec(player, "opponents")) if isinstance(player, str | Agent) else player
            for player in chosen
        ]
        self.seat = self._fixed_seat or 0
        self._state: State | None = None
        self._may_act = False
        self.render_mode = render_mode
        self.reward: rewards.Reward = reward
        self.observation_space: spaces.Space[Any] = _spaces.observation_space()
        self.action_space: spaces.Space[Any] = _spaces.action_space()

    @property
    def state(self) -> State:
        """The position, with the future draws of the game: an agent that plans ahead and should not
        know them plays on ``state.resampled(seat, seed)``. Raises gymnasium.error.ResetNeeded
        before the first reset.
        """
        if self._state is None:
            raise ResetNeeded("call reset() first")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_spaces.Observation, dict[str, Any]]:
        """A new game. There are no ``options``: raises InputError for any."""
        _spaces.check_options(options)
        super().reset(seed=_spaces.seed_of(seed))
        self._may_act = False
        while True:  # a game may end before the first decision of its seat
            if self._fixed_seat is None:
                self.seat = int(self.np_random.integers(self.ruleset.players))
            self._state = State(self.ruleset, seed=self._draw())
            self._begin()
            self._let_others_play()
            if not self.state.is_terminal:
                return self._observed()

    def step(self, action: int) -> tuple[_spaces.Observation, float, bool, bool, dict[str, Any]]:
        state = self.state
        if not self._may_act:
            raise ResetNeeded("the game is over, or was interrupted: call reset()")
        try:
            state.apply(action)
        except IllegalActionError as error:
            self._may_act = False
            seen, info = self._observed()
            worth = rewards.ILLEGAL[self.reward]
            return seen, worth, True, False, {**info, "illegal": str(error)}
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        seen, info = self._observed()
        return seen, self._worth(), self.state.is_terminal, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """[NUM_ACTIONS] True for the legal actions; none after the end. Used by sb3-contrib."""
        mask = self.state.legal_mask()  # raises before the first reset
        return mask if self._may_act else np.zeros(NUM_ACTIONS, bool)

    def render(self) -> Any:
        return _spaces.render(self.state, self.render_mode, self.seat)

    def _observed(self) -> tuple[_spaces.Observation, dict[str, Any]]:
        seen = _spaces.observe(self.state, self.seat, self._may_act)
        info: dict[str, Any] = {"action_mask": seen["action_mask"].astype(bool), "seat": self.seat}
        if self.state.is_terminal:
            info["scores"] = np.array(self.state.scores(), np.int32)
            info["ranks"] = np.array(self.state.ranks(), np.int32)
        return seen, info

    def _worth(self) -> float:
        state = self.state
        if not state.is_terminal:
            return 0.0
        ends = ([state.returns()], [state.ranks()], [state.scores()])
        return float(rewards.rewards(self.reward, *ends, [self.seat])[0])

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 63))

    def _opponent(self, player: int) -> Chooser:
        return self._opponents[player - (player > self.seat)]

    def _begin(self) -> None:
        """A new game for the opponents, each with a seed of its own."""
        for player in range(self.ruleset.players):
            if player == self.seat:
                continue
            seed = self._draw()
            begin = getattr(self._opponent(player), "begin", None)
            if callable(begin):
                begin(self.ruleset, player, seed)

    def _let_others_play(self) -> None:
        state = self.state
        self._may_act = False
        while not state.is_terminal and state.current_player != self.seat:
            player = state.current_player
            seed = self._draw()
            view = state.resampled(player, seed)
            state.apply(self._opponent(player).choose(view, seed))
        self._may_act = not state.is_terminal


__all__ = ["SeatEnv"]
