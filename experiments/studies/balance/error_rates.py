"""Error rates of the flags of `carrack balance`, by resampling.

python3 experiments/studies/balance/error_rates.py LEDGER [--replications 1000] [--seed 1]
    [--scale 1] [--threads 2]

LEDGER holds a study of `carrack balance --seed 1`, with `--scale` if given, or a longer one. The
games of this scale are the bank. A replication draws a page's number of blocks and games from it
with repetition, and its flags are counted. The bank is made fair first:

- seats: blocks are drawn with weights (exponential tilting) under which all seats win equally
  often;
- prices and domination: the mean effect of each tile is subtracted from its forks, so that both
  effects are 0, the least favourable case;
- purchases: a tile that is bought less often than the threshold is bought as often as that.

A planted seat has weights under which it wins 0.05 more than an even share. A planted tile is $3
too cheap: its buyers pay $3 less at its forks, whose mean effect at the price is subtracted. Each
replication has one page per planted advantage and one fair page.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import carrack
from carrack import InputError, _command
from carrack._ledger_rows import rows_of
from carrack.balance.games import first_blocks
from carrack.balance.measures.fair_price import DISCOUNTS
from carrack.balance.measures.flags import adjusted, is_flagged
from carrack.balance.measures.seats import SeatBlocks, p_values_of, seat_blocks
from carrack.balance.measures.tiles import RARELY, p_of_effect, p_of_rate
from carrack.balance.measures.trial_forks import TileForks, tile_forks
from carrack.balance.plan import (
    AGES,
    SELF_PLAY,
    TILES,
    Plan,
    Sizes,
    counts_of,
    with_players,
)

ADVANTAGE = 0.05
SAVING = DISCOUNTS[0]
"""In $, at a planted tile."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bank:
    """A page's games."""

    seats: list[SeatBlocks]
    tiles: list[TileForks]


def read_bank(ledger: str, scale: float) -> Bank:
    """The games of a study, made fair. Raises InputError for a file that is not a ledger, and for a
    study that is another one or not complete.
    """
    rules = carrack.Ruleset("aoe3", 4)
    others = tuple(n for n in counts_of("all", rules) if n != rules.players)
    plan = Plan(rules, "policy", others, Sizes().scaled(scale), seed=1)
    seats = [self_play(ledger, plan, players) for players in plan.counts]
    tiles = [tile for age in AGES for tile in forks_of_age(ledger, plan, age)]
    return Bank(seats, [centred(tile) for tile in tiles])


def self_play(ledger: str, plan: Plan, players: int) -> SeatBlocks:
    """The blocks of a plan with so many players. A longer study has more of them."""
    name, blocks = plan.name(f"games/{players}"), plan.blocks_of(players)
    kept = carrack.Ledger(ledger, name)
    games = kept.tournament()
    there = {"ruleset": games.ruleset, "agents": list(kept.agents()["spec"]), "seed": games.seed}
    check_plan(ledger, name, there, plan, players, SELF_PLAY + players)
    found = first_blocks(games, blocks)
    check_complete(ledger, name, found.blocks, blocks, "blocks")
    return seat_blocks(found)


def forks_of_age(ledger: str, plan: Plan, age: int) -> list[TileForks]:
    """The forks of the games of a plan at the tiles of an age."""
    name, games = plan.name(f"tiles/{age}"), plan.sizes.trial_games[age - 1]
    known = [(t["name"], int(t["cost"])) for t in carrack.tiles(plan.ruleset.edition, age)]
    found = tile_forks(ledger, name, games, age, known)
    (there,) = (row for row in carrack._core.ledger_trials(ledger) if row["name"] == name)
    check_plan(ledger, name, there, plan, plan.ruleset.players, TILES + age)
    query = "SELECT count(*) FROM trial_games JOIN trials USING (trial) WHERE name = ? AND game < ?"
    ((played,),) = rows_of(ledger, query, name, games)
    check_complete(ledger, name, played, games, "games")
    return found


def check_plan(
    ledger: str, name: str, there: Mapping[str, Any], plan: Plan, players: int, part: int
) -> None:
    """Raise InputError for a part of another study. ``part``: the number of its seed."""
    wanted = {
        "ruleset": with_players(plan.ruleset, players),
        "agents": [carrack.agent(plan.agent).spec] * players,
        "seed": plan.seed_of(part),
    }
    for key, here in wanted.items():
        if there[key] != here:
            raise InputError(
                f"ledger {ledger}: '{name}' is not of `carrack balance --seed {plan.seed}`: {key} "
                f"is {there[key]}, expected {here}"
            )


def check_complete(ledger: str, name: str, played: int, expected: int, what: str) -> None:
    """Raise InputError for a part that has fewer blocks or games than its plan."""
    if played < expected:
        raise InputError(
            f"ledger {ledger}: '{name}' has {played} of {expected} {what}; complete it by "
            "carrack balance, or give the --scale of the study"
        )


def centred(tile: TileForks) -> TileForks:
    """The tile with effects whose means are 0."""
    return replace(
        tile,
        win_share=tile.win_share - tile.win_share.mean(),
        win_share_vs_nothing=tile.win_share_vs_nothing - tile.win_share_vs_nothing.mean(),
    )


def tilted(blocks: SeatBlocks, shares: Sequence[float]) -> Floats:
    """[blocks] probabilities, as even as possible, under which the seats have these win shares:
    p proportional to exp(win share @ t), with t by Newton's method.
    """
    seen = blocks.win_share[:, :-1]  # the shares sum to 1
    wanted = np.array(shares[:-1])
    t = np.zeros(len(wanted))
    for _ in range(50):
        p = np.exp(seen @ t)
        p /= p.sum()
        missing = wanted - p @ seen
        covariance = (seen * p[:, None]).T @ seen - np.outer(p @ seen, p @ seen)
        t += np.linalg.solve(covariance, missing)
    assert np.allclose(p @ blocks.win_share, shares)
    return np.asarray(p)


