"""Ablation: the effect of each change of an agent against the unchanged agent, in one table.

A row is a tournament ``ablate/STUDY/CHANGE`` of the ledger. Its number of games is fixed in
advance, all rows play the same seeds, and the verdicts are corrected for multiple tests (Holm).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import (
    built_in_spec,
    built_in_specs,
    check_ruleset,
    check_study,
    seed_of,
    texts,
    whole_number,
)
from carrack._blocks import TournamentPlan, block_means, play_all, specs_in, telling
from carrack._core import Agent, InputError, Ruleset
from carrack._cost import relative_cost
from carrack._keywords import named_arguments
from carrack._ledger import file_name
from carrack._ledger_rows import rows_of as rows_of_ledger
from carrack._progress import Parts, Progress, checked_progress
from carrack._space import Value, spec_with, value_of, varied
from carrack._statistics import MeanInterval, holm, mean_interval, mean_p_value
from carrack._text import counted
from carrack.ablation.result import Ablation, AblationRow

Equal = Literal["iterations", "time", "cost"]
_CLOCKS = ("time", "game_time")
EQUAL = get_args(Equal)
FORM = "expected KEY=VALUE or KEY=VALUE,VALUE…"


@dataclass(frozen=True)
class Change:
    """A row: the base with changed keys; without changes, the base itself."""

    values: tuple[tuple[str, Value], ...]

    def __str__(self) -> str:
        return ",".join(f"{key}={value}" for key, value in self.values) or "base"

    def of(self, base: str, **more: Value) -> str:
        """The spec of the changed agent."""
        return spec_with(_json(base), {**dict(self.values), **more})


BASE = Change(())


def changes_of(vary: Sequence[str], change: Sequence[str]) -> list[Change]:
    """``vary`` is KEY=VALUE,VALUE, one row per value; ``change`` is KEY=VALUE,KEY=VALUE, one row
    with all of them. Raises InputError for another form.
    """
    rows = []
    for text in vary:
        key, _, given = text.partition("=")
        words = given.split(",")
        if not key or not all(words):
            raise InputError(f"vary {text}: {FORM}")
        if any("=" in word for word in words):
            raise InputError(f"vary {text}: one key at a time; --change {text} is a single row")
        rows += [Change(((key, value_of(word)),)) for word in words]
    for text in change:
        pairs = [part.partition("=") for part in text.split(",")]
        if not all(key and given for key, _, given in pairs):
            raise InputError(f"change {text}: expected KEY=VALUE,KEY=VALUE…")
        keys = [key for key, _, _ in pairs]
        if len(set(keys)) < len(keys):
            raise InputError(f"change {text}: a key is given twice")
        rows.append(Change(tuple((key, value_of(given)) for key, _, given in pairs)))
    return rows


def _json(spec: str) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(_core.spec_to_json(spec))
    return given


def _has_clock(spec: str) -> bool:
    """Whether the agent's budget is seconds."""
    return any(key in _json(spec) for key in _CLOCKS)


def _iterations(spec: str) -> int | None:
    """Iterations per decision; None if something else limits the agent."""
    found = _json(Agent(spec).spec).get("iterations")
    return found if isinstance(found, int) and not _has_clock(spec) else None


