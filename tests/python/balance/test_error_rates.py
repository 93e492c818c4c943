"""The study of the flags' error rates: a fair bank, and its table."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import carrack
from carrack.balance import Sizes, balance
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


def test_weights_give_the_seats_their_shares(study: ModuleType) -> None:
    shares = winners(np.random.default_rng(1), 500, [0.4, 0.3, 0.2, 0.1])
    blocks = SeatBlocks(1, shares, shares)
    for wanted in ([0.25] * 4, [0.3, 0.7 / 3, 0.7 / 3, 0.7 / 3]):
        p = study.tilted(blocks, wanted)
        assert p @ shares == pytest.approx(wanted) and p.min() > 0 and p.sum() == pytest.approx(1)


def test_the_table_of_a_small_bank(
    study: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ledger, planted = tmp_path / "l.db", tmp_path / "p.json"
    balance(carrack.Ruleset(players=4), sizes=Sizes().scaled(0.01), ledger=ledger)
    effects = np.random.default_rng(2).choice([-1.0, 0.0, 1.0], 300)
    forks = {"printed": effects.tolist(), "planted": (effects + 1).tolist()}
    planted.write_text(json.dumps({"tiles": {"monastery": forks}}))
    words = ["--replications", "20", "--scale", "0.01"]
    monkeypatch.setattr(sys, "argv", ["error_rates.py", str(ledger), str(planted), *words])
    study.main()
    told = capsys.readouterr().out
    assert "| monastery $3 too cheap | 1.000" in told
    assert "| monastery: gain in win share from $3 | 1.0000" in told
    # 5 % of 20 pages on average; more than 5 of them have a chance below 0.001.
    wrong = flagged(told, "fair, any flag on the page")
    assert all(flagged(told, f"fair {part}") <= wrong for part in ("seats", "tiles, prices"))
    assert wrong <= 5 / 20


def flagged(table: str, row: str) -> float:
    """The share of pages in a row of the table."""
    found = re.search(rf"^\| {re.escape(row)} \| ([\d.]+) \[.+\] \| 20 \|$", table, re.MULTILINE)
    assert found, table
    return float(found[1])
