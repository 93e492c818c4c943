"""How far two agents agree on the worth of tiles: rank correlations, and the tiles that differ."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from atlas_text import number, table
from scipy import stats

DRAWS = 2000


def errors(frame: pd.DataFrame) -> pd.Series:
    """Standard errors of the effects against other."""
    return (frame["vs_other_high"] - frame["vs_other_low"]) / 2 / stats.norm.ppf(0.975)


def rank_correlation(a: pd.DataFrame, b: pd.DataFrame) -> tuple[float, float, float]:
    """Spearman's, of the effects without their errors, with both ends of a 95 % interval.

    Errors disturb both orders, so that the correlation of the estimates is too low. Estimates with
    errors added once more tell by how much: their mean is as far below, and is taken off. This
    doubles the variance, hence the factor of the half width. In simulations with the effects and
    errors of the trials as truth such intervals hold it in 92 to 98 % of the cases
    (tests/python/test_atlas_results.py).
    """
    draw = np.random.default_rng(1)

    def noisy(frame: pd.DataFrame) -> Any:
        return draw.normal(frame["vs_other"], errors(frame), (DRAWS, len(frame)))

    found = float(stats.spearmanr(a["vs_other"], b["vs_other"]).statistic)
    drawn = spearman(noisy(a), noisy(b))
    half = stats.norm.ppf(0.975) * np.sqrt(2) * drawn.std()
    middle = 2 * found - drawn.mean()
    low, mean, high = np.clip([middle - half, middle, middle + half], -1, 1)
    return float(mean), float(low), float(high)


def spearman(a: Any, b: Any) -> Any:
    """Of each row of both, whose values are all different."""
    ranks = [np.argsort(np.argsort(each, axis=1), axis=1) for each in (a, b)]
    count = ranks[0].shape[1]
    return 1 - 6 * ((ranks[0] - ranks[1]) ** 2).sum(axis=1) / (count * (count**2 - 1))


def correlation_text(a: pd.DataFrame, b: pd.DataFrame) -> str:
    """With its interval."""
    mean, low, high = rank_correlation(a, b)
    return f"{mean:.2f} [{low:.2f}, {high:.2f}]"


def agreement(strong: pd.DataFrame, weak: pd.DataFrame, agents: str) -> str:
    """The rank correlation of two columns of effects, in a sentence."""
    both = strong.index.intersection(weak.index)
    text = correlation_text(strong.loc[both], weak.loc[both])
    return (
        f"Rank correlation of {agents} over {len(both)} tiles: {text} "
        "(95 %; corrected for the errors of the effects).\n"
    )


def differences(now: pd.DataFrame, before: pd.DataFrame) -> pd.DataFrame:
    """By tile: the difference of the effects of two agents with games of their own, its error,
    whether it `differs` from 0, and whether the two have `other_signs` (Bonferroni over the tiles
    for each).
    """
    both = now.index.intersection(before.index)
    a, b = now.loc[both], before.loc[both]
    reach = stats.norm.ppf(1 - 0.025 / len(both))

    def signs(effect: pd.Series, error: pd.Series) -> pd.Series:
        return np.sign(effect) * (effect.abs() > reach * error)

    difference, error = a["vs_other"] - b["vs_other"], np.hypot(errors(a), errors(b))
    return pd.DataFrame(
        {
            "difference": difference,
            "error": error,
            "differs": signs(difference, error) != 0,
            "other_signs": signs(a["vs_other"], errors(a)) * signs(b["vs_other"], errors(b)) < 0,
        }
    )


def changes(now: pd.DataFrame, before: pd.DataFrame, title: str, title_before: str) -> str:
    """The tiles whose effect differs between two agents, the largest differences first."""
    found = differences(now, before)
    told = found[found["differs"]].sort_values("difference", key=abs, ascending=False)
    rows = [
        [
            tile,
            number(before.loc[tile], "vs_other"),
            number(now.loc[tile], "vs_other").removesuffix(" *"),
            f"{row['difference']:+.3f} ± {stats.norm.ppf(0.975) * row['error']:.3f}",
        ]
        for tile, row in told.iterrows()
    ]
    text = f"{len(told)} of {len(found)} tiles differ (Bonferroni over the tiles).\n\n"
    return text + table(["tile", title_before, title, "difference"], rows)


def generations(now: pd.DataFrame, before: pd.DataFrame) -> str:
    """A row for each trial that both networks have played."""
    rows = []
    for trial in now["trial"].unique():
        a, b = (t[t["trial"] == trial].set_index("tile") for t in (now, before))
        if b.empty:
            continue
        found = differences(a, b)
        turned = ", ".join(found.index[found["other_signs"]])
        both = found.index
        rows.append(
            [
                a["edition"].iloc[0],
                a["players"].iloc[0],
                len(both),
                correlation_text(a.loc[both], b.loc[both]),
                int(found["differs"].sum()),
                turned,
            ]
        )
    rows.sort(key=lambda row: row[:2])
    head = ["edition", "players", "tiles", "rank correlation", "differ", "with the other sign"]
    return table(head, rows)
