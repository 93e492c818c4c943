#!/usr/bin/env python3
"""An external agent that speaks the protocol of agents/PROTOCOL.md. Standard library only.

It prefers to buy a building, then to settle, claim or take, then to place a worker, and chooses at
random among equally preferred actions:

    carrack tournament --players 3 --agent "process:python3 external_agent.py,time=5" \
        --agent random --agent scripted --games 30
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

PREFERRED = ("buy ", "settle ", "claim ", "take ", "place colonist ", "place ")


def choose(legal: list[str], rng: random.Random) -> str:
    """A random legal action of the most preferred kind available."""
    for verb in PREFERRED:
        kind = [action for action in legal if action.startswith(verb)]
        if kind:
            return rng.choice(kind)
    return rng.choice(legal)


def answer(**message: str | int) -> None:
    """Write one line and flush it."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer messages until end of input."""
    rng = random.Random(0)
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        match message["type"]:
            case "hello":
                answer(name="external example", protocol=3)
            case "newgame":
                rng.seed(message["seed"])  # the same games for the same tournament
            case "move":
                answer(id=message["id"], action=choose(message["legal"], rng))
            case "endgame":
                pass  # message["result"] has the VP, ranks and win shares


if __name__ == "__main__":
    main()
