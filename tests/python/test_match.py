"""``carrack.match``: its games and results in files."""

import dataclasses
import json
import subprocess
import sys
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack

RULES = carrack.Ruleset(players=2)
EVEN: dict[str, Any] = {"elo1": 10.0, "max_blocks": 6}
"""A test that does not decide in so few blocks."""


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    whole = carrack.match(RULES, "scripted", "random", elo1=200)
    part = carrack.match(RULES, "scripted", "random", elo1=200, max_blocks=3, keep=file)
    assert part.verdict == "undecided" and part.blocks == 3
    before = file.read_text().splitlines()
    assert [json.loads(line)["block"] for line in before[1:]] == [0, 1, 2]
    again = carrack.match(RULES, carrack.agent("scripted"), "random", elo1=200, keep=file)
    assert again.llr == whole.llr and again.blocks == whole.blocks
    assert again.win_share == whole.win_share
    assert file.read_text().splitlines()[: len(before)] == before
    kept = file.read_text()
    assert carrack.match(RULES, "scripted", "random", elo1=200, keep=file).llr == whole.llr
    assert file.read_text() == kept


def test_the_file_is_that_of_the_command(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    carrack.match(RULES, "random", "random", keep=ours, **EVEN)
    command = [sys.executable, "-m", "carrack", "match", "--players", "2", "--keep", str(theirs)]
    words = ["--agent", "random", "--agent", "random", "--elo1", "10", "--max-blocks", "6"]
    subprocess.run([*command, *words], check=True, capture_output=True)
    assert ours.read_text() == theirs.read_text()


def test_the_games_are_read_from_the_record(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = carrack.match(RULES, "scripted", "random", record=file, **EVEN)
    games = carrack.read_records(file)
    assert len(games) == result.games
    shares = [
        share
        for game in games
        for agent, share in zip(game.agents, game.final_state().returns(), strict=True)
        if agent.startswith("scripted")
    ]
    assert sum(shares) / len(shares) == pytest.approx(result.win_share)


class First(carrack.PythonAgent):
    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[0]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"record": "r.jsonl"}, "record does not go with keep"),
        ({"force": True}, "force needs record="),
        ({"seed": 2}, "is of another match: seed"),
        ({"a": "greedy"}, "is of another match: agents"),
        ({"a": First()}, "keep is for agents with a spec, not First; carrack.serve makes"),
        ({"elo1": 0.0}, "elo1"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(
    options: dict[str, Any], told: str, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    carrack.match(RULES, "random", "random", keep=file, **EVEN)
    kept = file.read_text()
    given: dict[str, Any] = {"a": "random", "b": "random", "keep": file, **EVEN, **options}
    assert told in says(carrack.InputError, lambda: carrack.match(RULES, **given))
    assert file.read_text() == kept


def test_a_file_of_something_else_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    error = says(carrack.InputError, lambda: carrack.match(RULES, "random", "random", keep=file))
    assert "is not a file of carrack.match with keep=: no header" in error
    assert file.read_text() == "my notes\n"


INTERRUPTED = """
import carrack, os, signal, sys, threading
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    carrack.match(
        carrack.Ruleset(players=2), "random", "random", elo1=0.001, max_blocks=10**8,
        **{sys.argv[1]: sys.argv[2]},
    )
except KeyboardInterrupt as interrupt:
    print(interrupt)
"""


@pytest.mark.parametrize("option", ["keep", "record"])
def test_ctrl_c_says_how_much_is_in_the_file(option: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, option, str(file)],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    lines = file.read_text().count("\n")
    if option == "keep":
        told = f"{lines - 1} of at most 100000000 blocks are in {file}; the same call goes on\n"
        assert done.stdout == told
    else:
        assert done.stdout == f"{len(carrack.read_records(file))} games are in {file}\n"


@pytest.mark.parametrize(
    ("elo", "low", "high", "shown"),
    [
        (41.6, -10.2, 93.7, "Elo +42 (-10 to 94), "),
        (-0.3, -20, 20, "Elo +0 (-20 to 20), "),
        (inf, 183.4, inf, "Elo at least 183, "),
        (-inf, -inf, -183.4, "Elo at most -183, "),
        (300, 120, inf, "Elo +300 (120 or more), "),
        (-300, -inf, -120, "Elo -300 (-120 or less), "),
        (12, nan, nan, "Elo +12, "),
        (inf, nan, nan, "Elo unknown, "),
    ],
)
def test_the_difference_is_told_as_by_the_command(
    elo: float, low: float, high: float, shown: str
) -> None:
    played = carrack.match(carrack.Ruleset(players=2), "random", "random", max_blocks=1)
    result = dataclasses.replace(played, elo=elo, elo_low=low, elo_high=high)
    assert shown in str(result)
