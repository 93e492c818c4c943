"""Age of Discovery for Gymnasium: one seat is the environment's, the others are given agents'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carrack._core import Agent, IllegalActionError, InputError, Ruleset, State
from carrack._games import Chooser
from carrack._optional import optional_packages
from carrack.envs import _spaces

with optional_packages():
    import gymnasium
    from gymnasium import spaces


class SeatEnv(gymnasium.Env[_spaces.Observation, int]):
    """One seat against ``opponents``: one for each other seat, from p1 on, or one for all of them.

    An observation is a dict of ``observation`` (float32 [OBSERVATION_SIZE]) and ``action_mask``
    (int8 [NUM_ACTIONS]). The reward comes at the end: the share of the win. An illegal action ends
    the game with reward -1 and ``info["illegal"]``.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        ruleset: Ruleset | None = None,
        opponents: Sequence[str | Chooser] = ("scripted:balanced",),
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.ruleset = ruleset or Ruleset()
        others = self.ruleset.players - 1
        if len(opponents) not in (1, others):
            raise InputError(f"{len(opponents)} opponents, expected {others}, or one for all")
        if not 0 <= seat <= others:
            raise InputError(f"seat is {seat}, expected 0 to {others}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InputError(f"render_mode is {render_mode!r}, expected {self.metadata}")
        chosen = list(opponents) * (others if len(opponents) == 1 else 1)
        players = [Agent(player) if isinstance(player, str) else player for player in chosen]
        self._players: list[Chooser | None] = [*players[:seat], None, *players[seat:]]
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = _spaces.observation_space()
        self.action_space: spaces.Space[Any] = _spaces.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_spaces.Observation, dict[str, Any]]:
        super().reset(seed=seed)
        while True:  # a game may be over before its seat has had a decision
            self.state = State(self.ruleset, seed=self._draw())
            self._let_others_play()
            if not self.state.is_terminal:
                return _spaces.observe(self.state, self.seat), {}

    def step(self, action: int) -> tuple[_spaces.Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.state.apply(action)
        except IllegalActionError as error:
            seen = _spaces.observe(self.state, self.seat)
            return seen, -1.0, True, False, {"illegal": str(error)}
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        reward = self.state.returns()[self.seat]
        return _spaces.observe(self.state, self.seat), reward, self.state.is_terminal, False, {}

    def render(self) -> Any:
        return _spaces.render(self.state, self.render_mode)

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 63))

    def _let_others_play(self) -> None:
        state = self.state
        while not state.is_terminal and state.current_player != self.seat:
            player = self._players[state.current_player]
            assert player is not None
            seed = self._draw()
            view = state.resampled(state.current_player, seed)
            state.apply(player.choose(view, seed))


__all__ = ["SeatEnv"]
