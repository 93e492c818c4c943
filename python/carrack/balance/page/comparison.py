"""The sections of the page about two rulesets."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Sequence

from carrack._core import Ruleset
from carrack._text import counted
from carrack.balance.comparison import Comparison, Difference
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.page.charts import Row, intervals
from carrack.balance.page.definitions import define
from carrack.balance.page.tables import p_text, table_of


def parts(result: Comparison) -> list[str]:
    """All sections, in order."""
    seats = [row for row in result.rows if row.seat]
    tiles = [row for row in result.rows if row.tile]
    effects = [row for row in result.rows if row.effect_of]
    course = [row for row in result.rows if not (row.seat or row.tile or row.effect_of)]
    tiles.sort(key=lambda row: (-row.difference.mean, row.tile))
    return [
        _summary(result),
        f"<h2>Seats</h2>{_chart(seats, 'difference of win shares', 0.05)}"
        f"{_table(result, 'Win share by seat', seats)}{define('Win share', 'Block')}",
        f"<h2>Course of the game</h2>{_table(result, 'Means per game', course)}"
        f"{define('Lead change', 'Comeback', 'Decisions')}",
        f"<h2>Tiles</h2>{_chart(tiles, 'difference of the shares of games in which it is bought')}"
        f"{_table(result, 'Share of games in which a tile is bought', tiles)}",
        *([_effects(result, effects)] if effects else []),
        _methods(result),
    ]


def _effects(result: Comparison, rows: Sequence[Difference]) -> str:
    games = counted(result.trial_games, "game", ",")
    return (
        f"<h2>Effects of tiles</h2><p>In {games} with each ruleset, with the same seeds.</p>"
        f"{_table(result, 'Effect of buying a tile', rows)}{define('Effect against other')}"
        f"{_prices(result)}{define('Fair price')}"
    )


def _prices(result: Comparison) -> str:
    head, *rows = result.price_rows()
    cells = [[html.escape(cell.replace("_", " ")) for cell in row] for row in rows]
    return table_of("Fair prices", head, cells)


def _summary(result: Comparison) -> str:
    plan, flags = result.plan, result.flags
    tested = sum(not math.isnan(row.p) for row in result.rows)
    head = counted(len(flags), "difference")
    lines = "".join(
        f"<li><b>{html.escape(row.measure.replace('_', ' '))}</b>: {row.ours:.3f} instead of "
        f"{row.theirs:.3f}, a difference of {row.difference.text(3)}</li>"
        for row in flags
    )
    return (
        f"<p>{plan.ruleset.players} players; <code>{html.escape(plan.agent)}</code> at every seat. "
        f"{counted(result.games, 'game', ',')} with each ruleset, in "
        f"{counted(plan.sizes.blocks, 'block', ',')} with the same seeds; seed {plan.seed}. "
        "All sizes were fixed before the first game.</p>"
        f"{_figures(plan.ruleset)}{_figures(result.other)}"
        f"<p class='dim'>{html.escape(result.agent)}</p>"
        f"<div class='flags{'' if flags else ' none'}'><b>{head}</b><ul>{lines}</ul>"
        f"<p class='dim'>{counted(tested, 'measure')} that differ in some block, tested together "
        f"with a family-wise error of {100 * FAMILY_WISE:.0f} % (Holm).</p></div>"
    )


def _figures(ruleset: Ruleset) -> str:
    """What a ruleset changes, as in its file."""
    name = html.escape(str(ruleset))
    if ruleset.tweak is None:
        return f"<p>{name}: the printed figures.</p>"
    figures = {key: value for key, value in ruleset.tweak.items() if key != "name"}
    return f"<p>{name}: <code>{html.escape(json.dumps(figures, ensure_ascii=False))}</code></p>"


def _label(row: Difference) -> str:
    if tile := row.tile or row.effect_of:
        return tile.replace("_", " ")
    return row.seat or row.measure


def _chart(rows: Sequence[Difference], axis: str, least: float = 0.1) -> str:
    """Differences, the flagged ones in orange; the axis reaches at least ``least``."""
    drawn = [
        Row(
            _label(row),
            row.difference,
            f"{row.measure}: {row.ours:.3f} and {row.theirs:.3f}, {row.difference.text(3)}",
            1 if row.is_flagged else 0,
        )
        for row in rows
    ]
    ends = [abs(end) for row in rows for end in row.difference if math.isfinite(end)]
    reach = min(1.0, math.ceil(max([least, *ends]) * 20) / 20)
    return intervals(drawn, axis, axis.capitalize(), -reach, reach, 0)


def _table(result: Comparison, caption: str, rows: Sequence[Difference]) -> str:
    head = [
        "measure", str(result.plan.ruleset), str(result.other), "difference", "p, adjusted", "flag",
    ]  # fmt: skip
    return table_of(
        caption,
        head,
        [
            [
                html.escape(_label(row)),
                f"{row.ours:.3f}",
                f"{row.theirs:.3f}",
                row.difference.text(3),
                p_text(row.p),
                "<span class='flag'>differs</span>" if row.is_flagged else "",
            ]
            for row in rows
        ],
    )


def _methods(result: Comparison) -> str:
    equal = (
        "Both rulesets are the same, so measures that are equal in all blocks differ by exactly 0."
        if result.plan.ruleset == result.other
        else "An interval is never empty, even if all blocks gave the same value."
    )
    return (
        "<h2>Methods</h2><p>Both rulesets play the same blocks: the same seeds of chance and the "
        "same agents (common random numbers). A measure is a mean over the games of a block, and "
        "its difference has one value for each block. Intervals are 95 % for each row alone, over "
        f"blocks. {equal} p-values are adjusted over all {len(result.rows)} measures (Holm, "
        "Scandinavian Journal of Statistics 6, 1979): where nothing differs, a page shows a wrong "
        f"difference in at most {100 * FAMILY_WISE:.0f} % of cases.</p><p>All figures hold for "
        "these agents. Networks have no input for the figures of a tweak: <code>policy</code> "
        "notices prices by what players can afford and by what the script thinks of a purchase. "
        "Scripts, also those in the playouts of searches, read all figures.</p>"
    )
