"""The result of an ablation: a table of changes, and its plot."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carrack._core import Ruleset
from carrack._optional import optional_packages
from carrack._statistics import MeanInterval
from carrack._text import aligned, counted, json_text, p_text, without_nan

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

LEVEL = 0.05


@dataclass(frozen=True)
class AblationRow:
    """A change of the base and its result."""

    change: str
    spec: str
    """The agent that played."""
    games: int
    blocks: int
    iterations: int | None
    """Iterations per decision; None for agents without iterations or with a time."""
    win_share: MeanInterval
    """Per seat, with its pointwise 95 % interval over blocks."""
    vp: MeanInterval
    lead: MeanInterval
    """VP minus the mean of the other seats."""
    gain: MeanInterval
    """Win share minus that of the base in the same place."""
    p: float
    """p-value of the gain being 0, unadjusted."""
    p_holm: float
    """The same, Holm-adjusted over all rows of the table."""

    @property
    def verdict(self) -> str:
        """``helps``, ``hurts`` or ``no difference seen``, by ``p_holm``."""
        if not self.p_holm < LEVEL:
            return "no difference seen"
        return "helps" if self.gain.mean > 0 else "hurts"


@dataclass(frozen=True, eq=False)
class Ablation:
    """The result of ``carrack.ablate``."""

    ruleset: Ruleset
    name: str
    """Name of the study."""
    base: str
    against: tuple[str, ...]
    """[players - seats] opponents of the variants."""
    seats: int
    """Seats of a variant at a table."""
    equal: str
    """What is equal for all rows: ``iterations``, ``time`` or ``cost``."""
    seed: int
    rows: tuple[AblationRow, ...]
    """In the order of the arguments."""
    reference: AblationRow | None
    """The base in the place of the variants, if the opponents are others."""
    games_before: int | None = None
    """The games of a row when the study was extended to more; None if it was not."""
    other_rows: int = 0
    """Rows of the study in the ledger that are not in this table."""

    def table(self) -> list[dict[str, Any]]:
        """One row per change: ``change``, ``spec``, ``games``, ``blocks``, ``iterations``; each of
        ``win_share``, ``gain``, ``vp`` and ``lead`` with both ends of its interval (``…_low``,
        ``…_high``) and its half width (``…_half_width``); ``p``, ``p_holm``, ``verdict``.
        """
        rows = []
        for row in self.rows:
            cells: dict[str, Any] = {
                "change": row.change, "spec": row.spec, "games": row.games, "blocks": row.blocks,
                "iterations": row.iterations,
            }  # fmt: skip
            for figure in ("win_share", "gain", "vp", "lead"):
                mean: MeanInterval = getattr(row, figure)
                cells[figure] = mean.mean
                cells[figure + "_low"], cells[figure + "_high"] = mean.low, mean.high
                cells[figure + "_half_width"] = mean.half_width
            rows.append({**cells, "p": row.p, "p_holm": row.p_holm, "verdict": row.verdict})
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """``table()`` as a frame. Needs pandas."""
        with optional_packages():
            import pandas as pd

        return pd.DataFrame(self.table())

    def to_csv(self) -> str:
        """``table()`` as CSV; unknown values are empty."""
        text = io.StringIO()
        rows = self.table()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(
                {key: "" if _is_unknown(value) else value for key, value in row.items()}
            )
        return text.getvalue()

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain data; unknown values are null."""
        return {
            "study": self.name,
            "ruleset": str(self.ruleset),
            "base": self.base,
            "against": list(self.against),
            "seats": self.seats,
            "equal": self.equal,
            "seed": self.seed,
            "even_win_share": 1 / self.ruleset.players,
            "games_before": self.games_before,
            "other_rows": self.other_rows,
            "reference_win_share": self.reference and self.reference.win_share.mean,
            "rows": without_nan(self.table()),
        }

    def to_json(self) -> str:
        """``to_dict()`` as JSON text, as printed by ``carrack ablate --json``."""
        return json_text(self.to_dict())

    def to_markdown(self) -> str:
        """The table as Markdown with a caption."""
        head, *rows = self._cells(lambda change: f"`{change}`")
        lines = [f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]]
        return "\n".join([*lines, "", self.description()])

    def plot(self) -> Figure:
        """The gains with their intervals, coloured by verdict. Needs matplotlib."""
        with optional_packages():
            from matplotlib.figure import Figure

        colours = {"helps": "tab:green", "hurts": "tab:red", "no difference seen": "tab:gray"}
        figure = Figure(figsize=(8, 1.6 + 0.32 * len(self.rows)), layout="constrained")
        axes = figure.subplots()
        for place, row in enumerate(self.rows):
            gain = row.gain
            reach = [[gain.mean - gain.low], [gain.high - gain.mean]]
            axes.errorbar(
                [gain.mean], [place], xerr=reach, fmt="o", capsize=3, color=colours[row.verdict]
            )
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_yticks(range(len(self.rows)), [row.change for row in self.rows])
        axes.invert_yaxis()
        axes.set_xlabel("win share less that of the base; bars: 95 % for each row alone")
        axes.set_title(
            f"Changes of {self.base}, {self.ruleset}, {counted(self.rows[0].games, 'game')} a row"
        )
        marks = [axes.plot([], [], "o", color=colour)[0] for colour in colours.values()]
        axes.legend(marks, [f"{verdict} (Holm)" for verdict in colours], fontsize="small")
        return figure

    def description(self) -> str:
        """The caption of the table."""
        players, rows = self.ruleset.players, self.rows
        field = ", ".join(dict.fromkeys(self.against))
        seats = "a seat" if self.seats == 1 else f"{self.seats} seats"
        lines = [
            f"Changes of {self.base}. A variant has {seats} of {players}, the others are {field}. "
            f"{counted(rows[0].games, 'game')} of {self.ruleset} a row in "
            f"{counted(rows[0].blocks, 'block')}; seed {self.seed}, the same for all rows."
        ]
        if self.reference is None:
            lines.append(f"An even win share is {1 / players:.3f}.")
        else:
            lines.append(f"The base has {self.reference.win_share.text(3)} in the variants' place.")
        if self.equal == "cost":
            lines.append(
                "N: iterations with which the variant takes the base's CPU time for a decision, "
                "measured before its first game."
            )
        elif self.equal == "time":
            lines.append("All have the same time for a decision.")
        lines.append(
            "[low, high] and ± are 95 % intervals over blocks, for each row alone. The verdicts "
            f"hold together: {len(rows)} {'test' if len(rows) == 1 else 'tests'}, p adjusted by "
            "Holm, 5 %, for numbers of games and rows that were fixed beforehand."
        )
        if self.games_before is not None:
            lines.append(
                f"The study was extended from {counted(self.games_before, 'game')} a row. If their "
                "results led to that, wrong verdicts are likelier than 5 %."
            )
        if self.other_rows:
            lines.append(
                f"The ledger has {counted(self.other_rows, 'more row')} of this study. If the "
                "results led to the choice of rows, wrong verdicts are likelier than 5 %."
            )
        return "\n".join(lines)

    def __str__(self) -> str:
        return "\n".join([*aligned(self._cells(str)), self.description()])

    def __repr__(self) -> str:
        return f"<carrack.Ablation {self.name!r}: {len(self.rows)} changes of {self.base}>"

    def _cells(self, shown: Callable[[str], str]) -> list[list[str]]:
        """The table as text, header first."""
        with_reference = self.reference is not None
        head = ["change", "win share", "VP", "VP - others", "p", "p (Holm)", "verdict"]
        if with_reference:
            head.insert(2, "gain")
        if self.equal == "cost":
            head.insert(1, "N")
        lines = [head]
        for row in self.rows:
            cells = [
                shown(row.change), row.win_share.text(3), _points(row.vp, ""),
                _points(row.lead, "+"), p_text(row.p), p_text(row.p_holm), row.verdict,
            ]  # fmt: skip
            if with_reference:
                cells.insert(2, row.gain.text(3))
            if self.equal == "cost":
                cells.insert(1, str(row.iterations))
            lines.append(cells)
        return lines


def _points(vp: MeanInterval, sign: str) -> str:
    mean = f"{vp.mean:{sign}.1f}"
    return mean if math.isnan(vp.low) else f"{mean} ± {vp.half_width:.1f}"


def _is_unknown(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
