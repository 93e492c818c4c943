"""experiments/studies/learning/kept_rows.py: results that survive, and files that are refused."""

import json
import sys
from pathlib import Path

import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
from kept_rows import integers, kept_rows, numbers, rules_signature

PLAN = {"games": 3, "seed": 1}
RULES = [carrack.Ruleset(players=2)]


def keep(path: Path, *values: int) -> list[int]:
    """All values of the file after these have been added."""
    with kept_rows(path, "study", PLAN, RULES) as kept:
        for value in values:
            kept.keep({"value": value})
        return [row["value"] for row in kept.rows]


def test_rows_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    assert keep(file, 1, 2) == [1, 2]
    assert keep(file, 3) == [1, 2, 3]
    lines = file.read_text().splitlines()
    header = {"study": "study", "plan": PLAN, "rules": rules_signature(RULES)}
    assert json.loads(lines[0]) == header and len(lines) == 4
    assert json.loads(lines[1]) == {"engine": carrack.ENGINE, "value": 1}


def test_the_signature_is_that_of_ledgers(tmp_path: Path) -> None:
    carrack.tournament(RULES[0], ["random"] * 2, 1, ledger=tmp_path / "l.db")
    (row,) = carrack._core.ledger_tournaments(str(tmp_path / "l.db"))
    assert rules_signature(RULES) == row["signature"]
    world = carrack.Ruleset("empires", 4, ["builder", "world"])
    assert rules_signature([*RULES, *RULES]) == rules_signature(RULES)
    both = rules_signature([*RULES, world]).split()
    assert len(both) == 2 and both[0] == row["signature"]


def test_a_file_of_other_rules_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    keep(file, 1)
    other = file.read_text().replace(rules_signature(RULES), "0123456789abcdef")
    file.write_text(other)
    with pytest.raises(carrack.InputError, match="other rules: signature 0123456789abcdef there"):
        keep(file, 2)
    assert file.read_text() == other


def test_rows_of_several_programs_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file without signature and engines, as they were, is read and continued."""
    file = tmp_path / "rows.jsonl"
    plan = json.dumps({"study": "study", "plan": PLAN}, separators=(",", ":"))
    file.write_text(f'{plan}\n{{"value":1}}\n{{"value":2}}\n')
    assert keep(file) == [1, 2] and capsys.readouterr().err == ""
    assert keep(file, 3) == [1, 2, 3]
    told = f"several programs: 2 of an unknown program; 1 of {carrack.ENGINE}"
    assert told in capsys.readouterr().err
    file.write_text(file.read_text() + '{"engine":"carrack 9","value":4}\n')
    assert keep(file) == [1, 2, 3, 4]
    assert f"{told}; 1 of carrack 9" in capsys.readouterr().err


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
        kept_rows(file, "study", PLAN, RULES),
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
