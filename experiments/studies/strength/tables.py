"""Plays the tables of agents/STRENGTH.md and its archive: the strength of the search.

python3 experiments/studies/strength/tables.py [--carrack build/release/carrack]
    [--ledger strength.db] [--only TEXT] [--kept FOLDER [--no-play]] [TABLE ...]

Every row is a tournament of the ledger with the games, seed and agents given here. Complete rows
are not played again; interrupted ones are continued. Ablations are tables of `carrack ablate`.
Default: all tables, which takes hours on two cores. --only selects rows and ablations whose names
contain the text.

With --kept (which needs the Python package), rows also continue from the results of whole blocks
in FOLDER, and those of the ledger are added to it: a row can be played in parts on several
machines. The folder `kept` beside this file has what was played so far. --no-play shows the rows
that have games.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import equal_cost
from ablated_changes import CHANGES, MAIN_CHANGES, MORE_CHANGES

if TYPE_CHECKING:
    from carrack import Tournament

THREADS = 2
SCRIPTED_UCT = "uct:time=0.03,rollout=scripted"
# The search without a network, which was the default.
SCRIPTS = "prior=scripted,rollout=scripted"
# Defaults before that.
BEFORE = "c=1,temperature=2,widening=0.2,win=0,cutoff_turns=1,lambda=1,diversity=0,adapt=0"
Entrant: TypeAlias = dict[str, Any]  # as printed by `carrack tournament --json`


@dataclass(frozen=True)
class Row:
    """A tournament: its name in the ledger and its arguments."""

    name: str
    agents: tuple[str, ...]
    games: int
    seed: int
    edition: str = "aoe3"
    modules: tuple[str, ...] = ()

    def command(self) -> list[str]:
        """The command that reproduces it."""
        words = ["tournament", "--edition", self.edition, "--players", str(len(self.agents))]
        for module in self.modules:
            words += ["--module", module]
        words += ["--seatings", "rotations", "--pool", "--games", str(self.games)]
        words += ["--seed", str(self.seed)]
        for agent in self.agents:
            words += ["--agent", agent]
        return words


def against(name: str, one: str, other: str, players: int, games: int, seed: int) -> Row:
    """One agent against another; with four players, two seats each."""
    return Row(name, (one, other) * (players // 2), games, seed)


def mcts(iterations: int, change: str = "") -> str:
    """The default search with a budget and a change."""
    return f"mcts:iterations={iterations}" + (f",{change}" if change else "")


def led_by_scripts(iterations: int, change: str = "") -> str:
    """The search without a network."""
    return mcts(iterations, SCRIPTS + (f",{change}" if change else ""))


class Study:
    """The ledger and the program that writes to it."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.carrack: str = given.carrack
        self.ledger: str = given.ledger
        self.only: str = given.only
        self.kept: Path | None = given.kept
        self.threads = 0 if given.no_play else THREADS

    def play(self, row: Row) -> list[Entrant] | None:
        """The entrants in the standings of a row; plays missing games."""
        if self.only not in row.name:
            return None
        if self.kept:
            games = self.kept_games(row)
            return games.table() if games else None
        words = [self.carrack, *row.command(), "--threads", str(THREADS), "--json"]
        words += ["--ledger", self.ledger, "--name", row.name]
        done = subprocess.run(words, stdout=subprocess.PIPE, check=True)
        entrants: list[Entrant] = json.loads(done.stdout)["entrants"]
        return entrants

    def kept_games(self, row: Row, first: int | None = None) -> Tournament | None:
        """The games of a row from the folder and the ledger, through the Python package. Of those
        that are missing, only the `first` are played; by default all.
        """
        import kept_games

        from carrack import InputError, Ruleset

        if self.only not in row.name:
            return None
        folder = self.kept
        if folder is None:
            raise SystemExit("carrack: this table needs --kept FOLDER")
        players = len(row.agents)
        rules = Ruleset(row.edition, players, row.modules)
        plan = kept_games.Plan(rules, row.agents, row.seed, row.games // players)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{row.name.replace('/', '-')}.jsonl"
        try:
            blocks = None if first is None else first // players
            return kept_games.tournament(file, plan, self.ledger, row.name, self.threads, blocks)
        except InputError as error:
            raise SystemExit(f"carrack: {error}") from None

    def ablate(self, name: str, words: list[str]) -> None:
        """Print the table of `carrack ablate` under its command."""
        if self.only not in name or self.threads == 0:
            return
        command = ["ablate", *words]
        print(f"\n`carrack {' '.join(command)}`\n", flush=True)
        words = [self.carrack, *command, "--threads", str(THREADS), "--markdown"]
        subprocess.run([*words, "--ledger", self.ledger, "--study", name], check=True)


def cells(entrant: Entrant) -> str:
    """Win share and VP of an entrant."""
    return f"{bounds(entrant, 'win_share', 3)} | {points(entrant)}"


def bounds(entrant: Entrant, figure: str, decimals: int) -> str:
    """A mean with its interval."""
    mean, low, high = (entrant[figure + end] for end in ("", "_low", "_high"))
    return f"{mean:.{decimals}f} [{low:.{decimals}f}, {high:.{decimals}f}]"


def points(entrant: Entrant) -> str:
    """VP with the half width of the interval."""
    return f"{entrant['mean_vp']:.1f} ± {entrant['mean_vp_half_width']:.1f}"


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
        rank = bounds(entrant, "mean_rank", 2)
        print(f"| `{entrant['agent']}` | {entrant['games']} | {cells(entrant)} | {rank} |")


def scripts(study: Study) -> None:
    """Against three different scripted agents, in both editions."""
    field = (mcts(1000, "stop=on"), "scripted", "scripted:settler", "scripted:builder")
    standings(study, Row("scripts/aoe3", field, 96, 11))
    standings(study, Row("scripts/empires", field, 96, 11, "empires"))


def uct(study: Study) -> None:
    """Against three plain UCT agents at equal time, with random and with scripted playouts. The
    machine should be idle otherwise.
    """
    for edition in ("aoe3", "empires"):
        for name, other in (("uct", "uct:time=0.03"), ("uct-scripted", SCRIPTED_UCT)):
            field = ("mcts:time=0.03", *[other] * 3)
            standings(study, Row(f"{name}/{edition}", field, 48, 12, edition))


def doublings(study: Study) -> None:
    """Twice the iterations, two against two. stop=on saves time and changes no move."""
    games = {32: 144, 64: 144, 128: 144, 256: 144, 512: 144, 1024: 576, 2048: 576, 4096: 576}
    header("K to 2K", "games", "win share with 2K", "mean VP with 2K", "with K")
    for k, n in games.items():
        one, other = (mcts(iterations, "stop=on") for iterations in (2 * k, k))
        entrants = study.play(against(f"doublings/{k}", one, other, 4, n, 57))
        if entrants is None:
            continue
        twice, once = entrants
        played = twice["games"]  # with --no-play perhaps not all
        print(f"| {k} to {2 * k} | {played} | {cells(twice)} | {points(once)} |", flush=True)


def threads(study: Study) -> None:
    """Threads on one tree against one thread, at equal iterations."""
    shared = led_by_scripts(128, "parallel=tree,threads=2")
    standings(study, against("threads/2", shared, led_by_scripts(128), 4, 1600, 16))
    for number, seed in ((8, 51), (32, 52)):
        shared = mcts(256, f"parallel=tree,threads={number}")
        standings(study, against(f"threads/{number}", shared, mcts(256), 4, 576, seed))


def batches(study: Study) -> None:
    """Several playouts at a time on one tree against one, at equal iterations. stop=on saves time
    and changes no move.
    """
    sizes = (1, 8, 16)
    one, eight, sixteen = (mcts(1024, f"parallel=batch,batch={k},stop=on") for k in sizes)
    standings(study, against("batches", sixteen, one, 4, 1340, 54))
    standings(study, against("batches/8", eight, one, 4, 1340, 55))


def estimates(study: Study) -> None:
    """One scale of the evaluation for all turns against fitted scales."""
    constant = led_by_scripts(1000, "estimates=constant")
    standings(study, against("estimates", constant, led_by_scripts(1000), 4, 576, 53))


def before(study: Study) -> None:
    """Former defaults against the scripts that led later, at equal cost."""
    for players, games, seed in ((2, 400, 43), (4, 192, 44)):
        base = led_by_scripts(200)
        ablation(study, f"before/{players}", players, games, base, seed, [BEFORE], "cost")


def network(study: Study) -> None:
    """The default search against the one without a network, at equal CPU time: the latter has the
    iterations that `costs` measured.
    """
    for table in equal_cost.TABLES:
        one = mcts(equal_cost.ITERATIONS, "stop=on")
        other = led_by_scripts(table.iterations, "stop=on")
        agents = tuple(one if seat in table.seats else other for seat in range(table.players))
        name, edition, modules = f"network/{table.name}", table.edition, table.modules
        standings(study, Row(name, agents, table.games, table.seed, edition, modules))


def costs(study: Study) -> None:
    """The iterations of the search without a network in that table, measured anew on a machine
    that is idle otherwise.
    """
    header("table", "iterations", "of measurements")
    for table in equal_cost.TABLES:
        if study.only not in f"costs/{table.name}" or study.threads == 0:
            continue
        one = mcts(equal_cost.ITERATIONS, "stop=on")
        found = table.measured(one, lambda n: led_by_scripts(n, "stop=on"))
        median = round(statistics.median(found))
        spread = ", ".join(map(str, found))
        print(f"| {table.name} | {median} | {spread} |", flush=True)


def changes(study: Study) -> None:
    """The changes with the smallest regret in the screening, two seats with a change against two
    without. stop=on saves time and changes no move.
    """
    import screened_changes  # needs the Python package

    played = {}
    rows = {}
    for number, change in enumerate(screened_changes.CHANGES):
        one = mcts(screened_changes.ITERATIONS, f"{change},stop=on")
        other = mcts(screened_changes.ITERATIONS, "stop=on")
        seed = screened_changes.FIRST_SEED + number
        rows[change] = against(f"changes/{change}", one, other, 4, screened_changes.GAMES, seed)
        if games := study.kept_games(rows[change], screened_changes.FIRST_GAMES):
            played[change] = games
    continued = {}
    for change, games in played.items():
        if screened_changes.is_continued(games) and (more := study.kept_games(rows[change])):
            continued[change] = more
    header("change", "games", "win share", "mean VP", "without", "p (Holm)")
    p_values = screened_changes.p_values(continued)
    for change, games in (played | continued).items():
        changed, base = games.table()
        shown = f"| `{change}` | {changed['games']} | {cells(changed)} | {points(base)}"
        p_value = f"{p_values[change]:.3f}" if change in continued else "dropped"
        print(f"{shown} | {p_value} |", flush=True)


def ablation(
    study: Study,
    name: str,
    players: int,
    games: int,
    base: str,
    seed: int,
    changes: list[str],
    equal: str = "iterations",
) -> None:
    """Changes to a search, on half of the seats against it."""
    words = ["--players", str(players), "--seats", str(players // 2), "--games", str(games)]
    words += ["--seed", str(seed), "--equal", equal, "--agent", base]
    for change in changes:
        words += ["--change", change]
    study.ablate(name.replace("/", "-"), words)


def main_ablation(study: Study) -> None:
    """Eight changes at the budget of the defaults. stop=on saves time and changes no move."""
    base = mcts(1000, "temperature=1,stop=on")
    ablation(study, "ablation4-1000", 4, 700, base, 47, MAIN_CHANGES)


def screening_of_two(study: Study) -> None:
    """Two players and 100 iterations; also at equal cost if the costs differ."""
    ablation(study, "screening2", 2, 100, led_by_scripts(100), 14, CHANGES + MORE_CHANGES)
    costly = [change for change in CHANGES + MORE_CHANGES if costs_differ(change)]
    ablation(study, "screening2-cost", 2, 100, led_by_scripts(100), 21, costly, "cost")


def screening_of_four(study: Study) -> None:
    """Four players."""
    ablation(study, "screening4", 4, 96, led_by_scripts(100), 14, CHANGES)
    costly = [change for change in CHANGES if costs_differ(change)]
    ablation(study, "screening4-cost", 4, 96, led_by_scripts(100), 21, costly, "cost")


def costs_differ(change: str) -> bool:
    """Whether the change makes an iteration much slower or faster."""
    return "rollout=" in change or "cutoff_turns=" in change


TABLES = {
    "network": network,
    "costs": costs,
    "changes": changes,
    "before": before,
    "scripts": scripts,
    "uct": uct,
    "doublings": doublings,
    "threads": threads,
    "batches": batches,
    "estimates": estimates,
    "ablation4-1000": main_ablation,
    "screening2": screening_of_two,
    "screening4": screening_of_four,
}
NEED_KEPT = ("changes",)
"""Tables that need --kept; without it they are not among all tables."""


def main() -> None:
    """Play, and print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    # argparse also checks the empty default against the choices.
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], metavar="TABLE")
    parser.add_argument("--carrack", default="build/release/carrack")
    parser.add_argument("--ledger", default="strength.db")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--kept", type=Path, metavar="FOLDER")
    parser.add_argument("--no-play", action="store_true")
    given = parser.parse_args()
    if given.no_play and not given.kept:
        parser.error("--no-play needs --kept FOLDER")
    study = Study(given)
    playable = [name for name in TABLES if given.kept or name not in NEED_KEPT]
    for name in given.tables or playable:
        print(f"\n## {name}", flush=True)
        try:
            TABLES[name](study)
        except subprocess.CalledProcessError as error:
            raise SystemExit(error.returncode) from None  # the command has said why
        except OSError as error:
            told = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            raise SystemExit(f"carrack: {told}") from None


if __name__ == "__main__":
    main()
