"""carrack.fair_prices of wrong frames; test_trial.py has its results."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack

pd = pytest.importorskip("pandas")

EXPECTED = "expected the frame of carrack.trial_forks(ledger, name)"


@pytest.fixture
def forks() -> Any:
    return pd.DataFrame(
        {
            "game": [0, 1],
            "subject": ["navy", "navy"],
            "occasion": ["offered", "offered"],
            "win_share": [0.5, -0.5],
            "win_share_of_discount_3": [0.0, 0.5],
        }
    )


def test_the_frame_of_the_trial_itself_is_refused(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    means = carrack.trial(
        ruleset, ["scripted"], ["monastery"], games=4, discounts=[3], ledger=tmp_path / "l.db"
    )
    told = says(carrack.InputError, lambda: carrack.fair_prices(means, ruleset))
    assert told.startswith("forks is the frame of carrack.trial(), ") and EXPECTED in told
    without = carrack.trial(ruleset, ["random"], ["monastery"], games=2)
    assert says(carrack.InputError, lambda: carrack.fair_prices(without, ruleset)) == told
    boxes = carrack.trial(ruleset, ["random"], on=["place:dock"], games=2)
    assert says(carrack.InputError, lambda: carrack.fair_prices(boxes, ruleset)) == told
    choices = carrack.trial_choices(tmp_path / "l.db")
    told = says(carrack.InputError, lambda: carrack.fair_prices(choices, ruleset))
    assert told == f"forks has no column 'occasion', {EXPECTED}"


@pytest.mark.parametrize("column", ["subject", "occasion", "win_share"])
def test_every_column_that_is_needed_is_named(
    forks: Any, ruleset: carrack.Ruleset, column: str
) -> None:
    assert len(carrack.fair_prices(forks, ruleset)) == 1
    less = forks.drop(columns=column)
    told = says(carrack.InputError, lambda: carrack.fair_prices(less, ruleset))
    assert told == f"forks has no column '{column}', {EXPECTED}"


def test_forks_without_discounts_are_refused(forks: Any, ruleset: carrack.Ruleset) -> None:
    less = forks.drop(columns="win_share_of_discount_3")
    told = says(carrack.InputError, lambda: carrack.fair_prices(less, ruleset))
    assert told == "the forks have no discounts, expected a trial with discounts=[3, 6, 12]"
    told = says(TypeError, lambda: carrack.fair_prices(less["game"], ruleset))
    assert told == f"forks is of type Series, {EXPECTED}"


def test_studies_are_not_imported(forks: Any) -> None:
    """The names of the package are imported when they are named."""
    code = (
        f"import sys, pandas, carrack; forks = pandas.DataFrame({forks.to_dict('list')}); "
        "carrack.fair_prices(forks, carrack.Ruleset(players=2)); "
        "found = [m for m in sys.modules if m.startswith('carrack.balance.')]; "
        "assert all(m.startswith('carrack.balance.measures') for m in found), found; "
        "from carrack.balance import balance; assert 'carrack.balance.study' in sys.modules; "
        "assert set(carrack.balance.__all__) <= set(dir(carrack.balance))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_unknown_names_of_the_package_are_no_attributes() -> None:
    for name in carrack.balance.__all__:
        assert getattr(carrack.balance, name).__module__.startswith("carrack.balance.")
    with pytest.raises(
        AttributeError, match="module 'carrack.balance' has no attribute 'balances'"
    ):
        carrack.balance.balances  # noqa: B018
