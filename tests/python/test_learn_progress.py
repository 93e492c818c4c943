"""carrack.learn: what it tells of its progress."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import carrack
from carrack import _progress

pytest.importorskip("jax")
pytest.importorskip("optax")

from tiny_plan import TINY  # noqa: E402

from carrack.learn import Plan, SelfPlaySettings, ValueExamples, learn  # noqa: E402
from carrack.learn.folder import Folder  # noqa: E402

PLAN = replace(
    TINY,
    generations=1,
    training=replace(TINY.training, epochs=2),
    self_play=replace(TINY.self_play, rounds=2),
)


def test_every_step_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "SECONDS", 0.0)
    lines: list[str] = []
    learn(tmp_path / "run", PLAN, progress=lines.append)
    rate = r"[\d.]+ per second, 0:00 to go"
    for step in (
        rf"generation 1: aoe3-2: 8 of 8 games, {rate}",
        r"generation 1: training the policy on \d+ decisions of 8 games",
        rf"generation 1: policy, \d+ of \d+ batches, {rate}",
        rf"generation 1: 2 of 2 rounds of self-play, {rate}; means: .*",
        rf"generation 1: games of the policy, aoe3-2: 60 of 60 games, {rate}",
        r"generation 1: training the value on \d+ positions of 60 games of the policy, then on "
        r"\d+ positions of 8 games of searches",
        r"generation 1: value, games of the policy, epoch 1 of 1: .*",
        r"generation 1: value, games of searches, epoch 1 of 2: .*",
        rf"generation 1: gate, 2 of at most 2 blocks: 4 of 4 games, {rate}",
        r"generation 1: gate: win share .* against those with scripts, even 0.5, 2 blocks: .*",
        r"the gate .* generation 1: .*",
        rf"generation 1: policy alone: 400 of 400 games, {rate}",
    ):
        assert any(re.fullmatch(step, line) for line in lines), (step, lines)


def test_games_that_the_value_learns_from_are_counted() -> None:
    lines: list[str] = []
    ValueExamples.play(
        carrack.Ruleset(players=2), [["random"] * 2] * 3, 7, 1, 0, 2, progress=lines.append
    )
    assert re.fullmatch(r"7 of 7 games, [\d.]+ per second, 0:00 to go", lines[-1])


def test_an_interrupt_and_the_next_call_say_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_progress, "SECONDS", 0.0)
    folder = tmp_path / "run"
    fewer = replace(PLAN, self_play=SelfPlaySettings(rounds=0), value_games=20)
    first, there = "generation 1: 8 games of searches", "all 8 games of generation 1"
    lines: list[str] = []
    Folder(folder, fewer)
    for stop, begins, kept in (
        (first, first, "0 of 8 games of generation 1"),
        ("goes on", "goes on after 4 of 8 games of generation 1", "4 of 8 games of generation 1"),
        ("epoch 1", "goes on after 4 of 8 games of generation 1", there),
        ("goes on", f"goes on with {there}", there),
        ("gate, ", f"goes on with {there}", "all 8 games and the network of generation 1"),
    ):

        def interrupt(line: str, stop: str = stop) -> None:
            lines.append(line)
            if stop in line:
                raise KeyboardInterrupt

        lines.clear()
        with pytest.raises(KeyboardInterrupt) as ended:
            learn(folder, fewer, progress=interrupt)
        assert str(ended.value) == f"{kept} are in {folder}; the same call goes on"
        assert lines[0] == begins
        play_half(folder, fewer)
    lines.clear()
    learn(folder, fewer, progress=lines.append)
    assert lines[0] == "goes on with all 8 games and the network of generation 1"


def play_half(folder: Path, plan: Plan) -> None:
    """Half of the games of the first generation."""
    carrack.tournament(
        plan.tables[0].ruleset, plan.agents(None, []), blocks=2, kind="mixed",
        seed=Folder(folder, plan).seed_of(1), ledger=folder / "games.db",
        name="generation 1: aoe3-2", search_values=True,
    )  # fmt: skip
