"""Results of Dask workers in the order in which they count."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from carrack._optional import optional_packages

with optional_packages():
    import distributed as dask


def parts_in_order(
    client: dask.Client, play: Callable[[int, int], Any], blocks: range, blocks_per_task: int
) -> Generator[list[Any], None, None]:
    """The results of ``play(first, count)`` on the workers, for all blocks. No more than keeps the
    workers busy is submitted before it is needed; what is still running at the end is cancelled.
    """
    running: dict[Any, int] = {}
    done: dict[int, list[Any]] = {}
    waiting = iter(blocks[::blocks_per_task])
    expected = iter(blocks[::blocks_per_task])
    results = dask.as_completed(with_results=True, loop=client.loop)

    def keep_busy() -> None:
        """Submit tasks for all workers, whose number may grow."""
        ahead = 2 * max(1, sum(client.nthreads().values()))
        while len(running) < ahead and (first := next(waiting, None)) is not None:
            future = client.submit(
                play, first, min(blocks_per_task, blocks.stop - first), pure=False
            )
            running[future] = first
            results.add(future)

    try:
        keep_busy()
        following = next(expected)
        for future, part in results:
            if not isinstance(part, list):  # cancellation is passed on as a result
                raise ConnectionError("the scheduler is lost or has cancelled the work")
            done[running.pop(future)] = part
            while following in done:
                yield done.pop(following)
                following = next(expected, blocks.stop)
            keep_busy()
    finally:
        client.cancel(list(running))
