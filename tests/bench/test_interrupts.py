"""bench/interrupts.py: no command is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import interrupts

SLEEP = Path("/bin/sleep")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The commands that are started."""
    children = []
    popen = subprocess.Popen

    def start(*given: Any, **options: Any) -> subprocess.Popen[bytes]:
        children.append(popen(*given, **options))
        return children[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return children


def is_over(child: subprocess.Popen[bytes]) -> bool:
    assert child.stderr is not None
    over = child.returncode is not None and child.stderr.closed
    if not over:  # not to leave it behind
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        child.stderr.close()
    return over


def test_a_command_is_interrupted_and_timed(
    started: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    found = interrupts.interrupted(SLEEP, tmp_path, "100", signal.SIGTERM, 0.05)
    assert found is not None
    said, ended, status = found
    assert 0 <= said <= ended < 30 and status == -signal.SIGTERM
    assert is_over(started[0])


def test_a_command_that_has_ended_is_no_result(
    started: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    assert interrupts.interrupted(SLEEP, tmp_path, "0", signal.SIGINT, 0.5) is None
    assert is_over(started[0])


@pytest.mark.parametrize("what", ["sleep", "perf_counter"])
def test_ctrl_c_ends_the_command(
    started: list[subprocess.Popen[bytes]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    def ctrl_c(*_: object) -> float:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(time, what, ctrl_c)
        with pytest.raises(KeyboardInterrupt):
            interrupts.interrupted(SLEEP, tmp_path, "100", signal.SIGINT, 0)
    assert is_over(started[0])
