"""A tournament under repeated faults: kills, stops, full disks and wrong clocks.

``make soak``, or ``python tests/soak/chaos.py --minutes 10``. Each round plays one tournament into
a ledger with random faults until all games are stored; the tables of the ledger
must then equal those of a run without faults, and every record must verify. In between, a command
that writes a record with an external agent is killed: the record must be complete or unchanged, and
the agent's program must have ended. Prints a table of the faults; exit status 1 if anything was
lost.
"""

from __future__ import annotations

import argparse
import collections
import filecmp
import glob
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = ("agents", "games", "seats", "turns", "purchases")  # searches.csv has seconds
EXTERNAL_AGENT = ROOT / "experiments" / "examples" / "external_agent.py"
GAMES = 1200
AGENTS = ("mcts:iterations=2", "scripted", "random")


def tournament(binary: Path, ledger: Path, threads: int) -> list[str]:
    agents = [word for agent in AGENTS for word in ("--agent", agent)]
    return [str(binary), *f"tournament --players 3 --games {GAMES} --seed 7".split(), *agents,
            "--threads", str(threads), "--ledger", str(ledger)]  # fmt: skip


def faketime(shift: str) -> dict[str, str]:
    """An environment with a shifted clock (Debian's faketime); empty if not available."""
    libraries = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    return {"LD_PRELOAD": libraries[0], "FAKETIME": shift} if libraries else {}


