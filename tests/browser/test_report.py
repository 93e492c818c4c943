"""The report page in headless Chromium: chart, table, key moments, marks."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).parents[2]
CARRACK = os.environ.get("CARRACK_BINARY", str(ROOT / "build/release/carrack"))


def run(page: webdriver.Chrome, script: str, *arguments: object) -> Any:
    return page.execute_script(script, *arguments)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of scripted and random players, its report as JSON and as a page."""
    folder = tmp_path_factory.mktemp("report")
    seats = "--agent scripted --agent random --agent scripted --agent random".split()
    play = [CARRACK, "play", "--players", "4", *seats, "--games", "1", "--seed", "5"]
    subprocess.run([*play, "--record", str(folder / "g.jsonl")], check=True, capture_output=True)
    report = [
        CARRACK,
        "report",
        str(folder / "g.jsonl"),
        "--agent",
        "mcts:iterations=100",
        "--json",
    ]
    done = subprocess.run(
        [*report, "--html", str(folder / "page.html")], check=True, capture_output=True
    )
    (folder / "report.json").write_bytes(done.stdout)
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "report.json").read_text())
    return data


@pytest.fixture
def page(browser: webdriver.Chrome, folder: Path) -> Iterator[webdriver.Chrome]:
    browser.get("about:blank")
    browser.get((folder / "page.html").as_uri())
    yield browser
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
    resources = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert run(browser, resources) == []


def test_the_table_has_the_parts_and_the_value_of_the_step(
    page: webdriver.Chrome, report: dict[str, Any]
) -> None:
    events = report["events"]
    for step in (1, len(events) // 2, len(events)):
        run(page, "show(arguments[0])", step)
        rows = page.find_elements(By.CSS_SELECTOR, "#parts tbody tr")
        for row, player, share in zip(
            rows, report["players"], events[step - 1]["value"], strict=True
        ):
            cells = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")][1:]
            parts = [player[key] for key in ("own", "others", "luck")]
            assert cells[0] == f"{100 * share:.1f}"
            assert cells[2:5] == [f"{100 * part:+.1f}" for part in parts]
            low, high = player["accuracy_low"], player["accuracy_high"]
            assert cells[6] == f"{player['accuracy']:.0f} [{low:.0f}, {high:.0f}]"


def test_the_chart_follows_the_steps_and_leads_to_them(
    page: webdriver.Chrome, report: dict[str, Any]
) -> None:
    events = len(report["events"])
    assert len(page.find_elements(By.CSS_SELECTOR, "#shares path")) == 4
    for step in (0, events // 3, events):
        run(page, "show(arguments[0])", step)
        cursors = run(
            page,
            """return ["cursor", "share-cursor"].map((id) => {
              const box = byId(id).getBoundingClientRect();
              return box.left + box.width / 2;
            });""",
        )
        assert abs(cursors[0] - cursors[1]) < 2
    page.find_element(By.ID, "shares").click()  # its middle
    step = int(page.find_element(By.ID, "count").text.split("/")[0])
    assert abs(step - events / 2) < events / 20


def test_key_moments_lead_to_their_steps(page: webdriver.Chrome, report: dict[str, Any]) -> None:
    moments = report["moments"]
    items = page.find_elements(By.CSS_SELECTOR, "#moments button")
    flags = page.find_elements(By.CSS_SELECTOR, "#flags button")
    assert len(items) == len(flags) == len(moments) > 2
    for item, moment in zip(items, moments, strict=True):
        item.click()
        assert page.find_element(By.ID, "count").text.startswith(f"{moment['ply'] + 1} /")
        assert moment["mark"] == "none" or f"{moment['mark']}: loses " in item.text
        change = 100 * moment["swing"]
        if abs(change) > 0.1:  # a small one may be written as 0
            assert item.text.endswith(f"{moment['player']} {change:+.1f} %")
        assert page.find_elements(By.CSS_SELECTOR, "#moments .now") == [item]
    flags[0].click()
    assert page.find_elements(By.CSS_SELECTOR, "#flags .now") == [flags[0]]


def test_the_note_explains_moments_and_marks(page: webdriver.Chrome) -> None:
    page.find_element(By.CSS_SELECTOR, "#report-help summary").send_keys(Keys.SPACE)
    assert page.find_element(By.ID, "play").text == "Play"
    note = page.find_element(By.ID, "report-note").text
    assert "Key moments give the expected win share that the event changed most" in note
    assert "2 % (doubtful), 5 % (inaccuracy), 10 % (mistake), 20 % (blunder)" in note


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 1])
def test_the_step_of_an_address_is_shown_in_the_list_of_moves(
    page: webdriver.Chrome, folder: Path, report: dict[str, Any], part: float
) -> None:
    step = int(part * len(report["events"]))
    page.get("about:blank")
    page.get(f"{(folder / 'page.html').as_uri()}#{step}")
    line, moves = run(
        page,
        """return [document.querySelector("#moves .now"), byId("moves")].map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return [top, bottom];
        });""",
    )
    assert page.find_element(By.ID, "count").text.startswith(f"{step} /")
    assert moves[0] <= line[0] and line[1] <= moves[1]


def test_marks_stand_beside_the_moves(page: webdriver.Chrome, report: dict[str, Any]) -> None:
    marks = {
        event["ply"] + 1: event["mark"]
        for event in report["events"]
        if event.get("mark", "none") != "none"
    }
    shown = run(
        page,
        """return [...document.querySelectorAll("#moves em")].map(
          (tag) => [Number(tag.parentElement.dataset.step), tag.textContent]);""",
    )
    assert marks and {step: mark for step, mark in shown} == marks


def test_it_fits_on_screens_and_phones(page: webdriver.Chrome) -> None:
    assert run(page, "return document.documentElement.scrollWidth <= innerWidth")
    assert run(page, "return byId('parts').scrollWidth <= byId('report').clientWidth")
    size = {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        assert run(page, "return document.documentElement.scrollWidth") <= 375
        assert run(page, "return byId('parts').scrollWidth <= byId('report').clientWidth")
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
