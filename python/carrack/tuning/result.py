"""The result of tuning: candidates, and the test of the best on fresh seeds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from carrack._core import Ruleset
from carrack._optional import optional_packages
from carrack._space import Value
from carrack._statistics import MeanInterval
from carrack._text import aligned, counted, json_text, without_nan

if TYPE_CHECKING:
    import optuna
    import pandas as pd


@dataclass(frozen=True)
class Candidate:
    """Parameter values and their result. The figures were used for selection, so those of the best
    candidate are biased upwards.
    """

    number: int
    spec: str
    values: dict[str, Value]
    state: str
    """``complete``; ``pruned``, worse than the best one; ``repeated``, a spec that was already
    played; ``refused``, incompatible values."""
    blocks: int
    win_share: float
    """Win share per seat; NaN without games."""
    low: float
    high: float
    """The ends of the 95 % interval of the win share over blocks."""
    by_block: tuple[float, ...]
    """[blocks] win shares."""
    reason: str = ""
    """Why the candidate was refused."""

    @property
    def share(self) -> MeanInterval:
        """The win share with its interval."""
        return MeanInterval(self.win_share, self.low, self.high)

    def __str__(self) -> str:
        if self.reason:
            return f"{self.number}: refused, {self.reason}"
        told = f"{self.share.text(3)} after {counted(self.blocks, 'block')}"
        return f"{self.number}: {told}, {self.state}: {self.spec}"


@dataclass(frozen=True)
class Test:
    """A candidate on fresh seeds. The intervals of all tested candidates hold together, at 95 %."""

    number: int
    spec: str
    blocks: int
    win_share: float
    low: float
    high: float
    """The ends of the interval of the win share."""
    gain: float
    """The candidate's win share minus that of the base in the same place."""
    gain_low: float
    gain_high: float
    """The ends of the interval of the gain."""

    @property
    def gain_half_width(self) -> float:
        """Half of ``gain_high - gain_low``."""
        return (self.gain_high - self.gain_low) / 2

    def gain_text(self) -> str:
        """The gain with its interval."""
        return MeanInterval(self.gain, self.gain_low, self.gain_high).text(3, "+")

    @property
    def share(self) -> MeanInterval:
        """The win share with its interval."""
        return MeanInterval(self.win_share, self.low, self.high)

    def __str__(self) -> str:
        return f"{self.number}: {self.share.text(3)}, gain {self.gain_text()}"


