"""bench/web_page.py with a driver that only looks like one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

pytest.importorskip("selenium")

FILE = Path(__file__).parents[2] / "bench" / "web_page.py"
RENDERER = "import time; print(flush=True); time.sleep(100)"


@pytest.fixture
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_web_page", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Driver:
    """Fails to load a page."""

    is_open = True

    def __init__(self, *_: object) -> None:
        self.service = SimpleNamespace(process=SimpleNamespace(pid=os.getpid()))

    def execute_cdp_cmd(self, *_: object) -> None:
        pass

    def get(self, _: str) -> None:
        raise RuntimeError("no such page")

    def quit(self) -> None:
        Driver.is_open = False


def test_the_browser_is_closed_where_the_page_fails(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.webdriver, "Chrome", Driver)
    with pytest.raises(RuntimeError, match="no such page"):
        bench.Page(Path("missing.html"))
    assert not Driver.is_open


def test_the_memory_is_that_of_the_renderer_of_any_browser(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Driver, "get", lambda self, _: None)
    monkeypatch.setattr(bench.webdriver, "Chrome", Driver)
    page = bench.Page(Path("page.html"))
    with pytest.raises(SystemExit, match="no renderer of the browser"):
        page.memory()
    command = [sys.executable, "-c", RENDERER, "--type=renderer"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            # Before the first output, /proc may still show no arguments.
            assert process.stdout and process.stdout.readline()
            assert 0 < page.memory() < 1000
        finally:
            process.kill()
