"""carrack.learn.policy_gradient: a policy that improves in games against itself."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

pytest.importorskip("jax")
pytest.importorskip("optax")

import jax  # noqa: E402

from carrack.learn import SelfPlayExamples, model  # noqa: E402
from carrack.learn.examples import Batches  # noqa: E402
from carrack.learn.levels import Levels  # noqa: E402
from carrack.learn.policy_gradient import (  # noqa: E402
    SelfPlay,
    SelfPlaySettings,
    advantages,
    chosen_log_probability,
    policy_of,
    rewards,
)
from carrack.learn.quantize import Part  # noqa: E402
from carrack.learn.self_play_games import TableGames, line_ups_of  # noqa: E402

RULES = carrack.Ruleset("aoe3", 2)
SETTINGS = SelfPlaySettings(rounds=2, batch=64, epochs=1, rate=1e-3)
TABLES = [TableGames(RULES, 2), TableGames(carrack.Ruleset("aoe3", 3), 1)]


def played(games: int = 2, first: int = 0) -> SelfPlayExamples:
    return SelfPlayExamples.play(RULES, ["policy:temperature=1"] * 2, games, 7, first)


def new_policy() -> Part:
    levels = Levels()
    inputs = np.arange(0, len(levels.names), 40)
    return Part(model.start(jax.random.PRNGKey(1), len(inputs), 32, (16,)), inputs)


def self_play(folder: Path, settings: SelfPlaySettings = SETTINGS) -> SelfPlay:
    return SelfPlay(new_policy(), TABLES, settings, Levels(), 5, folder / "run")


def test_examples_are_the_decisions_of_the_games() -> None:
    examples = played()
    assert examples.games() == 2 and set(examples.seat.tolist()) == {0, 1}
    record = carrack.play(RULES, ["policy:temperature=1"] * 2, 7, 0)
    choices = []
    for ply, event in enumerate(record.actions):
        state = record.state_at(ply)
        if not state.is_chance and len(state.legal_actions()) > 1:
            choices.append(event)
    first = examples.game == 0
    chosen = examples.actions[examples.option_start[:-1] + examples.chosen][first]
    assert len(chosen) == len(choices)
    again = played(1, first=1)
    assert np.array_equal(again.chosen, examples.chosen[examples.game == 1])
    shares = examples.win_share[:, :2]
    assert np.allclose(shares.sum(axis=1), 1) and not examples.win_share[:, 2:].any()
    assert repr(examples).startswith("<carrack.learn.SelfPlayExamples: ")


def test_the_reward_is_that_of_the_player_who_decides() -> None:
    examples = played()
    reward = rewards(examples, SETTINGS)
    assert (reward > 0).all() and (reward < 1).all()
    for game in (0, 1):
        of = [reward[(examples.game == game) & (examples.seat == seat)] for seat in (0, 1)]
        assert all(np.ptp(values) == 0 for values in of)
        assert of[0][0] + of[1][0] == pytest.approx(1)  # two players: one gains what one loses
    narrow = rewards(examples, replace(SETTINGS, win=0, margin_scale=1e6))
    assert np.allclose(narrow, 0.5, atol=1e-3)


@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_advantages_are_those_of_the_definition(trace: float) -> None:
    rng = np.random.default_rng(1)
    sequence = rng.integers(4, size=60)
    values = rng.uniform(size=60).astype(np.float32)
    reward = np.array([0.1, 0.9, 0.4, 0.6], np.float32)[sequence]
    found = advantages(values, reward, sequence, trace)
    for player in range(4):
        places = np.flatnonzero(sequence == player)
        expected = np.append(values[places].astype(float), reward[places[0]])
        surprise = np.diff(expected)
        for i, place in enumerate(places):
            weights = trace ** np.arange(len(places) - i)
            assert found[place] == pytest.approx((weights * surprise[i:]).sum())
    if trace == 1:
        assert np.allclose(found, reward - values)


def test_of_many_options_the_likeliest_are_learned_from() -> None:
    """Those that the script likes, not those with the lowest ids."""
    examples = played(30).imitated()
    long = np.flatnonzero(np.diff(examples.option_start) > Batches.OPTIONS)
    assert len(long) > 3
    batch = Batches(examples, np.arange(1), Levels(), 0).take(long)
    for row, actions, target in zip(long, batch.actions, batch.target, strict=True):
        options = slice(examples.option_start[row], examples.option_start[row + 1])
        script, ids = examples.script[options], examples.actions[options]
        chosen = ids[examples.target[options] == 1]
        others = ids != chosen
        best = ids[others][np.argsort(-script[others], kind="stable")]
        assert actions.tolist() == [*chosen, *best[: Batches.OPTIONS - 1]]
        assert target.tolist() == [1] + [0] * (Batches.OPTIONS - 1)
    assert (batch.script.max(axis=1) == 0).all()


def test_what_turned_out_better_is_chosen_more_often(tmp_path: Path) -> None:
    run = self_play(tmp_path, replace(SETTINGS, win=0, entropy=0, epochs=6))
    examples = played(8)
    batches = Batches(examples.imitated(), run.inputs, run.levels, 0)
    batch = batches.take(np.arange(len(batches)))
    before, _ = chosen_log_probability(run._p, batch)
    run._learn(examples)
    after, entropy = chosen_log_probability(run._p, batch)
    won = examples.win_share[:, 0] > 0.5
    change = np.asarray(after - before)
    assert change[won].mean() > change[~won].mean()
    assert (np.asarray(entropy) >= 0).all()


def parameters(part: Part) -> dict[str, Any]:
    return {name: np.asarray(x) for name, x in part.parameters.items()}


def test_rounds_are_the_same_in_parts_and_with_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrack.learn.policy_gradient.ROUNDS_KEPT", 1)
    lines: list[str] = []
    whole = parameters(self_play(tmp_path).run(1, lines.append))
    assert len(lines) == 2 and lines[-1].startswith("2 of 2 rounds of self-play, ")
    assert " per second, 0:00 to go; means: critic " in lines[-1]
    assert not any(name.startswith("critic") for name in whole)
    (tmp_path / "parts").mkdir()

    class Stop(Exception):
        pass

    def stop(_line: str) -> None:
        raise Stop

    with pytest.raises(Stop):
        self_play(tmp_path / "parts").run(2, stop)
    rest: list[str] = []
    parts = parameters(self_play(tmp_path / "parts").run(2, rest.append))
    assert rest[0] == "self-play goes on after 1 of 2 rounds" and len(rest) == 2
    assert all(np.array_equal(whole[name], parts[name]) for name in whole)
    start = parameters(new_policy())
    assert any(not np.array_equal(whole[name], start[name]) for name in start)
    done = parameters(self_play(tmp_path).run(1, lines.append))
    assert len(lines) == 2 and all(np.array_equal(whole[name], done[name]) for name in whole)


def test_the_policy_is_the_moving_average_of_the_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[dict[str, Any]] = []
    run = self_play(tmp_path, replace(SETTINGS, rounds=4, average=0.6))
    learn = run._learn

    def learned(played: SelfPlayExamples) -> dict[str, float]:
        parts = learn(played)
        rounds.append({name: np.asarray(x) for name, x in policy_of(run._p).items()})
        return parts

    monkeypatch.setattr(run, "_learn", learned)
    found = parameters(run.run(1, lambda _: None))
    for name, x in found.items():
        one, two, three, four = (p[name] for p in rounds)
        mean = (one + two) / 2  # the first rounds count the same
        expected = 0.6 * (0.6 * mean + 0.4 * three) + 0.4 * four
        assert np.allclose(x, expected, atol=1e-5)
    (tmp_path / "last").mkdir()
    last = self_play(tmp_path / "last", replace(SETTINGS, average=0))
    found = parameters(last.run(1, lambda _: None))
    assert all(np.array_equal(x, last._p[name]) for name, x in found.items())


def test_others_hold_seats_in_a_share_of_the_games(tmp_path: Path) -> None:
    others = ["random", "scripted"]
    settings = replace(SETTINGS, games=12, others_share=0.5)
    table = TableGames(carrack.Ruleset("aoe3", 3), 12)
    run = SelfPlay(new_policy(), [table], settings, Levels(), 5, tmp_path / "run", others)
    met = set()
    for number in range(12):
        games = line_ups_of(table, number, "policy", others, 0.5)
        assert sum(each.games for each in games) == 12
        assert games[0].agents == ["policy"] * 3 and games[0].games == 6
        assert games[0].seats == (0, 1, 2) and games[0].first == 12 * number
        assert [each.first for each in games[1:]] == list(range(12 * number + 6, 12 * number + 12))
        for each in games[1:]:
            assert each.games == 1 and 0 < len(each.seats) < 3
            (other,) = {each.agents[seat] for seat in range(3) if seat not in each.seats}
            assert all(each.agents[seat] == "policy" for seat in each.seats)
            met.add((other, each.seats))
    assert len(met) == 2 * 6  # each of the others beside the policy at every seat and pair of them

    played = run._play(2)
    policy = f"policy:temperature=1,net={run._network}"
    parts = [each.play(5) for each in line_ups_of(table, 0, policy, others, 0.5)]
    assert len(played) == sum(map(len, parts))
    for part, each in zip(parts, line_ups_of(table, 0, "policy", others, 0.5), strict=True):
        assert set(part.seat.tolist()) == set(each.seats)
    alone = line_ups_of(table, 0, "policy", [], 0.5)
    assert len(alone) == 1 and alone[0].games == 12


def test_a_damaged_state_is_refused(tmp_path: Path) -> None:
    run = self_play(tmp_path, replace(SETTINGS, rounds=1))
    run.run(1, lambda _: None)
    file = tmp_path / "run.npz"
    content = file.read_bytes()
    damaged = [b"", content[:1000], content[: len(content) // 2], b"x" * 5000]
    for wrong in damaged:
        file.write_bytes(wrong)
        with pytest.raises(carrack.InputError, match="run.npz"):
            self_play(tmp_path).run(1, lambda _: None)
    file.write_bytes(content)
    with np.load(file) as kept:
        arrays = {name: kept[name] for name in kept.files}
    for name, value in (
        ("round", np.array(3)),
        ("round", np.array(0.5)),
        ("parameter.actions", np.zeros((2, 2), np.float32)),
        ("average.bias", np.zeros(3, np.float32)),
        ("parameter.action_bias", np.full_like(arrays["parameter.action_bias"], np.nan)),
    ):
        np.savez(file, **(arrays | {name: value}))
        with pytest.raises(carrack.InputError, match="is not of these rounds"):
            self_play(tmp_path).run(1, lambda _: None)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"rounds": -1}, "rounds is -1"),
        ({"games": 0}, "games is 0"),
        ({"clip": 0.0}, "clip is 0.0"),
        ({"trace": 1.5}, "trace is 1.5"),
        ({"average": 1.1}, "average is 1.1"),
        ({"others_share": -0.1}, "others_share is -0.1"),
        ({"rate": float("nan")}, "rate is nan"),
        ({"margin_scale": 0.0}, "margin_scale is 0.0"),
    ],
)
def test_settings_out_of_range_are_refused(changed: dict[str, Any], expected: str) -> None:
    with pytest.raises(carrack.InputError, match=expected):
        replace(SETTINGS, **changed)


def test_the_critic_is_no_part_of_the_policy(tmp_path: Path) -> None:
    run = self_play(tmp_path)
    assert policy_of(run._p).keys() == new_policy().parameters.keys()
