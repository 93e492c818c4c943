"""Output files of commands: what they may replace, and how."""

import contextlib
import errno
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import carrack
from carrack import _command, _output, ablation, export
from carrack import balance as balance_package
from carrack._text import counted

ABLATE = ["--players", "2", "--agent", "flat:iterations=9", "--vary", "iterations=8"]
ABLATE += ["--games", "4"]
TWEAK = '{"name": "cheap", "tiles": {"monastery": {"cost": 7}}}'

Lines = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with the games of the ablation."""
    file = tmp_path_factory.mktemp("output") / "played.db"
    assert ablation.main([*ABLATE, "--ledger", str(file)]) == 0
    return file


@pytest.fixture
def table(played: Path, tmp_path: Path) -> str:
    """What ``--csv`` writes."""
    file = tmp_path / "first.csv"
    assert ablation.main([*ABLATE, "--ledger", str(played), "--csv", str(file)]) == 0
    text = file.read_text()
    file.unlink()
    assert text.startswith("change,")
    return text


def refused(main: Callable[[list[str]], int], words: list[str], lines: Lines) -> str:
    """The one line of a command that starts no game."""
    capture = lines.readouterr()
    assert main(words) == 1
    capture = lines.readouterr()
    assert not capture.out
    (line,) = capture.err.splitlines()
    return line


def test_links_are_followed_and_modes_kept(played: Path, table: str, tmp_path: Path) -> None:
    target, link = tmp_path / "table.csv", tmp_path / "link.csv"
    link.symlink_to(target.name)
    words = [*ABLATE, "--ledger", str(played), "--csv", str(link)]
    assert ablation.main(words) == 0
    assert link.is_symlink() and target.read_text() == table
    target.write_text("old")
    target.chmod(0o640)
    assert ablation.main([*words, "--force"]) == 0
    assert link.is_symlink() and target.read_text() == table
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.csv", "table.csv"]


def test_pipes_are_written(played: Path, table: str, tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for file in (pipe, link):
        held = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # a writer does not wait
        try:
            assert ablation.main([*ABLATE, "--ledger", str(played), "--csv", str(file)]) == 0
            assert stat.S_ISFIFO(pipe.lstat().st_mode) and link.is_symlink()
            assert os.read(held, 10_000).decode() == table
        finally:
            os.close(held)


def test_standard_output_in_a_file_is_not_replaced(
    played: Path, table: str, tmp_path: Path
) -> None:
    file = tmp_path / "all.txt"
    line = [sys.executable, "-m", "carrack.ablation", *ABLATE, "--ledger", str(played)]
    with file.open("w") as out:
        subprocess.run([*line, "--csv", str(file)], stdout=out, check=True)
    text = file.read_text()
    assert text.endswith(table) and len(text) > len(table)


def test_a_new_ledger_is_no_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Lines
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link.db").symlink_to("new.db")
    for name in ("new.db", "./new.db", str(tmp_path / "new.db"), "link.db"):
        words = [*ABLATE, "--ledger", "new.db", "--csv", name]
        line = refused(ablation.main, words, capsys)
        assert line == f"carrack: cannot write {name}: it is the ledger"
        words = ["--scale", "0.002", "--ledger", "new.db", "--html", name]
        assert "it is the ledger" in refused(balance_package.main, words, capsys)
    for name in ("new.db-wal", "new.db-shm", "new.db-journal", "new.db-runs"):
        line = refused(ablation.main, [*ABLATE, "--ledger", "new.db", "--csv", name], capsys)
        assert line.endswith(f"{name}: it belongs to the ledger new.db")
    assert [file.name for file in tmp_path.iterdir()] == ["link.db"]


def test_no_ledger_is_replaced(played: Path, tmp_path: Path, capsys: Lines) -> None:
    other, link = tmp_path / "other.db", tmp_path / "link"
    other.write_bytes(played.read_bytes())
    link.symlink_to(other)
    told = "it is a ledger, which is never overwritten"
    for file in (other, link):
        words = ["--csv", str(file), "--force"]
        line = refused(ablation.main, [*ABLATE, "--ledger", str(played), *words], capsys)
        assert line == f"carrack: cannot write {file}: {told}"
        words = ["--scale", "0.002", "--html", str(file), "--force"]
        assert told in refused(balance_package.main, words, capsys)
    game = carrack.play(carrack.Ruleset(players=2), ["random"] * 2, seed=1)
    with pytest.raises(FileExistsError, match=told):
        game.save(other)
    assert other.read_bytes() == played.read_bytes() and link.is_symlink()


def test_a_ledger_in_use_keeps_its_locks(played: Path, tmp_path: Path) -> None:
    """Closing any descriptor of a file drops the locks that its process holds on it."""
    file = tmp_path / "used.db"
    file.write_bytes(played.read_bytes())
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("SELECT count(*) FROM games").fetchone()
        assert is_locked(file)
        plan = (carrack.Ruleset(players=2), ["random"] * 2)
        game = carrack.play(*plan)
        with pytest.raises(FileExistsError, match="it is a ledger"):
            game.save(file)
        with pytest.raises(carrack.InputError, match="it is a ledger"):
            carrack.play(*plan, record=file, force=True)
        readers: list[Callable[[Path], object]] = [carrack.Record.from_file, carrack.verify]
        for read in [*readers, carrack.read_records]:
            with pytest.raises(carrack.InputError, match="a ledger, not a game record"):
                read(file)
        name = carrack._core.ledger_tournaments(str(file))[0]["name"]
        assert len(carrack.rate(file, name=name)) > 0
        assert is_locked(file)


def is_locked(file: Path) -> bool:
    """Whether a process holds a lock on the file, as another process sees it."""
    ask = (
        "import fcntl, struct, sys\n"
        "with open(sys.argv[1], 'r+b') as file:\n"
        "    lock = struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0)\n"
        "    found = struct.unpack('hhqqi4x', fcntl.fcntl(file, fcntl.F_GETLK, lock))\n"
        "sys.exit(found[0] == fcntl.F_UNLCK)"
    )
    return subprocess.run([sys.executable, "-c", ask, file], check=False).returncode == 0


def test_parquet_replaces_no_ledger_and_no_link(
    played: Path, tmp_path: Path, capsys: Lines
) -> None:
    pytest.importorskip("pyarrow")
    other, folder = tmp_path / "seats.parquet", tmp_path / "tables"
    other.write_bytes(played.read_bytes())
    name = carrack._core.ledger_tournaments(str(played))[0]["name"]
    words = [str(played), "--name", name, "--force", "--parquet"]
    line = refused(export.main, [*words, str(tmp_path)], capsys)
    assert line.endswith("seats.parquet: it is a ledger, which is never overwritten")
    assert other.read_bytes() == played.read_bytes() and len(list(tmp_path.iterdir())) == 1
    folder.mkdir()
    (folder / "games.parquet").symlink_to(tmp_path / "elsewhere")
    assert export.main([*words, str(folder)]) == 0
    assert (folder / "games.parquet").is_symlink() and (tmp_path / "elsewhere").stat().st_size
    assert len(list(folder.iterdir())) == 6


def test_no_input_is_replaced(tmp_path: Path, capsys: Lines) -> None:
    file, link, ledger = tmp_path / "cheap.json", tmp_path / "link", str(tmp_path / "l.db")
    file.write_text(TWEAK)
    link.symlink_to(file)
    told = f"carrack: cannot write {link}: this command also reads it"
    for option in ("--tweak", "--board"):
        words = [*ABLATE, "--ledger", ledger, option, str(file), "--force"]
        assert refused(ablation.main, [*words, "--csv", str(link)], capsys) == told
        assert refused(ablation.main, [*words, "--plot", str(link)], capsys) == told
    for option in ("--tweak", "--board", "--against"):
        words = ["--scale", "0.002", option, str(file), "--html", str(link), "--force"]
        assert refused(balance_package.main, words, capsys) == told
    assert file.read_text() == TWEAK and link.is_symlink()


def test_two_outputs_are_two_files(tmp_path: Path, capsys: Lines) -> None:
    one, link = tmp_path / "z.svg", tmp_path / "link.svg"
    link.symlink_to(one)
    words = [*ABLATE, "--ledger", str(tmp_path / "l.db"), "--force", "--csv", str(one), "--plot"]
    for other in (str(one), f"{tmp_path}/./z.svg", str(link)):
        line = refused(ablation.main, [*words, other], capsys)
        assert line == f"carrack: cannot write {other}: this command writes it twice"
    assert [file.name for file in tmp_path.iterdir()] == ["link.svg"]


def test_names_that_are_no_files(tmp_path: Path, capsys: Lines) -> None:
    for name, told in (
        ("", "an output file needs a name"),
        ("-", "cannot write -: expected the name of a file"),
        (str(tmp_path), "it is a folder"),
        (str(tmp_path / "none" / "b.csv"), "no such folder"),
    ):
        words = [*ABLATE, "--ledger", str(tmp_path / "l.db"), "--csv", name]
        assert told in refused(ablation.main, words, capsys)


def test_errors_of_the_system_have_no_number(tmp_path: Path, capsys: Lines) -> None:
    none = tmp_path / "none.json"
    for option in ("--tweak", "--board"):
        words = [*ABLATE, "--ledger", str(tmp_path / "l.db"), option, str(none)]
        line = refused(ablation.main, words, capsys)
        assert line == f"carrack: {none}: No such file or directory"


def test_a_failed_write_names_the_output_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Lines
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "table.csv"
    file.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    assert _command.run(lambda: _command.write(str(file), "new", True)) == 1
    assert capsys.readouterr().err == f"carrack: cannot write {file}: No space left on device\n"
    with pytest.raises(OSError) as caught:
        _output.write(file, "new")
    assert caught.value.errno == errno.ENOSPC and caught.value.filename == str(file)
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


def test_a_file_made_meanwhile_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    with (
        pytest.raises(FileExistsError, match="created meanwhile"),
        _output.opened(file, replace=False) as out,
    ):
        out.write(b"new")
        file.write_text("other")
    with pytest.raises(FileExistsError, match="created meanwhile"):
        _output.write(file, "new", replace=False)
    assert file.read_text() == "other" and list(tmp_path.iterdir()) == [file]


def test_threads_write_at_the_same_time(tmp_path: Path) -> None:
    files = [tmp_path / str(number) for number in range(20)]
    threads = [threading.Thread(target=_output.write, args=(f, f.name * 9000)) for f in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(tmp_path.iterdir()) == sorted(files)
    assert all(file.read_text() == file.name * 9000 for file in files)


def test_one_is_singular() -> None:
    assert [counted(1, "game"), counted(0, "game")] == ["1 game", "0 games"]
    assert counted(1200, "block", ",") == "1,200 blocks"
    game = carrack.play(carrack.Ruleset(players=2), ["random"] * 2, seed=1)
    with pytest.raises(carrack.InputError, match="<string> has 2 games"):
        carrack.Record.from_string(game.to_string() * 2)
    result = carrack.tournament(carrack.Ruleset(players=2), ["random"] * 2, blocks=1)
    assert "2 games of aoe3-2 in 1 block, seed 1" in str(result)


def test_names_of_files_stay_as_they_are_in_errors(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=2)
    for name in ("--force.jsonl", "x--name y.jsonl", "carrack analyse.jsonl"):
        with pytest.raises(carrack.InputError, match=name):
            carrack.play(rules, ["random"], record=tmp_path / "none" / name)
    file = tmp_path / "there.jsonl"
    file.write_text("")
    with pytest.raises(carrack.InputError, match="there.jsonl exists; force=True replaces it"):
        carrack.play(rules, ["random"], record=file)
