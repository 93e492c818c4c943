"""Charts as inline SVG. Colours come from the style sheet, so that they follow light and dark."""

from __future__ import annotations

import html
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from carrack._statistics import MeanInterval

WIDTH = 440
ROW = 19
LETTER = 6.4
"""Width of a letter of a label, on average."""
GAP = 8
"""Space between a label and the chart."""
TOP, BOTTOM, RIGHT = 6, 34, 14
SERIES = 5
"""The number of colours of curves in the style sheet."""
BESIDE = 5
"""Space between two curves at a turn."""


@dataclass(frozen=True)
class Row:
    """A row of an interval chart."""

    label: str
    value: MeanInterval
    told: str
    """The text that is shown when the row is pointed at."""
    series: int = 0


def intervals(
    rows: Sequence[Row],
    axis: str,
    described: str,
    low: float,
    high: float,
    zero: float,
    letters: int = 0,
) -> str:
    """Values with their intervals, a row each, between ``low`` and ``high``; the line at ``zero``
    is the value in a fair game. Bars that leave the range end in an arrow, which a note explains.
    The page has the same values in a table. Labels have the room of ``letters`` or of the longest
    one.
    """
    height = TOP + ROW * len(rows) + BOTTOM
    labels = GAP + LETTER * max([letters, *(len(row.label) for row in rows)])
    x = _scale(low, high, labels + GAP, WIDTH - RIGHT)
    parts = _vertical_axis(low, high, x, height, axis)
    parts.append(_line(x(zero), TOP, x(zero), height - BOTTOM, "zero"))
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        parts.append(
            f"<g class='s{row.series % SERIES}'><title>{html.escape(row.told)}</title>"
            f"<text x='{labels:.1f}' y='{y + 4:.1f}' text-anchor='end'>{html.escape(row.label)}"
            f"</text>{_mark(row, x, y, low, high)}</g>"
        )
    leaves = any(min(row.value) < low or max(row.value) > high for row in rows)
    return _svg(height, described, parts) + (ARROWS if leaves else "")


ARROWS = (
    "<p class='dim'>Arrow: the interval goes on beyond the chart. Without a dot, the value is "
    "beyond it too.</p>"
)


def _mark(row: Row, x: Callable[[float], float], y: float, low: float, high: float) -> str:
    """The dot of a mean with the bar of its interval, if they are known."""
    parts = []
    value = row.value
    if not (math.isnan(value.low) or math.isnan(value.high)):
        left, right = max(low, min(high, value.low)), max(low, min(high, value.high))
        parts.append(_line(x(left), y, x(right), y, "bar"))
        for end, edge, sign in ((value.low < low, low, 1), (value.high > high, high, -1)):
            if end:
                tip = x(edge)
                parts.append(
                    f"<path class='dot' d='M{tip - 4 * sign:.1f},{y:.1f} l{7 * sign},-4 v8 z'/>"
                )
    if low <= value.mean <= high:
        parts.append(f"<circle class='dot' cx='{x(value.mean):.1f}' cy='{y:.1f}' r='4'/>")
    return "".join(parts)


@dataclass(frozen=True)
class Curve:
    """A named series of values with intervals at x = 1, 2, …"""

    name: str
    values: Sequence[MeanInterval]
    even: float
    """The value in a fair game, drawn as a dashed line."""


def curves(series: Sequence[Curve], axis: str, described: str) -> str:
    """Shares in [0, 1] over turns; every curve has its name at its end. At a turn the curves stand
    beside each other, so that no interval hides another. The page has the values in a table.
    """
    left, right, height = 44, WIDTH - 74, 240
    length = max(len(curve.values) for curve in series)
    margin = BESIDE * len(series) / 2 + GAP
    x = _scale(1, length, left + margin, right - margin)
    y = _scale(0, 1, height - BOTTOM, TOP + 4)
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(_line(left, y(share), right, y(share), "axis"))
        parts.append(
            f"<text class='dim' x='{left - 6}' y='{y(share) + 4:.1f}' "
            f"text-anchor='end'>{share:g}</text>"
        )
    for turn in range(1, length + 1):
        parts.append(
            f"<text class='dim' x='{x(turn):.1f}' y='{height - BOTTOM + 14}' "
            f"text-anchor='middle'>{turn}</text>"
        )
    parts.append(
        f"<text class='dim' x='{(left + right) / 2}' y='{height - 4}' "
        f"text-anchor='middle'>{html.escape(axis)}</text>"
    )
    names = _spread([y(curve.values[-1].mean) for curve in series], 15, height - BOTTOM)
    for number, (curve, place) in enumerate(zip(series, names, strict=True)):
        aside = BESIDE * (number - (len(series) - 1) / 2)
        points = [(x(turn) + aside, y(v.mean)) for turn, v in enumerate(curve.values, 1)]
        marks = "".join(
            f"<g><title>{html.escape(curve.name)}, turn {turn}: {v.text(3)}</title>"
            + (_line(px, y(v.low), px, y(v.high), "bar") if not math.isnan(v.low) else "")
            + f"<circle class='dot' cx='{px:.1f}' cy='{py:.1f}' r='3.5'/></g>"
            for turn, ((px, py), v) in enumerate(zip(points, curve.values, strict=True), 1)
        )
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(
            f"<g class='s{number % SERIES}'>"
            f"{_line(left, y(curve.even), right, y(curve.even), 'even')}"
            f"<polyline class='curve' points='{path}'/>{marks}<text class='name' "
            f"x='{right + 8}' y='{place + 4:.1f}'>{html.escape(curve.name)}</text></g>"
        )
    return _svg(height, described, parts)


def _spread(places: Sequence[float], apart: float, last: float) -> list[float]:
    """Places of labels, moved so that neighbours are ``apart`` and none is below ``last``."""
    moved = list(places)
    order = sorted(range(len(places)), key=places.__getitem__)
    for above, below in itertools.pairwise(order):
        moved[below] = max(moved[below], moved[above] + apart)
    for number, place in enumerate(reversed(order)):
        moved[place] = min(moved[place], last - number * apart)
    return moved


def _vertical_axis(
    low: float, high: float, x: Callable[[float], float], height: int, axis: str
) -> list[str]:
    parts = []
    for value in ticks(low, high):
        parts.append(_line(x(value), TOP, x(value), height - BOTTOM, "axis"))
        parts.append(
            f"<text class='dim' x='{x(value):.1f}' y='{height - BOTTOM + 14}' "
            f"text-anchor='middle'>{value:g}</text>"
        )
    middle = (x(low) + x(high)) / 2
    parts.append(
        f"<text class='dim' x='{middle:.1f}' y='{height - 4}' "
        f"text-anchor='middle'>{html.escape(axis)}</text>"
    )
    return parts


def ticks(low: float, high: float) -> list[float]:
    """Round values between two ends, some five of them."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda value: start + (end - start) * (value - low) / ((high - low) or 1)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f"<line class='{kind}' x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'/>"


def _svg(height: int, described: str, parts: Sequence[str]) -> str:
    label = html.escape(described, quote=True)
    return (
        f"<svg viewBox='0 0 {WIDTH} {height}' role='img' aria-label='{label}'>"
        f"{''.join(parts)}</svg>"
    )
