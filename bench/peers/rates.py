"""What the rates_of_*.py have in common: counting for a while, and lines of JSON."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Counted:
    """Rounds of some work: random games with their decisions, or searches with their iterations."""

    seconds: float  # of CPU time
    rounds: float
    units: float  # decisions or iterations


@dataclass(frozen=True)
class Rate:
    program: str  # name and version
    game: str
    players: int
    kind: str
    counted: Counted


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per rate")
    return parser.parse_args()


def count(work: Callable[[], int], seconds: float) -> Counted:
    """Repeats `work`, which returns its units, for so long, after once to warm up."""
    work()
    began = time.process_time()
    rounds = units = 0
    while (spent := time.process_time() - began) < seconds:
        units += work()
        rounds += 1
    return Counted(spent, rounds, units)


def emit(rate: Rate) -> None:
    print(json.dumps(asdict(rate)), flush=True)
