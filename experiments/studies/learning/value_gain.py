"""How well values predict outcomes, compared with the linear evaluation.

.venv/bin/python experiments/studies/learning/value_gain.py FILE [--net default] [--small]

Plays fresh games of an agent and evaluates the first decision of each turn from 2 to 8. The games
are kept in FILE; an interrupted run continues when the command is repeated. Prints, for each turn,
the explained variance and log-loss of both, the paired gains, and the slope of outcomes on values.
The definitions are in README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from bootstrap import Resampled, Values, sums_by_game
from kept_rows import KeptRows, kept_rows
from numpy.typing import NDArray
from recorded_games import (
    full_spec,
    game_rows,
    play_missing,
    positions_of,
    report,
    rules_plan,
)

import carrack
from carrack import InputError, Ruleset, State, _command

TURNS = range(2, 9)
SCALES = np.geomspace(0.005, 0.5, 47)
"""Candidates for the scale of the linear evaluation, in 1 / VP."""
LEAST = 1e-6
"""Values are at least this in log-losses and log-odds."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    rules: Ruleset
    agent: str = "policy"
    games: int = 20_000
    seed: int = 5201

    def __post_init__(self) -> None:
        if self.games < 1:
            raise InputError(f"games is {self.games}, expected 1 or more")

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        return {
            **rules_plan(self.rules),
            "agent": full_spec(self.agent),
            "games": self.games,
            "seed": self.seed,
        }


class Sample(NamedTuple):
    """The first decision of a turn in each of G games with N players. A game without a decision
    in the turn is absent.
    """

    game: NDArray[np.int64]
    """[G] its number."""
    value: Values
    """[G, N] the win shares that the network expects, by seat."""
    expected_vp: Values
    """[G, N] final VP that the linear evaluation expects."""
    win_share: Values
    """[G, N] at the end of the game."""
    lead: Values
    """[G, N] final VP beyond those of the best other player."""


def values_of(network: carrack.Network, states: Sequence[State]) -> Values:
    """[states, MAX_PLAYERS] the win shares that a network expects, by seat."""
    return np.asarray(network.evaluate(states)[1], np.float64)


def lead(vp: Values) -> Values:
    """[..., N] VP of each player beyond those of the best other player, from VP [..., N]."""
    others = np.repeat(vp[..., None, :], vp.shape[-1], axis=-2)
    own = np.eye(vp.shape[-1], dtype=bool)
    return np.asarray(vp - np.where(own, -np.inf, others).max(axis=-1))


