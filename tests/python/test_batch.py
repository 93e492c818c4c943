"""carrack.BatchGame."""

import copy
import gc
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

ROOT = Path(__file__).parents[2]


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
    """A game replayed manually with the draws visible in the batch."""
    rules = carrack.Ruleset(players=2)
    checked = 0
    for seed in range(6, 12):
        games = carrack.BatchGame(rules, 1, seed=seed)
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
            checked += 1
    assert checked > 0


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


@pytest.mark.parametrize("copied", [carrack.BatchGame.clone, copy.copy, copy.deepcopy])
def test_a_clone_goes_on_by_itself(
    ruleset: carrack.Ruleset, copied: Callable[[carrack.BatchGame], carrack.BatchGame]
) -> None:
    games = carrack.BatchGame(ruleset, 6, seed=5)
    games.step_random(300)
    other = copied(games)
    assert np.array_equal(other.masks, games.masks)
    assert not np.shares_memory(other.masks, games.masks)
    before = games.masks.copy()
    other.step_random(400)
    assert np.array_equal(games.masks, before)
    games.step_random(400)
    for what in ("observations", "masks", "scores", "ranks", "current_player", "finished"):
        assert np.array_equal(getattr(games, what), getattr(other, what))
    assert games.finished.sum() > 0
    with pytest.raises(carrack.InputError, match="with opponents cannot be copied"):
        copied(carrack.BatchGame(ruleset, 1, opponents=["random"]))


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
    with pytest.raises(carrack.IllegalActionError, match="game 1: action -1 is not an action id"):
        games.step([legal[0], -1, legal[2]])
    assert [games.state(i) for i in range(3)] == before
    with pytest.raises(IndexError):
        games.state(3)
    with pytest.raises(carrack.InputError, match="n is 0"):
        carrack.BatchGame(ruleset, 0)
    with pytest.raises(carrack.InputError, match="threads is 0"):
        carrack.BatchGame(ruleset, 1, threads=0)


def middle_of(rules: carrack.Ruleset, seed: int) -> carrack.State:
    """A position in the middle of a random game."""
    state = rules.new_state(seed=seed)
    for _ in range(60):
        state.apply(carrack.agent("random").choose(state, seed))
    return state


def test_games_begin_at_given_positions(ruleset: carrack.Ruleset) -> None:
    positions = [middle_of(ruleset, seed) for seed in range(3)]
    games = carrack.BatchGame(ruleset, 4, seed=5, positions=positions)
    for i in range(4):
        assert games.state(i) == positions[i % 3]
        assert games.masks[i].tolist() == positions[i % 3].legal_mask().tolist()
    while games.finished.min() < 3:
        games.step_random()
        for i in np.flatnonzero(games.done).tolist():  # row i plays games i, i + 4, i + 8, …
            assert games.state(i) == positions[(i + 4 * games.finished[i]) % 3]


def test_positions_without_a_decision_or_of_other_rules_are_refused(
    ruleset: carrack.Ruleset,
) -> None:
    with pytest.raises(carrack.InputError, match="position 0: chance is to move"):
        carrack.BatchGame(ruleset, 1, positions=[ruleset.new_state()])
    other = carrack.Ruleset(players=2)
    with pytest.raises(carrack.InputError, match="position 1 is of aoe3-2, expected"):
        carrack.BatchGame(ruleset, 1, positions=[middle_of(ruleset, 1), middle_of(other, 1)])
    over = ruleset.new_state(seed=1)
    while not over.is_terminal:
        over.apply(over.legal_actions()[0])
    with pytest.raises(carrack.InputError, match="position 0: the game is over"):
        carrack.BatchGame(ruleset, 1, positions=[over])


