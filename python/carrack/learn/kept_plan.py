"""The plan that a folder of a loop keeps, ``plan.json``."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

from carrack._arguments import MissingFileError, path_of
from carrack._core import InputError
from carrack.learn.plan import Plan, Table
from carrack.learn.policy_gradient import SelfPlaySettings
from carrack.learn.training import Settings
from carrack.learn.value_training import ValueSettings

FILE = "plan.json"
_PARTS: dict[str, type[Any]] = {
    "training": Settings,
    "self_play": SelfPlaySettings,
    "value_training": ValueSettings,
}


def read_json(file: Path) -> Any:
    """The content of a JSON file. Raises InputError if it is not JSON."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: {error}") from None


def read_plan(folder: str | os.PathLike[str]) -> Plan:
    """The plan of a folder; see ``Plan.read``."""
    place = Path(path_of("folder", folder))
    file = place / FILE
    if not file.exists():
        raise MissingFileError(f"{file} does not exist, expected the plan of a loop")
    found = read_json(file)
    if not isinstance(found, dict):
        raise InputError(f"{file} is not the plan of a loop")
    try:
        _expect_keys(Plan, found)
        parts = {name: _made(kind, found[name]) for name, kind in _PARTS.items()}
        tables = tuple(_made(Table, table) for table in found["tables"])
        start = _start_in(place, found["start"])
        plan: Plan = _made(Plan, {**found, **parts, "tables": tables, "start": start})
    except (TypeError, AttributeError) as error:
        raise InputError(f"{file} is not the plan of a loop: {error}") from None
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    return plan


def _expect_keys(kind: type[Any], given: dict[str, Any]) -> None:
    """Raise TypeError unless the keys are the fields of a dataclass."""
    known = {field.name for field in fields(kind)}
    if unknown := sorted(set(given) - known):
        raise TypeError(f"{unknown[0]} is not known")
    if missing := sorted(known - set(given)):
        raise TypeError(f"{missing[0]} is missing")


def _made(kind: type[Any], given: dict[str, Any]) -> Any:
    """A dataclass of plain data, whose lists are tuples. Raises TypeError for other keys than its
    fields.
    """
    _expect_keys(kind, given)
    return kind(
        **{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    )


def _start_in(folder: Path, start: str | None) -> str | None:
    """The network that a loop starts from, as specs name it here: plans name it in the folder."""
    if start is None:
        return None
    source, _, content = start.rpartition("@")
    if source == "default":
        return start
    return f"{(folder / source).resolve()}@{content}"
