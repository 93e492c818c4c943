"""The forks of a trial, as a study reads them from its ledger."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import carrack
from carrack.balance.measures.fair_price import DISCOUNTS
from carrack.balance.measures.trial_forks import FIGURES, tile_forks

RULES = carrack.Ruleset("aoe3", 3)
TILES = [(tile["name"], int(tile["cost"])) for tile in carrack.tiles("aoe3", 1)]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a trial of 60 games."""
    file = tmp_path_factory.mktemp("trial") / "l.db"
    carrack.trial(
        RULES, ["scripted"], age=1, games=60, seed=2, discounts=DISCOUNTS, ledger=file, name="tiles"
    )
    return file


def test_forks_are_those_of_the_first_games(ledger: Path) -> None:
    frame = carrack.trial_forks(ledger, "tiles")
    frame = frame[frame["game"] < 40]
    found = tile_forks(str(ledger), "tiles", 40, 1, TILES)
    assert [(tile.tile, tile.price) for tile in found] == TILES
    assert sum(len(tile.offered) for tile in found) == (frame["occasion"] == "offered").sum() > 200
    for tile in found:
        rows = frame[frame["subject"] == tile.tile]
        offered, bought = (rows[rows["occasion"] == word] for word in ("offered", "bought"))
        assert tile.games == 40 and tile.offered.tolist() == offered["game"].tolist()
        assert tile.bought.tolist() == offered["game"].isin(bought["game"]).tolist()
        for figure in FIGURES:
            assert np.array_equal(getattr(tile, figure), offered[figure])
        for figure, gains in (("win_share", tile.gains), ("vp", tile.vp_gains)):
            names = [f"{figure}_of_discount_{discount}" for discount in DISCOUNTS]
            assert np.array_equal(gains, offered[names])


def test_no_more_is_kept_than_is_used(ledger: Path) -> None:
    every = len(carrack.trial_forks(ledger, "tiles"))
    tracemalloc.start()
    tile_forks(str(ledger), "tiles", 60, 1, TILES)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 300 * every


def test_an_unknown_trial_is_refused(ledger: Path) -> None:
    with pytest.raises(carrack.InputError, match="has no trial 'boxes'"):
        tile_forks(str(ledger), "boxes", 60, 1, TILES)


def test_a_trial_without_the_discounts_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "l.db"
    carrack.trial(RULES, ["random"], age=1, games=3, seed=2, discounts=[3], ledger=file)
    with pytest.raises(carrack.InputError, match=r"does not have the discounts \$3, \$10, \$20 at"):
        tile_forks(str(file), "main", 3, 1, TILES)
