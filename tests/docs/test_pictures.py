"""The pictures of the pages about the game are those that the generator draws."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from generate.pictures import FOLDER, pictures  # noqa: E402

COMMAND = "PYTHONPATH=docs .venv/bin/python -m generate.pictures"


def test_the_committed_pictures_are_those_of_the_generator() -> None:
    drawn = pictures()
    committed = {path.name: path.read_text() for path in FOLDER.iterdir()}
    assert set(committed) == set(drawn), COMMAND
    different = [name for name, svg in drawn.items() if svg != committed[name]]
    assert different == [], COMMAND


def test_every_picture_is_shown() -> None:
    text = "".join(path.read_text() for path in (ROOT / "docs").rglob("*.md"))
    assert [path.name for path in FOLDER.iterdir() if f"pictures/{path.name})" not in text] == []


def test_a_picture_has_every_symbol_that_it_uses() -> None:
    for path in FOLDER.iterdir():
        elements = list(ElementTree.parse(path).iter())
        names = {f"#{element.get('id')}" for element in elements}
        assert {href for element in elements if (href := element.get("href"))} <= names, path


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 300_000
