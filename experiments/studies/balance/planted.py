"""A bank of forks at which a tile is $3 too cheap, and of the same forks at its price.

python3 experiments/studies/balance/planted.py FILE.json [--tile trading_post university prosperity]
    [--forks 3000] [--saving 3] [--seed 301] [--threads 2]

For each tile, games of the agent are forked at the first purchase at which a player can afford it.
The position is played on three times with the same draws: the player buys the tile, buys it and has
the saving left, or takes the agent's alternative. The file has the differences in the player's win
share against the alternative, with and without the saving.

Finished games are kept in FILE.json.rows. An interrupted run continues when the command is
repeated.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import carrack
from carrack import InputError, _command, _output
from carrack.balance.measures.purchases import BUY, first_purchases, play_on, with_money
from carrack.balance.workers import workers

sys.path.insert(0, str(Path(__file__).parents[1] / "learning"))
from kept_rows import KeptRows, Row, integers, kept_rows, numbers

AGENT = "policy"
RULES = carrack.Ruleset("aoe3", 4)
PRICES = {tile["name"]: int(tile["cost"]) for tile in carrack.tiles(RULES.edition)}
TILES = ("trading_post", "university", "prosperity")
GAMES_AT_A_TIME = 50
JOBS = 4
"""Parts of GAMES_AT_A_TIME games after which the missing tiles are counted again."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    tiles: tuple[str, ...] = TILES
    forks: int = 3000
    """Of each tile, at least."""
    saving: int = 3
    seed: int = 301

    def __post_init__(self) -> None:
        for tile in self.tiles:
            if tile not in PRICES:
                raise InputError(f"tile '{tile}' is not one of {RULES.edition}")
        for name, least in (("forks", 1), ("saving", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name} is {getattr(self, name)}, expected {least} or more")

    def header(self) -> dict[str, object]:
        """The plan as it is kept in the file."""
        at_a_time = {"agent": carrack.agent(AGENT).spec, "games": GAMES_AT_A_TIME, "jobs": JOBS}
        return {**asdict(self), "tiles": list(self.tiles), "ruleset": str(RULES), **at_a_time}


def forks_of_games(tiles: Sequence[str], saving: int, seed: int, first: int) -> Row:
    """The row of GAMES_AT_A_TIME games: ``forks`` with tile, effect, and effect with the saving;
    the number of purchases that were ``skipped`` because their position is ambiguous without its
    history (``State.from_dict``).
    """
    agent = carrack.agent(AGENT)
    without = {tile: carrack.agent(f"restricted:ban={tile},of={AGENT}") for tile in tiles}
    forks = []
    skipped = 0
    for game in range(first, first + GAMES_AT_A_TIME):
        draw = np.random.default_rng([seed, game])
        for purchase in first_purchases(RULES, agent, tiles, int(draw.integers(2**53))):
            chance, tile = int(draw.integers(2**53)), purchase.tile
            try:
                state, richer = (with_money(purchase.state, more, PRICES) for more in (0, saving))
            except InputError:
                skipped += 1
                continue
            player = state.current_player
            other = state.action_to_string(without[tile].choose(state))
            shares = [
                play_on(position, action, agent, chance)[0][player]
                for position, action in ((state, BUY + tile), (richer, BUY + tile), (state, other))
            ]
            forks.append([tile, shares[0] - shares[2], shares[1] - shares[2]])
    return {"first": first, "forks": forks, "skipped": skipped}


def checked(kept: KeptRows, tiles: Sequence[str]) -> dict[int, Row]:
    """The rows by their first game. Raises InputError for one of a wrong form, or with another
    tile than these.
    """
    for row in kept.rows:
        forks = row.get("forks")
        if (
            not integers([row.get("first"), row.get("skipped")], 0, 2)
            or not isinstance(forks, list)
            or not all(
                isinstance(fork, list)
                and fork[:1]
                and fork[0] in tiles
                and numbers(fork[1:], -1, 1, 2)
                for fork in forks
            )
        ):
            raise kept.wrong(row, "games: the first, their forks, and the number skipped")
    return {row["first"]: row for row in kept.rows}


def bank(kept: KeptRows, plan: Plan, threads: int) -> dict[str, object]:
    """Per tile [forks] effects at its price (``printed``) and with the saving (``planted``); plays
    what the file does not have.
    """
    rows = checked(kept, plan.tiles)
    found: dict[str, dict[str, list[float]]] = {
        tile: {"printed": [], "planted": []} for tile in plan.tiles
    }
    skipped = 0
    first = 0
    with workers(threads) as pool:
        while True:
            missing = [t for t in plan.tiles if len(found[t]["printed"]) < plan.forks]
            if not missing:
                break
            starts = [first + GAMES_AT_A_TIME * number for number in range(JOBS)]
            jobs = {
                start: pool.submit(forks_of_games, missing, plan.saving, plan.seed, start)
                for start in starts
                if start not in rows
            }
            for start in starts:
                if start in jobs:
                    kept.keep(jobs[start].result())
                    rows[start] = kept.rows[-1]
                for tile, printed, planted in rows[start]["forks"]:
                    found[tile]["printed"].append(printed)
                    found[tile]["planted"].append(planted)
                skipped += rows[start]["skipped"]
            first += GAMES_AT_A_TIME * JOBS
    return {"saving": plan.saving, "seed": plan.seed, "skipped": skipped, "tiles": found}


def parser() -> _command.Parser:
    made = _command.Parser("planted.py", __doc__ or "", "")
    made.add_argument("file", metavar="FILE.json", help="the bank; replaced if it exists")
    made.add_argument(
        "--tile", metavar="TILE", nargs="+", default=TILES, help=f"({' '.join(TILES)})"
    )
    _command.add_numbers(
        made,
        [
            ("--forks", Plan.forks, "of each tile, at least"),
            ("--saving", Plan.saving, "in $"),
            ("--seed", Plan.seed, ""),
            ("--threads", 2, ""),
        ],
    )
    return made


def run(given: argparse.Namespace) -> None:
    plan = Plan(tuple(given.tile), given.forks, given.saving, given.seed)
    if given.threads < 1:
        raise InputError(f"threads is {given.threads}, expected 1 or more")
    _output.expect_free([given.file], force=True)
    with kept_rows(f"{given.file}.rows", "planted", plan.header(), [RULES]) as kept:
        try:
            made = bank(kept, plan, given.threads)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(
                f"finished games are in {kept.path}; the same command continues"
            ) from None
    _output.write(given.file, json.dumps(made))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the bank; return the exit status, after an error line if it is not 0."""
    given = parser().parse(arguments)
    return _command.run(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
