"""What the atlas measures; fixed before it was played."""

from __future__ import annotations

from dataclasses import dataclass

from carrack import Ruleset

GAMES = 18_000
"""Of each trial but that of the search. The win shares of forks differ with a standard deviation of
about 0.65, so that a tile that is offered in nine games of ten has an interval of ± 0.01."""
GAMES_OF_SEARCH = 600
"""Intervals of ± 0.07 or less. A game of the search takes some 0.7 s of CPU time, so only the
purchases offered are tried, without denial."""
BOTH = ("builder", "national")
EDITIONS = {"aoe3": "Age of Discovery (aoe3)", "empires": "Empires"}
"""For readers."""
GENERATIONS = {"b3b43ab6aded5f2a": "second", "44311148a7768a4e": "third"}
"""Of the default network, by the hash of the network."""
AGENTS = {
    "policy": "the learned policy, a network that has learned from games of the search and plays "
    "without searching",
    "script": "the scripted agent, which plays by rules written by hand and loses to the policy",
    "search": "the search with 200 iterations a decision (mcts:iterations=200), which asks a "
    "network at each of them",
}
"""What is at every seat, for readers, by `strength`."""
PAIRS_OF = "policy-aoe3-4"
"""The trial whose pairs of tiles are compared."""


@dataclass(frozen=True)
class Trial:
    """One agent at every seat of one ruleset."""

    strength: str
    agent: str
    edition: str
    players: int
    modules: tuple[str, ...]
    seed: int
    games: int = GAMES
    is_brief: bool = False
    """Tries only purchases that are offered, and no denial."""

    @property
    def name(self) -> str:
        """In the ledger and in files."""
        modules = "".join(f"-{module}" for module in self.modules)
        return f"{self.strength}-{self.edition}{modules}-{self.players}"

    @property
    def title(self) -> str:
        """The edition and its modules, for readers."""
        modules = " and ".join(self.modules)
        return EDITIONS[self.edition] + (f" with {modules}" if modules else "")

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.edition, self.players, list(self.modules))

    def arguments(self, ledger: str, games: int | None, threads: int) -> list[str]:
        """Of `carrack trial`. ``games`` is what is planned if it is None."""
        words = ["--agent", self.agent, "--edition", self.edition, "--players", str(self.players)]
        for module in self.modules:
            words += ["--module", module]
        words += ["--games", str(self.games if games is None else games), "--seed", str(self.seed)]
        words += ["--occasion", "offered"] if self.is_brief else ["--denial"]
        words += ["--threads", str(threads), "--ledger", ledger, "--name", self.name]
        return [*words, "--json"]


TRIALS = (
    Trial("policy", "policy", "aoe3", 4, (), 27001),
    Trial("script", "scripted", "aoe3", 4, (), 27001),
    Trial("policy", "policy", "empires", 4, BOTH, 27002),
    Trial("script", "scripted", "empires", 4, BOTH, 27002),
    Trial("policy", "policy", "aoe3", 2, (), 27003),
    Trial("policy", "policy", "aoe3", 3, (), 27004),
    Trial("policy", "policy", "aoe3", 5, (), 27005),
    Trial("policy", "policy", "empires", 2, BOTH, 27006),
    Trial("policy", "policy", "empires", 3, BOTH, 27007),
    Trial("policy", "policy", "empires", 5, BOTH, 27008),
    Trial("policy", "policy", "empires", 6, BOTH, 27009),
    Trial("search", "mcts:iterations=200", "aoe3", 4, (), 27010, GAMES_OF_SEARCH, is_brief=True),
)
"""In the order of playing."""
