"""JSON from outside: records, rulesets, boards, specs. Deep, huge, mistyped, damaged."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from typing import Any

import pytest

from attacks.attack import Attack, Folder, Prepare, run_attack

DEEP = 100_000


def nested(depth: int = DEEP) -> str:
    return "[" * depth + "]" * depth


def edited_line(number: int, edit: Callable[[str], str], name: str = "games.jsonl") -> Prepare:
    """``bad.jsonl``: the sample with one line (from the end if negative) changed."""

    def prepare(folder: Folder) -> None:
        lines = (folder.samples / name).read_text().splitlines()
        lines[number] = edit(lines[number])
        folder.write("bad.jsonl", "\n".join(lines) + "\n")

    return prepare


def member(key: str, raw: str) -> Callable[[str], str]:
    """An edit that gives a member of a line's object another value, as JSON text."""

    def edit(line: str) -> str:
        value: dict[str, Any] = json.loads(line)
        value[key] = "<HERE>"
        return json.dumps(value).replace('"<HERE>"', raw)

    return edit


def board(edit: Callable[[str], str]) -> Prepare:
    good = {
        "name": "islands",
        "goods": {"sugar": 6, "fur": 4},
        "regions": [
            {"id": "caribbean", "good": "sugar", "discovered": True, "adjacent": ["peru"]},
            {"id": "peru", "good": "fur", "adjacent": ["caribbean"]},
        ],
    }

    def prepare(folder: Folder) -> None:
        folder.write("board.json", edit(json.dumps(good)))

    return prepare


VERIFY = "verify bad.jsonl"
PLAY_BOARD = "play --agent random --games 1 --board board.json"

DEPTH = [
    Attack(f"100,000 arrays in a record's {what}", VERIFY, (1,), words, prepare)
    for what, words, prepare in [
        ("ruleset", ("bad.jsonl:1", "64 levels"), edited_line(0, member("ruleset", nested()))),
        ("players", ("bad.jsonl:1", "64 levels"), edited_line(0, member("players", nested()))),
        ("header, a key of its own", ("64 levels",), edited_line(0, member("x", nested()))),
        (
            "board",
            ("bad.jsonl:1", "64 levels"),
            edited_line(
                0, lambda line: line.replace('"variants"', f'"board": {nested()}, "variants"')
            ),
        ),
        (
            "state",
            ("bad.jsonl:4", "64 levels"),
            edited_line(3, member("state", nested()), "trace.jsonl"),
        ),
        (
            "legal",
            ("bad.jsonl:4", "64 levels"),
            edited_line(3, member("legal", nested()), "trace.jsonl"),
        ),
        ("footer", ("64 levels",), edited_line(-1, member("result", nested()))),
        ("search note", ("64 levels",), edited_line(3, member("search", nested()))),
    ]
] + [
    Attack("100,000 objects in a line", VERIFY, (1,), ("64 levels",),
           edited_line(0, lambda _: '{"a":' * DEEP + "1" + "}" * DEEP)),
    Attack("100,000 arrays that never close", VERIFY, (1,), ("bad.jsonl:1",),
           edited_line(0, lambda _: "[" * DEEP)),
    Attack("65 levels are one too many", VERIFY, (1,), ("64 levels",),
           edited_line(0, member("x", nested(64)))),
    Attack("100,000 arrays in a board", PLAY_BOARD, (1,), ("board.json", "64 levels"),
           board(lambda text: text.replace('"sugar": 6', f'"sugar": {nested()}'))),
    Attack("100,000 arrays as a neighbour", PLAY_BOARD, (1,), ("board.json", "64 levels"),
           board(lambda text: text.replace('["peru"]', nested()))),
    Attack("a deep JSON spec", lambda _: [
        "play", "--games", "1", "--agent", '{"agent": "mcts", "c": ' + nested(30_000) + "}"],
        (2,), ("64 levels",)),
    Attack("a deep of= in a JSON spec", lambda _: [
        "play", "--games", "1", "--agent",
        '{"agent": "restricted", "ban": "navy", "of": ' * 1000 + '"random"' + "}" * 1000],
        (2,), ("64 levels",)),
    Attack("restricted of restricted, 2,500 times", lambda _: [
        "play", "--games", "1", "--agent", "restricted:ban=navy,of=" * 2_500 + "random"],
        (2,), ("restricted",)),
    Attack("the options of rate read records too", "rate bad.jsonl", (1,), ("64 levels",),
           edited_line(0, member("x", nested()))),
    Attack("and those of replay", "replay bad.jsonl", (1,), ("64 levels",),
           edited_line(0, member("x", nested())), stdout_may=True),
    Attack("and those of analyse", "analyse bad.jsonl --agent random", (1,), ("64 levels",),
           edited_line(0, member("x", nested()))),
    Attack("and those of solve", "solve bad.jsonl", (1,), ("64 levels",),
           edited_line(0, member("x", nested()))),
    Attack("and those of report", "report bad.jsonl --html page.html", (1,), ("64 levels",),
           edited_line(0, member("x", nested())), absent=("page.html",), stdout_may=False),
]  # fmt: skip

TRACES = [
    Attack(f"{key} of a trace is {raw[:20]}", VERIFY, (1,), ("bad.jsonl:4", key),
           edited_line(3, member(key, raw), "trace.jsonl"))
    for key in ("state", "legal")
    for raw in ("1", "null", "[]", "{}", '"x"', "[[]]", '{"": 1}', "true")
]  # fmt: skip

