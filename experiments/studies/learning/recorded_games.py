"""Games and searches of a study: what is played, and the games as rows of its file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from kept_rows import KeptRows, Row, integers

import carrack
from carrack import InputError, Ruleset, State


def full_spec(spec: str) -> str:
    """The spec of an agent with all keys, for a plan. Raises InputError."""
    return carrack.agent(spec).spec


def rules_plan(rules: Ruleset) -> dict[str, Any]:
    """A ruleset as part of a plan."""
    return {
        "edition": rules.edition,
        "players": rules.players,
        "modules": rules.modules,
        "variants": rules.variants,
        "board": rules.board,
        **({} if rules.tweak is None else {"tweak": rules.tweak}),
    }


def stream_seed(*numbers: int) -> int:
    """A 64-bit seed for a tuple of numbers of 0 or more, such as seed, game and ply."""
    return int(np.random.SeedSequence(list(numbers)).generate_state(1, np.uint64)[0])


def report(line: str) -> None:
    """Print a line of progress to standard error."""
    print(line, file=sys.stderr, flush=True)


def play_missing(kept: KeptRows, rules: Ruleset, spec: str, seed: int, games: int) -> None:
    """Play the games 0 to ``games - 1`` of ``spec`` at every seat that the file does not have.
    The row of a game is ``{"game": NUMBER, "events": [ACTION, ...]}``.
    """
    found = {row["game"] for row in game_rows(kept, games)}
    for game in range(games):
        if game in found:
            continue
        record = carrack.play(rules, [spec], seed, game)
        if record.forfeits:
            raise InputError(f"game {game}: {spec} failed: {record.forfeits[0].reason}")
        kept.keep({"game": game, "events": list(record.actions)})
        if (game + 1) % max(1, games // 10) == 0:
            report(f"{game + 1} of {games} games")


def game_rows(kept: KeptRows, games: int) -> Iterator[Row]:
    """The rows of games 0 to ``games - 1``. Raises InputError for one of a wrong form, and for
    another game or one that is there twice.
    """
    known: set[int] = set()
    for row in kept.rows:
        if "events" in row:
            if not integers([row.get("game")], 0) or not integers(row["events"], 0):
                raise kept.wrong(row, "a game: its number, and its events as action ids")
            if row["game"] >= games or row["game"] in known:
                raise kept.wrong(row, f"a game of its own below {games}")
            known.add(row["game"])
            yield row


def positions_of(kept: KeptRows, row: Row, rules: Ruleset) -> list[State]:
    """All positions of the game of a row: before each event, and the last. Raises InputError for
    an event that is not legal, and for a game that does not end.
    """
    state = State(rules)
    positions = [state.clone()]
    try:
        for event in row["events"]:
            state.apply(event)
            positions.append(state.clone())
    except InputError as error:
        raise kept.wrong(row, f"legal events ({error})") from None
    if not state.is_terminal:
        raise kept.wrong(row, "a game that ends")
    return positions
