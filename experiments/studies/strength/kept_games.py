"""Results of a tournament in a JSON Lines file, to continue a long one on another machine."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import carrack
from carrack import Ledger, Ruleset, Tournament
from carrack._blocks import specs_in
from carrack._ledger_rows import rows_of

sys.path.insert(0, str(Path(__file__).parents[1] / "learning"))
from kept_rows import LONGEST_LINE, KeptRows, Row, integers, kept_rows, rules_signature


@dataclass(frozen=True)
class Plan:
    """A tournament with one agent per seat, in rotations."""

    rules: Ruleset
    agents: tuple[str, ...]
    seed: int
    blocks: int

    def header(self) -> dict[str, Any]:
        """The plan as it is kept in the file. The results also depend on the program: the file has
        the signature of its rules, and every row names it.
        """
        return {
            "ruleset": str(self.rules),
            "agents": [carrack.Agent(agent).spec for agent in self.agents],
            "seed": self.seed,
            "blocks": self.blocks,
        }


def tournament(
    path: Path, plan: Plan, ledger: str, name: str, threads: int, first: int | None = None
) -> Tournament | None:
    """The games of the whole blocks that the file or the ledger has; None if there are none. Blocks
    that neither has are played into the ledger first: the `first` ones, by default all; with 0
    threads, none are. The file gets the blocks of the ledger.

    A file may have games of a former default network. They are shown with 0 threads, and no others
    are added to them.

    Raises InputError for a file that is damaged, and for a file or a ledger of another plan or of
    other rules.
    """
    if threads == 0 and not path.exists() and name not in specs_in(ledger):
        return None
    header = plan.header()
    if threads == 0:
        header["agents"] = _agents_of(path, header["agents"])
    with kept_rows(path, "strength", header, [plan.rules]) as kept:
        _check(kept, plan)
        known = {row["block"] for row in kept.rows}
        missing = [block for block in range(plan.blocks) if block not in known]
        wanted = [block for block in missing if first is None or block < first]
        try:
            if wanted and threads > 0:
                _play(plan, wanted, ledger, name, threads)
        finally:
            if missing and name in specs_in(ledger):
                _keep(kept, known, plan, ledger, name)
        return _tournament(plan, kept.rows) if kept.rows else None


def _agents_of(path: Path, agents: list[str]) -> list[str]:
    """The agents that the file names, if they are these except for the default network."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline(LONGEST_LINE))["plan"]["agents"]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return agents  # reading the rows says what is wrong

    def alike(specs: list[Any]) -> list[str]:
        return [re.sub(r"net=default@\w+", "net=default", str(spec)) for spec in specs]

    return found if isinstance(found, list) and alike(found) == alike(agents) else agents


def _play(plan: Plan, blocks: Sequence[int], ledger: str, name: str, threads: int) -> None:
    """Play some blocks of a plan."""
    whole = (plan.rules, list(plan.agents), "fixed", "rotations", plan.seed, (0, plan.blocks))
    carrack._core.play_ledger(ledger, name, whole, threads, False, only=blocks)


def _keep(kept: KeptRows, known: set[int], plan: Plan, ledger: str, name: str) -> None:
    """Append the blocks of the plan that the file lacks."""
    _compare(plan, ledger, name)
    games = Ledger(ledger, name).tournament()
    engines = _engines(ledger, name)
    if (games.forfeits >= 0).any():
        raise carrack.InputError(f"{kept.path}: a game with a forfeit is not kept")
    for block in np.unique(games.block):
        if int(block) in known or block >= plan.blocks:  # a ledger may have more blocks
            continue
        here = games.block == block
        row: Row = {"engine": engines[int(block)], "block": int(block)}
        for key, table in _tables(games).items():
            row[key] = table[here].ravel().tolist()
        kept.keep(row)


def _compare(plan: Plan, ledger: str, name: str) -> None:
    """Raise InputError for a tournament of another plan, or of other rules."""
    there = carrack._core.ledger_tournament(ledger, name)
    wanted = {
        "ruleset": str(plan.rules),
        "agents": plan.header()["agents"],
        "kind": "fixed",
        "seatings": "rotations",
        "seed": plan.seed,
    }
    found = there | {"ruleset": str(there["ruleset"]), "agents": _specs(ledger, name)}
    for key, here in wanted.items():
        if found[key] != here:
            raise carrack.InputError(
                f"ledger {ledger}: '{name}' has another plan: {key} is {found[key]} there, "
                f"{here} here"
            )
    signature = rules_signature([plan.rules])
    if found["signature"] != signature:
        raise carrack.InputError(
            f"ledger {ledger}: '{name}' was begun under other rules: signature "
            f"{found['signature']} there, {signature} here"
        )


def _specs(ledger: str, name: str) -> list[str]:
    """The full specs of the agents of a tournament."""
    query = """SELECT a.spec FROM agents a JOIN tournaments t USING (tournament)
        WHERE t.name = ? ORDER BY a.agent"""
    return [spec for (spec,) in rows_of(ledger, query, name)]


def _engines(ledger: str, name: str) -> dict[int, str]:
    """The programs that played each block of a ledger."""
    query = """SELECT g.block, r.engine FROM games g JOIN runs r USING (run)
        JOIN tournaments t ON t.tournament = g.tournament WHERE t.name = ?
        GROUP BY g.block, r.engine ORDER BY g.block, min(r.run)"""
    engines: dict[int, str] = {}
    for block, engine in rows_of(ledger, query, name):
        engines[block] = f"{engines[block]} and {engine}" if block in engines else engine
    return engines


def _tables(games: Tournament) -> dict[str, NDArray[np.int32]]:
    """What is kept of each game and seat."""
    return {"entrants": games.entrants, "vp": games.scores, "ranks": games.ranks}


def _check(kept: KeptRows, plan: Plan) -> None:
    """Raise InputError for a row that is not a block of the plan, or one that is there twice."""
    players = plan.rules.players
    limits = {"entrants": (0, players - 1), "vp": (0, 999), "ranks": (1, players)}
    known: set[int] = set()
    for row in kept.rows:
        block = row.get("block")
        if type(block) is not int or not 0 <= block < plan.blocks or block in known:
            raise kept.wrong(row, f"a block of its own below {plan.blocks}")
        known.add(block)
        for key, (least, most) in limits.items():
            numbers: Any = row.get(key)
            if not integers(numbers, least, players**2) or max(numbers) > most:
                raise kept.wrong(row, f"{key}: {players**2} numbers from {least} to {most}")


def _tournament(plan: Plan, rows: Sequence[Row]) -> Tournament:
    """All games; seats of agents with the same spec are pooled."""
    players = plan.rules.players
    rows = sorted(rows, key=lambda row: int(row["block"]))
    names = tuple(dict.fromkeys(plan.agents))
    pooled = np.array([names.index(agent) for agent in plan.agents], dtype=np.int32)

    def table(key: str) -> NDArray[np.int32]:
        numbers = np.array([row[key] for row in rows], dtype=np.int32)
        return numbers.reshape(len(rows) * players, players)

    return Tournament(
        plan.rules,
        names,
        plan.seed,
        np.repeat(np.array([row["block"] for row in rows], dtype=np.int64), players),
        pooled[table("entrants")],
        table("vp"),
        table("ranks"),
        np.full((len(rows) * players, players), -1, dtype=np.int8),
    )
