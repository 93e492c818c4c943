"""carrack.envs.seat: opponents, and what follows the end of a game."""

import sys
from pathlib import Path

import numpy as np
import pytest

import carrack

gymnasium = pytest.importorskip("gymnasium")

from carrack.envs import rewards, seat, vector  # noqa: E402

RULES = carrack.Ruleset(players=3)


class First(carrack.PythonAgent):
    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.fails = False

    def begin(self, ruleset: carrack.Ruleset, seat: int, seed: int) -> None:
        self.begun.append((seat, seed))

    def choose(self, state: carrack.State, seed: int) -> int:
        if self.fails:
            raise KeyboardInterrupt
        return state.legal_actions()[0]


def first_action(env: seat.SeatEnv) -> int:
    return int(env.action_masks().argmax())


def test_opponents_have_seeds_of_their_own() -> None:
    opponent = First()
    env = seat.SeatEnv(RULES, [opponent], seat=1)
    env.reset(seed=4)
    seats, seeds = zip(*opponent.begun, strict=True)
    assert seats == (0, 2)
    assert len({*seeds, env.state.seed}) == 3
    opponent.begun.clear()
    env.reset(seed=np.int64(4))  # type: ignore[arg-type]
    assert [seed for _, seed in opponent.begun] == list(seeds)


def test_no_action_is_taken_for_an_opponent_that_failed() -> None:
    opponent = First()
    env = seat.SeatEnv(RULES, [opponent], seat=0)
    env.reset(seed=1)
    opponent.fails = True
    with pytest.raises(KeyboardInterrupt):
        while True:
            env.step(first_action(env))
    assert env.state.current_player != 0 and not env.action_masks().any()
    before = env.state.clone()
    opponent.fails = False
    with pytest.raises(gymnasium.error.ResetNeeded, match="interrupted: call reset"):
        env.step(env.state.legal_actions()[0])
    assert env.state == before
    env.reset(seed=1)
    env.step(first_action(env))


def test_a_game_that_is_over_is_not_played_on() -> None:
    env = seat.SeatEnv(RULES, ["random"], seat=0)
    env.reset(seed=1)
    legal = first_action(env)
    with pytest.raises(TypeError):
        env.step(None)  # type: ignore[arg-type]
    _, reward, terminated, _, _ = env.step(carrack.NUM_ACTIONS - 1)
    assert (reward, terminated) == (-1, True)
    assert not env.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(legal)
    env.reset(seed=1)
    terminated = False
    while not terminated:
        _, _, terminated, _, _ = env.step(first_action(env))
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(legal)


def test_an_agent_for_all_seats_is_made_for_each(tmp_path: Path) -> None:
    log, script = tmp_path / "log", tmp_path / "agent.py"
    script.write_text(f"""
import os
import carrack

class First(carrack.PythonAgent):
    def begin(self, ruleset, seat, seed):
        with open({str(log)!r}, "a") as log:
            print(seat, os.getpid(), file=log)

    def choose(self, state, seed):
        return state.legal_actions()[0]

carrack.serve(First())
""")
    env = seat.SeatEnv(RULES, [carrack.agent(f"process:{sys.executable} {script}")], seat=0)
    for game in range(2):
        env.reset(seed=game)
        env.step(first_action(env))
    begun = [line.split() for line in log.read_text().splitlines()]
    # The two programs write at the same time. No game of a seat ends another one.
    games = [dict(begun[:2]), dict(begun[2:])]
    assert len(begun) == 4 and set(games[0]) == {"1", "2"} and games[0] == games[1]
    assert len(set(games[0].values())) == 2


def test_what_is_no_opponent_is_named() -> None:
    for given, words in (
        (3, r"opponents\[0\] is 3, expected a spec or an object with choose"),
        (First, r"opponents\[0\] is First, .*; call it: First\(\)"),
    ):
        with pytest.raises(TypeError, match=words):
            seat.SeatEnv(RULES, [given])  # type: ignore[list-item]


def test_options_that_do_nothing_are_refused() -> None:
    env = seat.SeatEnv(RULES, ["random"])
    env.reset(seed=1, options={})
    with pytest.raises(carrack.InputError, match="options has 'seat', expected none"):
        env.reset(options={"seat": 1})


def test_the_picture_is_what_the_seat_knows() -> None:
    rules = carrack.Ruleset("empires", 3, variants=["scouting"])
    env = seat.SeatEnv(rules, ["random"], seat=0, render_mode="svg")
    env.reset(seed=3)
    state = env.state
    while not any(state.action_to_string(a).startswith("look ") for a in state.legal_actions()):
        state.apply(state.legal_actions()[0])
    # Somebody else has looked at a counter.
    env.seat = (state.current_player + 1) % 3
    looks = [a for a in state.legal_actions() if state.action_to_string(a).startswith("look ")]
    state.apply(looks[0])
    assert env.render() == state.to_svg(player=env.seat) != state.to_svg()


def test_a_vector_environment_starts_programs_when_it_is_reset(tmp_path: Path) -> None:
    started = tmp_path / "started"
    script = tmp_path / "agent.py"
    script.write_text(f"""
import pathlib
import carrack

class First(carrack.PythonAgent):
    def choose(self, state, seed):
        return state.legal_actions()[0]

pathlib.Path({str(started)!r}).touch()
carrack.serve(First())
""")
    env = vector.SeatVectorEnv(1, RULES, [f"process:{sys.executable} {script}"])
    assert not started.exists()
    env.reset(seed=np.int64(1))  # type: ignore[arg-type]
    assert started.exists()


@pytest.mark.parametrize("reward", ["win_share", "rank", "vp_margin"])
def test_an_illegal_action_is_worth_less_than_any_result(reward: rewards.Reward) -> None:
    env = seat.SeatEnv(carrack.Ruleset(players=2), ["scripted"], seat=0, reward=reward)
    results = []
    for game in range(3):
        observation, _ = env.reset(seed=game)
        done = False
        while not done:
            action = int(np.flatnonzero(observation["action_mask"])[0])
            observation, worth, done, _, _ = env.step(action)
        results.append(worth)
    env.reset(seed=1)
    observation, worth, done, _, _ = env.step(-1)
    assert done and worth < min(results) and worth == rewards.ILLEGAL[reward]
    assert not observation["action_mask"].any() and not env.action_masks().any()


def test_a_seat_is_shown_what_it_knows() -> None:
    rules = carrack.Ruleset("empires", 2, ["builder"], ["scouting"])
    env = seat.SeatEnv(rules, ["random"], seat=0, render_mode="ansi")
    shown = set()
    for game in range(8):
        observation, _ = env.reset(seed=game)
        done = False
        while not done:
            shown.add(env.render() == str(env.state))
            assert env.render() == env.state.to_text(player=0)
            actions = np.flatnonzero(observation["action_mask"])
            observation, _, done, _, _ = env.step(int(actions[game % len(actions)]))
    assert shown == {True, False}


def test_a_vector_environment_checks_its_opponents_without_starting_programs(
    tmp_path: Path,
) -> None:
    program = tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o755)
    for spec in (
        f"process:{program}",
        f'{{"agent": "process", "variant": "{program}"}}',
        f"restricted:ban=navy,of=process:{program}",
    ):
        vector.SeatVectorEnv(1, carrack.Ruleset(players=2), [spec])
        assert not (tmp_path / "started").exists()
    with pytest.raises(carrack.InputError, match="unknown tile 'typo'"):
        vector.SeatVectorEnv(opponents=[f"restricted:ban=typo,of=process:{program}"])
