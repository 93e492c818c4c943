"""The result as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from carrack._core import Ruleset, uses_network
from carrack._statistics import MeanInterval
from carrack._text import aligned
from carrack.balance.measures.course import MIDDLE
from carrack.balance.measures.fair_price import REACH
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.measures.strategies import Strategies
from carrack.balance.result import Balance

TITLES = {"styles": "scripted styles", "restricted": "restricted play of the agent"}
"""The titles of the tables of strategies."""


DASH = "–"
"""Stands for an unknown number."""

NETWORK_NOTE = (
    "The agent uses a network. Networks have no input for the figures of a tweak: they notice "
    "prices by what players can afford and by what the script thinks of a purchase. Scripts, also "
    "those in the playouts of searches, read all figures."
)


def text_of(result: Balance) -> str:
    """Flags, seats, course, tiles and strategies."""
    plan = result.plan
    parts = [
        [
            f"Balance of {plan.ruleset}, {result.agent} at every seat, seed {plan.seed}",
            *notes_on_tweaks(result.agent, plan.ruleset, counts=plan.counts),
            *_flags(result),
        ],
        _seats(result),
        _course(result),
        _tiles(result),
        *(_strategies(table) for table in result.strategies),
        TERMS,
    ]
    return "\n\n".join("\n".join(lines) for lines in parts)


TERMS = [
    f"comebacks: share of games won by players who did not lead after turn {MIDDLE}",
    f"runaways: share of games in which one player led alone from turn {MIDDLE} to the end",
    "luck's share: how much of the results the draws of chance explain; the rest is choices",
    "fair price: at which the tile is worth as much to its buyer as the agent's alternative",
    "vs other, vs nothing: win share that buying the tile brings, compared with the alternative "
    "and with no purchase",
    "offered: share of games in which a player could afford it; bought: share of these",
    "alpha-Rank: near 1 for a strategy that beats all others, spread out if they beat each other "
    "in a circle",
    "without age I, II, III: the agent may not buy tiles of this age; without tiles: purchase, "
    "turn, income, owned, end: none of those that act then (end: at the end of the game)",
]
"""The figures of the tables."""

DOCK_NOTE = (
    "The tweak fixes the dock at {spaces} spaces for every number of players; the printed dock has "
    "more spaces with more players."
)


def notes_on_tweaks(agent: str, *rulesets: Ruleset, counts: Sequence[int] = ()) -> list[str]:
    """Notes about the limits of a study with tweaks. ``agent`` is the full spec, ``counts`` are the
    numbers of players that are compared.
    """
    tweaks = [ruleset.tweak for ruleset in rulesets if ruleset.tweak is not None]
    notes = [NETWORK_NOTE] if tweaks and uses_network(agent) else []
    if len(counts) < 2:
        return notes
    docks = [tweak["spaces"]["dock"] for tweak in tweaks if "dock" in tweak.get("spaces", {})]
    return notes + [DOCK_NOTE.format(spaces=spaces) for spaces in docks]


def tests_in_words(result: Balance) -> str:
    """Number of tests and their error rate."""
    tests = ", ".join(f"{number} for {table}" for table, number in result.tests.items())
    return (
        f"Tests: {tests}. On a fair ruleset a page shows a wrong flag in at most "
        f"{100 * FAMILY_WISE:.0f} % of the cases (Holm in each table, Bonferroni over the tables)."
    )


def number(value: float, decimals: int) -> str:
    """A number; a dash for an unknown one."""
    return DASH if math.isnan(value) else f"{value:.{decimals}f}"


def interval(value: MeanInterval, decimals: int) -> str:
    """A mean with its interval; a dash for an unknown mean."""
    return DASH if math.isnan(value.mean) else value.text(decimals)


def price_text(fair: MeanInterval, price: float) -> str:
    """The fair price of a tile with this price, with its interval."""
    mean, low, high = (bounded(amount, price) for amount in fair)
    return mean if low == high else f"{mean} [{low}, {high}]"


def bounded(amount: float, price: float) -> str:
    """A fair price of a tile with this price; a price out of REACH in words."""
    if math.isnan(amount):
        return "unknown"
    if math.isinf(amount):
        return (
            f"{'below' if amount < 0 else 'above'} {dollars(price + math.copysign(REACH, amount))}"
        )
    return dollars(amount)


def dollars(amount: float) -> str:
    """An amount of money, ``-$2.5``."""
    shown = round(amount, 1)
    return f"{'-' if shown < 0 else ''}${abs(shown):.1f}"


def _flags(result: Balance) -> list[str]:
    lines = [f"  {flag.subject}: {flag.verdict}" for flag in result.flags]
    return [*(lines or ["  no flags"]), tests_in_words(result)]


def _seats(result: Balance) -> list[str]:
    rows = [["players", "seat", "win share", "VP", "games"]]
    for row in result.seats:
        rows.append(
            [
                str(row.players),
                f"p{row.seat}",
                interval(row.win_share, 3),
                interval(row.vp, 1),
                str(row.games),
            ]
        )
    return aligned(rows)


def _course(result: Balance) -> list[str]:
    rows = [["players", "lead changes", "comebacks", "runaways", "luck's share", "decisions"]]
    for course, luck in zip(result.courses, result.luck, strict=True):
        figures: list[tuple[MeanInterval, int]] = [
            (course.lead_changes, 2), (course.comebacks, 3), (course.runaways, 3), (luck.luck, 3),
            (course.decisions, 0),
        ]  # fmt: skip
        rows.append([str(course.players), *(interval(*figure) for figure in figures)])
    return aligned(rows)


def _tiles(result: Balance) -> list[str]:
    head = "tile,age,price,fair price,vs other,vs nothing,offered,bought,forks"
    rows = [head.split(",")]
    for row in result.tiles:
        rows.append(
            [
                row.tile,
                "I" * row.age,
                str(row.price),
                price_text(row.fair_price, row.price),
                interval(row.vs_other, 3),
                interval(row.vs_nothing, 3),
                number(row.offer_rate.mean, 2),
                number(row.buy_rate.mean, 2),
                str(row.forks),
            ]  # fmt: skip
        )
    return aligned(rows)


def _strategies(table: Strategies) -> list[str]:
    rows = [[TITLES[table.part], "win share", "alpha-Rank", "seats"]]
    for row in table.rows:
        rows.append(
            [row.name, interval(row.win_share, 3), interval(row.alpha_rank, 2), str(row.games)]
        )
    return aligned(rows)
