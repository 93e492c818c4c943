"""Pictures of positions for the pages about the game, drawn by the engine's renderer."""

from __future__ import annotations

import re

import carrack
from generate.pages import Pages

BOXES = (
    "initiative", "dock", "goods", "shipping", "buildings", "discovery", "specialists", "warfare",
)  # fmt: skip
_FRAME = re.compile(
    r"<g id='([\w-]+)'><rect x='([\d.]+)' y='([\d.]+)' width='([\d.]+)' height='([\d.]+)'"
)
_MARGIN = 6


def write_pictures(pages: Pages) -> None:
    """Write ``game/pictures/NAME.svg`` for every picture."""
    ruleset = carrack.Ruleset("aoe3", players=3)
    game = carrack.play(ruleset, ["scripted"], seed=3)
    positions = list(game)

    def last_placement(turn: int) -> carrack.State:
        placements = [s for s in positions if s.turn == turn and s.phase == "placement"]
        return placements[-1]

    placed = last_placement(turn=3).to_svg()
    world = carrack.Ruleset("empires", players=4, modules=["builder", "world"])
    pictures = {
        "start": next(s for s in positions if s.phase == "placement").to_svg(),
        "placed": placed,
        "end": game.final_state().to_svg(),
        "map": _part(last_placement(turn=6).to_svg(), "region-"),
        "world": _part(world.new_state(seed=1).to_svg(), "region-"),
        "mats": _part(placed, "mat-"),
    }
    for box in BOXES:
        pictures[f"box_{box}"] = _part(placed, f"box-{box}")
    for name, svg in pictures.items():
        pages.write(f"game/pictures/{name}.svg", svg)


def _part(svg: str, group: str) -> str:
    """The part of a picture that holds the frames of the groups whose name starts with this."""
    frames = [
        [float(number) for number in numbers]
        for name, *numbers in _FRAME.findall(svg)
        if name.startswith(group)
    ]
    left = min(x for x, _, _, _ in frames) - _MARGIN
    top = min(y for _, y, _, _ in frames) - _MARGIN
    right = max(x + width for x, _, width, _ in frames) + _MARGIN
    bottom = max(y + height for _, y, _, height in frames) + _MARGIN
    view = f"viewBox='{left:g} {top:g} {right - left:g} {bottom - top:g}' width='{right - left:g}'"
    return re.sub(r"viewBox='[^']*'", view, svg, count=1)
