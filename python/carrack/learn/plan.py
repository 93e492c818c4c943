"""What is played and trained in each generation."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from carrack._arguments import as_list, as_text, real_number, shown, whole_number
from carrack._core import Agent, InputError, Ruleset
from carrack.learn.limits import MOST
from carrack.learn.policy_gradient import SelfPlaySettings
from carrack.learn.self_play_games import TableGames
from carrack.learn.training import Settings
from carrack.learn.value_training import ValueSettings

STRANGERS = ("scripted:settler", "scripted:trader", "scripted:builder", "scripted:explorer")
"""Opponents on a fifth of the seats, for diversity."""


ITS_OWN = ("iterations", "quick", "quick_share", "prior", "rollout", "value", "net")
CUT_SHORT = ("stop", "time", "game_time", "leaves", "parallel", "threads", "batch")


@dataclass(frozen=True)
class Table:
    """A ruleset and its share of the games."""

    name: str
    edition: str
    players: int
    modules: tuple[str, ...] = ()
    share: float = 1

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.edition, self.players, list(self.modules))


BOTH = ("builder", "national")
TABLES = (
    Table("aoe3-4", "aoe3", 4, share=8),
    Table("aoe3-2", "aoe3", 2, share=3),
    Table("aoe3-3", "aoe3", 3, share=3),
    Table("aoe3-5", "aoe3", 5, share=3),
    Table("empires-4", "empires", 4, share=3),
    Table("empires-builder-national-2", "empires", 2, BOTH, share=1),
    Table("empires-builder-national-3", "empires", 3, BOTH, share=1),
    Table("empires-builder-national-4", "empires", 4, BOTH, share=3),
    Table("empires-builder-national-5", "empires", 5, BOTH, share=1),
    Table("empires-builder-national-6", "empires", 6, BOTH, share=1),
)
"""The rulesets of the default network."""


@dataclass(frozen=True)
class Guide:
    """A network that guides searches."""

    network: str
    """The network, as specs name it."""
    value_helps: bool = True
    """Whether its value predicts games better than the linear evaluation does."""


@dataclass(frozen=True)
class Plan:
    """How a network learns. A plan and its seed determine all games and networks."""

    generations: int = 3
    games: int = 10_000
    """Games of each generation, over all tables."""
    iterations: int = 1000
    """Iterations of the searches that are learned from."""
    quick_iterations: int = 100
    quick_share: float = 0.75
    """Share of the decisions with ``quick_iterations``; they are not learned from (Wu,
    "Accelerating self-play learning in Go", 2020).
    """
    search: str = ""
    """More keys of the searches that are learned from, as ``"root=gumbel"`` or ``"noise=0.25"``."""
    exact_positions: int = 1000
    """Examples of the last turn are solved by backward induction if this many positions suffice; 0:
    never.
    """
    window: int = 2
    """Number of generations whose games a network is trained on."""
    tables: tuple[Table, ...] = TABLES
    gate_iterations: int = 100
    """Iterations of the searches with the new and with the best network so far."""
    gate_blocks: int = 200
    """Maximum blocks of a gate; the sequential test may decide sooner."""
    training: Settings = field(default_factory=Settings)
    self_play: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    """How the policy improves in games against itself, after it has learned from the searches."""
    value_games: int = 200_000
    """Games of each generation's policy without search, over all tables: the value's examples."""
    value_share: float = 0.01
    """Share of the positions of these games that are examples, besides the first ones of turns."""
    value_training: ValueSettings = field(default_factory=ValueSettings)
    start: str | None = None
    """The network that the first generation's searches use and its training starts from, as
    ``net=`` takes it; None: searches use the script, and training starts from random weights.
    """
    seed: int = 1

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Plan:
        """The plan of a folder of ``carrack learn``, its file ``plan.json``. Raises InputError for
        a file that is no plan; it is also a FileNotFoundError if there is none.
        """
        from carrack.learn.kept_plan import read_plan

        return read_plan(folder)

    def __post_init__(self) -> None:
        for name in ("generations", "games", "iterations", "quick_iterations", "window",
                     "gate_iterations", "gate_blocks"):  # fmt: skip
            whole_number(name, getattr(self, name), 1, MOST)
        whole_number("value_games", self.value_games, 2, MOST)  # one of them tests the value
        whole_number("exact_positions", self.exact_positions, 0, MOST)
        whole_number("seed", self.seed, 0, 2**32 - 1)
        for name in ("value_share", "quick_share"):
            real_number(name, getattr(self, name))
        as_text("search", self.search)
        if not 0 <= self.value_share <= 1:
            raise InputError(f"value_share is {self.value_share}, expected 0 to 1")
        if not 0 <= self.quick_share < 1:
            raise InputError(
                f"quick_share is {self.quick_share}, expected 0 or more and less than 1: quick "
                "searches are not learned from"
            )
        self._check_tables()
        if self.quick_share > 0 and self.quick_iterations >= self.iterations:
            raise InputError(
                f"quick_iterations is {self.quick_iterations}, expected less than iterations, "
                f"{self.iterations}: quick searches are not learned from"
            )
        self._check_search()

    def _check_tables(self) -> None:
        """Raises InputError for unknown or duplicate tables."""
        for number, table in enumerate(
            as_list("tables", self.tables, "carrack.learn.Plan().tables")
        ):
            if not isinstance(table, Table):
                raise TypeError(
                    f"tables[{number}] is {shown(table)}, expected a carrack.learn.Table"
                )
            real_number(f"tables[{number}].share", table.share)
        if not self.tables:
            raise InputError("there are no tables, expected one or more")
        names = [table.name for table in self.tables]
        for table in self.tables:
            _ = table.ruleset  # raises InputError for one that there is not
            if names.count(table.name) > 1:
                raise InputError(f"table {table.name}: given twice")
            if not 0 <= table.share <= MOST:
                raise InputError(
                    f"table {table.name}: share is {table.share}, expected 0 to {MOST}"
                )
        if sum(table.share for table in self.tables) <= 0:
            raise InputError("all tables have the share 0, expected one above it")

    def _check_search(self) -> None:
        """Raises InputError for unknown or unusable keys."""
        for key in (part.partition("=")[0].strip().lower() for part in self.search.split(",")):
            if key in ITS_OWN:
                raise InputError(f"search has {key}=, which the plan sets itself")
            if key in CUT_SHORT:
                raise InputError(
                    f"search has {key}=, with which searches have other numbers of iterations; "
                    "only whole ones are learned from"
                )
        for guide in (None, Guide("default", False), Guide("default", True)):
            _ = Agent(self.searcher(guide))

    def games_of(self, table: Table) -> int:
        """The games of a table in a generation."""
        return self._share_of(table, self.games)

    def blocks_of(self, table: Table) -> int:
        """The blocks of these games, which are whole."""
        return -(-self.games_of(table) // table.players)

    def value_games_of(self, table: Table) -> int:
        """The games of a table that the value of a generation learns from."""
        return self._share_of(table, self.value_games)

    def self_play_games(self) -> list[TableGames]:
        """What is played in each round of self-play."""
        games = self.self_play.games
        return [TableGames(table.ruleset, self._share_of(table, games)) for table in self.tables]

    def _share_of(self, table: Table, games: int) -> int:
        return max(1, round(games * table.share / sum(t.share for t in self.tables)))

    def searcher(self, guide: Guide | None) -> str:
        """The agent that is learned from."""
        spec = (
            f"mcts:iterations={self.iterations},quick={self.quick_iterations},"
            f"quick_share={self.quick_share:g}"
        )
        if self.search:
            spec += f",{self.search}"
        return f"{spec},{guided_by(guide)}"

    def agents(self, guide: Guide | None, older: Sequence[str]) -> list[str]:
        """Who plays a generation: the searcher has four fifths of the seats, scripts and older
        networks have the others.
        """
        strangers = [*STRANGERS, *(f"policy:net={net},temperature=0.5" for net in older)]
        return [self.searcher(guide)] * (4 * len(strangers)) + strangers


def self_play_others(guide: Guide | None) -> list[str]:
    """Who holds seats in a share of the games of self-play: scripts, the policy of the best network
    so far, and fast searches with it.
    """
    scripts = ["scripted:balanced", "scripted:settler"]
    searches = [f"mcts:iterations={n},{guided_by(guide)}" for n in (50, 20, 50)]
    policy = [] if guide is None else [f"policy:net={guide.network}"]
    return scripts + searches + policy


def guided_by(guide: Guide | None) -> str:
    """The keys of a search that a network guides, or scripts if there is none."""
    if guide is None:
        return "prior=scripted,rollout=scripted"
    value = "network" if guide.value_helps else "linear"
    return f"prior=network,rollout=network,value={value},net={guide.network}"


def value_line_ups(policy: str, players: int) -> list[list[str]]:
    """Who plays the games that a value learns from: the policy, in some games with errors, so that
    the value also knows positions in which somebody is far ahead. The players of a game are equally
    strong. Otherwise a value would tell from a position who plays well, and expect too much of
    small leads between equals.
    """
    plain = f"policy:net={policy}"
    return [[plain] * players] * 5 + [[f"{plain},temperature=0.7"] * players] * 3


def small(plan: Plan) -> Plan:
    """A plan that takes minutes: four players of ``aoe3``."""
    return replace(
        plan,
        generations=1,
        games=240,
        iterations=400,
        quick_iterations=40,
        tables=(Table("aoe3-4", "aoe3", 4),),
        gate_blocks=1,
        value_games=10_000,
        training=replace(plan.training, least_count=10),
        value_training=replace(plan.value_training, epochs=2, least_count=50),
    )
