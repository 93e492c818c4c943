"""How parameters of the search change its regret on the suite of positions.

.venv/bin/python experiments/studies/learning/screening.py FILE [--references REFERENCES] [--small]

Each change is made to `mcts:iterations=1000`, the default search. The search chooses ten times at
each position of the suite, with the same seeds for all changes. REFERENCES is the file of
`suite.py refer`, by default the one that comes with the study. Each change is kept in FILE; an
interrupted run continues when the command is repeated. The definitions are in README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bootstrap import Values, mean_over_games, p_value_over_games
from kept_rows import KeptRows, Row, kept_rows, numbers
from recorded_games import full_spec, report, stream_seed
from suite import Plan as ReferencePlan
from suite import Reference, complete_references, plan_of_file
from suite_positions import SUITE, SuitePosition, read_suite

import carrack
from carrack import _command

REFERENCES = Path(__file__).parent / "kept" / "suite_references.jsonl"
FIRST_SEED = 12000
"""Of the first choice at each position; choice k has FIRST_SEED + k."""
BASE = "mcts:iterations=1000"
CHANGES = tuple(
    """
    c=0.5 c=0.7 c=1.4 c=2
    fpu=0.4 fpu_reduction=0.1 fpu_reduction=0.3 bias=0.3 history=0.3 rave=100
    selection=ucb1,c=0.2 scale=on,c=3
    root=halving root=gumbel,c_scale=0.1,gumbel_scale=0 final=secure final=max
    widening=0.2 widening=0.25 widening=0.4 widening=0.5 widening=1
    temperature=1 temperature=1.5 temperature=3 temperature=4 prior=scripted
    epsilon=0.05 diversity=0 diversity=0.25 diversity=0.75 diversity=1
    adapt=0 adapt=100 adapt=400 adapt=800 learners=1 learners=2 learners=8
    cutoff_turns=1 cutoff_turns=3 rollout=scripted lambda=0 lambda=0.25 lambda=0.75 lambda=1
    implicit=0.1 implicit=0.3
    win=0 win=0.3 win=0.8 win=1 margin_scale=10 margin_scale=25 margin=0.5 rank=0.3
    estimates=constant value=linear opponents=paranoid opponents=self chance=closed
    """.split()
)
LARGEST = 1.0
"""Of a regret, which is a difference of win shares; the smallest is the opposite."""


@dataclass(frozen=True)
class Plan:
    """Which changes are tried, and how often."""

    base: str = BASE
    changes: tuple[str, ...] = CHANGES
    choices: int = 10

    def header(self, references: ReferencePlan) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            "references": references.header(),
            "base": full_spec(self.base),
            "changes": list(self.changes),
            "choices": self.choices,
            "seed": FIRST_SEED,
        }

    def spec(self, change: str) -> str:
        """The base with a change; with stop=on where it may be, which saves time and changes no
        move.
        """
        keys = [change] if change else []
        if not change.startswith(("root=", "final=")):
            keys.append("stop=on")
        return ",".join([self.base, *keys])


SMALL = Plan(base="mcts:iterations=20", changes=("c=2", "adapt=0"), choices=1)


def regrets(
    kept: KeptRows, plan: Plan, suite: Sequence[SuitePosition], references: Sequence[Reference]
) -> dict[str, Values]:
    """[positions] for each change, and for the base as "": the mean regret of the choices."""
    found = {}
    for row in kept.rows:
        values = row.get("regret")
        if not isinstance(row.get("change"), str) or not numbers(
            values, -LARGEST, LARGEST, len(suite)
        ):
            raise kept.wrong(row, f"a change and {len(suite)} regrets")
        found[row["change"]] = np.array(values)
    for number, change in enumerate(("", *plan.changes)):
        if change in found:
            continue
        kept.keep(screened(plan, change, suite, references))
        found[change] = np.array(kept.rows[-1]["regret"])
        report(f"{number} of {len(plan.changes)} changes")
    return found


def screened(
    plan: Plan, change: str, suite: Sequence[SuitePosition], references: Sequence[Reference]
) -> Row:
    """The row of a change."""
    agent = carrack.agent(plan.spec(change))
    means = []
    for position, reference in zip(suite, references, strict=True):
        options = position.state.legal_actions()
        lost = 0.0
        for choice in range(plan.choices):
            seed = stream_seed(FIRST_SEED + choice, position.number)
            lost += reference.regret(options.index(agent.choose(position.state, seed)))
        means.append(round(lost / plan.choices, 8))
    return {"change": change, "regret": means}


def print_table(
    found: Mapping[str, Values], changes: Sequence[str], suite: Sequence[SuitePosition]
) -> None:
    """The changes from the smallest regret to the largest, as Markdown."""
    game = np.array([position.game for position in suite])
    base = found[""]
    more = {change: found[change] - base for change in changes}
    p_values = carrack.holm([p_value_over_games(more[change], game) for change in changes])
    adjusted = dict(zip(changes, p_values, strict=True))
    print("| change | regret | more than without it | p (Holm) |\n|---|---|---|---|")
    print(f"| none | {mean_over_games(base, game).text(5)} | | |")
    for change in sorted(changes, key=lambda change: more[change].mean()):
        p = "<0.001" if adjusted[change] < 0.001 else f"{adjusted[change]:.3f}"
        difference = mean_over_games(more[change], game).text(5, "+")
        print(f"| `{change}` | {found[change].mean():.5f} | {difference} | {p} |")


def parser() -> _command.Parser:
    made = _command.Parser("screening.py", __doc__ or "", "")
    made.add_argument("file", metavar="FILE", help="the regrets, kept")
    made.add_argument(
        "--references", metavar="FILE", default=REFERENCES, type=Path, help="(%(default)s)"
    )
    made.add_argument("--small", action="store_true", help="two changes, a quick check")
    return made


def run(given: argparse.Namespace) -> None:
    plan = SMALL if given.small else Plan()
    reference_plan = plan_of_file(given.references, ReferencePlan(read_suite(SUITE)))
    references = complete_references(given.references, reference_plan)
    suite = reference_plan.suite.positions
    header = plan.header(reference_plan)
    with kept_rows(given.file, "screening", header, reference_plan.rules) as kept:
        found = regrets(kept, plan, suite, references)
    print(f"{plan.choices} choices of `{plan.base}` at each of {len(suite)} positions\n")
    print_table(found, plan.changes, suite)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
