"""The regret of agents on a suite of positions, by searches as reference.

.venv/bin/python experiments/studies/learning/suite.py refer FILE [--iterations 128000]
    [--change value=linear]
.venv/bin/python experiments/studies/learning/suite.py regret FILE --agent policy [--agent ...]
.venv/bin/python experiments/studies/learning/suite.py record games.jsonl
.venv/bin/python experiments/studies/learning/suite.py build --suite FILE

`refer` searches every position of the suite eight times, with different seeds, and keeps each
search in FILE; an interrupted run continues when the command is repeated. `regret` prints how much
win share the choices of agents lose by these references. `record` writes the games of the suite as
a record file for `carrack analyse`, `replay` and `verify`. `build` makes a new suite. The
definitions are in README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from bootstrap import Values, mean_over_games
from kept_rows import LONGEST_LINE, KeptRows, Row, integers, kept_rows, numbers
from recorded_games import full_spec, report, stream_seed
from suite_positions import SUITE, Suite, SuitePosition, build, read_suite

import carrack
from carrack import InputError, Ruleset, _command
from carrack._arguments import whole_number

ITERATIONS = 128_000
SEARCHES = 8
SEED = 5302
CHOICE_SEED = 5303


@dataclass(frozen=True)
class Plan:
    """What is searched."""

    suite: Suite
    iterations: int = ITERATIONS
    searches: int = SEARCHES
    """Of each position."""
    search: str | None = None
    """The full spec of the agent that searches, where it is not today's of ``spec``."""
    change: str = ""
    """Keys of the search that are not those of the default search."""

    def __post_init__(self) -> None:
        if self.searches < 2:
            raise InputError(f"searches is {self.searches}, expected 2 or more")

    @property
    def spec(self) -> str:
        """The agent that searches."""
        return self.default + (f",{self.change}" if self.change else "")

    @property
    def default(self) -> str:
        """The default search with as many iterations."""
        return f"mcts:iterations={self.iterations}"

    @property
    def shown(self) -> str:
        """The agent that searches, for people: with the keys, such as the network, that are not
        those of today's default search.
        """
        keys = full_spec(self.default).split(",")
        own = (self.search or full_spec(self.spec)).split(",")
        return ",".join([self.default, *(key for key in own if key not in keys)])

    @property
    def rules(self) -> list[Ruleset]:
        """Those of the games."""
        return list(dict.fromkeys(record.ruleset for record in self.suite.records))

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            "suite": self.suite.digest,
            "search": self.search or full_spec(self.spec),
            "searches": self.searches,
            "seed": SEED,
        }


def plan_of_file(file: str | os.PathLike[str], plan: Plan) -> Plan:
    """The plan with the agent that the file names. References stay valid when the default network
    changes: they say which network searched, and with which `--change`.
    """
    try:
        with open(file, "rb") as content:
            search = json.loads(content.readline(LONGEST_LINE))["plan"]["search"]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return plan  # reading the rows says what is wrong
    if not isinstance(search, str) or not search.startswith(f"{plan.spec},"):
        return plan
    return replace(plan, search=search)


class Reference:
    """The searches of a position. Options are in ascending order of their ids."""

    def __init__(self, visits: Values, win_share: Values) -> None:
        """Both are [searches, options]; the win share, of the player who decides, is NaN without a
        visit.
        """
        self.visits = visits
        # A search does not visit what seems worst: then the worst of what it has visited counts.
        worst = np.nanmin(win_share, axis=1, keepdims=True)
        self.win_share: Values = np.where(np.isnan(win_share), worst, win_share)

    @property
    def mean(self) -> Values:
        """[options] the expected win share."""
        return np.asarray(self.win_share.mean(axis=0))

    @property
    def error(self) -> Values:
        """[options] the standard error of ``mean``, over searches."""
        return np.asarray(self.win_share.std(axis=0, ddof=1) / np.sqrt(len(self.win_share)))

    @property
    def best(self) -> int:
        """The option with the most visits."""
        return int(self.visits.sum(axis=0).argmax())

    def regret(self, option: int) -> float:
        """The win share that an option loses against the best one. In each search, the best option
        is the one with the most visits in the other searches, so that its value is not selected
        for being high; the mean over searches may be negative.
        """
        others = self.visits.sum(axis=0) - self.visits
        best = others.argmax(axis=1)
        rows = np.arange(len(best))
        return float((self.win_share[rows, best] - self.win_share[:, option]).mean())


