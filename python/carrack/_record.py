"""Recorded games."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex, overload

from carrack import _core, _output
from carrack._arguments import as_text, path_of, readable_file, shown, whole_number
from carrack._core import ENGINE, Agent, InputError, Ruleset, State
from carrack._events import events_of
from carrack._keywords import named_arguments
from carrack._report import GameReport, judge_of
from carrack._text import counted, framed

if TYPE_CHECKING:
    import pandas as pd

Option = tuple[int, int, Sequence[float]]
"""An action, its visits and its values."""


@dataclass(frozen=True)
class SearchNote:
    """The search report behind a choice. Row i is the option ``actions[i]``: the chosen one first,
    then by decreasing visits; unvisited options are omitted.
    """

    iterations: int
    actions: tuple[int, ...]
    """[options] action ids."""
    visits: tuple[int, ...]
    """[options] iterations that went through the option."""
    values: tuple[tuple[float, ...], ...]
    """[options, players] mean reward by seat, in [0, 1]; a record keeps four decimals."""
    win_share: tuple[float, ...] = ()
    """[players] the expected win share of every seat; empty if not recorded."""
    policy_target: tuple[tuple[int, float], ...] = ()
    """(action, probability) of all legal actions: the policy that a network learns from this
    search. The probabilities sum to 1. Empty if the shares of the visits are that policy."""

    @classmethod
    def of_parts(
        cls,
        iterations: int,
        options: Sequence[Option],
        win_share: Sequence[float],
        policy_target: Sequence[tuple[int, float]] = (),
    ) -> SearchNote:
        """The note from the engine's list of options."""
        actions, visits, values = zip(*options, strict=True) if options else ((), (), ())
        return cls(
            iterations,
            actions,
            visits,
            tuple(map(tuple, values)),
            tuple(win_share),
            tuple(policy_target),
        )

    def as_parts(self) -> tuple[int, list[Option], list[float], list[tuple[int, float]]]:
        """The inverse of ``of_parts``. Raises InputError if the numbers of rows differ."""
        if not len(self.actions) == len(self.visits) == len(self.values):
            raise InputError("a note needs as many actions as visits and values")
        rows = zip(self.actions, self.visits, self.values, strict=True)
        options: list[Option] = list(rows)
        return self.iterations, options, list(self.win_share), list(self.policy_target)


@dataclass(frozen=True)
class Forfeit:
    """An agent that failed during a game. Its seat played on at random and is ranked last."""

    seat: int
    """The seat, from 0."""
    kind: str
    """``crashed``, ``timed_out``, ``illegal`` or ``protocol``."""
    decision: int
    """The decision of the game at which it failed, from 0."""
    reason: str
    """The reason in one line."""


