"""A bank of forks at which a tile is $3 too cheap, and of the same forks at its price.

python3 experiments/studies/balance/planted.py FILE.json [--tile trading_post university prosperity]
    [--forks 3000] [--saving 3] [--seed 301] [--threads 2]

For each tile, games of the agent are forked at the first purchase at which a player can afford it.
The position is played on three times with the same draws: the player buys the tile, buys it and has
the saving left, or takes the agent's alternative. The file has the differences in the player's win
share against the alternative, with and without the saving.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import carrack
from carrack.balance.measures.purchases import BUY, first_purchases, play_on, with_money

AGENT = "policy"
RULES = carrack.Ruleset("aoe3", 4)
GAMES_AT_A_TIME = 50


def forks_of_games(
    tiles: Sequence[str], saving: int, seed: int, first: int
) -> list[tuple[str, float, float]]:
    """Of GAMES_AT_A_TIME games: tile, effect, and effect with the saving."""
    agent = carrack.agent(AGENT)
    without = {tile: carrack.agent(f"restricted:ban={tile},of={AGENT}") for tile in tiles}
    prices = {tile["name"]: int(tile["cost"]) for tile in carrack.tiles(RULES.edition)}
    forks = []
    for game in range(first, first + GAMES_AT_A_TIME):
        draw = np.random.default_rng([seed, game])
        for purchase in first_purchases(RULES, agent, tiles, int(draw.integers(2**53))):
            chance, tile = int(draw.integers(2**53)), purchase.tile
            state, player = with_money(purchase.state, 0, prices), purchase.state.current_player
            other = state.action_to_string(without[tile].choose(state))
            shares = [
                play_on(position, action, agent, chance)[0][player]
                for position, action in (
                    (state, BUY + tile),
                    (with_money(purchase.state, saving, prices), BUY + tile),
                    (state, other),
                )
            ]
            forks.append((tile, shares[0] - shares[2], shares[1] - shares[2]))
    return forks


def bank(
    tiles: Sequence[str], forks: int, saving: int, seed: int, threads: int
) -> dict[str, object]:
    """Per tile [forks] effects at its price (``printed``) and with the saving (``planted``)."""
    found: dict[str, dict[str, list[float]]] = {
        tile: {"printed": [], "planted": []} for tile in tiles
    }
    with ProcessPoolExecutor(threads) as pool:
        first = 0
        while any(len(each["printed"]) < forks for each in found.values()):
            missing = [tile for tile in tiles if len(found[tile]["printed"]) < forks]
            starts = [first + GAMES_AT_A_TIME * number for number in range(4)]
            jobs = [pool.submit(forks_of_games, missing, saving, seed, start) for start in starts]
            for job in jobs:
                for tile, printed, planted in job.result():
                    found[tile]["printed"].append(printed)
                    found[tile]["planted"].append(planted)
            first += GAMES_AT_A_TIME * len(jobs)
    return {"saving": saving, "seed": seed, "tiles": found}


def main() -> None:
    parser = argparse.ArgumentParser(description="Forks at which a tile is too cheap.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--tile", nargs="+", default=["trading_post", "university", "prosperity"])
    parser.add_argument("--forks", type=int, default=3000)
    parser.add_argument("--saving", type=int, default=3)
    parser.add_argument("--seed", type=int, default=301)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    made = bank(given.tile, given.forks, given.saving, given.seed, given.threads)
    given.file.write_text(json.dumps(made), encoding="utf-8")


if __name__ == "__main__":
    main()
