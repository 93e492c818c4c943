"""carrack.envs.aec: PettingZoo's suites, truncation, rewards and illegal actions."""

import warnings
from typing import Any

import numpy as np
import pytest

import carrack

pettingzoo_test = pytest.importorskip("pettingzoo.test")
gymnasium = pytest.importorskip("gymnasium")

from carrack.envs import aec  # noqa: E402


def raw(**options: Any) -> aec.CarrackEnv:
    return aec.raw_env(ruleset=carrack.Ruleset(players=3), **options)


def wrapped(**options: Any) -> Any:
    return aec.env(ruleset=carrack.Ruleset(players=3), **options)


@pytest.mark.parametrize("make", [raw, wrapped])
def test_pettingzoo_api(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The suite warns about masks, although PettingZoo itself uses such dicts.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        pettingzoo_test.api_test(make(), num_cycles=700)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_raw() -> None:
    env = aec.CarrackEnv(carrack.Ruleset(players=3))
    assert aec.raw_env is aec.CarrackEnv
    for call in (lambda: env.step(0), lambda: env.observe("player_1"), env.render):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            call()
    env.reset(seed=np.int64(5))  # type: ignore[arg-type]
    first = env.state_of_play
    env.reset(seed=5)
    assert env.state_of_play == first


def test_pettingzoo_seed() -> None:
    pettingzoo_test.seed_test(wrapped, num_cycles=100)


def test_pettingzoo_render(capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.render_test(wrapped, custom_tests={"svg": lambda s: s.startswith("<svg")})
    assert "caribbean" in capsys.readouterr().out


@pytest.mark.parametrize("make", [raw, wrapped])
def test_pettingzoo_games_are_truncated_after_max_cycles(make: Any) -> None:
    env = make(max_cycles=4)
    for _ in range(2):  # a reset begins to count anew
        env.reset(seed=1)
        turns = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            turns[agent] += 1
            observation, reward, terminated, truncated, _ = env.last()
            assert not terminated and reward == 0 and observation is not None
            assert np.array_equal(observation["observation"], env.observe(agent)["observation"])
            if truncated:
                assert all(env.truncations.values())
                env.step(None)
            else:
                env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        # Every agent steps once more when it is done, as in the suite.
        assert set(turns.values()) == {4 + 1} and not env.agents
        position = env.unwrapped.state_of_play
        assert not position.is_terminal and position.current_player >= 0


def test_pettingzoo_truncation_does_not_hide_the_end() -> None:
    env = raw()
    env.reset(seed=2)
    turns = 0
    while env.agents and not any(env.terminations.values()):
        env.step(env.state_of_play.legal_actions()[0])
        turns += 1
    most = -(-turns // 3)  # the smallest number of cycles sufficient for the game
    for max_cycles, is_cut in ((most, False), (most - 1, True)):
        env = raw(max_cycles=max_cycles)
        env.reset(seed=2)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            env.step(env.state_of_play.legal_actions()[0])
        assert all(env.truncations.values()) == is_cut != all(env.terminations.values())
        assert sum(env.rewards.values()) == pytest.approx(0 if is_cut else 1)
    with pytest.raises(carrack.InputError, match="max_cycles is 0"):
        raw(max_cycles=0)


def test_pettingzoo_truncation_as_a_parallel_environment() -> None:
    parallel = pytest.importorskip("pettingzoo.utils").turn_based_aec_to_parallel(raw(max_cycles=4))
    observations, _ = parallel.reset(seed=1)
    steps = 0
    while parallel.agents:
        seen = {agent: np.flatnonzero(o["action_mask"]) for agent, o in observations.items()}
        actions = {agent: int(legal[0]) if len(legal) else None for agent, legal in seen.items()}
        observations, _, terminations, truncations, _ = parallel.step(actions)
        steps += 1
    assert steps == 4 * 3 and all(truncations.values()) and not any(terminations.values())


def test_pettingzoo_rewards_are_shares_of_the_win() -> None:
    env = raw()
    env.reset(seed=2)
    total = 0.0
    for _ in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            total += reward
            env.step(None)
            continue
        assert reward == 0 and observation is not None
        env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
    assert total == pytest.approx(1)


@pytest.mark.parametrize("make", [raw, wrapped])
def test_pettingzoo_rewards_are_those_of_the_other_adapters(make: Any) -> None:
    for reward in ("win_share", "rank", "vp_margin"):
        env = make(reward=reward)
        env.reset(seed=2)
        while not any(env.terminations.values()):
            assert not any(env.rewards.values())
            observation = env.observe(env.agent_selection)
            env.step(int(observation["action_mask"].argmax()))
        worth = list(env.rewards.values())
        state = env.unwrapped.state_of_play
        scores = state.scores()
        if reward == "win_share":
            assert worth == state.returns()
        elif reward == "rank":
            places = [(3 - rank) / 2 for rank in state.ranks()]
            assert len(set(places)) == 3  # without ties
            assert worth == places
        else:
            best = [max(scores[:i] + scores[i + 1 :]) for i in range(3)]
            assert worth == [own - other for own, other in zip(scores, best, strict=True)]
    with pytest.raises(carrack.InputError, match="reward is 'vp', expected one of"):
        make(reward="vp")


def test_an_illegal_action_is_raised_raw_and_ends_the_game_wrapped() -> None:
    env = raw()
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(carrack.IllegalActionError):
        env.step(illegal)
    with pytest.raises(carrack.InputError, match="action is None"):
        env.step(None)
    outer = wrapped()
    outer.reset(seed=1)
    who = outer.agent_selection
    outer.step(illegal)
    assert outer.terminations[who] and outer._cumulative_rewards[who] == -1
