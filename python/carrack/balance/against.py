"""Two rulesets compared with common random numbers: the same seeds of chance and agents, so that
what differs between two games of a pair comes from the figures that differ.

Both play the same blocks. A measure is a mean over the games of a block; its difference has one
value for each block, and its error is over blocks. All differences are tested together (Holm),
except for those of measures that are equal in every block: no such test could find a difference
(Tarone 1990, "A modified Bonferroni method for discrete data").
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import built_in_spec, shown, texts, whole_number
from carrack._core import Agent, InputError, Ruleset
from carrack._keywords import named_arguments
from carrack._progress import Parts
from carrack._statistics import MeanInterval, holm, mean_p_value
from carrack._text import counted, near
from carrack._trial import trial
from carrack.balance.comparison import (
    COMEBACKS,
    EFFECT,
    LEAD_CHANGES,
    SEAT,
    TILE_END,
    TILE_START,
    Comparison,
    Difference,
    TilePrices,
)
from carrack.balance.games import KeptGames, ledger_of_study, play_games, refusals_of_a_study
from carrack.balance.measures.course import MIDDLE, TURNS, lead_changes, leaders
from carrack.balance.measures.effects import Effect, effect_of
from carrack.balance.measures.fair_price import DISCOUNTS, fair_price, price_effects
from carrack.balance.measures.quantity import (
    DIFFERENCE_OF_EFFECTS,
    DIFFERENCE_OF_SHARES,
    STEP,
    UNKNOWN,
    Quantity,
)
from carrack.balance.measures.seats import block_mean
from carrack.balance.measures.trial_forks import TileForks, tile_forks
from carrack.balance.plan import AGES, COMPARED_TILES, COMPARISON, Plan, Sizes
from carrack.balance.text import notes_on_tweaks


@named_arguments
def compare(
    ruleset: Ruleset,
    other: Ruleset,
    agent: str | Agent = "policy",
    *,
    sizes: Sizes | None = None,
    seed: int = 1,
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    study: str = "main",
    ignore_signature: bool = False,
    allow_equal: bool = False,
    tiles: Sequence[str] = (),
    progress: Callable[[str], object] | None = None,
) -> Comparison:
    """Measure what differs between two rulesets with the same number of players, such as one with a
    tweak and one without, by games of equal agents with common random numbers.

    The arguments are those of ``balance``; of the sizes only ``blocks`` counts. The parts are the
    games with each ruleset. With ``tiles``, the effects of buying these tiles are compared too: in
    trials with the same seeds, with ``trial_games`` games of the tile's age (the most of several
    ages). The same forks give the fair price of each tile with each ruleset.

    Raises InputError as ``balance`` does, for a tile that either ruleset does not sell, for
    different numbers of players, for different tweaks of
    the same name, and for two equal rulesets: all their differences are 0, unless the agent has a
    time limit. ``allow_equal`` plays them all the same, to test an agent or a machine.
    """
    plan = Plan(ruleset, built_in_spec(agent, "agent"), (), sizes or Sizes(), seed, study)
    if not isinstance(other, Ruleset):
        raise TypeError(f"other is {shown(other)}, expected a Ruleset")
    if other.players != ruleset.players:
        raise InputError(f"{other} has {other.players} players, expected {ruleset.players}")
    if str(other) == str(ruleset) and other != ruleset:
        raise InputError(
            f"both rulesets are called {ruleset}, but their figures differ; give the tweaks "
            'different names (the key "name")'
        )
    threads = whole_number("threads", threads, 1)
    if other == ruleset and not allow_equal:
        raise InputError(
            f"both rulesets are {ruleset}, so nothing can differ; change one by tweak=, or pass "
            "allow_equal=True"
        )
    asked = {tile: _age(plan, other, tile) for tile in texts("tiles", tiles, "['glory']")}
    trial_games = max((plan.sizes.trial_games[age - 1] for age in asked.values()), default=0)
    parts = Parts(progress, 4 if asked else 2)
    for note in notes_on_tweaks(Agent(plan.agent).spec, ruleset, other):
        parts.tell(note)

    def play(path: str, part: str, rules: Ruleset) -> KeptGames:
        games = play_games(
            path, plan.name(f"against/{part}"), rules, [plan.agent] * rules.players, "fixed",
            "one", plan.sizes.blocks, plan.seed_of(COMPARISON), threads, ignore_signature,
            parts.within(str(rules)),
        )  # fmt: skip
        played = counted(len(games.results.block), "game")
        parts.end(str(rules), f"{played} in {counted(plan.sizes.blocks, 'block')}")
        return games

    def forks(path: str, part: str, rules: Ruleset) -> list[TileForks]:
        if not asked:
            return []
        name = plan.name(f"against/{part}/tiles")
        told = f"tiles of {rules}"
        with refusals_of_a_study():
            trial(
                rules, [plan.agent], list(asked), games=trial_games, occasion="offered",
                discounts=DISCOUNTS, seed=plan.seed_of(COMPARED_TILES), threads=threads,
                ledger=path, name=name, ignore_signature=ignore_signature,
                progress=parts.within(told),
            )  # fmt: skip
        parts.end(told, f"forks in {counted(trial_games, 'game')}")
        figures = rules.figures["tiles"]
        return [
            of_tile
            for tile, age in asked.items()
            for of_tile in tile_forks(path, name, trial_games, age, [(tile, figures[tile]["cost"])])
        ]

    sold = _sold(plan, ruleset, other)
    with ledger_of_study(ledger) as path:
        ours, theirs = play(path, "ours", ruleset), play(path, "theirs", other)
        my_forks, their_forks = forks(path, "ours", ruleset), forks(path, "theirs", other)
        mine, others = _effects(my_forks), _effects(their_forks)
        rows = differences(
            measures_of(ours, sold) | {name: effect.values for name, effect in mine.items()},
            measures_of(theirs, sold) | {name: effect.values for name, effect in others.items()},
            same_rules=ruleset == other,
            steps={name: max(mine[name].step, others[name].step) for name in mine},
        )
    return Comparison(
        plan, other, Agent(plan.agent).spec, len(ours.results.block), tuple(rows), trial_games,
        tuple(map(_prices, my_forks, their_forks)),
    )  # fmt: skip


def _sold(plan: Plan, *rulesets: Ruleset) -> list[str]:
    """The tiles that can be bought with any of these rulesets."""
    plans = [replace(plan, ruleset=rules) for rules in rulesets]
    names = (row["name"] for of_rules in plans for age in AGES for row in of_rules.tiles(age))
    return list(dict.fromkeys(names))


def _age(plan: Plan, other: Ruleset, tile: str) -> int:
    """The age of a tile. Raises InputError unless both rulesets sell it."""
    for rules in (plan.ruleset, other):
        of_rules = replace(plan, ruleset=rules)
        age_of = {row["name"]: age for age in AGES for row in of_rules.tiles(age)}
        if tile not in age_of:
            raise InputError(
                f"tiles: {tile} cannot be bought in {rules}{near(tile, sorted(age_of))}"
            )
    return age_of[tile]


def _effects(tiles: Sequence[TileForks]) -> dict[str, Effect]:
    """The effects by the names of their measures."""
    return {f"{EFFECT}{forks.tile}": effect_of(forks) for forks in tiles}


def _prices(ours: TileForks, theirs: TileForks) -> TilePrices:
    """The fair prices of one tile with both rulesets."""
    return TilePrices(
        ours.tile, ours.price, _fair_price(ours), len(ours.offered),
        theirs.price, _fair_price(theirs), len(theirs.offered),
    )  # fmt: skip


def _fair_price(forks: TileForks) -> MeanInterval:
    return fair_price(forks.price, price_effects(forks.win_share, forks.gains))


Blocks = NDArray[np.float64]
"""[blocks] the mean of a measure over the games of each block."""


def measures_of(games: KeptGames, tiles: Sequence[str]) -> dict[str, Blocks]:
    """The measures by name; ``tiles`` are those that some ruleset sells."""
    results, vp = games.results, games.vp()
    ordered = np.sort(vp[:, -1], axis=1)
    leads = leaders(vp)
    of_leaders = (leads[:, MIDDLE - 1] * results.win_shares).sum(axis=1)
    bought = games.purchases()
    never = np.zeros(len(results.block), np.int64)

    def mean(values: NDArray[Any]) -> Blocks:
        return block_mean(results, values)

    seats = range(results.ruleset.players)
    found = {f"{SEAT}p{seat + 1}": mean(results.win_shares[:, seat]) for seat in seats}
    found |= {
        "VP of all players": mean(results.scores.mean(axis=1)),
        "VP of the winner": mean(ordered[:, -1]),
        "final lead": mean(ordered[:, -1] - ordered[:, -2]),
        LEAD_CHANGES: mean(lead_changes(leads)),
        COMEBACKS: mean(1 - of_leaders),
        "decisions": mean(games.decisions()),
        "tiles bought": mean(sum(bought.values(), never)),
    }
    return found | {
        f"{TILE_START}{tile}{TILE_END}": mean(bought.get(tile, never) > 0) for tile in tiles
    }


def differences(
    ours: Mapping[str, Blocks],
    theirs: Mapping[str, Blocks],
    *,
    same_rules: bool = False,
    steps: Mapping[str, float] | None = None,
) -> list[Difference]:
    """A row for each measure; both have the same ones. Those that differ in some block are tested
    together. With ``same_rules``, measures that are equal in all blocks differ by exactly 0.
    ``steps`` are those of measures that do not have STEP.
    """
    pairs = {name: (mine, theirs[name]) for name, mine in ours.items()}
    tested = [
        _tested(name, mine - other, same_rules, (steps or {}).get(name, STEP))
        for name, (mine, other) in pairs.items()
    ]
    adjusted = holm([p for _, p in tested])
    return [
        Difference(name, float(mine.mean()), float(other.mean()), interval, float(p))
        for (name, (mine, other)), (interval, _), p in zip(
            pairs.items(), tested, adjusted, strict=True
        )
    ]


def _tested(
    measure: str, gaps: Blocks, same_rules: bool, step: float
) -> tuple[MeanInterval, float]:
    """The mean difference with its interval, and the p-value of no difference; NaN without a
    test.
    """
    if np.isnan(gaps).any():  # an effect that is not known
        return UNKNOWN, math.nan
    if not gaps.any():
        same = MeanInterval(0.0, 0.0, 0.0)
        return same if same_rules else _quantity(measure).interval(gaps, step), math.nan
    return _quantity(measure).interval(gaps, step), mean_p_value(gaps, expected=0, step=step)


def _quantity(measure: str) -> Quantity:
    """The difference of a measure."""
    if measure.startswith((SEAT, TILE_START, COMEBACKS)):
        return DIFFERENCE_OF_SHARES
    if measure.startswith(EFFECT):
        return DIFFERENCE_OF_EFFECTS
    if measure == LEAD_CHANGES:
        return Quantity(1 - TURNS, TURNS - 1)
    return Quantity()
