"""Ctrl-C ends long calls, and only those."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

INTERRUPTED = """
import os, signal, sys, threading, time
import carrack
rules, file = carrack.Ruleset(players=3), sys.argv[1]
state = rules.new_state(seed=1)
{before}
threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
began = time.monotonic()
try:
    {call}
except KeyboardInterrupt:
    assert time.monotonic() - began < 20
    sys.exit(17)
"""
RECORDS = "carrack.tournament(rules, ['random'] * 3, 200, ledger=file)"
LEARN = "import gc; from carrack.learn import SelfPlayExamples, ValueExamples; gc.callbacks.clear()"
"""JAX runs a callback at each garbage collection. Python ignores exceptions in these callbacks,
also the KeyboardInterrupt of a signal that arrives while one runs.
"""


def check_interrupted(call: str, file: Path, before: str = "") -> None:
    """``call`` ends with KeyboardInterrupt soon after a signal; ``before`` is run first."""
    code = INTERRUPTED.format(before=before, call=call)
    done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, timeout=120)
    assert done.returncode == 17, done.stderr.decode()


@pytest.mark.parametrize(
    "call",
    [
        "carrack.search(state, 'uct:iterations=900000000')",
        "carrack.search(state, 'flat:iterations=900000000')",
        "carrack.search(state, 'uct:iterations=900000000,parallel=tree,threads=2')",
        "carrack.search(state, 'uct:iterations=900000000,parallel=root,workers=2')",
        "carrack.search(state, 'uct:iterations=900000000', "
        "evaluate=lambda seen: [[0.5] * 3] * len(seen))",
        "carrack.search_many([state] * 9, 'uct:iterations=900000000', threads=2)",
        "carrack.search_many([state] * 10**5, 'uct:iterations=100', threads=2)",
        "carrack.search_many([state] * 9, 'uct:iterations=900000000', threads=2, "
        "evaluate=lambda seen: [[0.5] * 3] * len(seen))",
        "carrack.agent('uct:iterations=900000000').choose(state)",
        "carrack.solve(state, max_positions=10**15)",
        "carrack.play(state.ruleset, ['uct:iterations=900000000'] * 3)",
        "carrack.tournament(state.ruleset, ['random'] * 3, blocks=10**7, threads=2)",
        "carrack.BatchGame(state.ruleset, 16).step_random(10**9)",
        "carrack.BatchGame(state.ruleset, 2, opponents=['mcts:time=99']).step_random(9)",
        "carrack.Network().values([state] * 300_000)",
    ],
)
def test_ctrl_c_ends(call: str, tmp_path: Path) -> None:
    check_interrupted(call, tmp_path / "l.db")


@pytest.mark.parametrize(
    ("before", "call", "needs"),
    [
        # Both import pandas, which takes time.
        (f"import pandas; {RECORDS}", "carrack.rate(file, bootstrap=1_000_000)", "pandas"),
        ("import pandas", "carrack.trial(state.ruleset, ['random'], games=10**7)", "pandas"),
        (
            LEARN,
            "ValueExamples.play(rules, [['mcts:iterations=200'] * 3], 10**5, 1, 0.1, 2)",
            "optax",
        ),
        (
            LEARN,
            "SelfPlayExamples.play(rules, ['mcts:iterations=200'] * 3, 10**5, 1)",
            "optax",
        ),
    ],
)
def test_ctrl_c_ends_statistics_and_examples(
    before: str, call: str, needs: str, tmp_path: Path
) -> None:
    pytest.importorskip(needs)
    check_interrupted(call, tmp_path / "l.db", before)


def test_the_handler_of_before_is_back() -> None:
    import carrack

    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        carrack.search(carrack.Ruleset().new_state(seed=1), "uct:iterations=10")
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.01)
        assert seen == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_ignored_signal_is_ignored() -> None:
    import carrack

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        timer.start()
        began = time.monotonic()
        while time.monotonic() - began < 0.2:
            carrack.search(carrack.Ruleset().new_state(seed=1), "uct:iterations=2000")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_clears_up_after_other_signals(
    number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    from carrack import _command

    cleared = []

    def work() -> None:
        try:
            signal.raise_signal(number)
            time.sleep(5)
        finally:
            cleared.append(True)

    before = signal.getsignal(number)
    assert _command.run(work) == 128 + number
    assert cleared == [True] and signal.getsignal(number) is before
    assert capsys.readouterr().err == f"interrupted by {number.name}\n"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ((), "interrupted"),
        (("3 games are in a.db",), "interrupted: 3 games are in a.db"),
        (
            ("3 games are in a.db; the same call goes on",),
            "interrupted: 3 games are in a.db; run the same command again to continue",
        ),
    ],
)
def test_a_command_tells_what_is_done_after_ctrl_c(
    told: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from carrack import _command

    def work() -> None:
        raise KeyboardInterrupt(*told)

    assert _command.run(work) == 130
    assert capsys.readouterr().err == f"{line}\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_the_long_calls_of_a_command(
    number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    import carrack
    from carrack import _command

    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), number))

    def work() -> None:
        timer.start()
        carrack.search(carrack.Ruleset().new_state(seed=1), "uct:iterations=900000000")

    began = time.monotonic()
    assert _command.run(work) == 128 + number
    timer.join()
    assert time.monotonic() - began < 20
    assert capsys.readouterr().err == f"interrupted by {number.name}\n"


def test_a_match_inside_an_agent_ends_nothing_else() -> None:
    import carrack

    rules = carrack.Ruleset(players=2)

    class Asks(carrack.PythonAgent):
        """Plays a match before its first choice."""

        verdict = ""

        def choose(self, state: carrack.State, seed: int) -> int:
            if not self.verdict:
                self.verdict = carrack.match(rules, "scripted", "random", seed=1).verdict
            return state.legal_actions()[0]

    agent = Asks()
    record = carrack.play(rules, [agent, "random"])
    assert agent.verdict == "H1" and len(record.ranks()) == 2


RECORDED = """
import os, signal, sys, threading, time
import carrack

