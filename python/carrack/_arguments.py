"""Argument checks of the package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def as_list(name: str, given: Iterable[Any], example: str) -> list[Any]:
    """The argument ``name`` as a list. Raises TypeError for a string or a non-iterable."""
    if not isinstance(given, str | bytes) and isinstance(given, Iterable):
        return list(given)
    shown = repr(given) if isinstance(given, str | int | float | None) else type(given).__name__
    if len(shown) > 60:
        shown = shown[:59] + "…"
    raise TypeError(f"{name} is {shown}, expected a list, as in {example}")
