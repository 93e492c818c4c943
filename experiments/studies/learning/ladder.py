"""Agents against the MCTS bot of OpenSpiel at equal time per move.

.venv/bin/python experiments/studies/learning/ladder.py FILE [--seconds 0.1] [--agent ...] [--small]

The bot is `open_spiel.python.algorithms.mcts.MCTSBot` on the game of `carrack.envs.spiel`: UCT,
MCTS-Solver, and one uniformly random rollout for each leaf. With `--rollouts engine` (default) the
rollout is played by this project's engine, with `--rollouts openspiel` by OpenSpiel's evaluator,
which is slower. Every finished block is kept in FILE; an interrupted run continues when the command
is repeated. Run it on an idle machine: games with a time limit depend on its speed. The definitions
are in README.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from kept_rows import KeptRows, Row, kept_rows, numbers
from numpy.typing import NDArray
from recorded_games import full_spec, report, rules_plan

import carrack
from carrack import InputError, Ruleset, State, _command
from carrack._optional import optional_packages

with optional_packages():
    from open_spiel.python.algorithms import mcts

    import carrack.envs.spiel as spiel

AGENTS = ("random", "scripted", "greedy", "policy", "uct:time=SECONDS", "mcts:time=SECONDS")
"""SECONDS is replaced by the time per move."""
EXPLORATION = 1.4142135623730951
"""Of UCB1 for rewards from 0 to 1 (Auer et al., Machine Learning 47, 2002)."""
FIRST_SIMULATIONS = 10
"""Of the first move of a block, before the bot's rate is known."""
DECAY = 0.8
"""Weight of earlier moves in the bot's recent rate, per move."""
ROLLOUTS = ("engine", "openspiel")
STEPS = 16
"""Random actions of a rollout at once; no game is so short."""
FIGURES = ("win_share", "vp", "bot_vp", "seconds", "bot_seconds", "simulations")


@dataclass(frozen=True)
class Plan:
    """Who plays whom."""

    rules: Ruleset
    agents: tuple[str, ...] = AGENTS
    seconds: float = 0.1
    blocks: int = 50
    seed: int = 5401
    rollouts: str = "engine"

    def __post_init__(self) -> None:
        if self.blocks < 1:
            raise InputError(f"blocks is {self.blocks}, expected 1 or more")
        if not 0.001 <= self.seconds <= 3600:
            raise InputError(f"seconds is {self.seconds}, expected 0.001 to 3600")
        if self.rules.players % 2:
            raise InputError(
                f"players is {self.rules.players}, expected an even number: agent and bot have "
                "half of the seats each"
            )

    @property
    def specs(self) -> list[str]:
        """The agents with the time per move filled in."""
        return [spec.replace("SECONDS", f"{self.seconds:g}") for spec in self.agents]

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            **rules_plan(self.rules),
            "agents": [full_spec(spec) for spec in self.specs],
            "seconds": self.seconds,
            "blocks": self.blocks,
            "seed": self.seed,
            "rollouts": self.rollouts,
            "exploration": EXPLORATION,
        }


@dataclass
class Clock:
    """The wall-clock time of an agent's moves."""

    moves: int = 0
    seconds: float = 0.0

    def add(self, start: float) -> None:
        """Count a move that began at ``start``, a time.perf_counter()."""
        self.moves += 1
        self.seconds += time.perf_counter() - start


@dataclass
class TimedAgent(carrack.PythonAgent):
    """An agent of a spec, timed."""

    spec: str
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.agent = carrack.agent(self.spec)

    def choose(self, state: State, seed: int) -> int:
        start = time.perf_counter()
        action = self.agent.choose(state, seed)
        self.clock.add(start)
        return action


