"""Two agents until a sequential test knows which is better."""

from __future__ import annotations

import os
from dataclasses import dataclass

from carrack import _core
from carrack._core import Ruleset
from carrack._games import Chooser, spec_of


@dataclass(frozen=True)
class Match:
    """How a match ended."""

    ruleset: Ruleset
    agents: tuple[str, str]
    """A and B."""
    seed: int
    verdict: str
    """``H1``: the Elo difference is ``elo1`` rather than ``elo0``; ``H0``: the other way round;
    ``undecided`` after ``max_blocks``.
    """
    llr: float
    """The log-likelihood ratio of H1 to H0."""
    llr_bounds: tuple[float, float]
    """Where the test accepts H0, and where H1."""
    blocks: int
    win_share: float
    """Of A's half of the seats."""
    win_share_interval: tuple[float, float]
    """Its 95 % interval over blocks, as if their number had been fixed."""
    elo: float
    """A less B. As the test stops when its case is clear, it tends to overstate the difference."""
    elo_interval: tuple[float, float]
    """Infinite at one end where one of the two won every game."""
    forfeits: tuple[int, int]
    """Seats that A and B forfeited."""

    @property
    def games(self) -> int:
        """Two a block."""
        return 2 * self.blocks

    def __str__(self) -> str:
        a, b = _core.short_names(list(self.agents))
        low, high = self.elo_interval
        share_low, share_high = self.win_share_interval
        return (
            f"{self.verdict}: A {a} against B {b}, Elo {self.elo:+.0f} ({low:.0f} to {high:.0f}), "
            f"win share {self.win_share:.3f} [{share_low:.3f}, {share_high:.3f}], "
            f"LLR {self.llr:.2f}, "
            f"{self.games} games of {self.ruleset} in {self.blocks} blocks, seed {self.seed}"
        )


def match(
    ruleset: Ruleset,
    a: str | Chooser,
    b: str | Chooser,
    *,
    elo0: float = 0,
    elo1: float = 50,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_blocks: int = 10_000,
    seed: int = 1,
    threads: int = 1,
    record: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Match:
    """Plays ``a`` against ``b`` until a sequential probability ratio test knows which is better, as
    ``carrack match`` does. A block is two games with the same chance, in which they change seats;
    each has half of them. H0: the Elo difference, a less b, is ``elo0``; H1: it is ``elo1``;
    ``alpha`` is the probability of H1 where H0 is true, ``beta`` of H0 where H1 is.

    The result does not depend on the threads. With ``record``, the games are kept as JSON Lines.
    The GIL is released wherever no Python agent decides; Ctrl-C ends it. Raises InputError for
    wrong specs or numbers, for a record that exists unless ``force``, and for agents written in
    Python on more than one thread.
    """
    target = "" if record is None else os.fspath(record)
    result = _core.play_match(
        ruleset, [a, b], elo0, elo1, alpha, beta, max_blocks, seed, threads, target, force
    )
    return Match(ruleset=ruleset, agents=(spec_of(a), spec_of(b)), seed=seed, **result)
