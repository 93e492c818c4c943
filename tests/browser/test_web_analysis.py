"""The analysis of the page of `make web`: previews, lines, pins and variations."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .web_page import carrack, command, needs_page, play, ready, run, start, until

pytestmark = needs_page

GROUPS = "return JSON.stringify(picture.shown)"
STEPS = "#analysis-options [data-events]"
RULES: dict[str, object] = {"edition": "aoe3", "players": 2, "modules": [], "variants": []}


@pytest.fixture
def analysed(page: webdriver.Chrome) -> webdriver.Chrome:
    """A position of a game, with the first figures of its analysis."""
    start(page, RULES, ["human", "scripted"])
    play(page, 5)
    ready(page)
    run(page, "analysis.isOn || byId('analyse').click()")
    analysis_ends(page)
    return page


def analysis_ends(page: webdriver.Chrome) -> None:
    """The last round has ended: one more would replace the rows that the tests point at."""
    rounds = "return byId('analysis-choices').textContent.split(';').length"
    until(page, lambda: run(page, rounds) == run(page, "return analysis.rounds.length"))
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, STEPS))


def hover(page: webdriver.Chrome, selector: str) -> None:
    ActionChains(page).move_to_element(page.find_element(By.CSS_SELECTOR, selector)).perform()


def test_an_option_and_its_line_are_previewed(analysed: webdriver.Chrome) -> None:
    page = analysed
    before, code = run(page, GROUPS), run(page, "return view.code")
    previewed = page.find_element(By.ID, "previewed")
    hover(page, "#analysis-options [data-event]")
    until(page, lambda: run(page, GROUPS) != before)
    option = run(page, GROUPS)
    assert previewed.text.startswith("After ")
    hover(page, STEPS)
    assert page.find_element(By.CSS_SELECTOR, STEPS).text.split()[0] in ("p1", "p2", "chance")
    until(page, lambda: run(page, GROUPS) != option)
    assert ", then " in previewed.text
    hover(page, "h1")
    until(page, lambda: run(page, GROUPS) == before)
    assert not previewed.is_displayed()
    # The focus of the keyboard does the same.
    run(page, "document.querySelector('#analysis-options [data-event]').focus()")
    until(page, lambda: run(page, GROUPS) == option)
    run(page, "document.activeElement.blur()")
    until(page, lambda: run(page, GROUPS) == before)
    assert run(page, "return view.code") == code


def test_figures_of_another_position_play_nothing(analysed: webdriver.Chrome) -> None:
    page = analysed
    run(page, "analysis.rounds = []; byId('undo').click()")  # the figures stay as they are
    until(page, lambda: run(page, "return !play.isBusy && analysis.shown.view !== view"))
    node = run(page, "return view.node")
    for selector in (STEPS, "#analysis-options [data-event]"):
        run(page, "say('')")
        button = page.find_element(By.CSS_SELECTOR, selector)
        assert run(page, "return preview.eventsOf(arguments[0]) === undefined", button)
        run(page, "arguments[0].click()", button)
        assert page.find_element(By.ID, "live").text == "These figures are of another position."
        assert run(page, "return [view.node, play.isBusy]") == [node, False]


def test_a_line_becomes_a_variation_that_is_walked(analysed: webdriver.Chrome) -> None:
    page = analysed
    node = run(page, "return view.node")
    other = run(page, "return view.options[0].event")
    first = run(page, f"return JSON.parse(document.querySelector('{STEPS}').dataset.events)[0]")
    if other == first:
        other = run(page, "return view.options[1].event")
    assert command(page, {"do": "play", "event": other})
    assert command(page, {"do": "go", "node": node})
    analysis_ends(page)
    events = run(page, f"return JSON.parse(document.querySelector('{STEPS}').dataset.events)")
    run(page, f"document.querySelector('{STEPS}').click()")
    until(page, lambda: run(page, "return view.node") != node)
    played = run(page, "return view.line.map(({event}) => event)")
    assert len(events) == 2 and events[0] in played

    rows = "#variation-tree [role='treeitem']"
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, rows)) == 3)
    levels = [row.get_attribute("aria-level") for row in page.find_elements(By.CSS_SELECTOR, rows)]
    assert levels == ["1", "2", "2"]
    current = page.find_element(By.CSS_SELECTOR, rows + "[aria-current]")
    run(page, "arguments[0].focus()", current)
    here = run(page, "return view.node")
    current.send_keys(Keys.ARROW_UP)
    focused = page.switch_to.active_element
    assert focused.get_attribute("role") == "treeitem" and focused != current
    focused.send_keys(Keys.ENTER)
    until(page, lambda: run(page, "return view.node") != here)


def test_pins_stay_while_other_positions_are_shown(analysed: webdriver.Chrome) -> None:
    page = analysed
    node = run(page, "return view.node")
    run(page, "byId('pin').click(); document.querySelector('[data-pin-event]').click()")
    figures = [row.text for row in page.find_elements(By.CSS_SELECTOR, "#pins li")]
    assert len(figures) == 2 and all("iterations" in text for text in figures)
    assert len(page.find_elements(By.CSS_SELECTOR, "#pins .shares span")) == 4
    assert command(page, {"do": "undo"})
    assert [row.text for row in page.find_elements(By.CSS_SELECTOR, "#pins li")] == figures
    run(page, "document.querySelector('#pins [data-pin]').click()")
    until(page, lambda: run(page, "return view.node") == node)
    run(page, "document.querySelector('#pins [data-unpin]').click()")
    assert len(page.find_elements(By.CSS_SELECTOR, "#pins li")) == 1
    start(page, {"edition": "aoe3", "players": 3, "modules": [], "variants": []}, ["human"] * 3)
    assert not page.find_element(By.ID, "pinned").is_displayed()


def test_a_hint_does_not_end_the_analysis(analysed: webdriver.Chrome) -> None:
    page = analysed
    run(page, "byId('analyse').click(); byId('analyse').click(); byId('hint').click()")
    until(page, lambda: page.find_element(By.ID, "live").text.startswith("Hint: "))
    analysis_ends(page)


def test_a_hint_that_is_stopped_says_so(analysed: webdriver.Chrome) -> None:
    page = analysed
    live = page.find_element(By.ID, "live")
    run(page, "byId('hint').click(); byId('analyse').click()")
    until(page, lambda: live.text == "The search for a hint was stopped.")
    run(page, "byId('hint').click(); byId('hint').click()")  # the second one stops the first
    until(page, lambda: live.text.startswith("Hint: "))
    # What has been asked of an engine is answered also where it is stopped.
    answers = page.execute_async_script(
        """const done = arguments[0];
        const [engine] = analysis.engines(1);
        const requests = [{do: "words"}, {do: "search", agent: "random", seed: 1}];
        Promise.all(requests.map((request) => engine.ask(request))).then(done);
        engine.stop();"""
    )
    assert answers == [{"stopped": True}] * 2
    run(page, "byId('analyse').click()")
    analysis_ends(page)


def test_a_report_whose_searches_are_stopped_says_so(
    page: webdriver.Chrome, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    carrack("play", "--players", "2", "--agent", "random", "--games", "1", "--seed", "6",
            "--record", str(file))  # fmt: skip
    assert command(page, {"do": "load", "record": file.read_text()})
    run(page, "byId('make-report').click()")
    state = page.find_element(By.ID, "report-state")
    until(page, lambda: state.text.startswith("Searching "))
    run(page, "analysis.stop()")
    until(page, lambda: state.text == "The searches were stopped.")
    assert not page.find_element(By.ID, "report-progress").is_displayed()
    run(page, "byId('report-close').click()")


def test_a_preview_ends_while_the_engine_is_busy(analysed: webdriver.Chrome) -> None:
    page = analysed
    run(page, "preview.show([view.options[0].event])")
    until(page, lambda: page.find_element(By.ID, "previewed").is_displayed())
    agent = {"do": "search", "agent": "mcts:memory=32,iterations=20000", "seed": 1}
    run(page, "preview.show(undefined); play.ask(arguments[0])", agent)
    until(page, lambda: not page.find_element(By.ID, "previewed").is_displayed())
    assert run(page, "return play.isBusy")


def test_memory_of_many_analyses_is_bounded(page: webdriver.Chrome) -> None:
    """Memory of the module never shrinks; each search is to use that of the one before."""
    start(page, RULES, ["human", "scripted"])
    play(page, 5)
    ready(page)
    grown = page.execute_async_script(
        """const done = arguments[0];
        const heard = [];
        const [engine] = analysis.engines(1);
        (async () => {
          await engine.ask({do: "open", code: view.code});
          for (let seed = 1; seed <= 30; ++seed) {
            const agent = setup.words.analysis + 300;
            await engine.ask({do: "search", agent, seed});
            heard.push(await engine.memory());
          }
          done(heard);
        })();"""
    )
    assert grown[0] > 0
    assert grown[-1] == grown[9]


def test_the_search_tree_is_zoomed_by_keyboard(analysed: webdriver.Chrome) -> None:
    page = analysed
    run(page, "byId('show-tree').click()")
    until(page, lambda: run(page, "return byId('tree').open"))
    path = page.find_element(By.ID, "tree-path")
    for key in (Keys.ENTER, Keys.SPACE):
        before = path.text
        nodes = page.find_elements(By.CSS_SELECTOR, "#tree-picture [role='button']")
        assert len(nodes) > 1
        run(page, "arguments[0].focus()", nodes[1])
        page.switch_to.active_element.send_keys(key)
        until(page, lambda before=before: path.text != before)  # type: ignore[misc]
        assert run(page, "return byId('tree-picture').contains(document.activeElement)")
    run(page, "byId('tree-close').click()")
