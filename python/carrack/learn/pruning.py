"""Leaves out the inputs of a policy that change it least, which makes its file smaller."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from carrack.learn import trunk
from carrack.learn.levels import Levels
from carrack.learn.quantize import Part


def pruned(policy: Part, inputs: NDArray[np.uint16], levels: Levels, most: int) -> Part:
    """The policy with at most ``most`` inputs. A number whose level is left out switches on the
    next lower level that is kept, so those levels go first whose rows differ least from the rows
    of the next lower ones: by the square of the difference, summed over ``inputs``, the levels that
    examples have reached.
    """
    kept = policy.inputs
    if len(kept) <= most:
        return policy
    number = levels.number[kept]
    total = trunk.summed_rows(np.asarray(policy.parameters["rows"], np.float64), number)
    difference = total - trunk.rows_below(total, number)
    change = _counts(inputs, kept, levels) * (difference**2).sum(axis=1)
    first = np.sort(np.argsort(-change, kind="stable")[:most])
    rows = total[first] - trunk.rows_below(total[first], number[first])
    return Part({**policy.parameters, "rows": jnp.asarray(rows, jnp.float32)}, kept[first])


def _counts(
    inputs: NDArray[np.uint16], kept: NDArray[np.int64], levels: Levels
) -> NDArray[np.int64]:
    """[kept] How often each of these levels is the highest one that a number reaches."""
    reached = np.bincount(inputs, minlength=len(levels.names))
    place = np.searchsorted(kept, np.arange(len(levels.names)), side="right") - 1
    has_level = (place >= 0) & (levels.number[kept[np.maximum(place, 0)]] == levels.number)
    return np.bincount(place[has_level], reached[has_level], minlength=len(kept)).astype(np.int64)
