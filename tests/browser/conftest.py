"""Headless Chromium for the tests of pages."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from .web_page import PAGE, run


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("no browser: the packages chromium and chromium-driver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1600,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options, Service(driver))
    yield made
    made.quit()


@pytest.fixture
def page(browser: webdriver.Chrome, tmp_path: Path) -> Iterator[webdriver.Chrome]:
    """The page of `make web`, just opened; afterwards it has no errors and has loaded nothing."""
    assert PAGE is not None
    browser.set_script_timeout(120)
    downloads = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)
    browser.get("about:blank")
    browser.get(Path(PAGE).absolute().as_uri())
    WebDriverWait(browser, 60).until(lambda _: run(browser, "return byId('setup').open"))
    yield browser
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
    resources = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert [name for name in run(browser, resources) if not name.startswith("blob:")] == []
    assert run(browser, "return window.evil") is None
