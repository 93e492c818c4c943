"""How much longer one agent thinks than another: what makes their costs equal."""

from __future__ import annotations

import statistics
import time

from carrack._core import Agent, Ruleset, State

POSITIONS = 24
REPEATS = 3
SEED = 1001
"""Of the game whose positions are searched; a seed for tuning, not one for tests."""


def relative_cost(ruleset: Ruleset, spec: str, of: str) -> float:
    """How many times the CPU time of the agent ``of`` the agent ``spec`` takes for a decision: the
    median of REPEATS passes over POSITIONS positions of a game of scripts, both agents at each of
    them in turn, so that what else the machine does meets both. Positions are searched anew: what
    an agent keeps between the moves of a game is not counted.
    """
    positions = _positions(ruleset)
    pair = [Agent(spec), Agent(of)]
    ratios = []
    for repeat in range(REPEATS):
        seconds = [0.0, 0.0]
        for number, state in enumerate(positions):
            for i in (0, 1) if (repeat + number) % 2 == 0 else (1, 0):
                before = time.process_time()
                pair[i].choose(state, number)
                seconds[i] += time.process_time() - before
        ratios.append(seconds[0] / max(seconds[1], 1e-9))
    return statistics.median(ratios)


def _positions(ruleset: Ruleset) -> list[State]:
    """Decisions from all over one game of scripts."""
    script = Agent("scripted")
    state = State(ruleset, SEED)
    decisions = []
    while not state.is_terminal:
        decisions.append(state.clone())
        state.apply(script.choose(state, len(decisions)))
    every = max(1, len(decisions) // POSITIONS)
    return decisions[::every][:POSITIONS]
