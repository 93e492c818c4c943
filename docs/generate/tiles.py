"""A page for each building tile, and the page that lists them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import carrack
from generate import worth
from generate.pages import ROOT, Pages, table, toctree

ACTS = {
    "purchase": "once, when it is bought",
    "turn": "every turn, in the benefits phase, starting in the turn of the purchase",
    "income": "every turn, in the income phase, starting in the turn of the purchase",
    "owned": "as long as it is owned",
    "end": "when the game ends",
}
AGES = ("I", "II", "III")
EDITIONS = {"aoe3": "Age of Discovery (2007)", "empires": "Empires (2015)"}


def write_tiles(pages: Pages) -> None:
    """Write the pages."""
    tiles = carrack.tiles()
    measured = worth.effects("aoe3, vs other")
    for tile in tiles:
        pages.write(f"game/tiles/{tile['name']}.md", _tile_page(tile, tiles, measured))
    pages.write("game/tiles/index.md", _index(tiles, measured))


def title(name: str) -> str:
    """The name of a tile as the title of a page: ``trade_routes_to_asia`` is ``Trade Routes to
    Asia``.
    """
    small = ("in", "of", "the", "to")
    words = name.split("_")
    return " ".join(word if i and word in small else word.title() for i, word in enumerate(words))


def _index(tiles: list[dict[str, Any]], measured: Mapping[str, worth.Effect]) -> str:
    text = f"""# Building tiles

The game has {len(tiles)} kinds of tiles. A worker in the buildings box buys one. Each
page states what the tile does, the rulings on it, and what it was measured to be worth.

```{{raw}} html
{_chart(measured, None)}
```

The effect on the win share of the first player of a game who can afford the tile, if that player
has to take it instead of the own choice: four players, `aoe3`, all seats played by the learned
policy. Those who choose a tile gain more from it; the page of each tile has both effects. Bars are
95 % intervals. Filled circles exclude 0 also when all tiles are considered at once. Definitions and
the other tables: [results](../../results/tiles.md).
"""
    for age, name in enumerate(AGES, start=1):
        rows = [_row(tile, measured) for tile in tiles if tile["age"] == age]
        text += f"\n## Age {name}\n\n"
        text += table(["tile", "$", "VP", "edition", "acts", "what it does", "worth"], rows)
    return text + "\n" + toctree(tile["name"] for tile in tiles)


def _row(tile: Mapping[str, Any], measured: Mapping[str, worth.Effect]) -> list[object]:
    effect = measured.get(tile["name"])
    return [
        f"[{title(tile['name'])}]({tile['name']}.md)",
        tile["cost"],
        tile["vp"] or "",
        _where(tile),
        tile["kind"],
        tile["text"],
        f"{effect.mean:+.3f}" if effect else "",
    ]


def _where(tile: Mapping[str, Any]) -> str:
    editions = ", ".join(f"`{edition}`" for edition in tile["editions"])
    return editions + (f" + `{tile['module']}`" if tile["module"] else "")


def _tile_page(
    tile: Mapping[str, Any],
    tiles: list[dict[str, Any]],
    measured: Mapping[str, worth.Effect],
) -> str:
    name = tile["name"]
    text = f"# {title(name)}\n\n{tile['text']}\n\n"
    text += table(
        ["", ""],
        [
            ["word in specs and records", f"`{name}`"],
            ["price", f"${tile['cost']}" if tile["cost"] else "free"],
            ["age", AGES[tile["age"] - 1]],
            ["edition", " and ".join(EDITIONS[edition] for edition in tile["editions"])],
            *([["module", f"[{tile['module']}](../modules.md)"]] if tile["module"] else []),
            ["printed VP", tile["vp"]],
            ["copies", tile["copies"]],
            ["acts", ACTS[tile["kind"]]],
        ],
    )
    if details := _details(name):
        text += "\n## Rulings\n\n" + "\n".join(details) + "\n"
    text += "\nAll rules: [the rules, section 5](../rules.md#5-tiles).\n"
    text += "\n## Measured worth\n\n" + _worth(name, measured)
    text += "\n## Try it\n\n" + _commands(tile)
    others = [
        f"[{title(other['name'])}]({other['name']}.md)"
        for other in tiles
        if other["age"] == tile["age"] and other["name"] != name
    ]
    return text + f"\n## Age {AGES[tile['age'] - 1]}\n\n" + ", ".join(others) + ".\n"


def _details(name: str) -> list[str]:
    """The items of the rules' list "Details" that have the tile in bold."""
    rules = (ROOT / "docs/RULES.md").read_text()
    details = rules.split("\nDetails:\n")[1].split("\n## ")[0]
    items = re.split(r"\n(?=- )", details.strip())
    about = [item for item in items if f"**{name}**" in item]
    return [re.sub(r"\s*\n\s*", " ", item) for item in about]


