"""Two rulesets compared with common random numbers: the same seeds of chance and agents, so that
what differs between two games of a pair comes from the figures that differ.

Both play the same blocks. A measure is a mean over the games of a block; its difference has one
value for each block, and its error is over blocks. All differences are tested together (Holm).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import built_in_spec, shown, texts, whole_number
from carrack._core import ENGINE, Agent, InputError, Ruleset
from carrack._keywords import named_arguments
from carrack._statistics import MeanInterval, holm, mean_p_value
from carrack._text import aligned, counted, framed, json_text, p_text
from carrack._trial import trial
from carrack.balance.frames import frame_of
from carrack.balance.games import KeptGames, ledger_of_study, play_games, refusals_of_a_study
from carrack.balance.measures.course import MIDDLE, TURNS, lead_changes, leaders
from carrack.balance.measures.effects import Effect, effect_of
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.measures.quantity import (
    DIFFERENCE_OF_EFFECTS,
    DIFFERENCE_OF_SHARES,
    STEP,
    UNKNOWN,
    Quantity,
)
from carrack.balance.measures.seats import block_mean
from carrack.balance.plan import AGES, COMPARED_TILES, COMPARISON, Plan, Sizes
from carrack.balance.progress import Parts
from carrack.balance.result import plain
from carrack.balance.text import DASH, notes_on_tweaks

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
"""Version of the JSON. It changes when a key changes its name or meaning, or goes."""

_SEAT = "win share of "
_TILE_START, _TILE_END = "games with ", " bought"
_COMEBACKS = f"comebacks after turn {MIDDLE}"
_LEAD_CHANGES = "lead changes"
_EFFECT = "effect of "
"""Of the names of measures."""


@dataclass(frozen=True)
class Difference:
    """One measure with both rulesets."""

    measure: str
    """As ``win share of p1`` or ``games with navy bought``."""
    ours: float
    """Mean with the ruleset."""
    theirs: float
    """Mean with the other one."""
    difference: MeanInterval
    """Ours minus theirs, over blocks."""
    p: float
    """p-value of the hypothesis that there is no difference, Holm-adjusted over all measures."""

    @property
    def is_flagged(self) -> bool:
        return self.p < FAMILY_WISE

    @property
    def seat(self) -> str | None:
        """Of a seat's win share: the seat, as ``p1``."""
        return self.measure[len(_SEAT) :] if self.measure.startswith(_SEAT) else None

    @property
    def tile(self) -> str | None:
        """Of the games in which a tile is bought: the tile."""
        is_of_tile = self.measure.startswith(_TILE_START)
        return self.measure[len(_TILE_START) : -len(_TILE_END)] if is_of_tile else None

    @property
    def effect_of(self) -> str | None:
        """Of the effect of a tile against the agent's alternative: the tile."""
        return self.measure[len(_EFFECT) :] if self.measure.startswith(_EFFECT) else None


