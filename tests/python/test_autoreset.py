"""The modes of autoreset of carrack.envs.vector, as Gymnasium defines them."""

from typing import Any

import numpy as np
import pytest
from conftest import says

import carrack

gymnasium = pytest.importorskip("gymnasium")
wrappers = pytest.importorskip("gymnasium.wrappers.vector")

from gymnasium.vector import AutoresetMode  # noqa: E402

from carrack.envs import vector  # noqa: E402

RULES = carrack.Ruleset(players=2)


def made(autoreset: Any, num_envs: int = 3, **options: Any) -> vector.SeatVectorEnv:
    return vector.SeatVectorEnv(num_envs, RULES, ["random"], autoreset=autoreset, **options)


def row(seen: dict[str, Any], game: int) -> list[Any]:
    return [seen["observation"][game].tolist(), seen["action_mask"][game].tolist()]


def by_game(env: vector.SeatVectorEnv, rounds: int) -> list[list[Any]]:
    """Of each row of the environment what a player of first actions sees, until each has played
    two games: observations with masks, rewards, and the results of games.
    """
    seen, infos = env.reset(seed=5)
    told: list[list[Any]] = [[row(seen, game)] for game in range(env.num_envs)]
    over = np.zeros(env.num_envs, bool)
    for _ in range(rounds):
        seats = infos["seat"]
        seen, worth, ended, truncated, infos = env.step(infos["action_mask"].argmax(1))
        assert not truncated.any() and seen in env.observation_space
        assert np.array_equal(env.action_masks(), infos["action_mask"])
        for game in range(env.num_envs):
            if over[game]:  # the step that only begins the next game
                assert worth[game] == 0 and not ended[game]
            else:
                told[game].append([float(worth[game]), bool(ended[game])])
            if ended[game]:
                final = infos.get("final_info", infos)
                assert infos["seat"][game] == seats[game] or "final_info" in infos
                told[game].append([final["scores"][game].tolist(), final["ranks"][game].tolist()])
                if "final_obs" in infos:
                    last = infos["final_obs"][game]
                    told[game].append(row({name: [last[name]] for name in last}, 0))
            told[game].append(row(seen, game))
        over = ended & (env.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP)
        if env.metadata["autoreset_mode"] == AutoresetMode.DISABLED and ended.any():
            seen, infos = env.reset(options={"reset_mask": ended})
            for begun in np.flatnonzero(ended).tolist():
                told[begun].append(row(seen, begun))
            over[:] = False
    return told


def test_all_modes_play_the_same_games() -> None:
    same = by_game(made("same_step"), 160)
    assert all(sum(len(step) == 2 and step[1] is True for step in game) >= 2 for game in same)
    for mode in ("next_step", AutoresetMode.DISABLED):
        for one, other in zip(same, by_game(made(mode, threads=2), 160), strict=True):
            length = min(len(one), len(other))
            assert one[:length] == other[:length]


def test_the_mode_is_in_the_metadata() -> None:
    assert made("same_step").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert vector.SeatVectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    for mode in (AutoresetMode.NEXT_STEP, "next_step"):
        assert made(mode).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env = gymnasium.make_vec("carrack.envs:Carrack-v0", num_envs=2, autoreset="disabled")
    assert env.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    for wrong in ("NextStep", "next", None, 3):
        told = says(carrack.InputError, lambda wrong=wrong: made(wrong))  # type: ignore[misc]
        assert told.endswith("expected one of next_step, same_step, disabled")


def test_the_last_observation_stays_until_the_next_game() -> None:
    env = made("next_step")
    _, infos = env.reset(seed=1)
    ended = np.zeros(3, bool)
    while not ended.any():
        seats = infos["seat"]
        seen, worth, ended, _, infos = env.step(infos["action_mask"].argmax(1))
    game = int(ended.argmax())
    assert not seen["action_mask"][game].any() and not infos["action_mask"][game].any()
    assert infos["seat"][game] == seats[game] and infos["_scores"].tolist() == ended.tolist()
    own, other = infos["scores"][game][[seats[game], 1 - seats[game]]]
    assert worth[game] == (own > other) or own == other
    masks = infos["action_mask"].copy()
    seen, worth, ended, _, infos = env.step(masks.argmax(1))  # 0 is not legal, and is ignored
    assert not ended[game] and worth[game] == 0 and seen["action_mask"][game].any()
    assert "scores" not in infos or not infos["_scores"][game]
    assert env.games.state(game).turn == 1


def test_a_game_that_is_over_needs_a_reset() -> None:
    env = made("disabled")
    _, infos = env.reset(seed=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        made("disabled").reset(options={"reset_mask": np.ones(3, bool)})
    ended = np.zeros(3, bool)
    while not ended.any():
        seen, _, ended, _, infos = env.step(infos["action_mask"].argmax(1))
    game = int(ended.argmax())
    with pytest.raises(gymnasium.error.ResetNeeded, match=f"game {game} is over: call reset"):
        env.step(infos["action_mask"].argmax(1))
    others = np.arange(3) != game
    again, infos = env.reset(options={"reset_mask": ended})
    assert np.array_equal(again["observation"][others], seen["observation"][others])
    assert again["action_mask"].any(1).all() and env.games.finished[game] == 1
    env.step(infos["action_mask"].argmax(1))


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_games_under_way_can_be_reset_too(mode: str) -> None:
    env = made(mode)
    _, infos = env.reset(seed=2)
    for _ in range(5):
        before, _, _, _, infos = env.step(infos["action_mask"].argmax(1))
    mask = np.array([False, True, False])
    seen, infos = env.reset(options={"reset_mask": mask})
    changed = (seen["observation"] != before["observation"]).any(1)
    assert changed.tolist() == mask.tolist() and not env.games.finished.any()
    assert env.games.state(1).turn == 1 and infos["action_mask"][1].any()


def test_wrong_options_are_told_in_one_line() -> None:
    env = made("next_step")
    env.reset(seed=1)
    every = np.ones(3, bool)
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"options": {"mask": every}}, carrack.InputError, "options has 'mask', expected only"),
        ({"options": {"reset_mask": [True] * 3}}, TypeError, "of type list, expected an array"),
        ({"options": {"reset_mask": np.ones(3)}}, TypeError, "ndarray, expected an array of bools"),
        ({"options": {"reset_mask": every[:2]}}, carrack.InputError, r"shape (2,), expected (3,)"),
        ({"options": {"reset_mask": ~every}}, carrack.InputError, "has no True, expected one"),
        ({"seed": 1, "options": {"reset_mask": every}}, carrack.InputError, "lets other games go"),
    ]
    for given, error, told in wrong:
        assert told in says(error, lambda given=given: env.reset(**given))  # type: ignore[misc]


def test_wrappers_of_vectors_fit() -> None:
    flat = wrappers.FlattenObservation(made("next_step", 2))
    for env in (
        wrappers.NormalizeObservation(flat),
        wrappers.NormalizeReward(made("next_step", 2)),
        wrappers.RecordEpisodeStatistics(made("next_step", 2)),
        wrappers.RecordEpisodeStatistics(made("same_step", 2)),
    ):
        _, infos = env.reset(seed=1)
        lengths: list[int] = []
        played = np.zeros(2, int)
        while len(lengths) < 3:
            over = env.unwrapped._over.copy()
            _, _, ended, _, infos = env.step(infos["action_mask"].argmax(1))
            played += ~over
            if "episode" in infos:
                assert infos["episode"]["l"][ended].tolist() == played[ended].tolist()
            lengths += played[ended].tolist()
            played[ended] = 0
        assert min(lengths) > 20
