"""Processes that share the work of a study."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool


@contextlib.contextmanager
def workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes. An exception, Ctrl-C too, ends them at once: what they are playing may
    take minutes and is lost anyway.

    Raises ChildProcessError if one of them is killed.
    """
    with ProcessPoolExecutor(processes, initializer=_leave_signals_to_parent) as pool:
        try:
            yield pool
        except BaseException as error:
            for process in list((pool._processes or {}).values()):  # as terminate_workers in 3.14
                process.kill()
            pool.shutdown(cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                raise ChildProcessError(
                    "a process that played games was killed, perhaps for lack of memory; "
                    "fewer threads need less"
                ) from None
            raise


def _leave_signals_to_parent() -> None:
    """Ctrl-C reaches every process; the parent ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
