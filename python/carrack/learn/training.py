"""Fits a network to examples."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._core import InputError
from carrack.learn import model, trunk
from carrack.learn.examples import Batch, Batches, Examples
from carrack.learn.levels import Levels
from carrack.learn.limits import MOST, SHARED, WEIGHT, check_numbers, check_widths
from carrack.learn.optimization import Optimization, Report, cross_entropy, is_tested
from carrack.learn.quantize import LOGIT_UNIT, OUTPUT_UNIT, ROLLOUT_VP_UNIT, Part
from carrack.learn.ragged import Int
from carrack.learn.trunk import Parameters


@dataclass(frozen=True)
class Settings:
    """How a network is trained."""

    width: int = 128
    """Width of the first layer: that of the default network, so training can continue from it."""
    layers: tuple[int, ...] = (64,)
    """Outputs of the dense layers."""
    epochs: int = 12
    batch: int = 1024
    rate: float = 2e-3
    """Peak learning rate of AdamW: at most 200 warm-up steps, then cosine decay."""
    weight_decay: float = 1e-4
    value_weight: float = 0.5
    """Weight of the loss of the auxiliary win shares."""
    vp_weight: float = 0.1
    """Weight of the loss of the auxiliary VP."""
    search_weight: float = 0.5
    """Weight of the searches' win shares in the target of the auxiliary win shares."""
    least_count: int = 20
    """Inputs that are on in fewer examples are left out."""
    most_inputs: int = 1800
    """The most inputs of the resulting policy; the inputs that change it least are left out."""
    test_share: float = 0.05
    """Share of the blocks held out for testing."""
    seed: int = 1

    def __post_init__(self) -> None:
        check_widths(self.width, self.layers)
        own = {"value_weight": WEIGHT, "search_weight": (0.0, 1.0), "test_share": (0.0, 0.9),
               "most_inputs": (1, MOST)}  # fmt: skip
        check_numbers(self, {**SHARED, **own})


@dataclass(frozen=True)
class Figures:
    """Means over the examples of games that neither this network nor that it started from was
    trained on.
    """

    examples: int
    policy_loss: float
    kl: float
    """The KL divergence from the policy to the targets, mostly the visits of searches."""
    script_kl: float
    """The same for the softmax over the script's values, at the best temperature for them."""
    top: float
    """The share of examples in which no option has a higher target than the policy's first."""
    script_top: float
    """The same for the script's best option."""
    rollout_kl: float
    """The KL divergence from the policy for playouts to the targets."""
    rollout_top: float


@dataclass(frozen=True, eq=False)
class Fit:
    """A trained policy."""

    parameters: Parameters
    inputs: Int
    figures: Figures
    test: Examples
    """The examples behind the figures."""

    @property
    def part(self) -> Part:
        return Part(self.parameters, self.inputs)


def fit(
    examples: Examples,
    settings: Settings,
    levels: Levels,
    report: Report,
    start: _core.Network | None = None,
    known_blocks: int = 0,
) -> Fit:
    """Train from random weights, or from the policy of a network with the same widths. That may
    have been trained on the first ``known_blocks`` blocks, which are not tested. The same examples
    and settings give the same weights on one kind of machine and versions of the libraries. Raises
    InputError for a network with other widths, and for too few examples.
    """
    if start is not None:
        check_start(start, settings)
    rng = np.random.default_rng(settings.seed)
    is_test = is_tested(examples.block, settings.test_share, rng, known_blocks)
    learned = examples.select(~is_test)
    is_kept = levels.counts(learned.inputs) >= settings.least_count
    if start is not None:
        is_kept[levels.places(_core.network_arrays(start)[0][0])] = True
    kept = np.flatnonzero(is_kept)
    batches = Batches(learned, kept, levels, settings.search_weight)
    test = examples.select(is_test)

    key = jax.random.PRNGKey(settings.seed)
    if start is None:
        p = model.start(key, len(kept), settings.width, settings.layers)
    else:
        p = from_network(key, start, kept, settings, levels)

    def losses(p: Parameters, batch: Batch) -> tuple[jax.Array, dict[str, jax.Array]]:
        parts = model.losses(p, batch)
        weighted = settings.value_weight * parts["value"] + settings.vp_weight * parts["vp"]
        return parts["policy"] + parts["rollout"] + weighted, parts

    training = Optimization(settings.epochs, settings.batch, settings.rate, settings.weight_decay)
    p = training.run(p, batches, losses, model.clipped, rng, lambda line: report(f"policy, {line}"))
    return Fit(p, kept, figures(Part(p, kept), test, levels), test)


