"""The whole page."""

from __future__ import annotations

import html
from collections.abc import Iterable
from importlib import resources

from carrack.balance.comparison import Comparison
from carrack.balance.page import comparison, sections
from carrack.balance.result import Balance


def page_of(result: Balance | Comparison) -> str:
    """The page as HTML, with style sheet and charts inside; it loads nothing."""
    if isinstance(result, Comparison):
        title = f"{result.plan.ruleset} against {result.other}"
        return _document(title, comparison.parts(result))
    parts = [
        sections.summary(result),
        sections.seats(result),
        sections.course(result),
        sections.luck(result),
        sections.tiles(result),
        *(sections.strategies(table) for table in result.strategies),
        sections.methods(result),
    ]
    return _document(f"Balance of {result.plan.ruleset}", parts)


def _document(title: str, parts: Iterable[str]) -> str:
    style = resources.files("carrack.balance.page").joinpath("page.css").read_text("utf-8")
    title = html.escape(title)
    return (
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<meta name='color-scheme' content='light dark'><title>{title}</title>"
        f"<style>\n{style}</style></head>\n<body><main><h1>{title}</h1>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )
