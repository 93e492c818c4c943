"""``progress=`` of the calls that play games."""

import pathlib
import re
from collections.abc import Callable

import pytest

import carrack


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
