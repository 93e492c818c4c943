"""Numbers, words and specs on the command line."""

from __future__ import annotations

import pytest

from attacks.attack import Attack, Folder, run_attack

PLAY = "play --agent random --games 1"

# (command, option, min, max) of every integer option.
WHOLE = [
    ("play --agent random", "--games", "1", "1000000000"),
    ("play --agent random --games 1", "--seed", "0", "18446744073709551615"),
    ("play --agent random --games 1", "--threads", "1", "1024"),
    ("play --agent random --games 1", "--players", "2", "6"),
    ("tournament --agent random", "--blocks", "1", "1000000000"),
    ("match --agent random --agent random", "--max-blocks", "1", "1000000000"),
    ("match --agent random --agent random --max-blocks 1", "--threads", "1", "1024"),
    ("perft", "--depth", "1", "12"),
    ("perft --depth 1", "--seed", "0", "18446744073709551615"),
    ("trial --agent random --games 1", "--turn", "1", "8"),
    ("trial --agent random --games 1", "--continuations", "1", "1000000"),
    ("trial --agent random --games 1", "--players", "2", "6"),
    ("fit", "--games", "1", "1000000000"),
    ("rate games.jsonl", "--bootstrap", "200", "1000000"),
    ("replay games.jsonl", "--game", "1", "1000000000"),
    ("replay games.jsonl --svg x", "--ply", "0", "1000000000"),
    ("analyse games.jsonl --agent random", "--ply", "0", "1000000000"),
    ("analyse games.jsonl --agent random", "--min-visits", "0", "1000000000"),
    ("solve games.jsonl", "--game", "1", "1000000000"),
    ("solve games.jsonl", "--ply", "0", "1000000000"),
    ("solve games.jsonl", "--max-positions", "1", "1000000000"),
]
REAL = [
    ("bench", "--seconds", "0.001", "3600"),
    ("fit --games 1", "--noise", "0", "1"),
    ("rate games.jsonl", "--prior-sd", "0.001", "1e+09"),
    ("match --agent random --agent random --max-blocks 1", "--alpha", "0", "0.5"),
    ("match --agent random --agent random --max-blocks 1", "--elo1", "-2000", "2000"),
]
NO_NUMBERS = ["-1", "0x10", "1e-3", "1e999", "1.5", "+1", "1_000", "1,000", "٣", "9" * 23,
              "-" + "9" * 300, "9" * 300, "nan", "inf", "1 ", "\x1b[31m1"]  # fmt: skip
NO_REALS = ["0x1p3", "nan", "inf", "-inf", "1e999", "-1e999", "1,5", "9" * 400, "+0.5", "one"]


def words(command: str, *more: str) -> list[str]:
    return [*command.split(), *more]


def number_attack(command: str, option: str, least: str, most: str, value: str) -> Attack:
    return Attack(
        f"{command.split()[0]} {option}={value[:24]!r}",
        lambda _: words(command, f"{option}={value}"),
        (2,),
        (option, least, most),
        lambda folder: folder.sample("games.jsonl"),
        stdout_may=False,
    )


NUMBERS = [number_attack(*row, value) for row in WHOLE for value in NO_NUMBERS] + [
    number_attack(*row, value) for row in REAL for value in NO_REALS
]

EMPTY = [
    Attack(f"{command.split()[0]} {option} without a value",
           lambda _, command=command, option=option: words(command, option, ""),  # type: ignore[misc]
           (2,), (option, "empty"), lambda folder: folder.sample("games.jsonl", "results.db"),
           unchanged=("games.jsonl", "results.db"))
    for command, option in [
        (PLAY, "--record"), (PLAY, "--edition"), (PLAY, "--module"), (PLAY, "--variant"),
        (PLAY, "--board"), (PLAY, "--tweak"), (PLAY, "--seed"), (PLAY, "--games"),
        (PLAY, "--agent"),
        ("tournament --agent random --games 4", "--ledger"),
        ("tournament --agent random --games 4", "--csv"),
        ("tournament --agent random --games 4 --ledger x.db", "--name"),
        ("tournament --agent random --games 4", "--kind"),
        ("export results.db", "--csv"), ("export results.db", "--records"),
        ("export results.db", "--parquet"), ("export results.db", "--name"),
        ("replay games.jsonl", "--html"), ("replay games.jsonl", "--svg"),
        ("analyse games.jsonl", "--tree"), ("rate games.jsonl", "--elo-anchor"),
        ("ledger results.db", "--merge"), ("fit", "--output"), ("match --agent random", "--record"),
    ]
]  # fmt: skip

