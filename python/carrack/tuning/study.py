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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from carrack import _core
from carrack._arguments import as_list
from carrack._blocks import block_means, names_in, play_all
from carrack._core import Agent, InputError, Ruleset
from carrack._games import spec_of
from carrack._ledger import file_name
from carrack._optional import optional_packages
from carrack._space import Space, Value
from carrack._statistics import MeanInterval, mean_interval
from carrack.tuning.result import Candidate, Test, Tuning

if TYPE_CHECKING:
    import optuna

STARTUP = 10
"""Candidates drawn at random before the sampler learns from them; Optuna's default."""


@dataclass
class _Study:
    """Common settings of all candidates, and the finished ones."""

    ruleset: Ruleset
    space: Space
    opponents: list[str]
    """[seats of the field] their specs."""
    path: str
    name: str
    blocks: int
    step: int
    seed: int
    threads: int
    ignore_signature: bool
    pruner: optuna.pruners.BasePruner
    progress: Callable[[str], None]
    trials: list[optuna.trial.FrozenTrial | None] = field(default_factory=list)
    """The observation for the sampler; None for a base outside the space."""
    candidates: list[Candidate] = field(default_factory=list)

    def go_on(self, kept: set[str]) -> None:
        """Add the next candidate: from the ledger, or a new one."""
        with optional_packages():
            import optuna

        number = len(self.candidates)
        name = f"tune/{self.name}/{number}"
        if number == 0 and self.space.start is None:
            spec = self.space.spec({})
            self.trials.append(None)
            shares = self.shares(name, spec, self.blocks, self.seed)
            self.add(number, spec, self.space.own, "complete", shares)
            return
        values = self.kept_values(name) if name in kept else self.proposed(number)
        spec = self.space.spec(values)
        distributions = {p.key: p.distribution() for p in self.space.parameters}
        trial = optuna.trial.create_trial(
            state=optuna.trial.TrialState.RUNNING, params=values, distributions=distributions
        )
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
        shares = np.array([])
        for end in range(self.step, self.blocks + self.step, self.step):
            shares = self.shares(name, spec, min(end, self.blocks), self.seed)
            for block in range(len(trial.intermediate_values), len(shares)):
                trial.intermediate_values[block] = float(shares[block])
            if len(shares) < self.blocks and self.is_worse(trial):
                state = "pruned"
                break
        # As Optuna recommends for this pruner, a pruned trial is reported with its mean so far,
        # which is below that of the best one.
        self.trials.append(
            optuna.trial.create_trial(
                value=float(shares.mean()),
                params=values,
                distributions=distributions,
                intermediate_values=trial.intermediate_values,
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

    def is_worse(self, trial: optuna.trial.FrozenTrial) -> bool:
        return self.pruner.prune(self.history(), trial)

    def kept_values(self, name: str) -> dict[str, Value]:
        """The values of a candidate in the ledger."""
        spec = _core.ledger_tournament(self.path, name)["agents"][0]
        values = self.space.values(spec)
        if values is None:
            raise InputError(
                f"ledger {self.path}: '{name}' is {spec}, which is not in the search space of the"
                " base; use --study NEW to start another study"
            )
        return values

    def shares(self, name: str, spec: str, blocks: int, seed: int) -> NDArray[np.float64]:
        """[blocks] win shares of a seat of ``spec`` against the field; plays missing games."""
        seats = self.ruleset.players - len(self.opponents)
        agents = [spec] * seats + self.opponents
        plan = (self.ruleset, agents, "fixed", "rotations", seed, (0, blocks))
        games = play_all(self.path, name, plan, self.threads, self.ignore_signature, "--study NEW")
        return block_means(games, games.win_shares, range(seats), blocks)

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
        self.progress(f"candidate {candidate}")

    def share_interval(self, shares: NDArray[np.float64], together: int = 1) -> MeanInterval:
        """The interval of [blocks] win shares per seat, which sum to at most 1 in a game."""
        players = self.ruleset.players
        maximum = 1 / (players - len(self.opponents))
        return mean_interval(shares, players, between=(0, maximum), together=together)

    def best(self, limit: int) -> list[Candidate]:
        """The best candidates, without the base."""
        base = self.candidates[0].spec
        whole = [c for c in self.candidates if c.state == "complete" and c.spec != base]
        return sorted(whole, key=lambda c: -c.win_share)[:limit]

    def test(self, seed: int, blocks: int, limit: int, against_base: bool) -> list[Test]:
        """Play the best candidates on fresh seeds; best first, with simultaneous intervals."""
        folder = f"tune/{self.name}/test-{seed}"
        chosen = self.best(limit)
        reference = np.full(blocks, 1 / self.ruleset.players)
        if chosen and not against_base:
            reference = self.shares(f"{folder}/base", self.space.spec({}), blocks, seed)
            self.progress(f"test of the base: {reference.mean():.3f}")
        tests = []
        for candidate in chosen:
            shares = self.shares(f"{folder}/{candidate.number}", candidate.spec, blocks, seed)
            share = self.share_interval(shares, len(chosen))
            gain = mean_interval(
                shares - reference, self.ruleset.players, step=1, together=len(chosen)
            )
            tests.append(
                Test(
                    candidate.number, candidate.spec, blocks, share.mean, share.low, share.high,
                    gain.mean, gain.half_width,
                )
            )  # fmt: skip
            self.progress(f"test of {tests[-1]}")
        return sorted(tests, key=lambda test: -test.gain)


def tune(
    ruleset: Ruleset,
    base: str | Agent,
    vary: Sequence[str],
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
    progress: Callable[[str], None] | None = None,
) -> Tuning:
    """Tune the parameters of an agent, and test the best candidates on fresh seeds.

    ``vary`` names them: ``"c"`` over its whole range, ``"c=0.1..4"``, ``"c=0.1..4:log"`` on a log
    scale, ``"rollout=random,scripted"``; default ranges and words of ``mcts`` and ``uct`` are those
    of ``search_parameters()``, other agents need explicit ones. A candidate has half of the seats,
    rounded down, and the base the others, or the specs of ``against`` in turn.

    All candidates play the same ``blocks`` chance seeds in all rotations of the seats. Optuna's
    TPE proposes them; candidate 0 is the base. A candidate that is worse than the best one in a
    Wilcoxon test over common blocks (``p_threshold``; 0 for never), run after every ``step``
    blocks, is pruned. The ``test_best`` best then play ``test_blocks`` blocks with ``test_seed``
    (by
    default ``seed`` + 1). The gain is estimated from these games only, since the earlier ones were
    used for selection.

    Every game is stored in the ledger, one tournament ``tune/STUDY/NUMBER`` per candidate. After
    Ctrl-C or kill the same call continues, with the same result; more ``candidates`` or ``blocks``
    extend it, and processes can share the work. ``progress`` is called with a line about each
    candidate.

    Needs ``pip install 'carrack-mcts[tune]'``. Raises InputError for unknown keys and values, with
    the nearest known ones, and if the ledger has a different study of this name.
    """
    with optional_packages():
        import optuna
        import scipy  # noqa: F401  # for the test at the end
    for what, number, minimum in (
        ("candidates", candidates, 1), ("blocks", blocks, 2), ("step", step, 1),
        ("test_blocks", test_blocks, 2), ("test_best", test_best, 0), ("seed", seed, 0),
        ("test_seed", seed + 1 if test_seed is None else test_seed, 0), ("threads", threads, 1),
    ):  # fmt: skip
        if number < minimum:
            raise InputError(f"{what} is {number}, expected {minimum} or more")
    if not 0 <= p_threshold <= 1:
        raise InputError(f"p_threshold is {p_threshold}, expected 0 to 1")
    fresh = seed + 1 if test_seed is None else test_seed
    if fresh == seed:
        raise InputError(f"the seed {seed} is used for tuning; the test needs a different one")
    if not study or "/" in study:
        raise InputError(f"study {study!r}: expected a name without '/'")
    path = file_name(ledger)
    others = as_list("against", against, "['greedy']")
    space = Space.parse(spec_of(base), vary)
    opponents = _field(ruleset, spec_of(base), [spec_of(agent) for agent in others])
    with _quiet():
        work = _Study(
            ruleset, space, opponents, path, study, blocks, step, seed, threads, ignore_signature,
            optuna.pruners.WilcoxonPruner(p_threshold=p_threshold), progress or (lambda line: None),
        )  # fmt: skip
        kept = names_in(path)
        try:
            while len(work.candidates) < candidates:
                work.go_on(kept)
            tests = work.test(fresh, test_blocks, test_best, not against)
        except KeyboardInterrupt:
            done = f"{len(work.candidates)} of {candidates} candidates are done"
            raise KeyboardInterrupt(
                f"{done}, all games are in {path}; the same call goes on"
            ) from None
        return Tuning(
            ruleset, study, spec_of(base), tuple(opponents), seed, fresh,
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
