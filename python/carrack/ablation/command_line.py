"""Ablation from the command line: ``python -m carrack.ablation``, or ``carrack ablate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from carrack import _command
from carrack._arguments import MOST_SEED
from carrack._command import MOST_THREADS, Number
from carrack._core import MAX_PLAYERS
from carrack._optional import optional_packages
from carrack.ablation.result import Ablation
from carrack.ablation.study import EQUAL, ablate

EPILOG = """\
Examples:
  carrack ablate --agent mcts:iterations=1000 --vary c=0.7,2.8 --vary win=0,1 --games 700 \\
    --ledger ablation.db --plot ablation.svg
  carrack ablate --players 2 --agent mcts:iterations=200 --vary rollout=random \\
    --change prior=none,widening=1 --equal cost --games 400 --ledger ablation.db --markdown

carrack agents lists the keys of mcts and uct with ranges and meanings. An interrupted run continues
when the command is repeated; several processes can share the work. --plot needs
pip install '.[notebooks]' in a checkout of carrack."""

NUMBERS = (
    Number("--seats", 1, "seats of a variant at each table", 1, MAX_PLAYERS - 1),
    Number("--seed", 1, "seed of the games, the same for all rows", 0, MOST_SEED),
    Number("--threads", 1, "games played in parallel", 1, MOST_THREADS),
)


def parser() -> _command.Parser:
    made = _command.Parser(
        "carrack ablate",
        "Measure the effect of each change to an agent against the unchanged agent. The verdicts\n"
        "are corrected for multiple tests (Holm), over a number of blocks fixed in advance.",
        EPILOG,
    )
    add = made.add_argument
    repeated: dict[str, Any] = {"action": "append", "default": []}
    add("--agent", required=True, metavar="BASE", help="the base agent")
    add(
        "--vary",
        metavar="KEY=VALUES",
        help="KEY=VALUE,VALUE: one row per value; repeatable",
        **repeated,
    )
    add("--change", metavar="CHANGE", help="KEY=VALUE,KEY=VALUE: one row; repeatable", **repeated)
    add(
        "--games",
        type=_command.whole(1),
        required=True,
        metavar="N",
        help="games per row, rounded up to whole blocks",
    )
    add("--ledger", required=True, metavar="FILE", help="SQLite file that stores every game")
    add(
        "--study",
        default="main",
        metavar="NAME",
        help="name of the study in the ledger (%(default)s)",
    )
    add("--against", metavar="AGENT", help="opponents instead of the base; repeatable",
        **repeated)  # fmt: skip
    add("--equal", choices=EQUAL, help="what all rows have in common: iterations; time, with a "
        "base that has time=; or cost: iterations are chosen so that a decision takes as much CPU "
        "time as the base's")  # fmt: skip
    _command.add_ruleset(made)
    _command.add_numbers(made, NUMBERS)
    signature = "continue although the rules have changed since the study started"
    add("--ignore-signature", action="store_true", help=signature)
    shown = made.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print the result as JSON")
    shown.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    add("--csv", metavar="FILE", help="write the table to this file")
    add("--plot", metavar="FILE.svg", help="write a plot to this file")
    add("--force", action="store_true", help="overwrite existing files")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    made = parser()
    given = made.parse(arguments)
    _command.check_force(made, given, ("--csv", "--plot"))
    return _command.run(lambda: _ablate(given))


def _ablate(given: argparse.Namespace) -> None:
    _command.expect_free([given.csv, given.plot], given)
    if given.plot:
        with optional_packages():
            import matplotlib  # noqa: F401  fail before the games are played, not after
    result = ablate(
        _command.ruleset(given),
        given.agent,
        given.vary,
        given.change,
        ledger=given.ledger,
        games=given.games,
        study=given.study,
        against=given.against,
        seats=given.seats,
        equal=given.equal,
        seed=given.seed,
        threads=given.threads,
        ignore_signature=given.ignore_signature,
        progress=lambda line: print(line, file=sys.stderr, flush=True),
    )
    try:  # if one output fails, the others are not lost
        if given.json:
            print(result.to_json(), flush=True)
        else:
            print(result.to_markdown() if given.markdown else result, flush=True)
    finally:
        try:
            if given.csv:
                _command.write(given.csv, result.to_csv(), given.force)
        finally:
            if given.plot:
                _command.write(given.plot, _svg(result), given.force)


def _svg(result: Ablation) -> str:
    """The plot, with reproducible bytes."""
    import io

    with optional_packages():
        import matplotlib

    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "carrack"}):
        result.plot().savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
