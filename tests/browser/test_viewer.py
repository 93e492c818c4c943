"""The replay viewer in headless Chromium: every step and key, without network access."""

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
from selenium.webdriver.support.wait import WebDriverWait

ROOT = Path(__file__).parents[2]
CARRACK = os.environ.get("CARRACK_BINARY", str(ROOT / "build/release/carrack"))
RULES = "--edition empires --players 6 --module builder --module national --variant scouting"
EVIL = "</script><img src=x onerror='window.evil = 1'>"
LONG = "mcts:iterations=1000," + "extra=1," * 60

# Serialized markup and class of each group of the board.
GROUPS = """
const read = (root) => Object.fromEntries([...root.children]
  .filter((node) => node.localName === "g" && node.id)
  .map((node) => [node.id, [node.getAttribute("class") ?? "",
    [...node.childNodes].map((child) => new XMLSerializer().serializeToString(child)).join("")]]));
"""
SHOWN = GROUPS + "return read(document.querySelector('#board svg'));"
FRESH = (
    GROUPS
    + "return read(new DOMParser().parseFromString(arguments[0], 'image/svg+xml').documentElement);"
)

# Texts of the board that overflow their frame or the picture.
OVERFLOWS = """
const board = document.querySelector("#board svg");
const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
return [...board.querySelectorAll(":scope > g text")].filter((text) => {
  const group = text.closest("svg > g").id;
  const frame = document.getElementById(group.match(/^mat-\\d+/)?.[0] ?? group)
    .querySelector(".frame") ?? board;
  return !inside(text.getBoundingClientRect(), frame.getBoundingClientRect());
}).map((text) => text.textContent);
"""


def run(page: webdriver.Chrome, script: str, *arguments: object) -> Any:
    return page.execute_script(script, *arguments)  # type: ignore[no-untyped-call]


