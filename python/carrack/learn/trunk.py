"""Trunks of networks as JAX computes them; ``quantize`` makes integers of them.

The inputs are flags, the first layer is a sum of rows, and all layers are clipped to [0, 1], as in
Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi" (2018).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from carrack.learn.levels import Levels
from carrack.learn.ragged import Int

Parameters = dict[str, jax.Array]
TrunkArrays = tuple[
    list[str],
    NDArray[np.int16],
    NDArray[np.int16],
    list[tuple[NDArray[np.int8], NDArray[np.int32]]],
]
"""A trunk as a file has it: names of inputs, [inputs, width] rows, [width] bias of the first layer,
and for each dense layer [outputs, inputs] weights and [outputs] bias.
"""

HIGHEST = 127 / 128
"""The highest activation; integers go from 0 to 127."""
MOST_WEIGHT = 127 / 64
"""The largest weight of dense layers, as 8-bit integers."""
MOST_OUTPUT = 127 / 32
"""The largest weight of actions and seats."""
ROW_UNIT = 256
WEIGHT_UNIT = 64
BIAS_UNIT = 64 * 128


def start(key: jax.Array, inputs: int, width: int, layers: Sequence[int]) -> Parameters:
    """Random parameters: ``rows`` [inputs, width] and ``bias`` [width] of the first layer, and of
    each dense layer ``layer0`` … [inputs, outputs] and ``bias0`` … [outputs].
    """
    keys = iter(jax.random.split(key, len(layers) + 1))
    p: Parameters = {
        "rows": jax.random.normal(next(keys), (inputs, width)) * 0.1,
        "bias": jnp.full((width,), 0.1),
    }
    for number, outputs in enumerate(layers):
        scale = np.sqrt(2 / width)
        p[f"layer{number}"] = jax.random.normal(next(keys), (width, outputs)) * scale
        p[f"bias{number}"] = jnp.full((outputs,), 0.1)
        width = outputs
    return p


def layers_of(p: Mapping[str, jax.Array]) -> int:
    """The number of dense layers."""
    return sum(name.startswith("layer") for name in p)


def last_layer(p: Mapping[str, jax.Array], inputs: jax.Array) -> jax.Array:
    """[B, outputs] the activations that all heads read, from [B, inputs] flags."""
    a = jnp.clip(inputs @ p["rows"] + p["bias"], 0, HIGHEST)
    for number in range(layers_of(p)):
        a = jnp.clip(a @ p[f"layer{number}"] + p[f"bias{number}"], 0, HIGHEST)
    return a


def clipped(p: Parameters, outputs: Sequence[str]) -> Parameters:
    """The parameters within the range of their integers; ``outputs`` are the weights of heads."""
    limits = {f"layer{number}": MOST_WEIGHT for number in range(layers_of(p))}
    limits |= dict.fromkeys(outputs, MOST_OUTPUT)
    return {
        name: jnp.clip(x, -limits[name], limits[name]) if name in limits else x
        for name, x in p.items()
    }


def summed_rows(rows: NDArray[np.float64], number: Int) -> NDArray[np.float64]:
    """[inputs, width] for each level, the sum of the rows of all levels of its number up to it.
    ``number``: of each input, ascending.
    """
    total: NDArray[np.float64] = rows.copy()
    for i in range(1, len(number)):
        if number[i] == number[i - 1]:
            total[i] += total[i - 1]
    return total


def rows_below(total: NDArray[np.float64], number: Int) -> NDArray[np.float64]:
    """[inputs, width] the row of the next lower level of the same number; 0 for the lowest."""
    below = np.zeros_like(total)
    has_lower = np.concatenate([[False], number[1:] == number[:-1]])
    below[has_lower] = total[np.flatnonzero(has_lower) - 1]
    return below


def from_arrays(arrays: TrunkArrays, kept: Int, levels: Levels) -> Parameters:
    """The parameters of a trunk of a file, for the inputs ``kept``. An input that the file does not
    have begins like the next lower level of its number.
    """
    names, rows, bias, layers = arrays
    place = {levels.names[input_]: row for row, input_ in enumerate(kept)}
    # In a file a row is the sum of the rows of all levels up to its own.
    total = np.zeros((len(kept), rows.shape[1]))
    is_given = np.zeros(len(kept), bool)
    for name, row in zip(names, np.asarray(rows, np.float64) / ROW_UNIT, strict=True):
        if name in place:
            total[place[name]] = row
            is_given[place[name]] = True
    number = levels.number[kept]
    for i in range(1, len(kept)):
        if not is_given[i] and number[i] == number[i - 1]:
            total[i] = total[i - 1]
    rows_of_levels = total - rows_below(total, number)
    p: Parameters = {"rows": jnp.asarray(rows_of_levels), "bias": jnp.asarray(bias / ROW_UNIT)}
    for i, (weights, layer_bias) in enumerate(layers):
        p[f"layer{i}"] = jnp.asarray(np.asarray(weights, np.float64).T / WEIGHT_UNIT)
        p[f"bias{i}"] = jnp.asarray(np.asarray(layer_bias, np.float64) / BIAS_UNIT)
    return {name: jnp.asarray(x, jnp.float32) for name, x in p.items()}
