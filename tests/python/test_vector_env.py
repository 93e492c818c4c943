"""carrack.envs.vector: many games at once."""

import copy
import pickle

import numpy as np
import pytest

import carrack

gymnasium = pytest.importorskip("gymnasium")

from carrack.envs import rewards, vector  # noqa: E402


@pytest.mark.parametrize("reward", ["win_share", "rank", "vp_margin"])
def test_the_vector_environment_is_its_games(reward: rewards.Reward) -> None:
    """Compares with a batch of the same seed, step by step."""
    rules = carrack.Ruleset(players=3)
    env = vector.SeatVectorEnv(5, rules, ["random"], reward=reward, threads=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(5, int))
    seen, infos = env.reset(seed=4)
    ended = 0
    draw = np.random.default_rng(1)
    while ended < 12:
        assert seen in env.observation_space
        assert infos["_action_mask"].all() and infos["_seat"].all()
        seats = infos["seat"]
        masks = infos["action_mask"]
        assert np.array_equal(masks, env.action_masks())
        assert np.array_equal(masks, seen["action_mask"].astype(bool))
        actions = np.array([draw.choice(np.flatnonzero(mask)) for mask in masks])
        before = env.games.finished.copy()
        seen, worth, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert np.array_equal(terminated, env.games.finished > before)
        assert not worth[~terminated].any()
        for i in np.flatnonzero(terminated):
            ended += 1
            own = env.games.scores[i][seats[i]]
            best = max(np.delete(env.games.scores[i], seats[i]))
            if reward == "vp_margin":
                assert worth[i] == own - best
            else:
                assert (worth[i] > 0.5) == (env.games.ranks[i][seats[i]] == 1)
            assert infos["_final_obs"][i] and infos["final_info"]["seat"][i] == seats[i]
            last = infos["final_obs"][i]
            assert not last["action_mask"].any()
            assert last in env.single_observation_space
            assert not np.array_equal(last["observation"], seen["observation"][i])
    again, _ = env.reset(seed=4)
    first, _ = vector.SeatVectorEnv(5, rules, ["random"], reward=reward).reset(seed=4)
    assert np.array_equal(again["observation"], first["observation"])


def test_the_vector_environment_refuses_what_is_wrong() -> None:
    for options, words in (
        ({"opponents": []}, "opponents is"),
        ({"num_envs": 0}, "num_envs is 0"),
        ({"seat": 7}, "seat is 7"),
        ({"num_envs": 2, "threads": 0}, "threads is 0"),
        ({"render_mode": "svg"}, "render_mode is 'svg', expected None"),
    ):
        with pytest.raises(carrack.InputError, match=words):
            vector.SeatVectorEnv(**options)
    with pytest.raises(TypeError, match="opponents is 'random', expected a list"):
        vector.SeatVectorEnv(opponents="random")
    with pytest.raises(TypeError, match=r"opponents\[0\] is 3, expected a spec"):
        vector.SeatVectorEnv(opponents=[3])  # type: ignore[list-item]
    env = vector.SeatVectorEnv(2)
    with pytest.raises(carrack.InputError, match="options has 'seat', expected only reset_mask"):
        env.reset(options={"seat": 1})
    with pytest.raises(carrack.InputError, match="expected one number for all games"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    env.reset(seed=1)
    with pytest.raises(carrack.IllegalActionError):
        env.step(np.array([carrack.NUM_ACTIONS - 1] * 2))


def test_opponents_of_the_vector_environment_may_be_agents() -> None:
    rules = carrack.Ruleset(players=3)
    texts = vector.SeatVectorEnv(3, rules, ["random", "scripted"])
    agents = vector.SeatVectorEnv(3, rules, [carrack.agent("random"), "scripted"])
    one, other = (env.reset(seed=2)[0]["observation"] for env in (texts, agents))
    assert np.array_equal(one, other)


def test_an_environment_is_pickled_before_its_games_begin() -> None:
    rules = carrack.Ruleset(players=3)
    env = vector.SeatVectorEnv(3, rules, ["random"], positions=[rules.new_state(seed=1)])
    other = pickle.loads(pickle.dumps(env))
    one, two = (each.reset(seed=1)[0]["observation"] for each in (env, other))
    assert np.array_equal(one, two)
    for copied in (pickle.dumps, copy.deepcopy):
        with pytest.raises(carrack.InputError, match="cannot be copied or pickled after its first"):
            copied(env)


def test_vector_wrappers_of_gymnasium_fit() -> None:
    wrappers = pytest.importorskip("gymnasium.wrappers.vector")
    env = wrappers.RecordEpisodeStatistics(
        vector.SeatVectorEnv(4, carrack.Ruleset(players=2), ["random"])
    )
    env.reset(seed=1)
    while True:
        _, _, terminated, _, infos = env.step(env.unwrapped.action_masks().argmax(1))
        if terminated.any():
            assert infos["episode"]["l"][terminated].min() > 20
            return
