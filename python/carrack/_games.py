"""Whole games between agents, and tournaments."""

from __future__ import annotations

import abc
import os
from collections.abc import Sequence
from typing import Literal, Protocol

from carrack import _core
from carrack._core import InputError, Ruleset, State
from carrack._ledger import Ledger, file_name
from carrack._record import Record
from carrack._results import Tournament, from_arrays

Kind = Literal["fixed", "round-robin", "focus", "mixed"]
Seatings = Literal["rotations", "all", "balanced"]


class Chooser(Protocol):
    """What sits at a table: ``carrack.Agent``, a ``PythonAgent``, or anything of this shape."""

    def choose(self, state: State, seed: int) -> int | str: ...


class PythonAgent(abc.ABC):
    """An agent of your own: ``choose`` is all it needs."""

    @abc.abstractmethod
    def choose(self, state: State, seed: int) -> int | str:
        """A legal action of ``state``, by id or notation.

        ``state`` is a copy, in which what the player does not know has been drawn anew. ``seed``
        (64 bits) comes from the agent's own stream: draw from it, and games can be repeated.
        """


def play(
    ruleset: Ruleset,
    agents: Sequence[str | Chooser],
    seed: int = 1,
    game: int = 0,
    *,
    search_values: bool = False,
) -> Record:
    """Plays one game, ``agents`` by seat: game number ``game`` of ``carrack play --seed SEED``.
    With ``search_values``, the record notes what searches thought of their options:
    ``Record.notes``.

    The GIL is released wherever no Python agent decides; Ctrl-C ends it.

    Raises InputError where agents and ruleset do not fit, IllegalActionError where an agent chooses
    what is not legal.
    """
    text = _core.play_game(ruleset, list(agents), seed, game, search_values)
    return Record.from_string(text, "the game")


def spec_of(entrant: str | Chooser) -> str:
    """What a tournament calls an entrant."""
    if isinstance(entrant, str):
        return entrant
    return entrant.spec if isinstance(entrant, _core.Agent) else type(entrant).__name__


def tournament(
    ruleset: Ruleset,
    agents: Sequence[str | Chooser],
    blocks: int = 16,
    *,
    kind: Kind = "fixed",
    seatings: Seatings = "rotations",
    seed: int = 1,
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    name: str = "main",
    ignore_signature: bool = False,
) -> Tournament:
    """Plays ``blocks`` seeds of chance, each in a set of seatings: ``rotations``, ``balanced``
    (everybody beside everybody equally often) or ``all``. ``kind`` says who meets: ``fixed``, an
    agent a seat; ``round-robin``, every table in turn; ``focus``, the first agent against the
    others; ``mixed``, a table dealt for each block. The games are those of ``carrack tournament``
    with the same words and seed, whatever the number of threads; those of agents with ``time=`` or
    ``parallel=tree`` differ from run to run.

    With ``ledger``, an SQLite file, every game is kept as tournament ``name`` as soon as it is
    finished. Ctrl-C then loses nothing: the same call goes on, and more ``blocks`` prolong it;
    several processes may share the work. The result is of all whole blocks in the file.

    The GIL is released wherever no Python agent decides. Raises InputError for wrong words or
    numbers, or where the ledger has another tournament of the name (or one of other rules, unless
    ``ignore_signature``). Agents written in Python play on one thread, and without a ledger.
    """
    specs = [spec_of(agent) for agent in agents]
    plan = (ruleset, specs, kind, seatings, seed, blocks)
    if ledger is None:
        given = list(agents)
        arrays = _core.play_blocks(plan, given, threads)
        per_block = len(arrays[0]) // blocks
        return from_arrays(ruleset, _core.distinct_names(specs), seed, per_block, arrays)
    in_python = [a for a in agents if not isinstance(a, str | _core.Agent)]
    if in_python:
        raise InputError(f"a ledger is for agents with a spec, not {spec_of(in_python[0])}")
    path = file_name(ledger)
    try:
        _core.play_ledger(path, name, plan, threads, ignore_signature)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(what_is_done(path, name, blocks)) from None
    return Ledger(path, name).tournament()


def what_is_done(path: str, name: str, blocks: int) -> str:
    """A line for who has interrupted a tournament."""
    done = _core.ledger_tournament(path, name)
    games = max(blocks, done["blocks"]) * done["games_per_block"]
    return f"{done['games']} of {games} games are in {path}; the same call goes on"
