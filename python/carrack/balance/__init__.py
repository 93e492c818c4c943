"""Balance of a ruleset: ``plan`` is what is played, ``study`` plays it, ``games`` reads the games
from the ledger, ``measures`` are the figures, ``result`` is what they say together. ``against``
compares two rulesets, and ``comparison`` is the result. ``page`` and ``text`` show both kinds of
result, ``command_line`` is ``carrack balance``.
"""

from carrack.balance.against import compare
from carrack.balance.command_line import main, parser
from carrack.balance.comparison import Comparison, Difference, TilePrices
from carrack.balance.plan import Plan, Sizes
from carrack.balance.result import Balance
from carrack.balance.study import balance

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
