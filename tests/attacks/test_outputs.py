"""Outputs that would overwrite inputs, other outputs, or existing files."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from attacks.attack import Attack, Folder, comes_true, run_attack


def samples(folder: Folder) -> None:
    folder.sample("games.jsonl", "results.db")
    folder.write("kept", "keep me")
    (folder / "kept").chmod(0o600)
    (folder / "link").symlink_to("results.db")
    (folder / "record_link").symlink_to("games.jsonl")
    os.link(folder / "results.db", folder / "hard")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "astray").symlink_to("no/such")


KEPT = ("games.jsonl", "results.db", "kept", "link", "record_link", "hard", "dangling", "astray")
PLAY = "play --players 2 --agent random --games 1"
TOURNAMENT = "tournament --players 2 --agent random --games 2"


def refused(what: str, command: str, *words: str, **more: int) -> Attack:
    return Attack(what, command, (1, 2), words, samples, KEPT, limits=more.get("limits", {}))  # type: ignore[arg-type]


OVER_INPUTS = [
    refused(f"{what}{', forced' if force else ''}", command + force, *words)
    for force in ("", " --force")
    for what, command, words in [
        ("records over the ledger", "export results.db --records results.db", ("results.db",)),
        ("records over the ledger through a link", "export results.db --records link", ("link",)),
        ("records over the ledger by another name", "export results.db --records hard", ("hard",)),
        ("records over the ledger, the ledger a link", "export link --records results.db",
         ("results.db",)),
        ("records over the ledger by a longer path", "export results.db --records ././results.db",
         ("results.db",)),
        ("a table over the ledger",
         f"{TOURNAMENT} --ledger results.db --name new --csv results.db", ("results.db",)),
        ("a table over a ledger that is yet to be made",
         f"{TOURNAMENT} --ledger new.db --csv ./new.db", ("new.db",)),
        ("a page over its record", "replay games.jsonl --html games.jsonl", ("games.jsonl",)),
        ("a page over its record through a link", "replay games.jsonl --html record_link",
         ("record_link",)),
        ("a picture over its record", "replay record_link --svg games.jsonl", ("games.jsonl",)),
        ("a tree over its record",
         "analyse games.jsonl --agent uct:iterations=10 --tree games.jsonl", ("games.jsonl",)),
        ("a record and a table in one file", f"{TOURNAMENT} --record one --csv one", ("one",)),
    ]
]  # fmt: skip

OVER_OTHERS = [
    refused(what, command, "--force")
    for what, command in [
        ("a record over a record", f"{PLAY} --record games.jsonl"),
        ("a record over a file of mine", f"{PLAY} --record kept"),
        ("a record over a link to a record", f"{PLAY} --record record_link"),
        ("records over a file", "export results.db --records kept"),
        ("a page over a file", "replay games.jsonl --html kept"),
        ("a picture over a file", "replay games.jsonl --svg kept"),
        ("a tree over a file", "analyse games.jsonl --agent uct:iterations=10 --tree kept"),
        ("weights over a file", "fit --games 1 --output kept"),
        ("a table over a file", f"{TOURNAMENT} --csv kept"),
        ("a match over a file", "match --agent random --agent random --max-blocks 1 --record kept"),
    ]
]

OVER_LEDGERS = [
    refused(what, f"{command} --force", "ledger")
    for what, command in [
        ("a record over a ledger", f"{PLAY} --record results.db"),
        ("a record over a link to a ledger", f"{PLAY} --record link"),
        ("a table over a ledger that is not read", f"{TOURNAMENT} --csv results.db"),
        ("a page over a ledger", "replay games.jsonl --html hard"),
    ]
]

PARTS = [
    refused(f"{what}{', forced' if force else ''}", command + force, "belongs to the ledger")
    for force in ("", " --force")
    for what, command in [
        ("records over a ledger's log", "export results.db --records results.db-wal"),
        ("a record over a ledger's shared memory", f"{PLAY} --record results.db-shm"),
        ("a table over a ledger's journal", f"{TOURNAMENT} --csv link-journal"),
        (
            "a table over the log of a ledger that is yet to be made",
            f"{TOURNAMENT} --ledger new.db --csv new.db-wal",
        ),
        ("a table over the locks of one", f"{TOURNAMENT} --ledger new.db --csv new.db-runs"),
    ]
]

NAMES = [
    refused("a record without a name", f"{PLAY} --record -", "/dev/stdout"),
    refused("a link into a folder that is not there", f"{PLAY} --record astray", "no/such", "link"),
    refused("records and tables under one name", "export results.db --records all --csv all",
            "all", "twice"),
]  # fmt: skip

LEDGERS = [
    refused("reading a ledger that is not there", "rate new.db", "No such file"),
    refused("exporting a ledger that is not there", "export new.db --csv t", "No such file"),
    refused(
        "merging a ledger that is not there", "ledger results.db --merge no.db", "No such file"
    ),
    Attack(
        "merging a bad ledger into a new one",
        "ledger new.db --merge games.jsonl",
        (1,),
        ("games.jsonl",),
        samples,
        KEPT,
        ("new.db",),
    ),
    refused("verifying a ledger", "verify results.db", "carrack export"),
    refused("a ledger in memory", f"{TOURNAMENT} --ledger :memory:", ":memory:"),
    refused("a ledger in a device", f"{TOURNAMENT} --ledger /dev/null", "/dev/null"),
    refused("a ledger that is a folder", f"{TOURNAMENT} --ledger .", "."),
    refused("a ledger over a record", f"{TOURNAMENT} --ledger games.jsonl", "games.jsonl"),
    refused("merging into a record", "ledger games.jsonl --merge results.db", "games.jsonl"),
    refused("merging a record", "ledger new.db --merge games.jsonl", "games.jsonl"),
    refused("merging a ledger into itself", "ledger results.db --merge results.db", "itself"),
    refused(
        "merging a ledger into itself through a link", "ledger results.db --merge link", "itself"
    ),
]

TABLES = ("agents", "games", "seats", "turns", "purchases", "searches")


def exported_before(folder: Folder) -> None:
    samples(folder)
    (folder / "out").mkdir()
    folder.write("out/turns.csv", "keep me")


FULL = [
    Attack("a table beyond the limit of files: no table", "export large.db --csv out", (1,),
           ("File too large",), lambda folder: folder.sample("large.db"), ("large.db",),
           tuple(f"out/{name}.csv" for name in TABLES), {resource.RLIMIT_FSIZE: 40_000}),
    Attack("a record beyond the limit of files", f"{PLAY} --record big", (1,), ("File too large",),
           samples, KEPT, ("big",), {resource.RLIMIT_FSIZE: 2000}),
    Attack("a page beyond the limit of files", "replay games.jsonl --html page", (1,),
           ("File too large",), samples, KEPT, ("page",), {resource.RLIMIT_FSIZE: 2000}),
    Attack("a ledger beyond the limit of files", f"{TOURNAMENT} --ledger new.db", (1,), ("new.db",),
           samples, KEPT, limits={resource.RLIMIT_FSIZE: 8192}),
    Attack("one of six tables is there already", "export results.db --csv out", (1,),
           ("out/turns.csv", "--force"), exported_before, (*KEPT, "out/turns.csv"),
           tuple(f"out/{name}.csv" for name in TABLES if name != "turns")),
    Attack("a full disk", f"{PLAY} --record /dev/full", (1,), ("No space left",), samples, KEPT),
    Attack("a full disk for a page", "replay games.jsonl --html /dev/full", (1,),
           ("No space left",), samples, KEPT),
    Attack("a folder that is not there", f"{PLAY} --record no/such/file", (1,), ("No such file",)),
    Attack("a folder as a record", f"{PLAY} --record .", (1,), ("directory",)),
    Attack("no open files left", "replay games.jsonl --html page", (1,), ("Too many open files",),
           samples, KEPT, ("page",), {resource.RLIMIT_NOFILE: 4}),
]  # fmt: skip

WRITTEN = [
    Attack("a dangling link is written through", f"{PLAY} --record dangling", (0,), (), samples,
           KEPT),
    Attack("a file is replaced where that is asked for", f"{PLAY} --record kept --force", (0,), (),
           samples, tuple(name for name in KEPT if name != "kept")),
    Attack("a record to the standard output", f"{PLAY} --record /dev/stdout", (0,), (), samples,
           KEPT),
    Attack("a ledger by an address of SQLite is a file of that name",
           f"{TOURNAMENT} --ledger file:results.db?mode=memory", (0,), (), samples, KEPT),
    Attack("a record into nothing", f"{PLAY} --record /dev/null", (0,), (), samples, KEPT),
]  # fmt: skip


@pytest.mark.parametrize(
    "attack",
    OVER_INPUTS + OVER_OTHERS + OVER_LEDGERS + PARTS + NAMES + LEDGERS + FULL + WRITTEN,
    ids=lambda attack: attack.what,
)
def test_outputs(attack: Attack, folder: Folder) -> None:
    run_attack(attack, folder)


def carrack(folder: Folder, command: str, out: int | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command with this standard output; a path is created."""
    words = [str(folder.binary), *command.split()]
    stream = os.open(out, os.O_WRONLY | os.O_CREAT) if isinstance(out, Path) else out
    try:
        return subprocess.run(
            words, cwd=folder.path, stdout=stream, stderr=subprocess.PIPE, timeout=120, check=False
        )
    finally:
        if stream != out:
            os.close(stream)


