"""Relative CPU cost of two agents, for comparisons at equal cost."""

from __future__ import annotations

import statistics
import time

from carrack._core import Agent, Ruleset, State

POSITIONS = 24
REPEATS = 3
SEED = 1001
"""Seed of the game whose positions are searched; for tuning, not for tests."""


def relative_cost(ruleset: Ruleset, spec: str, of: str) -> float:
    """CPU time per decision of the agent ``spec`` divided by that of ``of``: the median of REPEATS
    passes over POSITIONS positions of a game between scripted agents. The agents alternate at each
    position, so that other load affects both. Each search starts fresh; tree reuse between moves is
    not counted.
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
    """Decisions spread over one game between scripted agents."""
    script = Agent("scripted")
    state = State(ruleset, SEED)
    decisions = []
    while not state.is_terminal:
        decisions.append(state.clone())
        state.apply(script.choose(state, len(decisions)))
    every = max(1, len(decisions) // POSITIONS)
    return decisions[::every][:POSITIONS]
