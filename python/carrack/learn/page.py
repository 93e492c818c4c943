"""The learning curve as a page."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from carrack._output import write
from carrack._text import counted

if TYPE_CHECKING:
    from carrack.learn.folder import Generation

WIDTH, HEIGHT, MARGIN = 640, 220, 44
STYLE = """\
body { font: 15px/1.4 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; } td, th { padding: .2em .7em; text-align: right; }
svg { width: 100%; height: auto; } tr { border-bottom: 1px solid #ddd; }
"""


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
        f"<title>Learning curve</title><style>{STYLE}</style></head><body>",
        f"<h1>Learning curve of {html.escape(folder.name)}</h1>",
    ]
    for title, key in charts:
        values = [_point(g, key) for g in generations]
        parts.append(f"<h2>{title}</h2>{_chart(hours, values)}")
    note = (
        "<p>CPU hours are those of playing and training in the process that completed a "
        "generation, without gates, Dask workers, and processes that were stopped.</p>"
    )
    parts += [_table(generations, hours), note, "</body></html>\n"]
    page = folder / "curve.html"
    write(page, "\n".join(parts))
    return page


def _cpu_hours(generations: Sequence[Generation]) -> list[float]:
    """Of playing and training up to each generation, as far as results know them."""
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


def _chart(hours: Sequence[float], values: Sequence[tuple[float, float, float]]) -> str:
    """An SVG of values with their intervals over CPU hours."""
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
            f"<line x1='{x(hour):.1f}' x2='{x(hour):.1f}' y1='{y(bottom):.1f}' y2='{y(top):.1f}' "
            f"stroke='#888'/><circle cx='{x(hour):.1f}' cy='{y(value):.1f}' r='4' fill='#0072b2'>"
            f"<title>{value:.3f} after {hour:.2f} CPU hours</title></circle>"
        )
    points = " ".join(f"{x(h):.1f},{y(v[0]):.1f}" for h, v in zip(hours, values, strict=True))
    axis = "".join(
        f"<text x='{MARGIN - 6}' y='{y(v):.1f}' text-anchor='end' font-size='12'>{v:.3f}</text>"
        for v in (low, (low + high) / 2, high)
    )
    below = (
        f"<text x='{WIDTH - MARGIN}' y='{HEIGHT - 12}' text-anchor='end' font-size='12'>"
        f"{last:.2f} CPU hours</text>"
    )
    return (
        f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>{axis}{below}"
        f"<polyline points='{points}' fill='none' stroke='#0072b2' stroke-width='2'/>"
        f"{''.join(marks)}</svg>"
    )


def _table(generations: Sequence[Generation], hours: Sequence[float]) -> str:
    head = [
        "generation", "CPU hours", "games", "examples", "KL", "script's KL", "top",
        "script's top", "value's loss", "evaluation's loss", "gate",
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
            *(f"{g.figures[key]:.3f}" for key in keys),
            *(f"{g.value['played'][key]:.3f}" for key in ("loss", "evaluation_loss")),
            f"{g.gate['verdict']}, {g.gate['win_share']:.3f} in {blocks}",
        ]
        rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{h}</th>' for h in head)}</tr>{body}</table>"
