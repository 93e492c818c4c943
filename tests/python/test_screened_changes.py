"""experiments/studies/strength: changes of the search in games."""

import sys
from pathlib import Path

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/strength"))
import kept_games
import screened_changes
import tables


def test_changes_are_tested_against_an_even_share(tmp_path: Path) -> None:
    agents = ("greedy", "random", "greedy", "random")
    plan = kept_games.Plan(carrack.Ruleset("aoe3", 4), agents, 5, 6)
    games = kept_games.tournament(tmp_path / "kept.jsonl", plan, str(tmp_path / "a.db"), "row", 2)
    assert games is not None
    first = screened_changes.CHANGES[0]
    p_values = screened_changes.p_values({first: games})
    shares = [games.win_shares[games.entrants == 0].reshape(6, 4, 2).mean(axis=(1, 2))]
    alone = carrack.mean_p_value(shares[0], 4, expected=0.25, between=(0, 0.5))
    assert p_values[first] == pytest.approx(min(1, 10 * alone))
    share = games.table()[0]
    assert (alone < 0.05) == (not share["win_share_low"] <= 0.25 <= share["win_share_high"])
    assert all(p_values[change] == 1 for change in screened_changes.CHANGES[1:])


def test_changes_are_played_on_seeds_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def kept_games(study: tables.Study, row: tables.Row, first: int) -> None:
        assert first == 300
        played.append(row)

    monkeypatch.setattr(tables.Study, "kept_games", kept_games)
    monkeypatch.setattr(sys, "argv", ["tables.py", "changes", "--kept", str(tmp_path)])
    tables.main()
    assert "| change | games |" in capsys.readouterr().out
    assert [row.name for row in played] == [f"changes/{c}" for c in screened_changes.CHANGES]
    assert len({row.seed for row in played} | {57, *range(62, 67)}) == len(played) + 6
    for row in played:
        changed, base = (carrack.Agent(agent).spec for agent in row.agents[:2])
        assert changed != base and row.agents[2:] == row.agents[:2] and row.games == 900


def with_shares(win_shares: list[float]) -> carrack.Tournament:
    """Games of two against two in which the first entrant's seats have these win shares each; 0
    or 0.5, four games a block.
    """
    blocks = len(win_shares)
    ranks = [[1, 1, 3, 3] if share else [3, 3, 1, 1] for share in win_shares for _ in range(4)]
    entrants = [[0, 0, 1, 1]] * (4 * blocks)
    return carrack.Tournament(
        carrack.Ruleset("aoe3", 4),
        ("one", "other"),
        1,
        np.repeat(np.arange(blocks), 4),
        np.array(entrants, dtype=np.int32),
        np.zeros((4 * blocks, 4), dtype=np.int32),
        np.array(ranks, dtype=np.int32),
        np.full((4 * blocks, 4), -1, dtype=np.int8),
    )


def test_changes_below_even_after_the_first_games_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = {"even": [0.5, 0.0] * 37 + [0.5], "below": [0.5, 0.0] * 37 + [0.0]}
    assert screened_changes.is_continued(with_shares(first["even"]))
    assert not screened_changes.is_continued(with_shares(first["below"]))
    # Later games do not count.
    assert screened_changes.is_continued(with_shares(first["even"] + [0.0] * 150))
    assert not screened_changes.is_continued(with_shares(first["below"] + [0.5] * 150))

    better, worse = screened_changes.CHANGES[:2]
    asked = []

    def kept_games(
        study: tables.Study, row: tables.Row, blocks: int | None = None
    ) -> carrack.Tournament | None:
        change = row.name.removeprefix("changes/")
        if change not in (better, worse):
            return None
        asked.append((change, blocks))
        begun = with_shares(first["even" if change == better else "below"])
        return begun if blocks else with_shares([0.5] * 225)

    monkeypatch.setattr(tables.Study, "kept_games", kept_games)
    monkeypatch.setattr(sys, "argv", ["tables.py", "changes", "--kept", str(tmp_path)])
    tables.main()
    assert asked == [(better, 300), (worse, 300), (better, None)]
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `")]
    assert [(line.split(" | ")[1], line.split(" | ")[-1]) for line in lines] == [
        ("900", "0.000 |"),
        ("300", "dropped |"),
    ]


def test_the_chance_to_find_a_change() -> None:
    pytest.importorskip("scipy")
    import power_of_changes

    draw = np.random.default_rng(2)
    dropped, found = power_of_changes.chances(0.275, draw)
    # The first mean is normal: 0.025 below its own expectation, with the error of 75 blocks.
    assert dropped == pytest.approx(0.039, abs=0.01) and 0.5 < found < 0.7
    dropped, found = power_of_changes.chances(0.25, draw)
    assert dropped == pytest.approx(0.5, abs=0.02) and found < 0.006
