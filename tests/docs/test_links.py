"""The links of the Markdown files: in the repository each leads to a committed file."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_links import Link, anchor_of, anchors, links

ROOT = Path(__file__).parents[2]


@cache
def committed() -> frozenset[str]:
    """The names of all committed files and of their folders."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")[:-1]
    folders = {str(folder) for name in names for folder in Path(name).parents}
    return frozenset(folders.union(names))


@cache
def anchors_of(name: str) -> set[str]:
    return anchors((ROOT / name).read_text())


def fault(document: str, target: str) -> str | None:
    """What is wrong with a link of a document; None if nothing is."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    path, anchor = unquote(parts.path), unquote(parts.fragment)
    name = document
    if path.startswith("/"):  # from the root of the repository
        name = os.path.normpath(path[1:])
    elif path:
        name = os.path.normpath(Path(document).parent / path)
    elif not anchor:
        return "leads nowhere"
    if name not in committed():
        return f"{name} is not committed"
    if f"{name}/README.md" in committed():
        name = f"{name}/README.md"
    if not anchor:
        return None
    if not name.endswith(".md"):
        return "only Markdown files have anchors"
    return None if anchor in anchors_of(name) else f"{name} has no heading for #{anchor}"


DOCUMENTS = sorted(name for name in committed() if name.endswith(".md"))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_to_a_committed_file_and_an_anchor(document: str) -> None:
    found = [
        f"{document}:{link.line}: {link.target}: {wrong}"
        for link in links((ROOT / document).read_text())
        if (wrong := fault(document, link.target))
    ]
    assert found == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_and_pictures_are_not_directives_of_the_site(document: str) -> None:
    """GitHub shows a directive as code; the site makes links and pictures from plain Markdown."""
    text = (ROOT / document).read_text()
    assert re.findall(r"\{(?:image|figure|download|doc|ref|any)\}.*", text) == []


def test_there_are_many() -> None:
    found = [link for name in DOCUMENTS for link in links((ROOT / name).read_text())]
    print(f"{len(found)} links in {len(DOCUMENTS)} files")
    assert len(found) > 200


def test_what_is_code_or_a_comment_is_no_link() -> None:
    text = "a\n```text\n[b](c)\n```\n`[d](e)` <!-- [f](g) --> [`h`](i)\n> ~~~\n> [j](k)\n> ~~~\n"
    assert list(links(text)) == [Link("i", 5)]


def test_all_kinds_of_links_are_found() -> None:
    text = (
        '[a\nb](one.md#c) ![d](two.svg "e") [![f](three.svg)](four.md) [g](<five.md>)\n\n'
        "[h]: six.md\n<a class='i' href='seven.md'>j</a> <img src=\"eight.svg\">\n"
    )
    assert [link.target for link in links(text)] == [
        "one.md#c", "two.svg", "three.svg", "four.md", "five.md", "six.md", "seven.md", "eight.svg",
    ]  # fmt: skip


def test_anchors_are_those_of_github() -> None:
    assert anchor_of("4 B.2 Dock") == "4-b2-dock"
    assert anchor_of("Is it `c++`, or *C*?") == "is-it-c-or-c"
    assert anchor_of("Über – [links](a.md#b), too_") == "über--links-too_"
    text = "# One\n```\n# code\n```\n## Two\n### Two\n<a id='three'></a>\n#four\n## `five` ##\n"
    assert anchors(text) == {"one", "two", "two-1", "three", "five"}


def test_faults_are_found() -> None:
    assert fault("docs/README.md", "https://example.org/none") is None
    assert fault("docs/README.md", "RULES.md#5-tiles") is None
    assert fault("docs/README.md", "../docs/#docs") is None
    assert fault("docs/README.md", "/docs/RULES.md") is None
    assert fault("docs/README.md", "#none") == "docs/README.md has no heading for #none"
    assert fault("docs/README.md", "RULES.md#none") == "docs/RULES.md has no heading for #none"
    assert fault("docs/README.md", "game/rules.md") == "docs/game/rules.md is not committed"
    assert fault("docs/README.md", "rules.md") == "docs/rules.md is not committed"
    assert fault("docs/README.md", "../../none") == "../none is not committed"
    assert fault("docs/README.md", "conf.py#L1") == "only Markdown files have anchors"
    assert fault("docs/README.md", "") == "leads nowhere"
