"""Games of a tournament in a ledger. Figures and records are read for the games of a plan alone: a
long study has gigabytes of both.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._blocks import TournamentPlan, play_all
from carrack._core import InputError, Ruleset
from carrack._ledger import file_name
from carrack._ledger_rows import rows_of
from carrack._record import Record
from carrack._results import Tournament
from carrack._text import GOES_ON
from carrack.balance.plan import SEEDS_OF_A_STUDY

RECORDS_AT_A_TIME = 500


@contextlib.contextmanager
def ledger_of_study(ledger: str | os.PathLike[str] | None) -> Iterator[str]:
    """The ledger of a study, or one that is deleted at the end. Ctrl-C then says what is kept."""
    with contextlib.ExitStack() as at_end:
        if ledger is not None:
            path = file_name(ledger)
        else:
            folder = at_end.enter_context(tempfile.TemporaryDirectory(prefix="carrack-balance-"))
            path = str(Path(folder) / "balance.db")
        try:
            yield path
        except KeyboardInterrupt:
            kept = "" if ledger is not None else "; its games are lost, a ledger would keep them"
            if ledger is not None and os.path.exists(path):
                kept = f", finished games are in {path}; {GOES_ON}"
            raise KeyboardInterrupt(f"the study is not complete{kept}") from None


@contextlib.contextmanager
def refusals_of_a_study() -> Iterator[None]:
    """In this context, errors about a part of another study speak of studies: they have the seed of
    the study, not of the part, and say how another study is begun.
    """

    def of_study(seeds: re.Match[str]) -> str:
        there, here = (int(seed) // SEEDS_OF_A_STUDY for seed in seeds.groups())
        return f"seed is {there} there, {here} here"

    try:
        yield
    except InputError as error:
        told = str(error).replace("--name NEW", "--study NEW").replace("name=)", "study=)")
        raise InputError(re.sub(r"seed is (\d+) there, (\d+) here", of_study, told)) from None


@dataclass(frozen=True)
class KeptGames:
    """All games of the blocks of a plan, which are in the ledger."""

    path: str
    name: str
    results: Tournament
    """The results, in the order of blocks, then permutations."""

    def decisions(self) -> NDArray[np.int64]:
        """[games] the decisions of all players."""
        rows = self._rows("SELECT g.decisions FROM games g")
        return np.fromiter((number for (number,) in rows), np.int64)

    def vp(self) -> NDArray[np.int64]:
        """[games, turns, players] the VP if the game ended after the turn."""
        turns = "SELECT t.vp FROM games g JOIN turns t USING (game)"
        rows = self._rows(turns, order=", t.turn, t.seat")
        vp = np.fromiter((number for (number,) in rows), np.int64)
        games, players = self.results.ranks.shape
        return vp.reshape(games, -1, players)

    def purchases(self) -> dict[str, NDArray[np.int64]]:
        """[games] how often each tile was bought, by the names of the tiles that were bought."""
        games = len(self.results.block)
        per_block = games // self.results.blocks
        bought: dict[str, NDArray[np.int64]] = {}
        tiles = "SELECT g.block, g.permutation, p.tile FROM games g JOIN purchases p USING (game)"
        for block, permutation, tile in self._rows(tiles):
            if tile not in bought:
                bought[tile] = np.zeros(games, np.int64)
            bought[tile][block * per_block + permutation] += 1
        return dict(sorted(bought.items()))

    def first_records(self, number: int) -> Iterator[Record]:
        """The first game of each of the first ``number`` blocks, or of all if there are fewer."""
        end = min(number, self.results.blocks)
        for first in range(0, end, RECORDS_AT_A_TIME):
            blocks = (first, min(end, first + RECORDS_AT_A_TIME))
            for text in _core.ledger_records(self.path, self.name, blocks, 1):
                yield Record.from_string(text, self.path)

    def _rows(self, select: str, *, order: str = "") -> Iterator[tuple[Any, ...]]:
        """Rows about the games ``g`` of the plan."""
        return rows_of(
            self.path,
            f"{select} WHERE g.tournament = (SELECT tournament FROM tournaments WHERE name = ?)"
            f" AND g.block < ? ORDER BY g.block, g.permutation{order}",
            self.name,
            self.results.blocks,
        )


def play_games(
    path: str,
    name: str,
    ruleset: Ruleset,
    agents: Sequence[str],
    kind: str,
    seatings: str,
    blocks: int,
    seed: int,
    threads: int,
    ignore_signature: bool,
    progress: Callable[[str], object] | None = None,
) -> KeptGames:
    """Play the missing games of a tournament, sharing the work with other processes.

    Raises InputError if the ledger has another tournament of this name.
    """
    plan: TournamentPlan = (ruleset, list(agents), kind, seatings, seed, (0, blocks))
    with refusals_of_a_study():
        whole = play_all(
            path, name, plan, threads, ignore_signature, "--study NEW", progress=progress
        )
    return KeptGames(path, name, first_blocks(whole, blocks))


def first_blocks(games: Tournament, blocks: int) -> Tournament:
    """The games of the first blocks: a longer study may have played more."""
    mine = games.block < blocks
    return replace(
        games, block=games.block[mine], entrants=games.entrants[mine], scores=games.scores[mine],
        ranks=games.ranks[mine], forfeits=games.forfeits[mine],
    )  # fmt: skip
