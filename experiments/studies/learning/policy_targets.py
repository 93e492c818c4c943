"""How well policies predict the visits of independent searches.

.venv/bin/python experiments/studies/learning/policy_targets.py FILE [--net default] [--small]

Plays games of the search, draws decisions of them, and searches each twice with different seeds.
All games and searches are kept in FILE; an interrupted run continues when the command is repeated.
Prints the KL divergence from each policy to the visit shares, and how often its first option is
the most visited one. The definitions are in README.md.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from bootstrap import Values, mean_over_games
from kept_rows import KeptRows, Row, integers, kept_rows
from numpy.typing import NDArray
from recorded_games import (
    full_spec,
    game_rows,
    play_missing,
    positions_of,
    report,
    rules_plan,
    stream_seed,
)

import carrack
from carrack import InputError, Ruleset, State, _command

SEARCHES = 2
PSEUDO_VISITS = 0.5
"""Added to the visits of each option where a search is used as a policy: without them, an option
that it has not visited has an infinite loss. Krichevsky and Trofimov, "The performance of universal
encoding" (1981)."""
ABSENT = -1e9
"""The logit of an option that does not exist."""
SCRIPT_WEIGHTS = 1 / np.geomspace(0.5, 20, 24)
"""1 / temperature, the latter in VP."""
NETWORK_WEIGHTS = np.linspace(0, 1.5, 7)


@dataclass(frozen=True)
class Plan:
    """What is played and searched."""

    rules: Ruleset
    games: int = 220
    positions: int = 10
    """Of each game."""
    play: str = "mcts:iterations=200"
    search: str = "mcts:iterations=4000"
    seed: int = 5101

    def __post_init__(self) -> None:
        for name in ("games", "positions"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}, expected 1 or more")
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}, expected 0 or more")

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            **rules_plan(self.rules),
            "games": self.games,
            "positions": self.positions,
            "play": full_spec(self.play),
            "search": full_spec(self.search),
            "seed": self.seed,
        }


@dataclass(frozen=True, eq=False)
class Sample:
    """The searched decisions: P positions with at most K options each."""

    states: list[State]
    game: NDArray[np.int64]
    """[P] the number of the game."""
    is_option: NDArray[np.bool_]
    """[P, K] False beyond the options of a position."""
    visits: Values
    """[2, P, K] of both searches."""

    @property
    def targets(self) -> Values:
        """[2, P, K] visit shares."""
        return np.asarray(self.visits / self.visits.sum(axis=2, keepdims=True))

    def log_policy(self, logits: Values) -> Values:
        """[P, K] the logarithm of the softmax over the options."""
        masked = np.where(self.is_option, logits, ABSENT)
        shifted = masked - masked.max(axis=1, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))

    def table(self, of_actions: Sequence[NDArray[np.float32]]) -> Values:
        """[P, K] the numbers of the options, from an array [NUM_ACTIONS] for each position."""
        filled = np.full(self.is_option.shape, ABSENT)
        for row, state, numbers in zip(filled, self.states, of_actions, strict=True):
            options = state.legal_actions()
            row[: len(options)] = numbers[options]
        return filled


def decisions(states: Sequence[State], plan: Plan, game: int) -> list[int]:
    """The plies of a game that are searched, ascending, drawn with equal probability from all its
    decisions.
    """
    plies = [ply for ply, state in enumerate(states) if state.current_player >= 0]
    draw = np.random.default_rng([plan.seed, game])
    count = min(plan.positions, len(plies))
    return sorted(draw.choice(plies, size=count, replace=False).tolist())


