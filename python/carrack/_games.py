"""Whole games between agents, and tournaments."""

from __future__ import annotations

import abc
import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Protocol, SupportsIndex

from carrack import _core
from carrack._arguments import (
    as_list,
    as_text,
    check_agent,
    check_ruleset,
    file_of,
    refuse_unused,
    whole_number,
)
from carrack._core import InputError, Ruleset, State
from carrack._keywords import named_arguments
from carrack._ledger import Ledger, file_name
from carrack._record import Record, number_of_games
from carrack._results import Tournament, from_arrays
from carrack._seatings import Seatings
from carrack._text import GOES_ON

Kind = Literal["fixed", "round-robin", "focus", "mixed"]
MOST_BLOCKS = 10**9
LONGEST_NAME = 64
"""The most characters of the name of an agent written in Python."""


class Chooser(Protocol):
    """The type of agents in annotations: ``carrack.Agent``, ``PythonAgent``, or any object with
    this method.
    """

    def choose(self, state: State, seed: int) -> int | str:
        """Return a legal action of ``state``, by id or notation."""


class PythonAgent(abc.ABC):
    """Base class of agents written in Python; implement ``choose``.

    An agent that also has a method ``begin(ruleset, seat, seed)`` is told of each game before its
    first decision there, by ``play``, ``tournament``, ``match`` and ``serve``. ``seat`` counts from
    0.

    Results and records name an agent by its attribute ``name``, a line of at most 64 characters, or
    by its class if it has none. ``python:`` stands before it in records, and in results where it
    would read as the spec of a built-in agent.
    """

    @abc.abstractmethod
    def choose(self, state: State, seed: int) -> int | str:
        """Return a legal action of ``state``, by id or notation.

        ``state`` is a copy in which what the player does not know has been resampled. ``seed``
        (64 bits) comes from the agent's own stream; use it for reproducible randomness.
        """


