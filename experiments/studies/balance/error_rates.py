"""Error rates of the flags of `carrack balance`, by resampling.

python3 experiments/studies/balance/error_rates.py LEDGER PLANTED.json [--replications 1000]
    [--seed 1] [--scale 1] [--threads 2]

LEDGER holds a study of `carrack balance --seed 1`, with `--scale` if given. Its games are the bank.
A replication draws a page's number of blocks and games from it with repetition, and its flags are
counted. The bank is made fair first:

- seats: blocks are drawn with weights (exponential tilting) under which all seats win equally
  often;
- prices and domination: the mean effect of each tile is subtracted from its forks, so that both
  effects are 0, the least favourable case;
- purchases: a tile that is bought less often than the threshold is bought as often as that.

A planted seat has weights under which it wins 0.05 more than an even share. A planted tile has the
forks of PLANTED.json (`planted.py`), at which its buyer keeps $3, less the mean effect at the
printed price. Each replication has one page per planted advantage and one fair page.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import carrack
from carrack.balance.measures.flags import adjusted, is_flagged
from carrack.balance.measures.seats import SeatBlocks, p_values_of, seat_blocks
from carrack.balance.measures.tiles import RARELY, p_of_effect, p_of_rate
from carrack.balance.measures.trial_forks import TileForks, tile_forks
from carrack.balance.plan import AGES, Plan, Sizes, counts_of

ADVANTAGE = 0.05
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bank:
    """A page's games."""

    seats: list[SeatBlocks]
    tiles: list[TileForks]
    planted: dict[str, Floats]
    """[forks] per planted tile, the effects with the saving when the printed price is fair."""
    fair: dict[str, Floats]
    """[forks] the same forks at the printed price."""


def read_bank(ledger: str, planted: Path, scale: float) -> Bank:
    """The games of a study, made fair."""
    rules = carrack.Ruleset("aoe3", 4)
    others = tuple(n for n in counts_of(None, rules) if n != rules.players)
    plan = Plan(rules, "policy", others, Sizes().scaled(scale), seed=1)
    seats = [
        seat_blocks(carrack.Ledger(ledger, plan.name(f"games/{players}")).tournament())
        for players in plan.counts
    ]
    tiles = []
    for age in AGES:
        known = [(t["name"], int(t["cost"])) for t in carrack.tiles("aoe3", age)]
        games = plan.sizes.trial_games[age - 1]
        tiles += tile_forks(ledger, plan.name(f"tiles/{age}"), games, age, known)
    made = json.loads(planted.read_text(encoding="utf-8"))["tiles"]
    printed = {tile: np.array(forks["printed"]) for tile, forks in made.items()}
    return Bank(
        seats,
        [centred(tile) for tile in tiles],
        {tile: np.array(forks["planted"]) - printed[tile].mean() for tile, forks in made.items()},
        {tile: values - values.mean() for tile, values in printed.items()},
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
    for name, effects in bank.planted.items():
        place = next(i for i, tile in enumerate(fair) if tile.tile == name)
        saved = draw.choice(effects, len(fair[place].win_share))
        p_values = adjusted([*price[:place], p_of_effect(saved), *price[place + 1 :]])
        found[f"{name} $3 too cheap"] = is_flagged(p_values[place]) and bool(saved.mean() > 0)
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Error rates of the flags of carrack balance.")
    parser.add_argument("ledger")
    parser.add_argument("planted", type=Path)
    parser.add_argument("--replications", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    bank = read_bank(given.ledger, given.planted, given.scale)
    context = multiprocessing.get_context("fork")  # the processes share the bank
    with ProcessPoolExecutor(given.threads, context, _keep, (bank, given.seed)) as pool:
        pages = list(pool.map(replicate, range(given.replications), chunksize=10))
    print(table(pages, bank))


def table(pages: Sequence[dict[str, bool]], bank: Bank) -> str:
    """Share of pages with each flag, with its interval, as Markdown."""
    lines = ["| page | flagged | of |", "|---|---|---|"]
    any_wrong = [any(page[key] for key in page if key.startswith("fair")) for page in pages]
    rows: dict[str, Any] = {"fair, any flag on the page": any_wrong}
    rows |= {key: [page[key] for page in pages] for key in pages[0]}
    for name, flagged in rows.items():
        share = carrack.mean_interval(flagged, between=(0, 1))
        lines.append(f"| {name} | {share.text(3)} | {len(flagged)} |")
    for name, effects in bank.planted.items():
        gain = carrack.mean_interval(effects - bank.fair[name], step=1)
        lines.append(f"| {name}: gain in win share from $3 | {gain.text(4)} | {len(effects)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
