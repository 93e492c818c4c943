"""The sections of the page."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from carrack._statistics import MeanInterval
from carrack._text import counted
from carrack.balance.measures.fair_price import GIFTS, REACH
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.measures.strategies import Strategies
from carrack.balance.measures.tiles import MoneyRow, TileRow
from carrack.balance.page.charts import Curve, Row, curves, intervals
from carrack.balance.page.definitions import define
from carrack.balance.page.tables import p_text, table_of
from carrack.balance.result import Balance
from carrack.balance.text import TITLES, bounded, price_text, tests_in_words


def summary(result: Balance) -> str:
    """What was played, and the flags."""
    plan, flags = result.plan, result.flags
    games = sum(course.games for course in result.courses)
    trials = sum(plan.sizes.trial_games)
    head = f"{len(flags)} flags" if len(flags) != 1 else "1 flag"
    return (
        f"<p>{plan.ruleset.players} players; <code>{html.escape(plan.agent)}</code> at every seat. "
        f"{counted(games, 'game', ',')} of self-play, "
        f"{counted(trials, 'game', ',')} with forks at tiles, "
        f"{plan.sizes.money_games:,} with forks at money; seed {plan.seed}. "
        "All sizes were fixed before the first game.</p>"
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
            kind = "Too cheap" if row.versus_other.mean > 0 else "Too dear"
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
        told = f"p{row.seat} of {row.players}: {share.text(3)}, even {even:.3f}"
        flagged = 1 if row.flag else 0
        rows.append(Row(f"{row.players} players, p{row.seat}", less, told, flagged))
    reach = min(1.0, math.ceil(reach * 20) / 20)
    chart = intervals(rows, "win share less an even share", "Win share by seat", -reach, reach, 0)
    cells = [
        [
            f"{row.players} players, p{row.seat}",
            row.win_share.text(3),
            f"{1 / row.players:.3f}",
            row.vp.text(1),
            f"{row.games:,} / {row.blocks:,}",
            p_text(row.p),
            _flag(row.flag is not None),
        ]  # fmt: skip
        for row in result.seats
    ]
    table = table_of(["seat", "win share", "even", "VP", "games / blocks", "p", ""], cells)
    return f"<h2>Seats</h2>{chart}{table}{define('Win share', 'Block')}"


def course(result: Balance) -> str:
    """Lead changes, comebacks, runaway leaders, length."""
    series = [Curve(f"{each.players} players", each.leader_wins) for each in result.courses]
    chart = curves(series, "leaders after turn", "Win share of the leaders after each turn")
    cells = []
    for each in result.courses:
        low, high = each.decisions_range
        cells.append(
            [
                f"{each.players} players",
                each.lead_changes.text(2),
                each.comebacks.text(3),
                each.last_wins.text(3),
                each.runaways.text(3),
                each.winner_margin.text(1),
                f"{each.decisions.mean:.0f} <small>{low:.0f} to {high:.0f}</small>",
                f"{each.purchases.mean:.1f}",
            ]  # fmt: skip
        )
    head = [
        "", "lead changes", "comebacks", "from last place", "runaways", "final lead, VP",
        "decisions", "tiles bought",
    ]  # fmt: skip
    return (
        f"<h2>Course of the game</h2><h3>Win share of the leaders</h3>{chart}"
        + table_of(head, cells)
        + define("Leader wins", "Lead change", "Comeback", "Runaway", "Decisions")
    )


def luck(result: Balance) -> str:
    """Luck's share of the variance."""
    rows = [
        Row(f"{each.players} players", each.luck, f"{each.players} players: {each.luck.text(3)}")
        for each in result.luck
    ]
    chart = intervals(rows, "luck's share of the variance of results", "Luck's share", -0.1, 0.6, 0)
    cells = [
        [
            f"{each.players} players",
            each.luck.text(3),
            each.own.text(3),
            each.others.text(3),
            f"{each.games:,}",
        ]  # fmt: skip
        for each in result.luck
    ]
    table = table_of(["", "luck", "own choices", "choices of others", "games"], cells)
    return f"<h2>Luck</h2>{chart}{table}{define(LUCK)}"


LUCK = "Luck's share"


def tiles(result: Balance) -> str:
    """Prices and worth of the tiles."""
    parts = [
        "<h2>Tiles</h2><p>The hollow mark is the printed price, the full one the fair price with "
        "its interval; orange: flagged. An arrow leaves the chart.</p>"
    ]
    for age in sorted({row.age for row in result.tiles}):
        of_age = [row for row in result.tiles if row.age == age]
        parts.append(f"<h3>Age {'I' * age}</h3>{_prices(of_age)}")
    cells = [_tile_cells(row) for row in result.tiles]
    head = [
        "tile", "", "age", "price", "fair price", "effect against other", "against nothing",
        "VP against other", "offer rate", "buy rate", "forks", "p",
    ]  # fmt: skip
    worth = [_money_cells(row) for row in result.money]
    money_head = ["", *(f"${gift} more" for gift in GIFTS), "forks"]
    parts.append(table_of(head, cells))
    parts.append(f"<h3>Worth of money to the buyer of a tile</h3>{table_of(money_head, worth)}")
    parts.append(
        define(
            "Fair price", "Effect against other", "Effect against nothing", "Offer rate", "Buy rate"
        )
    )
    return "".join(parts)


