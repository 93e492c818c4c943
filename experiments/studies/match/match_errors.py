"""Error rates and lengths of the sequential test of `carrack match`, and how often its interval of
the win share, which is that of a sample of fixed size, contains the true one; by simulation.

.venv/bin/python experiments/studies/match/match_errors.py [--tests 4000] [--seed 7]

A block has two games. They are independent and won with the probability of the Elo difference; or
both end alike; or, for agents that play nearly the same games, a share of the blocks is even: 1/2.
Every test has alpha = beta = 0.05 and goes on until it decides.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

import carrack
from carrack import _command
from carrack._arguments import whole_number

ELO = (20, 60, 150, 300)
ALIKE = ((0, 60), (200, 300), (400, 600))
"""Elo of H0 and H1; the further from 0, the more skewed are the blocks."""
EVEN = (0.8, 0.9)
EVEN_ELO = 25


def won(elo: float) -> float:
    """The expected share of a side with half of the seats."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def independent(share: float) -> list[float]:
    """Probabilities that a block is 0, 1/2 and 1 if its games are independent."""
    return [(1 - share) ** 2, 2 * share * (1 - share), share**2]


def alike(share: float) -> list[float]:
    """The same if both games of a block end alike."""
    return [1 - share, 0, share]


def mostly_even(share: float, even: float) -> list[float]:
    """The same if a share ``even`` of the blocks is 1/2."""
    return [1 - even / 2 - share, even, share - even / 2]


def rates(
    blocks: list[float], elo0: float, elo1: float, tests: int, rng: np.random.Generator
) -> list[float]:
    """Shares of tests that accept H0 and H1, their mean length, and the share of tests whose
    interval contains the true win share. ``blocks``: probabilities of the shares 0, 1/2 and 1.
    """
    ends = {"H0": 0, "H1": 0}
    length = covered = 0
    true_share = blocks[1] / 2 + blocks[2]
    rules = carrack.Ruleset(players=4)
    for _ in range(tests):
        match = carrack._core.MatchResult(rules, elo0, elo1, 0.05, 0.05)
        drawn = 0
        while not match.is_decided:
            shares = rng.choice([0, 0.5, 1], size=max(64, drawn), p=blocks).tolist()
            match.add([(share, (0, 0), ("", "")) for share in shares])
            drawn += len(shares)
        result = match.to_dict()
        ends[result["verdict"]] += 1
        length += result["blocks"]
        covered += result["win_share_low"] <= true_share <= result["win_share_high"]
    return [ends["H0"] / tests, ends["H1"] / tests, length / tests, covered / tests]


def parser() -> _command.Parser:
    made = _command.Parser("match_errors.py", __doc__ or "", "")
    _command.add_numbers(made, [("--tests", 4000, "of each case"), ("--seed", 7, "")])
    return made


def run(given: argparse.Namespace) -> None:
    tests = whole_number("tests", given.tests, 1)
    rng = np.random.default_rng(whole_number("seed", given.seed, 0))
    head = ["blocks", "Elo of H0", "of H1"]
    for figure in ("wrong", "blocks", "in the interval"):
        head += [f"{figure} under H0", "under H1"]
    print(f"| {' | '.join(head)} |\n{'|---' * len(head)}|")
    lines = [("independent games", 0, elo, independent(0.5), independent(won(elo))) for elo in ELO]
    for elo0, elo1 in ALIKE:
        lines.append(("games alike", elo0, elo1, alike(won(elo0)), alike(won(elo1))))
    for even in EVEN:
        fair, better = mostly_even(0.5, even), mostly_even(won(EVEN_ELO), even)
        lines.append((f"{even:.0%} even", 0, EVEN_ELO, fair, better))
    for name, elo0, elo1, fair, better in lines:
        _, wrong0, length0, covered0 = rates(fair, elo0, elo1, tests, rng)
        wrong1, _, length1, covered1 = rates(better, elo0, elo1, tests, rng)
        figures = [f"{wrong0:.3f}", f"{wrong1:.3f}", f"{length0:.0f}", f"{length1:.0f}"]
        figures += [f"{covered0:.3f}", f"{covered1:.3f}"]
        print(f"| {' | '.join([name, str(elo0), str(elo1), *figures])} |", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