def carrack(arguments: str) -> None:
    subprocess.run([CARRACK, *arguments.split()], check=True, capture_output=True)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A long game between a search and scripted agents, one of them with a malicious name."""
    file = tmp_path_factory.mktemp("game") / "game.jsonl"
    seats = "--agent uct:iterations=20 " + "--agent scripted " * 5
    carrack(f"play {RULES} {seats} --games 1 --seed 3 --search-values --record {file}")
    header, rest = file.read_text().split("\n", 1)
    named = json.loads(header)
    named["players"][0]["agent"] = EVIL
    named["players"][1]["agent"] = LONG
    file.write_text(json.dumps(named) + "\n" + rest)
    return file


@pytest.fixture(scope="module")
def events(record: Path) -> int:
    return len(record.read_text().splitlines()) - 2  # header and footer


@pytest.fixture(scope="module")
def address(record: Path) -> str:
    page = record.with_suffix(".html")
    carrack(f"replay {record} --html {page}")
    assert page.stat().st_size < 3_000_000
    return page.as_uri()


@pytest.fixture
def page(browser: webdriver.Chrome, address: str) -> Iterator[webdriver.Chrome]:
    browser.get("about:blank")
    browser.get(address)
    yield browser
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
    resources = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert run(browser, resources) == []


def press(page: webdriver.Chrome, key: str, times: int = 1) -> None:
    page.find_element(By.TAG_NAME, "body").send_keys(key * times)


def step(page: webdriver.Chrome) -> int:
    return int(page.find_element(By.ID, "count").text.split("/")[0])


def settles_at(page: webdriver.Chrome, wanted: int) -> None:
    """Step, move list and URL agree."""
    wait = WebDriverWait(page, 5)
    wait.until(lambda _: page.current_url.endswith(f"#{wanted}"))
    assert step(page) == wanted
    if wanted > 0:
        line = page.find_element(By.CSS_SELECTOR, "#moves .now")
        assert line.get_attribute("data-step") == str(wanted)
        assert line.is_displayed()


def test_every_step_forward_and_back_shows_its_position(
    page: webdriver.Chrome, record: Path, events: int, tmp_path: Path
) -> None:
    picture = tmp_path / "board.svg"
    at = 0
    stops = [0, 1, 2, 60, events // 3, events // 2, events - 1, events]
    for stop in [*stops, *reversed(stops[:-1])]:
        press(page, Keys.ARROW_RIGHT if stop > at else Keys.ARROW_LEFT, abs(stop - at))
        at = stop
        settles_at(page, stop)
        carrack(f"replay {record} --svg {picture} --ply {stop} --force")
        shown = run(page, SHOWN)
        fresh = run(page, FRESH, picture.read_text())
        assert len(shown) > 40
        assert shown == fresh, f"step {stop}"
        assert run(page, OVERFLOWS) == []
    press(page, Keys.ARROW_LEFT)
    assert step(page) == 0


def test_no_text_leaves_its_frame(page: webdriver.Chrome, events: int) -> None:
    for at in range(0, events, 12):
        run(page, "show(arguments[0])", at)
        assert run(page, OVERFLOWS) == [], f"step {at}"


def test_keys_jump_and_play(page: webdriver.Chrome, events: int) -> None:
    press(page, Keys.END)
    settles_at(page, events)
    press(page, Keys.ARROW_RIGHT)
    assert step(page) == events
    press(page, Keys.HOME)
    settles_at(page, 0)

    phases = page.find_elements(By.CSS_SELECTOR, "#moves .heading")
    seen = 0
    before = -1
    while step(page) != events:
        assert step(page) > before
        before = step(page)
        press(page, Keys.PAGE_DOWN)
        seen += 1
    assert seen in (len(phases), len(phases) + 1)
    press(page, Keys.PAGE_UP)
    assert 0 < step(page) < events
    press(page, Keys.HOME)

    press(page, Keys.SPACE)
    WebDriverWait(page, 5).until(lambda _: step(page) >= 2)
    press(page, Keys.SPACE)
    rested = step(page)
    settles_at(page, rested)


def test_mouse_and_address_lead_to_a_step(
    page: webdriver.Chrome, address: str, events: int
) -> None:
    line = page.find_element(By.CSS_SELECTOR, "#moves [data-step='9']")
    line.click()
    settles_at(page, 9)
    page.find_element(By.ID, "forward").click()
    settles_at(page, 10)
    page.find_element(By.ID, "slider").click()  # its middle
    middle = step(page)
    assert abs(middle - events / 2) < events / 20
    page.find_element(By.ID, "last").click()
    settles_at(page, events)
    page.get(f"{address}#77")
    settles_at(page, 77)
    page.get(f"{address}#999999")
    settles_at(page, events)


def test_search_values_stand_beside_the_decisions_that_have_them(page: webdriver.Chrome) -> None:
    data = json.loads(run(page, "return JSON.stringify(game)"))
    searched = [i for i, event in enumerate(data["events"], 1) if "search" in event]
    assert len(searched) > 20
    press(page, Keys.ARROW_RIGHT, searched[0])
    event = data["events"][searched[0] - 1]
    rows = page.find_elements(By.CSS_SELECTOR, "#options tbody tr")
    assert len(rows) == len(event["search"]["options"])
    assert "20 iterations" in page.find_element(By.ID, "search-title").text
    assert rows[0].text.startswith(event["event"])
    assert max(len(event.get("search", {}).get("options", [])) for event in data["events"]) > 12
    press(page, Keys.HOME)
    assert page.find_element(By.ID, "search-title").text == "No search at this step"
    assert page.find_elements(By.CSS_SELECTOR, "#options tbody tr") == []


def test_sentences_have_spaces_in_names(page: webdriver.Chrome) -> None:
    events = json.loads(run(page, "return JSON.stringify(game.events)"))
    assert any("_" in event["event"] for event in events)
    assert "_" not in run(page, "return byId('moves').textContent")


def test_the_curve_shows_everybodys_vp_below_the_slider(
    page: webdriver.Chrome, events: int
) -> None:
    assert len(page.find_elements(By.CSS_SELECTOR, "#curve path")) == 6
    for at in (0, events // 3, events):
        run(page, "show(arguments[0])", at)
        now = [
            cell.text for cell in page.find_elements(By.CSS_SELECTOR, "#players td:nth-child(3)")
        ]
        assert now == [str(vp) for vp in run(page, "return game.vp[arguments[0]]", at)]
        thumb, cursor = run(
            page,
            """const slider = byId("slider").getBoundingClientRect();
            const cursor = byId("cursor").getBoundingClientRect();
            return [slider.left + 8 + (slider.width - 16) * arguments[0],
                    cursor.left + cursor.width / 2];""",
            at / events,
        )
        assert abs(thumb - cursor) < 2
    page.find_element(By.ID, "curve").click()  # its middle
    assert abs(step(page) - events / 2) < events / 20


def test_agents_stand_on_their_mats(page: webdriver.Chrome) -> None:
    names = page.find_elements(By.CSS_SELECTOR, "#board .agent")
    titles = [name.find_element(By.TAG_NAME, "title") for name in names]
    assert [title.get_attribute("textContent") for title in titles[:2]] == [EVIL, LONG]
    assert len(names) == 6 and names[1].find_element(By.TAG_NAME, "text").text.endswith("…")
    assert run(page, OVERFLOWS) == []


def test_nothing_jumps_from_step_to_step(page: webdriver.Chrome, events: int) -> None:
    seen = """show(arguments[0]);
    const boxes = ["board", "slider", "curve", "event", "players", "moves"].map((id) => {
      const box = byId(id).getBoundingClientRect();
      return [box.left, box.top, box.width, box.height];
    });
    return [boxes, byId("moves").scrollTop];"""
    boxes, scroll = run(page, seen, 0)
    for at in range(1, events + 1):
        there, scrolled = run(page, seen, at)
        assert there == boxes, f"step {at}"
        assert 0 <= scrolled - scroll < 150, f"step {at}"
        scroll = scrolled


def test_a_phones_width_is_enough(page: webdriver.Chrome, events: int) -> None:
    size = {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        for at in (0, events // 2, events):
            run(page, "show(arguments[0])", at)
            assert run(page, "return document.documentElement.scrollWidth") <= 375
        board, shown = run(page, "return [byId('board').scrollWidth, byId('board').clientWidth]")
        assert board >= 700 and shown <= 375
        buttons = page.find_elements(By.CSS_SELECTOR, "nav button")
        assert all(min(button.size.values()) >= 44 for button in buttons)
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_names_are_text(page: webdriver.Chrome) -> None:
    cell = page.find_element(By.CSS_SELECTOR, "#players td.agent")
    assert cell.get_attribute("textContent") == EVIL
    assert run(page, "return window.evil") is None
