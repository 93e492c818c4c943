"""What notebooks show of records and reports, in headless Chromium: games that can be stepped."""

import functools
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

carrack = pytest.importorskip("carrack")  # it comes after the build


def reads(variable: str, value: int, page: webdriver.Chrome) -> bool:
    found = page.execute_script(f"return {variable}")  # type: ignore[no-untyped-call]
    return bool(found == value)


@pytest.mark.parametrize("what", ["record", "report"])
def test_a_game_can_be_stepped_in_a_notebook(
    browser: webdriver.Chrome, tmp_path: Path, what: str
) -> None:
    game = carrack.play(carrack.Ruleset(players=2), ["scripted", "random"], seed=3)
    shown = game if what == "record" else game.report(None)
    page = tmp_path / "notebook.html"
    page.write_text(f"<!DOCTYPE html><title>notebook</title>{shown._repr_html_()}")
    browser.get(page.as_uri())
    frame = browser.find_element(By.TAG_NAME, "iframe")
    browser.switch_to.frame(frame)
    wait = WebDriverWait(browser, 10)
    wait.until(lambda b: b.find_elements(By.CSS_SELECTOR, "#board svg"))

    forward = browser.find_element(By.ID, "forward")
    forward.click()
    for step in (2, 3):
        forward.send_keys(Keys.ARROW_RIGHT)
        wait.until(functools.partial(reads, "step", step))
    assert browser.find_element(By.ID, "event").text
    wait.until(functools.partial(reads, "remembered", 3))  # without a new address
    browser.switch_to.default_content()
    assert browser.current_url == page.as_uri()
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
