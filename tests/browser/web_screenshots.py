"""Screenshots of the page of `make web`, to look at: set-up, a move, analysis, variations, report,
phone; at three widths, light and dark. Not a test.

    .venv/bin/python -m tests.browser.web_screenshots build/web/screenshots
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

os.environ.setdefault("CARRACK_WEB_PAGE", "build/web/carrack.html")

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from .web_page import PAGE, command, play, ready, run, start, until

SIZES = {"1280": (1280, 800, 1), "4k": (3840, 2160, 1), "phone": (390, 844, 2)}
RULES: dict[str, object] = {"edition": "aoe3", "players": 3, "modules": [], "variants": []}


class Camera:
    def __init__(self, page: webdriver.Chrome, folder: Path, name: str) -> None:
        self.page, self.folder, self.name = page, folder, name

    def shoot(self, what: str) -> None:
        time.sleep(0.7)
        self.page.save_screenshot(str(self.folder / f"{self.name}-{what}.png"))


def shoot_all(page: webdriver.Chrome, camera: Camera) -> None:
    page.get("about:blank")
    page.get(Path(PAGE or "").absolute().as_uri())
    until(page, lambda: run(page, "return byId('setup').open"))
    camera.shoot("setup")
    start(page, RULES, ["human", "scripted", "scripted"])
    play(page, 24)
    ready(page)
    camera.shoot("move")
    run(page, "byId('analyse').click()")
    until(page, lambda: run(page, "return !byId('analysis-report').hidden"))
    time.sleep(4)
    run(page, "document.querySelector('aside').scrollTop = 0; byId('analysis').scrollIntoView()")
    camera.shoot("analysis")
    run(page, "byId('pin').click(); document.querySelectorAll('.pin')[1].click()")
    events = run(page, "return view.options.map(({event}) => event)")
    node = run(page, "return view.node")
    for event in events[:3]:
        command(page, {"do": "go", "node": node})
        command(page, {"do": "play", "event": event})
    until(page, lambda: run(page, "return !byId('variations').hidden"))
    time.sleep(3)
    run(page, "byId('variations').scrollIntoView({block: 'end'})")
    camera.shoot("variations")
    run(page, "document.activeElement.blur(); preview.show([view.options[0].event])")
    run(page, "byId('pinned').scrollIntoView()")
    camera.shoot("pinned-preview")
    run(page, "byId('show-tree').click()")
    until(page, lambda: run(page, "return byId('tree').open"))
    camera.shoot("tree")
    run(page, "closeDialogs(); byId('analyse').click(); byId('new').click()")
    camera.shoot("setup-again")
    run(page, "closeDialogs()")
    run(
        page,
        """command({do: "new", ruleset: setup.ruleset(), seats: Array(3).fill("scripted"), seed: 1})
          .then(() => goOn(++turn));""",
    )
    until(page, lambda: run(page, "return view.over"))
    run(page, "byId('result').scrollIntoView()")
    camera.shoot("result")
    run(page, "setup.words.judge = 'mcts:memory=32,iterations=100'; byId('make-report').click()")
    over = "byId('report-state').textContent.startsWith('Search')"
    until(page, lambda: run(page, f"return !{over} || !byId('report-page').hidden"))
    camera.shoot("report")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(argument)
    page = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
    wanted = sys.argv[2:] or [f"{size}-{scheme}" for size in SIZES for scheme in ("light", "dark")]
    try:
        for name in wanted:
            size, scheme = name.split("-")
            width, height, scale = SIZES[size]
            metrics = {"width": width, "height": height, "deviceScaleFactor": scale}
            metrics["mobile"] = size == "phone"
            page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            shoot_all(page, Camera(page, folder, name))
    finally:
        page.quit()


if __name__ == "__main__":
    main()