def check_start(network: _core.Network, settings: Settings) -> None:
    """Raises InputError if training with these settings cannot start from the network."""
    arrays, _, _ = _core.network_arrays(network)
    widths = (arrays[1].shape[1], *(len(bias) for _, bias in arrays[3]))
    if widths != (settings.width, *settings.layers):
        raise InputError(
            f"network '{network.spec}' has the widths {list(widths)}, "
            f"expected {[settings.width, *settings.layers]}"
        )


def from_network(
    key: jax.Array, network: _core.Network, kept: Int, settings: Settings, levels: Levels
) -> Parameters:
    """The parameters of a network's policy for the inputs ``kept``. What a file does not have
    begins as before training. The network has the widths of ``settings``.
    """
    arrays, _, heads = _core.network_arrays(network)
    p = model.start_heads(key, settings.layers[-1]) | trunk.from_arrays(arrays, kept, levels)
    scale = heads["logit_scale"][0]
    given = {
        "actions": heads["action_weights"] / OUTPUT_UNIT * scale,
        "action_bias": heads["action_bias"] / LOGIT_UNIT * scale,
        "script_weight": heads["script_weight"][: model.VERBS] * scale,
        "script_best": heads["script_best"][: model.VERBS] * scale,
    }
    for name in ("rollout_turn", "rollout_edition", "rollout_players"):
        given[name] = heads[name] / (ROLLOUT_VP_UNIT * model.ROLLOUT_UNIT)
    return p | {name: jnp.asarray(x, jnp.float32) for name, x in given.items()}


@functools.cache
def _outputs() -> Callable[..., tuple[jax.Array, ...]]:
    @jax.jit
    def outputs(p, batch):  # type: ignore[no-untyped-def]
        last = trunk.last_layer(p, batch.inputs.astype("float32"))
        return model.policy_logits(p, last, batch), model.rollout_logits(p, batch)

    return outputs


class _Predictions(NamedTuple):
    """Predictions for examples; all arrays are [examples, options]."""

    logits: NDArray[np.float64]
    rollout: NDArray[np.float64]
    script: NDArray[np.float64]
    target: NDArray[np.float64]


def _predictions(policy: Part, test: Examples, levels: Levels, size: int = 1024) -> _Predictions:
    batches = Batches(test, policy.inputs, levels, 0)
    parts = []
    for first in range(0, len(test), size):
        batch = batches.take(np.arange(first, min(first + size, len(test))))
        found = _outputs()(policy.parameters, batch)
        logits, rollout = (np.asarray(x, np.float64) for x in found)
        script = np.where(batch.is_option == 0, model.ABSENT, batch.script)
        parts.append((logits, rollout, script, batch.target.astype(np.float64)))
    return _Predictions(*(np.concatenate(tables) for tables in zip(*parts, strict=True)))


def halves(examples: Examples) -> tuple[Examples, Examples]:
    """Every other block, and the rest. With a single block, both halves are all examples."""
    blocks = np.unique(examples.block)
    if len(blocks) < 2:
        return examples, examples
    is_first = np.isin(examples.block, blocks[::2])
    return examples.select(is_first), examples.select(~is_first)


def calibrated(policy: Part, test: Examples, levels: Levels) -> Part:
    """The policy with its logits divided by the temperature at which they predict these examples
    best. The order of the options remains. (Guo et al., "On Calibration of Modern Neural Networks",
    2017)
    """
    found = _predictions(policy, test, levels)
    temperature = float(
        min(
            np.geomspace(0.25, 16, 97),
            key=lambda t: float(cross_entropy(found.target, found.logits / t).mean()),
        )
    )
    heads = ("actions", "action_bias", "script_weight", "script_best")
    scaled = {name: policy.parameters[name] / temperature for name in heads}
    return Part({**policy.parameters, **scaled}, policy.inputs)


def figures(policy: Part, test: Examples, levels: Levels) -> Figures:
    """How well a policy predicts examples."""
    logits, rollout, script, target = _predictions(policy, test, levels)
    entropy = cross_entropy(target, np.log(np.maximum(target, 1e-300))).mean()
    loss = float(cross_entropy(target, logits).mean())
    best_script = min(
        float(cross_entropy(target, script / t).mean()) for t in np.geomspace(0.5, 20, 24)
    )

    def top(values: NDArray[np.float64]) -> float:
        """How often the first option by these values is one of the highest target."""
        chosen = np.take_along_axis(target, values.argmax(axis=1, keepdims=True), axis=1)[:, 0]
        return float((chosen == target.max(axis=1)).mean())

    return Figures(
        examples=len(test),
        policy_loss=loss,
        kl=loss - float(entropy),
        script_kl=best_script - float(entropy),
        top=top(logits),
        script_top=top(script),
        rollout_kl=float(cross_entropy(target, rollout).mean() - entropy),
        rollout_top=top(rollout),
    )