class First(carrack.PythonAgent):
    def choose(self, state, seed):
        return state.legal_actions()[0]

threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
rules, file = carrack.Ruleset(players=3), sys.argv[1]
try:
    carrack.tournament(rules, [{agent}], 10**5, seatings="balanced", record=file, force=True)
except KeyboardInterrupt as interrupt:
    print(interrupt)
"""


@pytest.mark.parametrize("agent", ["'random'", "First()"])
def test_a_record_has_the_finished_games_and_it_is_told(agent: str, tmp_path: Path) -> None:
    import carrack

    file = tmp_path / "int.jsonl"
    code = [sys.executable, "-c", RECORDED.format(agent=agent), str(file)]
    told = subprocess.run(code, capture_output=True, text=True, timeout=60).stdout
    games = carrack.verify(file).games
    assert told == f"{games} of 600000 games are in {file}\n" and games > 0


MERGED = """
import os, signal, sys, threading
import carrack
file, other = sys.argv[1:]
mine = carrack.Ledger(file)
threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    mine.merge(other)
except KeyboardInterrupt:
    print(len(mine.tournament().scores))
"""


def test_an_interrupted_merge_changes_nothing(tmp_path: Path) -> None:
    import carrack

    rules = carrack.Ruleset(players=2)
    for name, blocks in (("mine", range(1)), ("other", range(1, 1000))):
        carrack.tournament(rules, ["random"], blocks, ledger=tmp_path / f"{name}.db", threads=2)
    files = [str(tmp_path / f"{name}.db") for name in ("mine", "other")]
    done = subprocess.run(
        [sys.executable, "-c", MERGED, *files], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "2\n", done.stderr
    mine = carrack.Ledger(files[0])
    assert mine.merge(files[1]) == 1998 and len(mine.tournament().scores) == 2000


def test_a_record_without_a_finished_game_is_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "int.jsonl"
    agent = "'uct:iterations=900000000'"
    for before in ("", '{"format"\n'):
        if before:
            file.write_text(before)
        code = [sys.executable, "-c", RECORDED.format(agent=agent), str(file)]
        told = subprocess.run(code, capture_output=True, text=True, timeout=60).stdout
        assert told == "0 of 600000 games are finished\n"
        assert file.exists() == bool(before)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seatings", ["rotations", "all", "balanced", "one"])
def test_blocks_have_as_many_games_as_is_told(players: int, seatings: Any) -> None:
    import carrack

    rules = carrack.Ruleset("empires", players)
    result = carrack.tournament(rules, ["random"], 1, seatings=seatings)
    assert len(result.scores) == carrack._core.games_per_block(seatings, players)