@named_arguments
def play(
    ruleset: Ruleset,
    agents: Sequence[str | Chooser],
    seed: int = 1,
    game: int = 0,
    *,
    search_values: bool = False,
    record: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Record:
    """Play one game: number ``game`` of ``carrack play --seed SEED``. ``agents`` are by seat; a
    single one plays every seat. With ``search_values``, the record includes search reports:
    ``Record.notes``. With ``record``, the game is written to this file as JSON Lines.

    Releases the GIL except for decisions of Python agents; Ctrl-C stops it.

    Raises InputError if agents and ruleset do not match, for an existing record unless ``force``,
    and for ``force`` without ``record``; IllegalActionError if an agent chooses an illegal action.
    An exception of a Python agent gets notes with the agent, its seat, the game and the ply (Python
    3.11).
    """
    seats = seated(ruleset, agents)
    target = file_of("record", record)
    if not target:
        refuse_unused("record=", force=bool(force))
    sitting = [as_named(agent) for agent in seats]
    text = _core.play_game(ruleset, sitting, seed, game, search_values, target, force)
    return Record.from_string(text, "the game")


def seated(ruleset: Ruleset, agents: Sequence[str | Chooser]) -> list[str | Chooser]:
    """The agents as given, or a single one at every seat."""
    check_ruleset(ruleset)
    given = as_list("agents", agents, "['random']")
    for number, agent in enumerate(given):
        check_agent(f"agents[{number}]", agent)
    return given * ruleset.players if len(given) == 1 else given


def spec_of(entrant: str | Chooser) -> str:
    """The name of an entrant in a tournament."""
    if isinstance(entrant, str):
        return entrant
    if isinstance(entrant, _core.Agent):
        return entrant.spec
    name = _own_name(entrant) or type(entrant).__name__
    reads_as_spec = name.partition(":")[0] in _core.agent_help()
    return f"python:{name}" if reads_as_spec else name


def as_named(entrant: str | Chooser) -> Any:
    """The entrant for the engine, which names an object by its class in records and notes: one with
    a name of its own gets a class of this name.
    """
    if isinstance(entrant, str | _core.Agent) or (name := _own_name(entrant)) is None:
        return entrant
    methods = [word for word in ("choose", "begin") if hasattr(entrant, word)]
    return type(name, (), {word: staticmethod(getattr(entrant, word)) for word in methods})()


def _own_name(agent: Chooser) -> str | None:
    """The attribute ``name`` of an agent written in Python; None without one."""
    given = getattr(agent, "name", None)
    if given is None:
        return None
    what = f"name of {type(agent).__name__}"
    name = as_text(what, given)
    if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
        raise InputError(
            f"{what} is {name!r}, expected a line of 1 to {LONGEST_NAME} printable characters"
        )
    return name


def is_program(spec: str) -> bool:
    """Whether the agent of a full spec (``Agent.spec``) is or restricts an external program."""
    return spec.startswith("process:") or ",of=process:" in spec


@named_arguments
def tournament(
    ruleset: Ruleset,
    agents: Sequence[str | Chooser],
    blocks: int | range = 16,
    *,
    kind: Kind = "fixed",
    seatings: Seatings = "rotations",
    seed: int = 1,
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    name: str = "main",
    ignore_signature: bool = False,
    record: str | os.PathLike[str] | None = None,
    force: bool = False,
    search_values: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Tournament:
    """Play ``blocks`` chance seeds, each in a set of seatings: ``rotations``, ``balanced`` (every
    pair of neighbours equally often) or ``all``; ``one``, a single game per block, is for the same
    agent at every seat. ``kind`` selects the tables: ``fixed``, one agent per seat;
    ``round-robin``, all combinations in turn; ``focus``, the first agent against the others;
    ``mixed``, agents drawn for each block. A single agent plays every seat. The games are those of
    ``carrack tournament`` with the same options and seed, for any number of threads; games of
    agents with ``time=`` or ``parallel=tree`` are not reproducible. ``range(500, 1000)`` plays only
    those blocks: the share of one machine, for ``Ledger.merge``.

    With ``ledger``, an SQLite file, every game is stored in tournament ``name`` as soon as it is
    finished. The same call continues after Ctrl-C, and more ``blocks`` extend the tournament;
    several processes can share the work. The result covers all complete blocks in the file.

    With ``record``, the games are written to this file as JSON Lines; a ledger has their records
    itself. With ``search_values``, the records include search reports. After Ctrl-C or an exception
    the file has the games before; KeyboardInterrupt says how many.

    ``progress``, for example ``print``, is called with a line about what is done, at most once a
    second and at the end.

    Releases the GIL except for decisions of Python agents. Raises InputError for invalid arguments,
    for an existing record unless ``force``, or if the ledger has a different tournament of this
    name (or one with other rules, unless ``ignore_signature``). Agents written in Python play on
    one thread and without a ledger; ``serve`` makes programs of them, which have neither limit.
    Their exceptions get notes with the agent, its seat, the game, the seed and the ply (Python
    3.11).
    """
    given = seated(ruleset, agents)
    specs = [spec_of(agent) for agent in given]
    block_range = block_range_of(blocks)
    plan = (ruleset, specs, str(kind), str(seatings), seed, block_range)
    target = file_of("record", record)
    if ledger is None and not target:
        refuse_unused("record= or ledger=", search_values=bool(search_values))
    if not target:
        refuse_unused("record=", force=bool(force))
    if ledger is None:
        refuse_unused("ledger=", name=name != "main", ignore_signature=bool(ignore_signature))
        sitting = [as_named(agent) for agent in given]
        with _telling_of_record(target, ruleset, str(seatings), block_range):
            arrays = _core.play_blocks(
                plan, sitting, threads, target, force, search_values, progress
            )
        per_block = len(arrays[0]) // (block_range[1] - block_range[0])
        return from_arrays(
            ruleset, _core.distinct_names(specs), int(seed), per_block, arrays, specs
        )
    if target:
        raise InputError("record does not go with ledger, which has the records itself")
    in_python = [a for a in given if not isinstance(a, str | _core.Agent)]
    if in_python:
        raise InputError(
            f"a ledger is for agents with a spec, not {spec_of(in_python[0])}; carrack.serve makes "
            "a program of it"
        )
    path = file_name(ledger)
    try:
        _core.play_ledger(
            path, name, plan, threads, ignore_signature, None, search_values, progress
        )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(what_is_done(path, name, block_range)) from None
    return Ledger(path, name).tournament()


def block_range_of(blocks: int | range) -> tuple[int, int]:
    """The first block and one past the last. Raises InputError for no blocks, an empty range or one
    with gaps, and TypeError for anything else.
    """
    if not isinstance(blocks, range):
        if isinstance(blocks, bool) or not isinstance(blocks, SupportsIndex):
            raise TypeError(f"blocks is {blocks!r}, expected a whole number or a range")
        return 0, whole_number("blocks", blocks, 1, MOST_BLOCKS)
    if blocks.step != 1 or not 0 <= blocks.start < blocks.stop <= MOST_BLOCKS:
        raise InputError(
            f"blocks is {blocks}, expected a range with step 1 as range(500, 1000), up to "
            f"{MOST_BLOCKS}"
        )
    return blocks.start, blocks.stop


def what_is_done(path: str, name: str, blocks: tuple[int, int]) -> str:
    """The message after an interrupt."""
    done, games = games_done(path, name, blocks)
    return f"{done} of {games} games are in {path}; {GOES_ON}"


def games_done(path: str, name: str, blocks: tuple[int, int]) -> tuple[int, int]:
    """The finished games of a tournament, and all games."""
    kept = _core.ledger_tournament(path, name)
    games = max(blocks[1] - blocks[0], kept["blocks"]) * kept["games_per_block"]
    return kept["games"], games


@contextlib.contextmanager
def _telling_of_record(
    file: str, ruleset: Ruleset, seatings: str, blocks: tuple[int, int]
) -> Iterator[None]:
    """Add the number of games in a record to KeyboardInterrupt."""
    before = version_of(file)
    try:
        yield
    except KeyboardInterrupt:
        if not file or (os.path.exists(file) and not os.path.isfile(file)):  # none, or a device
            raise
        games = (blocks[1] - blocks[0]) * _core.games_per_block(seatings, ruleset.players)
        told = f"0 of {games} games are finished"
        if version_of(file) != before:
            told = f"{number_of_games(file)} of {games} games are in {file}"
        raise KeyboardInterrupt(told) from None


def version_of(file: str) -> tuple[int, int] | None:
    """The version of a file, which differs once the file is replaced; None without a file."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
