"""An external agent that attacks: ``hostile.py HOW``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

DEEP = 200_000


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def open_files() -> list[int]:
    """Descriptors beyond the three standard ones; the listing itself has one."""
    return [int(name) for name in os.listdir("/proc/self/fd") if int(name) > 3]


def answer(how: str, number: int, legal: list[str]) -> str:
    """The answer to a request."""
    action = json.dumps(legal[0])
    deep = "[" * DEEP + "]" * DEEP
    return {
        "deep_id": f'{{"id": {deep}, "action": {action}}}',
        "deep_action": f'{{"id": {number}, "action": {deep}}}',
        "deep_extra": f'{{"id": {number}, "action": {action}, "x": {deep}}}',
        "objects": f'{{"id": {number}, "action": ' + '{"a":' * DEEP + "1" + "}" * DEEP + "}",
        "huge_action": f'{{"id": {number}, "action": "{"x" * 500_000}"}}',
        "huge_line": "x" * 3_000_000,
        "float_id": f'{{"id": {number}.0, "action": {action}}}',
        "text_id": f'{{"id": "{number}", "action": {action}}}',
        "negative_id": f'{{"id": -{number}, "action": {action}}}',
        "huge_id": f'{{"id": 1e999, "action": {action}}}',
        "many_keys": f'{{"id": {number}, "action": {action}'
        + "".join(f', "k{i}": 0' for i in range(80_000))
        + "}",
        "nul_behind": f'{{"id": {number}, "action": {action}}}\0 and more',
        "just_too_long": " " * (1 << 20) + f'{{"id": {number}, "action": {action}}}',
        "null": "null",
        "number": "7",
        "nul": "\0",
        "escapes": f'{{"id": {number}, "action": "\\u001b[31mred\\u0007\\u202e"}}',
        "raw_escapes": "\x1b[31m\x07",
        "no_utf8": "\udcff\udcfe",
        "empty": "",
        "twice": f'{{"id": {number}, "action": {action}}}\n{{"id": {number}, "action": {action}}}',
    }.get(how, f'{{"id": {number}, "action": {action}}}')


def main(how: str) -> None:
    sys.stdout.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    if how == "files" and open_files():
        print("open files:", open_files(), file=sys.stderr)
        sys.exit(5)
    if how == "sleeps":
        time.sleep(3600)
    if how == "kills_supervisor":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(3600)
    if how == "stops_supervisor":
        os.kill(os.getppid(), signal.SIGSTOP)
    if how == "chatters":  # on stderr, without an end
        while os.fork() != 0:
            while True:
                sys.stderr.write("\x1b[31mchatter\x07 " * 1000 + "\n")
    if how in ("leaves_children", "leaves_daemons"):
        for _ in range(3):
            subprocess.Popen(["sleep", "3599"], start_new_session=how == "leaves_daemons")
    if how == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    hog = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say('{"name": "' + ("\\u001b[31m" if how == "escapes" else "hostile") + '"}')
        elif message["type"] == "move":
            if how == "eats_memory":
                hog.append(bytearray(100 << 20))
                hog[-1][:: 1 << 12] = b"x" * len(hog[-1][:: 1 << 12])
            if how == "eats_time":
                while True:
                    pass
            if how == "sleeps_later":
                time.sleep(3600)
            if how == "dies_loudly":
                print("it was \x1b[31mred", file=sys.stderr)
                sys.exit(3)
            say(answer(how, message["id"], message["legal"]))


if __name__ == "__main__":
    main(sys.argv[1])
