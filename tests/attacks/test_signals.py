"""Ctrl-C, SIGTERM and SIGHUP: fast, with one line, and without leftovers."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from attacks.attack import Attack, Folder, comes_true, run_attack

HOSTILE = Path(__file__).parent / "programs" / "hostile.py"
SEARCH = "mcts:iterations=5000000"

# Under nohup, and as a background job, this process and those that it starts would ignore them.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

# bench/interrupts.py measures the latency; here only that the search is cut short.
LONGEST = 5.0  # seconds of polling, under a sanitizer on a busy machine

COMMANDS = {
    "a search": f"play --players 4 --agent {SEARCH}",
    "a shared tree": f"play --players 4 --agent {SEARCH},parallel=tree,threads=2",
    "many trees": f"play --players 4 --agent {SEARCH},parallel=root,workers=4,threads=2",
    "leaf-parallel playouts": f"play --players 4 --agent {SEARCH},parallel=leaf,leaves=4,threads=2",
    "flat playouts": "play --players 4 --agent flat:iterations=50000000",
    "a restricted search": f"play --players 4 --agent restricted:ban=navy,of={SEARCH}",
    "a sleeping program": f"play --players 2 --agent 'process:python3 {HOSTILE} sleeps,start=999'",
    "one that sleeps later":
        f"play --players 2 --agent 'process:python3 {HOSTILE} sleeps_later,time=999'",
    "a tournament": f"tournament --players 4 --agent {SEARCH} --games 40 --threads 2",
    "one with a record": f"tournament --players 4 --agent {SEARCH} --games 40 --record new.jsonl",
    "one with a ledger": f"tournament --players 4 --agent {SEARCH} --games 40 --ledger new.db",
    "a match": f"match --agent {SEARCH} --agent {SEARCH} --threads 2 --record new.jsonl",
    "a trial": f"trial --agent {SEARCH} --games 10",
    "a fit": f"fit --agent {SEARCH} --output new.hpp",
    "an analysis": f"analyse games.jsonl --agent {SEARCH} --tree tree.json",
    "the layout of a schedule": "tournament --agent random --blocks 10000000 --ledger new.db",
    "perft": "perft --players 4 --depth 10",
    "bench": "bench --seconds 1000",
}  # fmt: skip


def start(folder: Folder, command: str) -> subprocess.Popen[bytes]:
    folder.sample("games.jsonl")
    child = subprocess.Popen(
        [folder.binary, *shlex.split(command)], cwd=folder.path, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(1.5 if folder.has_sanitizer else 0.7)
    assert child.poll() is None, f"{command} has ended by itself"
    return child


# The handler is the same for all signals.
OTHERS = {
    "a search": signal.SIGTERM,
    "one with a ledger": signal.SIGTERM,
    "a match": signal.SIGHUP,
    "a fit": signal.SIGTERM,
}


@pytest.mark.parametrize(
    ("what", "number"), [*((what, signal.SIGINT) for what in COMMANDS), *OTHERS.items()]
)
def test_a_signal_ends_it(what: str, number: signal.Signals, folder: Folder) -> None:
    child = start(folder, COMMANDS[what])
    child.send_signal(number)
    assert comes_true(lambda: child.poll() is not None, LONGEST)
    _, said = child.communicate(timeout=60)
    assert child.returncode == 128 + number, said
    assert b"interrupted" in said
    assert not list(folder.path.glob(".*tmp-*"))
    assert not (folder / "new.jsonl").exists(), "a record without a game"


def test_a_second_signal_ends_it_at_once(folder: Folder) -> None:
    os.mkfifo(folder / "fifo")
    writer = os.open(folder / "fifo", os.O_RDWR | os.O_NONBLOCK)
    child = start(folder, "calibrate fifo --output new.hpp")  # waits for its input
    child.send_signal(signal.SIGINT)
    time.sleep(1.2)
    assert child.poll() is None, "it still waits"
    child.send_signal(signal.SIGTERM)
    _, said = child.communicate(timeout=60)
    os.close(writer)
    assert child.returncode == 128 + signal.SIGTERM, said
    assert b"interrupted again; exiting" in said
    assert not list(folder.path.glob(".*tmp-*"))


ENDLESS = "tournament --players 2 --agent random --games 9000000 --record new.jsonl"


def test_two_signals_at_once_are_one(folder: Folder) -> None:
    child = start(folder, ENDLESS)
    # Stopped, it has both signals before it handles the first one.
    for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        child.send_signal(number)
    _, said = child.communicate(timeout=60)
    assert child.returncode in (128 + signal.SIGINT, 128 + signal.SIGTERM), said
    assert said.count(b"interrupted") == 1, said
    assert not list(folder.path.glob(".*tmp-*"))
    run_attack(Attack("what was finished is a record", "verify new.jsonl", (0,)), folder)


def test_timeout_keeps_the_finished_games(folder: Folder) -> None:
    """It signals the command and then its process group."""
    command = ["timeout", "3", str(folder.binary), *ENDLESS.split()]
    ended = subprocess.run(command, cwd=folder.path, capture_output=True, timeout=60, check=False)
    assert ended.returncode == 124, ended.stderr
    run_attack(Attack("what was finished is a record", "verify new.jsonl", (0,)), folder)


def test_an_interrupted_tournament_writes_no_table_and_goes_on(folder: Folder) -> None:
    command = "tournament --players 2 --agent random --ledger new.db --csv new.csv --games "
    child = subprocess.Popen(
        [folder.binary, *f"{command}200000".split()], cwd=folder.path, stdout=subprocess.PIPE
    )
    assert comes_true(lambda: (folder / "new.db").exists(), 30)
    time.sleep(2)  # until games are played
    child.send_signal(signal.SIGINT)
    told, _ = child.communicate(timeout=60)
    assert child.returncode == 128 + signal.SIGINT, told
    assert b"run the same command again to continue" in told
    assert b"new.csv is not written: games are missing" in told
    assert not (folder / "new.csv").exists()
    run_attack(Attack("it goes on", f"{command}4", (0,)), folder)
    assert (folder / "new.csv").exists()


def test_finished_games_are_kept(folder: Folder) -> None:
    child = start(
        folder, "tournament --players 2 --agent random --games 9000000 --record new.jsonl"
    )
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    run_attack(Attack("what was finished is a record", "verify new.jsonl", (0,)), folder)


def test_a_write_that_waits_for_its_reader_is_interrupted(folder: Folder) -> None:
    os.mkfifo(folder / "fifo")
    reader = os.open(folder / "fifo", os.O_RDONLY | os.O_NONBLOCK)
    child = start(folder, "tournament --players 2 --agent random --games 9000000 --record fifo")
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    os.close(reader)
    assert child.returncode == 128 + signal.SIGINT, said
    assert said.count(b"carrack:") == 1, said
