"""The links and the anchors of a Markdown file, as GitHub shows it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(
    r"^(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^[ >]*(?P=fence)[`~]*[ ]*$",
    re.MULTILINE | re.DOTALL,
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SPAN = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_LINK = re.compile(
    r"\]\(\s*<?(?P<inline>[^)\s>]*)"
    r"|^ {0,3}\[[^\]\n]+\]:\s*<?(?P<reference>[^\s>]+)"
    r"|<(?:a|img)\b[^>]*\b(?:href|src)=[\"'](?P<html>[^\"']*)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6} +(?P<text>.*?)(?: +#+)? *$", re.MULTILINE)
_NAMED = re.compile(r"<\w+\b[^>]*\b(?:id|name)=[\"'](?P<name>[^\"']+)")
_SHOWN_TEXT = re.compile(r"!?\[(?P<text>[^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Link:
    """Where a link or a picture leads, and its line."""

    target: str
    line: int


def links(text: str) -> Iterator[Link]:
    """The links and the pictures of a file, without those that are shown as code."""
    text = _SPAN.sub(_lines_of, _without_hidden(text))
    for found in _LINK.finditer(text):
        target = found["inline"] or found["reference"] or found["html"] or ""
        yield Link(target, text.count("\n", 0, found.start()) + 1)


def anchors(text: str) -> set[str]:
    """The anchors of a file: those of its headings, and those that it names."""
    text = _without_hidden(text)
    found = {name["name"] for name in _NAMED.finditer(_SPAN.sub(_lines_of, text))}
    times: Counter[str] = Counter()
    for heading in _HEADING.finditer(text):
        anchor = anchor_of(heading["text"])
        found.add(f"{anchor}-{times[anchor]}" if times[anchor] else anchor)
        times[anchor] += 1
    return found


def anchor_of(heading: str) -> str:
    """The anchor of a heading: small letters, digits, ``_`` and ``-``, which stands for a space."""
    shown = _SHOWN_TEXT.sub(lambda link: link["text"], heading)
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def _without_hidden(text: str) -> str:
    """The text without blocks of code and comments, with the same lines."""
    return _COMMENT.sub(_lines_of, _FENCE.sub(_lines_of, text))


def _lines_of(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")
