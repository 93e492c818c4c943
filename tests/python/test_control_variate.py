"""experiments/studies/learning/control_variate.py: forks, and the games that are saved."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
import control_variate as study

RULES = carrack.Ruleset(players=2)


@pytest.fixture(scope="module")
def plan() -> study.Plan:
    return study.Plan(RULES, carrack.Network("default").spec, "policy:temperature=1", 6)


def test_a_fork_is_a_purchase_and_the_choice_without_it(plan: study.Plan) -> None:
    network = carrack.Network("default")
    agent = carrack.agent(plan.agent)
    found = study.occasions(carrack.State(RULES, seed=4), agent, 1)
    tiles = [at.tile for at in found]
    assert len(tiles) == len(set(tiles)) > 5
    for at in found:
        assert at.state.turn in study.TURNS
        assert at.state.action_to_string(at.buy) == f"buy {at.tile}"
        before = at.state.hash()
        branch = study.played_on(at.state, at.buy, agent, network, 1)
        assert at.state.hash() == before
        assert 0 < branch.short < branch.long and 0 < branch.value < 1
        assert branch.outcome in (0, 0.5, 1)
    # The branches of an action and itself are the same game.
    again = study.played_on(found[0].state, found[0].buy, agent, network, 1)
    assert again == study.played_on(found[0].state, found[0].buy, agent, network, 1)


def test_the_saving_is_that_of_the_best_proportion() -> None:
    """A search over all proportions of short to long branches finds nothing better."""
    for r, cost in [(0.9, 0.05), (0.5, 0.1), (0.3, 0.02), (-0.6, 0.04), (0.2, 0.3)]:
        per_long = np.linspace(1, 60, 20_000)
        # With m = per_long n branches until the next turn, n of them until the end, the variance
        # is (1 - r^2) / n + r^2 / m, at a cost of n + (m - n) cost.
        error = ((1 - r**2) + r**2 / per_long) * (1 + (per_long - 1) * cost)
        best = min(1.0, error.min())
        assert study.needed(r, cost) == pytest.approx(best, abs=0.002)
    assert study.needed(0, 0.1) == 1 and study.needed(np.nan, 0.1) == 1
    assert study.needed(1, 0.1) == pytest.approx(0.1)


def test_a_run_continues_and_has_the_same_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "forks.jsonl"
    words = [str(file), "--games", "40", "--players", "2", "--agent", "policy:temperature=1"]
    assert study.main(words) == 0
    whole = capsys.readouterr().out
    content = file.read_text()
    turns = re.findall(r"^\| (\d) \| (\d+) \|", whole, re.MULTILINE)
    rows = [json.loads(line) for line in content.splitlines()[1:]]
    counts = {turn: sum(row.get("turn") == turn for row in rows) for turn in study.TURNS}
    assert {int(turn): int(forks) for turn, forks in turns} == {
        turn: forks for turn, forks in counts.items() if forks > 1
    }
    file.write_text("".join(line + "\n" for line in content.splitlines()[:17]))
    assert study.main(words) == 0
    assert file.read_text() == content and capsys.readouterr().out == whole


@pytest.mark.parametrize(
    "wrong",
    [
        '{"game":-1}',
        '{"game":0,"tile":"navy"}',
        '{"game":0,"turn":9}',
        '{"games":0}',
        '{"game":"0"}',
        '{"game":2}',
    ],
)
def test_a_damaged_row_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    file = tmp_path / "forks.jsonl"
    words = [str(file), "--games", "2", "--players", "2"]
    assert study.main(words) == 0
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], wrong, lines[2]]) + "\n")
    capsys.readouterr()
    assert study.main(words) != 0
    assert f"{file}:2: expected a game" in capsys.readouterr().err


def test_a_game_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "forks.jsonl"
    words = [str(file), "--games", "2", "--players", "2"]
    assert study.main(words) == 0
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], lines[2], lines[2]]) + "\n")
    assert study.main(words) == 1
    assert f"{file}:3: expected a game of its own below 2" in capsys.readouterr().err


def test_wrong_seeds_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert study.main([str(tmp_path / "x"), "--seed", "-1"]) == 1
    assert capsys.readouterr().err == "carrack: seed is -1, expected 0 or more\n"
