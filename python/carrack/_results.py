"""Results of tournaments."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._core import Agent, Ruleset
from carrack._keywords import named_arguments
from carrack._optional import optional_packages
from carrack._pairs import pairs_of
from carrack._rate import rate_tournament
from carrack._statistics import MeanInterval
from carrack._text import aligned, counted

if TYPE_CHECKING:
    import pandas as pd

HEAD = ["agent", "win share", "mean rank", "mean VP"]
_OF_PAIRS = ("ahead", "vp_difference")
"""The figures of ``Tournament.pairs``."""


@dataclass(frozen=True, eq=False)
class Tournament:
    """The results of a tournament. The unit of the statistics is the block: the games of one chance
    seed in all seatings. Intervals are 95 % intervals over blocks; those of shares and ranks
    respect the range (``carrack.mean_interval``).
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    """The entrants; those with the same spec get ``#2``, ``#3`` …"""
    seed: int
    block: NDArray[np.int64]
    """[games] the block of each game. The games of a block are in the order of its seatings."""
    entrants: NDArray[np.int32]
    """[games, players] entrant by seat."""
    scores: NDArray[np.int32]
    """[games, players] VP by seat."""
    ranks: NDArray[np.int32]
    """[games, players] ranks by seat; 1 is best, shared ranks are 1, 1, 3. Forfeits are last.
    """
    forfeits: NDArray[np.int8]
    """[games, players] the failure of the agent at a seat: an index of ``carrack.FORFEIT_KINDS``;
    -1 for none.
    """
    reasons: dict[str, str] = field(default_factory=dict)
    """The first reason of each entrant that forfeited."""
    specs: tuple[str, ...] = ()
    """The specs of the entrants, by which ``rate`` pools them; if empty, their names are used."""

    @property
    def blocks(self) -> int:
        """The number of blocks played."""
        return len(np.unique(self.block))

    @property
    def permutation(self) -> NDArray[np.int64]:
        """[games] the number of each game within its block, from 0, as in ledgers."""
        order = np.argsort(self.block, kind="stable")
        _, first, games = np.unique(self.block[order], return_index=True, return_counts=True)
        number = np.empty(len(order), dtype=np.int64)
        number[order] = np.arange(len(order)) - np.repeat(first, games)
        return number

    @property
    def game(self) -> NDArray[np.int64]:
        """[games] the number of each game in the plan, from 0, as ``Record.game``."""
        permutation = self.permutation
        per_block = permutation.max(initial=0) + 1
        return np.asarray(self.block * per_block + permutation)

    @property
    def win_shares(self) -> NDArray[np.float64]:
        """[games, players] win shares by seat: 1 for the winner, a half each for two winners."""
        first = self.ranks == 1
        return np.asarray(first / first.sum(axis=1, keepdims=True))

    def table(self) -> list[dict[str, Any]]:
        """One row per entrant: ``agent``, ``games``, ``win_share``, ``mean_rank``, ``mean_vp``, and
        for each of the three both ends of its interval (``win_share_low``, ``win_share_high`` …)
        and its half width (``win_share_half_width`` …), NaN for fewer than two blocks; then the
        forfeits by kind: ``crashed``, ``timed_out``, ``illegal``, ``protocol``.
        """
        figures = _core.entrant_figures(
            self.block, self.entrants, self.scores, self.ranks, len(self.names)
        )
        rows = []
        for number, (name, row) in enumerate(zip(self.names, figures, strict=True)):
            failed = self.forfeits[self.entrants == number]
            kinds = {
                kind: int(np.count_nonzero(failed == number_of_kind))
                for number_of_kind, kind in enumerate(_core.FORFEIT_KINDS)
            }
            rows.append({"agent": name, **row, **kinds})
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """``table()`` as a frame. Needs pandas."""
        with optional_packages():
            import pandas as pd

        return pd.DataFrame(self.table())

    def pairs(self) -> pd.DataFrame:
        """Who beats whom: one row per ordered pair of entrants that met at a table, in the order of
        ``names``. ``agent`` and ``other``; ``games`` in which both played, and their ``blocks``;
        ``ahead``, the share in which ``agent`` ranks ahead of ``other``, a tie counted half; and
        ``vp_difference``, the mean VP of ``agent`` minus that of ``other``. ``…_low`` and
        ``…_high`` are the ends of 95 % intervals over blocks, never of width 0, NaN for fewer than
        two blocks. They hold for one pair each, not for all together. ``p`` is the p-value of an
        ``ahead`` of 1/2, adjusted over all pairs (Holm), the same for both orders of a pair.

        If an entrant has several seats of a table, every pair of a seat of ``agent`` and one of
        ``other`` counts. At tables of more than two, ``ahead`` depends on the others there.
        ``pairs().pivot(index="agent", columns="other", values="ahead")`` is the matrix. Needs
        pandas.
        """
        with optional_packages():
            import pandas as pd

        rows = [
            (self.names[pair.one], self.names[pair.other], pair.games, pair.blocks,
             *pair.ahead, *pair.vp, pair.p)
            for pair in pairs_of(self)
        ]  # fmt: skip
        figures = [f"{name}{end}" for name in _OF_PAIRS for end in ("", "_low", "_high")]
        figures.append("p")
        frame = pd.DataFrame(rows, columns=["agent", "other", "games", "blocks", *figures])
        return frame.astype(dict.fromkeys(figures, np.float64))

    @named_arguments
    def rate(
        self,
        anchor: str | Agent = "",
        *,
        prior_sd: float = 600.0,
        seat_effects: bool = True,
        by_seat: bool = False,
        alpha_rank: bool = False,
        bootstrap: int = 0,
    ) -> pd.DataFrame:
        """Ratings of the agents, best first: ``carrack.rate`` of these games, without a file, with
        its columns and ``attrs``. ``name_in_file`` is the first of the ``names`` that have the
        spec. ``luck`` needs the records of the games: see ``Ledger.rate``. Needs pandas.

        Raises InputError as ``carrack.rate`` does, and if there are no games.
        """
        return rate_tournament(self, anchor, prior_sd, seat_effects, by_seat, alpha_rank, bootstrap)

    def games_to_pandas(self) -> pd.DataFrame:
        """One row per game and seat: ``block``, ``permutation`` (number of the game in the block),
        ``game`` (in the plan, as ``Record.game``), ``seat`` (1 is p1), ``agent``, ``vp``, ``rank``,
        ``win_share``, ``forfeit`` (its kind, or None).
        """
        with optional_packages():
            import pandas as pd

        games, players = self.ranks.shape
        return pd.DataFrame(
            {
                "block": np.repeat(self.block, players),
                "permutation": np.repeat(self.permutation, players),
                "game": np.repeat(self.game, players),
                "seat": np.tile(np.arange(1, players + 1), games),
                "agent": np.array(self.names)[self.entrants.ravel()],
                "vp": self.scores.ravel(),
                "rank": self.ranks.ravel(),
                "win_share": self.win_shares.ravel(),
                "forfeit": np.array([*_core.FORFEIT_KINDS, None])[self.forfeits.ravel()],
            }
        )

    def _short(self) -> list[str]:
        """Display names: specs without the keys at their defaults."""
        return _core.short_names(list(self.names))

    def __repr__(self) -> str:
        games = counted(len(self.ranks), "game")
        return f"<carrack.Tournament {self.ruleset}, {games} of {self._short()}>"

    def __str__(self) -> str:
        lines = aligned([HEAD, *self._cells()], (0, 20, 17, 14), right=True, rule=False)
        blocks = self.blocks
        intervals = "[low, high] and ± are 95 % intervals over blocks"
        lines.append(
            f"{counted(len(self.ranks), 'game')} of {self.ruleset} in {counted(blocks, 'block')}, "
            f"seed {self.seed}; {intervals if blocks > 1 else 'one block: no intervals'}"
        )
        return "\n".join([*lines, *self.failures()])

    def _cells(self) -> list[list[str]]:
        """The cells of each entrant, in the order of HEAD."""
        return [
            [name, *_figures(row)] for name, row in zip(self._short(), self.table(), strict=True)
        ]

    def failures(self) -> list[str]:
        """A line for each entrant that forfeited: how often, of which kinds, and the first reason.
        A forfeited seat plays on at random and is ranked last.
        """
        lines = []
        for row in self.table():
            kinds = [f"{row[kind]} {kind}" for kind in _core.FORFEIT_KINDS if row[kind]]
            if kinds:
                reason = self.reasons.get(row["agent"], "")
                lines.append(f"{row['agent']} forfeited {', '.join(kinds)}; first reason: {reason}")
        return lines

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{text}</th>" for text in HEAD)
        rows = [map(html.escape, cells) for cells in self._cells()]
        body = "".join(f"<tr><td>{'</td><td>'.join(cells)}</td></tr>" for cells in rows)
        below = "".join(f"<p>{html.escape(line)}</p>" for line in self.failures())
        return f"<table><tr>{head}</tr>{body}</table>{below}"


