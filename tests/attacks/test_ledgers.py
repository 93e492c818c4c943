"""Damaged, edited, forged and missing ledgers."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from attacks.attack import Attack, Folder, Prepare, comes_true, run_attack

READERS = (
    "rate bad.db", "ledger bad.db --name main", "ledger bad.db", "export bad.db --csv out",
    "export bad.db --records out.jsonl", "ledger new.db --merge bad.db",
    "tournament --players 2 --agent random --agent scripted --games 8 --ledger bad.db",
    "trial --players 2 --agent random --games 2 --ledger bad.db",
)  # fmt: skip


def sql(*statements: str, checks: bool = False) -> Prepare:
    """``bad.db``: the sample after some statements, with the constraints of the schema off."""

    def prepare(folder: Folder) -> None:
        shutil.copy(folder.samples / "results.db", folder / "bad.db")
        with contextlib.closing(sqlite3.connect(folder / "bad.db")) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute(f"PRAGMA ignore_check_constraints = {0 if checks else 1}")
            for statement in statements:
                db.executescript(statement)
            db.commit()

    return prepare


def bytes_of(change: Callable[[bytearray], None]) -> Prepare:
    def prepare(folder: Folder) -> None:
        sql()(folder)
        content = bytearray((folder / "bad.db").read_bytes())
        change(content)
        (folder / "bad.db").write_bytes(content)

    return prepare


def zero_pages(first: int, last: int) -> Callable[[bytearray], None]:
    def change(content: bytearray) -> None:
        page = int.from_bytes(content[16:18], "big")
        content[first * page : last * page] = bytes((last - first) * page)

    return change


LIES = b"\xff" * 24


def zero_records(content: bytearray) -> None:
    for at in range(len(content) // 2, len(content) - 64, 997):
        content[at : at + 16] = bytes(16)


# Description and edit, and a word that the error must contain besides the file name.
DAMAGE: list[tuple[str, Prepare, str]] = [
    ("an agent of -1", sql("UPDATE seats SET agent = -1 WHERE game = 3 AND seat = 2"), "seat 2"),
    ("an agent of 99", sql("UPDATE seats SET agent = 99 WHERE game = 3 AND seat = 1"), "seat 1"),
    ("an agent of 2^40", sql("UPDATE seats SET agent = 1 << 40"), "agent"),
    ("the agents of a game changed about", sql("UPDATE seats SET agent = 1 - agent WHERE game = 2"),
     "agent"),
    ("a missing seat", sql("DELETE FROM seats WHERE game = 2 AND seat = 1"), "seat"),
    ("a seat too many",
     sql("CREATE TEMP TABLE t AS SELECT * FROM seats WHERE game = 1 AND seat = 1;"
         "UPDATE t SET seat = 3; INSERT INTO seats SELECT * FROM t"), "seat"),
    ("no seats", sql("DELETE FROM seats"), "seat"),
    ("no agents", sql("DELETE FROM agents"), "agent"),
    ("an agent too many", sql("INSERT INTO agents SELECT tournament, 7, 'x', spec, configuration"
                              " FROM agents WHERE agent = 0"), "agent"),
    ("no blocks", sql("DELETE FROM blocks"), "block"),
    ("a missing game", sql("DELETE FROM games WHERE game = 1"), "game 1"),
    ("a rank of 0", sql("UPDATE seats SET rank = 0 WHERE game = 1"), "rank"),
    ("a rank of 77", sql("UPDATE seats SET rank = 77 WHERE game = 1"), "rank"),
    ("a VP beyond 16 bits", sql("UPDATE seats SET vp = 100000 WHERE game = 1"), "vp"),
    ("a win share of 7", sql("UPDATE seats SET win_share = 7 WHERE game = 1"), "win_share"),
    ("an endless win share", sql("UPDATE seats SET win_share = 9e999 WHERE game = 1"), "win_share"),
    ("an unknown forfeit", sql("UPDATE seats SET forfeit = 'bored' WHERE game = 1"), "forfeit"),
    ("escapes as a forfeit", sql("UPDATE seats SET forfeit = char(27) || '[31m'"), "forfeit"),
    ("a block of -1", sql("UPDATE games SET block = -1 WHERE game = 1"), "block"),
    ("a permutation of 99", sql("UPDATE games SET permutation = 99 WHERE game = 1"), "permutation"),
    ("a game near 2^63", sql("UPDATE games SET game = 9223372036854775807 WHERE game = 1",
                             "UPDATE seats SET game = 9223372036854775807 WHERE game = 1"), "game"),
    ("a run near 2^63", sql("UPDATE runs SET run = 9223372036854775807",
                            "UPDATE games SET run = 9223372036854775807"), "run"),
    ("a game of -5", sql("UPDATE games SET game = -5 WHERE game = 1",
                         "UPDATE seats SET game = -5 WHERE game = 1"), "game"),
    ("a line-up that is no JSON", sql("UPDATE blocks SET lineup = '[' WHERE block = 1"), "lineup"),
    ("a line-up 100,000 deep",
     sql(f"UPDATE blocks SET lineup = '{'[' * 100_000}{']' * 100_000}' WHERE block = 1"), "lineup"),
    ("a line-up of strangers", sql("UPDATE blocks SET lineup = '[7,8]' WHERE block = 1"), "lineup"),
    ("a line-up of other agents",
     sql("UPDATE blocks SET lineup = '[1,0]' WHERE block = 1",
         "UPDATE seats SET agent = 1 - agent WHERE game IN"
         " (SELECT game FROM games WHERE block = 1)"), "lineup"),
    ("a chance seed of another block",
     sql("UPDATE blocks SET chance = chance + 1 WHERE block = 2"), "chance"),
    ("a forfeit without a reason", sql("UPDATE seats SET forfeit = 'crashed',"
                                       " forfeit_decision = 1 WHERE game = 1"), "forfeit_reason"),
    ("a reason without a forfeit", sql("UPDATE seats SET forfeit_reason = 'x' WHERE game = 1"),
     "forfeit_reason"),
    ("the hash of another plan", sql("UPDATE tournaments SET hash = '0123456789abcdef'"), "hash"),
    ("rules of another signature", sql("UPDATE tournaments SET signature = 'x'"), "hash"),
    ("more games done than there are", sql("UPDATE blocks SET done = 99 WHERE block = 1"), "block"),
    ("blocks of many sizes", sql("UPDATE blocks SET games = 1000000 WHERE block = 1"), "block"),
    ("a configuration that is no JSON", sql("UPDATE tournaments SET configuration = '{'"), "main"),
    ("a configuration 100,000 deep",
     sql(f"UPDATE tournaments SET configuration = '{'[' * 100_000}{']' * 100_000}'"), "main"),
    ("a configuration of another kind",
     sql("UPDATE tournaments SET configuration = '{\"ruleset\": 1}'"), "main"),
    ("a ruleset of six in 2007",
     sql("UPDATE tournaments SET configuration ="
         " replace(configuration, '\"players\":2', '\"players\":6')"), "main"),
    ("a configuration of 100,000 members",
     sql("UPDATE tournaments SET configuration = replace(configuration, '{\"ruleset\"', '{'"
         " || (WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 100000)"
         "     SELECT group_concat('\"k' || i || '\":1') FROM k) || ',\"ruleset\"')"), "main"),
    ("no record", sql("DELETE FROM records WHERE game = 1"), "record"),
    ("a record that is no zstd", sql("UPDATE records SET zstd = x'00112233' WHERE game = 1"), ""),
    ("version -1", sql("PRAGMA user_version = -1"), "version"),
    ("version 2^31 - 1", sql("PRAGMA user_version = 2147483647"), "version"),
    ("another application's", sql("PRAGMA application_id = 7"), "carrack"),
    ("a trigger",
     sql("CREATE TRIGGER t AFTER INSERT ON seats BEGIN DELETE FROM games; END"), "trigger"),
    ("a view in place of a table",
     sql("ALTER TABLE turns RENAME TO old", "CREATE VIEW turns AS SELECT * FROM old"), "turns"),
    ("a table without its columns",
     sql("DROP TABLE turns", "CREATE TABLE turns (game INTEGER, turn INTEGER)"), "turns"),
    ("a missing table", sql("DROP TABLE claims"), "claims"),
    ("pages of zeros", bytes_of(zero_pages(3, 9)), ""),
    ("all pages but the first of zeros", bytes_of(zero_pages(1, 1000)), ""),
    ("zeros strewn over it", bytes_of(zero_records), ""),
    ("cut in the middle", bytes_of(lambda content: content.__delitem__(slice(20_000, None))), ""),
    ("a header of lies", bytes_of(lambda content: content.__setitem__(slice(16, 40), LIES)), ""),
]  # fmt: skip

# A record is unpacked only by commands that read records; others may succeed.
LAZY = {"a record that is no zstd": "export bad.db --records out.jsonl"}

# All readers open a ledger through the same checks, so most damages are tried with two of them.
EVERY_READER = {
    "no record", "a missing table", "version -1", "pages of zeros", "cut in the middle",
}  # fmt: skip


def readers_of(number: int, what: str) -> list[str]:
    if what in LAZY:
        return [LAZY[what]]
    if what in EVERY_READER:
        return list(READERS)
    return [READERS[number % len(READERS)], READERS[(number + 3) % len(READERS)]]


DAMAGED = [
    Attack(f"{what}: {command.split()[0]}{' --merge' if '--merge' in command else ''}"
           f"{' --records' if '--records' in command else ''}"
           f"{' --name' if '--name' in command else ''}",
           command, (1,), ("bad.db", word), prepare, ("bad.db",), ("out.jsonl",))
    for number, (what, prepare, word) in enumerate(DAMAGE)
    for command in readers_of(number, what)
]  # fmt: skip


@pytest.mark.parametrize("attack", DAMAGED, ids=lambda attack: attack.what)
def test_damage(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)


def merge_with(*changes: str) -> Prepare:
    def prepare(folder: Folder) -> None:
        folder.sample("results.db")
        sql(*changes)(folder)

    return prepare


MERGES = [
    Attack(f"{what} contradict each other", "ledger results.db --merge bad.db", (1,),
           ("results.db", "bad.db", "main", *words), prepare, ("bad.db",))
    for what, prepare, words in [
        ("results",
         merge_with("UPDATE seats SET vp = vp + 1, colonies = colonies + 1 WHERE game = 3"),
         ("block",)),
        ("ranks",  # with equal VP, which can have either order
         merge_with("UPDATE seats SET rank = 3 - rank, win_share = 1 - win_share, vp = 20,"
                    " colonies = 20, discoveries = 0, tiles = 0, economy = 0, bought = 0"
                    " WHERE game = 3"),
         ("block",)),
    ]
]  # fmt: skip


@pytest.mark.parametrize("attack", MERGES, ids=lambda attack: attack.what)
def test_merges(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)


def digest_of(configuration: str, signature: str) -> str:
    """The hash of a plan in a ledger: FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in f"{configuration}\n{signature}".encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


