"""The board of a position as an SVG drawing, for notebooks."""

from __future__ import annotations

from typing import Any

from carrack._core import State

# Okabe and Ito's colours, which the colour-blind can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
INK, PAPER, FRAME = "#222222", "#FFFFFF", "#BBBBBB"

# Where the regions lie, in a grid of columns and rows.
PLACES = {
    "new_france": (0.6, 0.0),
    "new_england": (1.7, 0.0),
    "virginia": (1.7, 1.0),
    "florida": (1.2, 2.0),
    "new_spain": (0.1, 2.0),
    "caribbean": (2.3, 2.0),
    "new_granada": (1.2, 3.0),
    "peru": (0.6, 4.0),
    "brazil": (1.9, 4.0),
}
WORLD_PLACES = {
    "new_france": (0.0, 0.0),
    "caribbean": (0.9, 1.0),
    "new_spain": (0.0, 2.0),
    "peru": (0.0, 3.0),
    "brazil": (0.6, 4.0),
    "west_africa": (1.6, 2.0),
    "cape_colony": (1.6, 4.0),
    "india": (2.3, 1.0),
    "spice_islands": (2.6, 3.0),
    "china": (2.6, 0.0),
}
LETTERS = {"colonist": "", "captain": "c", "merchant": "$", "missionary": "m", "soldier": "s",
           "builder": "b"}  # fmt: skip


def _text(x: float, y: float, text: object, size: int = 11, **style: str) -> str:
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}"{more}>{text}</text>'


def _box(x: float, y: float, w: float, h: float, fill: str = PAPER, stroke: str = FRAME) -> str:
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" rx="4" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def _chip(x: float, y: float, w: float, player: str, text: str) -> str:
    colour = COLOURS[int(player[1:]) - 1]
    return _box(x, y, w, 15, colour, colour) + _text(
        x + w / 2,
        y + 11.5,
        text,
        10 if len(text) < 6 else 7,
        fill=PAPER,
        text_anchor="middle",
        font_weight="bold",
    )


def _title(text: str) -> str:
    return text.replace("_", " ")


def _garrison(workers: dict[str, int]) -> str:
    return "+".join(f"{n}{LETTERS[kind]}" for kind, n in workers.items())


def _regions(regions: dict[str, Any]) -> list[str]:
    width, height = 128, 68
    places = WORLD_PLACES if "china" in regions else PLACES
    parts = []
    for name, region in regions.items():
        column, row = places[name]
        x, y = 10 + column * (width + 10), 36 + row * (height + 8)
        parts.append(_box(x, y, width, height, PAPER if region["discovered"] else "#EEEEEE"))
        parts.append(_text(x + 6, y + 14, _title(name), 11, font_weight="bold"))
        notes = [] if region["good"] else ["good taken"]
        if not region["discovered"]:
            known = region["counter"] is not None
            notes.append(f"counter {region['counter']}" if known else "undiscovered")
        parts.append(_text(x + 6, y + 27, ", ".join(notes), 9, fill="#666666"))
        for i, (player, workers) in enumerate(region["workers"].items()):
            chip = _chip(x + 5 + i % 3 * 40, y + 32 + i // 3 * 17, 37, player, _garrison(workers))
            parts.append(chip)
    return parts


def _boxes(boxes: dict[str, Any], x: float, y: float) -> list[str]:
    """The event boxes: who waits there, in the order in which they act."""
    rows: list[tuple[str, list[tuple[str, str]]]] = []
    for name, content in boxes.items():
        waiting: list[tuple[str, str]] = []
        if name == "specialists":
            waiting = [(slot.split()[0], kind[:4]) for kind, slot in content.items()]
        elif isinstance(content, dict):
            waiting = [(player, _garrison(workers)) for player, workers in content.items()]
        elif isinstance(content, list):
            waiting = [(slot.split()[0], LETTERS[slot.split()[1]] or "1") for slot in content]
        elif content is not None:
            waiting = [(content, "1")]
        if name not in ("x", "y", "mayflower") or waiting:
            rows.append((name, waiting))
    parts = []
    for i, (name, waiting) in enumerate(rows):
        parts.append(_text(x, y + 18 * i + 12, name, 11))
        for k, (player, text) in enumerate(waiting):
            parts.append(_chip(x + 74 + 34 * k, y + 18 * i, 32, player, text))
    return parts


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {kind}" if n > 1 else kind for kind, n in counts.items()) or "–"


def _players(board: dict[str, Any], state: State, x: float) -> list[str]:
    parts = []
    scores = state.scores()
    order = [*board["order"], *(f"p{i + 1}" for i in range(state.num_players))]
    for i, player in enumerate(dict.fromkeys(order)):
        seat = int(player[1:]) - 1
        mine, y = board["players"][seat], 36 + 66 * i
        stroke = INK if board["actor"] == player else FRAME
        parts.append(_box(x, y, 470, 60, PAPER, stroke))
        parts.append(_chip(x + 6, y + 6, 30, player, player))
        nation = f" · {mine['nation']}" if mine["nation"] else ""
        parts.append(
            _text(
                x + 44,
                y + 18,
                f"${mine['money']} · {scores[seat]} VP if it ended here{nation} · "
                f"ships {mine['ships']} · workers: {_counted(mine['workers'])}",
            )  # fmt: skip
        )
        parts.append(_text(x + 8, y + 36, f"goods: {_counted(mine['goods'])}"))
        tiles = ", ".join(_title(tile) for tile in mine["tiles"]) or "–"
        shown = tiles if len(tiles) < 78 else tiles[:76].rsplit(",", 1)[0] + " …"
        parts.append(_text(x + 8, y + 52, f"tiles: {shown}"))
    return parts


def to_svg(state: State) -> str:
    """An SVG document: regions, players in the player order, event boxes and what is on show."""
    board = state.to_dict()
    right, below = 480, 36 + 66 * state.num_players + 8
    market = board["market"]
    goods = ", ".join(market["goods"]) or "no goods"
    ship = "a ship" if market["ship"] else "no ship"
    moves = "the game is over" if board["actor"] == "none" else f"{board['actor']} to move"
    boxes = _boxes(board["boxes"], right, below)
    height = max(450, below + 18 * 13, 0)
    parts = [
        _box(0, 0, 960, height, "#FAFAF7", "#FAFAF7"),
        _text(10, 22, f"Turn {board['turn']}, {board['phase']}: {moves}", 15, font_weight="bold"),
        _text(right, 22, f"{state.ruleset}", 11, fill="#666666"),
        *_regions(board["regions"]),
        *_players(board, state, right),
        *boxes,
        _text(10, 428, f"on show: {goods}; {ship}"),
        _text(10, 444, _title(", ".join(market["tiles"]) or "no tiles")),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {height}" width="960" '
        f'font-family="sans-serif" fill="{INK}">{"".join(parts)}</svg>'
    )
