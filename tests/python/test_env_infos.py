"""The infos of the environments, which are alike in all of them."""

import importlib
from typing import Any

import numpy as np
import pytest

import carrack

pytest.importorskip("gymnasium")

from carrack.envs import seat, vector  # noqa: E402

RULES = carrack.Ruleset(players=3)


def last_info(env: seat.SeatEnv) -> dict[str, Any]:
    """Of a game of first actions, which is played to its end."""
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
    return info


def test_masks_in_infos_are_flags_that_can_be_inverted() -> None:
    env = seat.SeatEnv(RULES, ["random"])
    seen, info = env.reset(seed=1)
    assert info["action_mask"].dtype == bool and seen["action_mask"].dtype == np.int8
    assert np.array_equal(info["action_mask"], env.action_masks())
    assert (~info["action_mask"]).sum() + seen["action_mask"].sum() == carrack.NUM_ACTIONS
    info["action_mask"][:] = False
    assert seen["action_mask"].any()
    games = vector.SeatVectorEnv(2, RULES, ["random"])
    seen, info = games.reset(seed=1)
    assert info["action_mask"].dtype == bool and seen["action_mask"].dtype == np.int8
    info["action_mask"][:] = False
    assert seen["action_mask"].any()


def test_the_last_info_has_the_result_of_all_seats() -> None:
    env = seat.SeatEnv(RULES, ["random"])
    _, first = env.reset(seed=1)
    assert "scores" not in first and "ranks" not in first
    info = last_info(env)
    assert info["scores"].tolist() == env.state.scores()
    assert info["ranks"].tolist() == env.state.ranks()
    assert info["scores"].dtype == info["ranks"].dtype == np.int32


def test_the_last_infos_of_all_agents_have_the_result() -> None:
    pytest.importorskip("pettingzoo")
    aec = importlib.import_module("carrack.envs.aec")
    for made, cycles in ((aec.CarrackEnv, None), (aec.env, None), (aec.CarrackEnv, 5)):
        env = made(RULES, max_cycles=cycles)
        env.reset(seed=1)
        last: dict[str, dict[str, Any]] = {}
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                last[agent] = info
            else:
                assert info == {}
            action = None if terminated or truncated else int(seen["action_mask"].argmax())
            env.step(action)
        state = env.unwrapped.state_of_play
        assert list(last) == env.possible_agents and state.is_terminal is (cycles is None)
        for info in last.values():
            if cycles:
                assert info == {}
                continue
            assert info["scores"].tolist() == state.scores() and info["scores"].dtype == np.int32
            assert info["ranks"].tolist() == state.ranks() and info["ranks"].dtype == np.int32


def test_an_illegal_action_has_no_result() -> None:
    env = seat.SeatEnv(RULES, ["random"])
    env.reset(seed=1)
    _, _, ended, _, info = env.step(carrack.NUM_ACTIONS - 1)
    assert ended and "illegal" in info and "scores" not in info


def test_final_infos_of_the_vector_environment_have_the_same_keys() -> None:
    games = vector.SeatVectorEnv(2, RULES, ["random"])
    _, infos = games.reset(seed=1)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, _, ended, _, infos = games.step(infos["action_mask"].argmax(1))
    final = infos["final_info"]
    for game in np.flatnonzero(ended):
        scores, ranks = final["scores"][game], final["ranks"][game]
        assert scores.shape == ranks.shape == (3,)
        assert ranks.tolist() == [int(1 + (scores > own).sum()) for own in scores]
    assert final["scores"].dtype == final["ranks"].dtype == np.int32


def test_no_environment_has_options_of_a_reset() -> None:
    pytest.importorskip("pettingzoo")
    from carrack.envs import aec

    for env in (aec.env(RULES), aec.raw_env(RULES), seat.SeatEnv(RULES)):
        with pytest.raises(carrack.InputError, match="options has 'x', expected none"):
            env.reset(options={"x": 1})
    aec.env(RULES).reset(options={"options": 1})  # as PettingZoo's api_test calls it


def test_wrappers_of_observations_take_a_vector_of_single_environments() -> None:
    """They refuse environments that reset a game in its last step, as the vector environment."""
    gymnasium = pytest.importorskip("gymnasium")
    wrappers = pytest.importorskip("gymnasium.wrappers.vector")
    importlib.import_module("carrack.envs")

    def made() -> Any:
        return gymnasium.make_vec(
            "Carrack-v0", 2, vectorization_mode="sync", ruleset=RULES, opponents=["random"]
        )

    single = made().single_observation_space["observation"]
    wrapped = [
        wrappers.FlattenObservation(made()),
        wrappers.NormalizeObservation(wrappers.FlattenObservation(made())),
        wrappers.TransformObservation(
            made(), lambda seen: seen["observation"], single_observation_space=single
        ),
    ]
    lengths = [envs.single_observation_space.shape[0] for envs in wrapped]
    assert lengths == [carrack.OBSERVATION_SIZE + carrack.NUM_ACTIONS] * 2 + [
        carrack.OBSERVATION_SIZE
    ]
    for envs in wrapped:
        seen, infos = envs.reset(seed=1)
        ended = np.zeros(2, bool)
        while not ended.all():
            assert seen.shape == envs.observation_space.shape
            seen, _, now, _, infos = envs.step(infos["action_mask"].argmax(1))
            ended |= now
        envs.close()