@pytest.mark.parametrize(
    "command", ["ledger bad.db", "ledger bad.db --name main", "ledger new.db --merge bad.db"]
)
def test_programs_that_a_ledger_names_are_not_run(command: str, folder: Folder) -> None:
    """carrack.trial_records, which plays games again, is tested in tests/python/test_trial.py."""
    words = "trial --players 2 --agent random --games 2 --ledger bad.db"
    run_attack(Attack("a trial", words, (0,)), folder)
    with contextlib.closing(sqlite3.connect(folder / "bad.db")) as db:
        ((text, signature),) = db.execute("SELECT configuration, signature FROM trials")
        forged = text.replace('"random"', '"process:touch mark,time=1.0,start=1.0"')
        assert forged != text
        db.execute(
            "UPDATE trials SET configuration = ?, hash = ?", (forged, digest_of(forged, signature))
        )
        db.commit()
    run_attack(Attack("it", command, (0,), absent=("mark",)), folder)


def games_in(ledger: Path) -> int:
    with contextlib.closing(sqlite3.connect(ledger)) as db:
        return int(db.execute("SELECT count(*) FROM games").fetchone()[0])


PLAY = "tournament --players 2 --agent random --agent random --games 400 --ledger new.db"


def stale_claims(folder: Folder, claim: str) -> None:
    """A ledger whose blocks are claimed by a missing run."""
    words = PLAY.replace("--games 400", "--games 2").split()
    assert folder.run(words, Attack("", "")).returncode == 0
    run_attack(Attack("", PLAY.replace("--games 400", "--games 40"), (0,)), folder)
    with contextlib.closing(sqlite3.connect(folder / "new.db")) as db:
        for table in ("seats", "turns", "purchases", "searches", "records"):
            db.execute(
                f"DELETE FROM {table} WHERE game IN (SELECT game FROM games WHERE block > 2)"
            )
        db.execute("DELETE FROM games WHERE block > 2")
        db.execute("UPDATE blocks SET done = 0 WHERE block > 2")
        db.executescript(claim)
        db.execute(
            "INSERT INTO claims SELECT tournament, block, 900 FROM blocks WHERE done < games"
        )
        db.commit()


