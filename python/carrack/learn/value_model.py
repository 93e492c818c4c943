"""The value of a network as JAX computes it: a residual over the linear evaluation."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp

from carrack.learn import trunk
from carrack.learn.model import ABSENT, SEATS, TURNS, VP_UNIT, cross_entropy, is_seat
from carrack.learn.trunk import Parameters
from carrack.learn.value_examples import ValueBatch


def start(key: jax.Array, inputs: int, width: int, layers: Sequence[int]) -> Parameters:
    """Parameters before training: the value is that of the linear evaluation."""
    return trunk.start(key, inputs, width, layers) | {
        "win": jnp.zeros((SEATS, layers[-1])),
        "win_bias": jnp.zeros((SEATS,)),
        "evaluation_weight": jnp.linspace(0.02, 0.15, TURNS),
        "vp": jnp.zeros((SEATS, layers[-1])),
        "vp_bias": jnp.zeros((SEATS,)),
    }


def outputs(p: Parameters, batch: ValueBatch) -> tuple[jax.Array, jax.Array]:
    """[B, seats] logits, whose softmax are the win shares; [B, seats] expected final VP."""
    last = trunk.last_layer(p, jnp.asarray(batch.inputs, jnp.float32))
    logits = last @ p["win"].T + p["win_bias"]
    logits += p["evaluation_weight"][batch.turn][:, None] * batch.expected_vp
    vp = VP_UNIT * (last @ p["vp"].T + p["vp_bias"]) + batch.expected_vp
    return jnp.where(is_seat(batch.players), logits, ABSENT), vp


def losses(p: Parameters, batch: ValueBatch) -> dict[str, jax.Array]:
    """Mean losses: the cross-entropy of the win shares, and the squared error of the VP summed over
    the seats, in VP_UNIT.
    """
    logits, vp = outputs(p, batch)
    entropy = cross_entropy(batch.win_share, logits)
    error = jnp.where(is_seat(batch.players), (vp - batch.vp) / VP_UNIT, 0)
    return {"win share": entropy.mean(), "vp": (error**2).sum(axis=1).mean()}


def clipped(p: Parameters) -> Parameters:
    """The parameters within the range of their integers."""
    return trunk.clipped(p, ("win", "vp"))
