"""carrack.learn: what it tells of its progress."""

import re
from pathlib import Path

import pytest

import carrack
from carrack import _progress

pytest.importorskip("jax")
pytest.importorskip("optax")

from carrack.learn import Plan, Table, ValueExamples, learn  # noqa: E402
from carrack.learn.policy_gradient import SelfPlaySettings  # noqa: E402
from carrack.learn.training import Settings  # noqa: E402
from carrack.learn.value_training import ValueSettings  # noqa: E402

PLAN = Plan(
    generations=1,
    games=8,
    iterations=24,
    quick_iterations=4,
    quick_share=0.5,
    tables=(Table("aoe3-2", "aoe3", 2),),
    gate_iterations=4,
    gate_blocks=2,
    training=Settings(width=32, layers=(16,), epochs=2, batch=64, least_count=5, test_share=0.2),
    self_play=SelfPlaySettings(rounds=2, games=2, epochs=1, batch=64),
    value_games=60,
    value_training=ValueSettings(width=16, layers=(16,), epochs=1, batch=64, least_count=5),
)


def test_every_step_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "SECONDS", 0.0)
    lines: list[str] = []
    learn(tmp_path / "run", PLAN, progress=lines.append)
    rate = r"[\d.]+ per second, 0:00 to go"
    for step in (
        rf"generation 1: aoe3-2: 8 of 8 games, {rate}",
        rf"\d+ of \d+ batches, {rate}",
        rf"2 of 2 rounds of self-play, {rate}; means: .*",
        rf"generation 1: games of the policy, aoe3-2: 60 of 60 games, {rate}",
        rf"generation 1: gate, 2 of at most 2 blocks: 4 of 4 games, {rate}",
        rf"generation 1: policy alone: 400 of 400 games, {rate}",
    ):
        assert any(re.fullmatch(step, line) for line in lines), (step, lines)


def test_games_that_the_value_learns_from_are_counted() -> None:
    lines: list[str] = []
    ValueExamples.play(
        carrack.Ruleset(players=2), [["random"] * 2] * 3, 7, 1, 0, 2, progress=lines.append
    )
    assert re.fullmatch(r"7 of 7 games, [\d.]+ per second, 0:00 to go", lines[-1])
