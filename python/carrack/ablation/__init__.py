"""Ablation: ``study`` plays each change of an agent against the unchanged agent, ``result`` is the
table of effects, ``command_line`` is ``python -m carrack.ablation``, or ``carrack ablate``.
"""

from carrack.ablation.command_line import main, parser
from carrack.ablation.result import Ablation, AblationRow
from carrack.ablation.study import ablate

__all__ = ["Ablation", "AblationRow", "ablate", "main", "parser"]