@dataclass(frozen=True, eq=False)
class Comparison:
    """The result of ``carrack.balance.compare``."""

    plan: Plan
    other: Ruleset
    agent: str
    """The full spec."""
    games: int
    """With each ruleset."""
    rows: tuple[Difference, ...]
    trial_games: int = 0
    """Games with forks at tiles, with each ruleset; 0 if no effects were asked for."""

    @property
    def flags(self) -> list[Difference]:
        """The measures that differ, with a family-wise error of 5 %."""
        return [row for row in self.rows if row.is_flagged]

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain data. The same plan gives the same bytes."""
        return {
            "schema": SCHEMA,
            "engine": ENGINE,
            "ruleset": str(self.plan.ruleset),
            "tweak": self.plan.ruleset.tweak,
            "other": str(self.other),
            "other_tweak": self.other.tweak,
            "agent": self.agent,
            "seed": self.plan.seed,
            "blocks": self.plan.sizes.blocks,
            "games": self.games,
            "trial_games": self.trial_games,
            "family_wise_error": FAMILY_WISE,
            "differences": plain(self.rows),
        }

    def to_json(self) -> str:
        """``to_dict()`` as JSON text, as printed by ``carrack balance --against --json``."""
        return json_text(self.to_dict())

    def to_pandas(self) -> pd.DataFrame:
        """One row per measure: ``measure``, ``ours``, ``theirs``, ``difference`` with the ends of
        its interval, ``difference_low`` and ``difference_high``, and ``p``. Needs pandas.
        """
        return frame_of(Difference, self.rows)

    def to_html(self) -> str:
        """The page of ``carrack balance --against --html``, self-contained."""
        from carrack.balance.page import page_of

        return page_of(self)

    def _repr_html_(self) -> str:
        return framed(self.to_html(), f"{self.plan.ruleset} against {self.other}")

    def __repr__(self) -> str:
        names = f"{self.plan.ruleset} against {self.other}"
        found = counted(len(self.flags), "difference")
        return f"<carrack.balance.Comparison {names}: {found}>"

    def __str__(self) -> str:
        rows = [["measure", str(self.plan.ruleset), str(self.other), "difference", "p (Holm)"]]
        for row in self.rows:
            star = "*" if row.is_flagged else ""
            rows.append(
                [
                    row.measure,
                    f"{row.ours:.3f}",
                    f"{row.theirs:.3f}",
                    row.difference.text(3) + star,
                    p_text(row.p, DASH),
                ]
            )
        notes = "".join(
            f"{note}\n" for note in notes_on_tweaks(self.agent, self.plan.ruleset, self.other)
        )
        head = (
            f"{self.plan.ruleset} against {self.other}, {self.agent} at every seat, "
            f"seed {self.plan.seed}: {counted(self.games, 'game')} in "
            f"{counted(self.plan.sizes.blocks, 'block')} each\n"
            f"{notes}* differs, with a family-wise error of {100 * FAMILY_WISE:.0f} % (Holm)"
        )
        if self.trial_games:
            head += (
                "\neffect of a tile: the buyer's win share with it minus that with the agent's "
                f"alternative, in {counted(self.trial_games, 'game')} each"
            )
        return "\n\n".join([head, "\n".join(aligned(rows))])


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
    """Measure what differs between two rulesets with the same number of players, as one with a
    tweak and one without, by games of equal agents with common random numbers.

    The arguments are those of ``balance``; of the sizes ``blocks`` counts. The parts are the games
    with each ruleset. With ``tiles``, the effects of buying these tiles are compared too: in trials
    with the same seeds, with ``trial_games`` games of the tile's age (the most of several ages).

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
    asked = list(dict.fromkeys(texts("tiles", tiles, "['glory']")))
    trial_games = max((_trial_games(plan, other, tile) for tile in asked), default=0)
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

    def effects(path: str, part: str, rules: Ruleset) -> dict[str, Effect]:
        if not asked:
            return {}
        name = plan.name(f"against/{part}/tiles")
        told = f"tiles of {rules}"
        with refusals_of_a_study():
            trial(
                rules, [plan.agent], asked, games=trial_games, occasion="offered",
                seed=plan.seed_of(COMPARED_TILES), threads=threads, ledger=path, name=name,
                ignore_signature=ignore_signature, progress=parts.within(told),
            )  # fmt: skip
        parts.end(told, f"forks in {counted(trial_games, 'game')}")
        return {f"{_EFFECT}{tile}": effect_of(path, name, trial_games, tile) for tile in asked}

    with ledger_of_study(ledger) as path:
        ours, theirs = play(path, "ours", ruleset), play(path, "theirs", other)
        mine, others = effects(path, "ours", ruleset), effects(path, "theirs", other)
        rows = differences(
            measures_of(ours) | {name: effect.values for name, effect in mine.items()},
            measures_of(theirs) | {name: effect.values for name, effect in others.items()},
            same_rules=ruleset == other,
            steps={name: max(mine[name].step, others[name].step) for name in mine},
        )
    games = len(ours.results.block)
    return Comparison(plan, other, Agent(plan.agent).spec, games, tuple(rows), trial_games)