def _worth(name: str, measured: Mapping[str, worth.Effect]) -> str:
    found = [section for section in worth.sections() if name in section.rows]
    if not found:
        return "Not measured: the committed studies have no games with this tile.\n"
    text = ""
    if name in measured:
        text += f"```{{raw}} html\n{_chart(measured, name)}\n```\n\n"
        text += "All tiles of `aoe3`; this one is highlighted.\n\n"
    for section in found:
        rows = zip(section.columns, section.rows[name], strict=True)
        text += f"**{section.title}**\n\n" + table(["", ""], [row for row in rows if row[1]]) + "\n"
    return text + (
        "`*`: the simultaneous interval excludes 0. These are effects on agents of this project; "
        "the [results](../../results/tiles.md) define each column.\n"
    )


def _commands(tile: Mapping[str, Any]) -> str:
    rules = ""
    if "aoe3" not in tile["editions"]:
        rules = " --edition empires"
        if tile["module"]:
            rules += " --module builder" + (" --module world" if tile["module"] == "world" else "")
    return f"""```console
$ carrack trial --agent scripted --tile {tile["name"]}{rules} --games 40
$ carrack tournament --agent scripted:balanced,prefer={tile["name"]} --agent scripted \\
    --agent scripted --agent scripted{rules} --games 40
```
"""


def _chart(measured: Mapping[str, worth.Effect], marked: str | None) -> str:
    """The effects as a row of intervals, best first, as inline SVG in the colours of the page."""
    width, height, left, top = 900, 220, 50, 14
    bottom = height - 14
    ranked = sorted(measured, key=lambda tile: -measured[tile].mean)
    low = min(effect.low for effect in measured.values())
    high = max(effect.high for effect in measured.values())

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - top)

    parts = [
        f'<svg class="worth" viewBox="0 0 {width} {height}" role="img" '
        'aria-label="Effects of tiles on the win share">'
    ]
    for tick in (-0.2, -0.1, 0.0, 0.1, 0.2):
        kind = "axis" if tick == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{left} {y(tick):.1f}H{width}"/>')
        parts.append(f'<text x="{left - 6}" y="{y(tick) + 4:.1f}">{tick:+.1f}</text>')
    step = (width - left) / len(ranked)
    for i, tile in enumerate(ranked):
        effect = measured[tile]
        x = left + (i + 0.5) * step
        kinds = ("marked " if tile == marked else "") + ("clear" if effect.is_clear else "open")
        parts.append(
            f'<a href="{tile}.html" class="{kinds}"><title>{title(tile)}: {effect.mean:+.3f} '
            f"[{effect.low:+.3f}, {effect.high:+.3f}]</title>"
            f'<path d="M{x:.1f} {y(effect.low):.1f}V{y(effect.high):.1f}"/>'
            f'<circle cx="{x:.1f}" cy="{y(effect.mean):.1f}" r="4.5"/></a>'
        )
    return "".join([*parts, "</svg>"])
