"""Fits the value of a network to positions with the results of their games."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import jax
import numpy as np
from numpy.typing import NDArray

from carrack.learn import model, value_model
from carrack.learn.levels import Levels
from carrack.learn.limits import MOST, RATE, SHARED, check_numbers, check_widths
from carrack.learn.optimization import Optimization, Report, cross_entropy, is_tested
from carrack.learn.ragged import Int
from carrack.learn.trunk import Parameters
from carrack.learn.value_examples import ValueBatch, ValueBatches, ValueExamples


@dataclass(frozen=True)
class ValueSettings:
    """How the value is trained."""

    width: int = 32
    """Width of the first layer."""
    layers: tuple[int, ...] = (32,)
    """Outputs of the dense layers."""
    epochs: int = 3
    batch: int = 1024
    rate: float = 2e-3
    """Peak learning rate of AdamW: at most 200 warm-up steps, then cosine decay."""
    weight_decay: float = 1e-4
    vp_weight: float = 0.5
    least_count: int = 200
    """Inputs that are on in fewer examples are left out."""
    test_share: float = 0.05
    """Test share of the policy's games; twice this of the searches' games."""
    tuning_epochs: int = 2
    """Passes over the games of searches, after those over the games of the policy."""
    tuning_rate: float = 2e-4
    seed: int = 1

    def __post_init__(self) -> None:
        check_widths(self.width, self.layers)
        own = {"tuning_epochs": (0, MOST), "tuning_rate": RATE, "test_share": (0.0, 0.45)}
        check_numbers(self, {**SHARED, **own})


@dataclass(frozen=True)
class ValueFigures:
    """How well the value and the linear evaluation predict games that were not trained on."""

    positions: int
    loss: float
    """Cross-entropy of the win shares."""
    evaluation_loss: float
    """The same for the linear evaluation, at the best scale for each number of players and turn."""
    explained: float
    """Share of the variance of final VP, less their mean over the seats, that is explained."""
    evaluation_explained: float
    """The same for the linear evaluation, at the best slope for each number of players and turn."""


@dataclass(frozen=True, eq=False)
class ValueFit:
    """A trained value."""

    parameters: Parameters
    inputs: Int
    played: ValueFigures
    """Figures on games that the policy has played."""
    searched: ValueFigures
    """Figures on games that searches have played."""
    predictions: Predictions
    """Predictions for the games of searches, those for training included; scales are fitted on
    them.
    """


@dataclass(frozen=True, eq=False)
class Predictions:
    """What a value predicts for examples."""

    examples: ValueExamples
    logits: NDArray[np.float64]
    """[examples, seats] logits of the win shares."""
    vp: NDArray[np.float64]
    """[examples, seats] expected final VP."""


def fit_value(
    played: ValueExamples,
    searched: ValueExamples,
    settings: ValueSettings,
    levels: Levels,
    report: Report,
) -> ValueFit:
    """Train from random weights on games of the policy, of which there are many, then on games of
    searches, which are those that the value is used for. The same examples and settings give the
    same weights on one kind of machine and versions of the libraries. Raises InputError for fewer
    than two games of either, and if the losses diverge.
    """
    rng = np.random.default_rng(settings.seed)
    learned, tested = _split(played, settings.test_share, rng)
    tuned, held = _split(searched, 2 * settings.test_share, rng)
    kept = np.flatnonzero(levels.counts(learned.inputs) >= settings.least_count)
    p = value_model.start(
        jax.random.PRNGKey(settings.seed), len(kept), settings.width, settings.layers
    )

    def losses(p: Parameters, batch: ValueBatch) -> tuple[jax.Array, dict[str, jax.Array]]:
        parts = value_model.losses(p, batch)
        return parts["win share"] + settings.vp_weight * parts["vp"], parts

    def trained(p: Parameters, on: ValueExamples, of: str, epochs: int, rate: float) -> Parameters:
        training = Optimization(epochs, settings.batch, rate, settings.weight_decay)
        batches = ValueBatches(on, kept, levels)
        return training.run(
            p, batches, losses, value_model.clipped, rng,
            lambda line: report(f"value, games of {of}, {line}"),
        )  # fmt: skip

    p = trained(p, learned, "the policy", settings.epochs, settings.rate)
    p = trained(p, tuned, "searches", settings.tuning_epochs, settings.tuning_rate)
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
    """Training and test examples, of different blocks."""
    is_test = is_tested(examples.block, share, rng)
    return examples.select(~is_test), examples.select(is_test)


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
    played = np.arange(model.SEATS) < e.players[:, None]
    linear = e.expected_vp.astype(np.float64)
    outcome = centred(e.vp.astype(np.float64), played)
    residual = (outcome - centred(predicted.vp, played)) ** 2
    loss = cross_entropy(e.win_share, predicted.logits)
    linear_loss = np.zeros(len(e))
    linear_residual = np.zeros_like(residual)
    for kind in np.unique(np.stack([e.players, e.turn]), axis=1).T:
        rows = (e.players == kind[0]) & (e.turn == kind[1])
        absent = np.where(played[rows], 0, model.ABSENT)
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