@dataclass(frozen=True, eq=False)
class Tuning:
    """The result of ``carrack.tune``."""

    ruleset: Ruleset
    name: str
    """Name of the study."""
    base: str
    against: tuple[str, ...]
    """[seats] opponents of the candidates."""
    seed: int
    test_seed: int
    test_best: int
    """The number of candidates to test."""
    candidates: tuple[Candidate, ...]
    """In the order of evaluation."""
    tested: tuple[Test, ...]
    """The best candidates on fresh seeds, largest gain first; empty if only the base played all
    blocks, or with ``test_best`` 0."""
    study: optuna.Study
    """In-memory study for Optuna's plots and importances."""

    @property
    def proven(self) -> Test | None:
        """The tested candidate with the largest gain whose interval is above 0. The intervals of
        all tested candidates are simultaneous, so it may be any of them.
        """
        return next((test for test in self.tested if test.gain_low > 0), None)

    @property
    def best(self) -> str:
        """The spec of ``proven``; the base if there is none."""
        return self.proven.spec if self.proven else self.base

    @property
    def gain(self) -> float:
        """Gain in win share of ``best`` over the base on fresh seeds; 0 if ``best`` is the base."""
        return self.proven.gain if self.proven else 0.0

    @property
    def gain_low(self) -> float:
        """The lower end of the 95 % interval of ``gain``, adjusted for the selection among the
        tested candidates; 0 if ``best`` is the base.
        """
        return self.proven.gain_low if self.proven else 0.0

    @property
    def gain_high(self) -> float:
        """The upper end of that interval."""
        return self.proven.gain_high if self.proven else 0.0

    @property
    def gain_half_width(self) -> float:
        """Half of ``gain_high - gain_low``."""
        return self.proven.gain_half_width if self.proven else 0.0

    @property
    def helps(self) -> bool:
        """Whether the interval of the gain of a tested candidate is above 0."""
        return self.proven is not None

    def table(self) -> list[dict[str, Any]]:
        """One row per candidate, best first: ``candidate``, ``state``, ``blocks``, ``win_share``,
        ``win_share_low``, ``win_share_high``, ``win_share_half_width`` (half its width), ``spec``,
        and its values by key.
        """
        rows = []
        for c in sorted(self.candidates, key=lambda c: (not c.blocks, -c.win_share, c.number)):
            row = {"candidate": c.number, "state": c.state, "blocks": c.blocks}
            figures = {
                "win_share": c.win_share, "win_share_low": c.low, "win_share_high": c.high,
                "win_share_half_width": c.share.half_width,
            }  # fmt: skip
            rows.append({**row, **figures, "spec": c.spec, **c.values})
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """``table()`` as a frame. Needs pandas."""
        with optional_packages():
            import pandas as pd

        return pd.DataFrame(self.table())

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain data; unknown values are null."""
        tested = [asdict(test) | {"gain_half_width": test.gain_half_width} for test in self.tested]
        return {
            "study": self.name,
            "ruleset": str(self.ruleset),
            "base": self.base,
            "against": list(self.against),
            "even_win_share": 1 / self.ruleset.players,
            "seed": self.seed,
            "candidates": without_nan(self.table()),
            "test_seed": self.test_seed,
            "tested": tested,
            "best": self.best,
            "gain": self.gain,
            "gain_low": self.gain_low,
            "gain_high": self.gain_high,
            "gain_half_width": self.gain_half_width,
            "helps": self.helps,
        }

    def to_json(self) -> str:
        """``to_dict()`` as JSON text, as printed by ``carrack tune --json``."""
        return json_text(self.to_dict())

    def verdict(self) -> str:
        """The verdict in one line."""
        if self.test_best == 0:
            return "nothing was tested: no test was asked for"
        if not self.tested:
            return "nothing was tested: no candidate but the base played all blocks"
        best = self.proven or self.tested[0]
        told = f"{best.gain_text()} of win share over the base"
        if self.helps:
            return f"candidate {best.number} brings {told}: {best.spec}"
        return (
            f"No candidate is significantly better than the base. Keep {self.base}. The best tested"
            f" candidate, {best.number}, gained {told}"
        )

    def __repr__(self) -> str:
        return (
            f"<carrack.Tuning {self.name!r}: {len(self.candidates)} candidates, {self.verdict()}>"
        )

    def __str__(self) -> str:
        even = 1 / self.ruleset.players
        head = ["candidate", "state", "blocks", "win share", *self.candidates[0].values]
        rows = []
        for row in self.table():
            share = MeanInterval(row["win_share"], row["win_share_low"], row["win_share_high"])
            cells = [str(row["candidate"]), row["state"], str(row["blocks"])]
            values = [str(row[key]) for key in self.candidates[0].values]
            rows.append([*cells, share.text(3) if row["blocks"] else "", *values])
        lines = aligned([head, *rows])
        games = {c.number: c.blocks for c in self.candidates if c.state != "repeated"}
        lines.append(
            f"{counted(len(self.candidates), 'candidate')}, "
            f"{sum(c.state == 'pruned' for c in self.candidates)} of them pruned, "
            f"{counted(sum(games.values()) * self.ruleset.players, 'game')} of {self.ruleset}, "
            f"seed {self.seed}; even is {even:.3f}"
        )
        lines.append(
            "these games chose among the candidates: the win share of the best is too high "
            "(winner's curse)"
        )
        if self.tested:
            head = ["candidate", "blocks", "win share", "gain over the base"]
            lines += ["", f"fresh seed {self.test_seed}, which chose none of these candidates:"]
            lines += aligned(
                [head]
                + [
                    [str(t.number), str(t.blocks), t.share.text(3), t.gain_text()]
                    for t in self.tested
                ]
            )
            lines.append(
                f"[low, high] are 95 % intervals over blocks, for all {len(self.tested)} at once"
            )
        return "\n".join([*lines, self.verdict()])
