"""Learning from the command line: ``python -m carrack.learn``, or ``carrack learn``."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from carrack import _command
from carrack._command import MOST_THREADS, Number
from carrack._core import InputError, Network
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import distributed as dask

    from carrack.learn.plan import Plan

EPILOG = """\
Examples:
  carrack learn first --small --threads 2
  carrack learn big --games 10000 --generations 3 --threads 2
  carrack learn more --start first/best.net --games 4000 --generations 1 --threads 2
  carrack tournament --agent policy:net=first/best.net --agent scripted --agent scripted \\
    --agent scripted --games 400
  carrack play --players 2 --agent mcts:net=first/best.net --agent mcts

Each generation plays games of searches, trains a network on what the searches chose, and lets
searches with the new network play against those with the best one. With --self-play, the policy
also learns from games against itself, which need no search (proximal policy optimization). An
interrupted run, kill -9 included, continues when the command is repeated; without options, the plan
of FOLDER goes on. Needs pip install '.[learn]' in a checkout of carrack."""


def parser() -> _command.Parser:
    made = _command.Parser(
        "carrack learn",
        "Train a network on games of the search, and improve the search by the network.",
        EPILOG,
    )
    add = made.add_argument
    add("folder", metavar="FOLDER", help="where plan, games, networks and figures are kept")
    add("--small", action="store_true", help="a run of minutes: four players of aoe3")
    _command.add_numbers(
        made,
        (
            Number("--generations", None, "generations (3; small: 1)", 1),
            Number("--games", None, "games per generation (10000; small: 240)", 1),
            Number(
                "--iterations",
                None,
                "iterations of the searches learned from (1000; small: 400)",
                2,
            ),
            Number("--epochs", None, "passes over the examples (12)", 1),
            Number(
                "--self-play", 0, "rounds in which the policy improves in games against itself", 0
            ),
            Number(
                "--value-games",
                None,
                "games of the policy for the value (200000; small: 10000)",
                2,
            ),
            Number(
                "--exact-positions",
                None,
                "solve last-turn positions exactly if that takes at most N positions "
                "(1000; 0: never)",
                0,
            ),
            Number(
                "--gate-blocks",
                None,
                "maximum number of blocks of the test that compares a new network with the best "
                "one (200; small: 1)",
                1,
            ),
            Number("--seed", 1, "seed of games and weights", 0, 2**32 - 1),
            Number(
                "--threads", 1, "games played in parallel; does not affect results", 1, MOST_THREADS
            ),
        ),
    )
    add(
        "--search",
        default="",
        metavar="KEYS",
        help="additional search parameters for the training games, e.g. root=gumbel or noise=0.25",
    )
    add(
        "--table",
        action="append",
        default=[],
        metavar="NAME",
        help="play only these rulesets of the default plan, e.g. aoe3-4; repeatable",
    )
    add(
        "--start",
        metavar="NET",
        help="continue from this network: a file, or default, the network of the library",
    )
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask scheduler, e.g. tcp://host:8786, whose workers play the games and find FOLDER "
        "under the same path; does not affect results",
    )
    add("--json", action="store_true", help="print the generations as JSON")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the loop; return the exit status, after an error line if it is not 0."""
    made = parser()
    given = made.parse(arguments)
    others = {"folder", "--threads", "--scheduler"}  # not of the plan
    options = made.given.keys() - others
    options |= {name for name in ("--small", "--table") if getattr(given, name.removeprefix("--"))}
    return _command.run(lambda: _learn(given, options))


@contextlib.contextmanager
def _workers(scheduler: str | None) -> Iterator[dask.Client | None]:
    """The workers of a scheduler; None without one."""
    if scheduler is None:
        yield None
        return
    from carrack import distributed

    with distributed.connection(scheduler) as client:
        yield client


def _plan(given: argparse.Namespace, options: Set[str]) -> Plan:
    """The plan of the options. Without options but the number of generations, the plan of the
    folder, if it has one.
    """
    from carrack.learn.kept_plan import FILE, read_plan
    from carrack.learn.plan import TABLES, Plan, small
    from carrack.learn.policy_gradient import SelfPlaySettings
    from carrack.learn.training import Settings
    from carrack.learn.value_training import ValueSettings

    if options <= {"--generations"} and (Path(given.folder) / FILE).exists():
        plan = read_plan(given.folder)
        return replace(plan, generations=given.generations or plan.generations)
    plan = Plan(
        training=Settings(seed=given.seed),
        self_play=SelfPlaySettings(rounds=given.self_play, seed=given.seed),
        value_training=ValueSettings(seed=given.seed),
        seed=given.seed,
    )
    if given.small:
        plan = small(plan)
    chosen = {
        name: getattr(given, name)
        for name in (
            "generations",
            "games",
            "iterations",
            "value_games",
            "exact_positions",
            "gate_blocks",
        )
        if getattr(given, name) is not None
    }
    if (given.iterations or plan.iterations) <= plan.quick_iterations:
        chosen["quick_iterations"] = max(1, given.iterations // 10)
    plan = replace(plan, search=given.search, **chosen)
    if given.start is not None:
        plan = replace(plan, start=Network(given.start).spec)
    if given.epochs is not None:
        plan = replace(plan, training=replace(plan.training, epochs=given.epochs))
    if given.table:
        known = {table.name: table for table in TABLES}
        for name in given.table:
            if name not in known:
                raise InputError(f"unknown table '{name}' (known: {', '.join(known)})")
        plan = replace(plan, tables=tuple(known[name] for name in dict.fromkeys(given.table)))
    return plan


def _learn(given: argparse.Namespace, options: Set[str]) -> None:
    with optional_packages():
        from carrack._text import without_nan
        from carrack.learn.loop import learn
        from carrack.learn.page import write_page
        from carrack.learn.words import table

    plan = _plan(given, options)

    def report(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    with _workers(given.scheduler) as client:
        generations = learn(
            given.folder, plan, threads=given.threads, client=client, progress=report
        )
    folder = Path(given.folder)
    page = write_page(folder, generations)
    if given.json:
        print(json.dumps(without_nan([asdict(g) for g in generations]), indent=2))
        return
    print("\n".join(table(generations)))
    kept = [g.number for g in generations if g.is_best]
    best = f"generation {kept[-1]} is {folder / 'best.net'}" if kept else "no generation was kept"
    print(f"{best}; the learning curve is {page}")
