"""Ledgers: all games of tournaments in one SQLite file, as tables."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carrack import _core, _output
from carrack._arguments import as_list, as_text, input_file, path_of, shown
from carrack._core import Agent, InputError
from carrack._keywords import named_arguments
from carrack._ledger_rows import TABLES, arrow_table, frame_of, meanings, rows_of
from carrack._optional import optional_packages
from carrack._rate import rate
from carrack._record import Record
from carrack._results import Tournament, from_arrays

if TYPE_CHECKING:
    import pandas as pd


_TOURNAMENT_COLUMNS = ["tournament", "name", "ruleset", "agents", "kind", "seatings", "seed",
                       "blocks", "games_per_block", "games", "engine", "signature"]  # fmt: skip
"""The columns of ``Ledger.tournaments``, also if there is no tournament."""
RECORDS_AT_A_TIME, MOST_READINGS = 500, 20
"""For ``Ledger.iter_records``: the least number of games read at a time, and about the most
readings.
"""
_Status = tuple[int, int, int] | None


def file_name(path: str | os.PathLike[str]) -> str:
    """The path as text. Raises InputError and TypeError as ``file_of`` does."""
    return path_of("ledger", path)


@dataclass(frozen=True)
class Ledger:
    """One tournament of a ledger, as written by ``carrack.tournament(ledger=)`` and ``carrack
    tournament --ledger``: its tables as frames, its records and ratings. The file is opened
    read-only for each call, so it may grow in between; it is checked when it has changed.

    Rows of a table are sorted by its key, ``block`` and ``permutation`` first, and do not depend on
    which process played which game when. ``game`` is the number of the game in the plan, as
    ``Record.game``. ``columns()`` documents the columns; agents are given by name in every table.

    Raises InputError if there is no ledger with this schema; it is also a FileNotFoundError if
    there is no file. Methods raise it if the tournament ``name`` does not exist.
    """

    path: str
    """The path of the file, absolute and without symbolic links."""
    name: str
    """The name of the tournament; empty for the only one."""

    def __init__(self, path: str | os.PathLike[str], name: str = "") -> None:
        """``name`` selects the tournament; default: the only one in the file."""
        object.__setattr__(self, "name", as_text("name", name))
        found = os.path.realpath(input_file("ledger", path))
        object.__setattr__(self, "path", path_of("ledger", found))
        self._tournaments()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Merge the log (``-wal``) into the file, so that the file is complete by itself. If other
        processes use it, or it is read-only, the log stays. The ledger can still be used.
        """
        _core.ledger_merge_log(self.path)

    def tournaments(self) -> pd.DataFrame:
        """One row per tournament of the file: plan, blocks, and finished games. ``ruleset`` is
        text; ``tournament().ruleset`` is the Ruleset.
        """
        with optional_packages():
            import pandas as pd

        rows = [
            row | {"ruleset": str(row["ruleset"]), "agents": list(row["agents"])}
            for row in self._tournaments()
        ]
        return pd.DataFrame(rows, columns=_TOURNAMENT_COLUMNS)

    def trials(self) -> pd.DataFrame:
        """One row per trial of the file: ``name``, plan, and finished ``games``. ``trial`` reports
        one of them, ``trial_forks`` and ``trial_choices`` have its rows. ``ruleset`` is a Ruleset,
        as ``fair_prices`` needs it.
        """
        with optional_packages():
            import pandas as pd

        columns = ["name", "ruleset", "agents", "on", "seed", "continuations", "turn", "seat",
                   "occasion", "denial", "discounts", "games", "engine", "signature"]  # fmt: skip
        return pd.DataFrame(_core.ledger_trials(self.path), columns=columns)

    @staticmethod
    def columns(table: str | None = None) -> dict[str, str]:
        """The meanings of the columns of a table by name; without a table those of all tables, by
        ``table.column``. Frames have them in ``attrs["columns"]``, Parquet files in the
        metadata of each field as ``description``.

        Raises InputError for an unknown table.
        """
        if table is None:
            return {f"{t}.{name}": means for t in TABLES for name, means in meanings(t).items()}
        _core.ledger_query(as_text("table", table))  # raises InputError
        return meanings(table)

    def agents(self, polars: bool = False) -> Any:
        """One row per agent: number, name (``agent``), full spec."""
        return self._frame("agents", polars)

    def games(self, polars: bool = False) -> Any:
        """One row per game: line-up, chance seed, decisions."""
        return self._frame("games", polars)

    def seats(self, polars: bool = False) -> Any:
        """One row per seat of a game: agent, rank, win share, VP by source, forfeit."""
        return self._frame("seats", polars)

    def turns(self, polars: bool = False) -> Any:
        """One row per turn and seat: money, VP by source, workers, goods, ships, tiles, discoveries
        at the end of the turn.
        """
        return self._frame("turns", polars)

    def purchases(self, polars: bool = False) -> Any:
        """One row per tile bought: turn, seat, price, money before."""
        return self._frame("purchases", polars)

    def searches(self, polars: bool = False) -> Any:
        """One row per seat: totals of the agent's searches in the game."""
        return self._frame("searches", polars)

    def records(self) -> list[Record]:
        """The records of all games, in the order of ``games()``."""
        texts = _core.ledger_records(self.path, self.name)
        return [Record.from_string(text, self.path) for text in texts]

    def iter_records(self) -> Iterator[Record]:
        """The records of all games one after the other, in the order of ``games()``. Part of them
        is in memory at a time: 500 games, or a twentieth if that is more, since each reading checks
        the file. A game that is finished meanwhile may be missing.
        """
        query = "SELECT block, count(*) FROM games WHERE tournament = ? GROUP BY block"
        return self._iter_records(dict(rows_of(self.path, query, self._tournament()["tournament"])))

    def _iter_records(self, games_of: dict[int, int]) -> Iterator[Record]:
        """The records of blocks. ``games_of`` is the number of games by block."""
        at_a_time = max(RECORDS_AT_A_TIME, sum(games_of.values()) // MOST_READINGS)
        blocks = sorted(games_of)
        first = games = 0
        for block in blocks:
            games += games_of[block]
            if games >= at_a_time or block == blocks[-1]:
                for text in _core.ledger_records(self.path, self.name, (first, block + 1)):
                    yield Record.from_string(text, self.path)
                first, games = block + 1, 0

    def tournament(self) -> Tournament:
        """The result of ``carrack.tournament`` for the complete blocks so far."""
        plan = self._tournament()
        return from_arrays(
            plan["ruleset"],
            plan["agents"],
            plan["seed"],
            plan["games_per_block"],
            _core.ledger_games(self.path, self.name),
            plan["specs"],
        )

    def pairs(self) -> pd.DataFrame:
        """Who beats whom: ``Tournament.pairs`` of the complete blocks so far."""
        return self.tournament().pairs()

    @named_arguments
    def rate(
        self,
        anchor: str | Agent = "",
        *,
        prior_sd: float = 600.0,
        seat_effects: bool = True,
        by_seat: bool = False,
        luck: bool = False,
        alpha_rank: bool = False,
        bootstrap: int = 0,
        others: Sequence[str | os.PathLike[str] | Ledger] = (),
    ) -> pd.DataFrame:
        """Ratings of the agents, best first: ``carrack.rate`` of this tournament. ``others`` are
        ledgers that are rated together: other files with a tournament of this name, or other
        tournaments of this file. Duplicate games count once.

        Raises InputError for a tournament of another name in another file.
        """
        more = as_list("others", others, "[Ledger('more.db')]")
        of_argument = {f"others[{number}]": other for number, other in enumerate(more)}
        paths, names = files_and_names({"self": self, **of_argument})
        return rate(
            paths,
            name=names,
            anchor=anchor,
            prior_sd=prior_sd,
            seat_effects=seat_effects,
            by_seat=by_seat,
            luck=luck,
            alpha_rank=alpha_rank,
            bootstrap=bootstrap,
        )

    def sql(self, query: str) -> pd.DataFrame:
        """A DuckDB query over the tables ``agents``, ``games``, ``seats``, ``turns``, ``purchases``
        and ``searches`` of this tournament, which ``SHOW TABLES`` lists; only those that the query
        names are read. Raises DuckDB's exceptions; one about an unknown table gets a note with the
        tables (Python 3.11). Raises InputError for a query without a result.
        """
        query = as_text("query", query)
        with optional_packages():
            import duckdb
            import pandas  # noqa: F401  # DuckDB creates frames with it

        tournament = self._tournament()
        named = [t for t in TABLES if re.search(rf"\b{t}\b", query, re.IGNORECASE)]
        with duckdb.connect() as connection:
            for table in set(TABLES).difference(named):
                connection.register(table, arrow_table(table, []))
            for table, rows in self._tables(named, tournament):
                connection.register(table, arrow_table(table, rows))
            try:
                found = connection.sql(query)
            except duckdb.CatalogException as error:
                if hasattr(error, "add_note"):
                    error.add_note(f"the tables are {', '.join(TABLES)}")
                raise
            if found is None:
                raise InputError("query has no result, expected one as SELECT * FROM seats")
            return found.df()

    def export_parquet(self, folder: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write each table as ``folder/TABLE.parquet`` and return the files. Creates the folder.
        Files are renamed into place after all of them are written. All have the same games, also
        while a tournament is played into the ledger.

        Raises InputError (also FileExistsError) for a file that exists, unless ``force``; a ledger
        is never replaced.
        Raises NotADirectoryError if ``folder`` is a file.
        """
        with optional_packages():
            from pyarrow import parquet

        tournament = self._tournament()  # a wrong name creates no folder
        target = Path(path_of("folder", folder))
        _output.make_folder(target)
        files = [target / f"{table}.parquet" for table in TABLES]
        _output.expect_free(files, force, ledger=self.path, hint="force=True (--force) replaces it")
        with contextlib.ExitStack() as all_written:
            tables = self._tables(TABLES, tournament)
            for (table, rows), file in zip(tables, files, strict=True):
                out = all_written.enter_context(_output.opened(file, force))
                with _output.named(file):
                    parquet.write_table(arrow_table(table, rows), out)
                    out.flush()
        return files

    @named_arguments
    def merge(
        self,
        other: str | os.PathLike[str] | Ledger,
        *,
        ignore_signature: bool = False,
        keep_ours: bool = False,
    ) -> int:
        """Add the games of another ledger that are not in this file yet; tournaments and trials are
        matched by name. Duplicates are ignored. Returns the number of new games. Same as ``carrack
        ledger --merge``: with ``ignore_signature`` also games that were played under other rules;
        with ``keep_ours``, if both files have a game with different moves, as agents with ``time=``
        play them, the game of this file stays.

        Raises InputError, without a change, if the plans differ, the rules (unless
        ``ignore_signature``) or common games (unless ``keep_ours``). Ctrl-C ends it without a
        change.
        """
        path = other.path if isinstance(other, Ledger) else input_file("other", other)
        return _core.ledger_merge(self.path, [path], ignore_signature, keep_ours)

    def _tournaments(self) -> list[dict[str, Any]]:
        """The tournaments of the file. Reading them checks the whole file, so this is done again
        only after a change.
        """
        now = (_status_of(self.path), _status_of(f"{self.path}-wal"))
        before, rows = self.__dict__.get("_read", (None, []))
        if before != now:
            rows = _core.ledger_tournaments(self.path)
            object.__setattr__(self, "_read", (now, rows))
        return list(rows)

    def _tournament(self) -> dict[str, Any]:
        """The tournament of this name."""
        rows = self._tournaments()
        found = [row for row in rows if self.name in ("", row["name"])]
        if len(found) == 1:
            return found[0]
        return _core.ledger_tournament(self.path, self.name)  # raises InputError

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "name": self.name}

    def _rows(self, table: str, tournament: dict[str, Any]) -> list[tuple[Any, ...]]:
        query = _core.ledger_query(table)
        return list(rows_of(self.path, query, tournament["tournament"]))

    def _tables(
        self, tables: Collection[str], tournament: dict[str, Any]
    ) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
        """The rows of tables, one table after the other: those of the games that the file has now.
        Others may add games meanwhile.
        """
        there: set[int] | None = None
        if len(tables) > 1:
            at = list(TABLES["games"]).index("game")
            there = {row[at] for row in self._rows("games", tournament)}
        for table in tables:
            rows = self._rows(table, tournament)
            if there is not None and "game" in TABLES[table]:
                at = list(TABLES[table]).index("game")
                rows = [row for row in rows if row[at] in there]
            yield table, rows

    def _frame(self, table: str, polars: bool) -> Any:
        if not isinstance(polars, bool):
            raise TypeError(f"polars is {shown(polars)}, expected True or False")
        if polars:
            with optional_packages():
                import polars as pl

            return pl.from_arrow(arrow_table(table, self._rows(table, self._tournament())))
        return frame_of(table, self._rows(table, self._tournament()))


def files_and_names(
    given: Mapping[str, str | os.PathLike[str] | Ledger],
) -> tuple[list[str], list[str]]:
    """The files and the names of tournaments that are rated together: Ledgers, one at least, and
    paths of files with a tournament of the same name as the first Ledger. ``given`` has the names
    of the arguments, for errors.

    Raises InputError for a tournament of another name in another file than that of the first.
    """
    first = next(each for each in given.values() if isinstance(each, Ledger))
    own = str(first._tournament()["name"])
    paths, names = [], [own]
    for argument, each in given.items():
        if not isinstance(each, Ledger):
            paths.append(input_file(argument, each))
        elif (name := str(each._tournament()["name"])) == own:
            paths.append(each.path)
        elif each.path == first.path:
            names.append(name)
        else:
            raise InputError(
                f"{argument} is '{name}' of {each.path}, expected '{own}': tournaments of "
                "different names are rated together where one file has them; carrack ledger "
                "--merge joins files"
            )
    return paths, list(dict.fromkeys(names))


def _status_of(path: str) -> _Status:
    """The status of a file, which differs once the file changes; None if it is missing or empty."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns) if status.st_size else None
