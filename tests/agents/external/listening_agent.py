"""An external agent that logs its messages: `listening_agent.py PROTOCOL FILE [leaves]`.

It writes each message to a line of FILE and plays the first legal action, but at every fifth
request a look if possible. With `leaves` it exits when a game is over.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(protocol: int, file: Path, *, leaves: bool) -> None:
    """Answer messages until end of input."""
    with file.open("a") as log:
        for line in sys.stdin:
            log.write(line)
            log.flush()
            message = json.loads(line)
            if message["type"] == "hello":
                answer = {"name": "listener"} | ({"protocol": protocol} if protocol != 1 else {})
                print(json.dumps(answer), flush=True)
            elif message["type"] == "move":
                looks = [action for action in message["legal"] if action.startswith("look ")]
                may_look = looks and message["id"] % 5 == 0
                action = looks[0] if may_look else message["legal"][0]
                print(json.dumps({"id": message["id"], "action": action}), flush=True)
            elif message["type"] == "endgame" and leaves:
                return


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), leaves="leaves" in sys.argv[3:])
