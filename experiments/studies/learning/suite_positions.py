"""The suite: positions by number of players and turn, frozen in ``suite.jsonl``.

The first line says how the games were played. Every other line is a game: its ruleset, its events
in notation, joined by ``;``, and the plies whose positions belong to the suite. A ply is a number
of events, as for `carrack analyse --ply`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from kept_rows import LONGEST_LINE, integers
from recorded_games import report

import carrack
from carrack import InputError, Record, Ruleset, State

SUITE = Path(__file__).with_name("suite.jsonl")
RULES = (
    Ruleset("aoe3", 2),
    Ruleset("aoe3", 3),
    Ruleset("aoe3", 4),
    Ruleset("aoe3", 5),
    Ruleset("empires", 6, ["builder", "national"]),
)
TURNS = range(1, 9)
AGENT = "mcts:iterations=200"
GAMES = 8
"""Of each ruleset; each gives a position of every turn."""
SEED = 5301


@dataclass(frozen=True)
class SuitePosition:
    """A decision of a game."""

    number: int
    """From 0, in the order of the file."""
    game: int
    """From 0."""
    ply: int
    state: State


def drawn_plies(record: Record, seed: int) -> list[int]:
    """A ply of each turn of a game, drawn with equal probability from the decisions of the turn."""
    of_turn: dict[int, list[int]] = {turn: [] for turn in TURNS}
    for ply, state in enumerate(record):
        if state.current_player >= 0:
            of_turn[state.turn].append(ply)
    draw = np.random.default_rng([seed, record.game])
    return [int(draw.choice(plies)) for plies in of_turn.values() if plies]


def build(
    path: Path, rules: Sequence[Ruleset] = RULES, agent: str = AGENT, games: int = GAMES
) -> None:
    """Play the games and write the file. Raises InputError if it exists."""
    if path.exists():
        raise InputError(f"{path} exists, expected a new file")
    lines: list[dict[str, Any]] = [{"agent": agent, "seed": SEED}]
    for ruleset in rules:
        report(f"{games} games of {ruleset}")
        for _ in range(games):
            record = carrack.play(ruleset, [agent], SEED, len(lines) - 1)
            lines.append(
                {
                    "edition": ruleset.edition,
                    "players": ruleset.players,
                    "modules": ruleset.modules,
                    "plies": drawn_plies(record, SEED),
                    "events": ";".join(record.notation()),
                }
            )
    with path.open("x", encoding="utf-8") as file:
        file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


@dataclass(frozen=True)
class Suite:
    """The games of a file and their positions."""

    records: list[Record]
    positions: list[SuitePosition]
    digest: str
    """The SHA-256 of the file."""


def read_suite(path: Path) -> Suite:
    """Read a suite. Raises OSError if the file cannot be read, and InputError, with the line, for
    a game that is not complete or a ply without a decision.
    """
    content = path.read_bytes()
    lines = content.splitlines()
    records: list[Record] = []
    positions: list[SuitePosition] = []
    head = _parsed(path, 1, lines[0] if lines else b"")
    agent, seed = head.get("agent"), head.get("seed")
    if not isinstance(agent, str) or not integers([seed], 0):
        raise InputError(f"{path}:1: expected the agent and the seed of the games")
    for line, text in enumerate(lines[1:], start=2):
        row = _parsed(path, line, text)
        try:
            record, states = _game(row, agent, int(head["seed"]), len(records))
        except (InputError, TypeError) as error:
            raise InputError(f"{path}:{line}: {error}") from None
        if not integers(row.get("plies"), 0) or not row["plies"]:
            raise InputError(f"{path}:{line}: plies is not a list of whole numbers")
        for ply in row["plies"]:
            if ply >= len(states) or states[ply].current_player < 0:
                raise InputError(f"{path}:{line}: there is no decision at ply {ply}")
            positions.append(SuitePosition(len(positions), len(records), ply, states[ply]))
        records.append(record)
    if not positions:
        raise InputError(f"{path} has no games")
    return Suite(records, positions, hashlib.sha256(content).hexdigest())


def _parsed(path: Path, line: int, text: bytes) -> dict[str, Any]:
    try:
        row = json.loads(text) if len(text) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise InputError(f"{path}:{line}: is not a JSON object of one line")
    return row


def _game(row: dict[str, Any], agent: str, seed: int, game: int) -> tuple[Record, list[State]]:
    """A game and all its positions."""
    rules = Ruleset(row.get("edition"), row.get("players"), row.get("modules"))  # type: ignore[arg-type]
    if not isinstance(row.get("events"), str):
        raise InputError("events is not text")
    state = State(rules)
    states = [state.clone()]
    actions = []
    for event in row["events"].split(";"):
        actions.append(rules.parse_action(event))
        state.apply(actions[-1])
        states.append(state.clone())
    if not state.is_terminal:
        raise InputError("the game does not end")
    agents = (agent,) * rules.players
    return Record(rules, agents, seed, game, carrack.ENGINE, tuple(actions)), states
