"""Work on several threads, which an interrupt ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from carrack._core import StopFlag

Item = TypeVar("Item")
Result = TypeVar("Result")


def on_threads(
    threads: int,
    work: Callable[[Item, StopFlag], Result],
    items: Iterable[Item],
    done: Callable[[int], object] = lambda number: None,
) -> list[Result]:
    """The results of ``work(item, stop)`` for all items, in order. After Ctrl-C, or an exception of
    one call, ``stop`` is raised: running calls should end early, and no other one begins. Python
    handles signals on the main thread alone, so the others have to be told. ``done`` is called on
    the thread of the caller with the number of items that are complete.
    """
    stop = StopFlag()
    results: list[Result] = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for result in pool.map(lambda item: work(item, stop), items):
                results.append(result)
                done(len(results))
            return results
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