@dataclass(frozen=True)
class Record:
    """One finished game, including chance events.

    A sequence of its positions, from the start to the end: ``len(record.actions) + 1`` of them,
    each a State of its own. ``record[-1]`` is the final one, ``record[10:20]`` a list; iterating is
    quicker than indices one after the other, each of which plays from the start.
    """

    ruleset: Ruleset
    agents: tuple[str, ...]
    """The specs by seat."""
    seed: int
    """Seed of the run."""
    game: int
    """Number of the game in the run, from 0."""
    engine: str
    """The program that wrote it."""
    actions: tuple[int, ...]
    """All events, of players and chance."""
    notes: tuple[SearchNote | None, ...] = ()
    """[events] the search note of each event, None without a search; empty unless the game was
    recorded with ``search_values``.
    """
    forfeits: tuple[Forfeit, ...] = ()
    """Failed agents in chronological order."""

    @classmethod
    def from_string(cls, text: str, name: str = "<string>") -> Record:
        """Parse the only game in the text of a record (JSON Lines). Every line is checked.

        Raises InputError with ``name:line: reason``.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is {shown(text)}, expected a record as text (str)")
        games = parse(text, name)
        if len(games) != 1:
            raise InputError(f"{name} has {counted(len(games), 'game')}, expected one")
        return games[0]

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], game: int = 0) -> Record:
        """Game number ``game`` of a file, counted from 0 (``--game`` counts from 1). The games
        before it are checked, those after it are not read.

        Raises OSError if the file cannot be read, InputError with ``file:line: reason``, and for a
        number that the file does not have.
        """
        file = _opened(path)
        game = whole_number("game", game, 0)
        for number in range(game):
            if not file.skip_game():
                raise _no_game(path, number, game)
        parts = file.next_game()
        if parts is None:
            raise _no_game(path, game, game)
        return of_parts(parts)

    def __len__(self) -> int:
        """The number of positions, one more than the events."""
        return len(self.actions) + 1

    def __iter__(self) -> Iterator[State]:
        state = State(self.ruleset)
        yield state.clone()
        for action in self.actions:
            state.apply(action)
            yield state.clone()

    @overload
    def __getitem__(self, ply: SupportsIndex) -> State: ...
    @overload
    def __getitem__(self, ply: slice) -> list[State]: ...
    def __getitem__(self, ply: SupportsIndex | slice) -> State | list[State]:
        """The position before event ``ply``, from the end if it is negative; a list for a slice.
        Raises IndexError for a position that is not there, TypeError for another type.
        """
        if isinstance(ply, slice):
            plies = range(*ply.indices(len(self)))
            wanted = set(plies)
            found = {n: state for n, state in enumerate(self) if n in wanted} if plies else {}
            return [found[n] for n in plies]
        if isinstance(ply, bool) or not isinstance(ply, SupportsIndex):
            raise TypeError(f"ply is {shown(ply)}, expected a whole number or a slice")
        number = operator.index(ply)
        if not -len(self) <= number < len(self):
            raise IndexError(f"ply is {number}, expected {-len(self)} to {len(self) - 1}")
        return self.state_at(number % len(self))

    def state_at(self, ply: int) -> State:
        """The position before event ``ply``; the last one at ``len(actions)``."""
        ply = whole_number("ply", ply, 0, len(self.actions))
        state = State(self.ruleset)
        for action in self.actions[:ply]:
            state.apply(action)
        return state

    def decision_at(self, ply: int) -> State:
        """The position of the first decision of a player at or after event ``ply``, as ``carrack
        analyse --ply`` has it. Raises InputError if there is none.
        """
        state = self.state_at(ply)
        for action in self.actions[ply:]:
            if not state.is_chance:
                return state
            state.apply(action)
        raise InputError(f"the game has no decision at ply {ply} or later")

    def notation(self) -> list[str]:
        """The events as text, one each."""
        return [self.ruleset.action_to_string(action) for action in self.actions]

    def to_pandas(self) -> pd.DataFrame:
        """One row per event: ``ply``, its number from 0; ``turn`` and ``phase`` of the position
        before it; ``actor``, ``p1`` and so on or ``chance``, as in records and reports; ``seat`` (1
        is p1), missing for chance; ``decision``, False for chance; ``event``, its notation;
        ``verb``, the first word of it, and ``subject``, the other words, empty for ``pass``; and
        ``options``, the number of legal actions, or of outcomes of chance. Forced actions are not
        events.

        ``carrack.events_to_pandas`` makes a frame of many games. Needs pandas. Raises InputError if
        an action of the record is illegal.
        """
        return events_of(self)

    def final_state(self) -> State:
        """The final position with ``scores()``, ``ranks()`` and ``returns()``. These ignore
        forfeits; ``ranks()`` and ``win_shares()`` of the record account for them.
        """
        return self.state_at(len(self.actions))

    def scores(self) -> list[int]:
        """[players] final VP by seat."""
        return self.final_state().scores()

    def win_shares(self) -> list[float]:
        """[players] 1 for the winner, equal shares for several, 0 for the others. A seat that has
        forfeited wins nothing while another has not.
        """
        first = [rank == 1 for rank in self.ranks()]
        return [won / sum(first) for won in first]

    def ranks(self) -> list[int]:
        """[players] final ranks by seat, 1 is best; forfeits are last."""
        ranks = self.final_state().ranks()
        return _core.ranks_after_forfeits(ranks, len(ranks), self._forfeits())

    def _forfeits(self) -> list[tuple[int, str, int, str]]:
        return [(f.seat, f.kind, f.decision, f.reason) for f in self.forfeits]

    def to_string(self, trace: bool = False) -> str:
        """The record as JSON Lines, readable by ``carrack verify``; with ``trace``, every event has
        its options and the position after it.
        """
        notes = [note.as_parts() if note else None for note in self.notes]
        return _core.format_record(
            self.ruleset, list(self.agents), self.seed, self.game, self.engine or ENGINE,
            list(self.actions), notes, self._forfeits(), trace,
        )  # fmt: skip

    def save(
        self, path: str | os.PathLike[str], trace: bool = False, *, force: bool = False
    ) -> None:
        """Write ``to_string()`` to a file, atomically. Raises OSError if it cannot be written, and
        InputError (also FileExistsError) for one that exists, unless ``force``; a ledger is never
        replaced.
        """
        file = path_of("path", path)
        text = self.to_string(trace)
        _output.expect_free([file], force, hint="force=True replaces it")
        _output.write(file, text, force)

    def to_svg(self, ply: int | None = None) -> str:
        """The board before event ``ply``, or at the end, as an SVG document; changes of the
        previous event are framed.
        """
        at = len(self.actions) if ply is None else ply
        state = self.state_at(at)
        return state.to_svg(self.state_at(at - 1) if at > 0 else None)

    def to_html(self) -> str:
        """The whole game as a self-contained HTML page with search notes, as from ``carrack replay
        --html``.
        """
        return _core.record_page(self.to_string())

    @named_arguments
    def report(
        self,
        agent: str | Agent | None = "mcts:iterations=1000",
        *,
        seed: int = 1,
        threads: int = 1,
        value: str = "linear",
        progress: Callable[[str], object] | None = None,
    ) -> GameReport:
        """What decided the game: for every player, the win share gained by own choices, by choices
        of others and by luck; with an agent, also the win share that each decision has lost against
        the best option of a search, and the accuracy. Same as ``carrack report``.

        ``agent`` is ``mcts`` or ``uct`` with at least 100 ``iterations=``; None makes no searches.
        The result depends on ``seed`` and not on ``threads``. Releases the GIL; Ctrl-C stops it.
        Errors treat the iterations of a search as independent. At 1,000 iterations they are too
        small: losses scatter over seeds by 1.2 to 1.9 times as much (experiments/report/README.md).
        ``value`` judges positions: ``linear`` for the linear evaluation, or the name of a network,
        as in ``net=``. ``progress``, for example ``print``, is called with a line about what is
        done, at most once a second and at the end.

        Raises InputError for another agent or value, for ``seed``, ``threads`` or ``progress``
        without an agent, and if an action of the record is illegal.
        """
        judge = judge_of(agent, seed=seed != 1, threads=threads != 1, progress=progress is not None)
        value = as_text("value", value)
        return GameReport(
            _core.make_report(self.to_string(), judge, seed, threads, value, progress)
        )

    def __repr__(self) -> str:
        agents = _core.short_names(list(self.agents))
        return f"<carrack.Record {self.ruleset}, {len(self.actions)} events, {agents}>"

    def _repr_html_(self) -> str:
        return framed(self.to_html(), f"a game of {self.ruleset}")


def parse(text: str, name: str) -> list[Record]:
    return [of_parts(game) for game in _core.parse_records(text, name)]


def of_parts(parts: _core._Game) -> Record:
    """The record of the parts that the engine reads."""
    ruleset, agents, seed, game, engine, actions, notes, forfeits = parts
    return Record(
        ruleset, tuple(agents), seed, game, engine, tuple(actions),
        tuple(SearchNote.of_parts(*note) if note else None for note in notes),
        tuple(Forfeit(*forfeit) for forfeit in forfeits),
    )  # fmt: skip


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    """Read all games of a record file (``carrack play --record``). Every line is checked.

    Raises OSError if the file cannot be read (FileNotFoundError, which is also an InputError, if
    there is none), InputError with ``file:line: reason``.
    """
    return list(iter_records(path))


def iter_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The games of a record file, one after the other: each is read when it is asked for, so that
    memory does not grow with the file. Errors are those of ``read_records``; a file that cannot be
    read raises at once, a wrong line raises when its game is asked for.
    """
    return _games_of(_opened(path))


def _games_of(file: _core.RecordFile) -> Iterator[Record]:
    while (parts := file.next_game()) is not None:
        yield of_parts(parts)


def _opened(path: str | os.PathLike[str]) -> _core.RecordFile:
    return _core.RecordFile(os.fsencode(readable_file("path", path)))


def _no_game(path: str | os.PathLike[str], games: int, game: int) -> InputError:
    return InputError(f"{os.fspath(path)} has {counted(games, 'game')}, no number {game}")


def number_of_games(path: str) -> int:
    """The number of games in a record file, which is not checked."""
    with open(path, "rb") as file:
        return sum(line.startswith(b'{"format"') for line in file)
