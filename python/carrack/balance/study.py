"""Plays a plan into a ledger and computes its result."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from carrack._arguments import built_in_spec, whole_number
from carrack._core import Agent, Ruleset
from carrack._keywords import named_arguments
from carrack._optional import optional_packages
from carrack._progress import Parts
from carrack._text import counted
from carrack._trial import trial
from carrack.balance.games import KeptGames, ledger_of_study, play_games, refusals_of_a_study
from carrack.balance.measures.course import Course, course_of
from carrack.balance.measures.fair_price import DISCOUNTS
from carrack.balance.measures.luck import LuckShare, luck_share_of
from carrack.balance.measures.seats import SeatBlocks, seat_blocks, seat_rows
from carrack.balance.measures.strategies import Strategies, strategies_of
from carrack.balance.measures.tiles import in_order, tile_rows
from carrack.balance.measures.trial_forks import TileForks, tile_forks
from carrack.balance.plan import (
    AGES,
    SELF_PLAY,
    STRATEGIES,
    TILES,
    Plan,
    Sizes,
    counts_of,
    with_players,
)
from carrack.balance.result import Balance
from carrack.balance.text import TITLES, notes_on_tweaks

TABLES_OF_STRATEGIES = 2
"""Styles and restricted play."""


@named_arguments
def balance(
    ruleset: Ruleset,
    agent: str | Agent = "policy",
    *,
    compare: str | None = "all",
    sizes: Sizes | None = None,
    seed: int = 1,
    threads: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    study: str = "main",
    ignore_signature: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Balance:
    """Measure the balance of a ruleset by games between equal agents.

    ``agent`` plays every seat. ``compare`` are the numbers of players whose seats and course of the
    game are measured too: ``"2-5"`` or ``"2,4"``; ``"all"``, the default, is every number that the
    ruleset allows, ``"none"`` or None no other. ``sizes`` are fixed before the first game;
    ``Sizes().scaled(6)`` is ``--long``.

    With ``ledger``, games and forks of tiles are stored in tournaments and trials
    ``balance/STUDY/…`` of the file, and the same call continues after Ctrl-C or kill. The result
    does not depend on ``threads`` and is the same for the same arguments, unless the agent has a
    time limit. ``progress``, for example ``print``, is called with a line at the end of each part,
    and with lines about its games, at most one in ten seconds. Before the first game it is told the
    limits of a study with a tweak, such as an agent that does not read the figures.

    Methods: restricted play, Jaffe et al., "Evaluating competitive game balance with restricted
    play", AIIDE 2012; play styles, de Mesentier Silva et al., "AI-based playtesting of contemporary
    board games", FDG 2017; forks, experiments/trial/README.md.

    Needs pandas. Raises InputError for an unknown agent, a number of players that the ruleset does
    not have, and a ledger with another study of this name.
    """
    with optional_packages():
        import pandas  # noqa: F401  fail before the games are played, not after

    plan = Plan(
        ruleset,
        built_in_spec(agent, "agent"),
        tuple(n for n in counts_of(compare, ruleset) if n != ruleset.players),
        sizes or Sizes(),
        seed,
        study,
    )
    threads = whole_number("threads", threads, 1)
    ages = [age for age in AGES if plan.tiles(age)]
    parts = Parts(progress, len(plan.counts) + TABLES_OF_STRATEGIES + len(ages))
    for note in notes_on_tweaks(Agent(plan.agent).spec, ruleset, counts=plan.counts):
        parts.tell(note)
    with ledger_of_study(ledger) as path:
        return _Study(plan, path, threads, ignore_signature, parts).result(ages)


class _Study:
    """Plays the parts of a plan."""

    def __init__(
        self,
        plan: Plan,
        path: str,
        threads: int,
        ignore_signature: bool,
        parts: Parts,
    ) -> None:
        self.plan, self.path, self.threads = plan, path, threads
        self.ignore_signature, self.parts = ignore_signature, parts

    def result(self, ages: Sequence[int]) -> Balance:
        """Play all parts; ``ages`` are those with tiles."""
        plan = self.plan
        seats: list[SeatBlocks] = []
        courses: list[Course] = []
        luck: list[LuckShare] = []
        for players in plan.counts:
            games = self.self_play(players)
            seats.append(seat_blocks(games.results))
            courses.append(course_of(games))
            luck.append(luck_share_of(games, plan.sizes.luck_games))
        strategies = (
            self.strategies("styles", plan.styles(), 0),
            self.strategies("restricted", plan.restricted(), 1),
        )
        forks = [tile for age in ages for tile in self.tiles(age)]
        return Balance(
            plan,
            Agent(plan.agent).spec,
            tuple(seat_rows(seats)),
            tuple(courses),
            tuple(luck),
            tuple(in_order(tile_rows(forks))),
            strategies,
        )

    def self_play(self, players: int) -> KeptGames:
        """Games of the agent at every seat. All rotations would be alike, so one of them is enough:
        agents that draw nothing would play the same game in each.
        """
        blocks = self.plan.blocks_of(players)
        rules = with_players(self.plan.ruleset, players)
        return self.tournament(
            f"games/{players}", rules, [self.plan.agent] * players, "fixed", "one",
            blocks, SELF_PLAY + players, f"self-play of {players} players",
        )  # fmt: skip

    def strategies(self, part: str, specs: Mapping[str, str], number: int) -> Strategies:
        games = self.tournament(
            part, self.plan.ruleset, list(specs.values()), "mixed", "rotations",
            self.plan.sizes.strategy_blocks, STRATEGIES + number, TITLES[part],
        )  # fmt: skip
        return strategies_of(part, specs, games)

    def tournament(
        self,
        part: str,
        ruleset: Ruleset,
        agents: Sequence[str],
        kind: str,
        seatings: str,
        blocks: int,
        seed: int,
        title: str,
    ) -> KeptGames:
        games = play_games(
            self.path, self.plan.name(part), ruleset, agents, kind, seatings,
            blocks, self.plan.seed_of(seed), self.threads, self.ignore_signature,
            self.parts.within(title),
        )  # fmt: skip
        played = counted(len(games.results.block), "game")
        self.parts.end(title, f"{played} in {counted(blocks, 'block')}")
        return games

    def tiles(self, age: int) -> list[TileForks]:
        part = f"tiles of age {'I' * age}"
        name, games = self.plan.name(f"tiles/{age}"), self.plan.sizes.trial_games[age - 1]
        with refusals_of_a_study():
            frame = trial(
                self.plan.ruleset, [self.plan.agent], age=age, games=games, occasion="offered",
                discounts=DISCOUNTS,
                seed=self.plan.seed_of(TILES + age), threads=self.threads, ledger=self.path,
                name=name, ignore_signature=self.ignore_signature,
                progress=self.parts.within(part),
            )  # fmt: skip
        shown = frame.sort_values("tile")
        found = tile_forks(
            self.path, name, games, age, list(zip(shown["tile"], shown["cost"], strict=True))
        )
        forks = sum(len(tile.offered) for tile in found)
        self.parts.end(part, f"{counted(forks, 'fork')} in {counted(games, 'game')}")
        return found
