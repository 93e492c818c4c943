#!/usr/bin/env python3
"""Speed of carrack from Python: rates per second of CPU time, medians of several runs.

.venv/bin/python bench/python_rates.py
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import carrack

RULES = carrack.Ruleset(players=4)
SEARCH = "uct:iterations={}"


def rate(work: Callable[[], int], runs: int) -> float:
    """The median of `runs` rates: the count returned by `work` per second of CPU time."""
    rates = []
    for _ in range(runs):
        began = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - began))
    return statistics.median(rates)


def batch_steps(observations: bool) -> Callable[[], int]:
    games = carrack.BatchGame(RULES, 64, observations=observations)

    def work() -> int:
        for _ in range(4000):
            games.step_random()
        return 4000 * len(games)

    return work


def one_state() -> Callable[[], int]:
    """`apply` and `legal_mask` along the actions of recorded games."""
    draw = random.Random(1)
    games = []
    for seed in range(50):
        state = RULES.new_state(seed=seed)
        actions = []
        while not state.is_terminal:
            actions.append(draw.choice(state.legal_actions()))
            state.apply(actions[-1])
        games.append(actions)

    def work() -> int:
        for seed, actions in enumerate(games):
            state = RULES.new_state(seed=seed)
            for action in actions:
                state.apply(action)
                state.legal_mask()
        return sum(map(len, games))

    return work


def aec_turns() -> Callable[[], int] | None:
    """`last` and `step` of the raw environment along the actions of recorded games."""
    try:
        from carrack.envs import aec
    except ImportError:
        return None
    env = aec.raw_env(ruleset=RULES)
    draw = random.Random(1)
    actions: list[int | None] = []
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, done, _, _ = env.last()
        legal = observation["action_mask"].nonzero()[0]
        actions.append(None if done else int(draw.choice(legal.tolist())))
        env.step(actions[-1])

    def work() -> int:
        for _ in range(20):
            env.reset(seed=1)
            for action in actions:
                env.last()
                env.step(action)
        return 20 * len(actions)

    return work


def child_seconds(*line: str) -> float:
    """CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(line, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def import_seconds(runs: int) -> float:
    """The time of `import carrack` including NumPy."""
    python = [sys.executable, "-c"]
    return statistics.median(
        child_seconds(*python, "import carrack") - child_seconds(*python, "pass")
        for _ in range(runs)
    )


def search_ratio(runs: int, iterations: int) -> float:
    """Seconds of `carrack analyse` ÷ those of carrack.search for equal iterations, alternating; the
    time of a one-iteration search is subtracted from both.
    """
    command = str(Path(sysconfig.get_path("scripts")) / "carrack")
    record = carrack.play(RULES, ["random"] * 4, seed=1)
    ply = next(i for i, state in enumerate(record) if state.turn == 3 and state.current_player >= 0)
    state = record.state_at(ply)

    def compiled(n: int) -> float:
        return child_seconds(
            command, "analyse", path, "--ply", str(ply), "--agent", SEARCH.format(n)
        )

    def interpreted(n: int) -> float:
        began = time.process_time()
        carrack.search(state, SEARCH.format(n), seed=1)
        return time.process_time() - began

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "game.jsonl")
        record.save(path)
        ratios = [
            (compiled(iterations) - compiled(1)) / (interpreted(iterations) - interpreted(1))
            for _ in range(runs)
        ]
    return statistics.median(ratios)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=5, help="runs per figure (default 5)")
    runs = parser.parse_args().runs
    rows = [
        ("BatchGame random steps/s, observations", rate(batch_steps(True), runs), "500k, 2M"),
        ("BatchGame random steps/s, without", rate(batch_steps(False), runs), ""),
        ("one State, apply + legal_mask /s", rate(one_state(), runs), "300k, 1M"),
    ]
    if (turns := aec_turns()) is not None:
        rows.append(("PettingZoo raw AEC turns/s", rate(turns, runs), "30k, 100k"))
    print(f"{'one core':42}  {'measured':>10}  floor, goal")
    for name, figure, goal in rows:
        print(f"{name:42}  {figure:10,.0f}  {goal}")
    print(f"{'import carrack, s':42}  {import_seconds(runs):10.3f}  0.3, 0.1")
    print(f"{'search through Python ÷ C++':42}  {search_ratio(runs, 20_000):10.3f}  0.97, 1.0")


if __name__ == "__main__":
    main()