def _trial_games(plan: Plan, other: Ruleset, tile: str) -> int:
    """The games of a trial of the tile. Raises InputError unless both rulesets sell it."""
    for rules in (plan.ruleset, other):
        of_rules = replace(plan, ruleset=rules)
        age_of = {row["name"]: age for age in AGES for row in of_rules.tiles(age)}
        if tile not in age_of:
            raise InputError(f"tiles: {tile} cannot be bought in {rules} (known: "
                             f"{', '.join(sorted(age_of))})")  # fmt: skip
    return plan.sizes.trial_games[age_of[tile] - 1]


Blocks = NDArray[np.float64]
"""[blocks] the mean of a measure over the games of each block."""


def measures_of(games: KeptGames) -> dict[str, Blocks]:
    """The measures by name. All but those of tiles have the same names for all rulesets."""
    results, vp = games.results, games.vp()
    ordered = np.sort(vp[:, -1], axis=1)
    leads = leaders(vp)
    of_leaders = (leads[:, MIDDLE - 1] * results.win_shares).sum(axis=1)
    bought = games.purchases()

    def mean(values: NDArray[Any]) -> Blocks:
        return block_mean(results, values)

    seats = range(results.ruleset.players)
    found = {f"{_SEAT}p{seat + 1}": mean(results.win_shares[:, seat]) for seat in seats}
    found |= {
        "VP of all players": mean(results.scores.mean(axis=1)),
        "VP of the winner": mean(ordered[:, -1]),
        "final lead": mean(ordered[:, -1] - ordered[:, -2]),
        _LEAD_CHANGES: mean(lead_changes(leads)),
        _COMEBACKS: mean(1 - of_leaders),
        "decisions": mean(games.decisions()),
        "tiles bought": mean(sum(bought.values(), np.zeros(len(results.block), np.int64))),
    }
    return found | {
        f"{_TILE_START}{tile}{_TILE_END}": mean(number > 0) for tile, number in bought.items()
    }


def differences(
    ours: Mapping[str, Blocks],
    theirs: Mapping[str, Blocks],
    *,
    same_rules: bool = False,
    steps: Mapping[str, float] | None = None,
) -> list[Difference]:
    """A row for each measure of either, tested together. A tile that one never buys has 0 there.
    With ``same_rules``, measures that are equal in all blocks differ by exactly 0. ``steps`` are
    those of measures that do not have STEP.
    """
    names = [*ours, *(name for name in sorted(theirs) if name not in ours)]
    nothing = np.zeros(len(next(iter(ours.values()))))
    pairs = [(ours.get(name, nothing), theirs.get(name, nothing)) for name in names]
    tested = [
        _tested(name, mine - other, same_rules, (steps or {}).get(name, STEP))
        for name, (mine, other) in zip(names, pairs, strict=True)
    ]
    adjusted = holm([p for _, p in tested])
    return [
        Difference(name, float(mine.mean()), float(other.mean()), interval, float(p))
        for name, (mine, other), (interval, _), p in zip(
            names, pairs, tested, adjusted, strict=True
        )
    ]


def _tested(
    measure: str, gaps: Blocks, same_rules: bool, step: float
) -> tuple[MeanInterval, float]:
    """The mean difference with its interval, and the p-value of no difference."""
    if np.isnan(gaps).any():  # an effect that is not known
        return UNKNOWN, 1.0
    if same_rules and not gaps.any():
        return MeanInterval(0.0, 0.0, 0.0), 1.0
    return _quantity(measure).interval(gaps, step), mean_p_value(gaps, expected=0, step=step)


def _quantity(measure: str) -> Quantity:
    """The difference of a measure."""
    if measure.startswith((_SEAT, _TILE_START, _COMEBACKS)):
        return DIFFERENCE_OF_SHARES
    if measure.startswith(_EFFECT):
        return DIFFERENCE_OF_EFFECTS
    if measure == _LEAD_CHANGES:
        return Quantity(1 - TURNS, TURNS - 1)
    return Quantity()
