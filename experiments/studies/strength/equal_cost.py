"""Tables of the default search against the search without a network at equal CPU time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ITERATIONS = 1000
"""Of the search with the network."""
MEASUREMENTS = 5


@dataclass(frozen=True)
class EqualCost:
    """The search with the network has some of the seats, the search without it the others, with as
    many iterations as take the CPU time of ITERATIONS with it. The number is fixed, so that the
    games do not depend on the clock.
    """

    name: str
    players: int
    seats: tuple[int, ...]
    games: int
    seed: int
    iterations: int
    edition: str = "aoe3"
    modules: tuple[str, ...] = ()

    def measured(self, one: str, other: Callable[[int], str]) -> list[int]:
        """Iterations of the agent ``other(iterations)`` in the CPU time of the agent ``one``, from
        several measurements, in increasing order. The agents alternate from decision to decision.
        """
        from carrack import Ruleset
        from carrack._cost import relative_cost

        rules = Ruleset(self.edition, self.players, self.modules)
        found = []
        for _ in range(MEASUREMENTS):
            iterations = ITERATIONS
            for _ in range(2):  # the cost of an iteration depends on their number
                iterations = round(iterations / relative_cost(rules, other(iterations), one))
            found.append(iterations)
        return sorted(found)


TABLES = (
    EqualCost("2", 2, (0,), 450, 62, 1299),
    EqualCost("3", 3, (0,), 1260, 63, 1311),
    EqualCost("4", 4, (0, 2), 576, 64, 1275),
    EqualCost("5", 5, (0, 2), 620, 65, 1246),
    EqualCost("empires", 4, (0, 2), 620, 66, 1219, "empires", ("builder", "national")),
)
