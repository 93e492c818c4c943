"""Which tests `make quick` runs for a change."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("quick", ROOT / ".ci" / "quick.py")
assert spec is not None and spec.loader is not None
quick = importlib.util.module_from_spec(spec)
spec.loader.exec_module(quick)

TESTS = {
    "core/base": {"core/base/bits.hpp"},
    "core/rules": {"core/base/bits.hpp", "tests/core/position.hpp"},
    "agents": {"agents/agent.hpp"},
    "agents/search": {"agents/search/search.hpp"},
}


def test_a_source_touches_the_tests_of_its_folder() -> None:
    assert quick.touched(["core/rules/tiles.cpp"], TESTS) == ["core/rules"]
    assert quick.touched(["tests/core/rules/tiles_test.cpp"], TESTS) == ["core/rules"]
    assert quick.touched(["agents/registry.cpp"], TESTS) == ["agents"]
    assert quick.touched(["agents/search/worker_impl.hpp"], TESTS) == ["agents/search"]


def test_a_folder_without_tests_is_tested_with_the_one_above() -> None:
    assert quick.touched(["agents/new/x.cpp"], TESTS) == ["agents"]


def test_a_header_touches_the_tests_that_include_it() -> None:
    assert quick.touched(["core/base/bits.hpp"], TESTS) == ["core/base", "core/rules"]
    assert quick.touched(["tests/core/position.hpp"], TESTS) == ["core/rules"]


def test_the_build_touches_all_and_a_text_none() -> None:
    for file in ("CMakeLists.txt", "core/CMakeLists.txt", "CMakePresets.json"):
        assert quick.touched([file], TESTS) == sorted(TESTS)
    assert quick.touched(["README.md", "python/carrack/_text.py"], TESTS) == []


def test_every_folder_with_tests_has_a_binary() -> None:
    tops = {"core", "agents", "experiments", "docs", "games", "fuzz"}
    with_tests = {file.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("*_test.cpp")}
    assert {file.parts[0] for file in with_tests} <= tops
    assert set(quick.folders()) == {file.parent.as_posix() for file in with_tests}
