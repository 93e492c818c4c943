"""How strong the search is: the tables of agents/STRENGTH.md.

python3 experiments/strength/tables.py [--carrack build/release/carrack] [--ledger strength.db]
    [--only TEXT] [TABLE ...]

Every row is a tournament of the ledger with the games, the seed and the agents fixed here; a row
that is complete is not played again, and an interrupted one goes on. Without tables: all of them,
hours of two cores. --only picks the rows whose names have the text.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

THREADS = "2"
COST_ITERATIONS = 100  # of the searches whose CPU times are compared
NO_DIFFERENCE = 0.3  # between costs: CPU times of a few games tell no more
# What the defaults were.
BEFORE = "c=1,temperature=2,widening=0.2,win=0,cutoff_turns=1,lambda=1,diversity=0,adapt=0"
CHANGES = [
    "prior=none,selection=ucb1,c=0.2,widening=1",
    "selection=ucb1,c=0.2",
    "prior=evaluation",
    "widening=1",
    "rollout=random",
    "adapt=0",
    "learners=1",
    "diversity=0",
    "lambda=1",
    "cutoff_turns=1",
    "cutoff_turns=3",
    "rave=100",
    "opponents=paranoid",
]
MORE_CHANGES = [  # at two players alone
    "selection=tuned,c=0.2",
    "temperature=2",
    "win=0",
    "win=1",
    "diversity=1",
    "lambda=0.25",
    "cutoff_turns=0",
    "rollout=mast,epsilon=0.2",
    "epsilon=0.1",
    "implicit=0.3",
    "history=0.5",
    "opponents=self",
    "opponents=separate",
    "chance=closed",
    "reuse=on",
    "root=halving",
    "final=secure",
]
CHANGES_AT_LENGTH = ["adapt=0", "learners=1", "diversity=0", "cutoff_turns=1"]

Entrant: TypeAlias = dict[str, Any]  # as `carrack tournament --json` gives it


@dataclass(frozen=True)
class Row:
    """A tournament: its name in the ledger and what it is called with."""

    name: str
    agents: tuple[str, ...]
    games: int
    seed: int
    edition: str = "aoe3"

    def command(self) -> list[str]:
        """What a reader types to play it again."""
        words = ["tournament", "--edition", self.edition, "--players", str(len(self.agents))]
        words += ["--seatings", "rotations", "--pool", "--games", str(self.games)]
        words += ["--seed", str(self.seed)]
        for agent in self.agents:
            words += ["--agent", agent]
        return words


def against(name: str, one: str, other: str, players: int, games: int, seed: int) -> Row:
    """One agent against another, at four players two of each."""
    return Row(name, (one, other) * (players // 2), games, seed)


def mcts(iterations: int, change: str = "") -> str:
    """The default search with a budget and a change."""
    return f"mcts:iterations={iterations}" + (f",{change}" if change else "")


class Study:
    """The ledger, and the program that plays into it."""

    def __init__(self, carrack: str, ledger: str, only: str) -> None:
        self.carrack = carrack
        self.ledger = ledger
        self.only = only
        # Measured once: a row whose iterations depend on them must stay the same row.
        self.costs_file = Path(ledger + ".costs.json")
        self.costs: dict[str, float] = {}
        if self.costs_file.exists():
            self.costs = json.loads(self.costs_file.read_text())

    def play(self, row: Row) -> list[Entrant] | None:
        """The entrants of the row's standings, played as far as they are missing."""
        if self.only not in row.name:
            return None
        words = [self.carrack, *row.command(), "--threads", THREADS, "--json"]
        words += ["--ledger", self.ledger, "--name", row.name]
        done = subprocess.run(words, stdout=subprocess.PIPE, check=True)
        entrants: list[Entrant] = json.loads(done.stdout)["entrants"]
        return entrants

    def cost(self, players: int, agent: str, of: str) -> float:
        """How many times the CPU time of another agent an agent takes in self-play."""
        key = f"{players}: {agent} / {of}"
        if key not in self.costs:
            ratio = self.cpu_seconds(players, agent) / self.cpu_seconds(players, of)
            self.costs[key] = round(ratio, 2)
            self.costs_file.write_text(json.dumps(self.costs, indent=1))
        return self.costs[key]

    def cpu_seconds(self, players: int, agent: str) -> float:
        """Of four games of self-play: the median of three runs."""
        words = [self.carrack, "play", "--players", str(players), "--agent", agent]
        words += ["--games", "4", "--seed", "1001"]
        times = []
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        return statistics.median(times)


def cells(entrant: Entrant) -> str:
    """Win share and VP of an entrant."""
    share, interval = entrant["win_share"], entrant["win_share_interval"]
    vp, vp_interval = entrant["mean_vp"], entrant["mean_vp_interval"]
    return f"{share:.3f} ± {interval:.3f} | {vp:.1f} ± {vp_interval:.1f}"


def verdict(entrant: Entrant, even: float) -> str:
    """What the interval says."""
    share, interval = entrant["win_share"], entrant["win_share_interval"]
    if share - interval > even:
        return "helps"
    return "hurts" if share + interval < even else "no difference seen"


def header(*names: str) -> None:
    """The first two lines of a table."""
    print(f"\n| {' | '.join(names)} |\n{'|---' * len(names)}|", flush=True)


def standings(study: Study, row: Row) -> None:
    """A table of all entrants."""
    entrants = study.play(row)
    if entrants is None:
        return
    print(f"\n`carrack {' '.join(row.command())}`")
    header("agent", "games", "win share", "mean VP", "mean rank")
    for entrant in entrants:
        rank = f"{entrant['mean_rank']:.2f} ± {entrant['mean_rank_interval']:.2f}"
        print(f"| `{entrant['agent']}` | {entrant['games']} | {cells(entrant)} | {rank} |")


