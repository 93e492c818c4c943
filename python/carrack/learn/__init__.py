"""Learning: networks that imitate searches, and searches that use them.

``examples`` are searched decisions of a ledger as arrays, ``model`` is the network in JAX,
``training`` fits it to examples, ``quantize`` turns it into the integers of a file, ``plan`` says
what is played, ``loop`` plays, trains and gates one generation after another, ``page`` draws the
learning curve, and ``command_line`` is ``python -m carrack.learn``, or ``carrack learn``.
"""

from carrack.learn.examples import Examples
from carrack.learn.plan import Plan, Table

__all__ = ["Examples", "Plan", "Table"]
