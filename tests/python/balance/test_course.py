"""Lead changes, comebacks and runaways of games by hand; seats by block."""

import numpy as np
import pytest

from carrack.balance.measures.course import course_of_turns
from carrack.balance.measures.seats import block_mean, seat_blocks, seat_rows

from .games import tournament


def test_lead_changes_comebacks_and_runaways() -> None:
    always = [[t, 0] for t in range(1, 9)]  # p1 leads alone after every turn
    late = [[5, 1]] * 5 + [[5, 6], [5, 5], [5, 9]]  # p2 takes the lead, a tie, and wins
    vp = np.array([always, late, always, late])
    games = tournament([[1, 2], [2, 1], [1, 2], [2, 1]])
    course = course_of_turns(games, vp, np.array([10, 20, 10, 20]), np.array([1, 3, 1, 3]))
    assert course.lead_changes.mean == 0.5  # a tie with the leader is no change
    assert course.comebacks.mean == course.last_wins.mean == course.runaways.mean == 0.5
    assert [share.mean for share in course.leader_wins] == [0.5] * 5 + [1, 0.75]
    assert course.lead[:2] == (2.5, 3.0) and course.winner_margin.mean == 6
    assert course.decisions.mean == 15 and course.purchases.mean == 2
    for share in (course.comebacks, *course.leader_wins):
        assert 0 <= share.low < share.high <= 1


def test_a_lead_of_all_players_wins_an_even_share() -> None:
    vp = np.tile([[0, 0, 0], [3, 3, 1]] * 4, (3, 1, 1))
    games = tournament([[1, 2, 3], [2, 1, 3], [3, 2, 1]])
    course = course_of_turns(games, vp, np.ones(3, int), np.ones(3, int))
    assert [share.mean for share in course.leader_wins[:2]] == pytest.approx([1 / 3, 1 / 3])
    assert course.comebacks.mean == pytest.approx(1 / 3)


def test_tied_leaders_share_a_win() -> None:
    vp = np.full((2, 8, 2), 7)
    course = course_of_turns(tournament([[1, 1], [1, 1]]), vp, np.ones(2, int), np.ones(2, int))
    assert course.comebacks.mean == 0
    assert course.lead_changes.mean == 0 and course.runaways.mean == 0


def test_counts_stay_above_zero() -> None:
    """Also where few blocks differ much."""
    vp = np.repeat([[[0, 0]], [[90, 0]], [[0, 0]]], 8, axis=1)
    many = np.array([0, 90, 0])
    course = course_of_turns(tournament([[1, 1], [1, 2], [1, 1]]), vp, many, many)
    for count in (course.winner_margin, course.decisions, course.purchases):
        assert count.mean == 30 and count.low == 0 and count.high > 100


def test_equal_games_of_a_block_count_once() -> None:
    """The interval over 30 blocks of four equal games is not that of 120 games."""
    draw = np.random.default_rng(1)
    first = draw.permuted(np.tile([1, 2, 3, 4], (30, 1)), axis=1)
    once = seat_rows([seat_blocks(tournament(first.tolist()))])
    often = seat_rows([seat_blocks(tournament(np.repeat(first, 4, axis=0).tolist(), 4))])
    for one, four in zip(once, often, strict=True):
        assert one.blocks == four.blocks == 30 and four.games == 120
        assert four.win_share == pytest.approx(one.win_share)


def test_block_means_do_not_need_an_order() -> None:
    games = tournament([[1, 2], [2, 1], [1, 2], [1, 2]], 2)
    object.__setattr__(games, "block", np.array([1, 0, 1, 0]))
    assert block_mean(games, np.array([1, 2, 3, 4])).tolist() == [3, 2]
