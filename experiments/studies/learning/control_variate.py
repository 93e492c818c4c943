"""How many games a control variate saves in trials of tiles.

.venv/bin/python experiments/studies/learning/control_variate.py FILE [--net default] [--small]

Plays games of an agent. In each, one occasion is drawn among all at which a player could first
afford a tile. From there the game is played on with the tile and with the agent's other choice,
with the same chance events, as in `carrack trial`. For each branch, the outcome for the buyer and
the value of a network at the start of the next turn are kept in FILE; an interrupted run continues
when the command is repeated. Prints, for each turn, how well the difference of the values predicts
the difference of the outcomes, and the games that are saved. The definitions are in README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from bootstrap import Resampled, Values, sums_by_game
from kept_rows import KeptRows, Row, integers, kept_rows, numbers
from numpy.typing import NDArray
from recorded_games import full_spec, report, rules_plan, stream_seed

import carrack
from carrack import InputError, Ruleset, State, _command

TURNS = range(1, 8)
"""Of the forks: in the last turn there is no next one."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    rules: Ruleset
    network: str
    agent: str = "policy"
    games: int = 8_000
    seed: int = 5301

    def __post_init__(self) -> None:
        if self.games < 1:
            raise InputError(f"games is {self.games}, expected 1 or more")
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}, expected 0 or more")

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            **rules_plan(self.rules),
            "network": self.network,
            "agent": full_spec(self.agent),
            "games": self.games,
            "seed": self.seed,
        }


class Occasion(NamedTuple):
    """A decision at which a player could first afford a tile."""

    state: State
    tile: str
    buy: int
    """The purchase, an action id."""


class Branch(NamedTuple):
    """A game that was played on from a fork, for the buyer."""

    outcome: float
    """Win share at the end."""
    value: float
    """Win share that the network expects at the start of the next turn."""
    short: int
    """Decisions until then."""
    long: int
    """Decisions until the end."""


def occasions(state: State, agent: carrack.Agent, seed: int) -> list[Occasion]:
    """Plays a game; returns the first occasions of all tiles, in turns that have a next one."""
    found: dict[str, Occasion] = {}
    ply = 0
    while not state.is_terminal:
        if state.phase == "buildings" and state.turn in TURNS:
            for action in state.legal_actions():
                words = state.action_to_string(action).split()
                if words[0] == "buy" and words[1] not in found:
                    found[words[1]] = Occasion(state.clone(), words[1], action)
        state.apply(agent.choose(state, stream_seed(seed, ply)))
        ply += 1
    return list(found.values())


def played_on(
    state: State, first: int, agent: carrack.Agent, network: carrack.Network, seed: int
) -> Branch:
    """Plays on after an action. The next turn may start with a decision or with chance."""
    buyer, turn = state.current_player, state.turn
    state = state.clone()
    state.apply(first)
    decisions = 1
    value = np.nan
    short = 0
    while not state.is_terminal:
        if short == 0 and state.turn > turn:
            value = float(network.values([state])[0][0, buyer])
            short = decisions
        state.apply(agent.choose(state, stream_seed(seed, decisions)))
        decisions += 1
    return Branch(state.returns()[buyer], value, short, decisions)


def fork(plan: Plan, game: int, network: carrack.Network) -> Row:
    """The row of a game: its fork, or nothing but its number where nobody could afford a tile."""
    agent = carrack.agent(plan.agent)
    state = State(plan.rules, seed=stream_seed(plan.seed, game, 0))
    found = occasions(state, agent, stream_seed(plan.seed, game, 1))
    if not found:
        return {"game": game}
    at = found[stream_seed(plan.seed, game, 2) % len(found)]
    without = carrack.agent(f"restricted:ban={at.tile},of={plan.agent}")
    seed = stream_seed(plan.seed, game, 3)
    other = without.choose(at.state, seed)
    branches = [played_on(at.state, first, agent, network, seed) for first in (at.buy, other)]
    return {
        "game": game,
        "tile": at.tile,
        "turn": at.state.turn,
        "outcome": [branch.outcome for branch in branches],
        "value": [branch.value for branch in branches],
        "short": [branch.short for branch in branches],
        "long": [branch.long for branch in branches],
    }


class Forks(NamedTuple):
    """The forks of F games."""

    game: NDArray[np.int64]
    turn: NDArray[np.int64]
    outcome: Values
    """[F] with the tile minus with the other choice."""
    value: Values
    """[F] the same of the values at the start of the next turn."""
    cost: Values
    """[F] decisions until the next turn divided by decisions until the end, of both branches."""


