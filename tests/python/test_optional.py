"""If an optional package is missing, the error names the extra to install."""

import importlib
import importlib.metadata
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import carrack
from carrack._optional import EXTRAS
from carrack.ablation import Ablation, AblationRow

RULES = carrack.Ruleset(players=2)


def calls(folder: Path) -> list[tuple[str, str, Callable[[], Any]]]:
    """Package, extra, and a function that needs it."""
    file = folder / "results.db"
    tournament = carrack.tournament(RULES, ["random"], 1, ledger=file)
    ledger = carrack.Ledger(file)
    report = carrack.search(RULES.new_state(seed=1), "uct:iterations=2")
    interval = carrack.MeanInterval(0.5, 0.4, 0.6)
    row = AblationRow(
        "c=1", "mcts", 4, 2, 1, interval, interval, interval, interval, p=0.5, p_holm=0.5
    )
    ablation = Ablation(RULES, "main", "mcts", ("mcts",), 1, "iterations", 1, (row,), None)
    tune = lambda: carrack.tune(RULES, "mcts", ["c"], ledger="none.db")  # noqa: E731
    adapters = [
        ("gymnasium", "seat"), ("gymnasium", "aec"), ("pettingzoo", "aec"), ("pyspiel", "spiel"),
    ]  # fmt: skip
    return [
        ("pandas", "ledger", tournament.to_pandas),
        ("pandas", "ledger", tournament.games_to_pandas),
        ("pandas", "ledger", tournament.pairs),
        ("pandas", "ledger", carrack.play(RULES, ["random"]).to_pandas),
        ("pandas", "ledger", report.to_pandas),
        ("pandas", "ledger", ablation.to_pandas),
        ("matplotlib", "notebooks", ablation.plot),
        ("pandas", "ledger", ledger.seats),
        ("pandas", "ledger", ledger.tournaments),
        ("pandas", "ledger", ledger.rate),
        ("pandas", "ledger", lambda: carrack.trial(RULES, ["random"])),
        ("pandas", "ledger", lambda: carrack.fit(1)),
        ("pandas", "ledger", lambda: ledger.sql("SELECT 1")),
        ("duckdb", "ledger", lambda: ledger.sql("SELECT 1")),
        ("polars", "ledger", lambda: ledger.seats(polars=True)),
        ("pyarrow", "ledger", lambda: ledger.export_parquet(folder / "tables")),
        ("optuna", "tune", tune),
        ("distributed", "dask", lambda: importlib.import_module("carrack.distributed")),
        *(
            (package, "envs", lambda name=name: importlib.import_module(f"carrack.envs.{name}"))
            for package, name in adapters
        ),
    ]


def test_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("carrack.envs", "carrack.dist"))]:
        monkeypatch.delitem(sys.modules, name)
    for package, extra, call in calls(tmp_path):
        with monkeypatch.context() as without:
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                without.delitem(sys.modules, name)
            without.setitem(sys.modules, package, None)
            with pytest.raises(ModuleNotFoundError) as raised:
                call()
        assert str(raised.value) == (
            f"{package} is not installed; install it with pip install '.[{extra}]' in a checkout "
            "of carrack"
        )


def test_the_extras_are_those_of_the_project() -> None:
    required = importlib.metadata.requires("carrack-mcts") or []
    for extra, packages in EXTRAS.items():
        brought = [line for line in required if re.search(f"extra == .{extra}.$", line)]
        for package in packages:
            name = {"pyspiel": "open[-_]spiel"}.get(package, package)
            assert any(re.match(f"{name}\\b", line) for line in brought), (extra, package)
