"""The tables of the atlas as Markdown, for experiments/RESULTS.md."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from atlas_agreement import agreement, changes, generations
from atlas_rare import with_exact_denial
from atlas_tables import read_table
from atlas_text import number, table

from carrack import InputError

FIGURES = {
    "vs other": "vs_other",
    "on buyers": "bought_vs_other",
    "vs nothing": "vs_nothing",
    "own use": "own_use",
    "denial": "denial",
    "VP vs other": "vp_vs_other",
}
STRONG, WEAK, SEARCH = "policy", "script", "search"
BEFORE = "second_generation.parquet"
"""Effects of the policy of the network before this one, with other seeds."""
PLAYERS = 4
LEAST_BOUGHT = 500
MOST_PAIRS = 12
"""Shown at either end."""
DISCOVERY_RATE = 0.05


def results(folder: Path) -> str:
    """All tables, from the Parquet files of `atlas.py tables`. Raises InputError where there are
    none.
    """
    if not (folder / "tiles.parquet").exists():
        raise InputError(f"there is no {folder / 'tiles.parquet'}; first run: atlas.py tables")
    tiles = with_exact_denial(read_table(folder / "tiles.parquet"))
    before = read_table(folder / BEFORE) if (folder / BEFORE).exists() else tiles[:0]
    parts = []
    for edition in tiles["edition"].unique():
        mine = tiles[(tiles["edition"] == edition) & (tiles["players"] == PLAYERS)]
        strong = mine[mine["strength"] == STRONG].set_index("tile")
        weak = mine[mine["strength"] == WEAK].set_index("tile")
        if strong.empty:
            continue
        parts.append(f"## {edition}, four players\n\n{ranking(strong, weak, edition)}")
        if not weak.empty:
            parts.append(agreement(strong, weak, "policy and script"))
        former = before[before["trial"].isin(strong["trial"])].set_index("tile")
        if not former.empty:
            told = changes(strong, former, "third generation", "second generation")
            parts.append(f"## Changes, {edition}\n\n{told}")
        search = mine[mine["strength"] == SEARCH].set_index("tile")
        if not search.empty:
            parts.append(f"## By strength, {edition}\n\n{by_strength(weak, strong, search)}")
        parts.append(f"## Seen, adjusted and effect, {edition}\n\n{observed(strong)}")
    by_players = tiles[tiles["strength"] == STRONG]
    parts.append(f"## Seen, adjusted and effect, all trials\n\n{deviations(by_players)}")
    if not before.empty:
        parts.append(f"## From one network to the next\n\n{generations(by_players, before)}")
    for edition, mine in by_players.groupby("edition"):
        if mine["players"].nunique() > 1:
            parts.append(f"## By number of players, {edition}\n\n{by_number(mine)}")
    if (folder / "pairs.parquet").exists():
        parts.append(f"## Pairs\n\n{partners(read_table(folder / 'pairs.parquet'))}")
    return "\n".join(parts)


def ranking(strong: pd.DataFrame, weak: pd.DataFrame, edition: str) -> str:
    """Effects when first offered, by decreasing effect against other."""
    head = ["tile", "$", *(f"{edition}, {title}" for title in FIGURES), "script, vs other"]
    rows = []
    for tile, row in strong.sort_values("vs_other", ascending=False).iterrows():
        figures = [number(row, c, 1 if c.startswith("vp") else 3) for c in FIGURES.values()]
        script = number(weak.loc[tile], "vs_other") if tile in weak.index else ""
        rows.append([tile, row["cost"], *figures, script])
    return table(head, rows)


def by_strength(script: pd.DataFrame, policy: pd.DataFrame, search: pd.DataFrame) -> str:
    """The effect against other in the hands of three agents, by decreasing effect for the search,
    and how far they agree.
    """
    head = ["tile", "script", "policy", "search"]
    agents = (script, policy, search)
    rows = [
        [tile, *(number(agent.loc[tile], "vs_other") if tile in agent.index else ""
                 for agent in agents)]
        for tile in search.sort_values("vs_other", ascending=False).index
    ]  # fmt: skip
    parts = [table(head, rows), agreement(policy, search, "policy and search")]
    if not script.empty:
        parts.append(agreement(script, search, "script and search"))
    parts.append(f"Policy and search: {changes(search, policy, SEARCH, STRONG)}")
    return "\n".join(parts)


def often_bought(tiles: pd.DataFrame) -> pd.DataFrame:
    """The tiles of which observation says something."""
    return tiles[tiles["buy_rate"] * tiles["forks"] >= LEAST_BOUGHT]


def observed(strong: pd.DataFrame) -> str:
    """What is seen of the buyers beside the effect of their purchases."""
    head = ["tile", "offered", "bought", "turn", "seen", "adjusted", "effect on buyers"]
    return table(
        head,
        (
            [
                tile,
                f"{row['offer_rate']:.3f}",
                f"{row['buy_rate']:.3f}",
                f"{row['mean_turn']:.1f}",
                number(row, "seen"),
                number(row, "adjusted"),
                number(row, "bought_vs_other"),
            ]
            for tile, row in often_bought(strong)
            .sort_values("bought_vs_other", ascending=False)
            .iterrows()
        ),
    )


def deviations(tiles: pd.DataFrame) -> str:
    """How far seen and adjusted are from the effect on buyers, over the tiles of each trial: mean
    deviation, root of the mean square, and correlation.
    """
    figures = ("seen", "adjusted")
    head = ["edition", "players", "tiles"]
    for figure in figures:
        head += [f"{figure}: mean deviation", "root mean square", "correlation"]
    rows = []
    for (edition, players), trial in often_bought(tiles).groupby(["edition", "players"]):
        known = trial.dropna(subset=[*figures, "bought_vs_other"])
        effect = known["bought_vs_other"]
        row = [edition, players, len(known)]
        for figure in figures:
            off = known[figure] - effect
            row += [f"{off.mean():+.3f}", f"{(off**2).mean() ** 0.5:.3f}"]
            row.append(f"{known[figure].corr(effect):.2f}")
        rows.append(row)
    return table(head, rows)


def by_number(mine: pd.DataFrame) -> str:
    """The effect against other by number of players, by decreasing mean multiple of an even
    share.
    """
    counts = sorted(mine["players"].unique())
    effect = (mine["vs_other"] * mine["players"]).groupby(mine["tile"]).mean()
    cells = mine.set_index(["tile", "players"])
    head = ["tile", *(f"{n} players" for n in counts)]
    rows = []
    for tile in effect.sort_values(ascending=False).index:
        row = [number(cells.loc[tile, n], "vs_other") if (tile, n) in cells.index else ""
               for n in counts]  # fmt: skip
        rows.append([tile, *row])
    return table(head, rows)


def partners(pairs: pd.DataFrame) -> str:
    """The pairs that are called, at both ends of the shrunk difference."""
    called = pairs[pairs["q"] < DISCOVERY_RATE].sort_values("shrunk", ascending=False)
    ends = called
    if len(called) > 2 * MOST_PAIRS:
        ends = pd.concat([called.head(MOST_PAIRS), called.tail(MOST_PAIRS)])
    text = (
        f"{len(called)} of {len(pairs)} pairs at a false discovery rate of "
        f"{100 * DISCOVERY_RATE:.0f} %; those with the largest and smallest shrunk difference.\n\n"
    )
    return text + table(
        ["owned", "offered", "forks of owners", "difference", "shrunk", "over all turns"],
        (
            [
                row["a"],
                row["b"],
                row["with_a"],
                f"{row['difference']:+.3f} ± {1.96 * row['error']:.3f}",
                f"{row['shrunk']:+.3f}",
                f"{row['over_turns']:+.3f}",
            ]
            for _, row in ends.iterrows()
        ),
    )
