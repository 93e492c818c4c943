"""``progress=`` of the calls that play games, and lines of progress that Python makes."""

import pathlib
import re
from collections.abc import Callable
from typing import Any

import pytest

import carrack
from carrack import _progress
from carrack._progress import SECONDS, Meter, seldom


@pytest.fixture
def ruleset() -> carrack.Ruleset:
    return carrack.Ruleset("aoe3", players=2)


Call = Callable[..., object]


def calls(ruleset: carrack.Ruleset, folder: pathlib.Path) -> dict[str, tuple[Call, int, str]]:
    """The calls: a function of ``progress=``, what there is to be done, and what of."""
    record = carrack.play(ruleset, ["scripted"])
    decisions = len(
        [e for e in record.report("mcts:iterations=100").events if e.get("loss") is not None]
    )
    agents = ["scripted", "random"]
    return {
        "tournament": (
            lambda progress: carrack.tournament(ruleset, agents, 3, progress=progress),
            6,
            "games",
        ),
        "tournament on two threads": (
            lambda progress: carrack.tournament(ruleset, agents, 3, threads=2, progress=progress),
            6,
            "games",
        ),
        "tournament of Python agents": (
            lambda progress: carrack.tournament(ruleset, [First(), "random"], 3, progress=progress),
            6,
            "games",
        ),
        "tournament in a ledger": (
            lambda progress: carrack.tournament(
                ruleset, agents, 3, ledger=folder / "games.db", progress=progress
            ),
            6,
            "games",
        ),
        "trial": (
            lambda progress: carrack.trial(
                ruleset, ["scripted"], ["navy"], games=4, progress=progress
            ),
            4,
            "games",
        ),
        "report": (
            lambda progress: record.report("mcts:iterations=100", progress=progress),
            decisions,
            "decisions",
        ),
        "match": (
            lambda progress: carrack.match(
                ruleset, "random", "random", max_blocks=2, progress=progress
            ),
            2,
            "blocks",
        ),
    }


class First(carrack.PythonAgent):
    def choose(self, state: carrack.State, seed: int) -> int | str:
        return state.legal_actions()[0]


def test_the_last_line_has_all(ruleset: carrack.Ruleset, tmp_path: pathlib.Path) -> None:
    for name, (call, total, what) in calls(ruleset, tmp_path).items():
        lines: list[str] = []
        call(lines.append)
        pattern = rf"{total} of {total} {what}, [\d.]+ per second, 0:00 to go(; LLR -?[\d.]+)?"
        assert lines and re.fullmatch(pattern, lines[-1]), (name, lines)


def test_games_in_the_ledger_do_not_count_for_the_rate(
    ruleset: carrack.Ruleset, tmp_path: pathlib.Path
) -> None:
    lines: list[str] = []

    def play(blocks: int) -> None:
        carrack.tournament(
            ruleset, ["random"], blocks, ledger=tmp_path / "games.db", progress=lines.append
        )

    play(2)
    play(2)
    assert [line.split(",")[0] for line in lines] == ["4 of 4 games"], "nothing was left to play"
    play(3)
    assert lines[-1].startswith("6 of 6 games, ")


def test_what_it_raises_ends_the_call(ruleset: carrack.Ruleset, tmp_path: pathlib.Path) -> None:
    class Enough(Exception):
        pass

    def refuse(line: str) -> None:
        raise Enough(line)

    for name, (call, _, _) in calls(ruleset, tmp_path).items():
        with pytest.raises(Enough):
            call(refuse)
            pytest.fail(name)


def test_it_has_to_be_a_function(ruleset: carrack.Ruleset, tmp_path: pathlib.Path) -> None:
    expected = r"^progress is 3, expected a function of a text, as print, or None$"
    for name, (call, _, _) in calls(ruleset, tmp_path).items():
        with pytest.raises(TypeError, match=expected):
            call(3)
            pytest.fail(name)


def test_a_report_without_searches_has_none(ruleset: carrack.Ruleset) -> None:
    record = carrack.play(ruleset, ["random"])
    with pytest.raises(carrack.InputError, match=r"progress needs agent="):
        record.report(None, progress=print)


class Clock:
    """The time of ``_progress``, which tests set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("carrack._progress.time.monotonic", lambda: self.now)


def test_a_meter_says_what_the_engine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    lines: list[str] = []
    meter = Meter(lines.append, "games", 100, before=20)
    for seconds, done in ((0.5, 21), (8, 36), (8.5, 37), (9, 99), (9.5, 100)):
        clock.now = 100 + seconds
        meter.update(done)
    assert lines == [
        "36 of 100 games, 2.00 per second, 0:32 to go",
        "99 of 100 games, 8.78 per second, 0:00 to go",
        "100 of 100 games, 8.42 per second, 0:00 to go",
    ]
    assert meter.line(20) == "20 of 100 games"
    meter.update(100, "LLR 1.00")
    assert lines[-1] == "100 of 100 games, 8.42 per second, 0:00 to go; LLR 1.00"
    slow = Meter(None, "rounds", 350)
    clock.now += 60
    slow.update(2)
    assert slow.line(2) == "2 of 350 rounds, 0.03 per second, 2:54:00 to go"
    assert Meter(None, "games", 9).line(9).endswith("per second, 0:00 to go"), "in no time"


def test_lines_of_a_command_are_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    lines: list[str] = []
    tell = seldom(lines.append)
    for tenth in range(1, 31):
        clock.now = 100 + tenth * SECONDS / 10
        tell(f"line {tenth}")
    assert lines == ["line 10", "line 20", "line 30"]


def studies(ruleset: carrack.Ruleset, folder: pathlib.Path) -> dict[str, tuple[Call, list[str]]]:
    """Studies, and their lines at the ends of their parts, without figures."""
    base = "flat:iterations=2"
    size: dict[str, Any] = {"seed": 3, "against": ["random"]}
    return {
        "ablate": (
            lambda progress: carrack.ablate(
                ruleset, base, ["iterations=1"], games=8, ledger=folder / "ablate.db",
                progress=progress, **size,
            ),
            ["part 1 of 2, base", "part 2 of 2, iterations=1"],
        ),
        "tune": (
            lambda progress: carrack.tune(
                ruleset, base, ["iterations=1,3"], candidates=2, blocks=4, step=2, p_threshold=0,
                test_blocks=4, ledger=folder / "tune.db", progress=progress, **size,
            ),
            ["candidate 0", "candidate 1", "test of the base", "test of 1"],
        ),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["ablate", "tune"])
def test_studies_tell_of_the_games_within_their_parts(
    name: str, ruleset: carrack.Ruleset, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "tune":
        pytest.importorskip("optuna")
    study, ends = studies(ruleset, tmp_path)[name]
    with pytest.raises(TypeError, match=r"^progress is 3, expected a function of a text"):
        study(3)
    assert not list(tmp_path.iterdir()), "checked before the first game"
    monkeypatch.setattr(_progress, "SECONDS", 0.0)
    lines: list[str] = []
    study(lines.append)
    within = [line for line in lines if line.endswith(" to go")]
    assert [line.partition(":")[0] for line in lines if line not in within] == ends
    assert [line for line in within if re.search(r": 8 of 8 games, [\d.]+ per second", line)]
    assert {line.partition(":")[0] for line in within} == set(ends)