@pytest.mark.parametrize("play", ["play", "tournament", "match --max-blocks 500 --agent random"])
def test_a_full_disk_leaves_the_games_that_fit(play: str, folder: Folder) -> None:
    games = "" if play.startswith("match") else " --games 500"
    command = f"{play} --players 2 --agent random{games} --record r.jsonl"
    limit = {resource.RLIMIT_FSIZE: 100_000}
    words = ("File too large", "it has the games that were written before")
    run_attack(Attack("a record beyond the limit of files", command, (1,), words, limits=limit),
               folder)  # fmt: skip
    assert 40_000 < (folder / "r.jsonl").stat().st_size <= 100_000
    run_attack(Attack("its games are whole", "verify r.jsonl", (0,)), folder)


def test_games_whose_name_was_taken_are_kept(folder: Folder) -> None:
    command = "play --players 2 --agent random --games 9000000 --record r.jsonl"
    child = subprocess.Popen(
        [folder.binary, *command.split()], cwd=folder.path, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )  # fmt: skip

    def has_games() -> bool:
        return any(file.stat().st_size > 100_000 for file in folder.path.glob(".*tmp-*"))

    assert comes_true(has_games, 30)
    folder.write("r.jsonl", "taken")
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert child.returncode == 1, said
    kept = next(folder.path.glob(".*tmp-*"))
    assert f"created in the meantime; the finished games are in {kept}".encode() in said
    assert (folder / "r.jsonl").read_text() == "taken"
    assert carrack(folder, f"verify {kept.name}", subprocess.DEVNULL).returncode == 0


