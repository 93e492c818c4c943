"""The integers of a network, and its file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack.learn import model
from carrack.learn.examples import Int, Levels

ROW_UNIT = 256
WEIGHT_UNIT = 64
BIAS_UNIT = 64 * 128
OUTPUT_UNIT = 32
LOGIT_UNIT = 32 * 128
VP_UNIT = 64
VERBS = 43
"""Of the file: with those of chance."""


def integers(values: Any, unit: int, dtype: Any) -> NDArray[Any]:
    """The nearest integers, within the range of their type."""
    limits = np.iinfo(dtype)
    scaled = np.rint(np.asarray(values, np.float64) * unit)
    low = -limits.max  # symmetric
    return np.clip(scaled, low, limits.max).astype(dtype)


def network_file(
    p: model.Parameters, kept: Int, levels: Levels, name: str, training: Mapping[str, Any]
) -> bytes:
    """The file of a network with these parameters; ``kept`` are its inputs."""
    # In training, a number adds the rows of all levels that it reaches; here that of the highest.
    rows = np.asarray(p["rows"], np.float64).copy()
    number = levels.number[kept]
    for i in range(1, len(kept)):
        if number[i] == number[i - 1]:
            rows[i] += rows[i - 1]
    layers = [
        (
            integers(np.asarray(p[f"layer{i}"]).T, WEIGHT_UNIT, np.int8),
            integers(p[f"bias{i}"], BIAS_UNIT, np.int32),
        )
        for i in range(model.layers_of(p))
    ]
    return _core.network_bytes(
        name,
        json.dumps(training, sort_keys=True),
        [levels.names[i] for i in kept],
        integers(rows, ROW_UNIT, np.int16),
        integers(p["bias"], ROW_UNIT, np.int16),
        layers,
        integers(p["actions"], OUTPUT_UNIT, np.int8),
        integers(p["action_bias"], LOGIT_UNIT, np.int32),
        _by_verb(p["script_weight"]),
        _by_verb(p["script_best"]),
        integers(p["seats"], OUTPUT_UNIT, np.int8),
        integers(p["seat_bias"], LOGIT_UNIT, np.int32),
        np.asarray(p["evaluation_weight"], np.float32),
        *(
            integers(np.asarray(p[name]) * model.ROLLOUT_UNIT, VP_UNIT, np.int16)
            for name in ("rollout_turn", "rollout_edition", "rollout_players")
        ),
    )


def _by_verb(values: Any) -> NDArray[np.float32]:
    """Chance's verbs have 0."""
    known = np.asarray(values, np.float32)
    return np.pad(known, (0, VERBS - len(known)))
