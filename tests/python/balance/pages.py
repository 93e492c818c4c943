"""Checks of HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Cell:
    """A cell of a table."""

    tag: str
    scope: str | None
    text: str = ""
    """Its parts with a space between."""


@dataclass
class Table:
    """A table of a page; the first row is its head."""

    caption: str = ""
    rows: list[list[Cell]] = field(default_factory=list)


class _Page(HTMLParser):
    """Checks that tags are closed in order, and collects links, hints and tables."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.hints: list[str] = []
        """Attributes ``title``, which only a mouse shows."""
        self.tables: list[Table] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        self.hints += [value or "" for name, value in attrs if name == "title"]
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.tables[-1].rows.append([])
        elif tag in ("th", "td"):
            self.tables[-1].rows[-1].append(Cell(tag, dict(attrs).get("scope")))

    def handle_data(self, data: str) -> None:
        if "caption" in self.open:
            self.tables[-1].caption += data
        elif "th" in self.open or "td" in self.open:
            cell = self.tables[-1].rows[-1][-1]
            cell.text = f"{cell.text} {data}".strip()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tables_of(page: str) -> dict[str, Table]:
    """The tables by caption."""
    parsed = _Page()
    parsed.feed(page)
    found = {table.caption: table for table in parsed.tables}
    assert len(found) == len(parsed.tables)
    return found


def column(table: Table, head: str) -> list[str]:
    """The cells of a column."""
    number = [cell.text for cell in table.rows[0]].index(head)
    return [row[number].text for row in table.rows[1:]]


def expect_whole(page: str) -> None:
    """The page is well-formed, loads nothing, has both colour schemes, and shows no NaN. Its tables
    have names, and names for all rows and columns; nothing is for a mouse alone.
    """
    parsed = _Page()
    parsed.feed(page)
    assert not parsed.open and not parsed.links and not parsed.hints
    for table in parsed.tables:
        head, *body = table.rows
        assert table.caption and all(cell.text and cell.scope == "col" for cell in head)
        for row in body:
            assert len(row) == len(head)
            assert row[0].tag == "th" and row[0].scope == "row" and row[0].text
            assert all(cell.tag == "td" for cell in row[1:])
    assert not re.search(r"https?:|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page and "width=device-width" in page
    assert "nan" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S).replace("dominant", "")