def replicate_seats(bank: Bank, draw: np.random.Generator) -> dict[str, bool]:
    """Whether a fair page has a flag at a seat, and whether each planted seat has one."""
    fair = []
    for blocks in bank.seats:
        even = tilted(blocks, [1 / blocks.players] * blocks.players)
        fair.append(blocks.resampled(draw.choice(len(even), len(even), p=even)))
    found = {"fair seats": any(map(is_flagged, p_values_of(fair)))}
    for seat in range(4):
        shares = [0.25 - ADVANTAGE / 3] * 4
        shares[seat] = 0.25 + ADVANTAGE
        place = next(i for i, blocks in enumerate(bank.seats) if blocks.players == 4)
        p = tilted(bank.seats[place], shares)
        page = list(fair)
        page[place] = bank.seats[place].resampled(draw.choice(len(p), len(p), p=p))
        before = sum(each.players for each in page[:place])
        found[f"p{seat + 1} of 4 players wins {0.25 + ADVANTAGE:g}"] = is_flagged(
            p_values_of(page)[before + seat]
        )
    return found


def replicate_tiles(bank: Bank, draw: np.random.Generator) -> dict[str, bool]:
    """Whether a fair page has a flag at a tile, and whether each planted tile has one."""
    fair = []
    games = {tile.age: draw.integers(tile.games, size=tile.games) for tile in bank.tiles}
    for tile in bank.tiles:
        drawn = tile.of_games(games[tile.age])
        if tile.bought.mean() < RARELY:
            drawn = replace(drawn, bought=draw.random(len(drawn.bought)) < RARELY)
        fair.append(drawn)
    price = [p_of_effect(tile.win_share) for tile in fair]
    nothing = [p_of_effect(tile.win_share_vs_nothing) for tile in fair]
    rate = [p_of_rate(tile.bought) for tile in fair]
    found = {
        "fair tiles, prices": any(map(is_flagged, adjusted(price))),
        "fair tiles, dominated": any(
            is_flagged(p) and tile.win_share_vs_nothing.mean() < 0
            for p, tile in zip(adjusted(nothing), fair, strict=True)
        ),
        "fair tiles, never bought": any(
            is_flagged(p) and tile.bought.mean() < RARELY
            for p, tile in zip(adjusted(rate), fair, strict=True)
        ),
    }
    for place, tile in enumerate(fair):
        saved = tile.win_share + tile.gains[:, 0]
        p_values = adjusted([*price[:place], p_of_effect(saved), *price[place + 1 :]])
        cheap = is_flagged(p_values[place]) and bool(saved.mean() > 0)
        found[f"{tile.tile} ${SAVING} too cheap"] = cheap
    return found


_KEPT: list[tuple[Bank, int]] = []


def _keep(bank: Bank, seed: int) -> None:
    """Keep what every replication of a process needs."""
    _KEPT.append((bank, seed))


def replicate(number: int) -> dict[str, bool]:
    """The pages of one replication."""
    bank, seed = _KEPT[-1]
    draw = np.random.default_rng([seed, number])
    return {**replicate_seats(bank, draw), **replicate_tiles(bank, draw)}


def parser() -> _command.Parser:
    made = _command.Parser("error_rates.py", __doc__ or "", "")
    made.add_argument("ledger", metavar="LEDGER", help="of a study of carrack balance")
    made.add_argument("--scale", type=float, metavar="X", default=1, help="of the study (1)")
    _command.add_numbers(
        made, [("--replications", 1000, ""), ("--seed", 1, ""), ("--threads", 2, "")]
    )
    return made


def run(given: argparse.Namespace) -> None:
    for name, least in (("replications", 1), ("seed", 0), ("threads", 1)):
        if getattr(given, name) < least:
            raise InputError(f"{name} is {getattr(given, name)}, expected {least} or more")
    if not 0 < given.scale <= 1000:
        raise InputError(f"scale is {given.scale:g}, expected more than 0, at most 1000")
    bank = read_bank(given.ledger, given.scale)
    context = multiprocessing.get_context("fork")  # the processes share the bank
    with ProcessPoolExecutor(given.threads, context, _keep, (bank, given.seed)) as pool:
        pages = list(pool.map(replicate, range(given.replications), chunksize=10))
    print(table(pages, bank))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


def table(pages: Sequence[dict[str, bool]], bank: Bank) -> str:
    """Share of pages with each flag, with its interval, and the gains at the planted tiles, as
    Markdown.
    """
    lines = ["| page | flagged | of pages |", "|---|---|---|"]
    any_wrong = [any(page[key] for key in page if key.startswith("fair")) for page in pages]
    rows: dict[str, Any] = {"fair, any flag on the page": any_wrong}
    rows |= {key: [page[key] for page in pages] for key in pages[0]}
    for name, flagged in rows.items():
        share = carrack.mean_interval(flagged, between=(0, 1))
        lines.append(f"| {name} | {share.text(3)} | {len(flagged)} |")
    lines += ["", f"| tile | forks | gain in win share from ${SAVING} |", "|---|---|---|"]
    for tile in bank.tiles:
        gain = carrack.mean_interval(tile.gains[:, 0], step=1)
        lines.append(f"| {tile.tile} | {len(tile.gains)} | {gain.text(4)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
