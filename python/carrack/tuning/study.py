"""Tuning of an agent's parameters with Optuna over blocks of games.

A study is stored only as its games. Those of a candidate are a tournament
``tune/STUDY/NUMBER`` of the ledger; its values are in the spec of the tournament's first agent.
A study is resumed by reading them into an in-memory Optuna study. An Optuna storage in the
same file would duplicate this state: it could disagree with the games after a kill,
``carrack ledger --merge`` would not merge it, and its schema changes between Optuna versions.
"""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from carrack._arguments import (
    MOST_SEED,
    built_in_spec,
    built_in_specs,
    check_ruleset,
    check_study,
    real_number,
    seed_of,
    whole_number,
)
from carrack._blocks import block_means, play_all, specs_in, telling
from carrack._core import Agent, InputError, Ruleset
from carrack._keywords import named_arguments
from carrack._ledger import file_name
from carrack._optional import optional_packages
from carrack._progress import Parts, Progress
from carrack._space import Space, Value
from carrack._statistics import MeanInterval, mean_interval
from carrack.tuning.result import Candidate, Test, Tuning
from carrack.tuning.signed_rank import p_less

if TYPE_CHECKING:
    import optuna

STARTUP = 10
"""Candidates drawn at random before the sampler learns from them; Optuna's default."""
LEAST_PAIRS = 2
"""Blocks that are tested, at least."""


