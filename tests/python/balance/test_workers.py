"""Processes of a study end with it."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

import carrack
from carrack import _command
from carrack.balance.measures import money
from carrack.balance.workers import workers

SLOW = """
import sys, carrack
from carrack import _command
from carrack.balance.measures.money import money_forks
print("ready", flush=True)
rules = carrack.Ruleset("aoe3", 2)
sys.exit(_command.run(lambda: money_forks(rules, "mcts:iterations=20000", 100, 1, 2)))
"""


def busy(pool: ProcessPoolExecutor) -> None:
    """All processes of the pool sleep."""
    for _ in range(4):
        pool.submit(time.sleep, 90)
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.01)
    time.sleep(0.1)


@pytest.mark.parametrize("error", [KeyboardInterrupt, carrack.InputError])
def test_an_exception_ends_the_processes_at_once(error: type[BaseException]) -> None:
    begun = time.monotonic()
    with pytest.raises(error), workers(2) as pool:
        busy(pool)
        raise error("stop")
    assert time.monotonic() - begun < 60 and not multiprocessing.active_children()


def killed(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_process_is_an_error_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(money, "forks_of_games", killed)
    rules = carrack.Ruleset("aoe3", 2)

    def play() -> None:
        money.money_forks(rules, "random", 4, 1, 1)

    assert _command.run(play) == 1
    told = capsys.readouterr().err
    assert told.startswith("carrack: a process that played games was killed")
    assert len(told.splitlines()) == 1


def test_ctrl_c_does_not_wait_for_the_games() -> None:
    """As from a terminal, where the signal reaches all processes."""
    with subprocess.Popen(
        [sys.executable, "-c", SLOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout and process.stdout.readline() == "ready\n"
            time.sleep(2)
            assert process.poll() is None
            os.killpg(process.pid, signal.SIGINT)
            _, told = process.communicate(timeout=60)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    assert process.returncode == 130 and told.splitlines() == ["interrupted: "]


def test_an_interrupt_that_python_turns_into_an_error_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), workers(1) as pool:
        pool.submit(int, "1").result()
        try:
            raise KeyboardInterrupt
        finally:
            # As Condition.wait() when it is interrupted before it has its lock again.
            raise RuntimeError("cannot release un-acquired lock")
