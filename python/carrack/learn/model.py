"""The policy of a network, and the corrections of playouts, as JAX computes them."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from carrack import _core
from carrack.learn import trunk
from carrack.learn.examples import Batch
from carrack.learn.trunk import Parameters

SEATS = _core.MAX_PLAYERS
TURNS = 8
VP_UNIT = 20.0
"""The auxiliary head predicts VP in this unit."""
ROLLOUT_UNIT = 10.0
"""The tables for playouts are in this many VP."""
EDITIONS = 2
ABSENT = -1e9
"""Logit of a missing option or seat."""

VERB_OF_ACTION = _core.action_verbs().astype(np.int32)
CHOICES = len(VERB_OF_ACTION)
VERBS = int(VERB_OF_ACTION.max()) + 1


def start(key: jax.Array, inputs: int, width: int, layers: Sequence[int]) -> Parameters:
    """Parameters before training: the policy is a softmax of the script's values."""
    first, second = jax.random.split(key)
    return trunk.start(first, inputs, width, layers) | start_heads(second, layers[-1])


def start_heads(key: jax.Array, width: int) -> Parameters:
    """The heads before training; ``width``: outputs of the trunk."""
    p: Parameters = {}
    p["actions"] = jax.random.normal(key, (CHOICES, width)) * 0.05
    p["action_bias"] = jnp.zeros((CHOICES,))
    p["script_weight"] = jnp.full((VERBS,), 0.2)
    p["script_best"] = jnp.full((VERBS,), 0.5)
    p["seats"] = jnp.zeros((SEATS, width))
    p["seat_bias"] = jnp.zeros((SEATS,))
    p["evaluation_weight"] = jnp.full((TURNS,), 0.02)
    p["vp"] = jnp.zeros((SEATS, width))
    p["vp_bias"] = jnp.zeros((SEATS,))
    p["rollout_turn"] = jnp.zeros((TURNS, CHOICES))
    p["rollout_edition"] = jnp.zeros((EDITIONS, CHOICES))
    p["rollout_players"] = jnp.zeros((SEATS - 1, CHOICES))
    p["rollout_scale"] = jnp.full((VERBS,), 0.2)
    return p


def policy_logits(p: Parameters, last: jax.Array, batch: Batch) -> jax.Array:
    """[B, K] logits of the policy."""
    verb = jnp.asarray(VERB_OF_ACTION)[batch.actions]
    logits = jnp.einsum("bkh,bh->bk", p["actions"][batch.actions], last)
    logits += p["action_bias"][batch.actions]
    logits += p["script_weight"][verb] * batch.script + p["script_best"][verb] * batch.is_best
    return jnp.where(jnp.asarray(batch.is_option) > 0, logits, ABSENT)


def rollout_logits(p: Parameters, batch: Batch) -> jax.Array:
    """[B, K] logits of the policy for playouts: a softmax over the script's values, each with a
    correction by action and turn, edition and number of players. It does not look at the position
    otherwise.
    """
    verb = jnp.asarray(VERB_OF_ACTION)[batch.actions]
    learned = p["rollout_turn"][batch.turn[:, None], batch.actions]
    learned += p["rollout_edition"][batch.edition[:, None], batch.actions]
    learned += p["rollout_players"][batch.players[:, None] - 2, batch.actions]
    logits = p["rollout_scale"][verb] * (batch.script + ROLLOUT_UNIT * learned)
    return jnp.where(jnp.asarray(batch.is_option) > 0, logits, ABSENT)


def value_logits(p: Parameters, last: jax.Array, batch: Batch) -> jax.Array:
    """[B, seats] logits, whose softmax are the win shares."""
    logits = last @ p["seats"].T + p["seat_bias"]
    logits += p["evaluation_weight"][batch.turn][:, None] * batch.expected_vp
    return jnp.where(is_seat(batch.players), logits, ABSENT)


def is_seat(players: jax.typing.ArrayLike) -> jax.Array:
    """[B, seats] whether the seat is played, from the numbers of players [B]."""
    return jnp.arange(SEATS)[None, :] < jnp.asarray(players)[:, None]


def cross_entropy(target: jax.typing.ArrayLike, logits: jax.Array) -> jax.Array:
    """[B] cross-entropy of each example."""
    wanted = jnp.asarray(target)
    return -jnp.sum(jnp.where(wanted > 0, wanted * jax.nn.log_softmax(logits), 0), axis=1)


def losses(p: Parameters, batch: Batch) -> dict[str, jax.Array]:
    """Mean losses of the policy, of the auxiliary win shares and VP, which only shape the trunk,
    and of the policy for playouts.
    """
    last = trunk.last_layer(p, jnp.asarray(batch.inputs, jnp.float32))
    ahead = last @ p["vp"].T + p["vp_bias"]
    error = jnp.where(is_seat(batch.players), ahead - batch.vp_ahead / VP_UNIT, 0)
    return {
        "policy": cross_entropy(batch.target, policy_logits(p, last, batch)).mean(),
        "value": cross_entropy(batch.win_share, value_logits(p, last, batch)).mean(),
        "vp": (error**2).sum(axis=1).mean(),
        "rollout": cross_entropy(batch.target, rollout_logits(p, batch)).mean(),
    }


def clipped(p: Parameters) -> Parameters:
    """The parameters within the range of their integers."""
    return trunk.clipped(p, ("actions",))
