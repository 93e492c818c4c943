"""carrack.BatchGame."""

import gc
import threading

import numpy as np
import pytest

import carrack


def test_each_row_is_what_its_position_says(ruleset: carrack.Ruleset) -> None:
    games = carrack.BatchGame(ruleset, 8, seed=3)
    assert len(games) == 8 and games.ruleset == ruleset
    draw = np.random.default_rng(1)
    ended = 0
    for _ in range(900):
        actions = [int(draw.choice(np.flatnonzero(mask))) for mask in games.masks]
        before = [games.state(i) for i in range(8)]
        games.step(np.array(actions, np.int16))
        for i, state in enumerate(before):
            state.apply(actions[i])
            assert games.done[i] == (games.rewards[i].sum() > 0)
            if games.done[i]:
                ended += 1
                assert state.is_terminal or state.is_chance
                assert games.scores[i].sum() > 0
                assert games.rewards[i].sum() == pytest.approx(1)
        after = [games.state(i) for i in range(8)]
        assert games.masks.tolist() == [state.legal_mask().tolist() for state in after]
        assert games.current_player.tolist() == [state.current_player for state in after]
        assert games.observations is not None
        for row, state in zip(games.observations, after, strict=True):
            assert np.array_equal(row, state.observation())
    assert ended == games.finished.sum() > 8


def test_final_scores_are_those_of_the_game() -> None:
    """A game played along by hand, with the draws that the batch makes visible."""
    rules = carrack.Ruleset(players=2)
    games = carrack.BatchGame(rules, 1, seed=6)
    while True:
        before = games.state(0)
        action = int(np.flatnonzero(games.masks[0])[-1])
        games.step([action])
        if games.done[0]:
            break
    before.apply(action)
    if before.is_terminal:  # no draw after the last decision
        assert games.scores[0].tolist() == before.scores()
        assert games.rewards[0].tolist() == before.returns()


def test_threads_change_nothing(ruleset: carrack.Ruleset) -> None:
    one = carrack.BatchGame(ruleset, 13, seed=5)
    three = carrack.BatchGame(ruleset, 13, seed=5, threads=3)
    other = carrack.BatchGame(ruleset, 13, seed=6)
    for games in (one, three, other):
        assert games.step_random(400) == 400
    assert np.array_equal(one.observations, three.observations)  # type: ignore[arg-type]
    assert np.array_equal(one.masks, three.masks)
    assert np.array_equal(one.finished, three.finished) and one.finished.sum() > 0
    assert np.array_equal(one.scores, three.scores)
    assert not np.array_equal(one.masks, other.masks)


def test_views_share_memory_and_outlive_the_batch(ruleset: carrack.Ruleset) -> None:
    games = carrack.BatchGame(ruleset, 4)
    masks, seen = games.masks, games.observations
    assert seen is not None and np.shares_memory(masks, games.masks)
    before = masks.copy()
    games.step_random(3)
    assert not np.array_equal(before, masks)
    with pytest.raises(ValueError, match="read-only"):
        masks[0, 0] = True
    shown = seen.copy()
    del games
    gc.collect()
    assert np.array_equal(seen, shown)


def test_observations_can_be_left_out(ruleset: carrack.Ruleset) -> None:
    games = carrack.BatchGame(ruleset, 4, observations=False)
    games.step_random(10)
    assert games.observations is None and games.masks.any()


def test_wrong_actions_change_nothing(ruleset: carrack.Ruleset) -> None:
    games = carrack.BatchGame(ruleset, 3)
    legal = [int(np.flatnonzero(mask)[0]) for mask in games.masks]
    before = [games.state(i) for i in range(3)]
    with pytest.raises(carrack.InputError, match="dtype float64"):
        games.step(np.array(legal, float))
    with pytest.raises(carrack.InputError, match=r"shape \(2,\), expected \(3,\)"):
        games.step(legal[:2])
    with pytest.raises(carrack.InputError, match=r"shape \(1, 3\)"):
        games.step([legal])
    with pytest.raises(carrack.IllegalActionError, match="game 2: action 1650"):
        games.step([*legal[:2], 1650])
    with pytest.raises(carrack.IllegalActionError, match="game 1: action -1 is no action"):
        games.step([legal[0], -1, legal[2]])
    assert [games.state(i) for i in range(3)] == before
    with pytest.raises(IndexError):
        games.state(3)
    with pytest.raises(carrack.InputError, match="n is 0"):
        carrack.BatchGame(ruleset, 0)
    with pytest.raises(carrack.InputError, match="threads is 0"):
        carrack.BatchGame(ruleset, 1, threads=0)


def test_python_threads_take_turns(ruleset: carrack.Ruleset) -> None:
    games = carrack.BatchGame(ruleset, 4, seed=2)
    alone = carrack.BatchGame(ruleset, 4, seed=2)
    threads = [threading.Thread(target=games.step_random, args=(200,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone.step_random(800)
    assert np.array_equal(games.masks, alone.masks)
