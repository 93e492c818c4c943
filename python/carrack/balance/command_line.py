"""Balance from the command line: ``python -m carrack.balance``, or ``carrack balance``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from carrack import _command
from carrack._command import MOST_THREADS, Number
from carrack._core import InputError
from carrack.balance.against import compare
from carrack.balance.comparison import Comparison
from carrack.balance.page import page_of
from carrack.balance.plan import LONG, Sizes
from carrack.balance.result import Balance
from carrack.balance.study import balance

EPILOG = """\
Examples:
  carrack balance --html balance.html --ledger balance.db --threads 2
  carrack balance --edition empires --module builder --players 5 --compare none --json
  carrack balance --agent scripted:trader --scale 0.5 --html trader.html
  carrack balance --agent scripted --tweak cheap.json --against none --tile navy --threads 2

All sizes are fixed before the first game. An interrupted run with a ledger continues when the
command is repeated. The same options and seed give the same JSON, byte for byte."""


def parser() -> _command.Parser:
    made = _command.Parser(
        "carrack balance",
        "Measure the balance of a ruleset: seats, course of the game, luck, tiles with fair\n"
        "prices, strategies. Flags hold together, with a family-wise error of 5 %.",
        EPILOG,
    )
    add = made.add_argument
    add("--agent", default="policy", help="the agent at every seat (%(default)s)")
    _command.add_ruleset(made)
    add("--compare", metavar="COUNTS", help="numbers of players whose seats and course are "
        "compared, as 2-5 or 2,4, none, or all that the ruleset allows (all)")  # fmt: skip
    add("--against", metavar="FILE", help="compare the ruleset with the figures of another tweak, "
        "or with the printed ones (none), in games with the same seeds")  # fmt: skip
    add("--tile", metavar="NAME", nargs="+", action="extend", dest="tiles",
        help="with --against: also compare the effects of buying these tiles, and their fair "
        "prices")  # fmt: skip
    size = made.add_mutually_exclusive_group()
    size.add_argument("--long", action="store_true", help=f"play {LONG} times the games")
    size.add_argument("--scale", type=float, metavar="X", help="play X times the games (1)")
    _command.add_numbers(
        made,
        (
            Number("--seed", 1, "seed of all games", 0, 2**53 - 1),
            Number(
                "--threads", 1, "games played in parallel; does not affect results", 1, MOST_THREADS
            ),
        ),
    )
    add("--html", metavar="FILE", help="write a self-contained page")
    add("--json", action="store_true", help="print the result as JSON")
    add("--ledger", metavar="FILE", help="SQLite file that stores the games; resumable")
    add("--study", metavar="NAME", help="name in the ledger (main)")
    add("--ignore-signature", action="store_true",
        help="continue although the rules have changed since the study started")  # fmt: skip
    add("--force", action="store_true", help="overwrite an existing page")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    made = parser()
    given = made.parse(arguments)
    _command.check_force(made, given, ("--html",))
    if given.ledger is None:
        for option, value in (
            ("--study", given.study), ("--ignore-signature", given.ignore_signature)
        ):  # fmt: skip
            if value not in (None, False):
                made.error(f"{option} requires --ledger")
    if given.scale is not None and not 0 < given.scale <= 1000:
        made.error(f"--scale: expected more than 0, at most 1000, not {given.scale:g}")
    if given.against is not None and given.compare is not None:
        made.error("--compare excludes --against")
    if given.tiles is not None and given.against is None:
        made.error("--tile requires --against; without it all tiles are measured")
    return _command.run(lambda: _balance(given))


def _balance(given: argparse.Namespace) -> None:
    scale = LONG if given.long else 1 if given.scale is None else given.scale
    against = None if given.against == "none" else given.against
    _command.expect_free([given.html], given, [against])
    rules = _command.ruleset(given)
    shared: dict[str, Any] = {
        "sizes": Sizes().scaled(scale),
        "seed": given.seed,
        "threads": given.threads,
        "ledger": given.ledger,
        "study": "main" if given.study is None else given.study,
        "ignore_signature": given.ignore_signature,
        "progress": lambda line: print(line, file=sys.stderr, flush=True),
    }
    result: Balance | Comparison
    if given.against is not None:
        other = _command.tweaked(rules, against)
        if other == rules:
            raise InputError(
                f"--against {given.against}: both rulesets are {rules}, so nothing can differ; "
                "change one by --tweak FILE or --against FILE"
            )
        result = compare(rules, other, given.agent, tiles=given.tiles or (), **shared)
    else:
        counts = "all" if given.compare is None else given.compare
        result = balance(rules, given.agent, compare=counts, **shared)
    shown = result.to_json() if given.json else result
    try:  # neither output is lost if the other one cannot be written
        print(shown, flush=True)
    finally:
        if given.html:
            _command.write(given.html, page_of(result), given.force)
