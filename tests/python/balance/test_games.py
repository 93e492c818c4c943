"""What a study reads from a ledger: its own games alone, and of them only what it uses."""

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack
from carrack import _core
from carrack.balance import games as module
from carrack.balance.games import KeptGames, play_games
from carrack.balance.measures.luck import luck_share_of

RULES = carrack.Ruleset("aoe3", 3)
NAME = "balance/main/games/3"


def played(file: Path, blocks: int) -> KeptGames:
    return play_games(
        str(file), NAME, RULES, ["scripted"] * 3, "fixed", "rotations", blocks, 5, 1, False
    )


@pytest.fixture
def longer(tmp_path: Path) -> KeptGames:
    """A plan of 4 blocks in a ledger with 7 of them, and with another tournament."""
    file = tmp_path / "l.db"
    carrack.tournament(RULES, ["random"], 2, ledger=file, name="first")
    played(file, 7)
    return played(file, 4)


def test_figures_are_those_of_the_ledger(longer: KeptGames) -> None:
    ledger = carrack.Ledger(longer.path, NAME)
    games, turns, bought = ledger.games(), ledger.turns(), ledger.purchases()
    assert len(games) == 21 and len(longer.results.block) == 12
    assert longer.decisions().tolist() == games["decisions"][:12].tolist()
    vp = longer.vp()
    assert vp.shape == (12, 8, 3)
    assert vp.ravel().tolist() == turns[turns["block"] < 4]["vp"].tolist()
    assert np.array_equal(vp[:, -1], longer.results.scores)
    mine = bought[bought["block"] < 4]
    found = longer.purchases()
    assert list(found) == sorted(set(mine["tile"]))
    for tile, number in found.items():
        rows = mine[mine["tile"] == tile]
        places = (3 * rows["block"] + rows["permutation"]).to_numpy()
        assert np.array_equal(number, np.bincount(places, minlength=12))


def test_only_the_wanted_records_are_read(
    longer: KeptGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = _core.ledger_records(longer.path, NAME)
    read: list[str] = []

    def ledger_records(path: str, name: str, *which: Any) -> list[str]:
        texts = whole(path, name, *which)
        assert len(texts) <= 3
        read.extend(texts)
        return texts

    whole = _core.ledger_records
    monkeypatch.setattr(_core, "ledger_records", ledger_records)
    monkeypatch.setattr(module, "RECORDS_AT_A_TIME", 3)
    for number, expected in ((2, 2), (4, 4), (9, 4)):
        read.clear()
        records = list(longer.first_records(number))
        assert read == every[::3][:expected] and len(records) == expected
    assert records == [carrack.Record.from_string(text) for text in every[:12:3]]


def test_luck_is_that_of_the_plan_in_a_longer_ledger(longer: KeptGames, tmp_path: Path) -> None:
    alone = luck_share_of(played(tmp_path / "alone.db", 4), 7)
    assert alone.games == 4 and luck_share_of(longer, 7) == alone


def test_the_memory_for_figures_is_that_of_the_figures(tmp_path: Path) -> None:
    kept = played(tmp_path / "l.db", 40)

    def peak(read: Any) -> int:
        tracemalloc.start()
        read()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(kept.vp) < 3 * kept.vp().nbytes
    assert peak(kept.decisions) < 20_000


def test_a_ledger_is_named_only_if_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "l.db"
    with pytest.raises(KeyboardInterrupt) as told, module.ledger_of_study(file):
        raise KeyboardInterrupt
    assert str(told.value) == "the study is not complete"
    with pytest.raises(KeyboardInterrupt) as told, module.ledger_of_study(None) as path:
        Path(path).touch()
        raise KeyboardInterrupt
    lost = "the study is not complete; its games are lost, a ledger would keep them"
    assert str(told.value) == lost and not Path(path).exists()
