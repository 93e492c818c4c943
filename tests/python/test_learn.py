"""carrack.learn: examples and networks."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import carrack

jnp = pytest.importorskip("jax.numpy")
pytest.importorskip("optax")

from carrack.learn import Examples  # noqa: E402
from carrack.learn.examples import Batches  # noqa: E402
from carrack.learn.levels import Levels  # noqa: E402
from carrack.learn.optimization import is_tested  # noqa: E402
from carrack.learn.pruning import pruned  # noqa: E402
from carrack.learn.quantize import Part, network_file  # noqa: E402
from carrack.learn.training import Fit, Settings, calibrated, figures, fit, halves  # noqa: E402
from carrack.learn.value_examples import ValueExamples  # noqa: E402
from carrack.learn.value_scales import fit_scales  # noqa: E402
from carrack.learn.value_training import ValueSettings, fit_value, predict  # noqa: E402

SETTINGS = Settings(width=32, layers=(16,), epochs=3, batch=64, least_count=5, test_share=0.2)


def file_of(fitted: Fit, levels: Levels, name: str, training: dict[str, object]) -> bytes:
    """The file of a policy, with the value of the linear evaluation."""
    return network_file(fitted.part, None, None, levels, name, training)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("learn") / "games.db"
    for number, rules in enumerate([("aoe3", 3), ("empires", 2)]):
        plan = (carrack.Ruleset(*rules), ["mcts:iterations=24"] * rules[1], "fixed", "rotations",
                1, (0, 2))  # fmt: skip
        carrack._core.play_ledger(str(file), str(number), plan, 1, False, search_values=True)
    return file


@pytest.fixture(scope="module")
def examples(ledger: Path) -> Examples:
    return Examples.read(ledger, ["0", "1"], 24)


def test_examples_are_the_searched_decisions(examples: Examples, ledger: Path) -> None:
    searched = 0
    for name in ("0", "1"):
        for record in carrack.Ledger(ledger, name).records():
            searched += sum(note is not None for note in record.notes)
    assert len(examples) == searched > 500
    assert set(np.unique(examples.players)) == {2, 3}
    sums = np.add.reduceat(examples.target, examples.option_start[:-1])
    assert np.allclose(sums, 1, atol=1e-5)
    assert np.allclose(examples.win_share.sum(axis=1), 1)
    assert (examples.win_share[examples.players == 2, 2:] == 0).all()


def test_examples_are_selected_and_joined(examples: Examples) -> None:
    some = examples.select(examples.players == 2)
    others = examples.select(np.flatnonzero(examples.players == 3))
    joined = Examples.join([others, some])
    assert len(joined) == len(examples) and len(np.unique(joined.game)) == 10
    for name in ("inputs", "actions", "target", "script", "turn", "vp"):
        assert np.array_equal(getattr(joined, name), getattr(examples, name)), name


def test_batches_have_all_levels_that_numbers_reach(examples: Examples) -> None:
    levels = Levels()
    batches = Batches(examples, np.arange(len(levels.names)), levels, 0.5)
    rows = np.array([3, 70, 500])
    batch = batches.take(rows)
    for row, inputs in zip(rows, batch.inputs, strict=True):
        on = set(examples.inputs[examples.input_start[row] : examples.input_start[row + 1]])
        for i in np.flatnonzero(inputs):
            same = np.flatnonzero(levels.number == levels.number[i])
            assert any(j >= i and j in on for j in same)
        assert on <= set(np.flatnonzero(inputs))
        options = slice(examples.option_start[row], examples.option_start[row + 1])
        at = list(rows).index(row)
        used = batch.is_option[at] > 0
        legal = dict(zip(examples.actions[options], examples.target[options], strict=True))
        shown = dict(zip(batch.actions[at][used], batch.target[at][used], strict=True))
        if len(legal) <= Batches.OPTIONS:
            assert shown == legal
        assert batch.script[at][used].max() == 0 and batch.is_best[at].sum() >= 1


def test_a_network_learns_and_its_file_computes_the_same(
    examples: Examples, ledger: Path, tmp_path: Path
) -> None:
    levels = Levels()
    fitted = fit(examples, SETTINGS, levels, lambda _: None)
    again = fit(examples, SETTINGS, levels, lambda _: None)
    for name, values in fitted.parameters.items():
        assert np.array_equal(values, again.parameters[name]), name
    longer = fit(examples, replace(SETTINGS, epochs=12), levels, lambda _: None)
    assert longer.figures.kl < longer.figures.script_kl
    assert longer.figures.policy_loss < fitted.figures.policy_loss

    file = tmp_path / "one.net"
    file.write_bytes(file_of(longer, levels, "one", {"games": 10}))
    network = carrack.Network(file)
    assert network.name == "one" and network.training["games"] == 10
    assert network.spec.endswith("one.net@" + network.hash)
    from carrack.learn import model, trunk

    batches = Batches(examples, longer.inputs, levels, 0)
    record = carrack.Ledger(ledger, "0").records()[0]
    notes = [k for k, note in enumerate(record.notes) if note is not None][:200]
    states = [record.state_at(k) for k in notes]
    logits, shares = network.evaluate(states)
    batch = batches.take(np.arange(len(states)))
    inputs = jnp.asarray(batch.inputs, jnp.float32)
    last = trunk.last_layer(longer.parameters, inputs)
    expected = np.asarray(model.policy_logits(longer.parameters, last, batch))
    for i, state in enumerate(states):
        used = batch.is_option[i] > 0
        assert np.isneginf(np.delete(logits[i], state.legal_actions())).all()
        assert np.abs(logits[i][batch.actions[i][used]] - expected[i][used]).max() < 0.15
    assert np.allclose(shares[:, :3].sum(axis=1), 1, atol=1e-5) and not shares[:, 3:].any()


def test_training_goes_on_from_a_network(examples: Examples, tmp_path: Path) -> None:
    levels = Levels()
    first = fit(examples, replace(SETTINGS, epochs=12), levels, lambda _: None)
    file = tmp_path / "first.net"
    file.write_bytes(file_of(first, levels, "first", {}))
    network = carrack.Network(file)
    still = replace(SETTINGS, epochs=1, rate=1e-9)
    second = fit(examples, still, levels, lambda _: None, network)
    assert abs(second.figures.kl - first.figures.kl) < 0.02
    # Their scale is not in the file, but it does not change the order within a verb.
    assert abs(second.figures.rollout_top - first.figures.rollout_top) < 0.03
    assert fit(examples, still, levels, lambda _: None).figures.kl > second.figures.kl + 0.03
    # Inputs that are rare now are kept, and new ones do not change what the others have learned.
    fewer = fit(examples, replace(still, least_count=8), levels, lambda _: None, network)
    more = fit(examples, replace(still, least_count=3), levels, lambda _: None, network)
    assert np.array_equal(fewer.inputs, first.inputs) and len(first.inputs) < len(more.inputs)
    assert abs(fewer.figures.kl - first.figures.kl) < 0.02
    assert abs(more.figures.kl - first.figures.kl) < 0.02
    wrong = replace(SETTINGS, width=48)
    with pytest.raises(carrack.InputError, match=r"widths \[32, 16\], expected \[48, 16\]"):
        fit(examples, wrong, levels, lambda _: None, network)


def test_halves_are_of_different_blocks(examples: Examples) -> None:
    first, second = halves(examples)
    blocks = [set(half.block.tolist()) for half in (first, second)]
    assert blocks[0] and blocks[1] and not blocks[0] & blocks[1]
    assert blocks[0] | blocks[1] == set(examples.block.tolist())
    assert len(first) + len(second) == len(examples)
    alone = examples.select(examples.block == examples.block[0])
    assert [len(half) for half in halves(alone)] == [len(alone)] * 2


def test_a_policy_is_calibrated_without_another_order(examples: Examples, tmp_path: Path) -> None:
    levels = Levels()
    fitted = fit(examples, replace(SETTINGS, epochs=6), levels, lambda _: None)
    right = calibrated(fitted.part, fitted.test, levels)
    heads = ("actions", "action_bias", "script_weight", "script_best")
    sharp = Part(
        {name: x * 5 if name in heads else x for name, x in right.parameters.items()}, right.inputs
    )
    found = calibrated(sharp, fitted.test, levels)
    of_right, of_sharp, of_found = (
        figures(part, fitted.test, levels) for part in (right, sharp, found)
    )
    assert of_right.policy_loss <= fitted.figures.policy_loss
    assert of_sharp.policy_loss > of_right.policy_loss + 0.1
    assert of_found.policy_loss == pytest.approx(of_right.policy_loss, abs=2e-3)
    assert of_found.top == of_sharp.top == of_right.top
    # Small weights lose nothing in the file: its logits have a scale.
    heads_of = []
    for part in (right, sharp):
        file = tmp_path / "policy.net"
        file.write_bytes(network_file(part, None, None, levels, "policy", {}))
        heads_of.append(carrack._core.network_arrays(carrack.Network(file))[2])
    assert np.array_equal(heads_of[0]["action_weights"], heads_of[1]["action_weights"])
    assert heads_of[1]["logit_scale"] == pytest.approx(heads_of[0]["logit_scale"] * 5)


def test_pruning_leaves_out_what_changes_a_policy_least(examples: Examples) -> None:
    levels = Levels()
    part = fit(examples, replace(SETTINGS, epochs=6), levels, lambda _: None).part
    assert pruned(part, examples.inputs, levels, len(part.inputs)) is part
    few = pruned(part, examples.inputs, levels, len(part.inputs) // 2)
    assert len(few.inputs) == len(part.inputs) // 2 == few.parameters["rows"].shape[0]
    assert set(few.inputs) < set(part.inputs)

    def first_layer(part: Part) -> NDArray[np.float64]:
        batch = Batches(examples, part.inputs, levels, 0).take(np.arange(len(examples)))
        return np.asarray(batch.inputs @ np.asarray(part.parameters["rows"]))

    whole = first_layer(part)
    error = ((first_layer(few) - whole) ** 2).sum()
    random = np.random.default_rng(1)
    for _ in range(5):
        kept = np.sort(random.choice(len(part.inputs), len(few.inputs), replace=False))
        rows = part.parameters["rows"][kept]
        other = Part({**part.parameters, "rows": rows}, part.inputs[kept])
        assert error < ((first_layer(other) - whole) ** 2).sum() / 4


def test_the_usual_plan_can_start_from_the_default_network() -> None:
    policy, value, _ = carrack._core.network_arrays(carrack.Network("default"))
    for arrays, settings in ((policy, Settings()), (value, ValueSettings())):
        widths = (arrays[1].shape[1], *(len(bias) for _, bias in arrays[3]))
        assert widths == (settings.width, *settings.layers)


@pytest.fixture(scope="module")
def played() -> ValueExamples:
    line_ups = [["scripted"] * 3, ["random", "scripted", "random"]]
    return ValueExamples.play(carrack.Ruleset("aoe3", 3), line_ups, 600, 5, 0.01, 2)


def test_value_examples_do_not_depend_on_threads(played: ValueExamples) -> None:
    rules = carrack.Ruleset("aoe3", 3)
    line_ups = [["scripted"] * 3, ["random", "scripted", "random"]]
    alone = ValueExamples.play(rules, line_ups, 600, 5, 0.01, 1)
    assert np.array_equal(alone.inputs, played.inputs) and np.array_equal(alone.vp, played.vp)
    assert played.games() == 600
    first = played.select((played.game < 250) & (played.turn == 8) & (played.begins_turn == 1))
    mixed = played.select((played.game >= 250) & (played.game < 500) & (played.turn == 8))
    assert len(first) == 250 and first.win_share[:, 0].mean() < 0.6
    assert mixed.vp[:, :3].mean() < first.vp[:, :3].mean() - 5  # random players score less
    # The last of ten line-ups plays one of eleven games.
    few = ValueExamples.play(rules, [["random"] * 3] * 9 + [["scripted"] * 3], 11, 5, 0, 1)
    best = [few.vp[few.game == game].max() for game in range(11)]
    assert np.argmax(best) == 9 and few.games() == 11
    with pytest.raises(carrack.InputError, match="chess"):
        ValueExamples.play(rules, [["chess"] * 3], 10, 5, 0, 1)
    with pytest.raises(carrack.InputError, match="line_ups is empty"):
        ValueExamples.play(rules, [], 10, 5, 0, 1)
    for share in (-0.1, 1.5, float("nan")):
        with pytest.raises(carrack.InputError, match="share is .*, expected 0 to 1"):
            ValueExamples.play(rules, line_ups, 10, 5, share, 1)
    joined = ValueExamples.join([few, few])
    assert joined.game.dtype == few.game.dtype == np.int32
    assert len(joined.select([0, 1])) == 2 and len(joined.select([])) == 0
    assert len(joined.select([True] + [False] * (len(joined) - 1))) == 1
    for games, threads, words in ((0, 1, "games is 0"), (1, 0, "threads is 0")):
        with pytest.raises(carrack.InputError, match=f"{words}, expected 1 or more"):
            ValueExamples.play(rules, line_ups, games, 5, 0, threads)


def test_a_value_learns_and_its_file_computes_the_same(
    examples: Examples, played: ValueExamples, ledger: Path, tmp_path: Path
) -> None:
    levels = Levels()
    settings = ValueSettings(
        width=32, layers=(16,), epochs=3, batch=128, least_count=10, tuning_epochs=0
    )
    searched = ValueExamples.read(ledger, ["0"], 0.05)
    fitted = fit_value(played, searched, settings, levels, lambda _: None)
    still = replace(settings, epochs=1, rate=1e-9)
    untrained = fit_value(played, searched, still, levels, lambda _: None)
    assert fitted.played.loss < untrained.played.loss - 0.02
    assert fitted.played.explained > untrained.played.explained
    scales = fit_scales(fitted.predictions)
    assert scales.shape == (5, 8, 4) and np.isfinite(scales).all() and (scales[:, :, :2] > 0).all()
    policy = fit(examples, SETTINGS, levels, lambda _: None)
    part = Part(fitted.parameters, fitted.inputs)
    file = tmp_path / "value.net"
    file.write_bytes(network_file(policy.part, part, scales, levels, "value", {}))
    network = carrack.Network(file)
    arrays = carrack._core.network_arrays(network)
    assert np.allclose(arrays[2]["scales"], scales, atol=1e-5)
    again = carrack._core.network_bytes(network.name, "{}", *arrays)
    assert again == file.read_bytes()

    record = carrack.Ledger(ledger, "0").records()[0]
    turns = list(record)
    starts = [b for a, b in pairwise(turns) if b.turn != a.turn and not b.is_terminal]
    of_game = searched.select((searched.game == 0) & (searched.begins_turn == 1))
    expected = predict(fitted.parameters, of_game, fitted.inputs, levels)
    shares, vp = network.values(starts)
    assert len(starts) == len(of_game) == 7
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5) and not shares[:, 3:].any()
    for i in range(len(starts)):
        # The examples count seats from the observer; which one it is does not matter here.
        weights = np.exp(expected.logits[i, :3])
        pairs = zip(weights / weights.sum(), expected.vp[i, :3], strict=True)
        for p, (share, points) in enumerate(sorted(pairs)):
            seat = np.argsort(shares[i, :3])[p]
            assert abs(shares[i, seat] - share) < 0.03 and abs(vp[i, seat] - points) < 1.5
    with pytest.raises(carrack.InputError, match="the game is over"):
        network.values([turns[-1]])
    searching = f"mcts:iterations=20,value=network,net={file}"
    assert "value=network" in carrack.agent(searching).spec


def test_networks_in_agents(examples: Examples, tmp_path: Path) -> None:
    levels = Levels()
    file = tmp_path / "two.net"
    fitted = fit(examples, SETTINGS, levels, lambda _: None)
    file.write_bytes(file_of(fitted, levels, "two", {}))
    spec = carrack.agent(f"policy:net={file}").spec
    assert spec == f"policy:net={carrack.Network(file).spec},temperature=0"
    rules = carrack.Ruleset("aoe3", 3)
    search = f"mcts:iterations=20,prior=network,net={file}"
    played = carrack.play(rules, [f"policy:net={file},temperature=1", search, "random"], seed=2)
    assert played == carrack.play(rules, list(played.agents), seed=2)
    with pytest.raises(carrack.InputError, match="has the hash"):
        carrack.agent(f"policy:net={file}@0123456789abcdef")
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(carrack.InputError, match="two.net"):
        carrack.agent(search)
    with pytest.raises(carrack.InputError, match="missing.net"):
        carrack.Network(tmp_path / "missing.net")


def test_networks_reach_the_values_of_endgames_that_are_solved(tmp_path: Path) -> None:
    file = str(tmp_path / "games.db")
    search = "mcts:iterations=3,prior=scripted,rollout=scripted"  # the same with another network
    plan = (carrack.Ruleset("aoe3", 2), [search] * 2, "fixed", "rotations", 1, (0, 30))
    carrack._core.play_ledger(file, "main", plan, 1, False, search_values=True)
    levels = Levels()

    with pytest.raises(carrack.InputError, match="no decision of main was searched with 4 iterat"):
        Examples.read(file, ["main"], 4)
    decisions = Examples.read(file, ["main"], 3, exact_positions=1000)
    decisions = decisions.select(decisions.is_exact == 1)
    assert len(decisions) > 50 and (decisions.turn == 8).all()
    settings = replace(SETTINGS, epochs=150, least_count=1)
    fitted = fit(decisions, settings, levels, lambda _: None)
    reached = figures(fitted.part, decisions, levels)
    assert reached.kl < 0.15 < reached.script_kl
    assert reached.top > max(0.9, reached.script_top)

    positions = ValueExamples.read(file, ["main"], share=1, exact_positions=1000)
    positions = positions.select(positions.is_exact == 1)
    assert len(positions) > 50 and (positions.turn == 8).all()
    assert np.allclose(positions.win_share.sum(axis=1), 1)
    value_settings = ValueSettings(
        width=32, layers=(16,), epochs=100, tuning_epochs=20, batch=64, least_count=1
    )
    value = fit_value(positions, positions, value_settings, levels, lambda _: None)
    predicted = predict(value.parameters, positions, value.inputs, levels)
    odds = np.exp(predicted.logits[:, :2])
    shares = odds / odds.sum(axis=1, keepdims=True)
    assert np.abs(shares - positions.win_share[:, :2]).mean() < 0.05


@pytest.mark.parametrize("keys", ["root=gumbel", "noise=0.25,widening=1"])
def test_examples_have_the_policy_target_of_the_search(keys: str, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    agents = [f"mcts:iterations=24,{keys}"] * 2
    plan = (carrack.Ruleset("aoe3", 2), agents, "fixed", "rotations", 1, (0, 1))
    carrack._core.play_ledger(str(file), "0", plan, 1, False, search_values=True)
    examples = Examples.read(file, ["0"], 24)
    notes = [note for r in carrack.Ledger(file, "0").records() for note in r.notes if note]
    assert len(examples) == len(notes) > 50
    for i, note in enumerate(notes):
        options = slice(*examples.option_start[i : i + 2])
        learned = dict(zip(examples.actions[options], examples.target[options], strict=True))
        assert all(abs(learned[a] - p) < 2e-3 for a, p in note.policy_target)
        assert len(note.policy_target) == len(learned)


def test_figures_of_a_later_generation_are_of_its_own_blocks() -> None:
    block = np.repeat(np.arange(10), 3)
    tested = is_tested(block, 0.5, np.random.default_rng(1), known_blocks=6)
    assert set(block[tested]) <= {6, 7, 8, 9} and len(set(block[tested])) == 2
    with pytest.raises(carrack.InputError, match="0 blocks with examples"):
        is_tested(block[:0], 0.5, np.random.default_rng(1))


def test_games_with_the_same_chance_events_are_one_block(tmp_path: Path) -> None:
    rules = carrack.Ruleset("aoe3", 3)
    file = tmp_path / "l.db"
    agents = ["mcts:iterations=4", "random", "random"]
    for name, blocks in (("a", 2), ("b", 3)):
        carrack.tournament(rules, agents, blocks=blocks, ledger=file, name=name, search_values=True)
    for read in (
        Examples.read(file, ["a", "b"], 1),
        ValueExamples.read(file, ["a", "b"], 0.0),
    ):
        assert np.array_equal(read.block, read.game // 3) and read.games() == 15
    apart = Examples.join([Examples.read(file, [name], 1) for name in ("a", "b")])
    assert np.array_equal(apart.block, Examples.read(file, ["a", "b"], 1).block)
