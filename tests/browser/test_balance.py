"""The page of a balance study on paper, in headless Chromium."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

carrack = pytest.importorskip("carrack")  # it comes after the build
pytest.importorskip("scipy")
from carrack.balance import Sizes, balance  # noqa: E402
from carrack.balance.page import page_of  # noqa: E402

WIDTH = 718
"""Of an A4 page between its margins, in CSS pixels."""


def run(page: webdriver.Chrome, script: str) -> Any:
    return page.execute_script(script)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny study with all parts."""
    ruleset = carrack.Ruleset("empires", players=5, modules=["builder", "national"])
    sizes = Sizes().scaled(0.0001)
    page = tmp_path_factory.mktemp("balance") / "page.html"
    page.write_text(page_of(balance(ruleset, "random", compare="2-5", sizes=sizes, seed=3)))
    return page


@pytest.fixture
def printed(browser: webdriver.Chrome, file: Path) -> Iterator[webdriver.Chrome]:
    browser.get(file.as_uri())
    paper = {"width": WIDTH, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", paper)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    yield browser
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_no_table_is_cut_off_on_paper(printed: webdriver.Chrome) -> None:
    wide = """return [...document.querySelectorAll("table")].flatMap((table) =>
      table.getBoundingClientRect().right > document.documentElement.clientWidth
        ? [table.caption.textContent] : [])"""
    assert run(printed, wide) == []
    assert run(printed, "return document.querySelectorAll('table').length") > 5
    assert run(printed, "return document.documentElement.scrollWidth") <= WIDTH


def test_definitions_are_open_on_paper(printed: webdriver.Chrome) -> None:
    if not run(printed, "return CSS.supports('selector(details::details-content)')"):
        pytest.skip("this browser cannot open them")
    heights = """return [...document.querySelectorAll("details p")].map((p) =>
      p.checkVisibility({contentVisibilityAuto: true}) ? p.getBoundingClientRect().height : 0)"""
    # The browser shows the contents of <details> one frame after it applies the style of paper.
    WebDriverWait(printed, 10).until(lambda page: min(run(page, heights), default=0) > 0)
    assert len(run(printed, heights)) > 10


def test_paper_has_the_light_colours(printed: webdriver.Chrome) -> None:
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    printed.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": dark})
    colour = "return getComputedStyle(document.body).color"
    assert run(printed, colour) == "rgb(27, 27, 27)"
