"""Fits the value of a network to positions with the results of their games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
import optax
from numpy.typing import NDArray

from carrack.learn import value_model
from carrack.learn.levels import Levels
from carrack.learn.ragged import Int
from carrack.learn.trunk import Parameters
from carrack.learn.value_examples import ValueBatches, ValueExamples

Report = Callable[[str], None]


@dataclass(frozen=True)
class ValueSettings:
    """How the value is trained."""

    width: int = 32
    """Of the first layer."""
    layers: tuple[int, ...] = (32,)
    """Outputs of the dense layers."""
    epochs: int = 3
    batch: int = 1024
    rate: float = 2e-3
    """Of Adam, at its highest; it rises over 200 steps and falls as a cosine."""
    weight_decay: float = 1e-4
    vp_weight: float = 0.5
    least_count: int = 200
    """Inputs that are on in fewer examples are left out."""
    test_share: float = 0.05
    """Of the games, for the figures of the fit."""
    tuning_epochs: int = 2
    """Passes over the games of searches, after those over the games of the policy."""
    tuning_rate: float = 2e-4
    seed: int = 1


@dataclass(frozen=True)
class ValueFigures:
    """How well the value and the linear evaluation predict games that were not trained on."""

    positions: int
    loss: float
    """Cross-entropy of the win shares."""
    evaluation_loss: float
    """The same of the linear evaluation, at the scale that is best for each turn."""
    explained: float
    """Share of the variance of final VP, less their mean over the seats, that is explained."""
    evaluation_explained: float
    """The same of the linear evaluation, at the slope that is best for each turn."""


@dataclass(frozen=True, eq=False)
class ValueFit:
    """A trained value."""

    parameters: Parameters
    inputs: Int
    played: ValueFigures
    """Of games that the policy has played."""
    searched: ValueFigures
    """Of games that searches have played."""
    predictions: Predictions
    """Of the games of searches, those for training included: what scales are fitted on."""


@dataclass(frozen=True, eq=False)
class Predictions:
    """What a value predicts for examples."""

    examples: ValueExamples
    logits: NDArray[np.float64]
    """[examples, seats] of the win shares."""
    vp: NDArray[np.float64]
    """[examples, seats]"""


def fit_value(
    played: ValueExamples,
    searched: ValueExamples,
    settings: ValueSettings,
    levels: Levels,
    report: Report,
) -> ValueFit:
    """Train from random weights on games of the policy, of which there are many, then on games of
    searches, which are those that the value is used for. The same examples and settings give the
    same weights on one kind of machine and versions of the libraries.
    """
    rng = np.random.default_rng(settings.seed)
    learned, tested = _split(played, settings.test_share, rng)
    tuned, held = _split(searched, 2 * settings.test_share, rng)
    kept = np.flatnonzero(levels.counts(learned.inputs) >= settings.least_count)
    p = value_model.start(
        jax.random.PRNGKey(settings.seed), len(kept), settings.width, settings.layers
    )
    first = ValueBatches(learned, kept, levels)
    p = _train(p, first, settings, settings.rate, settings.epochs, rng, report)
    second = ValueBatches(tuned, kept, levels)
    p = _train(p, second, settings, settings.tuning_rate, settings.tuning_epochs, rng, report)
    return ValueFit(
        p,
        kept,
        figures(predict(p, tested, kept, levels)),
        figures(predict(p, held, kept, levels)),
        predict(p, searched, kept, levels),
    )


def _split(
    examples: ValueExamples, share: float, rng: np.random.Generator
) -> tuple[ValueExamples, ValueExamples]:
    """Training and test examples, of different games."""
    games = np.unique(examples.game)
    tested = rng.choice(games, max(1, round(len(games) * share)), replace=False)
    is_test = np.isin(examples.game, tested)
    return examples.select(~is_test), examples.select(is_test)


def _train(
    p: Parameters,
    batches: ValueBatches,
    settings: ValueSettings,
    rate: float,
    epochs: int,
    rng: np.random.Generator,
    report: Report,
) -> Parameters:
    if epochs == 0:
        return p
    size = min(settings.batch, max(1, len(batches) // 4))
    steps = max(1, epochs * (len(batches) // size))
    rise = min(200, max(1, steps // 10))
    schedule = optax.warmup_cosine_decay_schedule(0, rate, rise, steps, rate / 50)
    optimizer = optax.adamw(schedule, b2=0.99, weight_decay=settings.weight_decay)
    state = optimizer.init(p)

    @jax.jit
    def step(p, state, batch):  # type: ignore[no-untyped-def]
        def total(p):  # type: ignore[no-untyped-def]
            parts = value_model.losses(p, batch)
            return parts["win share"] + settings.vp_weight * parts["vp"], parts

        (_, parts), gradient = jax.value_and_grad(total, has_aux=True)(p)
        change, state = optimizer.update(gradient, state, p)
        return value_model.clipped(optax.apply_updates(p, change)), state, parts

    for epoch in range(epochs):
        sums: dict[str, float] = {}
        n = 0
        for rows in shuffled(len(batches), size, rng):
            p, state, parts = step(p, state, batches.take(rows))
            sums = {name: sums.get(name, 0) + float(loss) for name, loss in parts.items()}
            n += 1
        means = ", ".join(f"{name} {loss / n:.3f}" for name, loss in sums.items())
        report(f"value, epoch {epoch + 1} of {epochs}: mean losses: {means}")
    return p


def shuffled(n: int, size: int, rng: np.random.Generator) -> Iterator[Int]:
    """The numbers below n in random order, in whole batches."""
    order = rng.permutation(n)
    for first in range(0, n - size + 1, size):
        yield np.sort(order[first : first + size])


@functools.cache
def _outputs() -> Callable[..., tuple[jax.Array, jax.Array]]:
    return jax.jit(value_model.outputs)


def predict(p: Parameters, examples: ValueExamples, kept: Int, levels: Levels) -> Predictions:
    """The outputs for examples."""
    batches = ValueBatches(examples, kept, levels)
    logits, vp = [], []
    for first in range(0, len(examples), 4096):
        batch = batches.take(np.arange(first, min(first + 4096, len(examples))))
        of_logits, of_vp = _outputs()(p, batch)
        logits.append(np.asarray(of_logits, np.float64))
        vp.append(np.asarray(of_vp, np.float64))
    return Predictions(examples, np.concatenate(logits), np.concatenate(vp))


def figures(predicted: Predictions) -> ValueFigures:
    """Means over the examples."""
    e = predicted.examples
    played = np.arange(value_model.SEATS) < e.players[:, None]
    linear = e.expected_vp.astype(np.float64)
    outcome = centred(e.vp.astype(np.float64), played)
    residual = (outcome - centred(predicted.vp, played)) ** 2
    loss = cross_entropy(e.win_share, predicted.logits)
    linear_loss = np.zeros(len(e))
    linear_residual = np.zeros_like(residual)
    for kind in np.unique(np.stack([e.players, e.turn]), axis=1).T:
        rows = (e.players == kind[0]) & (e.turn == kind[1])
        absent = np.where(played[rows], 0, value_model.ABSENT)
        linear_loss[rows] = min(
            (
                cross_entropy(e.win_share[rows], scale * linear[rows] + absent)
                for scale in np.geomspace(0.005, 0.6, 40)
            ),
            key=lambda losses: float(losses.mean()),
        )
        estimate = centred(linear[rows], played[rows])
        slope = (estimate * outcome[rows]).sum() / max((estimate**2).sum(), 1e-9)
        linear_residual[rows] = (outcome[rows] - slope * estimate) ** 2
    total = max((outcome**2).sum(), 1e-9)
    return ValueFigures(
        positions=len(e),
        loss=float(loss.mean()),
        evaluation_loss=float(linear_loss.mean()),
        explained=float(1 - residual.sum() / total),
        evaluation_explained=float(1 - linear_residual.sum() / total),
    )


def centred(vp: NDArray[np.float64], played: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[n, seats] VP less their mean over the seats that are played; 0 elsewhere."""
    mean = np.where(played, vp, 0).sum(axis=1, keepdims=True) / played.sum(axis=1, keepdims=True)
    return np.where(played, vp - mean, 0)


def cross_entropy(target: NDArray[Any], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n] from [n, seats] shares and logits."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    log = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.asarray(-(target * np.where(target > 0, log, 0)).sum(axis=1))