@dataclass
class _Study:
    """Common settings of all rows."""

    ruleset: Ruleset
    base: str
    field: list[str]
    """[players - seats] opponents of the variants."""
    path: str
    name: str
    blocks: int
    equal: Equal
    seed: int
    threads: int
    ignore_signature: bool

    @property
    def seats(self) -> list[int]:
        """The seats of the variant, evenly spaced, including the first."""
        players = self.ruleset.players
        number = players - len(self.field)
        return [i * players // number for i in range(number)]

    @property
    def most(self) -> float:
        """The highest win share per seat of a variant, whose seats share one win."""
        return 1 / len(self.seats)

    def tournament(self, change: Change) -> str:
        """The name of a row in the ledger."""
        scaled = self.equal == "cost" and change != BASE
        return f"ablate/{self.name}/{'cost/' if scaled else ''}{change}"

    def spec(self, change: Change) -> str:
        """The agent of a row. At equal cost its iterations are scaled to the base's CPU time per
        decision. The scale measured by the process that starts the row is that of all processes.
        """
        if self.equal != "cost" or change == BASE:
            return change.of(self.base)
        kept = self.kept_spec(change)
        if kept is not None:
            return kept
        measured = self.measured_spec(change)
        try:
            _core.enter_ledger(
                self.path, self.tournament(change), self.plan(measured), self.ignore_signature
            )
        except InputError:
            kept = self.kept_spec(change)
            if kept is None:
                raise
            return kept  # another process was faster
        return measured

    def kept_spec(self, change: Change) -> str | None:
        """The agent of a row in the ledger; None if the row has not been started. Raises InputError
        unless it is the changed base with another number of iterations: a ledger from elsewhere
        must not choose what is played here, which could be a program.
        """
        name = self.tournament(change)
        kept = specs_in(self.path).get(name)
        if kept is None:
            return None
        iterations = _iterations(kept)
        expected = change.of(self.base, iterations=iterations or 1)
        if iterations is None or Agent(kept).spec != Agent(expected).spec:
            raise InputError(
                f"ledger {self.path}: '{name}' is {kept}, which is not the base with {change}; use"
                " --study NEW to start another study"
            )
        return kept

    def measured_spec(self, change: Change) -> str:
        """The agent with as many iterations as take the base's CPU time, by a new measurement."""
        given = _iterations(self.base)
        assert given is not None  # checked
        iterations = given
        for _ in range(2):  # the cost of an iteration depends on their number
            cost = relative_cost(
                self.ruleset, change.of(self.base, iterations=iterations), self.base
            )
            iterations = max(1, round(iterations / cost))
        return change.of(self.base, iterations=iterations)

    def plan(self, spec: str) -> TournamentPlan:
        """The tournament of a row with this variant."""
        seats, field = self.seats, iter(self.field)
        specs = [spec if s in seats else next(field) for s in range(self.ruleset.players)]
        return (self.ruleset, specs, "fixed", "rotations", self.seed, (0, self.blocks))

    def play(
        self, change: Change, progress: Progress = None
    ) -> tuple[AblationRow, NDArray[np.float64]]:
        """Play a row; also return its win shares [blocks]. Gain and verdict need the other rows.
        ``progress`` is that of the games.
        """
        players, seats, spec = self.ruleset.players, self.seats, self.spec(change)
        games = play_all(
            self.path, self.tournament(change), self.plan(spec), self.threads,
            self.ignore_signature, "--study NEW", progress=progress,
        )  # fmt: skip
        shares = block_means(games, games.win_shares, seats, self.blocks)
        vp = block_means(games, games.scores, seats, self.blocks)
        others = [seat for seat in range(players) if seat not in seats]
        lead = vp - block_means(games, games.scores, others, self.blocks)
        unknown = MeanInterval(np.nan, np.nan, np.nan)
        row = AblationRow(
            change=str(change), spec=spec, games=self.blocks * players, blocks=self.blocks,
            iterations=_iterations(spec), win_share=self.share(shares),
            vp=mean_interval(vp, players, step=1), lead=mean_interval(lead, players, step=1),
            gain=unknown, p=np.nan, p_holm=np.nan,
        )  # fmt: skip
        return row, shares

    def games_before(self, places: Sequence[Change]) -> int | None:
        """The games of a row when the study was extended, that is when the first row got more games
        after the last one had some; None for a study that was not. Of a single row this cannot be
        told.
        """
        if len(places) < 2:
            return None
        first, last = (self.tournament(places[end]) for end in (0, -1))
        query = """SELECT r.run, count(*) FROM games g JOIN runs r USING (run)
            JOIN tournaments t ON t.tournament = g.tournament WHERE t.name = ?
            GROUP BY r.run ORDER BY r.run"""
        begun: int = min(run for run, _ in rows_of_ledger(self.path, query, last))
        of_first: list[tuple[int, int]] = list(rows_of_ledger(self.path, query, first))
        if all(run <= begun for run, _ in of_first):
            return None
        return sum(number for run, number in of_first if run <= begun)

    def other_rows(self, places: Sequence[Change]) -> int:
        """The rows of the study in the ledger that are not among these."""
        prefix = self.tournament(BASE).removesuffix(str(BASE))
        shown = {self.tournament(place) for place in [BASE, *places]}
        return sum(name.startswith(prefix) and name not in shown for name in specs_in(self.path))

    def share(self, shares: NDArray[np.float64]) -> MeanInterval:
        return mean_interval(shares, self.ruleset.players, between=(0, self.most))

    def judged(
        self, row: AblationRow, shares: NDArray[np.float64], reference: NDArray[np.float64] | None
    ) -> AblationRow:
        """The row with gain and p: relative to the even share, or to the base in the same
        blocks.
        """
        players, most = self.ruleset.players, self.most
        if reference is None:
            even = 1 / players
            share = row.win_share
            gain = MeanInterval(share.mean - even, share.low - even, share.high - even)
            p = mean_p_value(shares, players, expected=even, between=(0, most))
        else:
            gains, between = shares - reference, (-most, most)
            gain = mean_interval(gains, players, between=between)
            p = mean_p_value(gains, players, expected=0, between=between)
        return replace(row, gain=gain, p=p)


@named_arguments
def ablate(
    ruleset: Ruleset,
    agent: str | Agent,
    vary: Sequence[str] | Mapping[str, str] = (),
    change: Sequence[str] = (),
    *,
    ledger: str | os.PathLike[str],
    games: int,
    study: str = "main",
    against: Sequence[str | Agent] = (),
    seats: int = 1,
    equal: Equal | None = None,
    seed: int = 1,
    threads: int = 1,
    ignore_signature: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Ablation:
    """Measure the effect of each change of an agent, the base, with verdicts corrected for multiple
    tests.

    ``vary`` names keys and their values, ``["c=0.5,1,2"]`` or ``{"c": "0.5,1,2"}``: one row per
    value. ``change`` is a row of several keys, ``"prior=none,widening=1"``. A variant has ``seats``
    seats of each table, the base the others; or the agents of ``against`` in turn. In that case the
    base is also played in the variant's place, and the gain of a row is relative to it in the same
    blocks.

    Every row has ``games`` games, rounded up to whole blocks: one chance seed in all rotations
    of the seats, the same seeds for all rows. The verdicts are tests at 5 % over blocks,
    Holm-corrected over all rows of the table; the intervals are pointwise.

    ``equal`` is what the rows have in common: ``iterations``; ``time``, the default for a base with
    ``time=``; or ``cost``: the iterations of the variant are scaled to the base's CPU time per
    decision, measured before its first game, so that the games themselves do not depend on the
    clock.

    Every game is stored in the ledger, one tournament ``ablate/STUDY/CHANGE`` per row. After Ctrl-C
    or kill the same call continues, with the same result; processes can share the work.
    ``progress``, for example ``print``, is called with a line at the end of each row, and within
    longer ones about its games, at most every ten seconds.

    The error rate of the verdicts holds for numbers of games and rows that were fixed beforehand.
    The result says if the study was extended after all of its rows had games, and if the ledger
    has more rows of the study.

    Raises InputError for unknown keys and values, with the nearest known ones, for changes without
    effect or given twice, and if the ledger has a different study of this name.
    """
    checked_progress(progress)
    check_ruleset(ruleset)
    spec = built_in_spec(agent, "agent")
    rows_of = varied(vary, "['c=0.5,1,2']")
    changes = _checked(spec, changes_of(rows_of, texts("change", change, "['prior=none,c=1']")))
    chosen: Equal = equal or ("time" if _has_clock(spec) else "iterations")
    _check_equal(spec, chosen, changes)
    players = ruleset.players
    games = whole_number("games", games, 2 * players)
    seed = seed_of("seed", seed)
    seats = whole_number("seats", seats, 1, players - 1)
    threads = whole_number("threads", threads, 1)
    check_study(study)
    met = built_in_specs("against", against, "['greedy']")
    if len(met) > players - seats:
        raise InputError(f"against names {len(met)} agents for {counted(players - seats, 'seat')}")
    for other in met:
        Agent(other)
    field = [(met or [spec])[i % max(1, len(met))] for i in range(players - seats)]
    work = _Study(
        ruleset, spec, field, file_name(ledger), study, -(-games // players), chosen, seed, threads,
        ignore_signature,
    )  # fmt: skip
    places = [BASE, *changes] if met else changes
    parts = Parts(progress, len(places))
    rows: list[AblationRow] = []
    shares: list[NDArray[np.float64]] = []
    with telling(work.path, lambda: f"{len(rows)} of {len(places)} rows"):
        for each in places:
            row, by_block = work.play(each, parts.within(str(each)))
            rows.append(row)
            shares.append(by_block)
            parts.end(str(each), f"{row.win_share.text(3)}, {row.spec}")
    before, others = work.games_before(places), work.other_rows(places)
    reference, over = (rows.pop(0), shares.pop(0)) if met else (None, None)
    judged = [work.judged(row, own, over) for row, own in zip(rows, shares, strict=True)]
    together = holm([row.p for row in judged])
    return Ablation(
        ruleset, study, spec, tuple(field), seats, chosen, seed,
        tuple(replace(row, p_holm=float(p)) for row, p in zip(judged, together, strict=True)),
        reference, before, others,
    )  # fmt: skip


def _checked(base: str, changes: list[Change]) -> list[Change]:
    """The changes. Raises InputError for an invalid one, or for two with the same agent."""
    if not changes:
        raise InputError(f"nothing to vary; {FORM}")
    made = {Agent(base).spec: BASE}
    for change in changes:
        spec = Agent(change.of(base)).spec
        if spec in made:
            same = made[spec]
            is_base = same == BASE
            told = f"is what {base} has already" if is_base else f"is the same as {same}"
            raise InputError(f"vary {change}: {told}")
        made[spec] = change
    return changes


def _check_equal(base: str, equal: str, changes: list[Change]) -> None:
    has_time = _has_clock(base)
    if equal not in EQUAL:
        raise InputError(f"unknown equal '{equal}'; expected iterations, time or cost")
    if equal == "time" and not has_time:
        raise InputError(f"equal time: {base} has no time=; give it one, or use equal cost")
    if equal != "time" and has_time:
        raise InputError(f"equal {equal}: {base} has time=, which is equal time")
    if equal != "cost":
        return
    if _iterations(base) is None:
        raise InputError(f"equal cost: {base} has no iterations to scale")
    for change in changes:
        if any(key in ("iterations", *_CLOCKS) for key, _ in change.values):
            raise InputError(
                f"equal cost: {change} sets the iterations, which equal cost determines"
            )