def collect(kept: KeptRows, plan: Plan) -> Sample:
    """Play and search what the file does not have, and return all of it."""
    play_missing(kept, plan.rules, plan.play, plan.seed, plan.games)
    searched: dict[tuple[int, int], Row] = {}
    for row in kept.rows:
        if "visits" in row:
            if not integers([row.get("game"), row.get("ply")], 0, 2):
                raise kept.wrong(row, "a position: the numbers of its game and ply")
            searched[row["game"], row["ply"]] = row
    states: list[State] = []
    of_game: list[int] = []
    visits: list[list[list[int]]] = []
    for row in sorted(game_rows(kept, plan.games), key=lambda row: int(row["game"])):
        game = row["game"]
        positions = positions_of(kept, row, plan.rules)
        for ply in decisions(positions, plan, game):
            state = positions[ply]
            if (game, ply) not in searched:
                kept.keep(search(state, plan, game, ply))
                searched[game, ply] = kept.rows[-1]
            visits.append(checked(kept, searched[game, ply], state))
            states.append(state)
            of_game.append(game)
        if (game + 1) % max(1, plan.games // 10) == 0:
            report(f"{len(states)} positions of {game + 1} of {plan.games} games")
    widest = max(len(both[0]) for both in visits)
    table = np.zeros((SEARCHES, len(states), widest))
    is_option = np.zeros((len(states), widest), bool)
    for i, both in enumerate(visits):
        table[:, i, : len(both[0])] = both
        is_option[i, : len(both[0])] = True
    return Sample(states, np.array(of_game), is_option, table)


def search(state: State, plan: Plan, game: int, ply: int) -> Row:
    """The row of a position: the visits of the legal actions, ascending, by each search."""
    visits = []
    for number in range(SEARCHES):
        found = carrack.search(state, plan.search, seed=stream_seed(plan.seed, game, ply, number))
        if not found.visits.sum():
            raise InputError(f"{plan.search} does not search, expected an agent that does")
        of_action = dict(zip(found.actions.tolist(), found.visits.tolist(), strict=True))
        visits.append([of_action[action] for action in state.legal_actions()])
    return {"game": game, "ply": ply, "visits": visits}


def checked(kept: KeptRows, row: Row, state: State) -> list[list[int]]:
    """The visits of a row, if there are as many as options."""
    visits = row["visits"]
    options = len(state.legal_actions())
    if (
        not isinstance(visits, list)
        or len(visits) != SEARCHES
        or not all(integers(numbers, 0, options) and sum(numbers) > 0 for numbers in visits)
    ):
        raise kept.wrong(row, f"the visits of {options} options by {SEARCHES} searches")
    return visits


def divergence(targets: Values, log_policy: Values) -> Values:
    """[P] the KL divergence from the policy [..., P, K] to the targets [2, P, K], the mean over
    both.
    """
    log_target = np.log(np.where(targets > 0, targets, 1))
    return np.asarray((targets * (log_target - log_policy)).sum(axis=2).mean(axis=0))


def agreement(targets: Values, log_policy: Values) -> Values:
    """[P] the share of the targets whose most visited option is the policy's first. Of equal
    options, each is the first with the same probability.
    """
    first, most = (
        numbers == numbers.max(axis=-1, keepdims=True) for numbers in (log_policy, targets)
    )
    same = (first & most).sum(axis=-1) / (first.sum(axis=-1) * most.sum(axis=-1))
    return np.asarray(same.mean(axis=0))


def best_of(candidates: Sequence[Values], sample: Sample) -> Values:
    """[P, K] log probabilities: in games with an even number, those of the candidate with the
    smallest mean divergence in games with an odd number, and the reverse. So no candidate is
    chosen on the games on which it is measured.
    """
    is_even = sample.game % 2 == 0
    losses = [divergence(sample.targets, candidate) for candidate in candidates]
    chosen = np.empty_like(candidates[0])
    for half in (is_even, ~is_even):
        other = ~half if (~half).any() else half  # a single game has no other half
        best = min(range(len(candidates)), key=lambda k: losses[k][other].mean())
        chosen[half] = candidates[best][half]
    return chosen


def policies(sample: Sample, networks: Sequence[carrack.Network]) -> dict[str, Values]:
    """Log probabilities [P, K] of each policy, by name; of the second search [2, P, K]: each
    search is the policy for the visits of the other.
    """
    script = sample.table([state.script_values() for state in sample.states])
    found = {
        "uniform": sample.log_policy(np.zeros_like(script)),
        "script": best_of([sample.log_policy(script * w) for w in SCRIPT_WEIGHTS], sample),
    }
    for network in networks:
        logits = sample.table(list(network.evaluate(sample.states)[0]))
        mixes = [
            sample.log_policy(logits * own + script * weight)
            for own, weight in itertools.product(NETWORK_WEIGHTS, [0, *SCRIPT_WEIGHTS])
        ]
        found[f"`{network.spec}`"] = sample.log_policy(logits)
        found[f"`{network.spec}` and script"] = best_of(mixes, sample)
    smoothed = np.where(sample.is_option, sample.visits + PSEUDO_VISITS, 0)[::-1]
    share = smoothed / smoothed.sum(axis=2, keepdims=True)
    found["second search"] = np.log(share, out=np.full_like(share, ABSENT), where=share > 0)
    return found


def print_table(sample: Sample, networks: Sequence[carrack.Network]) -> None:
    """Print the table as Markdown."""
    targets = sample.targets
    found = policies(sample, networks)
    of_script = divergence(targets, found["script"])
    print("| policy | KL to the visits | less than the script's | first option most visited |")
    print("|---|---|---|---|")
    for name, log_policy in found.items():
        losses = divergence(targets, log_policy)
        cells = [
            mean_over_games(losses, sample.game).text(3),
            "" if name == "script" else mean_over_games(of_script - losses, sample.game).text(3),
            mean_over_games(agreement(targets, log_policy), sample.game, (0, 1)).text(3),
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def parser() -> _command.Parser:
    made = _command.Parser("policy_targets.py", __doc__ or "", "")
    made.add_argument("file", metavar="FILE", help="games and searches, kept")
    made.add_argument(
        "--net", action="append", metavar="NETWORK", help="default, or a file; repeatable (default)"
    )
    made.add_argument("--play", metavar="SPEC", default=Plan.play, help="plays the games")
    made.add_argument("--search", metavar="SPEC", default=Plan.search, help="gives the visits")
    made.add_argument("--small", action="store_true", help="4 games of 5 positions, a quick check")
    _command.add_numbers(
        made,
        [
            ("--games", None, f"({Plan.games})"),
            ("--positions", None, f"of each game ({Plan.positions})"),
            ("--seed", Plan.seed, ""),
        ],
    )
    _command.add_ruleset(made)
    return made


def run(given: argparse.Namespace) -> None:
    games, positions = (4, 5) if given.small else (Plan.games, Plan.positions)
    plan = Plan(
        _command.ruleset(given),
        games if given.games is None else given.games,
        positions if given.positions is None else given.positions,
        given.play,
        given.search,
        given.seed,
    )
    networks = [carrack.Network(net) for net in given.net or ["default"]]
    with kept_rows(given.file, "policy_targets", plan.header(), [plan.rules]) as kept:
        sample = collect(kept, plan)
    print(
        f"{len(sample.states)} positions of {len(np.unique(sample.game))} games of `{plan.play}` "
        f"with {plan.rules}, seed {plan.seed}; targets: two searches of `{plan.search}`\n"
    )
    print_table(sample, networks)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
