"""What a study of balance tells before and while its games are played."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import carrack
from carrack import _progress
from carrack import balance as package
from carrack._progress import Parts
from carrack.balance import Sizes, balance, compare
from carrack.balance.text import DOCK_NOTE, NETWORK_NOTE

pytest.importorskip("pandas")

RULES = carrack.Ruleset("aoe3", 2)
DEAR = carrack.Ruleset("aoe3", 2, tweak={"name": "dear", "tiles": {"navy": {"cost": 22}}})
SIZES = Sizes().scaled(0.001)


def lines_of(study: Any, *given: Any, **named: Any) -> list[str]:
    """The lines of progress of a study."""
    lines: list[str] = []
    study(*given, sizes=SIZES, progress=lines.append, **named)
    return lines


def test_every_part_is_numbered() -> None:
    lines = lines_of(balance, RULES, "random", compare="3")
    names = [
        "self-play of 2 players",
        "self-play of 3 players",
        "scripted styles",
        "restricted play of the agent",
        *(f"tiles of age {age}" for age in ("I", "II", "III")),
    ]
    assert [line.rpartition(":")[0] for line in lines] == [
        f"part {number} of 7, {name}" for number, name in enumerate(names, 1)
    ]
    assert lines[0].endswith(": 12 games in 12 blocks")
    removed = {tile["name"]: {"copies": 0} for tile in carrack.tiles("aoe3", 1)}
    rules = carrack.Ruleset("aoe3", 3, tweak={"name": "fewer", "tiles": removed})
    lines = lines_of(balance, rules, "random", compare=None)
    assert len(lines) == 5 and lines[-1].startswith("part 5 of 5, tiles of age III: ")


def test_games_within_a_part_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "SECONDS", 0.0)
    lines = lines_of(balance, RULES, "random", compare=None)
    for number, name, games in ((1, "self-play of 2 players", 12), (6, "tiles of age III", 30)):
        pattern = (
            rf"part {number} of 6, {name}: {games} of {games} games, [\d.]+ per second, 0:00 to go"
        )
        assert any(re.fullmatch(pattern, line) for line in lines), (name, lines)
    lines = lines_of(compare, RULES, DEAR, "random")
    within = [line.partition(":")[0] for line in lines if " to go" in line]
    assert within == ["part 1 of 2, aoe3-2", "part 2 of 2, aoe3-2~dear"]


def test_lines_within_a_part_are_not_many(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("carrack._progress.time.monotonic", lambda: now)
    lines: list[str] = []
    parts = Parts(lines.append, 2)
    tell = parts.within("one")
    assert tell is not None
    for second in range(1, 26):
        now = 100.0 + second
        tell(f"{second} games")
    parts.end("one", "25 games")
    now += 9
    again = parts.within("two")
    assert again is not None
    now += 9
    again("nine seconds later")
    assert lines == [f"part 1 of 2, one: {games} games" for games in (10, 20, 25)]


def test_without_a_listener_nothing_is_asked() -> None:
    parts = Parts(None, 1)
    assert parts.within("one") is None
    parts.tell("a note")
    parts.end("one", "3 games")


def test_what_networks_do_not_read_is_told_before_the_first_game() -> None:
    lines = lines_of(balance, DEAR, "policy", compare=None)
    assert lines[0] == NETWORK_NOTE and lines[1].startswith("part 1 of ")
    assert lines_of(compare, RULES, DEAR, "policy")[0] == NETWORK_NOTE
    assert NETWORK_NOTE not in lines_of(balance, DEAR, "random", compare=None)
    assert NETWORK_NOTE not in lines_of(compare, RULES, DEAR, "scripted")
    dock = carrack.Ruleset("aoe3", 2, tweak={"name": "docks", "spaces": {"dock": 6}})
    assert lines_of(balance, dock, "random", compare="3")[0] == DOCK_NOTE.format(spaces=6)


@pytest.mark.parametrize("more", [["--compare", "none"], ["--against", "none"]])
def test_the_command_tells_it_on_stderr_and_in_the_result(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dear.json"
    file.write_text(json.dumps(DEAR.tweak))
    words = ["--players", "2", "--scale", "0.0005", "--tweak", str(file), *more]
    assert package.main(words) == 0
    told = capsys.readouterr()
    assert told.err.splitlines()[0] == NETWORK_NOTE and NETWORK_NOTE in told.out
    assert "part 1 of " in told.err and "changes nothing" not in told.err


def test_a_file_that_changes_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "same.json"
    file.write_text(json.dumps({"name": "same", "tiles": {"navy": {"cost": 20}}}))
    words = ["--players", "2", "--agent", "random", "--scale", "0.0005", "--compare", "none"]
    told = f"carrack: {file} changes nothing: all figures that it names are the printed ones of "
    assert package.main([*words, "--tweak", str(file)]) == 0
    shown = capsys.readouterr()
    assert shown.err.splitlines()[0] == f"{told}aoe3-2"
    assert package.main(words) == 0
    assert capsys.readouterr().out == shown.out
    dear = tmp_path / "dear.json"
    dear.write_text(json.dumps(DEAR.tweak))
    words = [*words[:-2], "--tweak", str(dear), "--against", str(file)]
    assert package.main(words) == 0
    assert capsys.readouterr().err.splitlines()[0] == f"{told}aoe3-2"


def test_progress_has_to_be_a_function() -> None:
    expected = "^progress is 3, expected a function of a text, as print, or None$"
    wrong: Any = 3
    with pytest.raises(TypeError, match=expected):
        balance(RULES, "random", sizes=SIZES, progress=wrong)
    with pytest.raises(TypeError, match=expected):
        compare(RULES, DEAR, "random", sizes=SIZES, progress=wrong)
