"""The page of the atlas in headless Chromium: filters, order, a tile's charts, definitions."""

import sys
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/atlas"))
for package in ("carrack", "pandas", "pyarrow", "scipy"):  # they come after the build
    pytest.importorskip(package)
import atlas  # noqa: E402


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("atlas")
    assert atlas.main(["play", str(folder), "--games", "12", "--only", "script"]) == 0
    assert atlas.main(["tables", str(folder), "--out", str(folder / "tables")]) == 0
    assert atlas.main(["page", str(folder / "tables"), "--out", str(folder / "atlas.html")]) == 0
    return folder / "atlas.html"


def column(browser: webdriver.Chrome, number: int) -> list[str]:
    cells = browser.find_elements(By.CSS_SELECTOR, f"#tiles tbody td:nth-child({number})")
    return [cell.text for cell in cells]


def test_filters_order_tiles_and_definitions(browser: webdriver.Chrome, file: Path) -> None:
    browser.get(file.as_uri())
    edition = Select(browser.find_element(By.NAME, "edition"))
    assert [option.text for option in edition.options] == ["aoe3", "empires"]
    tiles = column(browser, 1)
    assert "monastery" in tiles and "plague_2" not in tiles
    effects = [float(text.split()[0].replace("\N{MINUS SIGN}", "-")) for text in column(browser, 6)]
    assert effects == sorted(effects, reverse=True)

    browser.find_element(By.XPATH, "//th/button[text()='tile']").click()
    assert column(browser, 1) == sorted(tiles)
    Select(browser.find_element(By.NAME, "age")).select_by_visible_text("II")
    assert set(column(browser, 2)) == {"II"}
    edition.select_by_visible_text("empires")
    assert "plague_2" in column(browser, 1)

    browser.find_element(By.XPATH, "//td/button[text()='taxation']").click()
    panel = browser.find_element(By.ID, "tile")
    assert panel.find_element(By.TAG_NAME, "h2").text == "taxation"
    assert len(panel.find_elements(By.TAG_NAME, "svg")) == 3
    assert len(panel.find_elements(By.CSS_SELECTOR, "figure:last-child circle")) == 2
    browser.find_element(By.CSS_SELECTOR, "a[href='#def-denial']").click()
    assert browser.find_element(By.CSS_SELECTOR, "dt:target").text == "denial"
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
