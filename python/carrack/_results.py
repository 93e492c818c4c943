"""What a tournament left."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._core import Ruleset

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Tournament:
    """What a tournament left. The unit of its statistics is the block: the games of one seed, in
    all seatings. Intervals are Student's, at 95 %, over blocks.
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    """The entrants; those of one spec are told apart by ``#2``, ``#3`` …"""
    seed: int
    block: NDArray[np.int64]
    """[games] the number of the block that each game is of."""
    entrants: NDArray[np.int32]
    """[games, players] which entrant sat where."""
    scores: NDArray[np.int32]
    """[games, players] VP by seat."""
    ranks: NDArray[np.int32]
    """[games, players] ranks by seat; 1 is best, shared ranks read 1, 1, 3. Who forfeited is last.
    """
    forfeits: NDArray[np.int8]
    """[games, players] how the agent at a seat failed: an index of ``carrack.FORFEIT_KINDS``, -1
    where it did not.
    """
    reasons: dict[str, str] = field(default_factory=dict)
    """The first reason of each entrant that forfeited."""

    @property
    def blocks(self) -> int:
        """How many blocks were played."""
        return len(np.unique(self.block))

    def table(self) -> list[dict[str, Any]]:
        """A row an entrant: ``agent``, ``games``, ``win_share``, ``mean_rank``, ``mean_vp``, and
        for each of the three its interval (``win_share_interval`` …), NaN below two blocks; then
        how many seats it forfeited, by kind: ``crashed``, ``timed_out``, ``illegal``, ``protocol``.
        """
        first = self.ranks == 1
        figures = {
            "win_share": first / first.sum(axis=1, keepdims=True),
            "mean_rank": self.ranks,
            "mean_vp": self.scores,
        }
        _, number_of_block = np.unique(self.block, return_inverse=True)
        rows = []
        for number, name in enumerate(self.names):
            game, seat = np.nonzero(self.entrants == number)
            of_block = number_of_block[game]
            seats = np.bincount(of_block)
            played = seats > 0
            row: dict[str, Any] = {"agent": name, "games": len(np.unique(game))}
            for figure, by_seat in figures.items():
                sums = np.bincount(of_block, weights=by_seat[game, seat])
                means = (sums[played] / seats[played]).tolist()
                mean, interval = _core.mean_interval(means) if means else (np.nan, np.nan)
                row[figure], row[figure + "_interval"] = mean, interval
            failed = self.forfeits[game, seat]
            for number_of_kind, kind in enumerate(_core.FORFEIT_KINDS):
                row[kind] = int(np.count_nonzero(failed == number_of_kind))
            rows.append(row)
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """``table()`` as a frame. Needs pandas."""
        import pandas as pd

        return pd.DataFrame(self.table())

    def games_to_pandas(self) -> pd.DataFrame:
        """A row a game and seat: ``block``, ``game``, ``seat``, ``agent``, ``vp``, ``rank``,
        ``forfeit`` (its kind, or None).
        """
        import pandas as pd

        games, players = self.ranks.shape
        game = np.repeat(np.arange(games), players)
        return pd.DataFrame(
            {
                "block": np.repeat(self.block, players),
                "game": game,
                "seat": np.tile(np.arange(players), games),
                "agent": np.array(self.names)[self.entrants.ravel()],
                "vp": self.scores.ravel(),
                "rank": self.ranks.ravel(),
                "forfeit": np.array([*_core.FORFEIT_KINDS, None])[self.forfeits.ravel()],
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
        return "\n".join([*lines, *self._failures()])

    def _failures(self) -> list[str]:
        """A line for each entrant that forfeited."""
        lines = []
        for row in self.table():
            kinds = [f"{row[kind]} {kind}" for kind in _core.FORFEIT_KINDS if row[kind]]
            if kinds:
                reason = self.reasons.get(row["agent"], "")
                lines.append(f"{row['agent']} forfeited {', '.join(kinds)}; first reason: {reason}")
        return lines

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
        below = "".join(f"<p>{html.escape(line)}</p>" for line in self._failures())
        return f"<table><tr>{head}</tr>{body}</table>{below}"


def from_arrays(
    ruleset: Ruleset,
    names: Sequence[str],
    seed: int,
    games_per_block: int,
    arrays: _core._Arrays,
) -> Tournament:
    """The whole blocks of some games; others would not be balanced."""
    *by_game, first_reasons = arrays
    _, number, games = np.unique(arrays[0], return_inverse=True, return_counts=True)
    whole = games[number] == games_per_block
    block, entrants, scores, ranks, forfeits = (array[whole] for array in by_game)
    reasons = {names[entrant]: reason for entrant, reason in first_reasons.items()}
    return Tournament(
        ruleset, tuple(names), seed, block, entrants, scores, ranks, forfeits, reasons
    )
