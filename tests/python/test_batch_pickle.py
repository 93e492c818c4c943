"""Pickles of carrack.BatchGame, and steps and restarts of some of its games."""

import concurrent.futures
import copy
import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import says

import carrack

VIEWS = ("observations", "masks", "rewards", "scores", "ranks", "current_player", "done",
         "finished")  # fmt: skip
BOARD = Path(__file__).parents[2] / "experiments/studies/boards/shuffled.json"


def views(games: carrack.BatchGame) -> dict[str, Any]:
    return {name: copy.copy(getattr(games, name)) for name in VIEWS}


def check_same(one: carrack.BatchGame, other: carrack.BatchGame) -> None:
    assert len(one) == len(other) and repr(one) == repr(other)
    for name, view in views(one).items():
        assert np.array_equal(view, getattr(other, name)), name
    assert [one.state(i) for i in range(len(one))] == [other.state(i) for i in range(len(one))]


def played_on(games: carrack.BatchGame) -> carrack.BatchGame:
    """For another process."""
    games.step_random(100)
    return games


RULESETS = [
    carrack.Ruleset(players=3),
    carrack.Ruleset("empires", 5, modules=["builder"]),
    carrack.Ruleset(players=2, board=BOARD, tweak={"name": "t", "tiles": {"navy": {"cost": 17}}}),
]


@pytest.mark.parametrize("rules", RULESETS, ids=str)
@pytest.mark.parametrize("protocol", [0, 2, pickle.HIGHEST_PROTOCOL])
def test_a_pickle_goes_on_as_the_batch(rules: carrack.Ruleset, protocol: int) -> None:
    games = carrack.BatchGame(rules, 5, seed=2**64 - 1, threads=2)
    games.step_random(333)
    other = pickle.loads(pickle.dumps(games, protocol))
    check_same(games, other)
    for _ in range(150):
        games.step(games.masks.argmax(1))
        other.step(other.masks.argmax(1))
    check_same(games, other)
    games.step_random(250)
    other.step_random(250)
    check_same(games, other)
    assert games.finished.sum() > 0


def test_positions_and_what_is_not_observed_are_kept() -> None:
    rules = RULESETS[0]
    starts = [rules.new_state(seed=1)]
    for action in range(3):
        starts.append(starts[-1].clone())
        starts[-1].apply(starts[-1].legal_actions()[action])
    games = carrack.BatchGame(rules, 3, observations=False, positions=starts)
    games.step_random(400)
    other = pickle.loads(pickle.dumps(games))
    assert other.observations is None
    games.step_random(600)
    other.step_random(600)
    check_same(games, other)


def test_other_processes_take_batches() -> None:
    games = carrack.BatchGame(RULESETS[0], 4, seed=3)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
        there = pool.submit(played_on, games).result()
    check_same(there, played_on(games))


def test_dask_takes_batches() -> None:
    serialize = pytest.importorskip("distributed.protocol")
    games = carrack.BatchGame(RULESETS[0], 4, seed=3)
    there = serialize.deserialize(*serialize.serialize(games))
    check_same(games, there)


def test_what_cannot_be_pickled_says_why() -> None:
    with_opponents = carrack.BatchGame(RULESETS[0], 2, opponents=["random"])
    told = says(carrack.InputError, lambda: pickle.dumps(with_opponents))
    assert told == "a batch with opponents cannot be copied or pickled"


def test_damaged_pickles_are_refused() -> None:
    games = carrack.BatchGame(RULESETS[0], 2)
    whole = games.__getstate__()
    short = np.zeros(1, np.uint64)
    changes: list[tuple[tuple[Any, ...], str]] = [
        ((), "this is not a pickled carrack.BatchGame"),
        (whole[:-1], "this is not a pickled carrack.BatchGame"),
        ((*whole[:7], [], *whole[8:]), "different numbers of games"),
        ((*whole[:7], [], short[:0], short[:0], *whole[10:]), "it has no games"),
        ((*whole[:8], short, *whole[9:]), "different numbers of games"),
        ((*whole[:10], whole[10][:-1], *whole[11:]), "different numbers of games"),
        ((*whole[:7], [b"x", b"y"], *whole[8:]), "pickled by carrack"),
        ((*whole[:7], [1, 2], *whole[8:]), "a part has another type"),
        ((whole[0], "seed", *whole[2:]), "a part has another type"),
        ((*whole[:2], 0, *whole[3:]), "threads"),
    ]
    for state, words in changes:
        made = carrack.BatchGame.__new__(carrack.BatchGame)
        assert words in says(carrack.InputError, lambda s=state, m=made: m.__setstate__(s))  # type: ignore[misc]


def test_any_number_of_draws_is_taken_at_once() -> None:
    """A number from elsewhere must not keep the program busy."""
    whole = carrack.BatchGame(RULESETS[0], 2).__getstate__()
    games = carrack.BatchGame.__new__(carrack.BatchGame)
    games.__setstate__((*whole[:9], np.full(2, 2**63, np.uint64), *whole[10:]))
    games.step_random(10)


def test_some_games_can_be_stepped() -> None:
    games = carrack.BatchGame(RULESETS[0], 3, seed=1)
    alone = games.clone()
    where = np.array([True, False, True])
    games.step(games.masks.argmax(1), where)
    alone.step(alone.masks.argmax(1))
    assert games.state(0) == alone.state(0) and games.state(2) == alone.state(2)
    assert games.state(1) == carrack.BatchGame(RULESETS[0], 3, seed=1).state(1)
    games.step([-1, int(games.masks[1].argmax()), -1], [False, True, False])
    assert np.array_equal(games.masks, alone.masks)
    while not games.done.any():
        games.step(games.masks.argmax(1))
    games.step(games.masks.argmax(1), np.zeros(3, bool))
    assert not games.done.any() and not games.rewards.any() and games.finished.sum() == 1


def test_games_can_be_restarted() -> None:
    games = carrack.BatchGame(RULESETS[0], 3, seed=1)
    games.step_random(50)
    before = views(games)
    games.restart(np.array([False, True, False]))
    assert games.state(1).turn == 1 and not games.finished.any()
    assert np.array_equal(games.masks[[0, 2]], before["masks"][[0, 2]])
    later = carrack.BatchGame(RULESETS[0], 6, seed=1)  # has the next game of row 1 in row 4
    assert games.state(1) == later.state(4)
    with_opponents = carrack.BatchGame(RULESETS[0], 2, opponents=["random"], seat=1)
    with_opponents.restart([True, True])
    assert with_opponents.current_player.tolist() == [1, 1]


def test_wrong_flags_are_told_in_one_line() -> None:
    games = carrack.BatchGame(RULESETS[0], 3)
    actions = games.masks.argmax(1)
    for where, error, words in (
        ([1, 0, 1], TypeError, "where is [1, 0, 1], expected an array of bools"),
        ([True, False], carrack.InputError, "where has shape (2,), expected (3,)"),
        ([[True] * 3], carrack.InputError, "where has shape (1, 3), expected (3,)"),
        (None, TypeError, "where is None, expected an array of bools"),
    ):
        assert words in says(error, lambda where=where: games.restart(where))  # type: ignore[misc]
        if where is not None:
            assert words in says(error, lambda where=where: games.step(actions, where))  # type: ignore[misc]
