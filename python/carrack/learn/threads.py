"""Work on several threads, which an interrupt ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from carrack._core import StopFlag

Item = TypeVar("Item")
Result = TypeVar("Result")


def on_threads(
    threads: int, work: Callable[[Item, StopFlag], Result], items: Iterable[Item]
) -> list[Result]:
    """``work(item, stop)`` of all items, in their order. After Ctrl-C, or an exception of one of
    them, ``stop`` is raised: the running ones should end early, and no other one begins. Python
    handles signals on the main thread alone, so the others have to be told.
    """
    stop = StopFlag()
    with ThreadPoolExecutor(threads) as pool:
        try:
            return list(pool.map(lambda item: work(item, stop), items))
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
