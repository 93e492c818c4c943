"""The ranges of the settings of a training, checked before games are played for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real

from carrack._arguments import shown, whole_number
from carrack._core import InputError

LANES = 16
"""Widths in files of networks are multiples of this."""
MOST_WIDTH = 1024
MOST_LAYERS = 4
"""The most layers after the first one."""

MOST = 10**9
WEIGHT = (0.0, 1e6)
RATE = (1e-12, 1e3)
Ranges = Mapping[str, tuple[int, int] | tuple[float, float]]
"""The least and the most of each number, by name. Integers as ends allow only whole numbers."""
SHARED: Ranges = {
    "epochs": (0, MOST),
    "batch": (1, MOST),
    "rate": RATE,
    "weight_decay": WEIGHT,
    "vp_weight": WEIGHT,
    "least_count": (0, MOST),
    "seed": (0, 2**32 - 1),
}
"""The ranges of settings that policies and values share."""


def check_widths(width: int, layers: Sequence[int]) -> None:
    """Raises InputError for widths that no file of a network can have, TypeError for values of
    other types.
    """
    if isinstance(layers, str | bytes) or not isinstance(layers, Sequence):
        raise TypeError(f"layers is {shown(layers)}, expected widths, as in (64,)")
    if not 1 <= len(layers) <= MOST_LAYERS:
        raise InputError(f"layers has {len(layers)} widths, expected 1 to {MOST_LAYERS}")
    _check_width("width", width)
    for number, outputs in enumerate(layers):
        _check_width(f"layers[{number}]", outputs)


def _check_width(name: str, given: int) -> None:
    width = whole_number(name, given, 1)
    near = min(max(LANES, LANES * round(width / LANES)), MOST_WIDTH)
    if width != near:
        raise InputError(
            f"{name} is {width}, expected a multiple of {LANES} up to {MOST_WIDTH}; the nearest is "
            f"{near}"
        )


def check_numbers(settings: object, ranges: Ranges) -> None:
    """Raises InputError for an attribute that is out of its range, TypeError for one of another
    type.
    """
    for name, (least, most) in ranges.items():
        given = getattr(settings, name)
        if isinstance(least, int) and isinstance(most, int):
            whole_number(name, given, least, most)
        elif isinstance(given, bool) or not isinstance(given, Real):
            raise TypeError(f"{name} is {shown(given)}, expected a number")
        elif not least <= given <= most:  # nor NaN
            raise InputError(f"{name} is {given}, expected {least:g} to {most:g}")
