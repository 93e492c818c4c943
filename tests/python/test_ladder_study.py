"""experiments/studies/learning/ladder.py: agents against the bot of OpenSpiel."""

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

import carrack

pytest.importorskip("pyspiel")

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
import ladder as study  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

import carrack.envs.spiel as spiel  # noqa: E402

WORDS = ["--players", "2", "--blocks", "1", "--seconds", "0.005"]
WORDS += ["--agent", "scripted", "--agent", "mcts:time=SECONDS"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("ladder") / "ladder.jsonl"
    assert study.main([str(file), *WORDS]) == 0
    return file


def test_time_per_move_is_that_of_the_plan(played: Path) -> None:
    rows = [json.loads(line) for line in played.read_text().splitlines()[1:]]
    assert [row["agent"] for row in rows] == ["scripted", "mcts:time=0.005"]
    for row in rows:
        assert row["games"] == 2 and min(row["moves"]) > 50
        assert row["simulations"] >= 2
        assert 0 <= row["win_share"] <= 1 and row["vp"] > 20
    assert 0 < rows[0]["seconds"] < rows[1]["seconds"] and rows[1]["seconds"] > 0.0025


def test_a_complete_file_is_not_played_again(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study, "play_block", None)
    assert study.main([str(played), *WORDS]) == 0
    out = capsys.readouterr().out
    rows = re.findall(r"^\| `(.+)` \| 2 \| \d\.\d{3} \| \d+\.\d \|", out, re.MULTILINE)
    assert rows == ["scripted", "mcts:time=0.005"]


def test_an_interrupted_file_continues(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    file = tmp_path / "parts.jsonl"
    file.write_bytes(b"".join(lines[:2]) + lines[2][:10])
    wanted = []

    def play(plan: study.Plan, spec: str, block: int) -> dict[str, object]:
        wanted.append((spec, block))
        return dict(json.loads(lines[2]))

    monkeypatch.setattr(study, "play_block", play)
    assert study.main([str(file), *WORDS]) == 0
    assert wanted == [("mcts:time=0.005", 0)] and file.read_bytes() == played.read_bytes()


@pytest.mark.parametrize("rollouts", study.ROLLOUTS)
def test_the_bot_chooses_legal_actions_in_both_editions(rollouts: str) -> None:
    for rules in (carrack.Ruleset("empires", 4, ["builder"]), carrack.Ruleset("aoe3", 2)):
        bot = study.OpenSpielBot(rules, 0.002, rollouts)
        states = [s for s in carrack.play(rules, ["random"], seed=5) if s.current_player >= 0]
        chosen = states[:: len(states) // 3]
        for state in chosen:
            assert bot.choose(state, seed=2**63 + 5) in state.legal_actions()
        assert bot.clock.moves == len(chosen) and bot.simulations >= 2 * len(chosen)


def test_the_mean_time_per_move_is_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock whose speed varies, from 20 to 180 simulations a second."""
    bot = study.OpenSpielBot(carrack.Ruleset("aoe3", 2), 0.5, "engine")
    draw = np.random.default_rng(1)
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(study, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    for _ in range(300):
        start = clock.now
        count = bot.next_simulations
        clock.now += count / draw.uniform(20, 180)
        bot.clock.add(start)
        bot._plan_next(count, clock.now - start)
    assert bot.clock.moves == 300 and bot.clock.seconds / 300 == pytest.approx(0.5, rel=0.05)


def expected_shares(state: carrack.State) -> NDArray[np.float64]:
    """[players] the mean win shares of uniformly random games from here, over all of them."""
    if state.is_terminal:
        return np.array(state.returns())
    options = state.legal_actions()
    steps = state.chance_outcomes() if state.is_chance else [(a, 1 / len(options)) for a in options]
    total = np.zeros(state.num_players)
    for action, weight in steps:
        after = state.clone()
        after.apply(action)
        total += weight * expected_shares(after)
    return total


@pytest.mark.parametrize("before_end", [3, 5])
def test_rollouts_are_uniformly_random_games(before_end: int) -> None:
    """At a chance draw and at a decision shortly before the end, where all games are known."""
    end = list(carrack.play(carrack.Ruleset(players=3), ["random"], seed=3))[-before_end]
    assert end.is_chance == (before_end == 3)
    shares = expected_shares(end)
    assert 0.5 < shares.max() < 0.7 and shares.sum() == pytest.approx(1)
    position = spiel.CarrackGame({"players": 3}).new_initial_state()
    position.position = end
    rollouts = 2000
    for evaluator in (
        study.EngineRollouts(np.random.RandomState(1)),
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
    ):
        found = np.mean([evaluator.evaluate(position) for _ in range(rollouts)], axis=0)
        assert np.abs(found - shares).max() < 4 * 0.5 / rollouts**0.5


def test_rollouts_of_the_engine_are_fair_at_the_start() -> None:
    state = spiel.CarrackGame({"players": 2}).new_initial_state()
    evaluator = study.EngineRollouts(np.random.RandomState(1))
    own = np.mean([evaluator.evaluate(state) for _ in range(400)], axis=0)
    assert own.sum() == pytest.approx(1) and abs(own[0] - 0.5) < 4 * 0.5 / 20


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--players", "3"], "players is 3, expected an even number"),
        (["--blocks", "0"], "blocks is 0, expected 1 or more"),
        (["--seconds", "nan"], "seconds is nan, expected 0.001 to 3600"),
        (["--agent", "polcy"], "policy"),
    ],
)
def test_wrong_arguments(
    words: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study.main([str(tmp_path / "x"), *words]) == 1
    error = capsys.readouterr().err
    assert expected in error and len(error.splitlines()) == 1


def test_wrong_rows_are_refused(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = played.read_text().splitlines()
    for changed in ({"win_share": 2}, {"block": 7}, {"vp": "x"}, {"agent": 1}):
        file = tmp_path / "wrong.jsonl"
        wrong = json.dumps({**json.loads(lines[1]), **changed})
        file.write_text("\n".join([lines[0], wrong, lines[2]]) + "\n")
        assert study.main([str(file), *WORDS]) == 1
        assert "wrong.jsonl:2: expected a block" in capsys.readouterr().err