def collect(kept: KeptRows, plan: Plan, network: carrack.Network) -> Forks:
    """Play the games that the file does not have; return all forks."""
    found = {row["game"] for row in checked(kept, plan.games)}
    for game in range(plan.games):
        if game not in found:
            kept.keep(fork(plan, game, network))
        if (game + 1) % max(1, plan.games // 20) == 0:
            report(f"{game + 1} of {plan.games} games")
    rows = [row for row in checked(kept, plan.games) if "tile" in row]
    return Forks(
        np.array([row["game"] for row in rows], np.int64),
        np.array([row["turn"] for row in rows], np.int64),
        np.array([row["outcome"][0] - row["outcome"][1] for row in rows]),
        np.array([row["value"][0] - row["value"][1] for row in rows]),
        np.array([sum(row["short"]) / sum(row["long"]) for row in rows]),
    )


def checked(kept: KeptRows, games: int) -> list[Row]:
    """The rows. Raises InputError for one of a wrong form, and for a game that is not one of the
    first ``games`` or is there twice.
    """
    known: set[int] = set()
    for row in kept.rows:
        if not integers([row.get("game")], 0) or not (
            row.keys() <= {"game", "engine"} or is_fork(row)
        ):
            raise kept.wrong(row, "a game: its number, and its fork")
        if row["game"] >= games or row["game"] in known:
            raise kept.wrong(row, f"a game of its own below {games}")
        known.add(row["game"])
    return kept.rows


def is_fork(row: Row) -> bool:
    return (
        isinstance(row.get("tile"), str)
        and row.get("turn") in TURNS
        and all(numbers(row.get(key), 0, 1, 2) for key in ("outcome", "value"))
        and all(integers(row.get(key), 1, 2) for key in ("short", "long"))
    )


def needed(correlation: Any, cost: Any) -> Any:
    """The cost of an estimate with as small an error as without the control variate, divided by
    the cost without it: 1 where it saves nothing. Some branches are played to the end, others only
    to the next turn, in the best proportion (double sampling, Cochran 1977, chapter 12).
    """
    r = np.abs(correlation)
    rest = np.sqrt(np.maximum(0, 1 - r**2) * (1 - cost))
    paid = r * np.sqrt(cost)
    worthwhile = r * np.sqrt(1 - cost) > np.sqrt(np.maximum(0, 1 - r**2) * cost)
    return np.where(worthwhile, (rest + paid) ** 2, 1.0)


def correlation(sums: Values) -> Values:
    """From sums of n, x, y, xx, yy, xy [..., 6]; NaN where nothing differs."""
    n, x, y, xx, yy, xy = np.moveaxis(sums[..., :6], -1, 0)
    with np.errstate(invalid="ignore"):
        return np.asarray((n * xy - x * y) / np.sqrt((n * xx - x * x) * (n * yy - y * y)))


def print_table(forks: Forks) -> None:
    """Print the figures of each turn as Markdown."""
    print("| turn of the fork | forks | sd of the outcome | correlation | cost | needed |")
    print("|---|---|---|---|---|---|")
    for turn in TURNS:
        mine = forks.turn == turn
        if mine.sum() < 2:
            continue
        x, y, cost = forks.value[mine], forks.outcome[mine], forks.cost[mine]
        columns = [np.ones_like(x), x, y, x * x, y * y, x * y, cost]
        sums = Resampled(sums_by_game(np.stack(columns, axis=1), forks.game[mine]))
        r = sums.estimate(correlation)
        share = sums.estimate(lambda s: needed(correlation(s), s[..., 6] / s[..., 0]))
        print(
            f"| {turn} | {mine.sum()} | {y.std():.3f} | {r.text(2)} | {cost.mean():.2f} "
            f"| {share.text(2)} |"
        )


def parser() -> _command.Parser:
    made = _command.Parser("control_variate.py", __doc__ or "", "")
    made.add_argument("file", metavar="FILE", help="the forks, kept")
    made.add_argument("--net", metavar="NETWORK", default="default", help="(%(default)s) or a file")
    made.add_argument("--agent", metavar="SPEC", default=Plan.agent, help="plays (%(default)s)")
    made.add_argument("--small", action="store_true", help="60 games, a quick check")
    _command.add_numbers(made, [("--games", None, f"({Plan.games})"), ("--seed", Plan.seed, "")])
    _command.add_ruleset(made)
    return made


def run(given: argparse.Namespace) -> None:
    games = 60 if given.small else Plan.games
    games = games if given.games is None else given.games
    network = carrack.Network(given.net)
    plan = Plan(_command.ruleset(given), network.spec, given.agent, games, given.seed)
    with kept_rows(given.file, "control_variate", plan.header(), [plan.rules]) as kept:
        forks = collect(kept, plan, network)
    print(
        f"`{network.spec}` on {plan.games} games of `{plan.agent}` with {plan.rules}, seed "
        f"{plan.seed}\n"
    )
    print_table(forks)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