class First(carrack.PythonAgent):
    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[0]


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("variants", [[], ["scouting"]])
def test_opponents_play_the_games_of_play(seat: int, variants: list[str]) -> None:
    """The games of a batch with one outside seat are those of carrack.play."""
    rules = carrack.Ruleset("empires", players=3, variants=variants)
    opponents: list[str | carrack.PythonAgent] = ["scripted", "mcts:iterations=10,reuse=on"]
    games = carrack.BatchGame(rules, 2, seed=9, threads=2, opponents=opponents, seat=seat)  # type: ignore[arg-type]
    table = [*opponents[:seat], First(), *opponents[seat:]]
    while games.finished.min() < 2:
        assert (games.current_player == seat).all()
        games.step(games.masks.argmax(1))
        for i in np.flatnonzero(games.done).tolist():
            number = int((games.finished[i] - 1) * 2 + i)
            end = carrack.play(rules, table, seed=9, game=number).final_state()
            assert games.scores[i].tolist() == end.scores()
            assert games.ranks[i].tolist() == end.ranks()
            assert games.rewards[i].tolist() == pytest.approx(end.returns())
            assert games.final_observations is not None
            assert np.array_equal(games.final_observations[i], end.observation(seat))


def test_opponents_may_be_agents() -> None:
    rules = carrack.Ruleset(players=3)
    texts = carrack.BatchGame(rules, 3, opponents=["random", "scripted"])
    agents = carrack.BatchGame(rules, 3, opponents=[carrack.agent("random"), "scripted"])
    for games in (texts, agents):
        games.step_random(50)
    assert np.array_equal(texts.masks, agents.masks)


def test_a_batch_says_what_it_plays() -> None:
    rules = carrack.Ruleset(players=2)
    assert repr(carrack.BatchGame(rules, 1)) == "<carrack.BatchGame aoe3-2, 1 game>"
    games = carrack.BatchGame(rules, 64, opponents=["scripted"])
    assert repr(games) == "<carrack.BatchGame aoe3-2, 64 games, opponents scripted>"


def test_what_is_no_opponent_is_named() -> None:
    class Mine(carrack.Agent):
        pass

    given: list[Any] = ["random", [3], [First()], [Mine("random")]]
    for opponents in given:
        with pytest.raises(TypeError, match="^opponents is .*a list of specs .str. or Agents"):
            carrack.BatchGame(carrack.Ruleset(players=2), 2, opponents=opponents)


def test_seats_are_drawn_for_each_game() -> None:
    rules = carrack.Ruleset(players=3)
    one = carrack.BatchGame(rules, 40, seed=1, opponents=["random"])
    two = carrack.BatchGame(rules, 40, seed=1, opponents=["random"], threads=2)
    assert np.array_equal(one.current_player, two.current_player)
    assert np.bincount(one.current_player, minlength=3).min() > 5
    first = one.current_player.copy()
    while one.finished.min() == 0:
        one.step_random()
    assert not np.array_equal(first, one.current_player)


def test_wrong_opponents_and_seats_are_refused() -> None:
    rules = carrack.Ruleset(players=4)
    for options, words in (
        ({"opponents": ["random"] * 2}, "2 opponents, expected 3, or one for all"),
        ({"opponents": ["radnom"]}, "did you mean 'random'"),
        ({"opponents": ["random"], "seat": 4}, "seat is 4, expected 0 to 3"),
        ({"seat": 1}, "seat is 1, but there are no opponents"),
    ):
        with pytest.raises(carrack.InputError, match=words):
            carrack.BatchGame(rules, 2, **options)


def test_an_opponent_that_fails_is_named_and_the_batch_refuses_to_go_on() -> None:
    rules = carrack.Ruleset(players=2)
    program = f"process:{sys.executable} {ROOT}/tests/agents/external/bad_agent.py "
    with pytest.raises(carrack.InputError, match=r"process:.*does not answer its first greeting"):
        carrack.BatchGame(rules, 2, opponents=[program + "dies"], seat=0)
    for how, what in (("crashes", "ended"), ("illegal", "vp 255. is not legal")):
        games = carrack.BatchGame(rules, 2, opponents=[program + how], seat=0)
        with pytest.raises(RuntimeError, match=f"p2, process:.* {how}.*{what}"):
            games.step_random(10_000)
        with pytest.raises(carrack.InputError, match="in the middle of a step"):
            games.step_random()


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
