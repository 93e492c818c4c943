"""The result of a study of balance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from carrack._arguments import as_text
from carrack._core import ENGINE
from carrack._text import framed, json_text
from carrack.balance.frames import chosen_frame, frame_of
from carrack.balance.measures import seats, tiles
from carrack.balance.measures.course import Course
from carrack.balance.measures.fair_price import DISCOUNTS, REACH
from carrack.balance.measures.flags import FAMILY_WISE, TABLES, Flag
from carrack.balance.measures.luck import LuckShare
from carrack.balance.measures.seats import SeatRow
from carrack.balance.measures.strategies import Strategies, StrategyRow
from carrack.balance.measures.tiles import TileRow
from carrack.balance.plan import Plan

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 4
"""Version of the JSON. It changes when a key changes its name or meaning, or goes."""


@dataclass(frozen=True, eq=False)
class Balance:
    """The result of ``carrack.balance.balance``."""

    plan: Plan
    agent: str
    """The full spec of the agent."""
    seats: tuple[SeatRow, ...]
    """The seats, by number of players, then seat."""
    courses: tuple[Course, ...]
    """The courses of games, by number of players."""
    luck: tuple[LuckShare, ...]
    """Luck's shares, by number of players."""
    tiles: tuple[TileRow, ...]
    """The tiles, by age, then falling effect against the agent's alternative; those without forks
    last.
    """
    strategies: tuple[Strategies, ...]

    @property
    def flags(self) -> list[Flag]:
        """Everything that the games call unfair, by table."""
        return [*seats.flags_of(self.seats), *tiles.flags_of(self.tiles)]

    @property
    def tests(self) -> dict[str, int]:
        """The number of tests in each table of flags."""
        return {
            "seats": len(self.seats),
            "prices": sum(not math.isnan(row.p_price) for row in self.tiles),
            "dominated": sum(not math.isnan(row.p_dominated) for row in self.tiles),
            "never bought": sum(not math.isnan(row.p_never) for row in self.tiles),
        }

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain data: a mean with its interval is ``{"mean", "low", "high"}``,
        an estimate ``{"mean", "error"}``; numbers have six significant digits, unknown ones are
        null. Fair prices that are further than ``reach`` from the price are ``"below"`` or
        ``"above"``. Every ``p`` is adjusted over the page; the ``low`` and ``high`` of a flag are
        ends of a 95 % interval of its own. The same plan gives the same bytes.
        """
        plan = self.plan
        return {
            "schema": SCHEMA,
            "engine": ENGINE,
            "ruleset": str(plan.ruleset),
            **({} if plan.ruleset.tweak is None else {"tweak": plan.ruleset.tweak}),
            "players": plan.ruleset.players,
            "compared": list(plan.compared),
            "agent": self.agent,
            "seed": plan.seed,
            "sizes": plain(plan.sizes),
            "family_wise_error": FAMILY_WISE,
            "tests": {table: self.tests[table] for table in TABLES},
            "flags": plain(self.flags),
            "seats": plain(self.seats),
            "course": plain(self.courses),
            "luck": plain(self.luck),
            "discounts": list(DISCOUNTS),
            "reach": REACH,
            "tiles": plain(self.tiles),
            "strategies": plain(self.strategies),
        }

    def to_json(self) -> str:
        """``to_dict()`` as JSON text, as printed by ``carrack balance --json``."""
        return json_text(self.to_dict())

    def to_pandas(self, table: str) -> pd.DataFrame:
        """One of the tables ``seats``, ``course``, ``luck``, ``tiles``, ``strategies`` and
        ``flags`` as a frame. A mean with its interval is the columns ``NAME``, ``NAME_low`` and
        ``NAME_high``; an estimate ``NAME`` and ``NAME_error``; a figure by turn ``NAME_1``,
        ``NAME_2`` …; one by discount ``NAME_of_discount_3`` … Needs pandas. Raises InputError for
        an unknown table.
        """
        if as_text("table", table) == "strategies":
            parts = [(each.part, row) for each in self.strategies for row in each.rows]
            rows = [row for _, row in parts]
            return frame_of(StrategyRow, rows, part=[part for part, _ in parts])
        tables: dict[str, tuple[type[Any], Sequence[Any]]] = {
            "seats": (SeatRow, self.seats),
            "course": (Course, self.courses),
            "luck": (LuckShare, self.luck),
            "tiles": (TileRow, self.tiles),
            "flags": (Flag, self.flags),
        }
        return chosen_frame(tables, table, "strategies")

    def to_html(self) -> str:
        """The page of ``carrack balance --html``, self-contained."""
        from carrack.balance.page import page_of

        return page_of(self)

    def _repr_html_(self) -> str:
        return framed(self.to_html(), f"the balance of {self.plan.ruleset}")

    def __repr__(self) -> str:
        return f"<carrack.balance.Balance {self.plan.ruleset}: {len(self.flags)} flags>"

    def __str__(self) -> str:
        from carrack.balance.text import text_of

        return text_of(self)


def plain(value: Any) -> Any:
    """A result as plain data for JSON."""
    if isinstance(value, float):
        if math.isinf(value):
            return "above" if value > 0 else "below"
        return None if math.isnan(value) else float(f"{value:.6g}")
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(getattr(value, name)) for name in value._fields}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(each) for each in value]
    return value
