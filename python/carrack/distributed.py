"""Tournaments, matches and trials on many machines with Dask: ``carrack.distributed.tournament``,
``carrack.distributed.match`` and ``carrack.distributed.trial``. CLUSTER.md is a guide.

Needs ``pip install '.[dask]'`` in a checkout of carrack, of the same version here and on the
workers.
"""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import (
    built_in_spec,
    built_in_specs,
    check_ruleset,
    file_of,
    seed_of,
    shown,
    whole_number,
)
from carrack._blocks import TournamentPlan
from carrack._core import Agent, InputError, Ruleset
from carrack._games import (
    Kind,
    block_range_of,
    games_done,
    seated,
    what_is_done,
)
from carrack._keywords import named_arguments
from carrack._ledger import Ledger, file_name
from carrack._match import Match, telling_of_files
from carrack._optional import optional_packages
from carrack._parts_in_order import parts_in_order
from carrack._progress import Meter, Progress, checked_progress
from carrack._results import Tournament
from carrack._seatings import Seatings
from carrack._text import GOES_ON
from carrack._trial import plan_of, played

if TYPE_CHECKING:
    import pandas as pd

with optional_packages():
    import distributed as dask


def play_part(
    name: str,
    plan: TournamentPlan,
    search_values: bool,
    blocks: Sequence[int],
) -> bytes:
    """Play some blocks of a plan on this machine; return their ledger as bytes. With
    ``search_values``, the records have the search reports.
    """
    with tempfile.TemporaryDirectory(prefix="carrack-") as folder:
        part = Path(folder) / "part.db"
        _core.play_ledger(str(part), name, plan, 1, False, blocks, search_values)
        return part.read_bytes()


def play_trial_part(name: str, plan: _core.TrialPlan, games: Sequence[int]) -> bytes:
    """Play some games of a trial on this machine; return their ledger as bytes."""
    with tempfile.TemporaryDirectory(prefix="carrack-") as folder:
        part = Path(folder) / "part.db"
        _core.play_trial_games(str(part), name, plan, games)
        return part.read_bytes()


def merge_parts(path: str, parts: Sequence[bytes], ignore_signature: bool = False) -> int:
    """Merge the ledgers that tasks have returned into a ledger. Returns the number of new games, 0
    for duplicates. Games that the ledger has stay: agents with a clock may have played them
    otherwise.
    """
    with tempfile.TemporaryDirectory(prefix="carrack-") as folder:
        files = []
        for number, part in enumerate(parts):
            file = Path(folder) / f"part{number}.db"
            file.write_bytes(part)
            files.append(str(file))
        return _core.ledger_merge(path, files, ignore_signature, True)


@named_arguments
def tournament(
    ruleset: Ruleset,
    agents: Sequence[str | Agent],
    blocks: int | range = 16,
    *,
    ledger: str | os.PathLike[str],
    kind: Kind = "fixed",
    seatings: Seatings = "rotations",
    seed: int = 1,
    name: str = "main",
    ignore_signature: bool = False,
    search_values: bool = False,
    client: dask.Client | None = None,
    address: str | None = None,
    blocks_per_task: int = 4,
    progress: Progress = None,
) -> Tournament:
    """``carrack.tournament`` with a ledger, played by Dask workers: those of
    ``client``, of the scheduler at ``address``, or of a local cluster with one process per core.

    A task is ``blocks_per_task`` blocks; choose it so that a task takes a second or more. Its games
    are returned as a ledger and merged by this process, the only one that needs the file. If a
    worker dies, another plays its task; duplicates are ignored; if this process ends, received
    results are kept, and the same call plays the rest. The games are those of the local tournament.
    With ``search_values``, their records have the search reports. ``progress`` is that of
    ``carrack.tournament``.

    Raises InputError as ``carrack.tournament`` does, OSError if no scheduler answers at ``address``
    or the connection is lost, and exceptions of tasks.
    """
    checked_progress(progress)
    specs = built_in_specs("agents", seated(ruleset, agents), "['random']")
    plan = (ruleset, specs, str(kind), str(seatings), seed, block_range_of(blocks))
    with _lazy_client(client, address) as connect:
        return play(
            file_name(ledger),
            name,
            plan,
            connect,
            ignore_signature=ignore_signature,
            search_values=search_values,
            blocks_per_task=blocks_per_task,
            progress=progress,
        )


