"""ThreadSanitizer tests the code that ships, and a thread that cannot be started is an error."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Other code under a sanitizer, and threads that it does not see.
HIDDEN = re.compile(r"__SANITIZE_|has_feature|#pragma omp|omp\.h")
NEW_THREAD = re.compile(
    r"\bstd::(?:j?thread(?:\s+\w+)?\s*[({]|async\b)|\bpthread_create\b|\bthrd_create\b"
)
# Where a thread is started and a failure to start it is caught.
STARTERS = {"agents/threads/start_thread.hpp", "experiments/ledger/claims.cpp"}


def files_with(pattern: re.Pattern[str]) -> set[str]:
    return {
        str(file.relative_to(ROOT))
        for folder in ("core", "agents", "experiments", "python/bindings")
        for file in (ROOT / folder).rglob("*.?pp")
        if pattern.search(file.read_text())
    }


def test_no_code_differs_under_a_sanitizer() -> None:
    assert files_with(HIDDEN) == set()


def test_threads_are_started_where_a_failure_is_caught() -> None:
    assert files_with(NEW_THREAD) == STARTERS


def test_every_name_in_the_list_of_thread_sanitizer_is_a_test() -> None:
    text = (ROOT / "tests/CMakeLists.txt").read_text()
    (names,) = re.findall(r"ledger/\.\*\|\(([a-z_|]+)\)_test", text)
    for name in names.split("|"):
        assert list((ROOT / "tests").rglob(f"{name}_test.cpp")), name


def test_the_patterns_find_them() -> None:
    assert HIDDEN.search("#if defined(__SANITIZE_THREAD__)")
    assert HIDDEN.search("#pragma omp parallel for")
    assert NEW_THREAD.search("pool.push_back(std::thread([] {}));")
    assert NEW_THREAD.search("std::jthread helper(work);")
    assert NEW_THREAD.search("std::thread helper{work};")
    assert not NEW_THREAD.search("std::vector<std::thread> pool;")
