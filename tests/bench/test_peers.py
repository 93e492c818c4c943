"""The table of bench/peers, from lines that its programs print."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "bench" / "peers"
sys.path.insert(0, str(FOLDER))

import peers  # noqa: E402
import rates  # noqa: E402


def line(program: str, kind: str, seconds: float, rounds: float, units: float) -> str:
    return json.dumps(
        {
            "program": program,
            "game": "g",
            "players": 2,
            "kind": kind,
            "counted": {"seconds": seconds, "rounds": rounds, "units": units},
        }
    )


def test_medians_by_kind_and_fastest_first() -> None:
    kind = "random games, C++"
    rounds = [
        # 10 decisions a game; 100, 200 and 900 ns a decision
        peers.rates([line("slow", kind, ns * 1e-3, 1000, 10_000)])
        + peers.rates([line("fast", kind, 0.5e-3, 1000, 10_000)])
        for ns in (1, 2, 9)
    ]
    rows = peers.table(rounds).splitlines()
    assert rows[2] == f"| {kind} | fast | g | 2 | 10 | 2,000,000 | 50 |"
    assert rows[3] == f"| {kind} | slow | g | 2 | 10 | 500,000 | 200 |"
    assert len(rows) == 4


def test_an_iteration_has_the_decisions_of_a_random_game() -> None:
    found = peers.rates(
        [
            line("p", "random games, Python", 1, 100, 5000),  # 50 decisions a game
            line("p", "UCT, C++", 1, 2, 2000),  # 2 searches of 1000 iterations
        ]
    )
    rows = peers.table([found]).splitlines()
    assert rows[2] == "| UCT, C++ | p | g | 2 | 50 | 2,000 | 10,000 |"
    assert rows[3] == "| random games, Python | p | g | 2 | 50 | 100 | 200,000 |"


def test_counts_after_a_warm_up() -> None:
    calls = []

    def work() -> int:
        calls.append(1)
        return 7

    counted = rates.count(work, 0.02)
    assert counted.rounds == len(calls) - 1
    assert counted.units == 7 * counted.rounds
    assert counted.seconds >= 0.02


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--seconds", "0"], "expected a number above 0"),
        (["--seconds", "x"], "expected a number above 0"),
        (["--rounds", "-1"], "expected a whole number from 1"),
        (["--rounds", "0"], "expected a whole number from 1"),
        (["--rounds", "0.3"], "expected a whole number from 1"),
        (["--rounds", "2.5"], "expected a whole number from 1"),
    ],
)
def test_wrong_options_are_refused(words: list[str], expected: str) -> None:
    done = subprocess.run(
        [sys.executable, FOLDER / "peers.py", *words], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert expected in done.stderr
