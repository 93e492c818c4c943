"""experiments/studies/learning/kept_rows.py: results that survive, and files that are refused."""

import json
import sys
from pathlib import Path

import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
from kept_rows import integers, kept_rows, numbers

PLAN = {"games": 3, "seed": 1}


def keep(path: Path, *values: int) -> list[int]:
    """All values of the file after these have been added."""
    with kept_rows(path, "study", PLAN) as kept:
        for value in values:
            kept.keep({"value": value})
        return [row["value"] for row in kept.rows]


def test_rows_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    assert keep(file, 1, 2) == [1, 2]
    assert keep(file, 3) == [1, 2, 3]
    lines = file.read_text().splitlines()
    assert json.loads(lines[0]) == {"study": "study", "plan": PLAN} and len(lines) == 4


@pytest.mark.parametrize("rest", [b'{"value":', b'{"value":9}', b'{"val\x00\n', b"[1]\n"])
def test_a_damaged_last_line_is_dropped(rest: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    keep(file, 1, 2)
    whole = file.read_bytes()
    file.write_bytes(whole + rest)
    assert keep(file) == [1, 2] and file.read_bytes() == whole
    file.write_bytes(whole + rest)
    assert keep(file, 3) == [1, 2, 3] and keep(file) == [1, 2, 3]


def test_an_unfinished_header_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    keep(file, 1)
    header = file.read_bytes().splitlines(keepends=True)[0]
    file.write_bytes(header[:20])
    assert keep(file, 5) == [5]


@pytest.mark.parametrize("line", [b"{", b"[]", b"[" * 100_000, b"x" * (2 << 20)])
def test_a_damaged_line_before_the_last_is_refused(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    keep(file, 1)
    damaged = file.read_bytes() + line + b'\n{"value":2}\n'
    file.write_bytes(damaged)
    with pytest.raises(carrack.InputError, match=r"rows.jsonl:3: is not a JSON object"):
        keep(file)
    assert file.read_bytes() == damaged


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"my notes", "is not the file of a study"),
        (b'{"study":"other","plan":{}}\n', "is a file of the study 'other', expected 'study'"),
        (b'{"study":"study","plan":{"games":4,"seed":1}}\n', "games is 4 there, 3 here"),
        (b'{"study":"study","plan":{"games":3,"seed":1,"x":2}}\n', "x is 2 there, None here"),
        (b'{"study":"study","plan":[]}\n', "is not the file of a study"),
    ],
)
def test_another_file_is_refused_and_not_changed(
    content: bytes, expected: str, tmp_path: Path
) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(content)
    with pytest.raises(carrack.InputError, match=expected):
        keep(file, 1)
    assert file.read_bytes() == content


def test_one_process_uses_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    with (
        kept_rows(file, "study", PLAN),
        pytest.raises(carrack.InputError, match="another process"),
    ):
        keep(file)


def test_types_and_ranges_are_checked() -> None:
    assert integers([0, 5], 0, 2) and integers([], 0)
    for wrong in ([True], [1.0], [-1], [2**63], "1", None):
        assert not integers(wrong, 0)
    assert not integers([1], 0, 2)
    assert numbers([0, 0.5], 0, 1, 2)
    values: list[object] = [[True, 0], [2, 0], [float("nan"), 0], ["0", 0], [0], None]
    for value in values:
        assert not numbers(value, 0, 1, 2)
