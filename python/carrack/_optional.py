"""Packages that carrack can do without: what to install where one is missing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

EXTRAS = {
    "ledger": ("pandas", "pyarrow", "duckdb", "polars"),
    "tune": ("optuna", "scipy"),
    "dask": ("distributed",),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
}
"""The extras of pyproject.toml and what they bring; a package is named once."""


@contextlib.contextmanager
def optional_packages() -> Iterator[None]:
    """Imports in here say which extra brings what is missing. Raises ModuleNotFoundError."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = next((extra for extra, brought in EXTRAS.items() if package in brought), None)
        if extra is None:
            raise
        raise ModuleNotFoundError(
            f"{package} is not installed; pip install 'carrack[{extra}]' brings it", name=package
        ) from None
