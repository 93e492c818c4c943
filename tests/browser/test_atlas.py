"""The page of the atlas in headless Chromium: filters, order, a tile's charts, definitions."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select
from selenium.webdriver.support.wait import WebDriverWait

pd = pytest.importorskip("pandas")
sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/atlas"))
for package in ("carrack", "pyarrow", "scipy"):  # they come after the build
    pytest.importorskip(package)
import atlas  # noqa: E402

AOE3, EMPIRES = "Age of Discovery (aoe3)", "Empires with builder and national"
MISSING = ("factory", "navy", "stables")
"""Tiles without adjusted figures."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of two short trials of the script. A copy of one stands for the policy, with pairs."""
    folder = tmp_path_factory.mktemp("atlas")
    assert atlas.main(["play", str(folder), "--games", "12", "--only", "script"]) == 0
    tables = folder / "tables"
    assert atlas.main(["tables", str(folder), "--out", str(tables)]) == 0
    for name in ("tiles", "splits"):
        rows = pd.read_parquet(tables / f"{name}.parquet")
        copy = rows[rows["trial"] == "script-aoe3-4"].assign(trial="policy-aoe3-4")
        if name == "tiles":
            copy = copy.assign(strength="policy")
            copy.loc[copy["tile"].isin(MISSING), ["adjusted", "adjusted_low", "adjusted_high"]] = (
                None
            )
        pd.concat([copy, rows]).to_parquet(tables / f"{name}.parquet", index=False)
    pairs = pd.DataFrame({
        "a": ["factory", "navy"], "b": "glory", "with_a": 400, "without_a": 900,
        "difference": [0.1, 0.02], "error": 0.02, "over_turns": 0.1, "p": 0.01,
        "q": [0.01, 0.5], "shrunk": [0.08, 0.01], "shrunk_error": 0.01,
    })  # fmt: skip
    pairs.to_parquet(tables / "pairs.parquet", index=False)
    assert atlas.main(["page", str(tables), "--out", str(folder / "atlas.html")]) == 0
    return folder / "atlas.html"


@pytest.fixture
def page(browser: webdriver.Chrome, file: Path) -> Iterator[webdriver.Chrome]:
    opened(browser, file)
    yield browser
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
    assert run(browser, "return performance.getEntriesByType('resource').length") == 0


def opened(browser: webdriver.Chrome, file: Path, address: str = "") -> None:
    browser.get("about:blank")
    browser.get(file.as_uri() + address)


def run(page: webdriver.Chrome, script: str, *arguments: object) -> Any:
    return page.execute_script(script, *arguments)  # type: ignore[no-untyped-call]


def column(page: webdriver.Chrome, number: int) -> list[str]:
    cells = page.find_elements(By.CSS_SELECTOR, f"#tiles tbody tr > :nth-child({number})")
    return [cell.text for cell in cells]


def number(text: str) -> float | None:
    """The mean of a cell."""
    word = text.split()[0]
    return None if word == "–" else float(word.replace("\N{MINUS SIGN}", "-"))


def choice(page: webdriver.Chrome, name: str) -> Select:
    return Select(page.find_element(By.NAME, name))


def sort_by(page: webdriver.Chrome, title: str) -> WebElement:
    button = page.find_element(By.XPATH, f"//thead//button[text()='{title}']")
    button.click()
    return button


def tile_button(page: webdriver.Chrome, name: str) -> WebElement:
    return page.find_element(By.XPATH, f"//table[@id='tiles']//th/button[text()='{name}']")


def expect_tile(page: webdriver.Chrome, text: str) -> None:
    """Waits for the heading of a tile: the page reads its address after a click, not during it."""
    head = page.find_element(By.ID, "tile-head")
    with contextlib.suppress(TimeoutException):  # the comparison tells more
        WebDriverWait(page, 10, 0.02).until(lambda _: head.text == text)
    assert head.text == text


def open_tile(page: webdriver.Chrome, name: str) -> None:
    tile_button(page, name).click()
    expect_tile(page, name)


def test_filters_order_tiles_and_definitions(page: webdriver.Chrome) -> None:
    edition = choice(page, "edition")
    assert [option.text for option in edition.options] == [AOE3, EMPIRES]
    assert [option.text for option in choice(page, "strength").options] == ["policy", "script"]
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
    assert len(panel.find_elements(By.CSS_SELECTOR, "figure:last-child circle")) == 3
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
    assert f"{AOE3}, 4 players, played by policy " in title
    assert interval in title.split(";")[0]


def test_numbers_at_an_axis_do_not_touch(page: webdriver.Chrome) -> None:
    drawn = """
      const [low, high] = arguments;
      const points = [{ name: "", label: "", mean: (low + high) / 2, low, high, forks: 1 }];
      const labels = chart("", "", points).querySelectorAll(".value");
      return [...labels].map((label) => label.textContent);
    """
    minus = "\N{MINUS SIGN}"
    for low, high, labels in (
        (-0.2, 0.4, ["0", f"{minus}0.20", "+0.40"]),
        (-0.01, 0.4, ["0", "+0.40"]),
        (-0.4, 0.001, ["0", f"{minus}0.40"]),
        (0.1, 0.3, ["0", "+0.30"]),
        (0, 0, ["0"]),
    ):
        assert run(page, drawn, low, high) == labels
    assert run(page, "return [signed(-0.0001), signed(0), signed(-0.2, 1), signed(null)]") == [
        "0.000", "0.000", f"{minus}0.2", "–",
    ]  # fmt: skip


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
    assert {"played by", "win share", "interval"} < set(terms)


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
const texts = document.querySelectorAll("h1, p, label, dt, dd, th, td, span, a, figcaption");
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
        least, which = run(page, CONTRAST)
        assert least >= 4.5, which
        assert run(page, "return document.documentElement.scrollWidth") <= width
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
