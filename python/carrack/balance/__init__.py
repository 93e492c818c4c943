"""Balance of a ruleset: ``plan`` is what is played, ``study`` plays it, ``games`` reads the games
from the ledger, ``measures`` are the figures, ``result`` is what they say together. ``against``
compares two rulesets, and ``comparison`` is the result. ``page`` and ``text`` show both kinds of
result, ``command_line`` is ``carrack balance``.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrack.balance.against import compare
    from carrack.balance.command_line import main, parser
    from carrack.balance.comparison import Comparison, Difference, TilePrices
    from carrack.balance.plan import Plan, Sizes
    from carrack.balance.result import Balance
    from carrack.balance.study import balance

_FROM = {
    "Balance": "result",
    "Comparison": "comparison",
    "Difference": "comparison",
    "Plan": "plan",
    "Sizes": "plan",
    "TilePrices": "comparison",
    "balance": "study",
    "compare": "against",
    "main": "command_line",
    "parser": "command_line",
}
"""The module of each public name. They are imported when they are first named:
``carrack.fair_prices`` needs one measure, without the studies.
"""


def __getattr__(name: str) -> Any:
    if name in _FROM:
        return getattr(importlib.import_module(f"carrack.balance.{_FROM[name]}"), name)
    raise AttributeError(f"module 'carrack.balance' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "Balance",
    "Comparison",
    "Difference",
    "Plan",
    "Sizes",
    "TilePrices",
    "balance",
    "compare",
    "main",
    "parser",
]
