"""Checks the reports of `carrack report` on fresh games: values, luck, errors, accuracy.

python3 experiments/studies/report/report_study.py FOLDER [--blocks 32] [--players 4] [--seed 101]
    [--iterations 32 64 128 256 512 1024 2048] [--judge mcts:iterations=2000] [--threads 2]
    [--value linear]

The agents are `mcts` with each number of iterations. They play `--blocks` blocks of one tournament
of the kind `mixed`, in FOLDER/games.db. Each game gets one line in FOLDER/reports.jsonl. Both files
continue after an interruption, `kill -9` included: repeat the command. The sizes are fixed before
the first game, and tables are printed only when all games are there. Intervals are 95 %, over
blocks. Needs pandas.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import carrack
from carrack import InputError, Ruleset, _command, _core

sys.path.insert(0, str(Path(__file__).parents[1] / "learning"))
from kept_rows import KeptRows, Row, integers, kept_rows, numbers
from recorded_games import full_spec, report

NAME = "report"
BINS = 10
ITERATIONS = (32, 64, 128, 256, 512, 1024, 2048)
FIGURES = ("luck", "result", "lost", "at_stake")
"""Kept of each seat."""
MOST = 1e6
"""Of a figure."""
TURNS = tuple(str(turn) for turn in range(1, 9))
LEAST_ITERATIONS = 100
"""Of a judge."""


@dataclass(frozen=True)
class Plan:
    """The games and the searches of a study."""

    folder: Path
    blocks: int
    players: int
    seed: int
    iterations: tuple[int, ...]
    judge: str
    threads: int
    value: str = "linear"
    """What judges positions, as in ``carrack report --value``."""

    def __post_init__(self) -> None:
        for name in ("blocks", "threads"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}, expected 1 or more")
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}, expected 0 or more")
        different = len(set(self.iterations))
        if different < len(self.iterations) or different < self.players:
            raise InputError(
                f"iterations is {' '.join(map(str, self.iterations))}, expected different numbers, "
                f"at least {self.players} for {self.players} players"
            )

    @property
    def rules(self) -> Ruleset:
        return Ruleset(players=self.players)

    def agents(self) -> list[str]:
        """The specs of the players, from the weakest to the strongest."""
        return [f"mcts:iterations={n}" for n in self.iterations]

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            "players": self.players,
            "blocks": self.blocks,
            "seed": self.seed,
            "agents": [full_spec(spec) for spec in self.agents()],
            "judge": full_spec(self.judge),
            "value": self.value,
        }


def check_judge(plan: Plan) -> None:
    """Raise InputError for a judge or a value that reports refuse, by a short report."""
    judge = json.loads(_core.spec_to_json(plan.judge))
    if isinstance(judge.get("iterations"), int):
        judge["iterations"] = min(judge["iterations"], LEAST_ITERATIONS)
    record = carrack.play(plan.rules, ["random"], plan.seed)
    record.report(_core.spec_from_json(json.dumps(judge)), threads=plan.threads, value=plan.value)


def row_of(record: carrack.Record, plan: Plan) -> Row:
    """What the study keeps of a game: the value at the beginning of each turn, the parts of the
    result, and for each seat the decisions, losses and errors. The second report has another seed;
    it shows whether standard errors are honest.
    """
    first = record.report(plan.judge, seed=1, threads=plan.threads, value=plan.value)
    again = record.report(plan.judge, seed=2, threads=plan.threads, value=plan.value)
    starts: dict[str, list[float]] = {}
    for event, following in zip(first.events, first.events[1:], strict=False):
        if following["turn"] > event["turn"]:
            starts[str(following["turn"])] = event["value"]
    repeats = [
        (one["loss"] - two["loss"]) / math.hypot(one["loss_error"], two["loss_error"])
        for one, two in zip(first.events, again.events, strict=True)
        if one.get("loss_error") and two.get("loss_error") and one["best"] == two["best"]
    ]
    return {
        "value": starts,
        "players": [{key: player[key] for key in ("agent", *FIGURES)} for player in first.players],
        "repeats": repeats,
    }


def collect(kept: KeptRows, plan: Plan) -> list[Row]:
    """The rows of all games, by block; plays and reports the missing ones."""
    rows: dict[tuple[int, int], Row] = {}
    agents = [carrack.agent(spec).spec for spec in plan.agents()]
    for row in kept.rows:
        if not integers([row.get("block"), row.get("permutation")], 0, 2) or not (
            is_report(row, plan.players, agents)
        ):
            raise kept.wrong(row, "the report of a game: its block, permutation and figures")
        rows[row["block"], row["permutation"]] = row
    path = plan.folder / "games.db"
    carrack.tournament(
        plan.rules, plan.agents(), plan.blocks, kind="mixed", seed=plan.seed, ledger=path,
        name=NAME, threads=plan.threads,
    )  # fmt: skip
    ledger = carrack.Ledger(path, NAME)
    places = ledger.games()[["block", "permutation"]].to_numpy().tolist()
    records = {
        (block, permutation): record
        for (block, permutation), record in zip(places, ledger.records(), strict=True)
        if block < plan.blocks
    }
    for number, (place, record) in enumerate(records.items(), start=1):
        if place not in rows:
            kept.keep({"block": place[0], "permutation": place[1], **row_of(record, plan)})
            rows[place] = kept.rows[-1]
            report(f"{number} of {len(records)} games")
    return [rows[place] for place in records]


def is_report(row: Row, players: int, agents: Sequence[str]) -> bool:
    """Whether a row has the figures of ``row_of`` for so many players, who have these full
    specs.
    """
    starts, seats, repeats = (row.get(key) for key in ("value", "players", "repeats"))
    return (
        isinstance(starts, dict)
        and all(turn in TURNS for turn in starts)
        and all(numbers(shares, -MOST, MOST, players) for shares in starts.values())
        and isinstance(seats, list)
        and len(seats) == players
        and all(
            isinstance(seat, dict)
            and seat.get("agent") in agents
            and numbers([seat.get(key) for key in FIGURES], -MOST, MOST, len(FIGURES))
            for seat in seats
        )
        and isinstance(repeats, list)
        and numbers(repeats, -MOST, MOST, len(repeats))
    )


def interval(pairs: Iterable[tuple[int, float]], between: tuple[float, float] | None = None) -> str:
    """The mean of numbers in a range, given with their blocks, and its interval."""
    values: dict[int, list[float]] = defaultdict(list)
    for block, number in pairs:
        values[block].append(number)
    if len(values) < 2:
        return "-"
    found = carrack.mean_interval(
        [sum(numbers) / len(numbers) for numbers in values.values()],
        [len(numbers) for numbers in values.values()],
        between=between,
    )
    return found.text(3)


def ratio(rows: Iterable[tuple[int, float, float]]) -> tuple[float, float]:
    """The ratio of two sums, and the half width of its interval over blocks, linearised (Cochran,
    Sampling Techniques, 1977, §6). `rows` are block, numerator and denominator.
    """
    above: dict[int, float] = defaultdict(float)
    below: dict[int, float] = defaultdict(float)
    for block, numerator, denominator in rows:
        above[block] += numerator
        below[block] += denominator
    total = sum(below.values())
    estimate = sum(above.values()) / total
    if len(above) < 2:
        return estimate, math.inf
    rests = [above[block] - estimate * below[block] for block in above]
    found = carrack.mean_interval(rests)
    return estimate, (found.high - found.low) / 2 * len(rests) / total


def slope(rows: Iterable[tuple[int, float, float]], even: float) -> tuple[float, float]:
    """The slope of results on values through (1/n, 1/n), with the half width of its interval.
    `rows` are block, value and result. A slope of 1 is calibrated.
    """
    return ratio(
        (block, (value - even) * (result - even), (value - even) ** 2)
        for block, value, result in rows
    )


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """The rank correlation of two lists without ties."""

    def ranks(numbers: Sequence[float]) -> list[int]:
        order = sorted(numbers)
        return [order.index(number) for number in numbers]

    n = len(first)
    squares = sum((a - b) ** 2 for a, b in zip(ranks(first), ranks(second), strict=True))
    return 1 - 6 * squares / (n * (n * n - 1))


def predictions(lines: Sequence[Row], turn: int | None = None) -> list[tuple[int, float, float]]:
    """Block, value and result of every seat at the beginning of a turn, or of all turns."""
    return [
        (line["block"], share, player["result"])
        for line in lines
        for at, shares in line["value"].items()
        if turn is None or int(at) == turn
        for share, player in zip(shares, line["players"], strict=True)
    ]


def print_calibration(lines: Sequence[Row], players: int) -> None:
    """Results by value, and slopes by turn."""
    print("\n| value | positions | mean value | result |\n|---|---|---|---|")
    rows = predictions(lines)
    for bin_ in range(BINS):
        inside = [row for row in rows if min(int(row[1] * BINS), BINS - 1) == bin_]
        if not inside:
            continue
        mean = np.mean([value for _, value, _ in inside])
        result = interval(((block, result) for block, _, result in inside), (0, 1))
        low, high = bin_ / BINS, (bin_ + 1) / BINS
        print(f"| {low:.1f} to {high:.1f} | {len(inside)} | {mean:.3f} | {result} |")
    print("\n| turn | slope of results on values |\n|---|---|")
    for turn in sorted({int(at) for line in lines for at in line["value"]}):
        estimate, half = slope(predictions(lines, turn), 1 / players)
        print(f"| {turn} | {estimate:.2f} ± {half:.2f} |")


def print_luck(lines: Sequence[Row]) -> None:
    """The mean luck of each seat, which is 0 for fair chance."""
    print("\n| seat | mean luck |\n|---|---|")
    for seat in range(len(lines[0]["players"])):
        lucks = ((line["block"], line["players"][seat]["luck"]) for line in lines)
        print(f"| p{seat + 1} | {interval(lucks)} |")


def print_errors(lines: Sequence[Row]) -> None:
    """How far two reports differ, in standard errors: the root mean square is 1 for honest ones."""
    repeats = np.array([z for line in lines for z in line["repeats"]])
    if len(repeats):
        outside = np.mean(np.abs(repeats) > 1.96)
        print(f"\n{len(repeats)} losses of both seeds: root mean square difference "
              f"{np.sqrt(np.mean(repeats**2)):.2f} standard errors, {100 * outside:.1f} % outside "
              "1.96")  # fmt: skip


def losses(lines: Sequence[Row], agents: Sequence[str]) -> list[list[tuple[int, float, float]]]:
    """For each agent: block, lost win share, and the win share at stake in each of its games."""
    found: list[list[tuple[int, float, float]]] = [[] for _ in agents]
    full = [carrack.agent(spec).spec for spec in agents]
    for line in lines:
        for player in line["players"]:
            row = (line["block"], player["lost"], player["at_stake"])
            found[full.index(player["agent"])].append(row)
    return found


def print_accuracy(lines: Sequence[Row], plan: Plan) -> None:
    """The loss and the accuracy of each agent that has played, and the rank correlation with its
    iterations. In a few blocks not all agents play.
    """
    print("\n| iterations | games | lost of the share at stake, % | accuracy |\n|---|---|---|---|")
    accurate = []
    played = []
    for iterations, found in zip(plan.iterations, losses(lines, plan.agents()), strict=True):
        if not found:
            continue
        lost, half = ratio(found)
        accurate.append(-lost)  # the accuracy, not cut at 100
        played.append(iterations)
        accuracy = 100 * 2 ** (-max(lost, 0) / 0.02)
        print(f"| {iterations} | {len(found)} | {100 * lost:.2f} ± {100 * half:.2f} "
              f"| {accuracy:.1f} |")  # fmt: skip
    print(f"\nSpearman of accuracy and iterations: {spearman(accurate, played):.3f}")


def parser() -> _command.Parser:
    made = _command.Parser("report_study.py", __doc__ or "", "")
    made.add_argument("folder", metavar="FOLDER", type=Path, help="games and reports, kept")
    made.add_argument(
        "--iterations", metavar="N", type=int, nargs="+", default=ITERATIONS,
        help=f"of the players ({' '.join(map(str, ITERATIONS))})",
    )  # fmt: skip
    made.add_argument(
        "--judge", metavar="SPEC", default="mcts:iterations=2000", help="(%(default)s)"
    )
    made.add_argument("--value", metavar="NAME", default=Plan.value, help="(%(default)s)")
    numbers = [
        ("--blocks", 32, ""),
        ("--players", 4, ""),
        ("--seed", 101, ""),
        ("--threads", 2, ""),
    ]
    _command.add_numbers(made, numbers)
    return made


def run(given: argparse.Namespace) -> None:
    plan = Plan(
        given.folder, given.blocks, given.players, given.seed, tuple(sorted(given.iterations)),
        given.judge, given.threads, given.value,
    )  # fmt: skip
    check_judge(plan)
    header = plan.header()
    plan.folder.mkdir(parents=True, exist_ok=True)
    with kept_rows(plan.folder / "reports.jsonl", "report", header, [plan.rules]) as kept:
        lines = collect(kept, plan)
    print(f"\n{len(lines)} games of {plan.blocks} blocks, seed {plan.seed}, judge {plan.judge}")
    print_calibration(lines, plan.players)
    print_luck(lines)
    print_errors(lines)
    print_accuracy(lines, plan)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, report, and print the tables as Markdown; return the exit status, after an error line
    if it is not 0.
    """
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
