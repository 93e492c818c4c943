"""Words of a position hold several packed counts. Only core/game may shift them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = [
    "core/rules",
    "core/notation",
    "agents/basic",
    "agents/evaluation",
    "agents/scripted",
    "experiments/render",
    "python/bindings",
]
# Files that shift other values than words of a position.
OTHER_SHIFTS = {
    "agents/evaluation/observation_sinks.hpp": "bytes of packed words, through a table",
    "agents/scripted/best_placement.cpp": "a set of boxes, into the signs of numbers",
    "core/notation/frozen_state.cpp": "the number of a layout",
    "core/notation/record.hpp": "a limit in bytes",
    "core/notation/record_reader.cpp": "limits in bytes",
    "core/rules/chance.cpp": "random numbers",
    "core/rules/check_belongings.cpp": "a stream",
    "core/rules/checks.hpp": "a stream",
    "core/rules/game.cpp": "the hash of a position",
    "python/bindings/batch_game.cpp": "limits in bytes",
}
# clang-format puts spaces around shifts, but not around template brackets.
SHIFT = re.compile(r"(?<=\S) (?:<<|>>)=? (?=\S)")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def has_shift(text: str) -> bool:
    return SHIFT.search(COMMENT_OR_TEXT.sub('""', text)) is not None


def files_with_shifts() -> set[str]:
    return {
        str(file.relative_to(ROOT))
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.?pp")
        if has_shift(file.read_text())
    }


def test_words_of_a_position_are_read_through_their_accessors() -> None:
    assert sorted(files_with_shifts() - OTHER_SHIFTS.keys()) == []


def test_files_that_may_shift_do() -> None:
    assert sorted(OTHER_SHIFTS.keys() - files_with_shifts()) == []


def test_a_shift_is_found() -> None:
    assert has_shift("const unsigned good = s.on_show >> 4 * i & 15U;")
    assert has_shift("set |= 1U << seat;")
    assert has_shift("s.scratch[0] >>= 4;")
    assert not has_shift("std::vector<std::vector<int>> rows;  // bits << 4")
    assert not has_shift('throw InputError("a << b");')