def play(
    path: str,
    name: str,
    plan: TournamentPlan,
    connect: Callable[[], dask.Client],
    *,
    ignore_signature: bool = False,
    search_values: bool = False,
    blocks_per_task: int = 4,
    progress: Progress = None,
) -> Tournament:
    """Play the missing blocks of a plan as ``tournament`` does. ``connect`` is called if there are
    any. ``progress`` is that of ``carrack.tournament``.
    """
    blocks_per_task = whole_number("blocks_per_task", blocks_per_task, 1)
    missing = _core.enter_ledger(path, name, plan, ignore_signature)
    if not missing:
        return Ledger(path, name).tournament()
    task = functools.partial(play_part, name, plan, search_values)

    def done() -> str:
        return what_is_done(path, name, plan[-1])

    before, games = games_done(path, name, plan[-1])
    meter = Meter(progress, "games", games, before)

    def merged(more: int) -> None:
        meter.update(before + more)

    _merge_tasks(connect, task, missing, blocks_per_task, path, ignore_signature, done, merged)
    return Ledger(path, name).tournament()


@named_arguments
def trial(
    ruleset: Ruleset,
    agents: Sequence[str | Agent],
    tiles: Sequence[str] | None = None,
    *,
    ledger: str | os.PathLike[str],
    on: Sequence[str] | None = None,
    age: int | str | None = None,
    games: int = 1000,
    seed: int = 1,
    continuations: int = 1,
    turn: int | None = None,
    seat: int | str | None = None,
    occasion: str | None = None,
    denial: bool = False,
    discounts: Sequence[int] = (),
    name: str = "main",
    ignore_signature: bool = False,
    client: dask.Client | None = None,
    address: str | None = None,
    games_per_task: int = 100,
    progress: Progress = None,
) -> pd.DataFrame:
    """``carrack.trial`` with a ledger, played by Dask workers as in ``tournament``. A task is
    ``games_per_task`` games. Games, result and ``progress`` are those of ``carrack.trial``.

    Raises InputError as ``carrack.trial`` does, OSError if no scheduler answers at ``address`` or
    the connection is lost, and exceptions of tasks.
    """
    checked_progress(progress)
    games_per_task = whole_number("games_per_task", games_per_task, 1)
    path = file_name(ledger)
    plan = plan_of(
        ruleset, agents, tiles, on, age, games, seed, continuations, turn, seat, occasion,
        denial, discounts,
    )  # fmt: skip

    def missing() -> list[int]:
        return _core.missing_trial_games(path, name, plan, ignore_signature)

    def done() -> str:
        return f"{games - len(missing())} of {games} games are in {path}; {GOES_ON}"

    with _lazy_client(client, address) as connect:
        if numbers := missing():
            task = functools.partial(play_trial_part, name, plan)
            before = games - len(numbers)
            meter = Meter(progress, "games", games, before)

            def merged(more: int) -> None:
                meter.update(before + more)

            _merge_tasks(
                connect, task, numbers, games_per_task, path, ignore_signature, done, merged
            )
    return played(plan, 1, path, name, ignore_signature)


def _merge_tasks(
    connect: Callable[[], dask.Client],
    task: Callable[[Sequence[int]], bytes],
    missing: Sequence[int],
    per_task: int,
    path: str,
    ignore_signature: bool,
    done: Callable[[], str],
    merged: Callable[[int], object],
) -> None:
    """Run a task for every ``per_task`` of the missing numbers, and merge the ledgers that they
    return. ``done`` says what the ledger has, for an interrupt or a lost scheduler. ``merged`` is
    called with the number of games merged so far.
    """
    games = 0
    try:
        with contextlib.ExitStack() as held:
            client = connect()
            parts = [missing[i : i + per_task] for i in range(0, len(missing), per_task)]
            futures = client.map(task, parts, pure=False)
            held.callback(client.cancel, futures)
            results = dask.as_completed(futures, with_results=True, loop=client.loop)
            # To open a ledger checks all of it, so what is finished is merged at once.
            for finished in results.batches():
                ledgers = [part for _, part in finished if isinstance(part, bytes)]
                games += merge_parts(path, ledgers, ignore_signature)
                if len(ledgers) < len(finished):  # cancellation is passed on as a result
                    raise ConnectionError(
                        f"the scheduler is lost or has cancelled the work; {done()}"
                    )
                merged(games)
                for future, _ in finished:
                    future.release()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(done()) from None


