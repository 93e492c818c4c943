#!/usr/bin/env python3
"""How the page of `make web` feels, in headless Chromium: time to load, longest tasks of the main
thread, time to the first analysis, and memory while positions are analysed one after the other.

    .venv/bin/python bench/web_page.py build/web/carrack.html --minutes 10
"""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

# Tasks of more than 50 ms are reported by the browser; shorter ones are not.
OBSERVE = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const {duration} of list.getEntries()) longTasks.push(duration);
}).observe({type: "longtask", buffered: true});
"""
POSITION_SECONDS = 10


class Page:
    def __init__(self, file: Path) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for argument in ("--headless=new", "--no-sandbox", "--window-size=1600,900"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
        try:
            self.driver.execute_cdp_cmd(
                "Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVE}
            )
            self.driver.get(file.absolute().as_uri())
        except BaseException:
            self.driver.quit()
            raise

    def run(self, script: str) -> Any:
        return self.driver.execute_script(script)  # type: ignore[no-untyped-call]

    def until(self, condition: str, seconds: float = 600) -> float:
        """Seconds that it took."""
        start = time.monotonic()
        while not self.run(f"return {condition}"):
            if time.monotonic() - start > seconds:
                raise TimeoutError(condition)
            time.sleep(0.01)
        return time.monotonic() - start

    def tasks(self, what: str) -> None:
        """Prints the longest task since the last call."""
        time.sleep(0.5)  # the browser reports them late
        longest = self.run("return Math.max(0, ...longTasks.splice(0))")
        print(f"{what}: longest task " + (f"{longest:.0f} ms" if longest else "≤ 50 ms"))

    def memory(self) -> float:
        """MiB that the renderer of the page holds: the page and all its workers."""
        sizes = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_text()
                if "--type=renderer" not in command or not self._is_ours(process):
                    continue
                sizes.append(int(self._status(process, "VmRSS").split()[0]))
            except (OSError, StopIteration):  # it has ended
                continue
        if not sizes:
            raise SystemExit("web_page.py: no renderer of the browser is among the processes")
        return max(sizes) / 1024

    @staticmethod
    def _status(process: Path, key: str) -> str:
        lines = (process / "status").read_text().splitlines()
        return next(line.split(":")[1] for line in lines if line.startswith(key + ":"))

    def _is_ours(self, process: Path) -> bool:
        driver = self.driver.service.process.pid
        while process.name not in ("0", "1"):
            if process.name == str(driver):
                return True
            process = process.parent / self._status(process, "PPid").strip()
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("--minutes", type=float, default=1, help="of analysis, for the memory")
    arguments = parser.parse_args()

    page = Page(arguments.page)
    try:
        page.until("typeof view !== 'undefined' && view !== undefined && byId('setup').open")
        load = page.run("return performance.now()")
        print(f"load, to the form of a new game: {load / 1000:.2f} s")
        page.tasks("load")
        page.run("byId('fast').checked = true; byId('start').click()")
        ready = "!play.isBusy && view.human && !byId('setup').open"
        page.until(ready)
        page.tasks("start of a game")
        for _ in range(5):
            page.run("document.querySelector('#options button').click()")
            time.sleep(0.05)
            page.until(ready)
        page.tasks("5 decisions with their answers")
        page.run("byId('analyse').click()")
        first = page.until("document.querySelector('#analysis-options tr') !== null")
        print(f"first analysis after {first:.2f} s")
        page.until("byId('analysis-choices').textContent.split(';').length === 5")
        page.tasks("5 rounds of an analysis")

        end = time.monotonic() + 60 * arguments.minutes
        begin = time.monotonic()
        while time.monotonic() < end:
            time.sleep(min(POSITION_SECONDS, max(0, end - time.monotonic())))
            print(f"memory after {time.monotonic() - begin:.0f} s: {page.memory():.0f} MiB")
            page.run("""if (view.over) command(setup.request());
              else document.querySelector("#options button").click();""")
            page.until("!play.isBusy && (view.human || view.over)")
        page.tasks("analysis of positions one after the other")

        page.run("analysis.isOn || byId('analyse').click(); byId('analyse').click()")
        page.run("""const seats = view.seats.map(() => "scripted");
          const request = {do: "new", ruleset: setup.ruleset(), seats, seed: 1};
          command(request).then(() => goOn(++turn));""")
        page.until("view.over")
        page.tasks("a game of agents")
        page.run("byId('make-report').click()")
        page.until("!byId('report-page').hidden")
        page.tasks("the report of a game")
    finally:
        page.driver.quit()


if __name__ == "__main__":
    main()