def _figures(row: dict[str, Any]) -> list[str]:
    """Win share, rank and VP of a row, formatted for tables."""
    share, rank = (
        MeanInterval(row[f], row[f + "_low"], row[f + "_high"]) for f in ("win_share", "mean_rank")
    )
    vp = f"{row['mean_vp']:.1f}"
    if not np.isnan(row["mean_vp_half_width"]):
        vp += f" ± {row['mean_vp_half_width']:.1f}"
    return [share.text(3), rank.text(2), vp]


def from_arrays(
    ruleset: Ruleset,
    names: Sequence[str],
    seed: int,
    games_per_block: int,
    arrays: _core._Arrays,
    specs: Sequence[str] = (),
) -> Tournament:
    """The games of complete blocks; incomplete ones are not balanced. ``specs`` are those of the
    entrants, if their names differ.
    """
    block, entrants, scores, ranks, forfeits, first_reasons = arrays
    _, number, games = np.unique(block, return_inverse=True, return_counts=True)
    whole = games[number] == games_per_block
    return Tournament(
        ruleset,
        tuple(names),
        seed,
        block[whole],
        entrants[whole],
        scores[whole],
        ranks[whole],
        forfeits[whole],
        {names[entrant]: reason for entrant, reason in first_reasons.items()},
        tuple(specs),
    )
