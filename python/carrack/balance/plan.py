"""What a study of balance plays. All sizes are fixed before the first game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from carrack._arguments import as_list, check_ruleset, check_study, real_number, shown, whole_number
from carrack._core import MAX_PLAYERS, Agent, InputError, Ruleset
from carrack._tiles import tiles

STYLES = ("balanced", "settler", "trader", "explorer", "builder", "warlord")
"""The strategies of the agent ``scripted``."""

AGES = (1, 2, 3)
SEEDS_OF_A_STUDY = 64
"""Each part of a study has a seed of its own."""
SELF_PLAY, TILES, STRATEGIES, COMPARED_TILES, COMPARISON = 0, 16, 48, 62, 63
"""Numbers of these seeds, for ``Plan.seed_of``: self-play adds the number of players, tiles the
age, strategies the number of the table.
"""
LONG = 6
"""``--long`` plays this many times the games."""


@dataclass(frozen=True)
class Sizes:
    """Numbers of blocks and games. With four players of ``aoe3`` and the agent ``policy`` the
    defaults take some 21 minutes of CPU time.
    """

    blocks: int = 12000
    """Blocks of self-play: single games, each with a chance seed of its own."""
    compared_blocks: int = 6000
    """The same, for each other number of players."""
    luck_games: int = 1000
    """Games whose results are split into choices and luck."""
    strategy_blocks: int = 1500
    """Blocks of each of the two tables of strategies."""
    trial_games: tuple[int, int, int] = (8000, 30000, 30000)
    """Games with forks at the tiles of each age. Effects shrink with the age, so the number grows.
    """

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "trial_games", tuple(as_list("trial_games", self.trial_games, "(80, 240, 300)"))
        )
        if len(self.trial_games) != len(AGES):
            raise InputError(f"trial_games is {self.trial_games}, expected one number for each age")
        ages = {
            f"trial_games of age {'I' * age}": n
            for age, n in zip(AGES, self.trial_games, strict=True)
        }
        others = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "trial_games"}
        for name, size in others.items():
            object.__setattr__(self, name, whole_number(name, size, 1))
        checked = tuple(whole_number(name, size, 1) for name, size in ages.items())
        object.__setattr__(self, "trial_games", checked)

    def scaled(self, scale: float) -> Sizes:
        """All sizes times ``scale``, at least 4 each. Raises InputError unless it is above 0."""
        scale = real_number("scale", scale)
        if not 0 < scale < math.inf:
            raise InputError(f"scale is {scale}, expected a finite number above 0")

        def times(size: int) -> int:
            return max(4, round(size * scale))

        one, two, three = (times(games) for games in self.trial_games)
        numbers = {
            field.name: times(getattr(self, field.name))
            for field in fields(self)
            if field.name != "trial_games"
        }
        return Sizes(trial_games=(one, two, three), **numbers)


@dataclass(frozen=True)
class Plan:
    """A plan determines every game, so a ledger continues it."""

    ruleset: Ruleset
    agent: str
    compared: tuple[int, ...]
    """Other numbers of players, ascending."""
    sizes: Sizes
    seed: int
    study: str = "main"

    def __post_init__(self) -> None:
        check_ruleset(self.ruleset)
        if not isinstance(self.sizes, Sizes):
            raise TypeError(f"sizes is {shown(self.sizes)}, expected carrack.balance.Sizes")
        object.__setattr__(self, "seed", whole_number("seed", self.seed, 0, 2**53 - 1))
        check_study(self.study)
        Agent(self.agent)  # raises InputError for an unknown one
        for players in self.compared:
            with_players(self.ruleset, players)

    @property
    def counts(self) -> tuple[int, ...]:
        """All numbers of players, that of the ruleset included, ascending."""
        return tuple(sorted({*self.compared, self.ruleset.players}))

    def blocks_of(self, players: int) -> int:
        """Blocks of self-play with this number of players."""
        own = players == self.ruleset.players
        return self.sizes.blocks if own else self.sizes.compared_blocks

    def name(self, part: str) -> str:
        """The name of a part in the ledger."""
        return f"balance/{self.study}/{part}"

    def seed_of(self, part: int) -> int:
        """The seed of part number ``part``, so that no two parts share games."""
        return self.seed * SEEDS_OF_A_STUDY + part

    def tiles(self, age: int) -> list[dict[str, Any]]:
        """The rows of ``carrack.tiles`` of an age that can be bought: the ruleset has their module,
        and no tweak has removed them.
        """
        figures = self.ruleset.figures["tiles"]
        return [
            tile
            for tile in tiles(self.ruleset.edition, age)
            if tile["module"] is None or tile["module"] in self.ruleset.modules
            if figures[tile["name"]]["copies"] > 0
        ]

    def styles(self) -> dict[str, str]:
        """The scripted strategies: spec by shown name."""
        return {style: f"scripted:{style}" for style in STYLES}

    def restricted(self) -> dict[str, str]:
        """The agent, and the agent without some tiles, for restricted play (Jaffe et al. 2012):
        those of one age, or of one kind (when a tile acts, as in ``carrack.tiles``).
        """
        groups: dict[str, list[str]] = {}
        for age in AGES:
            for tile in self.tiles(age):
                groups.setdefault(f"without age {'I' * tile['age']}", []).append(tile["name"])
                groups.setdefault(f"without tiles: {tile['kind']}", []).append(tile["name"])
        different = {tuple(banned): name for name, banned in sorted(groups.items(), reverse=True)}
        return {"all tiles": self.agent} | {
            name: f"restricted:ban={'+'.join(banned)},of={self.agent}"
            for banned, name in reversed(different.items())
        }


_DIGITS = tuple("0123456789")


def with_players(ruleset: Ruleset, players: int) -> Ruleset:
    """The ruleset with another number of players. Raises InputError if there is none."""
    return Ruleset(
        ruleset.edition, players, ruleset.modules, ruleset.variants, ruleset.board, ruleset.tweak
    )


def counts_of(text: str | None, ruleset: Ruleset) -> tuple[int, ...]:
    """The numbers of players of ``2-5`` or ``2,4``; of ``all`` every number that the ruleset
    allows, of ``none`` and None no number. Raises InputError for anything else.
    """
    check_ruleset(ruleset)
    if text is not None and not isinstance(text, str):
        raise TypeError(f"compare is {shown(text)}, expected a text as '2-5', or None")
    if text == "all":
        return tuple(filter(lambda players: _exists(ruleset, players), range(2, MAX_PLAYERS + 1)))
    if text is None or text == "none":
        return ()
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if first not in _DIGITS or (dash and last not in _DIGITS):
            raise InputError(
                f"compare '{text}': expected numbers of players, as 2-5 or 2,4; all, or none"
            )
        counts = range(int(first), int(last or first) + 1)
        if not counts:
            raise InputError(f"compare '{text}': the range {part} is empty, expected one as 2-5")
        found += counts
    return _checked(found, ruleset)


def _checked(counts: Sequence[int], ruleset: Ruleset) -> tuple[int, ...]:
    for players in counts:
        try:
            with_players(ruleset, players)
        except InputError as error:
            raise InputError(f"compare {players} players: {error}") from None
    return tuple(sorted(set(counts)))


def _exists(ruleset: Ruleset, players: int) -> bool:
    try:
        with_players(ruleset, players)
    except InputError:
        return False
    return True
