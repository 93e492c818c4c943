"""The documentation site: it builds without a warning, and its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import examples
import pytest

import carrack

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/docs"


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


page_of = cache(Page)


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, built now. Sphinx ends with an error at any warning."""
    result = subprocess.run([ROOT / ".ci/docs"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return SITE


def broken_links(site: Path) -> Iterator[str]:
    for path in sorted(site.rglob("*.html")):
        for link in page_of(path).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(site)}: {link}"
            elif target.suffix != ".html" or not parts.fragment:
                continue
            elif unquote(parts.fragment) not in page_of(target).anchors:
                yield f"{path.relative_to(site)}: {link}"


def test_every_link_leads_to_a_page_and_an_anchor(site: Path) -> None:
    assert list(broken_links(site)) == []


def test_every_tile_has_a_page_with_its_text(site: Path) -> None:
    for tile in carrack.tiles():
        text = (site / f"game/tiles/{tile['name']}.html").read_text()
        words = tile["text"].split(".")[0].split("'")[0]
        assert words in text, tile


def test_every_public_name_and_parameter_is_in_the_reference(site: Path) -> None:
    anchors = page_of(site / "reference/python.html").anchors
    assert {f"carrack.{name}" for name in carrack.__all__} <= anchors
    anchors = page_of(site / "reference/agents.html").anchors
    keys = {row["key"].replace("_", "-") for row in carrack.search_parameters()}
    assert {f"parameter-{key}" for key in keys} <= anchors


def test_every_declaration_of_the_kept_headers_is_in_the_reference(site: Path) -> None:
    declared = re.compile(
        r"^(?:class|struct|enum class|concept) (?:alignas\(\d+\) )?(\w+)[^;\n]*$", re.MULTILINE
    )
    for source in sorted((ROOT / "build/docs-source/reference/cpp").glob("*.md")):
        text = (site / f"reference/cpp/{source.stem}.html").read_text()
        for header in re.findall(r"^## `<carrack/(.*)>`$", source.read_text(), re.MULTILINE):
            path = ROOT / header if (ROOT / header).is_file() else ROOT / "core" / header
            for name in declared.findall(path.read_text()):
                assert f'<span class="pre">{name}</span>' in text, f"{header}: {name}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """The site can be read without a network."""
    for path in site.rglob("*.html"):
        for link in page_of(path).links:
            parts = urlsplit(link)
            is_resource = Path(parts.path).suffix in (".js", ".css", ".svg", ".png", ".woff2")
            assert not (parts.netloc and is_resource), f"{path}: {link}"


def test_the_commands_of_every_tile_run(site: Path, tmp_path: Path) -> None:
    session = examples.Session(tmp_path)
    for tile in carrack.tiles():
        page = ROOT / f"build/docs-source/game/tiles/{tile['name']}.md"
        for step in examples.steps_of(page.read_text()):
            session.run(replace(step, code=step.code.replace("--games 40", "--games 4")))
