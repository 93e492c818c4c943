"""Tuning from the command line: ``python -m carrack.tuning``, or ``carrack tune``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from carrack import _command
from carrack._arguments import MOST_SEED
from carrack._command import MOST_THREADS, Number
from carrack.tuning.study import tune

EPILOG = """\
Examples:
  carrack tune --players 2 --agent mcts:iterations=100 --vary c=0.1..4:log --vary epsilon=0..0.5 \\
    --ledger tune.db
  carrack tune --agent scripted --vary variant=balanced,settler,trader --against greedy \\
    --candidates 3 --ledger tune.db --study scripts

carrack agents lists the keys of mcts and uct with ranges and meanings. An interrupted run continues
when the command is repeated; several processes can share the work. Needs
pip install '.[tune]' in a checkout of carrack."""


NUMBERS = (
    Number("--candidates", 40, "number of candidates, including the base", 1),
    Number("--blocks", 32, "blocks per candidate", 2),
    Number("--step", 4, "blocks between two pruning tests", 1),
    Number("--seed", 1, "seed of tuning: blocks and sampler", 0, MOST_SEED),
    Number("--test-seed", None, "seed of the test (--seed + 1)", 0, MOST_SEED),
    Number("--test-blocks", 100, "blocks of the test", 2),
    Number("--test-best", 3, "number of candidates tested", 0),
    Number("--threads", 1, "games played in parallel", 1, MOST_THREADS),
)


def parser() -> _command.Parser:
    made = _command.Parser(
        "carrack tune",
        "Tune the parameters of an agent with Optuna over blocks of games, and test the best\n"
        "candidates on fresh seeds.",
        EPILOG,
    )
    add = made.add_argument
    repeated: dict[str, Any] = {"action": "append", "default": []}
    forms = "KEY, KEY=LOW..HIGH, KEY=LOW..HIGH:log or KEY=WORD,WORD; repeatable"
    whom = "opponents of the candidates, instead of the base; repeatable"
    add("--agent", required=True, metavar="BASE", help="the agent to tune")
    add("--vary", required=True, action="append", metavar="KEY[=VALUES]", help=forms)
    add("--ledger", required=True, metavar="FILE", help="SQLite file that stores every game")
    add(
        "--study",
        default="main",
        metavar="NAME",
        help="name of the study in the ledger (%(default)s)",
    )
    add("--against", metavar="AGENT", help=whom, **repeated)
    _command.add_ruleset(made)
    _command.add_numbers(made, NUMBERS)
    pruner = "p-value of the Wilcoxon test that prunes; 0: never (%(default)s)"
    add("--prune", type=float, default=0.1, metavar="P", help=pruner)
    signature = "continue although the rules have changed since the study started"
    add("--ignore-signature", action="store_true", help=signature)
    add("--json", action="store_true", help="print the result as JSON")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: _tune(given))


def _tune(given: argparse.Namespace) -> None:
    result = tune(
        _command.ruleset(given),
        given.agent,
        given.vary,
        ledger=given.ledger,
        study=given.study,
        against=given.against,
        candidates=given.candidates,
        blocks=given.blocks,
        step=given.step,
        p_threshold=given.prune,
        seed=given.seed,
        test_seed=given.test_seed,
        test_blocks=given.test_blocks,
        test_best=given.test_best,
        threads=given.threads,
        ignore_signature=given.ignore_signature,
        progress=lambda line: print(line, file=sys.stderr, flush=True),
    )
    print(result.to_json() if given.json else result)