def refer(kept: KeptRows, plan: Plan) -> list[Reference]:
    """Search what the file does not have, and return the references of all positions."""
    rows: dict[tuple[int, int], Row] = {}
    positions = plan.suite.positions
    planned = {(each.number, number) for each in positions for number in range(plan.searches)}
    for row in kept.rows:
        place: Any = (row.get("position"), row.get("search"))
        if not integers(list(place), 0) or place not in planned or place in rows:
            raise kept.wrong(row, "a search of its own of the plan: position and number")
        rows[place] = row
    found = []
    has_all = len(rows) >= len(positions) * plan.searches
    for position in positions:
        for number in range(plan.searches):
            if (position.number, number) not in rows:
                kept.keep(searched(position, number, plan.spec))
                rows[position.number, number] = kept.rows[-1]
        own = [rows[position.number, number] for number in range(plan.searches)]
        found.append(reference_of(kept, own, len(position.state.legal_actions())))
        if not has_all and (position.number + 1) % 20 == 0:
            report(f"{position.number + 1} of {len(positions)} positions")
    return found


def complete_references(file: str | os.PathLike[str], plan: Plan) -> list[Reference]:
    """The references of all positions, from a file that has them. Raises InputError if one is
    missing.
    """
    if not Path(file).exists():
        raise InputError(f"there is no {file}; first run: suite.py refer {file}")
    with kept_rows(file, "suite", plan.header(), plan.rules) as kept:
        if len(kept.rows) < len(plan.suite.positions) * plan.searches:
            raise InputError(f"{file} is not complete; first run: suite.py refer {file}")
        return refer(kept, plan)


def searched(position: SuitePosition, number: int, spec: str) -> Row:
    """The row of a search: of each option, the visits and the win share that the player who decides
    expects, null without a visit.
    """
    state = position.state
    seed = stream_seed(SEED, position.number, number)
    result = carrack.search(state, spec, seed=seed)
    order = np.argsort(result.actions)
    shares = result.win_shares[order, state.current_player]
    return {
        "position": position.number,
        "search": number,
        "visits": result.visits[order].tolist(),
        "win_share": [None if np.isnan(share) else round(float(share), 6) for share in shares],
    }


def reference_of(kept: KeptRows, rows: Sequence[Row], options: int) -> Reference:
    """The searches of a position, checked."""
    for row in rows:
        visits, shares = row.get("visits"), row.get("win_share")
        if (
            not integers(visits, 0, options)
            or not isinstance(shares, list)
            or not numbers([0 if share is None else share for share in shares], 0, 1, options)
            or [n == 0 for n in row["visits"]] != [share is None for share in shares]
            or not any(row["visits"])
        ):
            raise kept.wrong(row, f"visits and win shares of {options} options")
    win_share = [[np.nan if s is None else s for s in row["win_share"]] for row in rows]
    return Reference(np.array([row["visits"] for row in rows], float), np.array(win_share))


@dataclass(frozen=True, eq=False)
class Regrets:
    """The choices of an agent: means over its choices, one for each position."""

    agent: str
    regret: Values
    is_best: Values


def regrets(
    agent: str,
    positions: Sequence[SuitePosition],
    references: Sequence[Reference],
    choices: int = 1,
) -> Regrets:
    """Let an agent choose so many times at every position, each time with another seed."""
    lost = np.empty((len(positions), choices))
    is_best = np.empty((len(positions), choices))
    for p, (position, reference) in enumerate(zip(positions, references, strict=True)):
        options = position.state.legal_actions()
        chooser = carrack.agent(agent)
        for choice in range(choices):
            numbers = (position.number, choice) if choice else (position.number,)
            seed = stream_seed(CHOICE_SEED, *numbers)
            option = options.index(chooser.choose(position.state, seed))
            lost[p, choice] = reference.regret(option)
            is_best[p, choice] = option == reference.best
    return Regrets(agent, lost.mean(axis=1), is_best.mean(axis=1))


def print_references(positions: Sequence[SuitePosition], references: Sequence[Reference]) -> None:
    """How exact the references are, as Markdown."""
    errors = np.array([reference.error[reference.best] for reference in references])
    leads = []
    for reference in references:
        second = np.delete(reference.visits.sum(axis=0), reference.best).argmax()
        other = int(second + (second >= reference.best))
        difference = reference.win_share[:, reference.best] - reference.win_share[:, other]
        spread = difference.std(ddof=1) / np.sqrt(len(difference))
        leads.append(difference.mean() > 2 * spread)
    print("| positions | standard error of the best option's win share, median; largest | "
          "best beats the second by 2 standard errors |\n|---|---|---|")  # fmt: skip
    print(f"| {len(positions)} | {np.median(errors):.4f}; {errors.max():.4f} | {sum(leads)} |")


