"""Measurements of a carrack binary: instructions by callgrind, and CPU seconds.

Each figure is the difference of a long and a short run, which removes start-up and output.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

POSITIONS = 6  # of a game, evenly spaced
SEARCHES = ("uct", "mcts")


class MeasurementError(Exception):
    """A command failed or printed something unexpected."""


def whole_number(text: str) -> int:
    """An argument of a command."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}', expected a whole number from 1")
    return int(text)


def run(command: Sequence[str | Path]) -> tuple[str, float]:
    """The output of a command, and the CPU seconds that it took."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        words = " ".join(str(word) for word in command)
        raise MeasurementError(f"{words}: exit status {process.returncode}\n{text[-2000:]}")
    return text, usage.ru_utime + usage.ru_stime


def instructions(command: Sequence[str | Path]) -> tuple[str, int]:
    """The output of a command under callgrind, and the instructions that it executed."""
    # The level of instructions is fixed, so counts of different CPUs can be compared.
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    text, _ = run(["env", "CARRACK_CPU=v3", *callgrind, *command])
    found = re.search(r"Collected : (\d+)", text)
    if found is None:
        raise MeasurementError(f"callgrind printed no count:\n{text[-2000:]}")
    return text, int(found[1])


def decisions(text: str) -> float:
    """Decisions per game, from the output of `carrack play`."""
    found = re.search(r"([\d.,]+) decisions/game", text)
    if found is None:
        raise MeasurementError(f"no line about decisions/game:\n{text[-2000:]}")
    return float(found[1].replace(",", ""))


def random_games(binary: Path, players: int, games: int) -> list[str | Path]:
    words = f"play --players {players} --agent random --games {games} --seed 1"
    return [binary, *words.split()]


@dataclass(frozen=True)
class Game:
    """A recorded game of `scripted:balanced`, whose positions are searched."""

    players: int
    record: Path
    plies: tuple[int, ...]

    @classmethod
    def play(cls, binary: Path, players: int, folder: Path) -> Game:
        record = folder / f"{players}.jsonl"
        words = f"play --players {players} --agent scripted:balanced --games 1 --seed 1"
        run([binary, *words.split(), "--record", record])
        events = sum('"ply": ' in line for line in record.read_text().splitlines())
        plies = tuple(events * (2 * i + 1) // (2 * POSITIONS) for i in range(POSITIONS))
        return cls(players, record, plies)

    def is_legal_in(self, binary: Path) -> bool:
        """Whether a build replays the game: its rules are those of the build that played it."""
        done = subprocess.run([binary, "verify", self.record], capture_output=True)
        return done.returncode == 0

    def search(self, binary: Path, ply: int, agent: str, iterations: int) -> list[str | Path]:
        """The command for a search; `agent` is a name, perhaps with keys: mcts:prior=scripted."""
        spec = f"{agent}{',' if ':' in agent else ':'}iterations={iterations}"
        return [binary, "analyse", self.record, "--ply", str(ply), "--agent", spec]


def instructions_per_decision(binary: Path) -> float:
    """In random four-player games."""
    few, many = 100, 600
    text_few, count_few = instructions(random_games(binary, 4, few))
    text_many, count_many = instructions(random_games(binary, 4, many))
    played = many * decisions(text_many) - few * decisions(text_few)
    return (count_many - count_few) / played


def instructions_per_iteration(binary: Path, game: Game, agent: str) -> float:
    """Mean of the second and the fifth position."""
    few, many = 200, 1200
    total = 0
    for ply in (game.plies[1], game.plies[4]):
        counts = [instructions(game.search(binary, ply, agent, n))[1] for n in (few, many)]
        total += counts[1] - counts[0]
    return total / (2 * (many - few))


def all_instructions(
    binary: Path, game: Game, searches: Sequence[str] = SEARCHES
) -> dict[str, float]:
    """Per random decision of four players, and per iteration of each search in a game of theirs."""
    figures = {"decision": instructions_per_decision(binary)}
    for agent in searches:
        figures[f"iteration of {agent}"] = instructions_per_iteration(binary, game, agent)
    return figures
