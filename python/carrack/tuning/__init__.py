"""Tuning: ``study`` searches for better parameter values and tests them, ``signed_rank`` is the
test that prunes, ``result`` is the result, ``command_line`` is ``python -m carrack.tuning``, or
``carrack tune``.
"""

from carrack.tuning.command_line import main, parser
from carrack.tuning.result import Candidate, Test, Tuning
from carrack.tuning.study import tune

__all__ = ["Candidate", "Test", "Tuning", "main", "parser", "tune"]
