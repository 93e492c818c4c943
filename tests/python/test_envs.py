"""The adapters pass the test suites of PettingZoo and Gymnasium."""

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


# PettingZoo's max_cycles_test is for environments in which any action is legal and all agents act
# simultaneously: it samples actions without a mask, and expects as many steps of a `parallel_env`
# as turns of each agent. Here an illegal action ends the game, and a step of a turn-based
# `parallel_env` is one turn of one agent. PettingZoo excludes its own board games, too. The
# property is tested below with legal actions.


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
    with pytest.raises(carrack.InputError, match="options has 'seat', expected none"):
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
