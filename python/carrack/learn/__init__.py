"""Learning: networks that imitate searches, and searches that use them.

``ragged`` and ``levels`` are the arrays and inputs of examples. ``examples`` are searched decisions
of a ledger, ``model`` is the policy in JAX, and ``training`` fits it to them. ``policy_gradient``
improves it by games without search, which ``self_play_examples`` holds. ``value_examples`` are
positions with the results of their games, ``value_model`` is the value, ``value_training`` fits it,
and ``value_scales`` says what its leads are worth. ``threads`` plays games on several threads.
``trunk`` has the layers of both, ``quantize`` turns them into the integers of a file. ``plan`` says
what is played, ``folder`` keeps it with networks and figures, ``loop`` plays, trains and gates one
generation after another (``learn``), ``words`` says what they came to, ``page`` draws the learning
curve, and ``command_line`` is ``python -m carrack.learn``, or ``carrack learn``.
"""

from carrack.learn.examples import Examples
from carrack.learn.folder import Generation
from carrack.learn.loop import learn
from carrack.learn.plan import Plan, Table
from carrack.learn.policy_gradient import SelfPlaySettings
from carrack.learn.self_play_examples import SelfPlayExamples
from carrack.learn.training import Settings
from carrack.learn.value_examples import ValueExamples
from carrack.learn.value_training import ValueSettings

__all__ = [
    "Examples",
    "Generation",
    "Plan",
    "SelfPlayExamples",
    "SelfPlaySettings",
    "Settings",
    "Table",
    "ValueExamples",
    "ValueSettings",
    "learn",
]
