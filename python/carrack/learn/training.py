"""Fits a network to examples."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import jax
import numpy as np
import optax
from numpy.typing import NDArray

from carrack.learn import model
from carrack.learn.examples import Batches, Examples, Int, Levels
from carrack.learn.quantize import network_file


@dataclass(frozen=True)
class Settings:
    """How a network is trained."""

    width: int = 192
    """Of the first layer."""
    layers: tuple[int, ...] = (64,)
    """Outputs of the dense layers."""
    epochs: int = 12
    batch: int = 1024
    rate: float = 2e-3
    """Of Adam, at its highest; it rises over 200 steps and falls as a cosine."""
    weight_decay: float = 1e-4
    value_weight: float = 0.5
    vp_weight: float = 0.1
    search_weight: float = 0.5
    """Of the searches' win shares in the target of the value."""
    least_count: int = 20
    """Inputs that are on in fewer examples are left out."""
    test_share: float = 0.05
    """Of the games, for the figures of the fit."""
    seed: int = 1


@dataclass(frozen=True)
class Figures:
    """Means over the examples of games that were not trained on."""

    examples: int
    policy_loss: float
    kl: float
    """From the policy to the visits of the searches."""
    script_kl: float
    """The same of the softmax over the script's values, at the best temperature for them."""
    top: float
    """The share of examples in which the policy's first option has the most visits."""
    script_top: float
    """The same of the script's best."""
    rollout_kl: float
    """From the policy for playouts to the visits."""
    rollout_top: float
    value_loss: float
    """Against the outcomes of games."""
    evaluation_loss: float
    """The same of the linear evaluation, at the scale that is best for these examples."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A trained network."""

    parameters: model.Parameters
    inputs: Int
    figures: Figures


Report = Callable[[str], None]


def fit(examples: Examples, settings: Settings, levels: Levels, report: Report) -> Fit:
    """Train from random weights. The same examples and settings give the same weights on one kind
    of machine and versions of the libraries.
    """
    rng = np.random.default_rng(settings.seed)
    games = np.unique(examples.game)
    tested = rng.choice(games, max(1, round(len(games) * settings.test_share)), replace=False)
    is_test = np.isin(examples.game, tested)
    learned = examples.select(~is_test)
    counts = np.bincount(levels.reached(learned.inputs)[0], minlength=len(levels.names))
    kept = np.flatnonzero(counts >= settings.least_count)
    batches = Batches(learned, kept, levels, settings.search_weight)
    test = Batches(examples.select(is_test), kept, levels, 0)

    size = min(settings.batch, max(1, len(batches) // 4))
    steps = settings.epochs * (len(batches) // size)
    rise = min(200, max(1, steps // 10))
    rate = optax.warmup_cosine_decay_schedule(0, settings.rate, rise, steps, settings.rate / 50)
    optimizer = optax.adamw(rate, b2=0.99, weight_decay=settings.weight_decay)
    key = jax.random.PRNGKey(settings.seed)
    p = model.start(key, len(kept), settings.width, settings.layers)
    state = optimizer.init(p)

    @jax.jit
    def step(p, state, batch):  # type: ignore[no-untyped-def]
        def total(p):  # type: ignore[no-untyped-def]
            parts = model.losses(p, batch)
            weighted = settings.value_weight * parts["value"] + settings.vp_weight * parts["vp"]
            return parts["policy"] + parts["rollout"] + weighted, parts

        (_, parts), gradient = jax.value_and_grad(total, has_aux=True)(p)
        change, state = optimizer.update(gradient, state, p)
        return model.clipped(optax.apply_updates(p, change)), state, parts

    for epoch in range(settings.epochs):
        parts = None
        for rows in shuffled(len(batches), size, rng):
            p, state, parts = step(p, state, batches.take(rows))
        if parts is not None:
            last = ", ".join(f"{name} {float(loss):.3f}" for name, loss in parts.items())
            report(f"epoch {epoch + 1} of {settings.epochs}: loss of the last batch: {last}")
    return Fit(p, kept, figures(p, test))


def shuffled(n: int, size: int, rng: np.random.Generator) -> Iterator[Int]:
    """The numbers below n in random order, in whole batches."""
    order = rng.permutation(n)
    for first in range(0, n - size + 1, size):
        yield np.sort(order[first : first + size])


@functools.cache
def _outputs() -> Callable[..., tuple[jax.Array, ...]]:
    @jax.jit
    def outputs(p, batch):  # type: ignore[no-untyped-def]
        last = model.last_layer(p, batch.inputs.astype("float32"))
        policy = model.policy_logits(p, last, batch)
        return policy, model.value_logits(p, last, batch), model.rollout_logits(p, batch)

    return outputs


def figures(p: model.Parameters, test: Batches, size: int = 1024) -> Figures:
    """How well the parameters predict examples."""
    rows = []
    tables: dict[str, list[NDArray[Any]]] = {
        name: [] for name in ("logits", "rollout", "script", "visits")
    }
    for first in range(0, len(test), size):
        at = np.arange(first, min(first + size, len(test)))
        batch = test.take(at)
        policy, value, rollout = (np.asarray(x, np.float64) for x in _outputs()(p, batch))
        absent = batch.is_option == 0
        tables["logits"].append(policy)
        tables["rollout"].append(rollout)
        tables["script"].append(np.where(absent, model.ABSENT, batch.script))
        tables["visits"].append(batch.visits.astype(np.float64))
        outcome = test.examples.win_share[at].astype(np.float64)
        rows.append((value, outcome, batch.expected_vp.astype(np.float64), batch.players))
    logits, rollout, script, visits = (np.concatenate(table) for table in tables.values())
    value, outcome, expected, players = (np.concatenate(x) for x in zip(*rows, strict=True))
    is_seat = np.arange(model.SEATS) < players[:, None]

    def evaluation(scale: float) -> float:
        return float(_cross_entropy(outcome, np.where(is_seat, scale * expected, -1e9)).mean())

    entropy = _cross_entropy(visits, np.log(np.maximum(visits, 1e-300))).mean()
    loss = float(_cross_entropy(visits, logits).mean())
    best_script = min(
        float(_cross_entropy(visits, script / t).mean()) for t in np.geomspace(0.5, 20, 24)
    )
    first = visits.argmax(axis=1)
    return Figures(
        examples=len(test),
        policy_loss=loss,
        kl=loss - float(entropy),
        script_kl=best_script - float(entropy),
        top=float((logits.argmax(axis=1) == first).mean()),
        script_top=float((script.argmax(axis=1) == first).mean()),
        rollout_kl=float(_cross_entropy(visits, rollout).mean() - entropy),
        rollout_top=float((rollout.argmax(axis=1) == first).mean()),
        value_loss=float(_cross_entropy(outcome, value).mean()),
        evaluation_loss=min(evaluation(scale) for scale in np.geomspace(0.005, 0.5, 24)),
    )


def _cross_entropy(target: NDArray[Any], logits: NDArray[Any]) -> NDArray[np.float64]:
    shifted = logits - logits.max(axis=1, keepdims=True)
    log = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.asarray(-(target * np.where(target > 0, log, 0)).sum(axis=1))


def file_of(
    fit: Fit, settings: Settings, levels: Levels, name: str, origin: dict[str, object]
) -> bytes:
    """The file of a trained network, with its history."""
    training = {**origin, "settings": asdict(settings), "figures": asdict(fit.figures)}
    return network_file(fit.parameters, fit.inputs, levels, name, training)