@named_arguments
def match(
    ruleset: Ruleset,
    a: str | Agent,
    b: str | Agent,
    *,
    elo0: float = 0,
    elo1: float = 50,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_blocks: int = 10_000,
    seed: int = 1,
    keep: str | os.PathLike[str] | None = None,
    client: dask.Client | None = None,
    address: str | None = None,
    blocks_per_task: int = 2,
    progress: Progress = None,
) -> Match:
    """``carrack.match``, played by Dask workers as in ``tournament``. Blocks count in their order,
    so that the result is that of ``carrack.match``, whatever the workers. ``keep`` and
    ``progress`` are those of ``carrack.match``; a file of either goes on in the other. Two builds
    are compared by specs such as ``process:/path/of/an/older/carrack agent mcts:time=0.1``, where
    the path is that of the workers' machines.

    Raises InputError as ``carrack.match`` does, OSError if no scheduler answers at ``address`` or
    the connection is lost, and exceptions of tasks.
    """
    checked_progress(progress)
    check_ruleset(ruleset)
    blocks_per_task = whole_number("blocks_per_task", blocks_per_task, 1)
    max_blocks = whole_number("max_blocks", max_blocks, 1)
    seed = seed_of("seed", seed)
    specs = [built_in_spec(a, "a"), built_in_spec(b, "b")]
    for spec in specs:
        Agent(spec)  # checks it; a program is started later, and need not be on this machine

    result = _core.MatchResult(ruleset, elo0, elo1, alpha, beta)
    file = file_of("keep", keep)
    kept = _core.KeptMatch(file, ruleset, specs, seed) if file else None
    done = result.add(kept.blocks[:max_blocks]) if kept else 0
    meter = Meter(progress, "blocks", max_blocks, done)
    with contextlib.ExitStack() as held:
        if kept:
            held.enter_context(telling_of_files("", file, max_blocks))
        if not result.is_decided and done < max_blocks:
            client = held.enter_context(_lazy_client(client, address))()
            play = functools.partial(_core.play_match_part, ruleset, specs, seed)
            parts = parts_in_order(client, play, range(done, max_blocks), blocks_per_task)
            for part in held.enter_context(contextlib.closing(parts)):
                counted = result.add(part)
                if kept:
                    for block in part[:counted]:
                        kept.keep(block)
                done += counted
                meter.update(done, f"LLR {result.llr:.2f}")
                if result.is_decided:
                    break
    return Match(ruleset=ruleset, agents=(specs[0], specs[1]), seed=seed, **result.to_dict())


@contextlib.contextmanager
def _lazy_client(
    client: dask.Client | None, address: str | None
) -> Iterator[Callable[[], dask.Client]]:
    """A function that returns the client, or connects to the scheduler when it is first called."""
    if client is not None and not isinstance(client, dask.Client):
        raise TypeError(
            f"client is {shown(client)}, expected a distributed.Client; address= takes that of a "
            "scheduler"
        )
    if client is not None and address is not None:
        raise InputError("client and address were both given, expected one of them")
    with contextlib.ExitStack() as held:
        yield lambda: held.enter_context(connection(address)) if client is None else client


@contextlib.contextmanager
def connection(address: str | None) -> Iterator[dask.Client]:
    """A client of the scheduler at an address, or of a local cluster with one process per core."""
    if address is not None:
        try:
            client = dask.Client(address)
        except ValueError as error:
            raise InputError(
                f"the scheduler is {address!r}, expected one like tcp://host:8786: {error}"
            ) from None
        with client:
            yield client
        return
    with local_cluster(os.cpu_count()) as cluster, dask.Client(cluster) as client:
        yield client


def local_cluster(workers: int | None) -> dask.LocalCluster:
    """Processes on this machine with one thread each, without a dashboard. Dask's HTTP server gets
    any free port of this machine: its usual port may belong to another cluster.
    """
    return dask.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    )