def collect(kept: KeptRows, plan: Plan, network: carrack.Network) -> dict[int, Sample]:
    """Play the games that the file does not have; return the positions by turn."""
    play_missing(kept, plan.rules, plan.agent, plan.seed, plan.games)
    parts: dict[int, list[Sample]] = {turn: [] for turn in TURNS}
    for row in game_rows(kept, plan.games):
        positions = positions_of(kept, row, plan.rules)
        first: dict[int, State] = {}
        for state in positions:
            if state.current_player >= 0 and state.turn in TURNS:
                first.setdefault(state.turn, state)
        if not first:
            continue
        players = plan.rules.players
        end = positions[-1]
        share = np.array(end.returns())[None]
        ahead = lead(np.array(end.scores(), np.float64))[None]
        values = values_of(network, list(first.values()))[:, :players]
        for (turn, state), value in zip(first.items(), values, strict=True):
            number = np.array([row["game"]])
            vp = np.array(state.expected_vp())[None]
            parts[turn].append(Sample(number, value[None], vp, share, ahead))
        if (row["game"] + 1) % max(1, plan.games // 10) == 0:
            report(f"{row['game'] + 1} of {plan.games} games evaluated")
    return {turn: joined(found) for turn, found in parts.items() if found}


def joined(parts: Sequence[Sample]) -> Sample:
    """The games of all parts."""
    return Sample(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def softmax(logits: Values) -> Values:
    """[..., N] probabilities."""
    odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def log_loss(win_share: Values, value: Values) -> Values:
    """[G] the cross-entropy of win shares [G, N] and values [G, N]."""
    return np.asarray(-(win_share * np.log(np.maximum(value, LEAST))).sum(axis=-1))


def win_shares_of_evaluation(sample: Sample) -> Values:
    """[G, N] the softmax of scale times expected VP. The scale with the smallest log-loss in games
    with an odd number is used in games with an even number, and the reverse.
    """
    is_even = sample.game % 2 == 0
    value = np.empty_like(sample.expected_vp)
    for half in (is_even, ~is_even):
        other = ~half if (~half).any() else half  # a single game has no other half
        losses = [
            log_loss(sample.win_share[other], softmax(scale * sample.expected_vp[other])).mean()
            for scale in SCALES
        ]
        value[half] = softmax(SCALES[int(np.argmin(losses))] * sample.expected_vp[half])
    return value


COLUMNS = ("n", "x", "y", "xx", "yy", "xy")


def moments(x: Values, y: Values) -> Values:
    """[G, 6] for each game, the sums over its players that COLUMNS names. ``x`` and ``y`` are
    [G, N].
    """
    parts = (np.ones_like(x), x, y, x * x, y * y, x * y)
    return np.stack([part.sum(axis=1) for part in parts], axis=1)


def correlation_squared(sums: Values) -> Values:
    """The explained variance of the best linear prediction of y from x: [..., 6] to [...]."""
    n, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    covariance = n * xy - x * y
    return np.asarray(covariance**2 / ((n * xx - x * x) * (n * yy - y * y)))


def explained(sums: Values) -> Values:
    """The explained variance of the prediction x of y: 1 - sum (y - x)^2 / sum (y - mean)^2."""
    n, _, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    return np.asarray(1 - (yy - 2 * xy + xx) / (yy - y * y / n))


def slope(sums: Values) -> Values:
    """The slope of the regression of y on x."""
    n, x, y, xx, _, xy = np.moveaxis(sums, -1, 0)
    return np.asarray((n * xy - x * y) / (n * xx - x * x))


class Comparison:
    """The figures of a turn, each with its interval over games."""

    def __init__(self, sample: Sample) -> None:
        evaluation = win_shares_of_evaluation(sample)
        value = sample.value
        odds = np.log(np.maximum(value, LEAST) / np.maximum(1 - value, LEAST))
        parts = [
            moments(value, sample.win_share),
            moments(evaluation, sample.win_share),
            moments(odds, sample.lead),
            moments(lead(sample.expected_vp), sample.lead),
            log_loss(sample.win_share, value)[:, None],
            log_loss(sample.win_share, evaluation)[:, None],
            np.ones((len(value), 1)),
        ]
        sums = Resampled(sums_by_game(np.concatenate(parts, axis=1), sample.game))
        k = len(COLUMNS)
        share, share_0, ahead, ahead_0 = (slice(i * k, (i + 1) * k) for i in range(4))
        loss, loss_0, n = (4 * k + i for i in range(3))
        self.games = len(np.unique(sample.game))
        self.win_share = sums.estimate(lambda s: explained(s[..., share]))
        self.win_share_gain = sums.estimate(
            lambda s: explained(s[..., share]) - explained(s[..., share_0])
        )
        self.lead = sums.estimate(lambda s: correlation_squared(s[..., ahead]))
        self.lead_gain = sums.estimate(
            lambda s: correlation_squared(s[..., ahead]) - correlation_squared(s[..., ahead_0])
        )
        self.loss = sums.estimate(lambda s: s[..., loss] / s[..., n])
        self.loss_gain = sums.estimate(lambda s: (s[..., loss_0] - s[..., loss]) / s[..., n])
        self.slope = sums.estimate(lambda s: slope(s[..., share]))
        self.evaluation_slope = sums.estimate(lambda s: slope(s[..., share_0]))


def print_tables(samples: dict[int, Sample]) -> None:
    """Print both tables as Markdown."""
    found = {turn: Comparison(sample) for turn, sample in samples.items()}
    print("| turn | games | R² of win share | gain | R² of VP lead | gain |")
    print("|---|---|---|---|---|---|")
    for turn, c in found.items():
        shares = f"{c.win_share.text(3)} | {c.win_share_gain.text(3, '+')}"
        leads = f"{c.lead.text(3)} | {c.lead_gain.text(3, '+')}"
        print(f"| {turn} | {c.games} | {shares} | {leads} |")
    print("\n| turn | log-loss | gain | slope | slope of the evaluation |\n|---|---|---|---|---|")
    for turn, c in found.items():
        losses = f"{c.loss.text(4)} | {c.loss_gain.text(4, '+')}"
        print(f"| {turn} | {losses} | {c.slope.text(2)} | {c.evaluation_slope.text(2)} |")


def parser() -> _command.Parser:
    made = _command.Parser("value_gain.py", __doc__ or "", "")
    made.add_argument("file", metavar="FILE", help="the games, kept")
    made.add_argument("--net", metavar="NETWORK", default="default", help="(%(default)s) or a file")
    made.add_argument("--agent", metavar="SPEC", default=Plan.agent, help="plays (%(default)s)")
    made.add_argument("--small", action="store_true", help="40 games, a quick check")
    _command.add_numbers(made, [("--games", None, f"({Plan.games})"), ("--seed", Plan.seed, "")])
    _command.add_ruleset(made)
    return made


def run(given: argparse.Namespace) -> None:
    games = 40 if given.small else Plan.games
    games = games if given.games is None else given.games
    plan = Plan(_command.ruleset(given), given.agent, games, given.seed)
    network = carrack.Network(given.net)
    with kept_rows(given.file, "value_gain", plan.header(), [plan.rules]) as kept:
        samples = collect(kept, plan, network)
    print(
        f"`{network.spec}` on {plan.games} games of `{plan.agent}` with {plan.rules}, seed "
        f"{plan.seed}\n"
    )
    print_tables(samples)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
