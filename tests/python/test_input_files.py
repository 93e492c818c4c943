"""Files that are read: what is no path, and what is not there."""

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import carrack
from carrack._arguments import MissingFileError, input_file

READERS: dict[str, Callable[[Any], Any]] = {
    "read_records": carrack.read_records,
    "Record.from_file": carrack.Record.from_file,
    "verify": carrack.verify,
    "read_tree": carrack.read_tree,
    "Ledger": carrack.Ledger,
    "rate": carrack.rate,
    "trial_forks": carrack.trial_forks,
    "trial_choices": carrack.trial_choices,
    "trial_records": carrack.trial_records,
    "iter_records": carrack.iter_records,
    "Network": carrack.Network,
}
NEED_PANDAS = {"rate", "trial_forks", "trial_choices", "trial_records"}


def reader(name: str) -> Callable[[Any], Any]:
    if name in NEED_PANDAS:
        pytest.importorskip("pandas")
    return READERS[name]


@pytest.mark.parametrize("name", READERS)
def test_a_missing_file_is_wrong_input_and_not_found(name: str, tmp_path: Path) -> None:
    file = tmp_path / "none.file"
    read = reader(name)
    for kind in (carrack.InputError, FileNotFoundError):
        with pytest.raises(kind) as raised:
            read(file)
        assert str(raised.value) == f"cannot read {file}: No such file or directory"
    assert not file.exists()


def test_a_ledger_to_merge_that_is_missing_is_told(tmp_path: Path) -> None:
    ours = tmp_path / "l.db"
    carrack.tournament(carrack.Ruleset(players=2), ["random"], 1, ledger=ours)
    with pytest.raises(FileNotFoundError, match=r"cannot read .*none\.db"):
        carrack.Ledger(ours).merge(tmp_path / "none.db")


@pytest.mark.parametrize("name", READERS)
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    read = reader(name)
    for given in ("a\0b", ""):
        with pytest.raises(carrack.InputError, match="is '.*', expected the name of a file"):
            read(given)


def test_a_record_whose_name_is_not_utf8_is_read(tmp_path: Path) -> None:
    file = os.fsdecode(os.fsencode(tmp_path) + b"/g\xff.jsonl")
    game = carrack.play(carrack.Ruleset(players=2), ["random"])
    try:
        game_file = open(file, "w", encoding="utf-8")  # noqa: SIM115
    except OSError:
        pytest.skip("this file system has names in UTF-8 only")
    with game_file:
        game_file.write(game.to_string())
    assert carrack.Record.from_file(file) == game and carrack.verify(file).games == 1


def test_a_missing_file_is_told_across_processes(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError) as raised:
        input_file("path", tmp_path / "none")
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is MissingFileError and str(again) == str(raised.value)
    as_dask_does = MissingFileError.__new__(MissingFileError, "there is none")
    assert str(as_dask_does) == "there is none"