def processes(last_words: list[str]) -> list[int]:
    """The processes whose command line ends with these words."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().decode(errors="replace").split("\0")[:-1]
        except OSError:  # it has ended
            continue
        if words[-len(last_words) :] == last_words:
            found.append(int(file.parent.name))
    return found


class Chaos:
    """One ledger, its processes, and the faults."""

    def __init__(self, binary: Path, folder: Path, draw: random.Random) -> None:
        self.binary = binary
        self.folder = folder
        self.draw = draw
        self.ledger = folder / "chaos.db"
        self.counts: collections.Counter[str] = collections.Counter()
        self.statuses: dict[str, collections.Counter[int]] = collections.defaultdict(
            collections.Counter
        )
        self.problems: list[str] = []

    def start(self, env: dict[str, str] | None = None, most_bytes: int | None = None
              ) -> subprocess.Popen[bytes]:  # fmt: skip
        def limit() -> None:
            if most_bytes is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

        return subprocess.Popen(
            tournament(self.binary, self.ledger, self.draw.choice((1, 2))),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit,
            env=None if env is None else {"PATH": "/usr/bin:/bin", **env},
        )  # fmt: skip

    def end(self, fault: str, child: subprocess.Popen[bytes], allowed: tuple[int, ...]) -> None:
        """Wait for a process and record how it ended."""
        try:
            _, said = child.communicate(timeout=180)
        except subprocess.TimeoutExpired:
            child.kill()
            _, said = child.communicate()
            self.problems.append(f"{fault}: it did not end in three minutes")
        self.statuses[fault][child.returncode] += 1
        if child.returncode not in allowed:
            last = said.decode(errors="replace").strip()[-200:]
            self.problems.append(f"{fault}: status {child.returncode}: {last}")

    # No process is running before or after a fault.

    def kill(self) -> None:
        child = self.start()
        time.sleep(self.draw.uniform(0.01, 1.5))
        child.kill()
        self.end("kill -9", child, (0, -signal.SIGKILL))

    def interrupt(self) -> None:
        number = self.draw.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        child = self.start()
        time.sleep(self.draw.uniform(0.05, 1.5))
        child.send_signal(number)
        if self.draw.random() < 0.3:
            time.sleep(self.draw.uniform(0, 0.05))
            child.send_signal(number)
        # Before handlers are installed, the signal kills the process.
        self.end(signal.Signals(number).name, child, (0, 128 + number, -number))

    def stop_beside_another(self) -> None:
        stopped, other = self.start(), self.start()
        time.sleep(self.draw.uniform(0.1, 1))
        stopped.send_signal(signal.SIGSTOP)
        time.sleep(self.draw.uniform(0.2, 2))
        if self.draw.random() < 0.5:
            stopped.kill()
        stopped.send_signal(signal.SIGCONT)
        self.end("SIGSTOP beside another run", stopped, (0, -signal.SIGKILL))
        self.end("another run", other, (0,))

    def fill_the_disk(self) -> None:
        size = self.ledger.stat().st_size if self.ledger.exists() else 0
        child = self.start(most_bytes=size + self.draw.randrange(4096, 1 << 20))
        self.end("no room for the file", child, (0, 1))

    def jump_the_clock(self) -> None:
        shift = self.draw.choice(("-400d", "+400d", "-90s", "+90s"))
        env = faketime(shift)
        fault = f"a clock {shift} off" if env else "no faketime: a plain run beside another"
        jumping, other = self.start(env or None), self.start()
        time.sleep(self.draw.uniform(0.1, 1))
        if self.draw.random() < 0.5:
            jumping.kill()
        self.end(fault, jumping, (0, -signal.SIGKILL))
        self.end("a run with the right clock", other, (0,))

    def crowd(self) -> None:
        children = [self.start() for _ in range(4)]
        time.sleep(self.draw.uniform(0.1, 1))
        for child in children[:2]:
            child.kill()
        for child in children:
            self.end("four runs, two killed", child, (0, -signal.SIGKILL))

    def end_a_record(self) -> None:
        record = self.folder / "record.jsonl"
        agent = f"process:{sys.executable} {EXTERNAL_AGENT} {self.folder}"
        words = "tournament --players 2 --games 400 --agent random --record".split()
        child = subprocess.Popen(
            [self.binary, *words, record, "--force", "--agent", agent],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        time.sleep(self.draw.uniform(0.01, 2))
        number = self.draw.choice((signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
        child.send_signal(number)
        self.end("a record, " + signal.Signals(number).name, child, (0, 128 + number, -number))
        if record.exists():
            self.verify(record)
        if number == signal.SIGKILL:  # which leaves the temporary file
            for file in self.folder.glob(".carrack.tmp-*"):
                file.unlink()
        deadline = time.monotonic() + 2
        while left := processes([str(EXTERNAL_AGENT), str(self.folder)]):
            if time.monotonic() > deadline:
                self.problems.append(f"a record, signal {number}: its agent lives on")
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
                return
            time.sleep(0.05)

    def verify(self, record: Path) -> None:
        verified = subprocess.run([self.binary, "verify", record], capture_output=True, check=False)
        if verified.returncode != 0:
            self.problems.append(verified.stderr.decode(errors="replace"))

    def faults(self) -> list[Callable[[], None]]:
        return [self.kill, self.kill, self.interrupt, self.interrupt, self.stop_beside_another,
                self.fill_the_disk, self.jump_the_clock, self.crowd, self.end_a_record]  # fmt: skip

    def export(self, ledger: Path, folder: Path) -> None:
        for words in (["--csv", str(folder)], ["--records", str(folder / "games.jsonl")]):
            subprocess.run([self.binary, "export", ledger, *words], check=True, capture_output=True)

    def round(self, reference: Path, deadline: float) -> None:
        """Inject faults until all games are played, then compare the results."""
        for file in self.folder.glob("chaos.db*"):
            file.unlink()
        for _ in range(self.draw.randrange(3, 9)):
            if time.monotonic() > deadline:
                break
            self.draw.choice(self.faults())()
        self.end("the same command to its end", self.start(), (0,))
        tables = self.folder / "tables"
        shutil.rmtree(tables, ignore_errors=True)
        self.export(self.ledger, tables)
        names = [f"{table}.csv" for table in TABLES] + ["games.jsonl"]
        _, different, missing = filecmp.cmpfiles(reference, tables, names, shallow=False)
        for name in different + missing:
            self.problems.append(f"{name} is not that of a run without faults")
        self.verify(tables / "games.jsonl")
        left = [file.name for file in self.folder.iterdir() if ".tmp-" in file.name]
        if left:
            self.problems.append(f"temporary files are left: {left}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", type=Path, default=ROOT / "build" / "release" / "carrack")
    given = parser.parse_args()
    if given.minutes <= 0:
        parser.error(f"--minutes is {given.minutes:g}, expected more than 0")
    if not given.binary.is_file():
        parser.error(f"no {given.binary}; `make build` builds it")
    with tempfile.TemporaryDirectory(prefix="carrack-soak-") as name:
        folder = Path(name)
        chaos = Chaos(given.binary.resolve(), folder, random.Random(given.seed))
        reference = folder / "reference"
        subprocess.run(
            tournament(chaos.binary, folder / "reference.db", 2), check=True, capture_output=True
        )
        chaos.export(folder / "reference.db", reference)
        began = time.monotonic()
        deadline = began + 60 * given.minutes
        rounds = 0
        while time.monotonic() < deadline:
            chaos.round(reference, deadline)
            rounds += 1
            print(f"round {rounds}: {len(chaos.problems)} problems so far", file=sys.stderr)
        minutes = (time.monotonic() - began) / 60
    print(f"{'fault':<42}  {'times':>5}  exit statuses")
    print(f"{'-' * 42}  {'-' * 5}  {'-' * 30}")
    for fault, statuses in sorted(chaos.statuses.items()):
        shown = ", ".join(f"{status}: {times}" for status, times in sorted(statuses.items()))
        print(f"{fault:<42}  {sum(statuses.values()):>5}  {shown}")
    print(
        f"{rounds} tournaments of {GAMES} games in {minutes:.1f} minutes, seed {given.seed}: "
        f"{'all tables and records as without faults' if not chaos.problems else 'PROBLEMS'}"
    )
    for problem in chaos.problems:
        print(f"  {problem}")
    return 1 if chaos.problems else 0


if __name__ == "__main__":
    sys.exit(main())
