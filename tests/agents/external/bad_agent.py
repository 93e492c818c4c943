"""An external agent that misbehaves on purpose: `bad_agent.py HOW`."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path


def descriptors() -> set[int]:
    """The open file descriptors."""
    return {number for number in range(4096) if os.path.exists(f"/proc/self/fd/{number}")}


def start_daemon(file: Path) -> None:
    """Start an orphan in its own session, and write its process id."""
    if os.fork() == 0:
        os.setsid()
        daemon = os.fork()
        if daemon == 0:
            time.sleep(1000)
        else:
            file.write_text(str(daemon))
        os._exit(0)
    os.wait()


def at_hello(how: str) -> None:
    """Misbehave before answering hello."""
    if how == "dies":
        sys.exit(7)
    if how == "complains":
        print("a warning\n\x1b[31mOh dear\n", file=sys.stderr)
        sys.exit(1)
    if how == "curious" and descriptors() != {0, 1, 2}:
        sys.exit(f"open: {sorted(descriptors())}")
    if how == "noisy":
        sys.stderr.write("noise\n" * 200_000)
    if how == "greedy":
        bytearray(4 << 30)
    if how == "spins":
        while True:
            pass
    if how == "tires":  # answers only once
        once = Path(sys.argv[2])
        if once.exists():
            sys.exit(7)
        once.touch()
    if how == "breeds":
        start_daemon(Path(sys.argv[2]))
    if how == "endless":
        while True:
            print("x" * 1000, end="")


def say(text: str) -> None:
    """Write one line and flush it."""
    print(text, flush=True)


def main(how: str) -> None:
    """Play the first legal action until `how` is due."""
    if how == "deaf":
        time.sleep(60)
    moves = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            at_hello(how)
            say("hello yourself" if how == "rude" else '{"name": "bad"}')
            if how == "talkative":
                say('{"action": "pass"}')
        elif message["type"] == "newgame":
            if how == "haggler" and message["tiles"]["navy"]["price"] != 17:
                sys.exit(9)
            if how == "landlubber" and "board" not in message["ruleset"]:
                sys.exit(9)
        elif message["type"] == "move":
            moves += 1
            if moves == 5:
                if how in ("crashes", "tires"):
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
                if how == "deep":
                    say('{"id": ' + "[" * 200_000 + "]" * 200_000 + "}")
                    continue
                if how == "mute":
                    say(json.dumps({"id": message["id"], "move": 1}))
                    continue
            say(json.dumps({"id": message["id"], "action": message["legal"][0]}))


if __name__ == "__main__":
    main(sys.argv[1])
