"""A small page of the atlas, and what its tests do with it."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
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
SURE = {"glory": 1, "power": -1}
"""Tiles whose effect is surely above or below 0 for the policy, and the reverse for the search."""
COLUMN = {"vs other": 6, "denial": 9, "VP": 10}
"""Places in the table of one game."""
NARROW = "militia"
"""A tile whose interval of denial is narrow."""


def written(folder: Path) -> Path:
    """A page of two short trials of the script. Copies of one stand for the policy, with pairs, and
    for the search, without denial.
    """
    assert atlas.main(["play", str(folder), "--games", "12", "--only", "script"]) == 0
    tables = folder / "tables"
    assert atlas.main(["tables", str(folder), "--out", str(tables)]) == 0
    for name in ("tiles", "splits"):
        rows = pd.read_parquet(tables / f"{name}.parquet")
        copy = rows[rows["trial"] == "script-aoe3-4"].assign(trial="policy-aoe3-4")
        parts = [copy, rows]
        if name == "tiles":
            copy = parts[0] = copy.assign(strength="policy")
            copy.loc[copy["tile"].isin(MISSING), ["adjusted", "adjusted_low", "adjusted_high"]] = (
                None
            )
            narrow = copy["tile"] == NARROW
            # So many forks, of which none differs, have an exact interval of ± 0.0003.
            forks = round(np.log(copy["denial"].count() / 0.0125) / 3e-4)
            planted = {"forks": forks, "denial": 0, "denial_low": -2 / forks}
            planted["denial_high"] = 2 / forks
            copy.loc[narrow, list(planted)] = list(planted.values())
            other = [c for c in copy if c.startswith(("own_use", "denial", "bought_vs"))]
            search = copy.assign(trial="search-aoe3-4", strength="search").drop(columns=other)
            for title, sign in SURE.items():
                ends = [sign * 0.01, sign * 0.03] if sign > 0 else [-0.03, -0.01]
                copy.loc[copy["tile"] == title, ["vs_other_all_low", "vs_other_all_high"]] = ends
                search.loc[search["tile"] == title, ["vs_other_all_low", "vs_other_all_high"]] = [
                    -end for end in reversed(ends)
                ]
            two = rows[rows["trial"] == "script-aoe3-4"].assign(trial="policy-aoe3-2", players=2)
            parts += [search, two.assign(strength="policy")]
        pd.concat(parts).to_parquet(tables / f"{name}.parquet", index=False)
    pairs = pd.DataFrame({
        "a": ["factory", "navy"], "b": "glory", "with_a": 400, "without_a": 900,
        "difference": [0.1, 0.02], "error": 0.02, "over_turns": 0.1, "p": 0.01,
        "q": [0.01, 0.5], "shrunk": [0.08, 0.01], "shrunk_error": 0.01,
    })  # fmt: skip
    pairs.to_parquet(tables / "pairs.parquet", index=False)
    assert atlas.main(["page", str(tables), "--out", str(folder / "atlas.html")]) == 0
    return folder / "atlas.html"


def checked(browser: webdriver.Chrome, file: Path) -> Iterator[webdriver.Chrome]:
    """The page, opened; afterwards it has no errors and has loaded nothing."""
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
