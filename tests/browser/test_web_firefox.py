"""The page of `make web` in Debian's Firefox: it loads, a game is played, searches are the same."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .firefox import Firefox
from .web_page import CLICK, PAGE, READY, carrack, needs_page, report_of

pytestmark = needs_page


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """The page, just opened; afterwards it has no errors and has loaded nothing."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no browser: the package firefox-esr is not installed")
    assert PAGE is not None
    profile = tmp_path / "profile"
    profile.mkdir()
    with Firefox(program, profile) as opened:
        opened.open(Path(PAGE).absolute().as_uri())
        opened.until("byId('setup').open && view !== undefined")
        yield opened
        loaded = "performance.getEntriesByType('resource').map(({name}) => name)"
        assert [name for name in opened.run(loaded) if not name.startswith("blob:")] == []
        assert opened.errors == []


def test_a_game_and_its_analysis(firefox: Firefox, tmp_path: Path) -> None:
    firefox.run("""(byId('players').value = 2, byId('fast').checked = true, setup.update())""")
    firefox.run("byId('start').click()")
    firefox.until("!byId('setup').open && view.seats.length === 2")
    for n in range(8):
        firefox.until(f"(() => {{ {READY} }})()")
        node = firefox.run("view.node")
        firefox.run(f"(function () {{ {CLICK} }})({n})")
        firefox.until(f"view.node !== {node}")
    firefox.until(f"(() => {{ {READY} }})()")

    firefox.run("byId('analyse').click()")
    firefox.until("document.querySelectorAll('#analysis-options tr').length > 1")
    assert firefox.run("document.querySelectorAll('#shares span').length") == 2

    agent = "mcts:memory=16,iterations=200"
    search = json.dumps({"do": "search", "agent": agent, "seed": 3})
    report = firefox.run(f"play.ask({search})")["report"]
    file = tmp_path / "game.jsonl"
    file.write_text(firefox.run("play.ask({do: 'record'})")["record"])
    ply = firefox.run("view.line.findIndex(({node}) => node === view.node) + 1")
    for key in ("lines", "seconds"):
        del report[key]
    assert report == report_of(file, ply, agent)

    # Agents play the rest.
    firefox.run("(byId('analyse').click(), play.ask({do: 'record'}))")
    lines = file.read_text().splitlines()
    header = json.loads(lines[0])
    header["players"] = [{**seat, "agent": "scripted"} for seat in header["players"]]
    record = json.dumps("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    assert firefox.run(f"command({{do: 'load', record: {record}}}, true)")
    firefox.run("byId('agents').click()")
    firefox.until("view.over")
    file.write_text(firefox.run("play.ask({do: 'record'})")["record"])
    assert carrack("verify", str(file)).startswith("1 game,")
