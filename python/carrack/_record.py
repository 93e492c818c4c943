"""Recorded games."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from carrack import _core
from carrack._core import ENGINE, InputError, Ruleset, State

Option = tuple[int, int, Sequence[float]]
"""An action, its visits and its values."""


@dataclass(frozen=True)
class SearchNote:
    """What a search thought of its options before it chose. Row i is the option ``actions[i]``: the
    chosen one, then the most visited first; those without visits are left out.
    """

    iterations: int
    actions: tuple[int, ...]
    """[options] action ids."""
    visits: tuple[int, ...]
    """[options] iterations that went through the option."""
    values: tuple[tuple[float, ...], ...]
    """[options, players] mean reward by seat, in [0, 1]; a record keeps four decimals."""
    win_share: tuple[float, ...] = ()
    """[players] the expected win share of every seat; empty where the record has none."""

    @classmethod
    def of_parts(
        cls, iterations: int, options: Sequence[Option], win_share: Sequence[float]
    ) -> SearchNote:
        """The note of what the engine says, option by option."""
        actions, visits, values = zip(*options, strict=True) if options else ((), (), ())
        return cls(iterations, actions, visits, tuple(map(tuple, values)), tuple(win_share))

    def as_parts(self) -> tuple[int, list[Option], list[float]]:
        """What ``of_parts`` is made from. Raises InputError for rows of different numbers."""
        if not len(self.actions) == len(self.visits) == len(self.values):
            raise InputError("a note needs as many actions as visits and values")
        rows = zip(self.actions, self.visits, self.values, strict=True)
        options: list[Option] = list(rows)
        return self.iterations, options, list(self.win_share)


@dataclass(frozen=True)
class Forfeit:
    """An agent that failed in the middle of a game. Its seat was played on at random and is ranked
    last.
    """

    seat: int
    """From 0."""
    kind: str
    """``crashed``, ``timed_out``, ``illegal`` or ``protocol``."""
    decision: int
    """Of the game, from 0, at which it failed."""
    reason: str
    """One line."""


@dataclass(frozen=True)
class Record:
    """One finished game, chance included.

    Iterate over it for its positions, from the start to the end: ``len(record.actions) + 1`` of
    them, each a State of its own.
    """

    ruleset: Ruleset
    agents: tuple[str, ...]
    """The specs by seat."""
    seed: int
    """Of the run."""
    game: int
    """Which game of the run, from 0."""
    engine: str
    """Who wrote it."""
    actions: tuple[int, ...]
    """Every event, a player's or chance's."""
    notes: tuple[SearchNote | None, ...] = ()
    """[events] what the search that chose an event thought of it, None where there was no search;
    empty unless the game was recorded with ``search_values``.
    """
    forfeits: tuple[Forfeit, ...] = ()
    """Who failed, in the order of time."""

    @classmethod
    def from_string(cls, text: str, name: str = "<string>") -> Record:
        """The only game of a record's text (JSON Lines). Every line is checked.

        Raises InputError with ``name:line: what was wrong``.
        """
        games = parse(text, name)
        if len(games) != 1:
            raise InputError(f"{name} has {len(games)} games, expected one")
        return games[0]

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], game: int = 0) -> Record:
        """Game number ``game`` of a file, from 0."""
        games = read_records(path)
        if not 0 <= game < len(games):
            raise InputError(f"{os.fspath(path)} has {len(games)} games, no number {game}")
        return games[game]

    def __iter__(self) -> Iterator[State]:
        state = State(self.ruleset)
        yield state.clone()
        for action in self.actions:
            state.apply(action)
            yield state.clone()

    def state_at(self, ply: int) -> State:
        """The position before event ``ply``; the last one at ``len(actions)``."""
        if not 0 <= ply <= len(self.actions):
            raise InputError(f"ply is {ply}, expected 0 to {len(self.actions)}")
        state = State(self.ruleset)
        for action in self.actions[:ply]:
            state.apply(action)
        return state

    def notation(self) -> list[str]:
        """The events as text, one each."""
        return [self.ruleset.action_to_string(action) for action in self.actions]

    def final_state(self) -> State:
        """The position at the end: its ``scores()``, ``ranks()`` and ``returns()``. It does not
        know of forfeits; ``ranks()`` of the record does.
        """
        return self.state_at(len(self.actions))

    def ranks(self) -> list[int]:
        """[players] ranks by seat at the end, 1 is best; those who forfeited are last."""
        ranks = self.final_state().ranks()
        return _core.ranks_after_forfeits(ranks, len(ranks), self._forfeits())

    def _forfeits(self) -> list[tuple[int, str, int, str]]:
        return [(f.seat, f.kind, f.decision, f.reason) for f in self.forfeits]

    def to_string(self, trace: bool = False) -> str:
        """The record as JSON Lines, as ``carrack verify`` reads it; with ``trace``, every event has
        its options and the position after it.
        """
        notes = [note.as_parts() if note else None for note in self.notes]
        return _core.format_record(
            self.ruleset, list(self.agents), self.seed, self.game, self.engine or ENGINE,
            list(self.actions), notes, self._forfeits(), trace,
        )  # fmt: skip

    def save(self, path: str | os.PathLike[str], trace: bool = False) -> None:
        """Writes ``to_string()`` to a file, replacing what is there once all of it is written."""
        text = self.to_string(trace)
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.path.isfile(target):  # a pipe, a device
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
            return
        unfinished = f"{target}.tmp-{os.getpid()}"
        try:
            with open(unfinished, "w", encoding="utf-8") as file:
                file.write(text)
            if os.path.exists(target):
                shutil.copymode(target, unfinished)
            os.replace(unfinished, target)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(unfinished)
            raise

    def to_svg(self, ply: int | None = None) -> str:
        """The board before event ``ply``, or at the end, as an SVG document; what the event before
        it changed is framed.
        """
        at = len(self.actions) if ply is None else ply
        state = self.state_at(at)
        return state.to_svg(self.state_at(at - 1) if at > 0 else None)

    def to_html(self) -> str:
        """The whole game as one page for a browser, as ``carrack replay --html`` makes it: step by
        step, with the notes of searches, in one file.
        """
        return _core.record_page(self.to_string())

    def __repr__(self) -> str:
        agents = _core.short_names(list(self.agents))
        return f"<carrack.Record {self.ruleset}, {len(self.actions)} events, {agents}>"

    def _repr_html_(self) -> str:
        return self.final_state().to_svg()


def parse(text: str, name: str) -> list[Record]:
    return from_parts(_core.parse_records(text, name))


def from_parts(games: list[_core._Game]) -> list[Record]:
    return [
        Record(
            ruleset, tuple(agents), seed, game, engine, tuple(actions),
            tuple(SearchNote.of_parts(*note) if note else None for note in notes),
            tuple(Forfeit(*forfeit) for forfeit in forfeits),
        )
        for ruleset, agents, seed, game, engine, actions, notes, forfeits in games
    ]  # fmt: skip


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    """All games of a record file (``carrack play --record``). Every line is checked.

    Raises OSError where there is no file to read, InputError with ``file:line: what was wrong``.
    """
    name = os.fspath(path)  # not the number of an open file, which would be closed
    with open(name, "rb"):  # what cannot be opened is an OSError
        pass
    return from_parts(_core.read_record_file(os.fsencode(name)))
