"""The page of the atlas in headless Chromium: games side by side, tiles of a kind, CSV."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from .atlas_in_browser import (
    COLUMN,
    EMPIRES,
    SURE,
    checked,
    choice,
    column,
    number,
    open_tile,
    pd,
    run,
    sort_by,
    written,
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("atlas"))


@pytest.fixture
def page(browser: webdriver.Chrome, file: Path) -> Iterator[webdriver.Chrome]:
    yield from checked(browser, file)


def side_by_side(page: webdriver.Chrome) -> None:
    choice(page, "view").select_by_visible_text("games side by side")


def head(page: webdriver.Chrome) -> list[str]:
    return [button.text for button in page.find_elements(By.CSS_SELECTOR, "#tiles thead button")]


def test_games_stand_side_by_side(page: webdriver.Chrome) -> None:
    of_one = dict(zip(column(page, 1), column(page, COLUMN["vs other"]), strict=True))
    assert not page.find_element(By.ID, "compared").is_displayed()
    side_by_side(page)
    games = ["aoe3, 2 players, policy", "aoe3, 4 players, policy"]
    assert head(page) == ["tile", "age", "$", *games, "range"]
    ranges = [number(text) or 0 for text in column(page, 6)]
    assert ranges == sorted(ranges, reverse=True) and len(ranges) == len(of_one)
    four = dict(zip(column(page, 1), column(page, 5), strict=True))
    for tile, text in four.items():
        assert number(text) == pytest.approx(4 * (number(of_one[tile]) or 0), abs=0.0025)
    choice(page, "unit").select_by_visible_text("win share")
    assert dict(zip(column(page, 1), column(page, 5), strict=True)) == of_one
    choice(page, "figure").select_by_visible_text("denial")
    box = page.find_element(By.CSS_SELECTOR, "#compared input[value='search-aoe3-4']")
    box.send_keys(Keys.SPACE)
    assert page.switch_to.active_element == box
    assert head(page) == ["tile", "age", "$", *games, "aoe3, 4 players, search", "range"]
    assert set(column(page, 6)) == {"–"}  # it has no denial
    sort_by(page, games[0])
    means = [number(text) or 0 for text in column(page, 4)]
    assert means == sorted(means, reverse=True)
    page.find_element(By.CSS_SELECTOR, "#compared input[value='policy-aoe3-2']").click()
    assert head(page)[3:] == [games[1], "aoe3, 4 players, search", "range"]
    assert page.find_element(By.CSS_SELECTOR, "th[aria-sort]").text.startswith("range")
    choice(page, "edition").select_by_visible_text(EMPIRES)
    assert head(page) == ["tile", "age", "$", "empires, 4 players, script", "range"]
    page.find_element(By.CSS_SELECTOR, "#compared input:checked").click()
    assert column(page, 1) == [] and page.find_element(By.ID, "games").text == "no game is chosen"


def test_a_tile_of_another_game_opens_there(page: webdriver.Chrome) -> None:
    side_by_side(page)
    value = "script-empires-builder-national-4"
    page.find_element(By.CSS_SELECTOR, f"#compared input[value='{value}']").click()
    open_tile(page, "plague_2")
    assert run(page, "return location.hash") == f"#tile-plague_2/{value}"
    assert not page.find_elements(By.CSS_SELECTOR, "#tile .partners")


def test_only_tiles_of_a_kind_are_shown(page: webdriver.Chrome) -> None:
    every = len(column(page, 1))
    kind = choice(page, "kind")
    for text, sign in (("above", "good"), ("below", "bad")):
        for title in ("vs other", "denial"):
            kind.select_by_visible_text(f"{title} surely {text} 0")
            shown = column(page, 1)
            place = f"#tiles td:nth-child({COLUMN[title]}) > .{sign}"
            assert len(page.find_elements(By.CSS_SELECTOR, place)) == len(shown) < every
            for tile, of_tile in SURE.items():
                if title == "vs other":
                    assert (tile in shown) == ((of_tile > 0) == (text == "above"))
    side_by_side(page)
    page.find_element(By.CSS_SELECTOR, "#compared input[value='search-aoe3-4']").click()
    page.find_element(By.CSS_SELECTOR, "#compared input[value='policy-aoe3-2']").click()
    assert choice(page, "kind").first_selected_option.text == "all"
    choice(page, "kind").select_by_visible_text("surely above 0 in one, below 0 in another")
    assert set(column(page, 1)) == set(SURE)
    choice(page, "kind").select_by_visible_text("surely above 0 in every game")
    assert not set(SURE) & set(column(page, 1))
    choice(page, "kind").select_by_visible_text("surely above 0 in a game")
    assert set(SURE) <= set(column(page, 1))


def test_the_table_is_saved_as_csv(page: webdriver.Chrome, tmp_path: Path) -> None:
    downloads = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)

    def saved(name: str) -> Any:
        page.find_element(By.ID, "csv").send_keys(Keys.ENTER)
        file = tmp_path / name
        WebDriverWait(page, 10, 0.02).until(lambda _: file.exists() and file.stat().st_size)
        return pd.read_csv(file)

    choice(page, "age").select_by_visible_text("II")
    frame = saved("atlas-policy-aoe3-4.csv")
    assert frame["tile"].tolist() == column(page, 1) and set(frame["age"]) == {2}
    first = (number(column(page, COLUMN["vs other"])[0]), number(column(page, COLUMN["VP"])[0]))
    assert frame.loc[0, "vs_other"] == pytest.approx(first[0], abs=6e-4)
    assert frame.loc[0, "vp_vs_other"] == pytest.approx(first[1], abs=0.06)
    assert {"denial_all_low", "adjusted_high", "games", "best_turn"} < set(frame)
    side_by_side(page)
    frame = saved("atlas-vs_other-side-by-side.csv")
    assert frame["tile"].tolist() == column(page, 1)
    assert set(frame["unit"]) == {"even share"} and set(frame["figure"]) == {"vs_other"}
    cells = [number(text) for text in column(page, 5)]
    assert frame["policy-aoe3-4"].tolist() == pytest.approx(cells, abs=6e-4)
    assert (frame["policy-aoe3-4_all_low"] < frame["policy-aoe3-4_all_high"]).all()