OUTPUTS = [
    ("play --players 2 --agent random --games 3", "--record"),
    ("match --players 2 --agent random --agent random --max-blocks 3", "--record"),
    ("trial --players 2 --agent random --tile navy --game 1", "--record"),
    (TOURNAMENT, "--record"),
    (TOURNAMENT, "--csv"),
    ("export results.db", "--records"),
    ("report games.jsonl --quick", "--html"),
    ("analyse games.jsonl --agent uct:iterations=20", "--tree"),
    ("calibrate many.jsonl", "--output"),
    ("fit --games 40", "--output"),
]


def ready(folder: Folder) -> None:
    samples(folder)
    command = "play --players 2 --agent scripted --games 60 --record many.jsonl"
    assert carrack(folder, command, subprocess.DEVNULL).returncode == 0


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_a_file_that_is_the_standard_output_has_no_summary(
    command: str, option: str, folder: Folder
) -> None:
    ready(folder)
    assert carrack(folder, f"{command} {option} file", subprocess.DEVNULL).returncode == 0
    for name in ("/dev/stdout", "/dev/fd/1", "out"):
        ended = carrack(folder, f"{command} {option} {name}", folder / "out")
        assert ended.returncode == 0, ended.stderr
        assert (folder / "out").read_bytes() == (folder / "file").read_bytes(), name
        assert ended.stderr, "the summary"
        (folder / "out").unlink()


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_a_reader_that_is_gone_leaves_the_file(command: str, option: str, folder: Folder) -> None:
    ready(folder)
    reader, writer = os.pipe()
    os.close(reader)
    ended = carrack(folder, f"{command} {option} file", writer)
    os.close(writer)
    assert ended.returncode == -signal.SIGPIPE, ended.stderr
    assert (folder / "file").stat().st_size > 0
    assert not list(folder.path.glob(".*tmp-*"))


@pytest.mark.parametrize("command", ["--help", "--version", "play --help", "agents"])
def test_a_full_disk_for_the_standard_output(command: str, folder: Folder) -> None:
    ended = carrack(folder, command, Path("/dev/full"))
    assert ended.returncode == 1
    assert ended.stderr == b"carrack: cannot write to the standard output\n"


def test_export_writes_nothing_if_a_part_of_it_is_not_there(folder: Folder) -> None:
    samples(folder)
    attack = Attack("no Python", "export results.db --csv a --records r --parquet b", (1,),
                    ("export --parquet", "Python package carrack"), None, KEPT, ("a", "r"),
                    environment={"PATH": str(folder.path)})  # fmt: skip
    run_attack(attack, folder)


def test_a_replaced_file_keeps_its_mode(folder: Folder) -> None:
    samples(folder)
    assert (
        folder.run([*PLAY.split(), "--record", "kept", "--force"], Attack("", "")).returncode == 0
    )
    assert (folder / "kept").stat().st_mode & 0o777 == 0o600
    assert (folder / "kept").read_text().startswith('{"format"')


def test_a_dangling_link_leads_to_the_record(folder: Folder) -> None:
    samples(folder)
    assert folder.run([*PLAY.split(), "--record", "dangling"], Attack("", "")).returncode == 0
    assert os.readlink(folder / "dangling") == "nowhere"
    assert (folder / "nowhere").read_text().startswith('{"format"')
