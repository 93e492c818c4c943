"""The tables of the atlas, from the ledger and the reports of its trials."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from atlas_plan import PAIRS_OF, TRIALS, Trial
from scipy import stats

import carrack
from carrack import InputError, _output

EFFECTS = ("vs_other", "vs_nothing")
DENIAL = ("own_use", "denial")
"""Comparisons of `carrack trial --json`, which are also the columns here."""
SPLITS = ("turn", "place")
COLUMNS = {
    "tiles": ("trial", "strength", "network", "edition", "players", "tile", "age", "cost",
              "vs_other"),
    "splits": ("trial", "tile", "by", "value", "vs_other"),
    "pairs": ("a", "b"),
    "second_generation": ("trial", "tile", "vs_other", "vs_other_low", "vs_other_high"),
}  # fmt: skip
"""Some of the columns of each table, by which a file is known."""
NETWORK = re.compile(r"\bnet=[^,@]*@([0-9a-f]{16})\b")
"""Of the spec of an agent in a ledger; the group is the hash."""
LEAST_FORKS = 300
"""Of a pair, on either side."""
LEAST_IN_TURN = 30
"""Of the forks of a turn, on either side."""


def write_tables(folder: Path, out: Path) -> None:
    """Write `tiles`, `splits` and `pairs` as Parquet from the trials of a folder that are complete.
    Rows of other trials that `out` has stay there; those of the same trials are replaced. Raises
    InputError if no trial is complete, for a file that is not what it should be, for a report of
    other games than the ledger has, and for a trial without a tile that was offered in two games.
    """
    played = [trial for trial in TRIALS if (folder / f"{trial.name}.json").exists()]
    if not played:
        raise InputError(f"{folder} has no complete trial; first run: atlas.py play {folder}")
    ledger = folder / "atlas.db"
    tables: dict[str, list[pd.DataFrame]] = {"tiles": [], "splits": [], "pairs": []}
    reported = {}
    for trial in played:
        file = folder / f"{trial.name}.json"
        report = report_of(file)
        try:
            tables["tiles"].append(tiles(trial, report))
            reported[trial.name] = report["games"]
        except (KeyError, TypeError):
            wanted = "with --occasion offered" if trial.is_brief else "with --denial"
            raise InputError(f"{file} is not a report {wanted}") from None
    check_games(folder, ledger, reported)
    networks = networks_of(ledger)
    for table in tables["tiles"]:
        table.insert(2, "network", table["trial"].map(networks))
    for trial in played:
        forks = carrack.trial_forks(ledger, trial.name)
        offered = forks[forks["occasion"] == "offered"]
        tables["splits"].append(splits(trial, offered))
        if trial.name == PAIRS_OF:
            tables["pairs"].append(pairs(offered, carrack.trial_choices(ledger, trial.name)))
    out.mkdir(parents=True, exist_ok=True)
    for name, parts in tables.items():
        if not parts:
            continue  # of `pairs`: what `out` has stays
        file = out / f"{name}.parquet"
        table = pd.concat(parts, ignore_index=True)
        if name != "pairs" and file.exists():
            old = read_table(file)
            table = joined(old[~old["trial"].isin([trial.name for trial in played])], table)
        with _output.opened(file) as written:
            table.to_parquet(written, index=False)


def check_games(folder: Path, ledger: Path, reported: Mapping[str, int]) -> None:
    """Raise InputError for a report, of so many games, of a trial that has other games now."""
    for name, games in carrack.Ledger(ledger).trials().set_index("name")["games"].items():
        if games != reported.get(name, games):
            raise InputError(
                f"{folder / name}.json is the report of {reported[name]} games, but {ledger} has "
                f"{games}; first run: atlas.py play {folder} --only {name} --games {games}"
            )


def networks_of(ledger: Path) -> dict[str, str | None]:
    """The hash of the network of each trial of a ledger; None where the agents have none."""
    trials = carrack.Ledger(ledger).trials().set_index("name")["agents"]
    found = {name: NETWORK.search(agents[0]) for name, agents in trials.items()}
    return {str(name): match and match[1] for name, match in found.items()}


def read_table(file: Path) -> pd.DataFrame:
    """A table that `write_tables` has written. Raises InputError for another file, OSError for one
    that cannot be read.
    """
    try:
        table = pd.read_parquet(file)
    except ValueError as error:  # of pyarrow too
        raise InputError(f"{file} is not a Parquet file: {error}") from None
    missing = [name for name in COLUMNS[file.stem] if name not in table]
    if missing:
        raise InputError(f"{file} has no column {missing[0]}; run atlas.py tables again")
    return table


def joined(kept: pd.DataFrame, new: pd.DataFrame) -> pd.DataFrame:
    """The rows of both, by trial in the order of the plan."""
    if kept.empty:
        return new
    place = {trial.name: i for i, trial in enumerate(TRIALS)}
    table = pd.concat([kept, new], ignore_index=True)
    order = table["trial"].map(lambda name: place.get(name, len(place)))
    return table.loc[order.sort_values(kind="stable").index].reset_index(drop=True)


def report_of(file: Path) -> dict[str, Any]:
    """The report of a trial. Raises InputError for a file that is not one."""
    try:
        (report,) = json.loads(file.read_text(encoding="utf-8"))["trials"]
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{file} is not a report of `carrack trial --json`") from None
    found: dict[str, Any] = report
    return found


def tiles(trial: Trial, report: dict[str, Any]) -> pd.DataFrame:
    """One row per tile: how often it is offered and bought, and its effects."""
    rows = []
    for tile in report["tiles"]:
        offered, seen = tile["offered"], tile["observed"]
        if offered["forks"] < 2:
            continue
        row = {
            "trial": trial.name,
            "strength": trial.strength,
            "edition": trial.edition,
            "players": trial.players,
            "tile": tile["tile"],
            "age": tile["age"],
            "cost": tile["cost"],
            "games": report["games"],
            "forks": offered["forks"],
            "offer_rate": offered["forks"] / report["games"],
            "buy_rate": seen["bought"] / offered["forks"],
            "mean_turn": seen.get("mean_turn"),
        }
        for comparison in EFFECTS if trial.is_brief else (*EFFECTS, *DENIAL):
            row |= estimate(offered[comparison]["win_share"], comparison)
        row |= estimate(offered["vs_other"]["vp"], "vp_vs_other")
        if not trial.is_brief:
            row |= estimate(tile["bought"]["vs_other"]["win_share"], "bought_vs_other")
        row |= estimate(seen["advantage"], "seen") | estimate(seen["adjusted"], "adjusted")
        rows.append(row)
    if not rows:
        raise InputError(f"{trial.name}: no tile was offered in two games; play more games")
    return pd.DataFrame(rows)


def estimate(found: dict[str, float] | None, column: str) -> dict[str, float | None]:
    """The columns of a mean with its intervals."""
    keys = {"": "mean", "_low": "low", "_high": "high"}
    row = {f"{column}{end}": (found or {}).get(key) for end, key in keys.items()}
    if found and "simultaneous_low" in found:
        row[f"{column}_all_low"] = found["simultaneous_low"]
        row[f"{column}_all_high"] = found["simultaneous_high"]
    return row


def splits(trial: Trial, offered: pd.DataFrame) -> pd.DataFrame:
    """The effect against other of the forks of each turn, and of each place in the order."""
    return pd.DataFrame(_splits(trial, offered))


def _splits(trial: Trial, offered: pd.DataFrame) -> Iterator[dict[str, Any]]:
    for by in SPLITS:
        for (tile, value), forks in offered.groupby(["subject", by]):
            if len(forks) < 2:
                continue
            # Differences of shares: those of a half in [0, 1].
            mean, low, high = carrack.mean_interval((forks["win_share"] + 1) / 2, between=(0, 1))
            yield {
                "trial": trial.name,
                "tile": tile,
                "by": by,
                "value": int(value),
                "forks": len(forks),
                "vs_other": 2 * mean - 1,
                "vs_other_low": 2 * low - 1,
                "vs_other_high": 2 * high - 1,
            }


def pairs(offered: pd.DataFrame, choices: pd.DataFrame) -> pd.DataFrame:
    """The effect of tile `b` for players who own tile `a` minus that for those who do not: in the
    same turn (`difference`), and over all turns (`over_turns`), which mixes `a` with time, since
    owners come to their forks later. Tiles of which there are two are left out as `a`, because only
    their first purchase is known.
    """
    owned = choices.rename(columns={"subject": "a", "seat": "owner", "turn": "since"})
    owned = owned[owned["a"] != "settlers"]
    rows = []
    for b, forks in offered.groupby("subject"):
        forks = forks[["game", "seat", "turn", "win_share"]]
        for a, purchases in owned.groupby("a"):
            if a == b:
                continue
            both = forks.merge(purchases[["game", "owner", "since"]], on="game", how="left")
            mine = both["owner"] == both["seat"]
            # Bought in the turn of the fork, before it or after it: not known.
            both = both[~(mine & (both["since"] == both["turn"]))]
            both["has_a"] = mine & (both["since"] < both["turn"])
            if both["has_a"].sum() < LEAST_FORKS or (~both["has_a"]).sum() < LEAST_FORKS:
                continue
            rows.append(
                {
                    "a": a,
                    "b": b,
                    "with_a": int(both["has_a"].sum()),
                    "without_a": int((~both["has_a"]).sum()),
                    **within_turns(both),
                }
            )
    columns = ["a", "b", "with_a", "without_a", "difference", "error", "over_turns"]
    return judged(pd.DataFrame(rows, columns=columns).dropna())


def within_turns(both: pd.DataFrame) -> dict[str, float]:
    """The mean of the differences of all turns, weighted for the smallest error."""
    difference = weight = squared = 0.0
    for _, forks in both.groupby("turn"):
        with_a, without = forks["win_share"][forks["has_a"]], forks["win_share"][~forks["has_a"]]
        if min(len(with_a), len(without)) < LEAST_IN_TURN:
            continue
        share = 1 / (1 / len(with_a) + 1 / len(without))
        difference += share * (with_a.mean() - without.mean())
        squared += share**2 * (with_a.var() / len(with_a) + without.var() / len(without))
        weight += share
    over = both.groupby("has_a")["win_share"].mean()
    return {
        "difference": difference / weight if weight > 0 else np.nan,
        "error": np.sqrt(squared) / weight if weight > 0 else np.nan,
        "over_turns": over[True] - over[False],
    }


def judged(found: pd.DataFrame) -> pd.DataFrame:
    """Pairs with p-values, the false discovery rate at which each is called (Benjamini & Hochberg
    1995), and the difference shrunk to 0 by empirical Bayes: a normal prior around 0, whose
    variance is what the differences vary beyond their errors.
    """
    if found.empty:
        return found.assign(p=[], q=[], shrunk=[], shrunk_error=[])
    variance = found["error"] ** 2
    prior = max(0.0, float((found["difference"] ** 2 - variance).mean()))
    kept = prior / (prior + variance)
    p = 2 * stats.norm.sf(found["difference"].abs() / found["error"])
    return found.assign(
        p=p,
        q=stats.false_discovery_control(p),
        shrunk=kept * found["difference"],
        shrunk_error=np.sqrt(kept * variance),
    )
