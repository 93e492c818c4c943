"""Links of the repository as links of the site."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from generate.pages import Pages  # noqa: E402
from generate.repository import DOCUMENTS, with_site_links  # noqa: E402


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    return Pages(tmp_path)


@pytest.mark.parametrize(
    ("link", "converted"),
    [
        ("[a](../../agents/PROTOCOL.md)", "[a](../reference/protocol.md)"),
        ("[a](../RULES.md#5-tiles)", "[a](rules.md#5-tiles)"),
        ("[a](../../notebooks)", "[a](../notebooks/index.md)"),
        ("[a](../../notebooks/6_learning.ipynb)", "[a](../notebooks/6_learning.ipynb)"),
        ("[a](../gallery/board.py)", "[a](../gallery/board.md)"),
        ("[a](../gallery)", "[a](../gallery/index.md)"),
        ("[`a`](boxes.md#dock)", "[`a`](boxes.md#dock)"),
        ("[a\n`b`](../../README.md)", "[a\n`b`](../project/readme.md)"),
        ("![a](pictures/map.svg)", "![a](pictures/map.svg)"),
        ("[a](#b)", "[a](#b)"),
        ("[a](https://example.org/b.md)", "[a](https://example.org/b.md)"),
        ("`[a](../RULES.md)`", "`[a](../RULES.md)`"),
        ("```text\n[a](../RULES.md)\n```", "```text\n[a](../RULES.md)\n```"),
        ("[a](../RULES.md)<!-- site: game/tiles/index.md -->", "[a](tiles/index.md)"),
        ("[a](../RULES.md#b)<!-- site: reference/python.md#c -->", "[a](../reference/python.md#c)"),
        ("[a](../RULES.md) <!-- small: b -->", "[a](rules.md) <!-- small: b -->"),
    ],
)
def test_a_link_of_a_page_is_converted(pages: Pages, link: str, converted: str) -> None:
    text = with_site_links(pages, f"See {link}.\n", "docs/game/boxes.md", "game/boxes")
    assert text == f"See {converted}.\n"


def test_a_document_elsewhere_can_show_a_picture_of_the_site(pages: Pages) -> None:
    text = with_site_links(
        pages, "![a](docs/game/pictures/map.svg)", "README.md", DOCUMENTS["README.md"]
    )
    assert text == "![a](../game/pictures/map.svg)"


def test_a_file_without_a_page_is_copied(pages: Pages) -> None:
    text = with_site_links(pages, "[a](../conf.py)", "docs/game/boxes.md", "game/boxes")
    assert text == "[a](../files/docs/conf.py)"
    assert (pages.folder / "files/docs/conf.py").read_text() == (ROOT / "docs/conf.py").read_text()


def test_a_missing_file_is_an_error(pages: Pages) -> None:
    with pytest.raises(FileNotFoundError, match=r"links to rules\.md, which is missing"):
        with_site_links(pages, "[a](rules.md)", "docs/game/boxes.md", "game/boxes")


def test_a_comment_that_is_not_behind_a_link_is_an_error(pages: Pages) -> None:
    with pytest.raises(ValueError, match="not directly behind a link"):
        with_site_links(pages, "[a](b:c) <!-- site: d.md -->", "docs/game/boxes.md", "game/boxes")


def test_every_document_exists() -> None:
    assert [name for name in DOCUMENTS if not (ROOT / name).is_file()] == []
