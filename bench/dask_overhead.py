"""Overhead of Dask: one tournament played by two threads, and by two workers.

python bench/dask_overhead.py
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import distributed as dask

import carrack
import carrack.distributed

RULES = carrack.Ruleset(players=4)
AGENTS = ["mcts:iterations=100", "scripted:balanced", "greedy", "random"]
BLOCKS = 32
WORKERS = 2


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        dask.LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        dask.Client(cluster) as client,
    ):
        client.run(__import__, "carrack.distributed")
        began = time.perf_counter()
        ledger = Path(folder) / "here.db"
        carrack.tournament(RULES, AGENTS, BLOCKS, threads=WORKERS, ledger=ledger)
        here = time.perf_counter() - began
        games = len(carrack.Ledger(ledger).games())
        print(f"{WORKERS} threads: {games} games in {here:.1f} s, {games / here:.1f} games/s")
        for size in (1, 4):
            began = time.perf_counter()
            carrack.distributed.tournament(
                RULES, AGENTS, BLOCKS, ledger=f"{folder}/{size}.db", client=client,
                blocks_per_task=size,
            )  # fmt: skip
            there = time.perf_counter() - began
            print(f"Dask, {size} blocks per task: {there:.1f} s, {100 * (there / here - 1):+.0f} %")


if __name__ == "__main__":
    main()
