"""The seatings of the blocks of a tournament."""

from __future__ import annotations

import math
from typing import Literal

Seatings = Literal["rotations", "all", "balanced", "one"]


def games_per_block(seatings: str, players: int) -> int:
    """The number of games of a block (experiments/tournament/seatings.hpp)."""
    if seatings == "one":
        return 1
    if seatings == "rotations":
        return players
    if seatings == "balanced" and players != 4:
        return 2 * players * (players - 1) if players == 6 else players * (players - 1)
    return math.factorial(players)
