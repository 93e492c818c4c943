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
            interrupt = _interrupt_behind(error)
            if interrupt is not None:
                raise interrupt from None
            raise


def _interrupt_behind(error: BaseException) -> BaseException | None:
    """The interrupt during which a RuntimeError was raised: Python has interrupted a wait for a
    result while it had released the lock, and then fails to release it again.
    """
    context = error.__context__
    is_exit = context is not None and not isinstance(context, Exception)
    return context if isinstance(error, RuntimeError) and is_exit else None


def _leave_signals_to_parent() -> None:
    """Ctrl-C reaches every process; the parent ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
