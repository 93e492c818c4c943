"""An external agent that misbehaves on purpose: `bad_agent.py HOW`."""

from __future__ import annotations

import json
import sys
import time


def say(text: str) -> None:
    """Write one line, at once."""
    print(text, flush=True)


def main(how: str) -> None:
    """Play the first legal action until it is time for `how`."""
    if how == "deaf":
        time.sleep(60)
    moves = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if how == "dies":
                sys.exit(7)
            if how == "endless":
                while True:
                    print("x" * 1000, end="")
            say("hello yourself" if how == "rude" else '{"name": "bad"}')
            if how == "talkative":
                say('{"action": "pass"}')
        elif message["type"] == "newgame":
            if how == "landlubber" and "board" not in message["ruleset"]:
                sys.exit(9)
        elif message["type"] == "move":
            moves += 1
            if moves == 5:
                if how == "crashes":
                    sys.exit(3)
                if how == "hangs":
                    time.sleep(60)
                if how == "cheats":
                    say(json.dumps({"id": message["id"], "action": "place soldier moon"}))
                    continue
                if how == "illegal":
                    say(json.dumps({"id": message["id"], "action": "vp 255"}))
                    continue
                if how == "garbage":
                    say("\x1b[31m{]")
                    continue
                if how == "mute":
                    say(json.dumps({"id": message["id"], "move": 1}))
                    continue
            say(json.dumps({"id": message["id"], "action": message["legal"][0]}))


if __name__ == "__main__":
    main(sys.argv[1])
