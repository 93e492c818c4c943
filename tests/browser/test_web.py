"""The page of `make web` in headless Chromium: games by clicks, failures, reports."""

import json
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from .web_page import (
    PAGE,
    carrack,
    click_and_see,
    command,
    needs_page,
    play,
    ready,
    run,
    saved,
    start,
    until,
)

pytestmark = needs_page

RULESETS = {
    "aoe3": {"edition": "aoe3", "players": 2, "modules": [], "variants": []},
    "all modules": {
        "edition": "empires",
        "players": 6,
        "modules": ["builder", "national", "auction", "world"],
        "variants": ["buy_vp"],
    },
    "scouting": {
        "edition": "empires",
        "players": 3,
        "modules": ["builder"],
        "variants": ["scouting"],
    },
}


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("aoe3", ["human", "policy"]),
        ("all modules", ["human", *["scripted"] * 5]),
        ("scouting", ["human", "human", "random"]),
    ],
)
def test_a_game_by_clicks_is_a_record_that_verifies(
    page: webdriver.Chrome, tmp_path: Path, name: str, seats: list[str]
) -> None:
    start(page, RULESETS[name], seats)
    play(page)
    record = saved(page, tmp_path)
    assert carrack("verify", str(record)).startswith("1 game,")
    vp = json.loads(record.read_text().splitlines()[-1])["result"]["vp"]
    cells = [cell.text for cell in page.find_elements(By.CSS_SELECTOR, "#scores td:nth-child(3)")]
    assert cells == [str(number) for number in vp]
    assert command(page, {"do": "load", "record": record.read_text()})
    assert saved(page, tmp_path).read_text() == record.read_text()


def test_undo_through_a_whole_game_and_redo(page: webdriver.Chrome, tmp_path: Path) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    board = """return byId('board').innerHTML.replace(/ class="(legal|changed| )*"/g, "")"""
    first = run(page, board)
    play(page)
    record = saved(page, tmp_path).read_text()
    undone = 0
    while not run(page, "return byId('undo').disabled"):
        click_and_see(page, "undo")
        undone += 1
    assert undone > 40
    assert run(page, board) == first
    while not run(page, "return byId('redo').disabled"):
        click_and_see(page, "redo")
    assert run(page, "return view.over")
    assert saved(page, tmp_path).read_text() == record


def test_a_double_click_is_one_choice(page: webdriver.Chrome) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    button = "document.querySelector('[data-event=\"place colonist dock\"]')"
    run(page, f"const button = {button}; button.click(); button.click();")
    choices = "return view.line.flatMap(({actor, event}) => (actor === 'chance' ? [] : [event]))"
    until(page, lambda: len(run(page, choices)) == 2)
    ready(page)
    # The script has chosen for itself.
    assert run(page, choices) == ["place colonist dock", "place colonist buildings"]


def test_options_of_an_agent_that_is_choosing_are_not_for_clicks(page: webdriver.Chrome) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    run(page, "byId('fast').checked = false; document.querySelector('#options button').click()")
    until(page, lambda: run(page, "return view.actor === 'p2'"))
    usable = """return [document.querySelectorAll("#options button:enabled, #board .legal").length,
      byId("agents").disabled]"""
    assert run(page, usable) == [0, True]
    run(page, "byId('fast').checked = true")
    ready(page)
    assert run(page, usable)[0] > 0
    # A command that fails while an agent chooses leaves a page that can go on.
    run(page, "document.querySelector('#options button').click()")
    until(page, lambda: run(page, "return view.actor === 'p2' || view.human"))
    assert not command(page, {"do": "load", "record": "x"})
    assert run(page, usable)[0] > 0
    assert page.find_element(By.ID, "error").text != ""
    run(page, "view.human || byId('agents').click()")
    ready(page)
    assert run(page, "return view.human")


def test_letter_keys_can_be_turned_off(page: webdriver.Chrome) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    body = page.find_element(By.TAG_NAME, "body")
    is_shown = "return !byId('guide').hidden"
    body.send_keys("?")
    assert run(page, is_shown)
    page.find_element(By.ID, "letters").click()
    body.send_keys("?")
    assert run(page, is_shown)
    page.find_element(By.ID, "letters").click()
    body.send_keys("?")
    assert not run(page, is_shown)


FAIL = """
const [what] = arguments;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  const fails = message.request?.includes(what) ?? false;
  if (fails) Worker.prototype.postMessage = post;
  post.call(this, fails ? { module: "none" } : message);
};
"""
"""The engine fails at the next such request."""


@pytest.mark.parametrize("request_name", ["play", "move", "tree"])
def test_an_engine_that_fails_is_replaced_with_its_game(
    page: webdriver.Chrome, request_name: str
) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    play(page, 3)
    ready(page)
    events = "return view.line.map(({event}) => event)"
    before = run(page, events)
    run(page, FAIL, f'"do":"{request_name}"')
    first = "document.querySelector('#options button').click()"
    run(page, "play.ask({do: 'tree'})" if request_name == "tree" else first)
    error = page.find_element(By.ID, "error")
    until(page, lambda: "was started anew" in error.text)
    until(page, lambda: run(page, "return !isRestoring && !play.isBusy"))
    assert run(page, events)[: len(before)] == before
    run(page, "view.human || byId('agents').click()")
    ready(page)
    play(page, 1)
    ready(page)
    assert error.text == ""


