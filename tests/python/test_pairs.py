"""Who beats whom: Tournament.pairs and Ledger.pairs."""

from pathlib import Path

import numpy as np
import pytest
from balance.games import tournament

import carrack
from carrack._pairs import pairs_of

pd = pytest.importorskip("pandas")

COLUMNS = ["agent", "other", "games", "blocks", "ahead", "ahead_low", "ahead_high",
           "vp_difference", "vp_difference_low", "vp_difference_high", "p"]  # fmt: skip


def test_figures_by_hand() -> None:
    """Three entrants in blocks of two games. VP are 100 minus 10 for each rank."""
    games = tournament(
        [[1, 2], [2, 1], [1, 1], [1, 2], [2, 1], [1, 2]],
        per_block=2,
        entrants=[[0, 1], [0, 1], [0, 1], [1, 0], [0, 2], [2, 0]],
    )
    frame = games.pairs()
    assert list(frame.columns) == COLUMNS
    met = [("agent 0", "agent 1"), ("agent 0", "agent 2"), ("agent 1", "agent 0"),
           ("agent 2", "agent 0")]  # fmt: skip
    assert list(zip(frame["agent"], frame["other"], strict=True)) == met  # 1 and 2 never met
    rows = frame.set_index(["agent", "other"])
    one = rows.loc[met[0]]  # the first block: won, lost; the second: a tie, lost
    assert one["games"] == 4 and one["blocks"] == 2
    assert one["ahead"] == (1 + 0 + 0.5 + 0) / 4
    assert one["vp_difference"] == (10 - 10 + 0 - 10) / 4
    expected = carrack.mean_interval([0.5, 0.25], 2, between=(0, 1))
    assert (one["ahead_low"], one["ahead_high"]) == expected[1:]
    expected = carrack.mean_interval([0, -5], 2, step=1)
    assert (one["vp_difference_low"], one["vp_difference_high"]) == expected[1:]
    lost = rows.loc[met[1]]  # in one block: no intervals
    assert (lost["games"], lost["blocks"], lost["ahead"], lost["vp_difference"]) == (2, 1, 0, -10)
    assert lost[["ahead_low", "ahead_high", "vp_difference_low", "p"]].isna().all()
    alone = carrack.mean_p_value([0.5, 0.25], 2, expected=0.5, between=(0, 1))
    assert one["p"] == pytest.approx(alone)  # the only pair with two blocks


def test_rates_ahead_count_every_pair_of_seats() -> None:
    games = tournament(
        [[1, 2, 3], [1, 1, 3], [3, 2, 1]], entrants=[[0, 1, 0], [0, 1, 1], [1, 1, 2]]
    )
    pairs = {(pair.one, pair.other): pair for pair in pairs_of(games)}
    # first game: ahead and behind; second: a tie and ahead
    assert pairs[0, 1].ahead.mean == pytest.approx((1 + 1.5) / 4)
    assert pairs[1, 0].ahead.mean == pytest.approx(1 - pairs[0, 1].ahead.mean)
    assert pairs[0, 1].games == pairs[0, 1].blocks == 2
    assert (0, 2) not in pairs and (1, 1) not in pairs


def test_the_other_direction_is_the_mirror_image(ruleset: carrack.Ruleset) -> None:
    agents = ["scripted", "random", "greedy", "scripted"]
    rows = carrack.tournament(ruleset, agents, 16, kind="round-robin").pairs()
    by_pair = rows.set_index(["agent", "other"])
    assert len(rows) == 12 and "scripted #2" in set(rows["agent"])
    for one, other in by_pair.index:
        here, there = by_pair.loc[(one, other)], by_pair.loc[(other, one)]
        assert here["games"] == there["games"] > 0
        assert here["ahead"] == pytest.approx(1 - there["ahead"])
        assert here["ahead_low"] == pytest.approx(1 - there["ahead_high"])
        assert here["p"] == there["p"] <= 1
        assert here["vp_difference"] == pytest.approx(-there["vp_difference"])
        assert here["vp_difference_high"] == pytest.approx(-there["vp_difference_low"])
    assert by_pair.loc[("scripted", "random"), "ahead_low"] > 0.5
    matrix = rows.pivot(index="agent", columns="other", values="ahead")
    assert np.isnan(np.diag(matrix)).all() and matrix.shape == (4, 4)


def test_intervals_always_have_a_width(ruleset: carrack.Ruleset) -> None:
    """Also where all blocks are equal."""
    games = tournament([[1, 2]] * 8)
    for row in games.pairs().itertuples():
        assert row.ahead in (0, 1)
        assert 0 <= row.ahead_low < row.ahead_high <= 1
        assert row.vp_difference_low < row.vp_difference < row.vp_difference_high


def test_two_agents_that_share_all_wins_have_their_win_share(ruleset: carrack.Ruleset) -> None:
    result = carrack.tournament(carrack.Ruleset(players=2), ["scripted", "greedy"], 8)
    ahead = result.pairs()["ahead"].tolist()
    assert ahead == pytest.approx([row["win_share"] for row in result.table()])


def test_pairs_of_a_ledger(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "l.db"
    played = carrack.tournament(ruleset, ["scripted", "random", "greedy"], 4, ledger=file)
    pd.testing.assert_frame_equal(carrack.Ledger(file).pairs(), played.pairs())


def test_without_games_there_are_no_pairs(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    alone = tournament([[1, 2]], entrants=[[0, 0]]).pairs()
    assert alone.empty and list(alone.columns) == COLUMNS
    assert alone["ahead"].dtype == np.float64
