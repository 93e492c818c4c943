"""The figures of the atlas that are computed when its tables are printed."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
stats = pytest.importorskip("scipy.stats")

STUDY = Path(__file__).parents[2] / "experiments/studies/atlas"
sys.path.insert(0, str(STUDY))
import atlas_agreement  # noqa: E402
import atlas_rare  # noqa: E402
import atlas_results  # noqa: E402


def two_generations(trial: str) -> list[Any]:
    """The effects of a trial by two networks, of the committed tables."""
    frames = [
        pd.read_parquet(STUDY / f"tables/{n}.parquet") for n in ("tiles", "second_generation")
    ]
    return [frame[frame["trial"] == trial].set_index("tile") for frame in frames]


def estimated(truth: Any, draw: np.random.Generator) -> Any:
    """As if the trial of these effects were played again."""
    off = draw.normal(0, atlas_agreement.errors(truth))
    columns = ["vs_other", "vs_other_low", "vs_other_high"]
    return truth.assign(**{column: truth[column] + off for column in columns})


@pytest.mark.parametrize("trial", ["policy-aoe3-2", "policy-aoe3-4"])
def test_intervals_of_rank_correlations_hold_the_truth(trial: str) -> None:
    a, b = two_generations(trial)
    b = b.loc[a.index]
    truth = a["vs_other"].corr(b["vs_other"], method="spearman")
    draw = np.random.default_rng(1)
    inside, plain = [], []
    for _ in range(200):
        mine, yours = estimated(a, draw), estimated(b, draw)
        mean, low, high = atlas_agreement.rank_correlation(mine, yours)
        assert low < mean < high <= 1
        inside.append(low <= truth <= high)
        plain.append(mine["vs_other"].corr(yours["vs_other"], method="spearman"))
    assert np.mean(inside) > 0.91
    assert np.std(plain) > 0.005  # the errors matter


def test_spearman_of_rows() -> None:
    draw = np.random.default_rng(2)
    a, b = draw.normal(size=(2, 3, 20))
    b += a
    for x, y, found in zip(a, b, atlas_agreement.spearman(a, b), strict=True):
        assert found == pytest.approx(pd.Series(x).corr(pd.Series(y), method="spearman"))


def test_tiles_whose_effect_turns_are_named() -> None:
    a, b = two_generations("policy-aoe3-2")
    (row,) = (
        line
        for line in atlas_agreement.generations(a.reset_index(), b.reset_index()).splitlines()
        if line.startswith("| aoe3 |")
    )
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1:3] == ["2", "33"] and cells[5].split(", ")[0] == "monastery"
    assert int(cells[4]) > len(cells[5].split(", "))
    same = atlas_agreement.differences(a, a)
    assert not same["differs"].any() and not same["other_signs"].any()


def test_deviations_of_what_is_seen_from_the_effect() -> None:
    effect = np.linspace(0, 0.3, 7)
    tiles = pd.DataFrame(
        {
            "edition": "aoe3",
            "players": 4,
            "forks": 1000,
            "buy_rate": [0.9] * 6 + [0.1],  # the last one is bought too rarely
            "bought_vs_other": effect,
            "seen": effect - 0.02,
            "adjusted": effect + 0.03 * np.array([1, -1, 1, -1, 1, -1, 99]),
        }
    )
    (row,) = atlas_results.deviations(tiles).splitlines()[2:]
    cells = row.strip("| ").split(" | ")
    assert cells[:6] == ["aoe3", "4", "6", "-0.020", "0.020", "1.00"]
    assert cells[6:8] == ["+0.000", "0.030"] and 0.8 < float(cells[8]) < 1


def tiles_with(wins: Any, losses: Any, forks: int) -> Any:
    """A trial whose denial wins and loses so many forks, with the intervals of a trial."""
    wins, losses = np.array(wins), np.array(losses)
    mean = (wins - losses) / forks
    error = np.sqrt(((wins + losses) / forks - mean**2) / (forks - 1))
    columns: dict[str, Any] = {"trial": "t", "forks": forks, "denial": mean}
    for family, together in (("denial", 1), ("denial_all", len(wins))):
        half = np.maximum(error, 1 / forks) * stats.t.ppf(1 - 0.025 / together, forks - 1)
        columns |= {f"{family}_low": mean - half, f"{family}_high": mean + half}
    return pd.DataFrame(columns)


def test_denial_that_changes_few_games_has_exact_intervals() -> None:
    tiles = tiles_with([0, 1, 0, 4, 5, 30], [0, 0, 3, 5, 5, 20], 2000)
    found = atlas_rare.with_exact_denial(tiles)
    changed = found["denial_low"] != tiles["denial_low"]
    assert list(changed) == [True, True, True, True, False, False]
    # None of n: at most p of (1 - p)^n = 0.0125 on either side.
    most = 1 - 0.0125 ** (1 / 2000)
    assert found["denial_high"][0] == pytest.approx(most) == -found["denial_low"][0]
    assert found["denial_all_high"][0] == pytest.approx(1 - (0.0125 / 6) ** (1 / 2000))
    assert found["denial_low"][1] == pytest.approx(stats.beta.ppf(0.0125, 1, 2000) - most)
    assert (found["denial_all_low"] < found["denial_low"]).all()
    unchanged = ["trial", "forks", "denial"]
    pd.testing.assert_frame_equal(found[unchanged], tiles[unchanged])
    assert atlas_rare.with_exact_denial(tiles[["trial"]]).equals(tiles[["trial"]])


def test_exact_intervals_hold_rare_effects() -> None:
    draw = np.random.default_rng(3)
    for expected in (2, 3, 4):
        losses = draw.poisson(expected, 2000)
        tiles = tiles_with(np.zeros(2000), losses, 2000)
        truth = -expected / 2000
        inside = [
            float(((table["denial_low"] <= truth) & (truth <= table["denial_high"])).mean())
            for table in (tiles, atlas_rare.with_exact_denial(tiles))
        ]
        assert inside[0] < 0.93 and inside[1] > 0.97
