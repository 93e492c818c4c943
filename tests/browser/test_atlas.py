"""The page of the atlas in headless Chromium: filters, order, a tile's charts, definitions."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .atlas_in_browser import (
    AOE3,
    COLUMN,
    EMPIRES,
    MISSING,
    NARROW,
    checked,
    choice,
    column,
    expect_tile,
    number,
    open_tile,
    opened,
    run,
    sort_by,
    tile_button,
    written,
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("atlas"))


@pytest.fixture
def page(browser: webdriver.Chrome, file: Path) -> Iterator[webdriver.Chrome]:
    yield from checked(browser, file)


def test_filters_order_tiles_and_definitions(page: webdriver.Chrome) -> None:
    edition = choice(page, "edition")
    assert [option.text for option in edition.options] == [AOE3, EMPIRES]
    assert [option.text for option in choice(page, "strength").options] == [
        "policy",
        "script",
        "search",
    ]
    tiles = column(page, 1)
    assert "monastery" in tiles and "plague_2" not in tiles
    effects = [number(text) or 0 for text in column(page, 6)]
    assert effects == sorted(effects, reverse=True)

    sort_by(page, "tile")
    assert column(page, 1) == sorted(tiles)
    choice(page, "age").select_by_visible_text("II")
    assert set(column(page, 2)) == {"II"}
    edition.select_by_visible_text(EMPIRES)
    assert "plague_2" in column(page, 1)
    assert [option.text for option in choice(page, "strength").options] == ["script"]

    open_tile(page, "taxation")
    panel = page.find_element(By.ID, "tile")
    assert panel.find_element(By.TAG_NAME, "h2").text == "taxation"
    assert len(panel.find_elements(By.TAG_NAME, "svg")) == 3
    assert len(panel.find_elements(By.CSS_SELECTOR, "figure:last-child circle")) == 4
    assert len(panel.find_elements(By.CSS_SELECTOR, "figure:last-child rect")) == 1  # the search
    page.find_element(By.CSS_SELECTOR, "thead a[href='#def-denial']").click()
    assert page.find_element(By.CSS_SELECTOR, "dt:target").text == "denial"


def test_tiles_without_a_figure_are_last_in_both_directions(page: webdriver.Chrome) -> None:
    for expected in ("descending", "ascending"):
        head = sort_by(page, "adjusted").find_element(By.XPATH, "..")
        assert head.get_attribute("aria-sort") == expected
        found = [number(text) for text in column(page, 12)]
        known = [value for value in found if value is not None]
        assert len(MISSING) <= len(found) - len(known) < len(found)
        assert found == known + [None] * (len(found) - len(known))
        assert known == sorted(known, reverse=expected == "descending")
    assert len(page.find_elements(By.CSS_SELECTOR, "th[aria-sort]")) == 1


def test_the_keyboard_stays_where_it_is(page: webdriver.Chrome) -> None:
    head = page.find_element(By.XPATH, "//thead//button[text()='VP']")
    head.send_keys(Keys.ENTER)
    head.send_keys(Keys.ENTER)
    assert page.switch_to.active_element == head
    tile_button(page, "glory").send_keys(Keys.ENTER)
    expect_tile(page, "glory")
    assert page.switch_to.active_element == tile_button(page, "glory")
    run(page, "drawRows()")  # as after a step back to another game
    assert page.switch_to.active_element == tile_button(page, "glory")
    page.find_element(By.CSS_SELECTOR, "#tile .close").send_keys(Keys.ENTER)
    expect_tile(page, "")
    assert page.switch_to.active_element == tile_button(page, "glory")
    assert not page.find_elements(By.CSS_SELECTOR, "tr[aria-current]")


def test_only_the_heading_of_a_tile_is_read_aloud(page: webdriver.Chrome) -> None:
    open_tile(page, "glory")
    live = page.find_elements(By.CSS_SELECTOR, "[aria-live]")
    assert [part.get_attribute("id") for part in live] == ["games", "tile-head"]
    assert live[1].text == "glory"
    writes = "window.writes = 0; const watch = new MutationObserver(() => window.writes += 1);"
    for part in live:
        run(page, f"{writes} watch.observe(arguments[0], {{childList: true}})", part)
        sort_by(page, "vs nothing")
        assert run(page, "return window.writes") == 0


def test_links_open_a_tile_in_its_game(page: webdriver.Chrome, file: Path) -> None:
    opened(page, file, "#tile-plague_2")
    expect_tile(page, "plague_2")
    assert choice(page, "edition").first_selected_option.text == EMPIRES
    assert len(page.find_elements(By.CSS_SELECTOR, "tr[aria-current]")) == 1

    opened(page, file)
    choice(page, "strength").select_by_visible_text("script")
    open_tile(page, "glory")
    page.find_element(By.CSS_SELECTOR, "thead a[href='#def-seen']").click()
    expect_tile(page, "glory")
    choice(page, "age").select_by_visible_text("III")
    expect_tile(page, "glory")
    address = run(page, "return location.hash")
    assert address == "#tile-glory/script-aoe3-4"
    opened(page, file, address)
    expect_tile(page, "glory")
    assert choice(page, "strength").first_selected_option.text == "script"


def test_a_tile_that_a_game_lacks_is_said_to_be_missing(page: webdriver.Chrome, file: Path) -> None:
    for address in ("#tile-%", "#tile-no_such", "#tile-plague_2/policy-aoe3-4"):
        opened(page, file, address)
        name = address.removeprefix("#tile-").split("/")[0]
        expect_tile(page, f"{name}\nThis game has no such tile.")
        assert choice(page, "edition").first_selected_option.text == AOE3
        assert len(column(page, 1)) > 20
    opened(page, file, "#tile-plague_2")
    choice(page, "edition").select_by_visible_text(AOE3)
    expect_tile(page, "plague_2\nThis game has no such tile.")
    choice(page, "edition").select_by_visible_text(EMPIRES)
    expect_tile(page, "plague_2")


def test_going_back_closes_a_tile(page: webdriver.Chrome) -> None:
    open_tile(page, "glory")
    page.back()
    expect_tile(page, "")
    page.forward()
    expect_tile(page, "glory")


def test_charts_say_which_intervals_they_have(page: webdriver.Chrome) -> None:
    open_tile(page, "taxation")
    captions = [part.text for part in page.find_elements(By.TAG_NAME, "figcaption")]
    assert [("Pointwise" in text, "Simultaneous" in text) for text in captions] == [
        (True, False), (True, False), (False, True),
    ]  # fmt: skip
    assert f"a: {AOE3}" in captions[2] and f"e: {EMPIRES}" in captions[2]
    row = page.find_element(By.CSS_SELECTOR, "tr[aria-current]")
    interval = row.find_elements(By.CSS_SELECTOR, ".interval")[0].text.strip()
    title = run(page, "return document.querySelector('figure:last-child title').textContent")
    assert title.startswith("Effect vs other in all games, in multiples of the even share: ")
    (mine,) = [part for part in title.split(";") if "4 players, played by policy " in part]
    assert interval in mine.split(" even shares, win share ")[1]
    marks = "Filled circle: played by policy; hollow circle: played by script; hollow square: "
    assert f"{marks}played by search." in captions[2]


def test_charts_between_games_are_in_even_shares_or_win_shares(page: webdriver.Chrome) -> None:
    open_tile(page, "glory")
    means = "return gamePoints('glory').map((p) => [p.name, p.mean])"
    units = [part.text for part in page.find_elements(By.CSS_SELECTOR, "svg .unit")]
    assert units == ["win share", "win share", "multiples of the even share"]
    before = dict(run(page, means))
    choice(page, "unit").select_by_visible_text("win share")
    after = dict(run(page, means))
    assert page.find_element(By.CSS_SELECTOR, "figure:last-child .unit").text == "win share"
    assert {name.split(", ")[1] for name in after} == {"2 players", "4 players"}
    for name, mean in after.items():
        assert before[name] == pytest.approx(mean * int(name.split(", ")[1].split()[0]))


def test_an_axis_has_round_numbers_that_do_not_touch(page: webdriver.Chrome) -> None:
    drawn = """
      const [low, high] = arguments;
      const mean = (low + high) / 2;
      const points = [{ name: "", label: "", text: "", mean, low, high, forks: 1 }];
      const labels = [...chart("", "", "", points).querySelectorAll(".value")];
      return labels.map((label) => [label.textContent, Number(label.getAttribute("y"))]);
    """
    minus = "\N{MINUS SIGN}"
    for low, high, labels in (
        (-0.2, 0.4, [f"{minus}0.2", "0", "+0.2", "+0.4"]),
        (-0.01, 0.4, ["0", "+0.2", "+0.4"]),
        (-0.41, 0.001, [f"{minus}0.4", f"{minus}0.2", "0"]),
        (0.1, 0.3, ["0", "+0.1", "+0.2", "+0.3"]),
        (-1.2, 0.3, [f"{minus}1.0", f"{minus}0.5", "0"]),
        (0, 0, ["0"]),
    ):
        found = run(page, drawn, low, high)
        assert [text for text, _ in found] == labels
        places = [y for _, y in found]
        assert all(a - b > 20 for a, b in pairwise(places))
    assert run(page, "return [signed(-0.0001), signed(0), signed(-0.2, 1), signed(null)]") == [
        "0.000", "0.000", f"{minus}0.2", "–",
    ]  # fmt: skip


def test_a_narrow_interval_has_more_decimals(page: webdriver.Chrome) -> None:
    row = tile_button(page, NARROW).find_element(By.XPATH, "../..")
    minus = "\N{MINUS SIGN}"
    cells = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
    assert cells[COLUMN["denial"] - 2] == f"0.0000 [{minus}0.0003, +0.0003]"
    for low, high, text in (
        (-0.0004, 0.0006, "0.000 [0.000, +0.001]"),
        (0.00001, 0.00002, "+0.00002 [+0.00001, +0.00002]"),
        (0, 0, "0.000 [0.000, 0.000]"),
    ):
        mean = (low + high) / 2 + 1e-9
        assert run(page, "return texts(...arguments).join('')", mean, low, high) == text


def test_partners_say_of_which_game_they_are(page: webdriver.Chrome) -> None:
    open_tile(page, "glory")
    told = "It is not the game that is chosen above."
    assert told not in page.find_element(By.CSS_SELECTOR, "#tile .partners").text
    choice(page, "players").select_by_visible_text("2")
    assert told in page.find_element(By.CSS_SELECTOR, "#tile .partners").text


def test_every_effect_has_an_interval(page: webdriver.Chrome) -> None:
    for place in range(6, 11):  # vs other to VP
        assert all(text.endswith("]") for text in column(page, place))
    sort_by(page, "VP")
    found = [number(text) or 0 for text in column(page, 10)]
    assert found == sorted(found, reverse=True)
    assert not page.find_elements(By.CSS_SELECTOR, "td:nth-child(10) :is(.good, .bad)")
    assert any(text.endswith("]") for text in column(page, 13))  # on buyers: some bought once


def test_tables_and_links_have_names(page: webdriver.Chrome) -> None:
    open_tile(page, "glory")
    assert [row.text for row in page.find_elements(By.CSS_SELECTOR, "#tile tbody th")] == [
        "factory", "navy",
    ]  # fmt: skip
    assert page.find_element(By.CSS_SELECTOR, "#tile td.good").text == "+0.080"
    for table in page.find_elements(By.TAG_NAME, "table"):
        assert table.accessible_name
        heads = table.find_elements(By.CSS_SELECTOR, "thead th")
        assert {head.get_attribute("scope") for head in heads} == {"col"}
        for line in table.find_elements(By.CSS_SELECTOR, "tbody tr"):
            assert len(line.find_elements(By.CSS_SELECTOR, "th[scope=row]:first-child")) == 1
    links = page.find_elements(By.CSS_SELECTOR, "a.define")
    names = [link.accessible_name for link in links]
    assert len(set(names)) == len(names) > 10
    assert all(name.startswith("definition of ") for name in names)
    for link in links:
        target = (link.get_attribute("href") or "").split("#")[1]
        assert page.find_element(By.ID, target).tag_name == "dt"
    terms = [term.text for term in page.find_elements(By.TAG_NAME, "dt")]
    assert {"played by", "win share", "even share", "interval"} < set(terms)
    for view in ("one game, all figures", "games side by side"):
        choice(page, "view").select_by_visible_text(view)
        for part in page.find_elements(By.CSS_SELECTOR, "select, input, button"):
            assert part.accessible_name or not part.is_displayed()


CONTRAST = """
const rgb = (colour) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data];
};
const light = (colour) => {
  const [r, g, b] = rgb(colour).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const forms = "label, legend, select, button";
const texts = document.querySelectorAll(`h1, p, ${forms}, dt, dd, th, td, span, a, figcaption`);
return [...texts].map((part) => {
  let [under, opacity] = [part, 1];
  for (let at = part; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
  while (under.parentElement && rgb(getComputedStyle(under).backgroundColor)[3] === 0) {
    under = under.parentElement;
  }
  const [a, b] = [getComputedStyle(part).color, getComputedStyle(under).backgroundColor].map(light);
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return [opacity === 1 ? contrast : 0, `${part.tagName} ${part.className} ${part.textContent}`];
}).reduce((a, b) => (a[0] < b[0] ? a : b));
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1400])
def test_texts_can_be_read_and_the_page_fits(
    page: webdriver.Chrome, file: Path, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    try:
        opened(page, file, "#tile-glory")
        for view in ("one game, all figures", "games side by side"):
            choice(page, "view").select_by_visible_text(view)
            least, which = run(page, CONTRAST)
            assert least >= 4.5, which
            assert run(page, "return document.documentElement.scrollWidth") <= width
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
