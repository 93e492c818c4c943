"""Two rulesets compared with common random numbers: the same seeds of chance and agents, so that
what differs between two games of a pair comes from the figures that differ.

Both play the same blocks. A measure is a mean over the games of a block; its difference has one
value for each block, and its error is over blocks. All differences are tested together (Holm).
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack._core import ENGINE, Agent, InputError, Ruleset
from carrack._games import spec_of
from carrack._optional import optional_packages
from carrack._statistics import MeanInterval, holm, mean_interval, mean_p_value
from carrack._text import aligned, counted
from carrack.balance.games import KeptGames, play_games
from carrack.balance.measures.course import MIDDLE, TURNS
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.measures.seats import block_mean
from carrack.balance.plan import Plan, Sizes
from carrack.balance.result import plain
from carrack.balance.study import ledger_file

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
"""Version of the JSON. It changes when a key changes its name or meaning, or goes."""

_SEED = 63
"""The number of the seed of these games; see ``Plan.seed_of``."""

_SEAT = "win share of "
_TILE_START, _TILE_END = "games with ", " bought"
"""Of the names of measures."""


@dataclass(frozen=True)
class Difference:
    """One measure with both rulesets."""

    measure: str
    """As ``win share of p1`` or ``games with navy bought``."""
    ours: float
    """Mean with the ruleset."""
    theirs: float
    """Mean with the other one."""
    difference: MeanInterval
    """Ours minus theirs, over blocks."""
    p: float
    """Of no difference, adjusted over all measures; 1 where all blocks are equal."""

    @property
    def is_flagged(self) -> bool:
        return self.p < FAMILY_WISE

    @property
    def seat(self) -> str | None:
        """Of a seat's win share: the seat, as ``p1``."""
        return self.measure[len(_SEAT) :] if self.measure.startswith(_SEAT) else None

    @property
    def tile(self) -> str | None:
        """Of the games in which a tile is bought: the tile."""
        is_of_tile = self.measure.startswith(_TILE_START)
        return self.measure[len(_TILE_START) : -len(_TILE_END)] if is_of_tile else None


@dataclass(frozen=True, eq=False)
class Comparison:
    """The result of ``carrack.balance.compare``."""

    plan: Plan
    other: Ruleset
    agent: str
    """The full spec."""
    games: int
    """With each ruleset."""
    rows: tuple[Difference, ...]

    @property
    def flags(self) -> list[Difference]:
        """The measures that differ, with a family-wise error of 5 %."""
        return [row for row in self.rows if row.is_flagged]

    def to_json(self) -> dict[str, Any]:
        """The whole result as plain data. The same plan gives the same bytes."""
        return {
            "schema": SCHEMA,
            "engine": ENGINE,
            "ruleset": str(self.plan.ruleset),
            "tweak": self.plan.ruleset.tweak,
            "other": str(self.other),
            "other_tweak": self.other.tweak,
            "agent": self.agent,
            "seed": self.plan.seed,
            "blocks": self.plan.sizes.blocks,
            "games": self.games,
            "family_wise_error": FAMILY_WISE,
            "differences": plain(self.rows),
        }

    def __repr__(self) -> str:
        names = f"{self.plan.ruleset} against {self.other}"
        return f"<carrack.balance.Comparison {names}: {len(self.flags)} differences>"

    def __str__(self) -> str:
        rows = [["measure", str(self.plan.ruleset), str(self.other), "difference", "p (Holm)"]]
        for row in self.rows:
            star = "*" if row.is_flagged else ""
            rows.append(
                [
                    row.measure,
                    f"{row.ours:.3f}",
                    f"{row.theirs:.3f}",
                    row.difference.text(3) + star,
                    "-" if math.isnan(row.p) else f"{row.p:.3f}",
                ]
            )
        head = (
            f"{self.plan.ruleset} against {self.other}, {self.agent} at every seat, "
            f"seed {self.plan.seed}: {counted(self.games, 'game')} in "
            f"{counted(self.plan.sizes.blocks, 'block')} each\n"
            f"* differs, with a family-wise error of {100 * FAMILY_WISE:.0f} % (Holm)"
        )
        return "\n\n".join([head, "\n".join(aligned(rows))])