TYPES = [
    Attack(f"{key} is {raw[:20]}", VERIFY, (1,), ("bad.jsonl:1",), edited_line(0, member(key, raw)))
    for key in ("format", "version", "ruleset", "players")
    for raw in ("null", "-1", "1e999", "1.5", '"x"', "[]", "{}", "[[1]]", "true", "9" * 20)
] + [
    Attack(f"{key} of an event is {raw}", VERIFY, (1,), ("bad.jsonl:",),
           edited_line(3, member(key, raw)))
    for key in ("ply", "actor", "event", "search", "unknown_key")
    for raw in ("null", "-1", "1e999", '"\\u0000"', "[]", '{"iterations": -1}')
] + [
    Attack(f"a board with {old} as {new[:24]!r}", PLAY_BOARD, (1,), ("board.json",),
           board(lambda text, old=old, new=new: text.replace(old, new)))  # type: ignore[misc]
    for old, new in [
        ('"sugar": 6', '"sugar": 1e999'), ('"sugar": 6', '"sugar": -1'),
        ('"sugar": 6', '"sugar": 7'), ('"sugar": 6', '"sugar": "6"'),
        ('"goods"', '"good"'), ('"islands"', '""'),
        ('"islands"', '"\\u001b[31m"'), ('"islands"', '"' + "a" * 100_000 + '"'),
        ('["peru"]', '["\\u001b]0;x\\u0007"]'), ('["peru"]', "[" + "1," * 100_000 + "1]"),
        ('["peru"]', "null"), ('"regions": [', '"regions": [' + "{}," * 100_000),
        ('"peru"', '"deck"'), ("{", "\xff{"), ("{", "\0{"), ("}", ""),
        ('"discovered": true', '"discovered": 1'),
    ]
]  # fmt: skip

SIZES = [
    Attack("no end of zeros as a record", "verify /dev/zero", (1,), ("/dev/zero:1", "4 MiB"),
           limits={resource.RLIMIT_AS: 300 << 20}),
    Attack("no end of random bytes", "verify /dev/urandom", (1,), ("/dev/urandom:",)),
    Attack("no end of zeros as a board", "play --agent random --board /dev/zero", (1,),
           ("/dev/zero", "1048576 bytes")),
    Attack("a line of 100 MB", VERIFY, (1,), ("bad.jsonl:1", "4 MiB"),
           lambda folder: (folder.write("bad.jsonl", b"x" * 100_000_000), None)[1]),
    Attack("a board of 2 MB", PLAY_BOARD, (1,), ("board.json", "1048576 bytes"),
           board(lambda text: text + " " * 2_000_000)),
    Attack("a million empty lines", VERIFY, (1,), ("bad.jsonl:", "empty"),
           lambda folder: (folder.write("bad.jsonl", b"\n" * 1_000_000), None)[1]),
    Attack("a result of a million numbers", VERIFY, (1,), ("bad.jsonl:", "result/vp"),
           edited_line(-1, lambda line: line.replace('"vp": [', '"vp": [' + "0, " * 1_000_000)),
           seconds=30),
    Attack("a list of a million in a trace", VERIFY, (1,), ("bad.jsonl:4", "order"),
           edited_line(3, lambda line: line.replace('"order": [', '"order": [' + "0, " * 1_000_000),
                       "trace.jsonl"), seconds=30),
    Attack("an object of 100,000 members", VERIFY, (1,), ("bad.jsonl:1", "1024 members"),
           edited_line(0, lambda line: line[:-1] + "".join(f', "k{i}": 0' for i in range(100_000))
                       + "}")),
    Attack("a NUL and more behind an event", VERIFY, (1,), ("bad.jsonl:4",),
           edited_line(3, lambda line: line + "\0 total junk")),
    Attack("a NUL and more behind a header", VERIFY, (1,), ("bad.jsonl:1", "NUL"),
           edited_line(0, lambda line: line + "\0 total junk")),
    Attack("escapes in an event", VERIFY, (1,), ("bad.jsonl:4",),
           edited_line(3, member("event", '"place \\u001b[2J\\u0007 dock"'))),
    Attack("an event of a megabyte", VERIFY, (1,), ("bad.jsonl:4",),
           edited_line(3, member("event", '"' + "x" * 1_000_000 + '"'))),
    Attack("an illegal event in a report", "report bad.jsonl --quick", (1,), ("bad.jsonl:4",),
           edited_line(3, member("event", '"place colonist nowhere"')), stdout_may=False),
    Attack("a key of a megabyte", VERIFY, (1,), ("bad.jsonl:4",),
           edited_line(3, member("k" * 1_000_000, "1"))),
    Attack("escapes in an agent's name reach no terminal", "replay bad.jsonl", (0,), (),
           edited_line(0, lambda line: line.replace("random", "\\u001b[31mred\\u0007\\u202e"))),
    Attack("nor through reports", "report bad.jsonl --quick", (0,), (),
           edited_line(0, lambda line: line.replace("random", "\\u001b[31mred\\u0007\\u202e"))),
    Attack("nor through ratings", "rate bad.jsonl", (0,), (),
           edited_line(0, lambda line: line.replace("random", "\\u001b[31mred\\u0007\\u009b1m"))),
    Attack("a file name with escapes", lambda _: ["verify", "no\x1b[31mfile\n"], (1,),
           ("No such file",)),
    Attack("a file name that is no UTF-8", lambda _: ["verify", "\udcff\udcfe"], (1,),
           ("No such file",)),
]  # fmt: skip


@pytest.mark.parametrize("attack", DEPTH + TRACES + TYPES + SIZES, ids=lambda a: a.what)
def test_json(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)
