"""Agents written in Python as external programs (agents/PROTOCOL.md)."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from carrack import _core
from carrack._arguments import check_chooser
from carrack._core import LONGEST_MESSAGE, AgentServer, InputError, Ruleset, State
from carrack._games import Chooser, spec_of


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
    server = server_of(agent)
    with _output_alone() as out:
        while line := sys.stdin.buffer.readline(LONGEST_MESSAGE + 1):
            if len(line) > LONGEST_MESSAGE:
                raise InputError(f"standard input: a line has more than {LONGEST_MESSAGE} bytes")
            answer = server.answer(line)
            if answer is not None:
                print(answer, file=out, flush=True)


def server_of(agent: Chooser) -> AgentServer:
    """What answers the lines of carrack for an agent."""

    def begin(ruleset: Ruleset, seat: int, seed: int) -> None:
        told = getattr(agent, "begin", None)
        if callable(told):
            told(ruleset, seat, seed)

    def choose(state: State, seed: int) -> str:
        chosen = agent.choose(state, seed)
        try:
            return chosen if isinstance(chosen, str) else state.action_to_string(chosen)
        except InputError:  # no action has this id
            return str(chosen)

    return AgentServer(_core.short_spec(spec_of(agent)), begin, choose)


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
