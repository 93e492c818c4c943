"""Ablation from the command line: ``python -m carrack.ablation``, or ``carrack ablate``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from carrack import _command
from carrack.ablation.result import Ablation
from carrack.ablation.study import EQUAL, ablate

EPILOG = """\
Examples:
  carrack ablate --agent mcts:iterations=1000 --vary c=0.7,2.8 --vary win=0,1 --games 700 \\
    --ledger ablation.db --plot ablation.svg
  carrack ablate --players 2 --agent mcts:iterations=200 --vary rollout=random \\
    --change prior=none,widening=1 --equal cost --games 400 --ledger ablation.db --markdown

carrack agents has the keys of mcts and uct, their ranges and meanings. Stop it anywhere, run it
again, and it goes on; several processes share the work. --plot needs
pip install 'carrack[notebooks]'."""

NUMBERS = (
    ("--seats", 1, "of a variant at each table"),
    ("--seed", 1, "of the games, the same for all rows"),
    ("--threads", 1, "games played at once"),
)
"""Options that are whole numbers: name, default, meaning."""


def parser() -> _command.Parser:
    made = _command.Parser(
        "carrack ablate",
        "What each change of an agent brings, against the agent as it is: a table whose verdicts\n"
        "hold together (Holm), over blocks of games whose number is fixed beforehand.",
        EPILOG,
    )
    add = made.add_argument
    repeated: dict[str, Any] = {"action": "append", "default": []}
    add("--agent", required=True, metavar="BASE", help="the agent that is changed")
    add("--vary", metavar="KEY=VALUES", help="KEY=VALUE,VALUE: a row each; repeatable", **repeated)
    add("--change", metavar="CHANGE", help="KEY=VALUE,KEY=VALUE: one row; repeatable", **repeated)
    add("--games", type=int, required=True, metavar="N", help="of each row, rounded up to blocks")
    add("--ledger", required=True, metavar="FILE", help="SQLite file that keeps every game")
    add("--study", default="main", metavar="NAME", help="in the ledger (%(default)s)")
    add("--against", metavar="AGENT", help="whom variants meet, instead of the base; repeatable",
        **repeated)  # fmt: skip
    add("--equal", choices=EQUAL, help="iterations; time, with a base that has time=; or cost: as "
        "many iterations as take the base's CPU time")  # fmt: skip
    _command.add_ruleset(made)
    _command.add_numbers(made, NUMBERS)
    signature = "go on though the rules have changed since the study was begun"
    add("--ignore-signature", action="store_true", help=signature)
    shown = made.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="the result as JSON")
    shown.add_argument("--markdown", action="store_true", help="the table as Markdown")
    add("--csv", metavar="FILE", help="file for the table")
    add("--plot", metavar="FILE.svg", help="file for a picture of it")
    add("--force", action="store_true", help="replace files that exist")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays; 0, or another status with a line about what is wrong."""
    given = parser().parse(arguments)
    return _command.run(lambda: _ablate(given))


def _ablate(given: argparse.Namespace) -> None:
    for file in (given.csv, given.plot):
        if file:
            _expect_free(Path(file), given.force, given.ledger)
    if given.plot:
        import matplotlib  # noqa: F401  said to be missing before the games, not after them
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
    if given.json:
        print(json.dumps(result.to_json(), indent=2, ensure_ascii=False))
    else:
        print(result.to_markdown() if given.markdown else result)
    if given.csv:
        _write(Path(given.csv), result.to_csv())
    if given.plot:
        _write(Path(given.plot), _svg(result))


def _expect_free(file: Path, force: bool, ledger: str) -> None:
    if file.exists() and Path(ledger).exists() and file.samefile(ledger):
        raise FileExistsError(f"cannot write {file}: it is the ledger")
    if file.exists() and not force:
        raise FileExistsError(f"{file} exists; --force replaces it")
    if not file.absolute().parent.is_dir():
        raise FileNotFoundError(f"cannot write {file}: no such folder")


def _write(file: Path, text: str) -> None:
    """Whole or not at all."""
    part = file.with_name(f"{file.name}.tmp-{os.getpid()}")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _svg(result: Ablation) -> str:
    """The plot, the same bytes for the same result."""
    import io

    import matplotlib

    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "carrack"}):
        result.plot().savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
