"""The seatings of the blocks of a tournament."""

from __future__ import annotations

from typing import Literal

Seatings = Literal["rotations", "all", "balanced", "one"]
