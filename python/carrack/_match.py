"""Sequential comparison of two agents."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from carrack import _core
from carrack._arguments import check_agent, check_ruleset, file_of, refuse_unused
from carrack._core import InputError, Ruleset
from carrack._games import Chooser, as_named, spec_of, version_of
from carrack._keywords import named_arguments
from carrack._record import number_of_games
from carrack._statistics import MeanInterval
from carrack._text import GOES_ON, counted


def _whole(number: float) -> float:
    """The number rounded, 0 without a sign; infinite numbers and NaN as they are."""
    return round(number) + 0.0 if math.isfinite(number) else number


@dataclass(frozen=True)
class Match:
    """The result of a match."""

    ruleset: Ruleset
    agents: tuple[str, str]
    """The agents A and B."""
    seed: int
    verdict: str
    """``H1``: the Elo difference is ``elo1`` rather than ``elo0``; ``H0``: the reverse;
    ``undecided`` after ``max_blocks``.
    """
    llr: float
    """The log-likelihood ratio of H1 to H0."""
    llr_bounds: tuple[float, float]
    """The bounds for accepting H0 and H1."""
    blocks: int
    win_share: float
    """Win share of A's half of the seats."""
    win_share_low: float
    win_share_high: float
    """The ends of the 95 % interval of ``win_share`` over blocks, as for a fixed number of blocks;
    NaN for one block.
    """
    elo: float
    """The Elo difference A - B, biased away from 0 by the early stopping of the test."""
    elo_low: float
    elo_high: float
    """The ends of the 95 % interval of ``elo``; one is infinite if an agent won every game. NaN for
    one block.
    """
    forfeits: tuple[int, int]
    """Seats forfeited by A and B."""

    @property
    def games(self) -> int:
        """The number of games, two per block."""
        return 2 * self.blocks

    def __repr__(self) -> str:
        a, b = _core.short_names(list(self.agents))
        games = counted(self.games, "game")
        return f"<carrack.Match {self.ruleset}: {self.verdict}, {a} against {b}, {games}>"

    def _elo(self) -> str:
        """The difference with its interval; a perfect score gives only a bound."""
        elo, low, high = (_whole(number) for number in (self.elo, self.elo_low, self.elo_high))
        if math.isinf(elo):
            bound = f"at least {low:.0f}" if elo > 0 else f"at most {high:.0f}"
            return "unknown" if math.isnan(low) else bound
        if math.isinf(high):
            between = f" ({low:.0f} or more)"
        elif math.isinf(low):
            between = f" ({high:.0f} or less)"
        else:
            between = "" if math.isnan(low) else f" ({low:.0f} to {high:.0f})"
        return f"{elo:+.0f}{between}"

    def __str__(self) -> str:
        a, b = _core.short_names(list(self.agents))
        share = MeanInterval(self.win_share, self.win_share_low, self.win_share_high).text(3)
        of_a, of_b = self.forfeits
        forfeits = f"; forfeited seats: A {of_a}, B {of_b}" if of_a or of_b else ""
        return (
            f"{self.verdict}: A {a} against B {b}, Elo {self._elo()}, "
            f"win share {share}, LLR {self.llr:.2f}, "
            f"{counted(self.games, 'game')} of {self.ruleset} in "
            f"{counted(self.blocks, 'block')}, seed {self.seed}{forfeits}"
        )


@named_arguments
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
    keep: str | os.PathLike[str] | None = None,
    force: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Match:
    """Play ``a`` against ``b`` until a sequential probability ratio test decides which is stronger,
    as ``carrack match`` does. A block is two games with the same chance events; each agent has half
    of the seats, and they swap for the second game. With an odd number of players ``a`` has one
    seat more in the first game of a block and one less in the second. H0: the Elo difference a - b
    is ``elo0``; H1: it is ``elo1``; ``alpha`` is the probability of accepting H1 if H0 is true,
    ``beta`` the reverse.

    The result does not depend on the threads. ``progress``, for example ``print``, is called with a
    line about what is done, at most once a second; its time to go is until ``max_blocks``.

    With ``record``, the games are written to this file as JSON Lines, for ``carrack.read_records``
    and ``carrack.rate``. With ``keep``, the result of each block is written to this file as
    soon as the block is finished: the same call continues after Ctrl-C, and one with more
    ``max_blocks`` continues a test that ended undecided. The files are those of ``carrack match``.

    Releases the GIL except for decisions of Python agents. Ctrl-C stops it; KeyboardInterrupt says
    how much is in the file. Raises InputError for invalid arguments, for ``record`` together with
    ``keep``, for an existing record unless ``force``, for ``force`` without ``record``, for a file
    to ``keep`` that is of another match, and for agents written in Python on more than one thread
    or with ``keep``.
    """
    check_ruleset(ruleset)
    for name, agent in (("a", a), ("b", b)):
        check_agent(name, agent)
    target = file_of("record", record)
    kept = file_of("keep", keep)
    if target and kept:
        raise InputError("record does not go with keep, which has the results but not the games")
    if not target:
        refuse_unused("record=", force=bool(force))
    if kept:
        a, b = _with_spec(a), _with_spec(b)
    names = (spec_of(a), spec_of(b))
    sitting = [as_named(a), as_named(b)]
    with telling_of_files(target, kept, max_blocks):
        result = _core.play_match(
            ruleset,
            sitting,
            elo0,
            elo1,
            alpha,
            beta,
            max_blocks,
            seed,
            threads,
            target,
            kept,
            force,
            progress,
        )
    return Match(ruleset=ruleset, agents=names, seed=int(seed), **result)


def _with_spec(agent: str | Chooser) -> str:
    """The spec of an agent whose match is kept. Raises InputError for one written in Python: its
    name does not identify it.
    """
    if isinstance(agent, str | _core.Agent):
        return spec_of(agent)
    raise InputError(
        f"keep is for agents with a spec, not {spec_of(agent)}; carrack.serve makes a program of it"
    )


@contextlib.contextmanager
def telling_of_files(record: str, kept: str, max_blocks: int) -> Iterator[None]:
    """Add what is in the files to KeyboardInterrupt."""
    before = version_of(record)
    try:
        yield
    except KeyboardInterrupt:
        if kept and os.path.isfile(kept):
            with open(kept, "rb") as lines:
                blocks = max(0, sum(1 for _ in lines) - 1)  # after the header
            most = counted(max_blocks, "block")
            raise KeyboardInterrupt(
                f"{blocks} of at most {most} are in {kept}; {GOES_ON}"
            ) from None
        if os.path.isfile(record) and version_of(record) != before:
            games = counted(number_of_games(record), "game")
            raise KeyboardInterrupt(f"{games} are in {record}") from None
        raise
