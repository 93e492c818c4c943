"""The study of the flags' error rates: a fair bank, and its table."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import carrack
from carrack.balance import Sizes, balance
from carrack.balance.measures.fair_price import DISCOUNTS
from carrack.balance.measures.seats import SeatBlocks

from .games import winners

FILE = Path(__file__).parents[3] / "experiments/studies/balance/error_rates.py"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("error_rates", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["error_rates"] = module  # for its dataclasses and processes
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A study at the scale 0.01 that was made longer."""
    file = tmp_path_factory.mktemp("bank") / "l.db"
    balance(carrack.Ruleset(players=4), sizes=Sizes().scaled(0.015), ledger=file)
    return str(file)


def test_weights_give_the_seats_their_shares(study: ModuleType) -> None:
    shares = winners(np.random.default_rng(1), 500, [0.4, 0.3, 0.2, 0.1])
    blocks = SeatBlocks(1, shares, shares)
    for wanted in ([0.25] * 4, [0.3, 0.7 / 3, 0.7 / 3, 0.7 / 3]):
        p = study.tilted(blocks, wanted)
        assert p @ shares == pytest.approx(wanted) and p.min() > 0 and p.sum() == pytest.approx(1)


def test_the_table_of_a_small_bank(
    study: ModuleType, ledger: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--replications", "20", "--scale", "0.01"]
    assert study.main([ledger, *words]) == 0
    told = capsys.readouterr().out
    bank = study.read_bank(ledger, 0.01)
    for tile in bank.tiles:
        gain = carrack.mean_interval(tile.gains[:, 0], step=1)
        assert f"| {tile.tile} | {len(tile.offered)} | {gain.text(4)} |" in told
        flagged(told, f"{tile.tile} $3 too cheap")  # has a row
    # 5 % of 20 pages on average; more than 5 of them have a chance below 0.001.
    wrong = flagged(told, "fair, any flag on the page")
    assert all(flagged(told, f"fair {part}") <= wrong for part in ("seats", "tiles, prices"))
    assert wrong <= 5 / 20
    assert [len(blocks.win_share) for blocks in bank.seats] == [60, 60, 120, 60]
    assert {tile.age: tile.games for tile in bank.tiles} == {1: 80, 2: 300, 3: 300}
    assert study.main([ledger, "--scale", "0.02"]) == 1
    told = capsys.readouterr().err
    assert "'balance/main/games/2' has 90 of 120 blocks; complete it by carrack balance" in told


@pytest.mark.parametrize(
    ("rules", "agent", "more_seed", "share", "told"),
    [
        ("aoe3", "policy", 0, 1, []),
        ("aoe3", "scripted", 0, 1, ["agents is ['scripted:balanced"] * 2),
        ("aoe3", "policy", 1, 1, ["seed is 69, expected 68", "seed is 82, expected 81"]),
        ("empires", "policy", 0, 1, ["ruleset is empires-4, expected aoe3-4"] * 2),
        ("aoe3", "policy", 0, 2, ["has 6 of 12 blocks; complete it", "has 4 of 8 games; complete"]),
    ],
)
def test_parts_of_another_study_are_refused(
    study: ModuleType, rules: str, agent: str, more_seed: int, share: int, told: list[str],
    tmp_path: Path,
) -> None:  # fmt: skip
    plan = study.Plan(carrack.Ruleset(players=4), "policy", (), Sizes().scaled(0.001), 1)
    file, ruleset = str(tmp_path / "l.db"), carrack.Ruleset(rules, 4)
    blocks, games = (plan.name(part) for part in ("games/4", "tiles/1"))
    carrack.tournament(
        ruleset, [agent] * 4, 12 // share, seatings="one", seed=68 + more_seed, ledger=file,
        name=blocks,
    )  # fmt: skip
    carrack.trial(
        ruleset, [agent], age=1, games=8 // share, seed=81 + more_seed, discounts=DISCOUNTS,
        ledger=file, name=games,
    )  # fmt: skip
    if not told:
        assert len(study.self_play(file, plan, 4).win_share) == 12
        assert {tile.games for tile in study.forks_of_age(file, plan, 1)} == {8}
        return
    for read, last, words in zip((study.self_play, study.forks_of_age), (4, 1), told, strict=True):
        with pytest.raises(carrack.InputError) as error:
            read(file, plan, last)
        assert words in str(error.value)


def test_a_planted_tile_is_flagged_where_the_saving_matters(study: ModuleType, ledger: str) -> None:
    bank = study.read_bank(ledger, 0.01)
    sure = study.replace(bank.tiles[0], gains=bank.tiles[0].gains + 0.9)
    flags = study.replicate_tiles(study.Bank(bank.seats, [sure, *bank.tiles[1:]]), draw(3))
    assert flags[f"{sure.tile} $3 too cheap"]
    none = study.replace(sure, gains=np.zeros_like(sure.gains))
    flags = study.replicate_tiles(study.Bank(bank.seats, [none, *bank.tiles[1:]]), draw(3))
    assert flags[f"{sure.tile} $3 too cheap"] <= flags["fair tiles, prices"]


def draw(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "l.db"),
        (["--replications", "0"], "replications is 0, expected 1 or more"),
        (["--threads", "0"], "threads is 0, expected 1 or more"),
        (["--scale", "nan"], "scale is nan, expected more than 0"),
    ],
)
def test_wrong_input_is_told_in_one_line(
    study: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: str,
) -> None:
    assert study.main([str(tmp_path / "l.db"), *words]) == 1
    error = capsys.readouterr().err
    assert told in error and len(error.splitlines()) == 1


def flagged(table: str, row: str) -> float:
    """The share of pages in a row of the table."""
    found = re.search(rf"^\| {re.escape(row)} \| ([\d.]+) \[.+\] \| 20 \|$", table, re.MULTILINE)
    assert found, table
    return float(found[1])
