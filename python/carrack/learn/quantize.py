"""The integers of a network, and its file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack.learn import model, trunk
from carrack.learn.levels import Levels
from carrack.learn.ragged import Int
from carrack.learn.trunk import (
    BIAS_UNIT,
    MOST_OUTPUT,
    ROW_UNIT,
    WEIGHT_UNIT,
    Parameters,
    TrunkArrays,
)

OUTPUT_UNIT = 32
LOGIT_UNIT = 32 * 128
LEAST_LOGIT_SCALE = 1e-3
ROLLOUT_VP_UNIT = 64
VERBS = 43
"""The number of verbs in a file, those of chance included."""
VALUE_WIDTH = 16
"""The width of the trunk of an untrained value: the least that a file may have."""


@dataclass(frozen=True, eq=False)
class Part:
    """The parameters of a policy or a value."""

    parameters: Parameters
    inputs: Int
    """The inputs of the trunk."""


def integers(values: Any, unit: int, dtype: Any) -> NDArray[Any]:
    """The nearest integers, within the range of their type."""
    limits = np.iinfo(dtype)
    scaled = np.rint(np.asarray(values, np.float64) * unit)
    low = -limits.max  # symmetric
    return np.clip(scaled, low, limits.max).astype(dtype)


def network_file(
    policy: Part,
    value: Part | None,
    scales: NDArray[np.float64] | None,
    levels: Levels,
    name: str,
    training: Mapping[str, Any],
) -> bytes:
    """The file of a network with these parameters. Without ``value``, the value is that of the
    linear evaluation. ``scales``: [players - 2, turn - 1, 4], see value_scales.
    """
    p = policy.parameters
    heads = {
        **_policy_heads(p),
        **_value_heads(value, scales),
        **{
            name: integers(np.asarray(p[name]) * model.ROLLOUT_UNIT, ROLLOUT_VP_UNIT, np.int16)
            for name in ("rollout_turn", "rollout_edition", "rollout_players")
        },
    }
    return _core.network_bytes(
        name,
        json.dumps(training, sort_keys=True),
        _trunk_arrays(policy, levels),
        _empty_trunk() if value is None else _trunk_arrays(value, levels),
        heads,
    )


def with_policy(
    network: _core.Network, policy: Part, levels: Levels, name: str, training: Mapping[str, Any]
) -> bytes:
    """The file of a network with another policy; its value and its playouts remain."""
    _, value, heads = _core.network_arrays(network)
    p = policy.parameters
    return _core.network_bytes(
        name,
        json.dumps(training, sort_keys=True),
        _trunk_arrays(policy, levels),
        value,
        {**heads, **_policy_heads(p)},
    )


def _policy_heads(p: Parameters) -> dict[str, NDArray[Any]]:
    """The heads of a policy, with the scale of the logits at which the weights of actions use the
    range of their type.
    """
    largest = float(np.abs(np.asarray(p["actions"])).max()) / MOST_OUTPUT
    scale = np.float32(max(largest, LEAST_LOGIT_SCALE))
    scaled = {
        name: np.asarray(p[name], np.float64) / scale
        for name in ("actions", "action_bias", "script_weight", "script_best")
    }
    return {
        "logit_scale": np.array([scale], np.float32),
        "action_weights": integers(scaled["actions"], OUTPUT_UNIT, np.int8),
        "action_bias": integers(scaled["action_bias"], LOGIT_UNIT, np.int32),
        "script_weight": _by_verb(scaled["script_weight"]),
        "script_best": _by_verb(scaled["script_best"]),
    }


def _value_heads(value: Part | None, scales: NDArray[np.float64] | None) -> dict[str, NDArray[Any]]:
    seats = _core.MAX_PLAYERS
    usual = np.tile(np.array([10, 10, 0, 0], np.float32), (seats - 1, model.TURNS, 1))
    given = usual if scales is None else scales.astype(np.float32)
    if value is None:
        return {
            "win_weights": np.zeros((seats, VALUE_WIDTH), np.int8),
            "win_bias": np.zeros(seats, np.int32),
            "evaluation_weight": np.full(model.TURNS, 0.1, np.float32),
            "vp_weights": np.zeros((seats, VALUE_WIDTH), np.int8),
            "vp_bias": np.zeros(seats, np.int32),
            "scales": given,
        }
    p = value.parameters
    return {
        "win_weights": integers(p["win"], OUTPUT_UNIT, np.int8),
        "win_bias": integers(p["win_bias"], LOGIT_UNIT, np.int32),
        "evaluation_weight": np.asarray(p["evaluation_weight"], np.float32),
        "vp_weights": integers(p["vp"], OUTPUT_UNIT, np.int8),
        "vp_bias": integers(p["vp_bias"], LOGIT_UNIT, np.int32),
        "scales": given,
    }


def _trunk_arrays(part: Part, levels: Levels) -> TrunkArrays:
    p, kept = part.parameters, part.inputs
    # In training, a number adds the rows of all levels that it reaches; here that of the highest.
    rows = trunk.summed_rows(np.asarray(p["rows"], np.float64), levels.number[kept])
    layers = [
        (
            integers(np.asarray(p[f"layer{i}"]).T, WEIGHT_UNIT, np.int8),
            integers(p[f"bias{i}"], BIAS_UNIT, np.int32),
        )
        for i in range(trunk.layers_of(p))
    ]
    names = [levels.names[i] for i in kept]
    bias = integers(p["bias"], ROW_UNIT, np.int16)
    return names, integers(rows, ROW_UNIT, np.int16), bias, layers


def _empty_trunk() -> TrunkArrays:
    width = VALUE_WIDTH
    layer = (np.zeros((width, width), np.int8), np.zeros(width, np.int32))
    return [], np.zeros((0, width), np.int16), np.zeros(width, np.int16), [layer]


def _by_verb(values: Any) -> NDArray[np.float32]:
    """Numbers by verb; the verbs of chance have 0."""
    known = np.asarray(values, np.float32)
    return np.pad(known, (0, VERBS - len(known)))
