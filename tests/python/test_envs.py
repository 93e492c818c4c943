"""The adapters pass the suites of the projects that they adapt to."""

import warnings
from typing import Any

import numpy as np
import pytest

import carrack

pettingzoo_test = pytest.importorskip("pettingzoo.test")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")

from carrack.envs import aec, seat  # noqa: E402


def raw(**options: Any) -> aec.CarrackEnv:
    return aec.raw_env(ruleset=carrack.Ruleset(players=3), **options)


def wrapped(**options: Any) -> Any:
    return aec.env(ruleset=carrack.Ruleset(players=3), **options)


@pytest.mark.parametrize("make", [raw, wrapped])
def test_pettingzoo_api(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The suite is surprised by masks, which PettingZoo itself puts into such dicts.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        pettingzoo_test.api_test(make(), num_cycles=700)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_seed() -> None:
    pettingzoo_test.seed_test(wrapped, num_cycles=100)


def test_pettingzoo_render(capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.render_test(wrapped, custom_tests={"svg": lambda s: s.startswith("<svg")})
    assert "caribbean" in capsys.readouterr().out


def test_pettingzoo_games_are_cut_short_after_max_cycles() -> None:
    env = raw(max_cycles=4)
    env.reset(seed=1)
    acted = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if truncated:
            env.step(None)
            continue
        assert not terminated and observation is not None
        acted[agent] += 1
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert acted == {"player_1": 4, "player_2": 4, "player_3": 4}


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


def test_gymnasium_check() -> None:
    env = seat.SeatEnv(carrack.Ruleset(players=2), ["random"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # No registered spec, so the suite cannot make others of its kind to compare.
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
    with pytest.raises(carrack.InputError, match="seat is 3"):
        seat.SeatEnv(rules, seat=3)


def test_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    import carrack.envs.spiel

    game = pyspiel.load_game("carrack(players=2,edition=empires,modules=builder)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    draw = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=draw)
    bot = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=draw)
    decisions = 0
    while decisions < 5:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choice(outcomes, p=odds))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
    with pytest.raises(carrack.InputError, match="scouting"):
        carrack.envs.spiel.CarrackGame({"variants": "scouting"})
