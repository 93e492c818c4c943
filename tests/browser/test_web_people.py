"""Who plays in the page of `make web`: every level of agents, people in turn, the keyboard."""

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .web_page import ask, command, needs_page, play, ready, run, start, until

pytestmark = needs_page

RULES: dict[str, object] = {"edition": "aoe3", "players": 2, "modules": [], "variants": []}


def test_every_level_chooses(page: webdriver.Chrome) -> None:
    levels = run(page, "return setup.words.levels")
    assert levels[0]["name"] == "Random" and len(levels) == 7
    for level in levels:
        start(page, RULES, ["human", level["spec"]])
        play(page, 3)
        ready(page)
        assert run(page, "return view.line.filter(({actor}) => actor === 'p2').length") >= 2
        assert run(page, "return view.human")


def test_the_screen_is_handed_over(page: webdriver.Chrome) -> None:
    rules: dict[str, object] = {**RULES, "edition": "empires", "variants": ["scouting"]}
    start(page, rules, ["human", "human"])
    covered = "return document.body.classList.contains('covered')"
    seen = set()
    for n in range(12):
        until(page, lambda: run(page, "return !play.isBusy"))
        if run(page, covered):
            actor = run(page, "return view.actor")
            assert not page.find_element(By.ID, "board").is_displayed()
            assert actor in page.find_element(By.ID, "handover-title").text
            assert run(page, "return view.options.length") == 0
            assert ask(page, {"do": "search", "agent": "mcts:iterations=50", "seed": 1})["error"]
            run(page, "byId('handover-show').click()")
            until(page, lambda: run(page, "return !document.body.classList.contains('covered')"))
            seen.add(actor)
        options = run(page, "return view.options.map(({event}) => event)")
        assert options
        assert command(page, {"do": "play", "event": options[n % len(options)]})
    assert seen == {"p1", "p2"}


def test_the_escape_key_uncovers_nothing(page: webdriver.Chrome) -> None:
    rules: dict[str, object] = {**RULES, "edition": "empires", "variants": ["scouting"]}
    start(page, rules, ["human", "human"])
    asked = "return byId('handover').open"
    for n in range(12):
        if run(page, asked):
            break
        options = run(page, "return view.options.map(({event}) => event)")
        assert command(page, {"do": "play", "event": options[n % len(options)]})
    for _ in range(3):
        page.switch_to.active_element.send_keys(Keys.ESCAPE)
        assert run(page, asked)
    run(page, "byId('handover-show').click()")
    until(page, lambda: not run(page, asked))
    assert page.find_element(By.ID, "board").is_displayed()


def test_the_keyboard_is_enough(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    body = page.find_element(By.TAG_NAME, "body")
    for key, end in ((Keys.ARROW_UP, "last"), (Keys.ARROW_DOWN, "first")):
        run(page, "document.activeElement.blur()")
        body.send_keys(key)
        assert run(page, f"return document.activeElement.matches('#options :{end}-child')")
    for _ in range(4):
        ready(page)
        node = run(page, "document.activeElement.blur(); return view.node")
        body.send_keys(Keys.ARROW_DOWN)
        chosen = page.switch_to.active_element
        assert chosen.get_attribute("data-event")
        chosen.send_keys(Keys.ENTER)
        until(page, lambda node=node: run(page, "return view.node") != node)  # type: ignore[misc]
    ready(page)
    assert page.find_element(By.ID, "live").text != ""
    node = run(page, "document.activeElement.blur(); return view.node")
    body.send_keys("u")
    until(page, lambda: run(page, "return view.node") < node)
    body.send_keys("a")
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, "#analysis-options [data-event]"))
    body.send_keys("p")
    until(page, lambda: page.find_element(By.ID, "pinned").is_displayed())
    body.send_keys("?")
    assert page.find_element(By.ID, "guide").is_displayed()


