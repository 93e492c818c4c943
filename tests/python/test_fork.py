"""Use of inherited objects in a forked child."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import carrack

LOOK = 0.01  # seconds
LOOKS = 6000  # a child that has not exited by then hangs, and is killed


def status_of_child(work: Callable[[], bool]) -> int:
    """0 if `work` yields true in a forked child, 1 if not, -9 if it hangs."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if work() else 1
        finally:
            os._exit(status)
    for _ in range(LOOKS):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(LOOK)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_threads_are_made_again_in_the_child(middle: carrack.State) -> None:
    spec = "uct:iterations=400,parallel=root,workers=4,threads=2"
    chosen = carrack.agent(spec).choose(middle, 1)
    batch = carrack.BatchGame(carrack.Ruleset(players=2), 4, threads=2)
    assert status_of_child(lambda: carrack.agent(spec).choose(middle, 1) == chosen) == 0
    assert status_of_child(lambda: batch.step_random(2) == 2) == 0
    assert carrack.agent(spec).choose(middle, 1) == chosen


def test_an_agent_that_was_busy_is_refused_in_the_child(middle: carrack.State) -> None:
    agent = carrack.agent("uct:time=3")
    busy = threading.Thread(target=agent.choose, args=(middle,))
    busy.start()
    time.sleep(0.5)

    def is_refused() -> bool:
        try:
            agent.choose(middle)
        except carrack.InputError as error:
            return "busy when the process forked" in str(error)
        return False

    assert status_of_child(is_refused) == 0
    busy.join()
    assert agent.choose(middle) in middle.legal_actions()


def test_a_child_leaves_the_program_of_its_parent_alone(middle: carrack.State) -> None:
    external = Path(__file__).parents[2] / "experiments/examples/external_agent.py"
    agent = carrack.agent(f"process:{sys.executable} {external}")
    legal = middle.legal_actions()
    assert agent.choose(middle) in legal
    assert status_of_child(lambda: agent.choose(middle) in legal) == 0
    assert agent.choose(middle) in legal
