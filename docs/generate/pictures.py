"""Pictures of positions for the pages about the game, drawn by the engine's renderer. They are
committed, because the pages are also read in the repository; a test compares them.

    PYTHONPATH=docs python -m generate.pictures     writes them
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

import carrack
from generate.pages import ROOT

FOLDER = ROOT / "docs/game/pictures"
BOXES = (
    "initiative", "dock", "goods", "shipping", "buildings", "discovery", "specialists", "warfare",
)  # fmt: skip
_FRAME = re.compile(
    r"<g id='([\w-]+)'><rect x='([\d.]+)' y='([\d.]+)' width='([\d.]+)' height='([\d.]+)'"
)
_MARGIN = 6
_SVG = "http://www.w3.org/2000/svg"


def pictures() -> dict[str, str]:
    """The text of every picture by the name of its file."""
    ruleset = carrack.Ruleset("aoe3", players=3)
    game = carrack.play(ruleset, ["scripted"], seed=3)
    positions = list(game)

    def last_placement(turn: int) -> carrack.State:
        placements = [s for s in positions if s.turn == turn and s.phase == "placement"]
        return placements[-1]

    placed = last_placement(turn=3).to_svg()
    world = carrack.Ruleset("empires", players=4, modules=["builder", "world"])
    drawn = {
        "start": next(s for s in positions if s.phase == "placement").to_svg(),
        "placed": placed,
        "end": game.final_state().to_svg(),
        "map": _part(last_placement(turn=6).to_svg(), "region-", "supply"),
        "world": _part(world.new_state(seed=1).to_svg(), "region-", "supply"),
    }
    for box in BOXES:
        drawn[f"box_{box}"] = _part(placed, f"box-{box}")
    return {f"{name}.svg": f"{svg}\n" for name, svg in drawn.items()}


def _part(svg: str, group: str, *others: str) -> str:
    """The part of a picture that holds the frames of the groups whose name starts with ``group``,
    without the groups outside it. Groups that start with one of ``others`` are inside.
    """
    frames = [
        [float(number) for number in numbers]
        for name, *numbers in _FRAME.findall(svg)
        if name.startswith(group)
    ]
    left = min(x for x, _, _, _ in frames) - _MARGIN
    top = min(y for _, y, _, _ in frames) - _MARGIN
    right = max(x + width for x, _, width, _ in frames) + _MARGIN
    bottom = max(y + height for _, y, _, height in frames) + _MARGIN
    ElementTree.register_namespace("", _SVG)
    picture = ElementTree.fromstring(svg)
    picture.set("viewBox", f"{left:g} {top:g} {right - left:g} {bottom - top:g}")
    picture.set("width", f"{right - left:g}")
    for element in list(picture):
        if not element.get("id", group).startswith((group, *others)):
            picture.remove(element)
    _remove_unused_symbols(picture)
    return ElementTree.tostring(picture, encoding="unicode")


def _remove_unused_symbols(picture: ElementTree.Element) -> None:
    used = {element.get("href") for element in picture.iter(f"{{{_SVG}}}use")}
    symbols = picture.find(f"{{{_SVG}}}defs")
    assert symbols is not None
    for symbol in list(symbols):
        if f"#{symbol.get('id')}" not in used:
            symbols.remove(symbol)


def main() -> None:
    """Write the pictures, and remove those that are no longer drawn."""
    drawn = pictures()
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        if path.name not in drawn:
            path.unlink()
    for name, svg in drawn.items():
        (FOLDER / name).write_text(svg)


if __name__ == "__main__":
    main()