@pytest.mark.parametrize(
    "what, lease, pid",
    [
        ("a restart with the same pid", "strftime('%s', 'now') + 50", os.getpid()),
        ("the pid of a process that lives", "strftime('%s', 'now') + 50", 1),
        ("a lease in a thousand years", "strftime('%s', 'now') + 3e10", os.getpid()),
        ("an endless lease", "9e999", os.getpid()),
        ("a lease that has ended", "1.0", 1),
    ],
    ids=lambda value: "pid" if value == os.getpid() else None,
)
def test_stale_claims_are_taken_over(what: str, lease: str, pid: int, folder: Folder) -> None:
    host = os.uname().nodename
    stale_claims(
        folder,
        "INSERT INTO runs SELECT 900, tournament, engine, "
        f"'{host}', {pid}, begun, {lease} FROM runs LIMIT 1;",
    )
    run_attack(Attack(what, PLAY.replace("--games 400", "--games 40"), (0,), seconds=90), folder)
    assert games_in(folder / "new.db") == 40


def test_a_ledger_that_is_deleted_or_replaced_is_an_error(folder: Folder) -> None:
    for step in ("unlink", "replace"):
        words = [*PLAY.replace("--games 400", "--games 200000").split()]
        child = subprocess.Popen(
            [folder.binary, *words],
            cwd=folder.path,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        ledger = folder / "new.db"
        # The schedule is created first, so the file exists from the start.
        assert comes_true(ledger.exists, 60)
        time.sleep(0.5)
        if step == "unlink":
            ledger.unlink()
        else:
            shutil.copy(folder.samples / "results.db", folder / "other.db")
            os.replace(folder / "other.db", ledger)
        try:
            _, said = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
        assert child.returncode == 1, said
        assert b"new.db" in said
        assert said.count(b"\n") == 1, said
        for file in folder.path.glob("new.db*"):
            file.unlink()


def test_the_log_of_a_lost_ledger_is_not_dropped(folder: Folder) -> None:
    """A ledger that was moved without its log, in which the games are."""
    child = subprocess.Popen(
        [folder.binary, *PLAY.replace("--games 400", "--games 200000").split()],
        cwd=folder.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    log = folder / "new.db-wal"
    assert comes_true(lambda: log.exists() and log.stat().st_size > 100_000, 60)
    child.kill()
    child.wait()
    (folder / "new.db").rename(folder / "moved.db")
    for command, word in [
        (PLAY, "new.db-wal"),
        ("ledger new.db", "new.db-wal"),
        ("rate new.db", "new.db"),
    ]:
        run_attack(Attack(command, command, (1,), (word,), unchanged=("new.db-wal",)), folder)
    (folder / "moved.db").rename(folder / "new.db")
    assert folder.run(["ledger", "new.db"], Attack("", "")).returncode == 0


READ_ONLY = [
    Attack(f"a ledger in a folder that cannot be written: {command.split()[0]}", command, (0,),
           as_user=False)
    for command in ("rate results.db", "ledger results.db", "ledger results.db --name main")
]  # fmt: skip


@pytest.mark.parametrize("attack", READ_ONLY, ids=lambda attack: attack.what)
def test_reading_needs_no_writing(attack: Attack, folder: Folder) -> None:
    folder.sample("results.db")
    (folder / "results.db").chmod(0o444)
    folder.write(".out", "")
    folder.write(".err", "")
    folder.path.chmod(0o555)
    try:
        if os.geteuid() == 0:  # not restricted by modes
            ended = subprocess.run(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                 str(folder.public_binary()), *str(attack.command).split()],
                cwd=folder.path, capture_output=True, check=False,
            )  # fmt: skip
        else:
            ended = subprocess.run(
                [folder.binary, *str(attack.command).split()],
                cwd=folder.path, capture_output=True, check=False,
            )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        assert sorted(os.listdir(folder.path)) == [".err", ".out", "results.db"]
    finally:
        folder.path.chmod(0o755)
