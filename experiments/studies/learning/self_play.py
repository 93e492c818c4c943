"""How much a policy improves in games against itself.

.venv/bin/python experiments/studies/learning/self_play.py FOLDER [--net default] [--rounds 300]
    [--threads 2] [--small]

The policy of a network improves round by round (`carrack.learn.policy_gradient`). After every
hundred rounds FOLDER gets the network `round-N.net`, whose policy then plays greedily against the
one that it started from, half of the seats each, and against three searches. An interrupted run
continues when the command is repeated; more rounds may be added. The definitions are in README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from kept_rows import KeptRows, Row, integers, kept_rows, numbers
from recorded_games import report, rules_plan

import carrack
from carrack import InputError, Ruleset, _command, _core
from carrack._arguments import whole_number
from carrack._blocks import block_means
from carrack._optional import optional_packages
from carrack._output import write

with optional_packages():
    import jax

    from carrack.learn import training
    from carrack.learn.levels import Levels
    from carrack.learn.plan import TABLES, Guide, Plan, Table, self_play_others
    from carrack.learn.policy_gradient import SelfPlay, SelfPlaySettings
    from carrack.learn.quantize import Part, with_policy

SEED = 8801
"""Of the games of self-play."""
TEST_SEED = 8901
TWO, FOUR = (Ruleset("aoe3", players) for players in (2, 4))
SEARCH = "mcts:iterations=100,prior=scripted,rollout=scripted"
"""Played against by the policies, besides each other: a policy may beat the one that it started
from by what wins among its equals alone.
"""


@dataclass(frozen=True)
class Test:
    """Who plays against whom."""

    name: str
    rules: Ruleset
    seats: tuple[int, ...]
    """Those of the policy."""
    opponent: str | None = None
    """At the other seats; None: the policy that training started from."""


TESTS = (
    Test("the start, two players", TWO, (0,)),
    Test("the start, four players", FOUR, (0, 2)),
    Test("three searches", FOUR, (0,), SEARCH),
)


@dataclass(frozen=True)
class Study:
    """What is played."""

    net: str
    """The network that the policy starts from, with its hash."""
    tables: tuple[Table, ...] = TABLES
    settings: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    every: int = 100
    """Rounds between two networks that are kept."""
    games: int = 400
    """Of each comparison."""

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        settings = asdict(self.settings)
        del settings["rounds"]  # may be more later
        return {
            "net": self.net,
            "tables": [table.name for table in self.tables],
            "settings": settings,
            "every": self.every,
            "games": self.games,
            "seeds": [SEED, TEST_SEED],
            "tests": [
                [test.name, rules_plan(test.rules), list(test.seats), test.opponent]
                for test in TESTS
            ],
        }


def small(study: Study) -> Study:
    """A quick check: two rounds of a few games."""
    return replace(
        study,
        tables=TABLES[1:2],
        settings=replace(study.settings, rounds=2, games=2, epochs=1, batch=64),
        every=1,
        games=8,
    )


def start_of(network: _core.Network, levels: Levels) -> Part:
    """The policy of a network."""
    names, _, bias, layers = _core.network_arrays(network)[0]
    inputs = levels.places(names)
    widths = training.Settings(width=len(bias), layers=tuple(len(b) for _, b in layers))
    key = jax.random.PRNGKey(1)
    return Part(training.from_network(key, network, inputs, widths, levels), inputs)


def improve(folder: Path, study: Study, threads: int) -> list[tuple[int, Path]]:
    """Play what is missing of the rounds; return the networks with their rounds."""
    levels = Levels()
    network = _core.Network(study.net)
    policy = start_of(network, levels)
    games = Plan(self_play=study.settings, tables=study.tables).self_play_games()
    others = self_play_others(Guide(study.net))
    found = []
    for last in range(study.every, study.settings.rounds + 1, study.every):
        file = folder / f"round-{last}.net"
        found.append((last, file))
        if file.exists():
            continue
        settings = replace(study.settings, rounds=last)
        place = folder / "self-play"
        self_play = SelfPlay(policy, games, settings, levels, SEED, place, others)
        part = self_play.run(threads, report)
        origin = {"start": study.net, "self_play": asdict(settings), "engine": carrack.ENGINE}
        write(file, with_policy(network, part, levels, f"self-play, round {last}", origin))
    return found


def compared(study: Study, last: int, net: str, test: Test) -> Row:
    """The row of a comparison: means of blocks, of the seats of the policy together."""
    opponent = test.opponent or f"policy:net={study.net}"
    players = test.rules.players
    agents = [f"policy:net={net}" if seat in test.seats else opponent for seat in range(players)]
    blocks = study.games // players
    games = carrack.tournament(
        test.rules, agents, range(blocks), seed=TEST_SEED, seatings="rotations"
    )
    shares = block_means(games, games.win_shares, test.seats, blocks) * len(test.seats)
    return {"round": last, "test": test.name, "share": [round(float(x), 6) for x in shares]}


def compare(kept: KeptRows, study: Study, networks: Sequence[tuple[int, Path]]) -> list[Row]:
    """Play the comparisons that the file does not have; return all, by network, with the start as
    round 0 where it does not meet itself.
    """
    by_name = {test.name: test for test in TESTS}
    rows: dict[tuple[int, str], Row] = {}
    for row in kept.rows:
        test = by_name.get(str(row.get("test")))
        if (
            test is None
            or not integers([row.get("round")], 0)
            or not numbers(row.get("share"), 0, 1, study.games // test.rules.players)
        ):
            raise kept.wrong(row, "a comparison: round, test, share")
        rows[row["round"], test.name] = row
    found = []
    for last, net in [(0, study.net), *((last, str(file.resolve())) for last, file in networks)]:
        for test in TESTS:
            if last == 0 and test.opponent is None:
                continue
            if (last, test.name) not in rows:
                kept.keep(compared(study, last, net, test))
                rows[last, test.name] = kept.rows[-1]
            found.append(rows[last, test.name])
    return found


def print_table(rows: Sequence[Row]) -> None:
    """The comparisons as Markdown."""
    by_name = {test.name: test for test in TESTS}
    print("| rounds | against | games | win share | even |\n|---|---|---|---|---|")
    for row in rows:
        test = by_name[row["test"]]
        players = test.rules.players
        share = carrack.mean_interval(row["share"], players, between=(0, 1)).text(3)
        games = len(row["share"]) * players
        even = len(test.seats) / players
        print(f"| {row['round']} | {test.name} | {games} | {share} | {even:g} |")


def parser() -> _command.Parser:
    made = _command.Parser("self_play.py", __doc__ or "", "")
    made.add_argument("folder", metavar="FOLDER", type=Path, help="networks and figures, kept")
    made.add_argument("--net", metavar="NETWORK", default="default", help="(%(default)s) or a file")
    made.add_argument("--small", action="store_true", help="two rounds of a few games")
    _command.add_numbers(made, [("--rounds", None, "(300)"), ("--threads", 1, "")])
    return made


def run(given: argparse.Namespace) -> None:
    study = Study(_core.Network(given.net).spec, settings=SelfPlaySettings(rounds=300))
    if given.small:
        study = small(study)
    if given.rounds is not None:
        rounds = whole_number("rounds", given.rounds, study.every)
        study = replace(study, settings=replace(study.settings, rounds=rounds))
    threads = whole_number("threads", given.threads, 1, 1024)
    folder = given.folder.resolve()
    if "," in str(folder):
        raise InputError(f"{folder}: specs of agents name its files, so it cannot have commas")
    folder.mkdir(parents=True, exist_ok=True)
    with kept_rows(folder / "self_play.jsonl", "self_play", study.header(), [TWO, FOUR]) as kept:
        rows = compare(kept, study, improve(folder, study, threads))
    print_table(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
