"""carrack.write_records: many games in one file."""

from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack

RULES = carrack.Ruleset(players=2)
ANY: Any = carrack


@pytest.fixture(scope="module")
def games() -> list[carrack.Record]:
    return [carrack.play(RULES, ["random"], seed=3, game=number) for number in range(3)]


def test_what_is_written_is_read(games: list[carrack.Record], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert carrack.write_records(games, file) == 3
    assert carrack.read_records(file) == games
    assert file.read_text() == "".join(game.to_string() for game in games)
    few = (game for game in carrack.iter_records(file) if game.game != 1)
    assert carrack.write_records(few, file, force=True) == 2  # also the file that is read
    assert carrack.read_records(file) == [games[0], games[2]]
    assert carrack.write_records(games, tmp_path / "traced.jsonl", trace=True) == 3
    assert carrack.verify(tmp_path / "traced.jsonl").games == 3


def test_the_games_of_a_ledger_are_written(tmp_path: Path) -> None:
    ledger, file = tmp_path / "l.db", tmp_path / "games.jsonl"
    carrack.tournament(RULES, ["random", "greedy"], 2, ledger=ledger)
    assert carrack.write_records(carrack.Ledger(ledger), file) == 4
    assert carrack.read_records(file) == carrack.Ledger(ledger).records()
    with pytest.raises(FileExistsError, match="it is a ledger"):
        carrack.write_records(carrack.read_records(file), ledger, force=True)


def test_an_error_leaves_the_files_as_they_are(games: list[carrack.Record], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    carrack.write_records(games[:1], file)
    with pytest.raises(FileExistsError, match="games.jsonl exists; force=True replaces it"):
        carrack.write_records(games, file)
    wrong: dict[str, Any] = {
        "records[1] is 3, expected a Record": [games[1], 3],
        "records is 3, expected a list, as in [record]": 3,
    }
    for expected, given in wrong.items():
        assert says(TypeError, lambda: ANY.write_records(given, file, force=True)) == expected  # noqa: B023
    expected = "records has no games, expected one or more"
    assert says(carrack.InputError, lambda: carrack.write_records([], file, force=True)) == expected
    assert carrack.read_records(file) == games[:1]
    with pytest.raises(FileNotFoundError, match="none.jsonl"):
        carrack.write_records("none.jsonl", file, force=True)
    assert [each.name for each in tmp_path.iterdir()] == ["games.jsonl"]
