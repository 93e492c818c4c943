"""The folder of a loop: its plan, its networks, and the results of its generations."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from carrack import _core
from carrack._blocks import games_in
from carrack._core import InputError
from carrack._output import make_folder, write
from carrack._statistics import MeanInterval
from carrack._text import counted, without_nan
from carrack.learn.kept_plan import FILE, read_json
from carrack.learn.plan import Guide, Plan, Table
from carrack.learn.training import check_start

BEFORE_PLAN = ("lock", "start.net")
"""Files that a killed process may leave in the folder before it writes the plan."""


def tournament_name(number: int, table: Table) -> str:
    """The tournament of a generation's searches in the ledger."""
    return f"generation {number}: {table.name}"


@dataclass(frozen=True)
class Generation:
    """Result of a generation."""

    number: int
    games: int
    examples: int
    figures: dict[str, float]
    """Figures of the policy."""
    value: dict[str, dict[str, float]]
    """Figures of the value on games of the policy, ``played``, and of searches, ``searched``."""
    gate: dict[str, Any]
    """The match of searches with its network against those with the best one before."""
    policy: dict[str, Any]
    """The policy alone against scripts."""
    is_best: bool
    play_seconds: float
    """CPU seconds for the games that are learned from, in the process that completed the
    generation: without those of an earlier process that was stopped, and of Dask workers.
    """
    train_seconds: float
    """The same for training, with the games that the value learns from."""

    @property
    def share(self) -> MeanInterval:
        """The win share of the policy alone, with its interval."""
        return MeanInterval(*(self.policy[key] for key in ("win_share", "low", "high")))

    @property
    def opponents(self) -> str:
        """Who the policy alone played against."""
        return counted(len(self.policy["agents"]) - 1, "script")