def test_a_report_whose_search_fails_says_so(page: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    carrack("play", "--players", "2", "--agent", "random", "--games", "1", "--seed", "6",
            "--record", str(file))  # fmt: skip
    assert command(page, {"do": "load", "record": file.read_text()})
    run(page, FAIL, '"do":"judge"')
    run(page, "byId('make-report').click()")
    state = page.find_element(By.ID, "report-state")
    until(page, lambda: "was started anew" in state.text)
    until(page, lambda: run(page, "return analysis.workers.every(({isBusy}) => !isBusy)"))
    assert "was started anew" in state.text
    assert not page.find_element(By.ID, "report-progress").is_displayed()


def test_a_browser_that_cannot_run_the_engine_is_told(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    assert PAGE is not None
    copy = tmp_path / "page.html"
    copy.write_text(Path(PAGE).read_text().replace("new DecompressionStream", "new NoSuchStream"))
    browser.get(copy.as_uri())
    until(browser, lambda: browser.find_element(By.ID, "error").text != "")
    assert "This browser cannot run the engine" in browser.find_element(By.ID, "error").text
    browser.get("about:blank")


def test_a_new_game_has_a_seed_of_its_own(page: webdriver.Chrome) -> None:
    first = run(page, "return byId('seed').value")
    assert first == run(page, "return view.seed")
    run(page, "byId('cancel').click(); byId('new').click()")
    assert run(page, "return byId('seed').value") != first
    assert page.find_element(By.CSS_SELECTOR, "#seats legend").text == "Seats"


def test_the_rules_are_beside_the_board(page: webdriver.Chrome) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    code = run(page, "return view.code")
    guide = page.find_element(By.ID, "guide")
    assert not guide.is_displayed()
    run(page, "byId('guide-toggle').click()")
    assert guide.is_displayed() and page.find_element(By.ID, "board").is_displayed()
    assert guide.text.startswith("The game in ten minutes")
    assert run(page, "return document.activeElement.id") == "guide"
    # Links lead within the rules and not to files that are not there.
    links = guide.find_elements(By.TAG_NAME, "a")
    assert links
    for link in links:
        run(page, "arguments[0].click()", link)
        target = run(page, "return arguments[0].getAttribute('href')", link)
        assert run(page, "return document.querySelector(arguments[0]) !== null", target)
    assert run(page, "return guide.scrollTop") > 0
    assert run(page, "return view.code") == code
    assert page.find_element(By.ID, "error").text == ""
    run(page, "byId('guide-toggle').click()")
    assert not guide.is_displayed()


def test_another_choice_is_a_variation(page: webdriver.Chrome) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    play(page, 5)
    ready(page)
    node = run(page, "return view.node")
    events = run(page, "return view.options.map(({event}) => event)")
    assert command(page, {"do": "play", "event": events[0]})
    first = run(page, "return view.line.find(({asked, node}) => node > arguments[0]).node", node)
    run(page, "byId('undo').click()")
    until(page, lambda: run(page, "return view.node") == node)
    assert command(page, {"do": "play", "event": events[1]})
    run(page, "document.querySelector('[data-alternatives]').click()")
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, "#line .variation"))
    # An event may have left the list while the engine is asked, and the engine may fail.
    wrong = page.execute_async_script(
        """const [node, done] = arguments;
        const item = document.querySelector("#line li[data-node]");
        const failing = () => {
          play.ask = () => Promise.resolve({error: "none"});
          return showAlternatives(node, item).finally(() => delete play.ask);
        };
        showAlternatives(node, document.createElement("li"))
          .then(() => showAlternatives(1e6, item))
          .then(failing)
          .then(() => done(""), (error) => done(String(error)));""",
        run(page, "return view.line.find(({alternatives}) => alternatives > 0).node"),
    )
    assert wrong == ""
    run(page, "document.querySelector('#line .variation button').click()")
    until(page, lambda: run(page, "return view.node") == first)


def test_the_analysis_follows_the_game(page: webdriver.Chrome) -> None:
    start(page, RULESETS["aoe3"], ["human", "scripted"])
    play(page, 4)
    ready(page)
    run(page, "byId('analyse').click()")
    rows = "return document.querySelectorAll('#analysis-options tr').length"
    until(page, lambda: run(page, rows) > 1)
    assert len(page.find_elements(By.CSS_SELECTOR, "#shares span")) == 2
    node = run(page, "return view.node")
    run(page, "document.querySelector('#analysis-options button').click()")
    until(page, lambda: run(page, "return view.node") != node)
    ready(page)
    run(page, "byId('hint').click()")
    until(page, lambda: page.find_element(By.ID, "live").text.startswith("Hint: "))


def test_a_report_is_the_one_of_the_command_line(page: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    carrack("play", "--players", "2", "--agent", "scripted", "--agent", "random", "--games", "1",
            "--seed", "6", "--record", str(file))  # fmt: skip
    assert command(page, {"do": "load", "record": file.read_text()})
    run(page, "byId('make-report').click()")
    until(page, lambda: run(page, "return !byId('report-page').hidden"))
    agent = run(page, "return setup.words.judge")
    assert run(page, "return report.json") == carrack(
        "report", str(file), "--agent", agent, "--json"
    )
    page.switch_to.frame("report-page")
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, "#moments button"))
    page.switch_to.default_content()
    run(page, "byId('report-close').click()")


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    assert PAGE is not None
    carrack("web", "--out", str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").read_bytes() == Path(PAGE).read_bytes()


def test_a_phones_width_is_enough(page: webdriver.Chrome) -> None:
    start(page, RULESETS["all modules"], ["human", *["random"] * 5])
    size = {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        run(page, "byId('analyse').click()")
        until(page, lambda: run(page, "return !byId('analysis-report').hidden"))
        assert run(page, "return document.documentElement.scrollWidth") <= 375
        run(page, "byId('new').click()")
        assert run(page, "return byId('setup').scrollWidth <= byId('setup').clientWidth")
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
