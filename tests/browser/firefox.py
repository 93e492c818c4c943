"""Headless Firefox over WebDriver BiDi, which it speaks itself: Debian has no geckodriver."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import websocket

START_SECONDS = 60
ANSWER_SECONDS = 120


class Firefox:
    """One tab. Errors of its pages are kept in `errors`."""

    def __init__(self, program: str, profile: Path) -> None:
        self.errors: list[str] = []
        command = [program, "--headless", "--no-remote", "--profile", str(profile)]
        command += ["--remote-debugging-port", "0", "about:blank"]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            self._socket = websocket.create_connection(
                f"{self._address(profile)}/session", timeout=ANSWER_SECONDS, suppress_origin=True
            )
            self._sent = 0
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self._process.kill()
            raise

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(START_SECONDS)

    def _address(self, profile: Path) -> str:
        """Firefox writes into its profile where it listens."""
        file = profile / "WebDriverBiDiServer.json"
        for _ in range(10 * START_SECONDS):
            if self._process.poll() is not None:
                raise RuntimeError(f"Firefox ended with status {self._process.returncode}")
            try:
                told = json.loads(file.read_text())
                return f"ws://{told['ws_host']}:{told['ws_port']}"
            except (OSError, ValueError):
                time.sleep(0.1)
        raise TimeoutError("Firefox does not listen")

    def _ask(self, method: str, **params: object) -> Any:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] in ("error", "warn"):
                    self.errors.append(entry["text"])
            elif message.get("id") == self._sent:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        """The value of an expression, which may be a promise, as JSON can express it."""
        answer = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def until(self, condition: str) -> None:
        end = time.monotonic() + ANSWER_SECONDS
        while not self.run(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"never so: {condition}")
            time.sleep(0.05)
