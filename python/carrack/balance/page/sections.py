"""The sections of the page."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from carrack._statistics import MeanInterval
from carrack._text import counted
from carrack.balance.measures.course import TURNS
from carrack.balance.measures.fair_price import DISCOUNTS, REACH, Estimate
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.measures.quantity import DIFFERENCE_OF_SHARES
from carrack.balance.measures.strategies import Strategies
from carrack.balance.measures.tiles import TileRow
from carrack.balance.page.charts import Curve, Row, curves, intervals
from carrack.balance.page.definitions import define
from carrack.balance.page.tables import Cell, p_text, table_of, two_lines
from carrack.balance.result import Balance
from carrack.balance.text import (
    TITLES,
    bounded,
    interval,
    notes_on_tweaks,
    number,
    price_text,
    tests_in_words,
)


def summary(result: Balance) -> str:
    """What was played, and the flags."""
    plan, flags = result.plan, result.flags
    games = sum(course.games for course in result.courses)
    trials = sum(plan.sizes.trial_games)
    head = counted(len(flags), "flag")
    notes = "".join(
        f"<p>{note}</p>" for note in notes_on_tweaks(result.agent, plan.ruleset, counts=plan.counts)
    )
    return (
        f"<p>{plan.ruleset.players} players; <code>{html.escape(plan.agent)}</code> at every seat. "
        f"{counted(games, 'game', ',')} of self-play, "
        f"{counted(trials, 'game', ',')} with forks at tiles; seed {plan.seed}. "
        f"All sizes were fixed before the first game.</p>{notes}"
        f"<p class='dim'>{html.escape(result.agent)}</p>"
        f"<div class='flags{'' if flags else ' none'}'><b>{head}</b>{_flags(result)}"
        f"<p class='dim'>{html.escape(tests_in_words(result))}</p>"
        f"{define('Too cheap, too dear', 'Dominated', 'Never bought')}</div>"
    )


def _flags(result: Balance) -> str:
    """A line for each kind of flag, with what is flagged."""
    fair = {row.tile: row for row in result.tiles}
    kinds: dict[str, list[str]] = {}
    for flag in result.flags:
        if flag.table == "seats":
            kinds.setdefault("Uneven seats", []).append(f"{flag.subject} {flag.verdict}")
            continue
        row, kind = fair[flag.subject], flag.table.capitalize()
        told = row.tile.replace("_", " ")
        if flag.table == "prices":
            kind = "Too cheap" if row.vs_other.mean > 0 else "Too dear"
            told += f" (${row.price}, fair {bounded(row.fair_price.mean, row.price)})"
        kinds.setdefault(kind, []).append(told)
    lines = [
        f"<li><b>{html.escape(kind)}</b>: {html.escape(', '.join(told))}</li>"
        for kind, told in kinds.items()
    ]
    return f"<ul>{''.join(lines)}</ul>"


def seats(result: Balance) -> str:
    """Win share and VP by seat."""
    rows = []
    reach = 0.05
    for row in result.seats:
        even = 1 / row.players
        share = row.win_share
        less = MeanInterval(share.mean - even, share.low - even, share.high - even)
        reach = max([reach, *(abs(v) for v in less if math.isfinite(v))])
        told = f"p{row.seat} of {row.players}: {interval(share, 3)}, even {even:.3f}"
        flagged = 1 if row.flag else 0
        rows.append(Row(f"{row.players} players, p{row.seat}", less, told, flagged))
    reach = min(1.0, math.ceil(reach * 20) / 20)
    chart = intervals(rows, "win share less an even share", "Win share by seat", -reach, reach, 0)
    cells = [
        [
            f"{row.players} players, p{row.seat}",
            interval(row.win_share, 3),
            f"{1 / row.players:.3f}",
            interval(row.vp, 1),
            f"{row.games:,} / {row.blocks:,}",
            p_text(row.p),
            _flag(row.flag is not None),
        ]  # fmt: skip
        for row in result.seats
    ]
    head = ["seat", "win share", "even", "VP", "games / blocks", "p, adjusted", "flag"]
    table = table_of("Win share and VP by seat", head, cells)
    return f"<h2>Seats</h2>{chart}{table}{define('Win share', 'Block')}"


def course(result: Balance) -> str:
    """Lead changes, comebacks, runaway leaders, length."""
    series = [
        Curve(f"{each.players} players", each.leader_wins, 1 / each.players)
        for each in result.courses
    ]
    leaders = "Win share of a leader after each turn"
    chart = curves(series, "a leader after turn", leaders)
    by_turn = [
        [f"{each.players} players", *(two_lines(share, 3) for share in each.leader_wins)]
        for each in result.courses
    ]
    turns = ["players", *(f"turn {turn}" for turn in range(1, TURNS))]
    cells = []
    for each in result.courses:
        low, high = each.decisions_range
        cells.append(
            [
                f"{each.players} players",
                interval(each.lead_changes, 2),
                interval(each.comebacks, 3),
                interval(each.last_wins, 3),
                interval(each.runaways, 3),
                interval(each.winner_margin, 1),
                f"{each.decisions.mean:.0f} <small>{low:.0f} to {high:.0f}</small>",
                f"{each.purchases.mean:.1f}",
            ]  # fmt: skip
        )
    head = [
        "players", "lead changes", "comebacks", "from last place", "runaways", "final lead, VP",
        "decisions, 5 % to 95 %", "tiles bought",
    ]  # fmt: skip
    return (
        f"<h2>Course of the game</h2><h3>Win share of a leader</h3>{chart}"
        + "<p class='dim'>Dotted: an even share.</p>"
        + table_of(leaders, turns, by_turn)
        + "<h3>Lead changes, comebacks, length</h3>"
        + table_of("Means per game and shares of games", head, cells)
        + define("Leader wins", "Lead change", "Comeback", "Runaway", "Decisions")
    )


def luck(result: Balance) -> str:
    """Luck's share of the variance."""
    rows = [
        Row(
            f"{each.players} players",
            each.luck,
            f"{each.players} players: {interval(each.luck, 3)}",
        )
        for each in result.luck
    ]
    ends = [end for each in result.luck for end in each.luck if math.isfinite(end)]
    low = min(-0.1, math.floor(min(ends, default=0) * 10) / 10)
    high = max(0.6, math.ceil(max(ends, default=0) * 10) / 10)
    chart = intervals(rows, "luck's share of the variance of results", LUCK, low, high, 0)
    cells = [
        [
            f"{each.players} players",
            interval(each.luck, 3),
            interval(each.own, 3),
            interval(each.others, 3),
            f"{each.games:,}",
        ]  # fmt: skip
        for each in result.luck
    ]
    head = ["players", "luck", "own choices", "choices of others", "games"]
    table = table_of("Shares of the variance of results", head, cells)
    return f"<h2>Luck</h2>{chart}{table}{define(LUCK)}"