SPECS = [
    Attack(f"agent {spec[:40]!r}", lambda _, spec=spec: words("play --games 1 --agent", spec),  # type: ignore[misc]
           (1, 2), expected)
    for spec, expected in [
        ("mcts:iterations=-5", ("iterations", "-5")),
        ("mcts:iterations=", ("iterations",)),
        ("mcts:iterations=0x10", ("iterations", "0x10")),
        ("mcts:iterations=99999999999999999999999999", ("iterations",)),
        ("mcts:c=nan", ("c", "nan")),
        ("mcts:c=inf", ("c", "inf")),
        ("mcts:time=-1", ("time",)),
        ("mcts:" + "x" * 60_000, ("agent",)),
        ("x" * 120_000, ("agent",)),
        ("mcts:" + ",".join(f"k{i}=1" for i in range(10_000)), ("agent",)),
        ("mcts:\x1b[31m=1", ("agent",)),
        ("random\n", ("agent",)),
        ("{", ("JSON",)),
        ("{}", ("agent",)),
        ('{"agent": 1}', ("agent",)),
        ('{"agent": "mcts", "iterations": {}}', ("iterations",)),
        ('{"agent": "mcts", "iterations": 1e999}', ("JSON",)),
        ('{"agent": "mcts", "iterations": -1}', ("iterations",)),
        ('{"agent": "mcts", "\\u0000": 1}', ("agent",)),
        ("process:", ("process",)),
        ("process:x,time=-1", ("time",)),
        ("process:x,memory=-1", ("memory",)),
        ("process:x,cpu=nan", ("cpu",)),
        ("restricted:ban=navy,of=", ("restricted",)),
        ("restricted:ban=" + "navy+" * 10_000 + "navy,of=nobody", ("agent",)),
    ]
] + [
    Attack("a spec that is no UTF-8",
           lambda _: words("play --games 1 --agent", "process:\udcff\udcfe"), (2,), ("agent",)),
    Attack("more memory for a tree than there is", "play --games 1 --agent mcts:memory=1000000000",
           (2,), ("memory",)),
    Attack("a million workers", "play --games 1 --agent mcts:parallel=root,workers=1000000", (2,),
           ("workers",)),
    Attack("a million threads", "play --games 1 --agent mcts:parallel=tree,threads=1000000", (2,),
           ("threads",)),
]  # fmt: skip

WORDS = [
    Attack("no NUL in the error about --kind", "tournament --agent random --kind x", (2,),
           ("--kind", "fixed", "round-robin")),
    Attack("nor in that about --seatings", "tournament --agent random --seatings x", (2,),
           ("--seatings", "rotations")),
    Attack("nor in the help", "tournament --help", (0,)),
    Attack("a word of 100,000 letters", lambda _: words(PLAY, "--edition", "a" * 100_000), (2,),
           ("edition",)),
    Attack("an option of 100,000 letters", lambda _: words(PLAY, "--" + "a" * 100_000), (2,),
           ("option",)),
    Attack("a command of 100,000 letters", lambda _: ["a" * 100_000], (2,), ("command",)),
    Attack("escapes in an option", lambda _: words(PLAY, "--\x1b[31mred"), (2,), ("option",)),
    Attack("escapes in a word", lambda _: words(PLAY, "--module", "\x1b]0;title\x07"), (2,),
           ("module",)),
    Attack("a value after --, escaped", lambda _: words(PLAY, "--", "\x1b[31mred"), (2,),
           ("unexpected '?[31mred'",)),
    Attack("a flag with a value of escapes", lambda _: words(PLAY, "--json=\x1b[31m"), (2,),
           ("--json: takes no value, not '?[31m'",)),
    *(Attack(f"the seat {seat!r}", f"trial --agent random --games 1 --seat={seat}", (2,),
             ("--seat", "p1 to p4")) for seat in ("p0", "p5", "0", "pp1", "-1", "1e9", "p")),
    Attack("a tile that is none", "trial --agent random --tile '\x1b[1m'", (2,), ("tile",)),
]  # fmt: skip

ZERO = [
    Attack("1e1 is ten", "play --agent random --games 1e1 --json", (0,)),
    Attack("010 is ten", "play --agent random --games 010 --json", (0,)),
    Attack("a negative Elo is one",
           "match --agent random --agent random --max-blocks 1 --elo0 -5 --json", (0,)),
]  # fmt: skip


LEVELS = [
    Attack(f"CARRACK_CPU={value[:9]!r}", "agents", (2,), ("CARRACK_CPU", "expected v2 or v3"),
           environment={"CARRACK_CPU": value}, stdout_may=False)
    for value in ("v1", "v4", "V2", " v2", "2", "\x1b[31mv2", "v" * 100_000)
] + [Attack("CARRACK_CPU=v2", "agents", (0,), environment={"CARRACK_CPU": "v2"})]  # fmt: skip


ATTACKS = NUMBERS + EMPTY + SPECS + WORDS + ZERO + LEVELS


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.what)
def test_options(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)


def test_the_current_folder_has_no_say(folder: Folder) -> None:
    """Commands written in Python do not run code in the current folder."""
    folder.sample("results.db")
    (folder / "carrack").mkdir()
    for name in ("carrack/__init__.py", "carrack/export.py", "carrack/tune.py", "runpy.py"):
        folder.write(name, "open('it_ran', 'w').close()")
    for command in ("export results.db --parquet t", "tune --help"):
        folder.run(command.split(), Attack("", ""))
        assert not (folder / "it_ran").exists(), command


def test_leading_zeros_are_no_octal(folder: Folder) -> None:
    attack = Attack("010", "")
    ended = folder.run(words("play --agent random --games 010 --json"), attack)
    assert b'"games": 10,' in ended.stdout
