"""Five whole studies of `carrack balance` with a planted tweak: how often its tiles are flagged.

python3 experiments/studies/balance/planted_runs.py FOLDER [--scale 1] [--threads 2]

The tweak makes tiles some $3 cheaper than their fair prices at the printed rules (planted.json).
Each study has a seed of its own, and keeps its games in FOLDER; a study that is interrupted
continues when the command is repeated.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import carrack
from carrack import InputError, _command
from carrack.balance import Balance, Sizes, balance
from carrack.balance.text import interval, price_text

TWEAK = Path(__file__).with_name("planted.json")
SEEDS = range(201, 206)


def studies(folder: Path, scale: float, threads: int) -> dict[int, Balance]:
    """By seed."""
    rules = carrack.Ruleset("aoe3", 4, tweak=TWEAK)
    found = {}
    for seed in SEEDS:
        ledger = folder / f"planted-{seed}.db"
        sizes = Sizes().scaled(scale)
        found[seed] = balance(
            rules, sizes=sizes, seed=seed, threads=threads, ledger=ledger, progress=to_stderr
        )
    return found


def to_stderr(line: str) -> None:
    """Standard output has the tables alone."""
    print(line, file=sys.stderr, flush=True)


def tables(found: Mapping[int, Balance], tiles: Sequence[str]) -> str:
    """As Markdown: the tiles with the tweak in each study, then in how many studies they were
    called too cheap, and in how many a seat was flagged although all players are alike.
    """
    lines = ["| seed | tile | price | effect against other | fair price | flagged |"]
    lines.append("|---" * 6 + "|")
    cheap: dict[str, list[bool]] = {tile: [] for tile in tiles}
    for seed, result in found.items():
        directions = {f.subject: f.direction for f in result.flags if f.table == "prices"}
        for row in result.tiles:
            if row.tile not in cheap:
                continue
            direction = directions.get(row.tile)
            cheap[row.tile].append(direction == "above")
            verdict = {None: "no", "above": "too cheap", "below": "too dear"}[direction]
            fair = price_text(row.fair_price, row.price)
            effect = interval(row.vs_other, 3)
            lines.append(f"| {seed} | {row.tile} | ${row.price} | {effect} | {fair} | {verdict} |")
    lines += ["", "| flag | studies |", "|---|---|"]
    for tile, flagged in cheap.items():
        lines.append(f"| {tile} is too cheap | {sum(flagged)} of {len(flagged)} |")
    seats = [any(flag.table == "seats" for flag in result.flags) for result in found.values()]
    lines.append(f"| a seat | {sum(seats)} of {len(seats)} |")
    return "\n".join(lines)


def run(given: argparse.Namespace) -> None:
    if not 0 < given.scale <= 1000:
        raise InputError(f"scale is {given.scale:g}, expected more than 0, at most 1000")
    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    found = studies(folder, given.scale, given.threads)
    changed = next(iter(found.values())).plan.ruleset.tweak or {}
    print(tables(found, list(changed["tiles"])))


def parser() -> _command.Parser:
    made = _command.Parser("planted_runs.py", __doc__ or "", "")
    made.add_argument("folder", metavar="FOLDER", help="of the ledgers")
    made.add_argument("--scale", type=float, metavar="X", default=1, help="of the studies (1)")
    _command.add_numbers(made, [_command.Number("--threads", 2, "", 1)])
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
