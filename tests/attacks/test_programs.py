"""External agents that attack their tournament."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from attacks.attack import Attack, Folder, comes_true, run_attack

HOSTILE = Path(__file__).parent / "programs" / "hostile.py"


def program(how: str, more: str = "") -> str:
    return f"process:python3 {HOSTILE} {how}{more}"


def forfeits(folder: Folder) -> list[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(folder / "new.db")) as db:
        return list(
            db.execute("SELECT forfeit, forfeit_reason FROM seats WHERE forfeit IS NOT NULL")
        )


def tournament(spec: str, games: int = 2) -> list[str]:
    words = f"tournament --players 2 --games {games} --ledger new.db --agent random --agent"
    return [*words.split(), spec]


ANSWERS = {
    "deep_id": "protocol", "deep_action": "protocol", "deep_extra": "protocol",
    "objects": "protocol", "huge_action": "", "huge_line": "protocol", "float_id": "protocol",
    "text_id": "protocol", "negative_id": "protocol", "huge_id": "protocol", "null": "protocol",
    "number": "protocol", "nul": "protocol", "escapes": "illegal", "raw_escapes": "protocol",
    "no_utf8": "protocol", "empty": "protocol", "twice": "protocol", "dies_loudly": "crashed",
    "many_keys": "protocol", "nul_behind": "protocol", "just_too_long": "protocol",
}  # fmt: skip


@pytest.mark.parametrize("how, kind", ANSWERS.items())
def test_an_answer_is_the_agents_forfeit(how: str, kind: str, folder: Folder) -> None:
    run_attack(Attack(how, lambda _: tournament(program(how)), (0,), most_lines=9), folder)
    found = forfeits(folder)
    assert len(found) == 2, found
    for forfeit, reason in found:
        assert kind in ("", forfeit), reason
        assert len(reason.encode()) <= 400
        assert reason.isprintable(), reason


@pytest.mark.parametrize("how", ["kills_supervisor", "stops_supervisor"])
def test_a_program_cannot_outlive_its_supervisor(how: str, folder: Folder) -> None:
    marker = f"marker-{folder.path.name}-{how}"
    attack = Attack(
        how,
        lambda _: tournament(program(how, ",start=3")),
        (0, 1),
        most_lines=9,
        environment={"MARKER": marker},
    )
    run_attack(attack, folder)
    assert not wait_until_gone(marker, 5)


def test_the_last_words_of_a_program_are_the_reason(folder: Folder) -> None:
    run_attack(Attack("", lambda _: tournament(program("dies_loudly")), (0,), most_lines=9), folder)
    assert all(
        "status 3" in reason and "it was ?[31mred" in reason for _, reason in forfeits(folder)
    )


def test_a_program_has_three_open_files(folder: Folder) -> None:
    words = ["play", "--players", "2", "--games", "2", "--record", "r.jsonl", "--json",
             "--agent", program("files"), "--agent", "random"]  # fmt: skip
    ended = folder.run(words, Attack("", ""))
    assert ended.returncode == 0, ended.stderr
    assert sum(json.loads(ended.stdout)["forfeits"].values()) == 0, ended.stderr


@pytest.mark.parametrize("how, limits", [("eats_memory", ",memory=300"), ("eats_time", ",cpu=1")])
def test_limits_of_a_program(how: str, limits: str, folder: Folder) -> None:
    run_attack(Attack(how, lambda _: tournament(program(how, limits)), (0,), most_lines=40), folder)
    assert [kind for kind, _ in forfeits(folder)] == ["crashed"] * 2


def test_chatter_on_stderr_is_bounded(folder: Folder) -> None:
    words = tournament(program("chatters", ",start=2"))
    ended = folder.run(words, Attack("chatter", ""))
    assert ended.returncode == 0
    assert len(ended.stderr) <= 2 * (64 << 10) + 10_000
    assert b"\x1b" not in ended.stderr
    assert b"\x07" not in ended.stderr


def descendants(marker: str) -> list[int]:
    """Processes with the marker in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z" and f"MARKER={marker}".encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
    return found


