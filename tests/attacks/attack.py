"""One attack on the command line: the command and its expected effects."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

LONGEST_ERROR_LINE = 400  # bytes, without the newline
NOBODY = 65534
# Limits on processes count those of a user, so each process that runs tests has a user of its own.
USER = 60_000 + os.getpid() % 4_000
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
CRASHED = (b"terminate called", b"Sanitizer", b"runtime error:", b"internal error", b"libgomp")

LOOK = 0.02  # seconds

Prepare = Callable[["Folder"], None]


def comes_true(condition: Callable[[], bool], seconds: float) -> bool:
    """Whether the condition becomes true within ``seconds`` of polling. Polls are counted, not
    time, so that a paused machine does not fail the test.
    """
    for _ in range(int(seconds / LOOK)):
        if condition():
            return True
        time.sleep(LOOK)
    return condition()


@dataclass(frozen=True)
class Attack:
    """``command`` follows ``carrack``; it is split like a shell command and run in a temporary
    folder.
    ``prepare`` puts files there first. The command must exit with one of ``statuses`` and,
    if that is not 0, with one line on stderr that contains all ``words``. Files in ``unchanged``
    keep their bytes, kind and mode; those in ``absent`` must not exist afterwards. The numbers of
    ``limits`` are those of :mod:`resource`; ``as_user`` runs it without root's rights.
    """

    what: str
    command: str | Callable[[Folder], list[str]]
    statuses: tuple[int, ...] = (1, 2)
    words: tuple[str, ...] = ()
    prepare: Prepare | None = None
    unchanged: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    limits: dict[int, int] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)  # added to that of the tests
    as_user: bool = False
    stdout_may: bool = True  # have anything; without: it must be empty
    most_lines: int = 1  # on stderr
    seconds: float = 60


class Folder:
    """The folder of one attack and its initial files."""

    def __init__(self, path: Path, samples: Path, binary: Path, has_sanitizer: bool) -> None:
        self.path = path
        self.samples = samples
        self.binary = binary
        self.has_sanitizer = has_sanitizer

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def sample(self, *names: str) -> None:
        """Copies of files that the fixture ``samples`` has written."""
        for name in names:
            shutil.copy(self.samples / name, self.path / name)

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def public_binary(self) -> Path:
        """The binary, or a copy that every user can run."""
        if all(parent.stat().st_mode & 0o001 for parent in self.binary.parents):
            return self.binary
        copy = self.path.parent / "public-carrack"
        if not copy.exists():
            shutil.copy(self.binary, copy)
            copy.chmod(0o755)
        return copy

    def run(self, words: list[str], attack: Attack) -> subprocess.CompletedProcess[bytes]:
        """Run the binary. A command that does not exit in time is killed, which is a failure."""

        def prepare_child() -> None:
            for limit, value in attack.limits.items():
                resource.setrlimit(limit, (value, value))
            if attack.as_user:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(USER)

        binary = self.public_binary() if attack.as_user else self.binary
        environment = {**os.environ, **attack.environment}
        if resource.RLIMIT_NPROC in attack.limits:  # LeakSanitizer needs its own process
            environment["ASAN_OPTIONS"] = "detect_leaks=0"
        # Child processes may keep a pipe open, so files are used instead.
        with open(self / ".out", "wb") as out, open(self / ".err", "wb") as err:
            child = subprocess.Popen(
                [binary, *words], cwd=self.path, stdin=subprocess.DEVNULL, stdout=out,
                stderr=err, preexec_fn=prepare_child, start_new_session=True, env=environment,
            )  # fmt: skip
            timed_out = False
            try:
                with contextlib.suppress(ChildProcessError):
                    child.wait(attack.seconds)
            except subprocess.TimeoutExpired:
                timed_out = True
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        assert not timed_out, f"{words} has not ended after {attack.seconds} seconds"
        return subprocess.CompletedProcess(
            words, child.returncode, (self / ".out").read_bytes(), (self / ".err").read_bytes()
        )


def snapshot(file: Path) -> tuple[int, bytes] | str:
    """The state of a file that must not change: its link, or its mode and bytes."""
    if file.is_symlink():
        return os.readlink(file)
    return file.stat().st_mode, file.read_bytes()


def run_attack(attack: Attack, folder: Folder) -> None:
    """Run the attack and check its expectations and the common ones."""
    if attack.as_user and os.geteuid() != 0:
        pytest.skip("only root can give its rights away")
    if folder.has_sanitizer and {resource.RLIMIT_AS, resource.RLIMIT_NOFILE} & set(attack.limits):
        pytest.skip("sanitizers need address space and open files of their own")
    if attack.prepare is not None:
        attack.prepare(folder)
    if attack.as_user:
        for file in [folder.path, *folder.path.iterdir()]:
            if not file.is_symlink() and not file.is_fifo():
                file.chmod(file.stat().st_mode | 0o666 | (0o111 if file.is_dir() else 0))
    before = {name: snapshot(folder / name) for name in attack.unchanged}
    words = attack.command(folder) if callable(attack.command) else shlex.split(attack.command)
    ended = folder.run(words, attack)
    said = ended.stderr

    shown = said[:2000].decode(errors="replace")
    assert ended.returncode in attack.statuses, f"status {ended.returncode}: {shown}"
    for word in attack.words:
        assert word.encode() in said, f"{shown!r} lacks {word!r}"
    for mark in CRASHED:
        assert mark not in said, shown
    lines = [line for line in said.split(b"\n") if line]
    if ended.returncode != 0:
        assert 1 <= len(lines) <= attack.most_lines, shown
        assert attack.stdout_may or ended.stdout == b"", ended.stdout[:200]
    assert all(len(line) <= LONGEST_ERROR_LINE for line in lines), shown
    for stream in (said, ended.stdout):
        found = CONTROL.search(stream)
        assert found is None, f"control characters: {stream[found.start() :][:80]!r}"
        stream.decode()  # UTF-8
    for name, content in before.items():
        assert snapshot(folder / name) == content, f"{name} has changed"
    for name in attack.absent:
        assert not os.path.lexists(folder / name), f"{name} is there"
    left = [file.name for file in folder.path.iterdir() if ".tmp-" in file.name]
    assert not left, left
