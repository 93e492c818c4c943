"""The result of comparing two rulesets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carrack._core import ENGINE, Ruleset
from carrack._statistics import MeanInterval
from carrack._text import aligned, counted, framed, json_text, p_text
from carrack.balance.frames import chosen_frame
from carrack.balance.measures.course import MIDDLE
from carrack.balance.measures.fair_price import REACH
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.plan import Plan
from carrack.balance.result import plain
from carrack.balance.text import DASH, notes_on_tweaks, price_text

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
"""Version of the JSON. It changes when a key changes its name or meaning, or goes."""

SEAT = "win share of "
TILE_START, TILE_END = "games with ", " bought"
COMEBACKS = f"comebacks after turn {MIDDLE}"
LEAD_CHANGES = "lead changes"
EFFECT = "effect of "
"""Parts of the names of measures."""


@dataclass(frozen=True)
class Difference:
    """One measure with both rulesets."""

    measure: str
    """The name of the measure, such as ``win share of p1`` or ``games with navy bought``."""
    ours: float
    """Mean with the ruleset."""
    theirs: float
    """Mean with the other ruleset."""
    difference: MeanInterval
    """Ours minus theirs, over blocks."""
    p: float
    """p-value of the hypothesis that there is no difference, Holm-adjusted over the measures that
    were tested; NaN for one that was not: it is equal in all blocks, or an effect without forks.
    """

    @property
    def is_flagged(self) -> bool:
        return self.p < FAMILY_WISE

    @property
    def seat(self) -> str | None:
        """The seat, as ``p1``, if the measure is a seat's win share."""
        return self.measure[len(SEAT) :] if self.measure.startswith(SEAT) else None

    @property
    def tile(self) -> str | None:
        """The tile, if the measure is the games in which it is bought."""
        is_of_tile = self.measure.startswith(TILE_START)
        return self.measure[len(TILE_START) : -len(TILE_END)] if is_of_tile else None

    @property
    def effect_of(self) -> str | None:
        """The tile, if the measure is its effect against the agent's alternative."""
        return self.measure[len(EFFECT) :] if self.measure.startswith(EFFECT) else None


@dataclass(frozen=True)
class TilePrices:
    """The fair prices of a tile with both rulesets, from the forks of its trials."""

    tile: str
    price: int
    """The price of the tile with the ruleset, in $."""
    fair_price: MeanInterval
    """The fair price in $; infinite if it is further than REACH from the price."""
    forks: int
    other_price: int
    """The same with the other ruleset."""
    other_fair_price: MeanInterval
    other_forks: int


@dataclass(frozen=True, eq=False)
class Comparison:
    """The result of ``carrack.balance.compare``."""

    plan: Plan
    other: Ruleset
    agent: str
    """The full spec of the agent."""
    games: int
    """The number of games with each ruleset."""
    rows: tuple[Difference, ...]
    trial_games: int = 0
    """Games with forks at tiles, with each ruleset; 0 if no effects were asked for."""
    prices: tuple[TilePrices, ...] = ()
    """The prices of the tiles whose effects were asked for."""

    @property
    def flags(self) -> list[Difference]:
        """The measures that differ, with a family-wise error of 5 %."""
        return [row for row in self.rows if row.is_flagged]

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain data. Fair prices that are further than ``reach`` from the
        price are ``"below"`` or ``"above"``. The same plan gives the same bytes.
        """
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
            "trial_games": self.trial_games,
            "family_wise_error": FAMILY_WISE,
            "differences": plain(self.rows),
            "reach": REACH,
            "prices": plain(self.prices),
        }

    def to_json(self) -> str:
        """``to_dict()`` as JSON text, as printed by ``carrack balance --against --json``."""
        return json_text(self.to_dict())

    def to_pandas(self, table: str = "differences") -> pd.DataFrame:
        """``differences``: one row per measure: ``measure``, ``ours``, ``theirs``, ``difference``
        with the ends of its interval, ``difference_low`` and ``difference_high``, and ``p``.
        ``prices``: one row per tile: ``tile``, ``price``, ``fair_price`` with the ends of its
        interval and ``forks``, then the same with ``other_``. Needs pandas. Raises InputError for
        an unknown table.
        """
        tables: dict[str, tuple[type[Any], Sequence[Any]]] = {
            "differences": (Difference, self.rows),
            "prices": (TilePrices, self.prices),
        }
        return chosen_frame(tables, table)

    def to_html(self) -> str:
        """The page of ``carrack balance --against --html``, self-contained."""
        from carrack.balance.page import page_of

        return page_of(self)

    def _repr_html_(self) -> str:
        return framed(self.to_html(), f"{self.plan.ruleset} against {self.other}")

    def __repr__(self) -> str:
        names = f"{self.plan.ruleset} against {self.other}"
        found = counted(len(self.flags), "difference")
        return f"<carrack.balance.Comparison {names}: {found}>"

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
                    p_text(row.p, DASH),
                ]
            )
        notes = "".join(
            f"{note}\n" for note in notes_on_tweaks(self.agent, self.plan.ruleset, self.other)
        )
        head = (
            f"{self.plan.ruleset} against {self.other}, {self.agent} at every seat, "
            f"seed {self.plan.seed}: {counted(self.games, 'game')} in "
            f"{counted(self.plan.sizes.blocks, 'block')} each\n"
            f"{notes}* differs, with a family-wise error of {100 * FAMILY_WISE:.0f} % (Holm); "
            f"{DASH} not tested: equal in every block, or without forks"
        )
        if self.trial_games:
            head += (
                "\neffect of a tile: the buyer's win share with it minus that with the agent's "
                f"alternative, in {counted(self.trial_games, 'game')} each"
            )
        parts = [head, "\n".join(aligned(rows))]
        if self.prices:
            parts.append("\n".join(aligned(self.price_rows())))
        return "\n\n".join(parts)

    def price_rows(self) -> list[list[str]]:
        """The fair prices as a table of texts, its head first."""
        one, other = str(self.plan.ruleset), str(self.other)
        head = ["tile", f"{one}: price", "fair price", "forks", f"{other}: price", "fair price",
                "forks"]  # fmt: skip
        rows = [
            [
                row.tile,
                f"${row.price}",
                price_text(row.fair_price, row.price),
                str(row.forks),
                f"${row.other_price}",
                price_text(row.other_fair_price, row.other_price),
                str(row.other_forks),
            ]
            for row in self.prices
        ]
        return [head, *rows]