class EngineRollouts(mcts.Evaluator):  # type: ignore[misc]
    """A uniformly random game from a leaf, played by the engine."""

    def __init__(self, random: np.random.RandomState) -> None:
        self.random = random

    def evaluate(self, state: spiel.CarrackState) -> NDArray[np.float64]:
        """[players] the win shares at the end of the game."""
        position = state.position.clone()
        while position.is_chance:
            actions, weights = zip(*position.chance_outcomes(), strict=True)
            position.apply(int(self.random.choice(actions, p=weights)))
        if position.is_terminal:
            return np.array(position.returns())
        seed = int(self.random.randint(2**31))
        game = carrack.BatchGame(
            position.ruleset, 1, seed, observations=False, positions=[position]
        )
        while not game.finished[0]:
            game.step_random(STEPS)
        is_first = game.ranks[0] == 1
        return np.asarray(is_first / is_first.sum())

    def prior(self, state: spiel.CarrackState) -> list[tuple[int, float]]:
        """The probabilities of chance; all actions of a player are equal."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class OpenSpielBot(carrack.PythonAgent):
    """The MCTS bot of OpenSpiel, timed. The bot has no time limit: each move has as many
    simulations as its recent rate allows, and a deviation of the mean time per move from the
    limit is corrected in the next moves.
    """

    def __init__(self, rules: Ruleset, seconds: float, rollouts: str) -> None:
        self.game = spiel.CarrackGame(
            {
                "edition": rules.edition,
                "players": rules.players,
                "modules": "+".join(rules.modules),
                "variants": "+".join(rules.variants),
            }
        )
        self.seconds = seconds
        self.rollouts = rollouts
        self.clock = Clock()
        self.simulations = 0
        self.next_simulations = FIRST_SIMULATIONS
        self.recent_simulations = 0.0
        self.recent_seconds = 0.0

    def choose(self, state: State, seed: int) -> int:
        start = time.perf_counter()
        position = self.game.new_initial_state()
        position.position = state.resampled(state.current_player, 0)  # chance draws are actions
        random = np.random.RandomState(seed % 2**32)
        evaluator = (
            EngineRollouts(random)
            if self.rollouts == "engine"
            else mcts.RandomRolloutEvaluator(1, random)
        )
        bot = mcts.MCTSBot(
            self.game, EXPLORATION, self.next_simulations, evaluator, random_state=random
        )
        root = bot.mcts_search(position)
        action = int(root.best_child().action)
        self.clock.add(start)
        self._plan_next(root.explore_count, time.perf_counter() - start)
        return action

    def _plan_next(self, simulations: int, seconds: float) -> None:
        """Set the simulations of the next move, after a move with these."""
        self.simulations += simulations
        self.recent_simulations = DECAY * self.recent_simulations + simulations
        self.recent_seconds = DECAY * self.recent_seconds + seconds
        saved = self.clock.moves * self.seconds - self.clock.seconds
        allowed = np.clip(self.seconds + saved / 8, self.seconds / 2, self.seconds * 1.5)
        rate = self.recent_simulations / self.recent_seconds
        self.next_simulations = max(2, round(float(rate * allowed)))


def play_block(plan: Plan, spec: str, block: int) -> Row:
    """A block: one chance seed in all rotations of the seats. Agent and bot have every second
    seat.
    """
    bot = OpenSpielBot(plan.rules, plan.seconds, plan.rollouts)
    agent = TimedAgent(spec)
    seats: list[carrack.PythonAgent] = [agent, bot] * (plan.rules.players // 2)
    games = carrack.tournament(plan.rules, seats, range(block, block + 1), seed=plan.seed)
    if games.reasons:
        raise InputError(f"block {block}: {next(iter(games.reasons.values()))}")
    is_agent = games.entrants % 2 == 0
    games_played = len(games.ranks)
    return {
        "agent": spec,
        "block": block,
        "games": games_played,
        "moves": [agent.clock.moves, bot.clock.moves],
        "win_share": round(float(games.win_shares[is_agent].sum()) / games_played, 6),
        "vp": round(float(games.scores[is_agent].mean()), 4),
        "bot_vp": round(float(games.scores[~is_agent].mean()), 4),
        "seconds": round(agent.clock.seconds / max(1, agent.clock.moves), 6),
        "bot_seconds": round(bot.clock.seconds / max(1, bot.clock.moves), 6),
        "simulations": round(bot.simulations / max(1, bot.clock.moves), 2),
    }


def collect(kept: KeptRows, plan: Plan) -> dict[str, list[Row]]:
    """Play the blocks that the file does not have; return the rows of each agent by block."""
    rows: dict[tuple[str, int], Row] = {}
    for row in kept.rows:
        agent, block = row.get("agent"), row.get("block")
        if (
            not isinstance(agent, str)
            or not numbers([block], 0, plan.blocks - 1, 1)
            or not numbers([row.get(name) for name in FIGURES[1:]], -1e3, 1e9, 5)
            or not numbers([row.get("win_share")], 0, 1, 1)
        ):
            raise kept.wrong(row, f"a block: agent, block, {', '.join(FIGURES)}")
        rows[agent, row["block"]] = row
    for block in range(plan.blocks):
        for spec in plan.specs:
            if (spec, block) not in rows:
                kept.keep(play_block(plan, spec, block))
                rows[spec, block] = kept.rows[-1]
        report(f"block {block + 1} of {plan.blocks}")
    return {spec: [rows[spec, block] for block in range(plan.blocks)] for spec in plan.specs}


def print_table(plan: Plan, found: dict[str, list[Row]]) -> None:
    """Print the table as Markdown."""
    players = plan.rules.players
    head = "| agent | games | win share of its half | VP | bot's VP | ms per move | bot's "
    print(f"{head}| simulations per move |\n{'|---' * 8}|")
    for spec, rows in found.items():
        columns = {name: np.array([row[name] for row in rows], float) for name in FIGURES}
        share = carrack.mean_interval(columns["win_share"], players, between=(0, 1)).text(3)
        points = [vp_text(columns[name], players) for name in ("vp", "bot_vp")]
        times = [f"{1000 * columns[name].mean():.1f}" for name in ("seconds", "bot_seconds")]
        times.append(f"{columns['simulations'].mean():.0f}")
        games = len(rows) * players
        print(f"| `{spec}` | {games} | {share} | {' | '.join([*points, *times])} |")


def vp_text(values: NDArray[np.float64], players: int) -> str:
    """A mean of VP over blocks with the half width of its interval."""
    mean = carrack.mean_interval(values, players, step=1)
    return f"{mean.mean:.1f}" if np.isnan(mean.low) else f"{mean.mean:.1f} ± {mean.half_width:.1f}"


def parser() -> _command.Parser:
    made = _command.Parser("ladder.py", __doc__ or "", "")
    made.add_argument("file", metavar="FILE", help="the blocks, kept")
    made.add_argument(
        "--agent",
        metavar="SPEC",
        action="append",
        help=f"SECONDS in it is the time per move; repeatable ({' '.join(AGENTS)})",
    )
    made.add_argument(
        "--seconds", type=float, metavar="S", default=Plan.seconds, help="per move (%(default)s)"
    )
    made.add_argument("--rollouts", choices=ROLLOUTS, default=Plan.rollouts, help="(%(default)s)")
    made.add_argument("--small", action="store_true", help="1 block of each agent, a quick check")
    _command.add_numbers(made, [("--blocks", None, f"({Plan.blocks})"), ("--seed", Plan.seed, "")])
    _command.add_ruleset(made)
    return made


def run(given: argparse.Namespace) -> None:
    blocks = 1 if given.small else Plan.blocks
    plan = Plan(
        _command.ruleset(given),
        tuple(given.agent or AGENTS),
        given.seconds,
        blocks if given.blocks is None else given.blocks,
        given.seed,
        given.rollouts,
    )
    with kept_rows(given.file, "ladder", plan.header(), [plan.rules]) as kept:
        found = collect(kept, plan)
    print(
        f"Half of the seats against OpenSpiel's `MCTSBot` with rollouts of {plan.rollouts} and "
        f"{plan.seconds:g} s per move, {plan.rules}, seed {plan.seed}; even: 0.5\n"
    )
    print_table(plan, found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
