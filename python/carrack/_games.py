"""Whole games between agents, and tournaments."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._core import InputError, Ruleset, State
from carrack._record import Record

if TYPE_CHECKING:
    import pandas as pd


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


def play(ruleset: Ruleset, agents: Sequence[str | Chooser], seed: int = 1, game: int = 0) -> Record:
    """Plays one game, ``agents`` by seat: game number ``game`` of ``carrack play --seed SEED``.

    The GIL is released wherever no Python agent decides; Ctrl-C ends it.

    Raises InputError where agents and ruleset do not fit, IllegalActionError where an agent chooses
    what is not legal.
    """
    return Record.from_string(_core.play_game(ruleset, list(agents), seed, game), "the game")


@dataclass(frozen=True, eq=False)
class Tournament:
    """What a tournament left. The unit of its statistics is the block: the games of one seed, in
    all seatings. Intervals are Student's, at 95 %, over blocks.
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    """The entrants; those of one spec are told apart by ``#2``, ``#3`` …"""
    seed: int
    blocks: int
    entrants: NDArray[np.int32]
    """[games, players] which entrant sat where."""
    scores: NDArray[np.int32]
    """[games, players] VP by seat."""
    ranks: NDArray[np.int32]
    """[games, players] ranks by seat; 1 is best, shared ranks read 1, 1, 3."""

    def table(self) -> list[dict[str, Any]]:
        """A row an entrant: ``agent``, ``games``, ``win_share``, ``mean_rank``, ``mean_vp``, and
        for each of the three its interval (``win_share_interval`` …), NaN below two blocks.
        """
        first = self.ranks == 1
        figures = {
            "win_share": first / first.sum(axis=1, keepdims=True),
            "mean_rank": self.ranks,
            "mean_vp": self.scores,
        }
        rows = []
        for number, name in enumerate(self.names):
            seat = np.argmax(self.entrants == number, axis=1)[:, np.newaxis]
            row: dict[str, Any] = {"agent": name, "games": len(self.ranks)}
            for figure, by_seat in figures.items():
                mine = np.take_along_axis(by_seat, seat, axis=1)[:, 0]
                means = mine.reshape(self.blocks, -1).mean(axis=1)
                row[figure], row[figure + "_interval"] = _core.mean_interval(means.tolist())
            rows.append(row)
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """``table()`` as a frame. Needs pandas."""
        import pandas as pd

        return pd.DataFrame(self.table())

    def games_to_pandas(self) -> pd.DataFrame:
        """A row a game and seat: ``block``, ``game``, ``seat``, ``agent``, ``vp``, ``rank``."""
        import pandas as pd

        games, players = self.ranks.shape
        game = np.repeat(np.arange(games), players)
        return pd.DataFrame(
            {
                "block": game // (games // self.blocks),
                "game": game,
                "seat": np.tile(np.arange(players), games),
                "agent": np.array(self.names)[self.entrants.ravel()],
                "vp": self.scores.ravel(),
                "rank": self.ranks.ravel(),
            }
        )

    def __repr__(self) -> str:
        return f"<carrack.Tournament {self.ruleset}, {len(self.ranks)} games of {list(self.names)}>"

    def __str__(self) -> str:
        width = max(len(name) for name in self.names)
        lines = [f"{'agent':{width}}  {'win share':>15}  {'mean rank':>13}  {'mean VP':>14}"]
        for row in self.table():
            lines.append(
                f"{row['agent']:{width}}"
                f"  {row['win_share']:7.3f} ± {row['win_share_interval']:.3f}"
                f"  {row['mean_rank']:6.2f} ± {row['mean_rank_interval']:.2f}"
                f"  {row['mean_vp']:7.1f} ± {row['mean_vp_interval']:.1f}"
            )
        lines.append(
            f"{len(self.ranks)} games of {self.ruleset} in {self.blocks} blocks, seed {self.seed}; "
            "± is the 95 % interval over blocks"
        )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cells = []
        for row in self.table():
            figures = [
                f"{row[f]:.{digits}f} ± {row[f + '_interval']:.{digits}f}"
                for f, digits in (("win_share", 3), ("mean_rank", 2), ("mean_vp", 1))
            ]
            cells.append("".join(f"<td>{text}</td>" for text in [row["agent"], *figures]))
        head = "".join(f"<th>{t}</th>" for t in ("agent", "win share", "mean rank", "mean VP"))
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<table><tr>{head}</tr>{body}</table>"


def _name(entrant: str | Chooser) -> str:
    if isinstance(entrant, str):
        return entrant
    return entrant.spec if isinstance(entrant, _core.Agent) else type(entrant).__name__


def tournament(
    ruleset: Ruleset,
    agents: Sequence[str | Chooser],
    blocks: int = 16,
    *,
    seed: int = 1,
    threads: int = 1,
    seatings: Literal["all", "rotations"] = "all",
) -> Tournament:
    """Plays ``blocks`` seeds, each in all seatings of the entrants (more than four: rotations), or
    in their rotations. The games are those of ``carrack tournament --seed SEED``, whatever the
    number of threads.

    Raises InputError for wrong numbers of agents, blocks or threads; agents written in Python play
    on one thread.
    """
    if seatings not in ("all", "rotations"):
        raise InputError(f"seatings is {seatings!r}, expected 'all' or 'rotations'")
    if blocks < 1:
        raise InputError(f"blocks is {blocks}, expected 1 or more")
    entrants, scores, ranks = _core.play_blocks(
        ruleset, list(agents), blocks, seatings == "rotations", seed, threads
    )
    names: list[str] = []
    specs = [_name(agent) for agent in agents]
    for i, spec in enumerate(specs):
        before = specs[:i].count(spec)
        names.append(spec if before == 0 else f"{spec} #{before + 1}")
    return Tournament(ruleset, tuple(names), seed, blocks, entrants, scores, ranks)
