"""Games of a tournament in a ledger. Every opening of a ledger checks the whole file, which takes
seconds for a large one, so this module opens it as rarely as possible.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from carrack import _core
from carrack._core import InputError, Ruleset
from carrack._ledger import TABLES, connection_to
from carrack._record import Record
from carrack._results import Tournament, from_arrays

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class KeptGames:
    """All games of the blocks of a plan, which are in the ledger."""

    path: str
    name: str
    games_per_block: int
    results: Tournament
    """In the order of blocks, then permutations."""

    def table(self, table: str) -> pd.DataFrame:
        """A table of ``carrack.Ledger`` for these games, in their order. Needs pandas."""
        import pandas as pd

        with connection_to(self.path) as connection:
            ((version,),) = connection.execute("PRAGMA user_version")
            ((number,),) = connection.execute(
                "SELECT tournament FROM tournaments WHERE name = ?", (self.name,)
            )
            rows = connection.execute(_core.ledger_query(table, version), (number,)).fetchall()
        frame = pd.DataFrame(rows, columns=list(TABLES[table]))
        return frame[frame["block"] < self.results.blocks].reset_index(drop=True)

    def first_records(self, number: int) -> list[Record]:
        """The first game of each of the first blocks."""
        texts = _core.ledger_records(self.path, self.name)[:: self.games_per_block][:number]
        return [Record.from_string(text, self.path) for text in texts]


def play_games(
    path: str,
    name: str,
    ruleset: Ruleset,
    agents: Sequence[str],
    kind: str,
    blocks: int,
    seed: int,
    threads: int,
    ignore_signature: bool,
) -> KeptGames:
    """Play the missing games of a tournament in rotations, sharing the work with other processes.

    Raises InputError if the ledger has another tournament of this name.
    """
    plan = (ruleset, list(agents), kind, "rotations", seed, (0, blocks))
    per_block = ruleset.players
    while True:
        try:
            _core.play_ledger(path, name, plan, threads, ignore_signature)
        except InputError as error:
            raise InputError(str(error).replace("--name NEW", "--study NEW")) from None
        arrays = _core.ledger_games(path, name)
        if (arrays[0] < blocks).sum() == blocks * per_block:
            break
        time.sleep(0.5)  # another process is playing the rest
    names = _core.distinct_names(agents)
    whole = from_arrays(ruleset, names, seed, per_block, arrays)
    mine = whole.block < blocks
    results = replace(
        whole, block=whole.block[mine], entrants=whole.entrants[mine], scores=whole.scores[mine],
        ranks=whole.ranks[mine], forfeits=whole.forfeits[mine],
    )  # fmt: skip
    return KeptGames(path, name, per_block, results)