def states(processes: list[int]) -> list[str]:
    """Descriptions of processes for failure messages."""
    found = []
    for process in processes:
        with contextlib.suppress(OSError):
            files = [Path(f"/proc/{process}/{name}") for name in ("stat", "wchan")]
            found.append(" ".join(file.read_text() for file in files))
    return found


def start_marked(
    folder: Folder, spec: str, marker: str, games: int = 1000
) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        [folder.binary, *tournament(spec, games)], cwd=folder.path,
        env={**os.environ, "MARKER": marker}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert comes_true(lambda: len(descendants(marker)) >= 3, 30), states(descendants(marker))
    time.sleep(0.5)
    return child


def wait_until_gone(marker: str, seconds: float) -> list[int]:
    comes_true(lambda: not descendants(marker), seconds)
    return descendants(marker)


@pytest.mark.parametrize("how", ["sleeps_later", "leaves_children", "leaves_daemons", "stubborn"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_descendant_outlives_the_tournament(how: str, number: int, folder: Folder) -> None:
    marker = f"{os.getpid()}-{how}-{number}"
    child = start_marked(folder, program(how, ",time=3600"), marker)
    child.send_signal(number)
    child.wait(20)
    left = wait_until_gone(marker, 2)
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert not left


def test_nothing_is_left_when_the_tournament_ends(folder: Folder) -> None:
    marker = f"{os.getpid()}-end"
    os.environ["MARKER"] = marker
    try:
        folder.run(tournament(program("leaves_daemons")), Attack("", ""))
    finally:
        del os.environ["MARKER"]
    assert not wait_until_gone(marker, 2)


HOST = [
    Attack("no descriptors left for a program", lambda _: tournament(program("plays"), 4), (1,),
           ("Too many open files",), limits={resource.RLIMIT_NOFILE: 12}),
    Attack("no processes left for a program", lambda _: tournament(program("plays"), 4), (1,),
           ("Resource temporarily unavailable",), limits={resource.RLIMIT_NPROC: 1}, as_user=True),
]  # fmt: skip


@pytest.mark.parametrize("attack", HOST, ids=lambda attack: attack.what)
def test_the_host_is_not_the_programs_fault(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)
    if (folder / "new.db").exists():
        assert not forfeits(folder)
    # The same command continues.
    again = Attack("again", attack.command, (0,), as_user=attack.as_user)
    run_attack(again, folder)
    assert not forfeits(folder)


SEARCH = "play --players 2 --games 1 --agent mcts:iterations=50"

THREADS = [
    Attack(f"no thread for {what}", command, (1,), ("thread",), limits={resource.RLIMIT_NPROC: 1},
           as_user=True)
    for what, command in [
        ("a tournament", "tournament --players 2 --agent random --games 40 --threads 4"),
        ("a ledger's lease", "tournament --players 2 --agent random --games 40 --ledger new.db"),
        ("a match", "match --agent random --agent random --threads 4"),
        ("a trial", "trial --agent random --games 40 --threads 4"),
        ("a fit", "fit --games 40 --threads 4"),
        ("a shared tree", f"{SEARCH},parallel=tree,threads=4"),
        ("many trees", f"{SEARCH},parallel=root,workers=4,threads=4"),
        ("leaf-parallel playouts", f"{SEARCH},parallel=leaf,leaves=4,threads=4"),
    ]
]  # fmt: skip


@pytest.mark.parametrize("attack", THREADS, ids=lambda attack: attack.what)
def test_threads_that_cannot_be_made(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)


MEMORY = [
    Attack(f"no memory for {what}", command, (1,), ("memory", *words),
           limits={resource.RLIMIT_AS: 300 << 20})
    for what, command, words in [
        ("a tree", "play --players 2 --agent mcts:memory=4000,iterations=50 --games 1", ("4000",)),
        ("trees", "play --players 2 --agent mcts:memory=900,parallel=root,workers=3 --games 1", ()),
    ]
]  # fmt: skip


@pytest.mark.parametrize("attack", MEMORY, ids=lambda attack: attack.what)
def test_memory(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)
