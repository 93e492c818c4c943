"""Checks of HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser


class _Page(HTMLParser):
    """Checks that tags are closed in order, and collects links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def expect_whole(page: str) -> None:
    """The page is well-formed, loads nothing, has both colour schemes, and shows no NaN."""
    parsed = _Page()
    parsed.feed(page)
    assert not parsed.open and not parsed.links
    assert not re.search(r"https?:|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page and "width=device-width" in page
    assert "nan" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S).replace("dominant", "")
