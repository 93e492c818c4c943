"""experiments/studies/learning/policy_targets.py: divergences, and a run that continues."""

import json
import re
import signal
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

import carrack

FOLDER = Path(__file__).parents[2] / "experiments/studies/learning"
sys.path.insert(0, str(FOLDER))
import policy_targets as study  # noqa: E402

WORDS = ["--small", "--players", "2", "--play", "mcts:iterations=20"]
WORDS += ["--search", "mcts:iterations=60"]


def sample(visits: list[list[list[int]]], game: list[int]) -> study.Sample:
    table = np.array(visits, float)
    states = [carrack.State(carrack.Ruleset())] * len(game)
    return study.Sample(states, np.array(game), np.ones(table.shape[1:], bool), table)


def test_divergence_is_the_mean_over_both_searches() -> None:
    targets = sample([[[1, 3]], [[4, 0]]], [0]).targets
    policy = np.log([[0.5, 0.5]])
    first = 0.25 * np.log(0.25 / 0.5) + 0.75 * np.log(0.75 / 0.5)
    assert study.divergence(targets, policy) == pytest.approx([(first + np.log(2)) / 2])
    assert study.divergence(targets[[0, 0]], np.log([[0.25, 0.75]])) == pytest.approx([0])
    assert study.agreement(targets, np.log([[0.6, 0.4]])) == pytest.approx([0.5])
    assert study.agreement(targets, np.log([[0.4, 0.6]])) == pytest.approx([0.5])
    assert study.agreement(targets[[1, 1]], np.log([[0.6, 0.4]])) == pytest.approx([1])


def test_equal_options_share_the_first_place() -> None:
    """The order of the action ids does not matter, neither in policies nor in visits."""
    positions = sample([[[1, 3, 2, 0]], [[2, 2, 1, 1]]], [0])
    assert study.agreement(positions.targets, np.zeros((1, 4))) == pytest.approx([1 / 4])
    for policy in ([0.4, 0.4, 0.1, 0.1], [0.1, 0.4, 0.4, 0.1]):
        found = study.agreement(positions.targets, np.log([policy]))
        both = [1 / 2, (1 if policy[0] == 0.4 else 1 / 2) / 2]
        assert found == pytest.approx([np.mean(both)])
    some = study.Sample(positions.states, positions.game, np.array([[1, 1, 1, 0]], bool),
                        np.array([[[0, 5, 0, 0]]] * 2, float))  # fmt: skip
    uniform = some.log_policy(np.zeros((1, 4)))
    assert study.agreement(some.targets, uniform) == pytest.approx([1 / 3])


def test_a_candidate_is_chosen_on_the_other_half() -> None:
    both = [[[9, 1], [9, 1], [1, 9], [1, 9]]] * 2  # games 0 and 2, then 1 and 3
    positions = sample(both, [0, 2, 1, 3])
    left, right = (np.log(np.tile(p, (4, 1))) for p in ([0.9, 0.1], [0.1, 0.9]))
    chosen = study.best_of([left, right], positions)
    assert np.allclose(chosen[:2], right[:2]) and np.allclose(chosen[2:], left[2:])


def test_a_search_is_the_policy_for_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = sample([[[8, 0]], [[1, 3]]], [0])
    zeros = np.zeros((1, 2))
    monkeypatch.setattr(study.Sample, "table", lambda self, _: zeros)
    monkeypatch.setattr(positions.states[0].__class__, "script_values", lambda _: zeros)
    found = np.exp(study.policies(positions, [])["second search"])
    assert np.allclose(found, [[[1.5 / 5, 3.5 / 5]], [[8.5 / 9, 0.5 / 9]]])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The file and output of an uninterrupted run."""
    file = tmp_path_factory.mktemp("targets") / "whole.jsonl"
    return file, run(file)


def run(file: Path, *more: str) -> str:
    words = [sys.executable, str(FOLDER / "policy_targets.py"), str(file), *WORDS, *more]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_table_has_all_policies(whole: tuple[Path, str]) -> None:
    rows = re.findall(r"^\| (.+?) \| (\d\.\d{3}) \[(.+?), (.+?)\] \|", whole[1], re.MULTILINE)
    kl = {name: float(value) for name, value, _, _ in rows}
    default = f"`{carrack.Network('default').spec}`"
    names = ["uniform", "script", default, f"{default} and script", "second search"]
    assert list(kl) == names
    assert kl[default] < kl["uniform"] and kl["script"] < kl["uniform"]
    assert all(float(low) <= float(mean) <= float(high) for _, mean, low, high in rows)
    assert "20 positions of 4 games" in whole[1]


def test_a_killed_run_continues(whole: tuple[Path, str], tmp_path: Path) -> None:
    file = tmp_path / "parts.jsonl"
    words = [sys.executable, str(FOLDER / "policy_targets.py"), str(file), *WORDS]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (file.exists() and file.stat().st_size > 2000):
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL, "it had ended before"
    lines = whole[0].read_bytes().splitlines(keepends=True)
    for kept in (file.read_bytes(), b"".join(lines[:9]) + lines[9][:30]):
        file.write_bytes(kept)
        assert run(file) == whole[1] and file.read_bytes() == whole[0].read_bytes()


@pytest.mark.parametrize(
    ("line", "key", "value", "expected"),
    [
        (1, "events", [60_000], "expected legal events"),
        (1, "events", [], "expected a game that ends"),
        (1, "events", "x", "expected a game: its number"),
        (1, "game", -1, "expected a game: its number"),
        (1, "game", 4, "expected a game of its own below 4"),
        (2, "game", 0, "expected a game of its own below 4"),
        (8, "visits", [[1], [1]], "options by 2 searches"),
        (8, "ply", 1.5, "expected a position"),
    ],
)
def test_wrong_rows_are_refused(
    whole: tuple[Path, str], line: int, key: str, value: object, expected: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    lines = whole[0].read_text().splitlines()
    row = json.loads(lines[line])
    lines[line] = json.dumps({**row, key: value})
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join(lines) + "\n")
    assert study.main([str(file), *WORDS]) == 1
    error = capsys.readouterr().err
    assert f"wrong.jsonl:{line + 1}: " in error and expected in error


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--games", "0"], "games is 0, expected 1 or more"),
        (["--seed", "7"], "seed is 5101 there, 7 here"),
        (["--search", "mcts:iteration=9"], "iterations"),
        (["--search", "random"], "has none"),
        (["--net", "missing.net"], "missing.net"),
    ],
)
def test_wrong_arguments(
    whole: tuple[Path, str], words: list[str], expected: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = tmp_path / "new.jsonl" if words == ["--search", "random"] else whole[0]
    before = whole[0].read_bytes()
    others = [word for word in zip(WORDS[1::2], WORDS[2::2], strict=True) if word[0] != words[0]]
    assert study.main([str(file), "--small", *chain(*others), *words]) == 1
    error = [line for line in capsys.readouterr().err.splitlines() if line.startswith("carrack:")]
    assert len(error) == 1 and expected in error[0]
    assert whole[0].read_bytes() == before
