"""Searches in the page of `make web`: the reports of the command line."""

from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver

from .web_page import ask, carrack, command, needs_page, report_of, run

pytestmark = needs_page

FAMILIES = [
    "--edition aoe3 --players 2",
    "--edition aoe3 --players 5",
    "--edition empires --players 3",
    "--edition empires --players 6 --module builder --module national --module auction"
    " --variant scouting",
    "--edition empires --players 4 --module builder --module world"
    " --variant open_counters --variant buy_vp",
    "--edition empires --players 2 --variant two_player_captains --variant reduced_luck",
]


@pytest.fixture(params=FAMILIES)
def recorded(
    request: pytest.FixtureRequest, page: webdriver.Chrome, tmp_path: Path
) -> tuple[Path, list[Any]]:
    """A game that the page has loaded: its file and its events."""
    file = tmp_path / "game.jsonl"
    carrack("play", *request.param.split(), "--agent", "scripted", "--games", "1", "--seed", "8",
            "--record", str(file))  # fmt: skip
    assert command(page, {"do": "load", "record": file.read_text()})
    return file, run(page, "return view.line")


def same_reports(
    page: webdriver.Chrome, recorded: tuple[Path, list[Any]], ply: int, agent: str
) -> None:
    """A search in the page gives the report of the command line."""
    file, line = recorded
    assert ply > 0 and line[ply]["actor"] != "chance"
    ask(page, {"do": "go", "node": line[ply - 1]["node"]})
    report = ask(page, {"do": "search", "agent": agent, "seed": 3})["report"]
    for key in ("lines", "seconds"):
        del report[key]
    assert report == report_of(file, ply, agent)


def decision_from(line: list[Any], ply: int) -> int:
    while line[ply]["actor"] == "chance":
        ply += 1
    return ply


def test_searches_are_those_of_the_command_line(
    page: webdriver.Chrome, recorded: tuple[Path, list[Any]]
) -> None:
    _, line = recorded
    for part, agent in [
        (0.1, "mcts:memory=16,iterations=1000"),
        (0.5, "mcts:memory=16,iterations=200"),
        (0.6, "uct:memory=16,iterations=300"),
        (0.9, "mcts:memory=16,iterations=200,root=gumbel"),
    ]:
        same_reports(page, recorded, decision_from(line, int(part * len(line))), agent)


def test_searches_of_fifty_positions_are_those_of_the_command_line(
    page: webdriver.Chrome, recorded: tuple[Path, list[Any]]
) -> None:
    _, line = recorded
    plies = [ply for ply, event in enumerate(line) if event["actor"] != "chance" and ply > 0]
    for n in range(50):
        same_reports(page, recorded, plies[n * len(plies) // 50], "mcts:memory=16,iterations=50")
