"""The page of `make web`: requests, clicks and waiting, for its tests."""

import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

ROOT = Path(__file__).parents[2]
CARRACK = os.environ.get("CARRACK_BINARY", str(ROOT / "build/release/carrack"))
PAGE = os.environ.get("CARRACK_WEB_PAGE")
needs_page = pytest.mark.skipif(PAGE is None, reason="no page: run make test-web")

# Clicks a lit place of the board, in turn, or an option without a place; chooses at a place with
# several options. Returns what it has chosen from.
CLICK = """
const [n] = arguments;
const lit = [...document.querySelectorAll("#board .legal")];
const buttons = [...document.querySelectorAll("#options button")];
if (document.querySelector("#handover[open]")) byId("handover-show").click();
else if (lit.length > 0 && n % 4 !== 3) {
  lit[n % lit.length].dispatchEvent(new MouseEvent("click", {bubbles: true}));
  const choices = [...document.querySelectorAll("#chooser[open] [data-event]")];
  if (choices.length > 0) choices[n % choices.length].click();
} else buttons[n % buttons.length].click();
return [lit.length, buttons.length];
"""
READY = """return view !== undefined && !play.isBusy
  && (view.over || view.human || document.querySelector("#handover[open]") !== null)"""


def run(page: webdriver.Chrome, script: str, *arguments: object) -> Any:
    return page.execute_script(script, *arguments)  # type: ignore[no-untyped-call]


def ask(page: webdriver.Chrome, request: dict[str, object]) -> Any:
    """An answer of the engine, behind the page's back."""
    script = "const [request, done] = arguments; play.ask(request).then(done);"
    return page.execute_async_script(script, request)


def command(page: webdriver.Chrome, request: dict[str, object]) -> bool:
    script = "const [request, done] = arguments; command(request, true).then(done);"
    return bool(page.execute_async_script(script, request))


def until(page: webdriver.Chrome, holds: Callable[[], object]) -> None:
    WebDriverWait(page, 60, 0.02).until(lambda _: holds())


def ready(page: webdriver.Chrome) -> None:
    until(page, lambda: run(page, READY))


def click_and_see(page: webdriver.Chrome, button: str) -> None:
    """Clicks a button that leads to another position."""
    node = run(page, "return view.node")
    run(page, "byId(arguments[0]).click()", button)
    until(page, lambda: run(page, "return view.node") != node)


def carrack(*arguments: str) -> str:
    return subprocess.run([CARRACK, *arguments], check=True, capture_output=True, text=True).stdout


def report_of(file: Path, ply: int, agent: str) -> dict[str, Any]:
    """The report of a search by the command line, with the seed 3: what the page has of it too,
    without the seconds.
    """
    words = ["--ply", str(ply), "--agent", agent, "--seed", "3", "--json"]
    report: dict[str, Any] = json.loads(carrack("analyse", str(file), *words))
    for key in ("ruleset", "agent", "seed", "game", "ply", "interrupted", "seconds"):
        del report[key]
    return report


def start(page: webdriver.Chrome, ruleset: dict[str, object], seats: list[str]) -> None:
    """By the form."""
    run(
        page,
        """const [ruleset, seats] = arguments;
        byId("setup").open || byId("new").click();
        byId("edition").value = ruleset.edition;
        byId("players").value = ruleset.players;
        for (const box of document.querySelectorAll("#modules input, #variants input"))
          box.checked = [...ruleset.modules, ...ruleset.variants].includes(box.value);
        byId("seed").value = 5;
        byId("fast").checked = true;
        setup.update().then(() => {
          document.querySelectorAll("#seats select").forEach((select, i) => {
            if (![...select.options].some(({value}) => value === seats[i]))
              select.add(new Option(seats[i], seats[i]));
            select.value = seats[i];
          });
          byId("start").click();
        });""",
        ruleset,
        seats,
    )
    until(page, lambda: run(page, "return !byId('setup').open && view.seed === '5'"))
    ready(page)


def play(page: webdriver.Chrome, decisions: int = 10_000) -> None:
    for n in range(decisions):
        ready(page)
        if run(page, "return view.over"):
            return
        before = run(page, "return [view.node, view.eyes]")
        lit, buttons = run(page, CLICK, n)
        assert lit + buttons > 0 or before[1] is not None
        differs = "return view.node !== arguments[0] || view.eyes !== arguments[1]"
        until(page, partial(run, page, differs, *before))
        assert page.find_element(By.ID, "error").text == ""


def saved(page: webdriver.Chrome, folder: Path) -> Path:
    for old in folder.glob("carrack-*"):
        old.unlink()
    run(page, "byId('save').click()")
    until(page, lambda: list(folder.glob("carrack-*.jsonl")))
    return next(folder.glob("carrack-*.jsonl"))
