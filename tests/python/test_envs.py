"""The Gymnasium adapters: the suite of Gymnasium, names, rewards, and arguments of all adapters."""

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

pettingzoo_test = pytest.importorskip("pettingzoo.test")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")
gymnasium = pytest.importorskip("gymnasium")

from carrack.envs import aec, rewards, seat, vector  # noqa: E402

# PettingZoo's max_cycles_test is for environments in which any action is legal and all agents act
# simultaneously: it samples actions without a mask, and expects as many steps of a `parallel_env`
# as turns of each agent. Here an illegal action ends the game, and a step of a turn-based
# `parallel_env` is one turn of one agent. PettingZoo excludes its own board games, too. The
# property is tested below with legal actions.


def test_gymnasium_check() -> None:
    env = seat.SeatEnv(carrack.Ruleset(players=2), ["random"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # No registered spec, so the suite cannot create copies for comparison.
        warnings.filterwarnings("ignore", message=".*not able to test alternative render modes")
        env_checker.check_env(env)


def test_gymnasium_episode() -> None:
    rules = carrack.Ruleset(players=3)
    env = seat.SeatEnv(rules, ["random", carrack.agent("scripted:settler")], seat=1)
    rewards = []
    for game in range(3):
        observation, _ = env.reset(seed=game)
        done = False
        while not done:
            assert env.state.current_player == 1
            action = int(np.flatnonzero(observation["action_mask"])[-1])
            observation, reward, done, _, _ = env.step(action)
        rewards.append(reward)
        assert env.state.is_terminal and reward == env.state.returns()[1]
    _, reward, done, _, info = (env.reset(seed=1), env.step(carrack.NUM_ACTIONS - 1))[1]
    assert (reward, done) == (-1, True) and "not legal" in info["illegal"]
    with pytest.raises(carrack.InputError, match="opponents"):
        seat.SeatEnv(rules, ["random"] * 3)
    with pytest.raises(TypeError, match="opponents is 'random', expected a list"):
        seat.SeatEnv(rules, "random")
    with pytest.raises(carrack.InputError, match="seat is 3, expected 0 to 2"):
        seat.SeatEnv(rules, seat=3)


def test_a_seat_plays_after_a_reset() -> None:
    env = seat.SeatEnv(carrack.Ruleset(players=2), ["random"])
    for call in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            call()


def test_the_default_task_is_the_same_in_both_environments() -> None:
    """A seat that is drawn for each game, and is in the info."""
    rules = carrack.Ruleset(players=3)
    one = gymnasium.make("carrack.envs:Carrack-v0", ruleset=rules, opponents=["random"])
    seats = [one.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(seats) == {0, 1, 2}
    many = gymnasium.make_vec("Carrack-v0", num_envs=20, ruleset=rules, opponents=["random"])
    assert set(many.reset(seed=1)[1]["seat"].tolist()) == {0, 1, 2}
    fixed = seat.SeatEnv(rules, ["random"], seat=2)
    _, info = fixed.reset(seed=1)
    assert info["seat"] == 2 == fixed.state.current_player


def test_wrong_arguments_are_named_in_one_line() -> None:
    expected = "expected a Ruleset, as in carrack.Ruleset"
    anything: Any = (seat.SeatEnv, lambda **options: vector.SeatVectorEnv(2, **options), aec.env)
    for make in anything:
        with pytest.raises(TypeError, match=f"^ruleset is 'aoe3', {expected}"):
            make(ruleset="aoe3")
    for make in anything[:2]:
        with pytest.raises(TypeError, match="^seat is 'p1', expected a whole number$"):
            make(seat="p1")
        with pytest.raises(carrack.InputError, match=r"^opponents is \[\], expected one"):
            make(opponents=[])
    for make in (seat.SeatEnv, aec.env):
        with pytest.raises(
            carrack.InputError, match="^render_mode is 'rgb', expected human, ansi, svg or None$"
        ):
            make(render_mode="rgb")
    with pytest.raises(TypeError, match="^max_cycles is 'x', expected a whole number$"):
        aec.env(max_cycles="x")  # type: ignore[arg-type]


def test_gymnasium_makes_it_by_name() -> None:
    code = "import gymnasium; print(gymnasium.make('carrack.envs:Carrack-v0').unwrapped)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "SeatEnv" in done.stdout, done.stderr
    rules = carrack.Ruleset(players=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("Carrack-v0", ruleset=rules, opponents=["random"])
        # The suite warns about the unknown render mode svg.
        warnings.filterwarnings("ignore", message=".*render")
        env_checker.check_env(env.unwrapped)
        many = gymnasium.make_vec(
            "Carrack-v0", num_envs=3, ruleset=rules, opponents=["random"], render_mode=None
        )
    assert isinstance(env.unwrapped, seat.SeatEnv)
    assert isinstance(many, vector.SeatVectorEnv) and many.num_envs == 3


def test_gymnasium_action_masks() -> None:
    env = gymnasium.make(
        "Carrack-v0", ruleset=carrack.Ruleset(players=3), opponents=["random"], seat=None
    ).unwrapped
    seats = set()
    for game in range(12):
        observation, info = env.reset(seed=game)
        seats.add(env.seat)
        if game > 4:  # that is enough of playing
            continue
        done = False
        while not done:
            mask = env.action_masks()
            assert mask.dtype == bool and mask.sum() > 1
            assert mask.tolist() == observation["action_mask"].astype(bool).tolist()
            assert np.array_equal(info["action_mask"], observation["action_mask"])
            observation, _, done, _, info = env.step(int(mask.argmax()))
        assert not env.action_masks().any() and not info["action_mask"].any()
    assert seats == {0, 1, 2}


def test_rewards_are_what_they_say() -> None:
    shares = [[0.5, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
    ranks = [[1, 1, 3, 4], [2, 1, 2, 4], [2, 1, 2, 4]]
    scores = [[90, 90, 80, 70], [60, 100, 60, -5], [60, 100, 60, -5]]
    seats = [0, 2, 3]
    assert rewards.rewards("win_share", shares, ranks, scores, seats).tolist() == [0.5, 0, 0]
    assert rewards.rewards("rank", shares, ranks, scores, seats) == pytest.approx([5 / 6, 0.5, 0])
    assert rewards.rewards("vp_margin", shares, ranks, scores, seats).tolist() == [0, -40, -105]
    with pytest.raises(carrack.InputError, match="reward is 'vp', expected one of"):
        seat.SeatEnv(reward="vp")  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="reward is 'vp', expected one of"):
        vector.SeatVectorEnv(reward="vp")  # type: ignore[arg-type]


def test_external_opponents_play_the_games_of_a_seed() -> None:
    script = Path(__file__).parents[2] / "experiments" / "examples" / "external_agent.py"
    env = seat.SeatEnv(
        carrack.Ruleset(players=3), [f"process:{sys.executable} {script}"], seat=None
    )

    def game(seed: int | None) -> list[int]:
        _, info = env.reset(seed=seed)
        taken, over = [], False
        while not over:
            taken.append(int(np.flatnonzero(info["action_mask"])[-1]))
            _, _, over, _, info = env.step(taken[-1])
        return taken

    first = game(5)
    for _ in range(3):  # other seats
        game(None)
    assert game(5) == first