def scripts(study: Study) -> None:
    """Against three scripts of different kinds, in both editions."""
    field = (mcts(1000), "scripted", "scripted:settler", "scripted:builder")
    standings(study, Row("scripts/aoe3", field, 96, 11))
    standings(study, Row("scripts/empires", field, 96, 11, "empires"))


def uct(study: Study) -> None:
    """Against three of plain UCT at equal time; nothing else should run meanwhile."""
    for edition in ("aoe3", "empires"):
        field = ("mcts:time=0.03", *["uct:time=0.03"] * 3)
        standings(study, Row(f"uct/{edition}", field, 48, 12, edition))


def doublings(study: Study) -> None:
    """Twice the iterations, two against two."""
    games = {32: 144, 64: 144, 128: 144, 256: 144, 512: 144, 1024: 384, 2048: 288, 4096: 96}
    header("K to 2K", "games", "win share with 2K", "mean VP with 2K", "with K")
    for k, n in games.items():
        row = against(f"doublings/{k}", mcts(2 * k), mcts(k), 4, n, 13)
        entrants = study.play(row)
        if entrants is None:
            continue
        least = f"{entrants[1]['mean_vp']:.1f} ± {entrants[1]['mean_vp_interval']:.1f}"
        print(f"| {k} to {2 * k} | {n} | {cells(entrants[0])} | {least} |", flush=True)


def threads(study: Study) -> None:
    """Two threads on one tree against one thread, at equal iterations."""
    shared = mcts(128, "parallel=tree,threads=2")
    standings(study, against("threads", shared, mcts(128), 4, 1600, 16))


def before(study: Study) -> None:
    """Against the search as it was, at equal cost: its iterations cost less."""
    for players, games, seed in ((2, 400, 43), (4, 192, 44)):
        cost = study.cost(players, mcts(200), mcts(200, BEFORE))
        once = mcts(round(200 * cost), BEFORE)
        standings(study, against(f"before/{players}", mcts(200), once, players, games, seed))


@dataclass(frozen=True)
class Ablation:
    """Changes of the default search, each against it as it is, at four players two against two."""

    name: str  # of its rows in the ledger
    players: int
    games: int
    iterations: int
    seeds: tuple[int, int]  # at equal iterations, at equal cost
    changes: list[str]

    def line(self, study: Study, change: str) -> str | None:
        """Of the table: at equal iterations, then at equal cost where the cost differs."""
        entrant = self.first(study, f"ablation{self.name}", change, self.iterations, self.seeds[0])
        if entrant is None:
            return None
        line = f"| `{change}` | {self.judged(entrant)} "
        cost = study.cost(self.players, mcts(COST_ITERATIONS, change), mcts(COST_ITERATIONS))
        if abs(cost - 1) <= NO_DIFFERENCE:
            return line + f"| {cost:.2f} | | | | |"
        n = max(2, round(self.iterations / cost))
        entrant = self.first(study, f"cost{self.name}", change, n, self.seeds[1])
        if entrant is None:
            return None
        return line + f"| {cost:.2f} | {n} | {self.judged(entrant)} |"

    def first(self, study: Study, name: str, change: str, n: int, seed: int) -> Entrant | None:
        """The search with the change and n iterations, in the standings of the row."""
        one, other = mcts(n, change), mcts(self.iterations)
        entrants = study.play(
            against(f"{name}/{change}", one, other, self.players, self.games, seed)
        )
        return entrants[0] if entrants else None

    def judged(self, entrant: Entrant) -> str:
        """Win share, VP, and what the interval says."""
        return f"{cells(entrant)} | {verdict(entrant, 1 / self.players)}"


def ablation(study: Study, of: Ablation) -> None:
    """What each change brings."""
    header(
        "change", "equal iterations", "VP", "verdict", "cost", "N", "equal cost", "VP", "verdict"
    )
    for change in of.changes:
        if line := of.line(study, change):
            print(line, flush=True)


def ablation_of_two(study: Study) -> None:
    """At two players."""
    ablation(study, Ablation("2", 2, 100, 100, (14, 21), CHANGES + MORE_CHANGES))


def ablation_of_four(study: Study) -> None:
    """At four players."""
    ablation(study, Ablation("4", 4, 96, 100, (14, 21), CHANGES))


def ablation_of_two_at_length(study: Study) -> None:
    """At two players with ten times the iterations, for what was chosen at such budgets."""
    ablation(study, Ablation("2-1024", 2, 100, 1024, (45, 46), CHANGES_AT_LENGTH))


def ablation_of_four_at_length(study: Study) -> None:
    """The same at four players."""
    ablation(study, Ablation("4-1024", 4, 96, 1024, (45, 46), CHANGES_AT_LENGTH))


TABLES = {
    "before": before,
    "scripts": scripts,
    "uct": uct,
    "doublings": doublings,
    "threads": threads,
    "ablation2": ablation_of_two,
    "ablation4": ablation_of_four,
    "ablation2-1024": ablation_of_two_at_length,
    "ablation4-1024": ablation_of_four_at_length,
}


def main() -> None:
    """Play, and print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    # argparse checks the empty default against the choices too.
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], metavar="TABLE")
    parser.add_argument("--carrack", default="build/release/carrack")
    parser.add_argument("--ledger", default="strength.db")
    parser.add_argument("--only", default="", metavar="TEXT")
    given = parser.parse_args()
    study = Study(given.carrack, given.ledger, given.only)
    for name in given.tables or TABLES:
        print(f"\n## {name}", flush=True)
        TABLES[name](study)


if __name__ == "__main__":
    main()