def print_regrets(positions: Sequence[SuitePosition], found: Sequence[Regrets]) -> None:
    """The tables of regrets as Markdown: all positions, by turn, by number of players."""
    game = np.array([position.game for position in positions])
    print("| agent | positions | regret | more than the first agent's | best option chosen |")
    print("|---|---|---|---|---|")
    for own in found:
        paired = mean_over_games(own.regret - found[0].regret, game).text(4, "+")
        cells = [
            mean_over_games(own.regret, game).text(4),
            "" if own is found[0] else paired,
            mean_over_games(own.is_best, game, (0, 1)).text(3),
        ]
        print(f"| `{own.agent}` | {len(positions)} | {' | '.join(cells)} |")
    by_key(positions, found, "turn", lambda position: position.state.turn)
    by_key(positions, found, "players", lambda position: position.state.num_players)


def by_key(
    positions: Sequence[SuitePosition],
    found: Sequence[Regrets],
    name: str,
    key: Callable[[SuitePosition], int],
) -> None:
    """A table of mean regrets for each value of a key."""
    game = np.array([position.game for position in positions])
    keys = np.array([key(position) for position in positions])
    print(f"\n| {name} | positions | {' | '.join(f'`{own.agent}`' for own in found)} |")
    print("|---" * (2 + len(found)) + "|")
    for value in np.unique(keys):
        here = keys == value
        cells = [mean_over_games(own.regret[here], game[here]).text(4) for own in found]
        print(f"| {value} | {here.sum()} | {' | '.join(cells)} |")


def parser() -> _command.Parser:
    made = _command.Parser("suite.py", __doc__ or "", "")
    made.add_argument("command", choices=["refer", "regret", "record", "build"])
    made.add_argument("file", metavar="FILE", nargs="?", help="the searches, kept; or the record")
    made.add_argument("--suite", metavar="FILE", default=SUITE, type=Path, help="(%(default)s)")
    made.add_argument("--agent", metavar="SPEC", action="append", default=[], help="repeatable")
    made.add_argument("--change", metavar="KEYS", help="to the reference searches, of refer")
    _command.add_numbers(
        made,
        [
            ("--iterations", None, f"of each reference search ({ITERATIONS})"),
            ("--searches", None, f"of each position ({SEARCHES})"),
            ("--choices", None, "of each agent at each position (1)"),
        ],
    )
    return made


def run(given: argparse.Namespace) -> None:
    if given.command in ("build", "record"):
        for option in ("iterations", "searches"):
            if getattr(given, option) is not None:
                raise InputError(f"--{option} belongs to refer and regret")
    if (given.command == "regret") != bool(given.agent):
        raise InputError("--agent belongs to regret, which needs one or more")
    if given.command != "regret" and given.choices is not None:
        raise InputError("--choices belongs to regret")
    if given.command != "refer" and given.change is not None:
        raise InputError("--change belongs to refer; FILE tells it to regret")
    choices = whole_number("choices", 1 if given.choices is None else given.choices, 1, 100_000)
    if given.command == "build":
        if given.file is not None:
            raise InputError(f"build writes the file of --suite, not {given.file}")
        build(given.suite)
        return
    if given.file is None:
        raise InputError(f"{given.command} needs a FILE")
    if given.command == "record":
        records = read_suite(given.suite).records
        with open(given.file, "x", encoding="utf-8") as file:
            file.writelines(record.to_string() for record in records)
        return
    for agent in given.agent:
        full_spec(agent)
    plan = Plan(
        read_suite(given.suite),
        ITERATIONS if given.iterations is None else given.iterations,
        SEARCHES if given.searches is None else given.searches,
        change=given.change or "",
    )
    if given.command == "regret":
        plan = plan_of_file(given.file, plan)
        references = complete_references(given.file, plan)
    else:
        with kept_rows(given.file, "suite", plan.header(), plan.rules) as kept:
            references = refer(kept, plan)
    positions = plan.suite.positions
    print(f"{plan.searches} searches of `{plan.shown}` for each position, seed {SEED}\n")
    print_references(positions, references)
    if given.agent:
        print()
        print_regrets(
            positions, [regrets(spec, positions, references, choices) for spec in given.agent]
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
