"""The learning curve as a page."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from carrack._output import write
from carrack._text import counted
from carrack.learn.words import verdict_of

if TYPE_CHECKING:
    from carrack.learn.folder import Generation

WIDTH, HEIGHT, MARGIN = 640, 220, 44
STYLE = """\
:root { color-scheme: light dark; --curve: #0072b2; --line: #8888; }
@media (prefers-color-scheme: dark) { :root { --curve: #56b4e9; } }
body { font: 15px/1.4 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1 { overflow-wrap: anywhere; } h2 { font-size: 1.15em; } .wide { overflow-x: auto; }
table { border-collapse: collapse; } td, th { padding: .2em .7em; text-align: right; }
td { white-space: nowrap; } tr { border-bottom: 1px solid var(--line); }
dt { font-weight: 600; } dd { margin: 0 0 .5em 1em; }
svg { width: 100%; height: auto; overflow: visible; }
text { fill: currentColor; font-size: 12px; }
@media (max-width: 40em) { text { font-size: 18px; } }
polyline { fill: none; stroke: var(--curve); stroke-width: 2; }
circle { fill: var(--curve); } line { stroke: var(--curve); }
"""
WORDS = [
    ("KL", "how far the policy is from what the searches chose: the Kullback-Leibler divergence to "
     "their visits, in games not trained on; 0 is equal. Script's KL: the same of the softmax over "
     "the script's values."),
    ("top", "the share of these positions where the policy's first option is one that the search "
     "tried most. Script's top: the same of the script's best option."),
    ("loss", "the log loss of the win shares that the value predicts, in games of the policy not "
     "trained on; the smaller, the better. Evaluation's loss: the same of the linear evaluation."),
    ("gate", "a sequential test of searches with the new network against those with the best one "
     "before, or with scripts; the win share is that of the new network's half of the seats, even "
     "at 0.5."),
    ("CPU hours", "those of playing and training in the process that completed a generation, "
     "without gates, Dask workers, and processes that were stopped."),
]  # fmt: skip
"""The words of the table, and their meanings."""


def write_page(folder: Path, generations: Sequence[Generation]) -> Path:
    """Write ``curve.html`` into the folder of a loop and return its path."""
    hours = _cpu_hours(generations)
    charts = [
        (f"Win share of the policy alone against {generations[0].opponents}", "win_share"),
        ("KL from the policy to the searches' visits, games not trained on", "kl"),
        ("Log loss of the value's win shares, games of the policy not trained on", "value"),
    ]
    parts = [
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>Learning curve</title><style>{STYLE}</style></head><body>",
        f"<h1>Learning curve of {html.escape(folder.name)}</h1>",
    ]
    for title, key in charts:
        values = [_point(g, key) for g in generations]
        title = html.escape(title)
        parts.append(f"<h2>{title}</h2>{_chart(title, hours, values)}")
    meanings = "".join(f"<dt>{word}</dt><dd>{html.escape(told)}</dd>" for word, told in WORDS)
    parts += [_table(generations, hours), f"<dl>{meanings}</dl>", "</body></html>\n"]
    page = folder / "curve.html"
    write(page, "\n".join(parts))
    return page


def _cpu_hours(generations: Sequence[Generation]) -> list[float]:
    """CPU hours of playing and training up to each generation, as far as results have them."""
    total = 0.0
    hours = []
    for g in generations:
        total += (g.play_seconds + g.train_seconds) / 3600
        hours.append(total)
    return hours


def _point(g: Generation, key: str) -> tuple[float, float, float]:
    """Value and both ends of its interval."""
    if key == "win_share":
        return g.policy["win_share"], g.policy["low"], g.policy["high"]
    figure = g.value["played"]["loss"] if key == "value" else g.figures[key]
    return figure, figure, figure


def _chart(title: str, hours: Sequence[float], values: Sequence[tuple[float, float, float]]) -> str:
    """An SVG of values with their intervals over CPU hours. The table has the same values."""
    low = min(v[1] for v in values)
    high = max(v[2] for v in values)
    spread = (high - low) or 1
    low, high = low - 0.1 * spread, high + 0.1 * spread
    last = max(hours[-1], 1e-9)

    def x(hour: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * hour / last

    def y(value: float) -> float:
        return HEIGHT - MARGIN + (2 * MARGIN - HEIGHT) * (value - low) / (high - low)

    marks = []
    for hour, (value, bottom, top) in zip(hours, values, strict=True):
        marks.append(
            f"<line x1='{x(hour):.1f}' x2='{x(hour):.1f}' y1='{y(bottom):.1f}' y2='{y(top):.1f}'/>"
            f"<circle cx='{x(hour):.1f}' cy='{y(value):.1f}' r='4'>"
            f"<title>{value:.3f} after {hour:.2f} CPU hours</title></circle>"
        )
    points = " ".join(f"{x(h):.1f},{y(v[0]):.1f}" for h, v in zip(hours, values, strict=True))
    axis = "".join(
        f"<text x='{MARGIN - 6}' y='{y(v):.1f}' text-anchor='end'>{v:.3f}</text>"
        for v in (low, (low + high) / 2, high)
    )
    below = (
        f"<text x='{WIDTH - MARGIN}' y='{HEIGHT - 12}' text-anchor='end'>"
        f"{last:.2f} CPU hours</text>"
    )
    return (
        f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img' aria-label='{title}'>{axis}{below}"
        f"<polyline points='{points}'/>{''.join(marks)}</svg>"
    )


def _table(generations: Sequence[Generation], hours: Sequence[float]) -> str:
    head = [
        "generation", "CPU hours", "games", "examples", "policy's win share", "KL", "script's KL",
        "top", "script's top", "value's loss", "evaluation's loss", "gate",
    ]  # fmt: skip
    keys = ["kl", "script_kl", "top", "script_top"]
    rows = []
    for g, hour in zip(generations, hours, strict=True):
        blocks = counted(g.gate["blocks"], "block")
        cells = [
            str(g.number),
            f"{hour:.2f}",
            str(g.games),
            str(g.examples),
            g.share.text(3),
            *(f"{g.figures[key]:.3f}" for key in keys),
            *(f"{g.value['played'][key]:.3f}" for key in ("loss", "evaluation_loss")),
            f"{verdict_of(g.gate)}, {g.gate['win_share']:.3f} in {blocks}",
        ]
        rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    top = "".join(f"<th scope='col'>{html.escape(word)}</th>" for word in head)
    return (
        "<div class='wide' role='region' tabindex='0' aria-label='generations'><table>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
