"""Include dependencies: every folder may include only those above it in LAYERS."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = [
    "core/base",
    "core/game",
    "core/rules",
    "core/notation",
    "core/tools",
    "agents",
    "agents/threads",
    "agents/evaluation",
    "agents/scripted",
    "agents/search",
    "agents/learned",
    "agents/mcts",
    "agents/basic",
    "agents/external",
    "agents/registry",  # not a folder: the files that know every agent
    "experiments/base",
    "experiments/statistics",
    "experiments/render",
    "experiments/terminal",
    "experiments/tournament",
    "experiments/trial",
    "experiments/ledger",
    "experiments/learning",
    "experiments/report",
    "experiments/studies",
    "experiments/web",
    "experiments/web/wasm",
    "experiments/cli",
    "python/bindings",
]
REGISTRY = {"agents/registry.cpp", "agents/short_spec.cpp"}
PRIVATE = {"core/rules": "core/"}  # folder: the only folder that may include it
INCLUDE = re.compile(r'^#include "((?:core|agents|experiments)/[^"]+)"', re.MULTILINE)


def sources() -> list[Path]:
    return sorted(
        file
        for folder in ("core", "agents", "experiments", "python/bindings")
        for file in (ROOT / folder).rglob("*.?pp")
    )


def layer_of(file: str) -> str:
    return "agents/registry" if file in REGISTRY else file.rpartition("/")[0]


def faults(file: str, text: str) -> list[str]:
    own = layer_of(file)
    found = []
    for included in INCLUDE.findall(text):
        other = layer_of(included)
        if LAYERS.index(other) > LAYERS.index(own):
            found.append(f"{file} includes {included}, of a higher layer")
        if other in PRIVATE and not file.startswith(PRIVATE[other]):
            found.append(f"{file} includes {included}, which is private to {PRIVATE[other]}")
    return found


def test_every_folder_is_a_layer() -> None:
    assert {layer_of(str(file.relative_to(ROOT))) for file in sources()} == set(LAYERS)


@pytest.mark.parametrize("layer", LAYERS)
def test_no_folder_includes_one_of_a_higher_layer(layer: str) -> None:
    files = [str(file.relative_to(ROOT)) for file in sources()]
    found = [
        fault
        for file in files
        if layer_of(file) == layer
        for fault in faults(file, (ROOT / file).read_text())
    ]
    assert not found, "\n".join(found)


def reached(file: str, seen: set[str]) -> set[str]:
    """The files that `file` includes, transitively."""
    if file not in seen:
        seen.add(file)
        for included in INCLUDE.findall((ROOT / file).read_text()):
            reached(included, seen)
    return seen


def test_the_search_knows_no_game() -> None:
    seen: set[str] = set()
    for file in (ROOT / "agents/search").glob("*.?pp"):
        reached(str(file.relative_to(ROOT)), seen)
    assert {layer_of(file) for file in seen} == {
        "core/base",
        "agents",
        "agents/threads",
        "agents/search",
    }
    assert "agents/agent.hpp" not in seen


def test_an_upward_include_is_found() -> None:
    up = '#include "experiments/cli/commands.hpp"\n#include "core/rules/phases.hpp"\n'
    assert faults("agents/search/worker_impl.hpp", up) == [
        "agents/search/worker_impl.hpp includes experiments/cli/commands.hpp, of a higher layer",
        "agents/search/worker_impl.hpp includes core/rules/phases.hpp, which is private to core/",
    ]
    assert not faults("core/notation/trace.cpp", '#include "core/rules/phases.hpp"\n')