LUCK = "Luck's share"


def tiles(result: Balance) -> str:
    """Prices and worth of the tiles."""
    parts = [
        "<h2>Tiles</h2><p>A mark is the fair price less the price, with its interval; the price "
        "stands beside the name. Right of the dashed line a tile is cheap, left of it dear. "
        "Orange: flagged. Without a mark the fair price is unknown.</p>"
    ]
    letters = max((len(_with_price(row)) for row in result.tiles), default=0)
    for age in sorted({row.age for row in result.tiles}):
        of_age = [row for row in result.tiles if row.age == age]
        parts.append(f"<h3>Age {'I' * age}</h3>{_prices(of_age, letters)}")
    cells = [_tile_cells(row) for row in result.tiles]
    head = [
        "tile", "flags, adjusted p", "age", "price", "fair price", "effect against other",
        "against nothing", "VP against other", "offer rate", "buy rate", "forks",
        "p of the price, adjusted",
    ]  # fmt: skip
    gains = [_gain_cells(row) for row in result.tiles]
    gains_head = ["tile", "price", *(f"${discount} less" for discount in DISCOUNTS), "forks"]
    parts.append(table_of("Prices, effects and purchases of the tiles", head, cells))
    parts.append("<h3>What a lower price brings to the buyer</h3>")
    parts.append(table_of("Gain in win share and in VP from a lower price", gains_head, gains))
    parts.append(
        define(
            "Fair price", "Effect against other", "Effect against nothing", "Offer rate", "Buy rate"
        )
    )
    return "".join(parts)


def _gain_cells(row: TileRow) -> list[str]:
    cells = [_gain_cell(share, vp) for share, vp in zip(row.gains, row.vp_gains, strict=True)]
    return [html.escape(row.tile.replace("_", " ")), f"${row.price}", *cells, f"{row.forks:,}"]


def _gain_cell(share: Estimate, vp: Estimate) -> str:
    """A gain in win share over the one in VP; a dash if it is unknown."""
    told = interval(DIFFERENCE_OF_SHARES.cut(share.interval), 4)
    if math.isnan(share.mean):
        return told
    return f"{told}<small class='below'>{interval(vp.interval, 1)} VP</small>"