@dataclass
class _Study:
    """Common settings of all candidates, and the finished ones."""

    ruleset: Ruleset
    space: Space
    opponents: list[str]
    """The specs of the opponents, one for each of their seats."""
    path: str
    name: str
    blocks: int
    step: int
    seed: int
    threads: int
    ignore_signature: bool
    p_threshold: float
    parts: Parts
    """The progress that is told."""
    trials: list[optuna.trial.FrozenTrial | None] = field(default_factory=list)
    """The observations for the sampler; None for a base outside the space."""
    candidates: list[Candidate] = field(default_factory=list)

    def go_on(self, kept: dict[str, str]) -> None:
        """Add the next candidate: from the ledger, whose specs by name are ``kept``, or a new
        one.
        """
        with optional_packages():
            import optuna

        number = len(self.candidates)
        name = f"tune/{self.name}/{number}"
        progress = self.parts.within(f"candidate {number}")
        if number == 0 and self.space.start is None:
            spec = self.space.spec({})
            self.trials.append(None)
            shares = self.shares(name, spec, self.blocks, self.seed, progress)[: self.blocks]
            self.add(number, spec, self.space.own, "complete", shares)
            return
        values = self.proposed(number) if name not in kept else self.values_of(name, kept[name])
        spec = self.space.spec(values)
        distributions = {p.key: p.distribution() for p in self.space.parameters}
        twin = next((c for c in self.candidates if c.spec == spec), None)
        if twin is not None:
            self.trials.append(self.trials[twin.number])
            self.add(number, spec, values, "repeated", np.array(twin.by_block))
            return
        try:
            Agent(spec)
        except InputError as error:  # incompatible values; the sampler avoids them
            refused = optuna.trial.TrialState.PRUNED
            self.trials.append(
                optuna.trial.create_trial(state=refused, params=values, distributions=distributions)
            )
            self.add(number, spec, values, "refused", np.array([]), str(error))
            return
        state = "complete"
        played = shares = np.array([])
        step = self.step if self.p_threshold > 0 else self.blocks
        for end in range(step, self.blocks + step, step):
            last = min(end, self.blocks)
            if len(played) < last:
                played = self.shares(name, spec, last, self.seed, progress)
            shares = played[:last]
            if len(shares) < self.blocks and self.is_worse(shares):
                state = "pruned"
                break
        # As Optuna recommends for its pruner, a pruned trial is reported with its mean so far,
        # which is below that of the best one.
        self.trials.append(
            optuna.trial.create_trial(
                value=float(shares.mean()),
                params=values,
                distributions=distributions,
                intermediate_values={block: float(share) for block, share in enumerate(shares)},
            )
        )
        self.add(number, spec, values, state, shares)

    def proposed(self, number: int) -> dict[str, Value]:
        """The values of the base first, then the sampler's. Its proposals depend only on the seed,
        the number and the previous candidates, so no sampler state is stored.
        """
        with optional_packages():
            import optuna

        if number == 0 and self.space.start is not None:
            return self.space.start
        seed = int(np.random.SeedSequence([self.seed, number]).generate_state(1)[0])
        sampler = optuna.samplers.TPESampler(n_startup_trials=STARTUP, multivariate=True, seed=seed)
        trial = self.history(sampler).ask({p.key: p.distribution() for p in self.space.parameters})
        return {p.key: p.readable(trial.params[p.key]) for p in self.space.parameters}

    def history(self, sampler: optuna.samplers.BaseSampler | None = None) -> optuna.Study:
        with optional_packages():
            import optuna

        study = optuna.create_study(direction="maximize", sampler=sampler, study_name=self.name)
        study.add_trials([trial for trial in self.trials if trial is not None])
        return study

    def is_worse(self, shares: NDArray[np.float64]) -> bool:
        """Whether the best candidate so far is better than one with these win shares in its first
        blocks, and has the higher mean: the decision of Optuna's WilcoxonPruner.
        """
        values = [(t.value, t) for t in self.trials if t is not None and t.value is not None]
        if not values:
            return False
        best = max(values, key=lambda each: each[0])[1]  # the first of several
        theirs = np.array([*best.intermediate_values.values()])
        both = min(len(shares), len(theirs))
        if both < LEAST_PAIRS or sum(theirs) / len(theirs) <= sum(shares) / len(shares):
            return False
        return p_less(shares[:both] - theirs[:both]) < self.p_threshold

    def values_of(self, name: str, spec: str) -> dict[str, Value]:
        """The values of a candidate in the ledger."""
        values = self.space.values(spec)
        if values is None:
            raise InputError(
                f"ledger {self.path}: '{name}' is {spec}, which is not in the search space of the"
                " base; use --study NEW to start another study"
            )
        return values

    def shares(
        self, name: str, spec: str, blocks: int, seed: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Win shares of a seat of ``spec`` against the field by block: at least [blocks], and what
        was played before. Plays missing games; ``progress`` is told of them.
        """
        seats = self.ruleset.players - len(self.opponents)
        agents = [spec] * seats + self.opponents
        plan = (self.ruleset, agents, "fixed", "rotations", seed, (0, blocks))
        games = play_all(
            self.path, name, plan, self.threads, self.ignore_signature, "--study NEW",
            progress=progress,
        )  # fmt: skip
        found = np.unique(games.block)
        whole = np.count_nonzero(found == np.arange(len(found)))  # from block 0 without a gap
        return block_means(games, games.win_shares, range(seats), int(whole))

    def add(
        self,
        number: int,
        spec: str,
        values: dict[str, Value],
        state: str,
        shares: NDArray[np.float64],
        reason: str = "",
    ) -> None:
        share = self.share_interval(shares)
        candidate = Candidate(
            number, spec, values, state, len(shares), share.mean, share.low, share.high,
            tuple(shares), reason,
        )  # fmt: skip
        self.candidates.append(candidate)
        self.parts.tell(f"candidate {candidate}")

    @property
    def most(self) -> float:
        """The highest win share per seat of a candidate, whose seats share one win."""
        return 1 / (self.ruleset.players - len(self.opponents))

    def share_interval(self, shares: NDArray[np.float64], together: int = 1) -> MeanInterval:
        """The interval of [blocks] win shares per seat."""
        return mean_interval(
            shares, self.ruleset.players, between=(0, self.most), together=together
        )

    def gain(
        self,
        share: MeanInterval,
        shares: NDArray[np.float64],
        reference: NDArray[np.float64] | None,
        together: int,
    ) -> MeanInterval:
        """A win share minus the even one, or minus that of the base in the same blocks."""
        players, most = self.ruleset.players, self.most
        if reference is None:
            return MeanInterval(*(end - 1 / players for end in share))
        return mean_interval(shares - reference, players, between=(-most, most), together=together)

    def best(self, limit: int) -> list[Candidate]:
        """The best candidates, without the base."""
        base = self.candidates[0].spec
        whole = [c for c in self.candidates if c.state == "complete" and c.spec != base]
        return sorted(whole, key=lambda c: -c.win_share)[:limit]

    def test(self, seed: int, blocks: int, limit: int, against_base: bool) -> list[Test]:
        """Play the best candidates on fresh seeds; best first, with simultaneous intervals."""
        folder = f"tune/{self.name}/test-{seed}"
        chosen = self.best(limit)
        reference: NDArray[np.float64] | None = None
        if chosen and not against_base:
            told = "test of the base"
            reference = self.shares(
                f"{folder}/base", self.space.spec({}), blocks, seed, self.parts.within(told)
            )[:blocks]
            self.parts.end(told, f"{reference.mean():.3f}")
        tests = []
        for candidate in chosen:
            name = f"{folder}/{candidate.number}"
            progress = self.parts.within(f"test of {candidate.number}")
            shares = self.shares(name, candidate.spec, blocks, seed, progress)[:blocks]
            share = self.share_interval(shares, len(chosen))
            gain = self.gain(share, shares, reference, len(chosen))
            tests.append(
                Test(
                    candidate.number, candidate.spec, blocks, share.mean, share.low, share.high,
                    gain.mean, gain.low, gain.high,
                )
            )  # fmt: skip
            self.parts.tell(f"test of {tests[-1]}")
        return sorted(tests, key=lambda test: -test.gain)


@named_arguments
def tune(
    ruleset: Ruleset,
    agent: str | Agent,
    vary: Sequence[str] | Mapping[str, str],
    *,
    ledger: str | os.PathLike[str],
    study: str = "main",
    against: Sequence[str | Agent] = (),
    candidates: int = 40,
    blocks: int = 32,
    step: int = 4,
    p_threshold: float = 0.1,
    seed: int = 1,
    test_seed: int | None = None,
    test_blocks: int = 100,
    test_best: int = 3,
    threads: int = 1,
    ignore_signature: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Tuning:
    """Tune the parameters of an agent, the base, and test the best candidates on fresh seeds.

    ``vary`` names them: ``"c"`` over its whole range, ``"c=0.1..4"``, ``"c=0.1..4:log"`` on a log
    scale, ``"rollout=random,scripted"``; or it is a dict as ``{"c": "0.1..4:log"}``. Default ranges
    and words of ``mcts`` and ``uct`` are those of ``search_parameters()``, other agents need
    explicit ones. A candidate has half of the seats, rounded down, and the base the others, or the
    specs of ``against`` in turn; with more agents in ``against`` than that leaves, it has the seats
    that these do not need.

    All candidates play the same ``blocks`` chance seeds in all rotations of the seats. Optuna's
    TPE proposes them; candidate 0 is the base. A candidate that is worse than the best one in a
    Wilcoxon test over common blocks (``p_threshold``; 0 for never), run after every ``step``
    blocks, is pruned. The ``test_best`` best then play ``test_blocks`` blocks with ``test_seed``
    (by default ``seed`` + 1). The gain is estimated from these games only, since the earlier ones
    were used for selection. Fix ``test_blocks`` and ``test_best`` beforehand: the intervals do not
    cover a test that is lengthened until a gain shows.

    The chance seeds are those of tournaments, matches and ablations with the same seed, and 1 is
    the default of all. Confirm a result with a seed other than ``seed`` and ``test_seed``, and give
    a study whose base was chosen by another study seeds of its own.

    Every game is stored in the ledger, one tournament ``tune/STUDY/NUMBER`` per candidate. After
    Ctrl-C or kill the same call continues, with the same result; more ``candidates`` or ``blocks``
    extend it, and processes can share the work. ``progress``, for example ``print``, is called with
    a line at the end of each candidate, and within longer ones about its games, at most every ten
    seconds.

    Needs ``pip install '.[tune]'`` in a checkout of carrack. Raises InputError for unknown keys and
    values, with the nearest known ones, and if the ledger has a different study of this name.
    """
    with optional_packages():
        import optuna  # noqa: F401  # before the first game
    parts = Parts(progress)
    check_ruleset(ruleset)
    candidates = whole_number("candidates", candidates, 1)
    blocks = whole_number("blocks", blocks, 2)
    step = whole_number("step", step, 1)
    test_blocks = whole_number("test_blocks", test_blocks, 2)
    test_best = whole_number("test_best", test_best, 0)
    threads = whole_number("threads", threads, 1)
    seed = seed_of("seed", seed)
    fresh = (seed + 1) % (MOST_SEED + 1)
    if test_seed is not None:
        fresh = seed_of("test_seed", test_seed)
    if fresh == seed:
        raise InputError(f"the seed {seed} is used for tuning; the test needs a different one")
    p_threshold = real_number("p_threshold", p_threshold)
    if not 0 <= p_threshold <= 1:
        raise InputError(f"p_threshold is {p_threshold}, expected 0 to 1")
    check_study(study)
    path = file_name(ledger)
    spec = built_in_spec(agent, "agent")
    others = built_in_specs("against", against, "['greedy']")
    space = Space.parse(spec, vary)
    opponents = _field(ruleset, spec, others)
    with _quiet():
        work = _Study(
            ruleset, space, opponents, path, study, blocks, step, seed, threads, ignore_signature,
            p_threshold, parts,
        )  # fmt: skip
        kept = specs_in(path)
        with telling(path, lambda: f"{len(work.candidates)} of {candidates} candidates"):
            while len(work.candidates) < candidates:
                work.go_on(kept)
            tests = work.test(fresh, test_blocks, test_best, not others)
        return Tuning(
            ruleset, study, spec, tuple(opponents), seed, fresh, test_best,
            tuple(work.candidates), tuple(tests), work.history(),
        )  # fmt: skip


def _field(ruleset: Ruleset, base: str, against: list[str]) -> list[str]:
    """[seats] opponents of a candidate."""
    players = ruleset.players
    if len(against) >= players:
        raise InputError(
            f"against names {len(against)} agents, expected at most {players - 1}: a candidate"
            " needs a seat"
        )
    for spec in against:
        Agent(spec)
    seats = max(players - players // 2, len(against))
    return [(against or [base])[i % max(1, len(against))] for i in range(seats)]


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silence Optuna's progress and experimental-feature messages."""
    with optional_packages():
        import optuna

    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            yield
    finally:
        optuna.logging.set_verbosity(before)