class Folder:
    """The files of a loop: ``plan.json``, ``games.db``, ``generation-1.net``, ``generation-1.json``
    …, ``best.net``; ``start.net`` if it starts from the network of a file.
    """

    def __init__(self, path: str | os.PathLike[str], plan: Plan) -> None:
        """Create the folder, or go on in it. Raises InputError if it has another plan, or files of
        something else, or if another process begins in it at this moment, and NotADirectoryError
        for a file.
        """
        self.path = Path(path)
        place = str(self.path.resolve())
        if "," in place or not place.isprintable():
            raise InputError(
                f"{place!r}: specs of agents name the networks in the folder, so its path cannot "
                "have commas or control characters; use another folder"
            )
        start = None if plan.start is None else _core.Network(plan.start)
        if start is not None:
            check_start(start, plan.training)
        make_folder(self.path)
        if start is not None:
            plan = replace(plan, start=_name_in_folder(start))
        self.plan = plan
        file = self.path / FILE
        wanted = json.loads(json.dumps(asdict(plan)))
        if not file.exists():
            self._expect_empty()
            with self.locked():  # of several first starts, one writes its plan
                if not file.exists():
                    self._keep_start(start)
                    write(file, json.dumps(wanted, indent=1) + "\n")
        self._compare(read_json(file), wanted)

    def _expect_empty(self) -> None:
        """Raise InputError for a folder without a plan that has files of something else."""
        found = sorted(entry.name for entry in self.path.iterdir())
        strange = [name for name in found if name not in BEFORE_PLAN and not name.startswith(".")]
        if strange and not (self.path / FILE).exists():  # another process may have begun meanwhile
            raise InputError(
                f"{self.path} has no {FILE} but {strange[0]}, expected a new or empty folder, or "
                "one of carrack learn"
            )

    def _keep_start(self, start: _core.Network | None) -> None:
        """Copy the network into the folder, where workers find it too."""
        if start is not None and _is_file(start):
            write(self.path / "start.net", Path(start.spec.rpartition("@")[0]).read_bytes())

    def start_guide(self) -> Guide | None:
        """The network that the loop starts from."""
        if self.plan.start is None:
            return None
        source, _, content = self.plan.start.rpartition("@")
        place = source if source == "default" else str((self.path / source).resolve())
        network = _core.Network(f"{place}@{content}")
        try:
            helps = value_helps(network.training["value"])
        except (KeyError, TypeError):
            helps = True  # its training record does not say
        return Guide(network.spec, helps)

    def _compare(self, found: Any, wanted: dict[str, Any]) -> None:
        settings = [key for key, value in wanted.items() if isinstance(value, dict)]
        is_plan = isinstance(found, dict) and found.keys() == wanted.keys()
        if not is_plan or not all(isinstance(found[key], dict) for key in settings):
            raise InputError(f"{self.path / 'plan.json'} is not the plan of a loop")
        extended = found | {"generations": wanted["generations"]}  # generations may be added
        different = sorted(k for k in wanted if extended[k] != wanted[k])
        if different:
            key = different[0]
            there, here = extended[key], wanted[key]
            if isinstance(there, dict) and isinstance(here, dict):  # settings of a training
                parts = [*here, *there]  # another version may have others
                part = next(name for name in parts if there.get(name) != here.get(name))
                key, there, here = f"{key}.{part}", there.get(part), here.get(part)
            raise InputError(
                f"{self.path / 'plan.json'} has another plan: {key} is {there} there, "
                f"{here} here; repeat the options of the first run, give none to go on with its "
                "plan, or use another folder"
            )

    def seed_of(self, number: int, part: int = 0) -> int:
        """The seed of the games of a generation: of searches, or of the part that begins at
        ``part``. Two seeds of plans have no games in common; nor have a loop that starts from a
        network and the one that has chosen this network by its games.
        """
        hundreds, seed = divmod(self.plan.seed, 100)  # seeds of parts are 100 apart
        seed += hundreds * 10**6 + 1000 * number + part
        if self.plan.start is None:
            return seed
        return seed + int(self.plan.start.rpartition("@")[2], 16) % 2**52

    @property
    def ledger(self) -> str:
        return str(self.path / "games.db")

    def network(self, number: int) -> Path:
        """The file of a generation's network."""
        return self.path / f"generation-{number}.net"

    def figures_file(self, number: int) -> Path:
        """The file with the figures of training a generation's network."""
        return self.path / f"generation-{number}.figures.json"

    def is_trained(self, number: int) -> bool:
        """Whether a generation has its network."""
        return self.network(number).exists() and self.figures_file(number).exists()

    def result(self, number: int) -> Generation | None:
        """The result of a generation; None if it is not complete."""
        file = self.path / f"generation-{number}.json"
        if not file.exists():
            return None
        try:
            found = Generation(**read_json(file))
        except TypeError:
            found = None
        if found is None or found.number != number or not _is_whole(found):
            raise InputError(f"{file} is not the result of generation {number}")
        return found

    def _games(self, number: int) -> tuple[int, int]:
        """How many games of searches of a generation are finished, and how many there are."""
        kept, tables = games_in(self.ledger), self.plan.tables
        done = sum(kept.get(tournament_name(number, table), 0) for table in tables)
        return done, sum(self.plan.blocks_of(table) * table.players for table in tables)

    def what_there_is(self, number: int) -> str:
        """How much of a generation is in the folder."""
        done, games = self._games(number)
        if done < games:
            return f"{done} of {counted(games, 'game')} of generation {number}"
        network = " and the network" if self.is_trained(number) else ""
        return f"all {counted(games, 'game')}{network} of generation {number}"

    def beginning(self, number: int) -> str:
        """What a generation begins or goes on with."""
        done, games = self._games(number)
        if done == 0:
            return f"generation {number}: {counted(games, 'game')} of searches"
        return f"goes on {'after' if done < games else 'with'} {self.what_there_is(number)}"

    def keep(self, result: Generation) -> None:
        write(
            self.path / f"generation-{result.number}.json",
            json.dumps(without_nan(asdict(result)), indent=1) + "\n",
        )

    def results(self) -> list[Generation]:
        """The generations that are complete, in order, also those beyond the plan."""
        found = []
        for number in itertools.count(1):
            if (result := self.result(number)) is None:
                break
            found.append(result)
        return found

    def best_before(self, number: int) -> int | None:
        """The best generation before this one; None before the first."""
        return max(
            (r.number for r in self.results() if r.is_best and r.number < number), default=None
        )

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Only one process begins, trains and judges at a time."""
        with (self.path / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(f"another process is learning in {self.path}") from None
            yield


def _is_file(network: _core.Network) -> bool:
    """Whether a network is a file, not the network of the library."""
    return network.spec.rpartition("@")[0] != "default"


def _name_in_folder(start: _core.Network) -> str:
    """The network that a loop starts from, as plans name it."""
    return f"start.net@{start.hash}" if _is_file(start) else start.spec


def _is_whole(result: Generation) -> bool:
    """Whether a result file has all required fields."""
    try:
        numbers = [
            result.games, result.examples, result.play_seconds, result.train_seconds,
            *(result.figures[key] for key in ("kl", "script_kl", "top", "script_top")),
            *(result.value[part][key] for part in ("played", "searched")
              for key in ("loss", "evaluation_loss")),
            *(result.gate[key] for key in ("win_share", "blocks")),
            *(result.policy[key] for key in ("win_share", "low", "high")),
        ]  # fmt: skip
        words = [result.gate["verdict"], *result.policy["agents"]]
    except (KeyError, TypeError, IndexError):
        return False
    return (
        all(type(number) in (int, float) for number in numbers)
        and all(isinstance(word, str) for word in words)
        and isinstance(result.is_best, bool)
    )


def value_helps(value: dict[str, dict[str, float]]) -> bool:
    """Whether a value predicts games of the policy better than the linear evaluation, from its
    figures. A value that few games have taught may not, and is not used then. The games of searches
    do not decide: those for testing are few, and scripts hold some of their seats.
    """
    played = value["played"]
    return played["loss"] < played["evaluation_loss"]
