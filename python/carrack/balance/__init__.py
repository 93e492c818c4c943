"""Balance of a ruleset: ``plan`` is what is played, ``study`` plays it, ``games`` reads the games
from the ledger, ``measures`` are the figures, ``result`` is what they say together, ``page`` shows
it, ``against`` compares two rulesets, ``command_line`` is ``carrack balance``.
"""

from carrack.balance.against import Comparison, Difference, compare
from carrack.balance.command_line import main, parser
from carrack.balance.plan import Plan, Sizes
from carrack.balance.result import Balance
from carrack.balance.study import balance

__all__ = [
    "Balance",
    "Comparison",
    "Difference",
    "Plan",
    "Sizes",
    "balance",
    "compare",
    "main",
    "parser",
]