def test_keys_work_after_a_click(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    page.find_element(By.CSS_SELECTOR, "#board [id^='region-']").click()
    page.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert page.switch_to.active_element.get_attribute("data-event")
    page.find_element(By.ID, "fast").click()
    page.switch_to.active_element.send_keys("a")
    assert page.find_element(By.ID, "analysis").is_displayed()


def test_everything_has_a_name(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    run(page, "byId('analyse').click()")
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, "#analysis-options [data-event]"))
    nameless = """return [...document.querySelectorAll("button, select, input:not([hidden])")]
      .filter((control) => !control.textContent.trim() && !control.labels?.length
        && !control.ariaLabel).map(({outerHTML}) => outerHTML)"""
    assert run(page, nameless) == []
    for tile in page.find_elements(By.CSS_SELECTOR, "#board [data-place^='tile']"):
        assert tile.find_element(By.TAG_NAME, "title").get_attribute("textContent")
    for role in ("status", "alert", "img"):
        assert page.find_elements(By.CSS_SELECTOR, f"[role='{role}']")


def test_the_position_is_text_also(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    asked = """window.texts = 0;
    const ask = play.ask;
    play.ask = function (request) {
      texts += request.do === "text";
      return ask.call(this, request);
    };"""
    run(page, asked)
    play(page, 1)
    ready(page)
    assert run(page, "return texts") == 0
    shown = page.find_element(By.ID, "position-text")
    page.find_element(By.CSS_SELECTOR, "#position summary").click()
    for _ in range(4):
        until(page, lambda: f"{run(page, 'return view.actor')} to decide" in shown.text)
        place = run(page, "return view.options.find(({event}) => event.startsWith('place '))")
        assert "new spain" in shown.text and "player" in shown.text
        before = shown.text
        assert command(page, {"do": "play", "event": place["event"]})
        until(page, lambda before=before: shown.text != before)  # type: ignore[misc]
        run(page, "view.human || byId('agents').click()")
        ready(page)
    assert "\nbox" in shown.text
    assert run(page, "return texts") > 4


def test_the_picture_has_a_name_and_its_tooltips_can_be_reached(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    play(page, 2)
    ready(page)
    nodes = page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    told = {
        (node["role"]["value"], node.get("name", {}).get("value"))
        for node in nodes
        if not node["ignored"]
    }
    assert ("group", "Board of aoe3-2") in told
    titles = "return [...document.querySelectorAll('#board use title')].map((t) => t.textContent)"
    names = {name for _, name in told}
    assert {title for title in run(page, titles) if ": " in title} <= names


def test_options_and_rules_tell_what_tiles_do(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "human"])
    while not run(page, "return view.options.some(({event}) => event.startsWith('buy '))"):
        events = run(page, "return view.options.map(({event}) => event)")
        chosen = [event for event in events if event.endswith(" buildings")] or events
        assert command(page, {"do": "play", "event": chosen[0]})
    tiles = page.find_elements(By.CSS_SELECTOR, "#options [data-event^='buy ']")
    run(page, "byId('guide-toggle').click()")
    guide = page.find_element(By.ID, "guide-tiles").text
    for tile in tiles:
        name = (tile.get_attribute("data-event") or "").removeprefix("buy ")
        told = run(page, "return setup.words.tiles[arguments[0]]", name)
        assert told and told in tile.text and told in guide


def test_tiles_on_a_mat_tell_what_they_do(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    bought = """return view.line.flatMap(({actor, event}) =>
      actor !== "chance" && event.startsWith("buy ") ? [event.slice(4)] : [])"""
    while not run(page, bought):
        play(page, 1)
        ready(page)
    names = page.find_elements(By.CSS_SELECTOR, "#board [id^='mat-'][id$='-tiles'] text")
    for name in names:
        run(page, "arguments[0].dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))", name)
    tile = run(page, bought)[0]
    told = run(page, "return setup.words.tiles[arguments[0]]", tile)
    shown = "return [...document.querySelectorAll('#board text title')].map((t) => t.textContent)"
    titles = run(page, shown)
    assert told in titles


def test_a_phone_keeps_the_prompt_in_view(page: webdriver.Chrome) -> None:
    size = {"width": 400, "height": 800, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        start(page, RULES, ["human", "scripted"])
        run(page, "byId('line').scrollIntoView()")
        prompt = "const { top, height } = byId('prompt').getBoundingClientRect();"
        top, height = run(page, f"{prompt} return [top, height]")
        assert run(page, "return scrollY") > 300
        assert top == 0 < height < 60
        assert run(page, "return document.documentElement.scrollWidth") <= 400
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
