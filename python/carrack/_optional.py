"""Optional dependencies: error messages that name the extra to install."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

EXTRAS = {
    "ledger": ("pandas", "pyarrow", "duckdb", "polars"),
    "notebooks": ("matplotlib",),
    "tune": ("optuna",),
    "dask": ("distributed",),
    "learn": ("jax", "optax"),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
}
"""The extras of pyproject.toml and their packages; each package is listed once."""


@contextlib.contextmanager
def optional_packages() -> Iterator[None]:
    """Import errors inside this context name the extra to install. Raises ModuleNotFoundError."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = next((extra for extra, brought in EXTRAS.items() if package in brought), None)
        if extra is None:
            raise
        raise ModuleNotFoundError(
            f"{package} is not installed; install it with pip install '.[{extra}]' in a checkout "
            "of carrack",
            name=package,
        ) from None