def compare(
    ruleset: Ruleset,
    other: Ruleset,
    agent: str | Agent = "policy",
    *,
    sizes: Sizes | None = None,
    seed: int = 1,
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    study: str = "main",
    ignore_signature: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Comparison:
    """Measure what differs between two rulesets with the same number of players, as one with a
    tweak and one without, by games of equal agents with common random numbers.

    The arguments are those of ``balance``; of the sizes only ``blocks`` counts. Two equal rulesets
    have differences of exactly 0.

    Needs pandas. Raises InputError as ``balance`` does, and for different numbers of players.
    """
    with optional_packages():
        import pandas  # noqa: F401  fail before the games are played, not after

    plan = Plan(ruleset, spec_of(agent), (), sizes or Sizes(), seed, study)
    if other.players != ruleset.players:
        raise InputError(f"{other} has {other.players} players, expected {ruleset.players}")
    if threads < 1:
        raise InputError(f"threads is {threads}, expected 1 or more")
    tell = progress or (lambda line: None)

    def play(path: str, part: str, rules: Ruleset) -> KeptGames:
        games = play_games(
            path, plan.name(f"against/{part}"), rules, [plan.agent] * rules.players, "fixed",
            plan.sizes.blocks, plan.seed_of(_SEED), threads, ignore_signature,
        )  # fmt: skip
        tell(
            f"{rules}: {counted(len(games.results.block), 'game')} in "
            f"{counted(plan.sizes.blocks, 'block')}"
        )
        return games

    with ledger_file(ledger) as path:
        ours, theirs = play(path, "ours", ruleset), play(path, "theirs", other)
        rows = differences(measures_of(ours), measures_of(theirs))
    games = len(ours.results.block)
    return Comparison(plan, other, Agent(plan.agent).spec, games, tuple(rows))


Blocks = NDArray[np.float64]
"""[blocks] the mean of a measure over the games of each block."""


def measures_of(games: KeptGames) -> dict[str, Blocks]:
    """The measures by name, the same names for all rulesets that have the same tiles."""
    results = games.results
    players = results.ruleset.players
    table = games.table("games")
    vp = games.table("turns")["vp"].to_numpy().reshape(len(table), TURNS, players)
    ordered = np.sort(vp, axis=2)
    leads = vp == vp.max(axis=2, keepdims=True)
    changes = ~(leads[:, 1:] & leads[:, :-1]).any(axis=2)
    of_leaders = (leads[:, MIDDLE - 1] * results.win_shares).sum(axis=1)

    def mean(values: NDArray[Any]) -> Blocks:
        return block_mean(results, values)

    found = {f"{_SEAT}p{seat + 1}": mean(results.win_shares[:, seat]) for seat in range(players)}
    found |= {
        "VP of all players": mean(results.scores.mean(axis=1)),
        "VP of the winner": mean(ordered[:, -1, -1]),
        "final lead": mean(ordered[:, -1, -1] - ordered[:, -1, -2]),
        "lead changes": mean(changes.sum(axis=1)),
        f"comebacks after turn {MIDDLE}": mean(1 - of_leaders),
        "decisions": mean(table["decisions"].to_numpy()),
    }
    return found | _purchases(games, table)


def _purchases(games: KeptGames, table: pd.DataFrame) -> dict[str, Blocks]:
    """Tiles bought per game, and the share of games in which each was bought."""
    bought = games.table("purchases")
    keys = table.set_index(["block", "permutation"]).index
    counts = bought.groupby(["block", "permutation"]).size().reindex(keys, fill_value=0)
    found = {"tiles bought": block_mean(games.results, counts.to_numpy())}
    for tile, rows in bought.groupby("tile"):
        pairs = rows.set_index(["block", "permutation"]).index
        share = keys.isin(pairs).astype(float)
        found[f"{_TILE_START}{tile}{_TILE_END}"] = block_mean(games.results, share)
    return found


def differences(ours: Mapping[str, Blocks], theirs: Mapping[str, Blocks]) -> list[Difference]:
    """A row for each measure of either, tested together. A tile that one never buys has 0 there."""
    names = [*ours, *(name for name in sorted(theirs) if name not in ours)]
    nothing = np.zeros(len(next(iter(ours.values()))))
    pairs = [(ours.get(name, nothing), theirs.get(name, nothing)) for name in names]
    p_values = holm([_p_value(mine - other) for mine, other in pairs])
    return [
        Difference(name, float(mine.mean()), float(other.mean()), _interval(mine - other), float(p))
        for name, (mine, other), p in zip(names, pairs, p_values, strict=True)
    ]


def _interval(gaps: Blocks) -> MeanInterval:
    return mean_interval(gaps, step=1) if gaps.any() else MeanInterval(0.0, 0.0, 0.0)


def _p_value(gaps: Blocks) -> float:
    return mean_p_value(gaps, 0, step=1) if gaps.any() else 1.0