def _with_price(row: TileRow) -> str:
    return f"{row.tile.replace('_', ' ')} ${row.price}"


def _prices(rows: Sequence[TileRow], letters: int) -> str:
    """Fair prices less the prices. A fair price is at most REACH from the price, or infinite."""
    drawn = [
        Row(
            _with_price(row),
            MeanInterval(*(amount - row.price for amount in row.fair_price)),
            f"{row.tile}: price ${row.price}, fair {price_text(row.fair_price, row.price)}",
            1 if any(flag.table == "prices" for flag in row.flags) else 0,
        )
        for row in rows
    ]
    axis = "fair price less price, in $"
    return intervals(drawn, axis, "Fair prices", -REACH, REACH, 0, letters)


def _tile_cells(row: TileRow) -> list[str]:
    prices = "cheap" if row.vs_other.mean > 0 else "dear"
    flags = ", ".join(
        f"<span class='flag'>{prices if flag.table == 'prices' else flag.table}</span> "
        f"<small>{p_text(flag.p)}</small>"
        for flag in row.flags
    )
    return [
        html.escape(row.tile.replace("_", " ")),
        flags, "I" * row.age, f"${row.price}", html.escape(price_text(row.fair_price, row.price)),
        interval(row.vs_other, 3), interval(row.vs_nothing, 3),
        interval(row.vp_vs_other, 1), number(row.offer_rate.mean, 2),
        number(row.buy_rate.mean, 2), f"{row.forks:,}", p_text(row.p_price),
    ]  # fmt: skip


def strategies(table: Strategies) -> str:
    """Win shares, payoffs and alpha-Rank of a table of strategies."""
    cells = [
        [
            html.escape(row.name),
            interval(row.win_share, 3),
            interval(row.vp, 1),
            interval(row.alpha_rank, 2),
            f"{row.games:,}",
        ]  # fmt: skip
        for row in table.rows
    ]
    title = TITLES[table.part].capitalize()
    own = table_of(
        f"{title}: results", ["strategy", "win share", "VP", "alpha-Rank", "seats"], cells
    )
    names = [row.name for row in table.rows]
    lines = [
        [html.escape(name), *map(_payoff, line)]
        for name, line in zip(names, table.payoffs, strict=True)
    ]
    matrix = table_of(f"{title}: rate ahead of the column", ["strategy", *names], lines)
    about = ["Rate ahead of the column", "alpha-Rank"] + (
        ["Restricted play"] if table.part == "restricted" else []
    )
    return (
        f"<h2>{html.escape(title)}</h2>{own}<h3>Rate ahead of the column</h3>{matrix}"
        f"<p class='dim'>{counted(table.games, 'game', ',')} in "
        f"{counted(table.blocks, 'block', ',')}.</p>{define(*about)}"
    )


def _payoff(rate: MeanInterval | None) -> str | Cell:
    """Blue above a half, orange below; the style sheet has the strongest tint."""
    if rate is None:
        return ""
    hue = "blue" if rate.mean > 0.5 else "orange"
    style = f"--tint: var(--{hue}-tint); --strength: {2 * abs(rate.mean - 0.5):.2f}"
    return Cell(two_lines(rate, 2), style)


def methods(result: Balance) -> str:
    """How to read the figures."""
    return (
        "<h2>Methods</h2><p>All figures hold for games between these agents; stronger or weaker "
        "players may value seats and tiles differently. Intervals are 95 % for each row alone, "
        "over blocks or games. Those of shares, rates, counts, VP, effects and gains "
        "never leave the range of the quantity and never have width 0. Luck's share has no range. "
        "Intervals of alpha-Rank may have width 0: where every sample of the bootstrap has the "
        "same mass. A dash stands for what was not seen, such as the effect of a tile without "
        "forks.</p><p>Flags hold together: p-values are adjusted over the page, so that a fair "
        f"ruleset shows a wrong flag in at most {100 * FAMILY_WISE:.0f} % of pages. A flag says "
        "that a difference is there, not that it is large; the size is the figure beside it.</p><p "
        "class='dim'>Restricted play: Jaffe et al., AIIDE 2012. Play "
        "styles: de Mesentier Silva et al., FDG 2017. alpha-Rank: Omidshafiei et al., Scientific "
        "Reports 9, 2019. Holm, Scandinavian Journal of Statistics 6, 1979.</p>"
    )


def _flag(flagged: bool) -> str:
    return "<span class='flag'>uneven</span>" if flagged else ""