def _money_cells(row: MoneyRow) -> list[str]:
    cells = [
        f"{share.mean:.4f} ± {1.96 * share.error:.4f} <small>{vp.mean:.1f} VP</small>"
        for share, vp in zip(row.win_share, row.vp, strict=True)
    ]
    return [f"age {'I' * row.age}", *cells, f"{row.forks:,}"]


def _prices(rows: Sequence[TileRow]) -> str:
    drawn = [
        Row(
            row.tile.replace("_", " "),
            row.fair_price,
            f"{row.tile}: printed ${row.price}, fair {price_text(row)}",
            1 if any(flag.table == "prices" for flag in row.flags) else 0,
            row.price,
        )
        for row in rows
    ]
    prices = [row.price for row in rows]
    low, high = min(prices) - REACH, max(prices) + REACH
    return intervals(drawn, "price in $", "Printed and fair prices", low, high, prices[0])


def _tile_cells(row: TileRow) -> list[str]:
    flags = ", ".join(
        dict.fromkeys(
            {"prices": "cheap" if row.versus_other.mean > 0 else "dear"}.get(flag.table, flag.table)
            for flag in row.flags
        )
    )
    return [
        html.escape(row.tile.replace("_", " ")),
        f"<span class='flag'>{flags}</span>" if flags else "", "I" * row.age, f"${row.price}",
        html.escape(price_text(row)),
        row.versus_other.text(3), row.versus_nothing.text(3), row.vp_versus_other.text(1),
        f"{row.offer_rate.mean:.2f}", f"{row.buy_rate.mean:.2f}", f"{row.forks:,}",
        p_text(row.p_price),
    ]  # fmt: skip


def strategies(table: Strategies) -> str:
    """Win shares, payoffs and alpha-Rank of a table of strategies."""
    cells = [
        [
            html.escape(row.name),
            row.win_share.text(3),
            row.vp.text(1),
            row.alpha_rank.text(2),
            f"{row.games:,}",
        ]  # fmt: skip
        for row in table.rows
    ]
    own = table_of(["strategy", "win share", "VP", "alpha-Rank", "seats"], cells)
    names = [html.escape(row.name) for row in table.rows]
    columns = "".join(f"<th>{name}</th>" for name in names)
    lines = [
        f"<tr><td>{name}</td>{''.join(map(_payoff, line))}</tr>"
        for name, line in zip(names, table.payoffs, strict=True)
    ]
    matrix = f"<div class='wide'><table><tr><th></th>{columns}</tr>{''.join(lines)}</table></div>"
    about = ["Payoff", "alpha-Rank"] + (["Restricted play"] if table.part == "restricted" else [])
    return (
        f"<h2>{html.escape(TITLES[table.part].capitalize())}</h2>{own}<h3>Rate ahead of the "
        f"column</h3>{matrix}<p class='dim'>{counted(table.games, 'game', ',')} in "
        f"{counted(table.blocks, 'block', ',')}.</p>{define(*about)}"
    )


def _payoff(rate: MeanInterval | None) -> str:
    if rate is None:
        return "<td></td>"
    hue = "blue" if rate.mean > 0.5 else "orange"
    strength = min(0.75, 1.5 * abs(rate.mean - 0.5))
    return (
        f"<td style='background: rgba(var(--{hue}-tint), {strength:.2f})' title='{rate.text(3)}'>"
        f"{rate.mean:.2f}</td>"
    )


def methods(result: Balance) -> str:
    """How to read the figures."""
    return (
        "<h2>Methods</h2><p>All figures hold for games between these agents; stronger or weaker "
        "players may value seats and tiles differently. Intervals are 95 % for each row alone, "
        "over blocks or games; they never leave the range of the quantity and never have width 0. "
        "Flags hold together: p-values are adjusted over the page, so that a fair ruleset shows a "
        f"wrong flag in at most {100 * FAMILY_WISE:.0f} % of pages. A flag says that a difference "
        "is there, not that it is large; the size is the figure beside it.</p><p "
        f"class='dim'>{result.money_skipped} forks at money were left out because their position "
        "is ambiguous without its history. Restricted play: Jaffe et al., AIIDE 2012. Play "
        "styles: de Mesentier Silva et al., FDG 2017. alpha-Rank: Omidshafiei et al., Scientific "
        "Reports 9, 2019. Holm, Scandinavian Journal of Statistics 6, 1979.</p>"
    )


def _flag(flagged: bool) -> str:
    return "<span class='flag'>uneven</span>" if flagged else ""
