"""Play blocks of a plan into a ledger until none is missing; used by studies."""

from __future__ import annotations

import contextlib
import os
import time
import warnings
from collections.abc import Callable, Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrack import _core
from carrack._core import InputError, Ruleset
from carrack._results import Tournament, from_arrays
from carrack._text import GOES_ON

TournamentPlan = tuple[Ruleset, list[str], str, str, int, tuple[int, int]]
"""Ruleset, agents, kind, seatings, seed, and range of blocks: first and one past the last."""


class ForfeitWarning(UserWarning):
    """An agent forfeited in a study: it failed, and its seat was played on at random and ranked
    last. The games count in the result.
    """


def play_all(
    path: str,
    name: str,
    plan: TournamentPlan,
    threads: int,
    ignore_signature: bool,
    another: str,
    search_values: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Tournament:
    """Play the missing games of a plan as ``play_missing`` does, and return the complete blocks of
    the tournament. Warns of agents that forfeited.
    """
    ruleset, agents, _, seatings, seed, _ = plan
    arrays = play_missing(
        path, name, plan, threads, ignore_signature, another, search_values, progress
    )
    per_block = _core.games_per_block(seatings, ruleset.players)
    games = from_arrays(ruleset, _core.distinct_names(agents), seed, per_block, arrays, agents)
    for line in games.failures():
        warnings.warn(f"tournament '{name}': {line}", ForfeitWarning, stacklevel=2)
    return games


def play_missing(
    path: str,
    name: str,
    plan: TournamentPlan,
    threads: int,
    ignore_signature: bool,
    another: str,
    search_values: bool = False,
    progress: Callable[[str], object] | None = None,
) -> _core._Arrays:
    """Play the missing games of a plan, sharing the work with other processes, and return all
    finished games of the tournament. ``another`` is the option advised by the error if the name has
    another plan. With ``search_values``, the records of new games have the search reports.
    ``progress`` is that of ``carrack.tournament``.

    Every opening of a ledger checks the whole file, which takes seconds for a large one, so it is
    opened as rarely as possible.
    """
    ruleset, _, _, seatings, _, (first, end) = plan
    games = (end - first) * _core.games_per_block(seatings, ruleset.players)
    while True:
        try:
            played, arrays = _core.play_ledger(
                path, name, plan, threads, ignore_signature,
                search_values=search_values, progress=progress,
            )  # fmt: skip
        except InputError as error:
            raise InputError(str(error).replace("--name NEW", another)) from None
        block = arrays[0]
        if ((block >= first) & (block < end)).sum() == games:
            return arrays
        if not played:
            time.sleep(0.5)  # another process is playing the rest


def block_means(
    games: Tournament, by_seat: ArrayLike, entrants: Collection[int], blocks: int
) -> NDArray[np.float64]:
    """[blocks] the mean of [games, players] values over the seats of some entrants, in each of the
    first blocks; NaN if none of them played there.
    """
    game, seat = np.nonzero(np.isin(games.entrants, list(entrants)))
    of_block = games.block[game]
    values = np.asarray(by_seat, dtype=float)[game, seat]
    sums = np.bincount(of_block, weights=values, minlength=blocks)[:blocks]
    seats = np.bincount(of_block, minlength=blocks)[:blocks]
    with np.errstate(invalid="ignore"):
        return np.asarray(sums / seats)


@contextlib.contextmanager
def telling(path: str, done: Callable[[], str]) -> Iterator[None]:
    """Add what is ``done`` to KeyboardInterrupt."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{done()} are done, all games are in {path}; {GOES_ON}") from None


def specs_in(path: str) -> dict[str, str]:
    """The spec of the first agent of each tournament of a ledger, by the tournament's name; empty
    if the ledger is missing or incomplete.
    """
    return {row["name"]: row["agents"][0] for row in _tournaments_in(path)}


def games_in(path: str) -> dict[str, int]:
    """The number of finished games of each tournament of a ledger, as ``specs_in``."""
    return {row["name"]: row["games"] for row in _tournaments_in(path)}


def _tournaments_in(path: str) -> list[dict[str, Any]]:
    if not os.path.exists(path):  # reading creates no file
        return []
    try:
        return _core.ledger_tournaments(path)
    except (InputError, OSError):  # created, or rejected, when the first tournament starts
        return []
