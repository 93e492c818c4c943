"""Agents written in Python as external programs (agents/PROTOCOL.md)."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TextIO

from carrack import _core
from carrack._arguments import check_chooser, shown
from carrack._core import InputError, Ruleset, State
from carrack._games import Chooser, spec_of

PROTOCOLS = (1, 2, 3)
LONGEST_NAME = 256
"""The most bytes of a name in the answer to ``hello``."""
KEYS = ("edition", "players", "modules", "variants", "board", "tweak")
"""Ruleset keys; later versions may send more."""
Message = dict[str, Any]


def serve(agent: Chooser) -> None:
    """Answer carrack on standard input and output until the input ends, so that a script with an
    agent is an external program: ``process:python3 my_agent.py``. It then plays in every command,
    with ledgers and on all threads. See agents/PROTOCOL.md.

    ``agent`` is a ``PythonAgent``, an ``Agent`` or a similar object. If it has a method
    ``begin(ruleset, seat, seed)``, each game begins with a call. Its randomness should come from
    the seeds. What it prints goes to standard error, also from C and from processes that it starts.

    An exception of the agent, or a line that is not a message, ends the program with a traceback on
    standard error and a status other than 0: the agent has lost that game as ``crashed``, and
    carrack starts the program again for the next. An illegal action is ``illegal``.
    """
    check_chooser("agent", agent)
    spec_of(agent)  # checks a name of its own
    server = Server(agent)
    with _output_alone() as out:
        for line in sys.stdin.buffer:
            answer = server.answer(line)
            if answer is not None:
                print(json.dumps(answer), file=out, flush=True)


@contextlib.contextmanager
def _output_alone() -> Iterator[TextIO]:
    """The standard output, for the protocol only: in this context, descriptor 1 is the standard
    error.
    """
    sys.stdout.flush()
    with (
        open(os.dup(1), "w", encoding="utf-8") as out,
        contextlib.redirect_stdout(sys.stderr),
    ):
        os.dup2(2, 1)
        try:
            yield out
        finally:
            os.dup2(out.fileno(), 1)


@dataclass
class Game:
    """The game that a program plays in."""

    ruleset: Ruleset
    seat: int
    """The seat, from 0."""
    seeds: random.Random
    """The source of the seeds of choices."""
    hidden: random.Random
    """Redraws what the player does not know."""
    attacker: int | None = None
    """The seat that declared the last battle or war, from 0."""


@dataclass
class Server:
    """Answers the messages of one process of carrack: one seat of one game after another."""

    agent: Chooser
    game: Game | None = field(default=None, init=False)

    def answer(self, line: str | bytes) -> Message | None:
        """The answer to a line; None if none is expected, also for unknown types. Raises
        InputError for a line that is not a message, and for a move outside a game.
        """
        message = _object(line)
        kind = message.get("type")
        if kind == "hello":
            return self._hello(message)
        if kind == "newgame":
            self._begin(message)
        elif kind == "move":
            return self._move(message)
        elif kind == "endgame":
            self.game = None
        return None

    def _hello(self, message: Message) -> Message:
        given = message.get("protocols")
        offered = given if isinstance(given, list) else []
        common = [version for version in PROTOCOLS if version in offered]
        name = _core.short_spec(spec_of(self.agent)).encode()[:LONGEST_NAME].decode(errors="ignore")
        return {"name": name, "protocol": max(common, default=min(PROTOCOLS))}

    def _begin(self, message: Message) -> None:
        words = _member(message, "ruleset", dict)
        ruleset = Ruleset(**{key: words[key] for key in KEYS if key in words})
        seat = _seat(_member(message, "seat", str), ruleset)
        seed = _member(message, "seed", int)
        self.game = Game(ruleset, seat, random.Random(seed), random.Random(f"hidden {seed}"))
        begin = getattr(self.agent, "begin", None)
        if callable(begin):
            begin(ruleset, seat, seed)

    def _move(self, message: Message) -> Message:
        if self.game is None:
            raise InputError("a move before any newgame")
        game = self.game
        game.attacker = _attacker(message.get("moves"), game)
        state = State.from_dict(
            game.ruleset,
            _member(message, "state", dict),
            _member(message, "legal", list),
            game.hidden.getrandbits(64),
            likely=True,
            attacker=game.attacker,
        )
        if state.current_player != game.seat:
            raise InputError(f"the state of a move is not a decision of p{game.seat + 1}")
        chosen = self.agent.choose(state, game.seeds.getrandbits(64))
        try:
            action = chosen if isinstance(chosen, str) else game.ruleset.action_to_string(chosen)
        except InputError:  # no action has this id
            action = str(chosen)
        return {"id": _member(message, "id", int), "action": action}


def _object(line: str | bytes) -> Message:
    try:
        message = json.loads(line)
    except ValueError as error:
        raise InputError(f"a line is not JSON: {error}") from None
    if not isinstance(message, dict):
        raise InputError("a message is not a JSON object")
    return message


def _member(message: Message, key: str, kind: type) -> Any:
    value = message.get(key)
    if not isinstance(value, kind):
        raise InputError(f'"{key}" of a message is {shown(value)}, expected {kind.__name__}')
    return value


def _seat(word: object, ruleset: Ruleset) -> int:
    """The seat of ``p1`` … from 0."""
    words = [f"p{seat + 1}" for seat in range(ruleset.players)]
    if word not in words:
        raise InputError(f'"seat" of a message is {shown(word)}, expected p1 to {words[-1]}')
    return words.index(str(word))


def _attacker(moves: object, game: Game) -> int | None:
    """The seat that declared the last battle or war, by the events since the last request."""
    attacker = game.attacker
    for move in moves if isinstance(moves, list) else []:
        if not isinstance(move, dict):
            raise InputError(f'"moves" of a message has {shown(move)}, expected objects')
        if _member(move, "event", str).startswith(("battle ", "war ")):
            attacker = _seat(move.get("actor"), game.ruleset)
    return attacker
