"""The test that prunes candidates of tuning: the decisions of SciPy and Optuna."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack
from carrack._progress import Parts
from carrack._space import Space
from carrack.tuning import study
from carrack.tuning.signed_rank import p_less

RULES = carrack.Ruleset(players=2)
WORK = study._Study(
    RULES, Space({}, (), {}, None), [], "none.db", "main", 8, 2, 1, 1, False, 0.3, Parts(None)
)
LEVELS = (0.01, 0.05, 0.1, 0.125, 0.3, 0.5)


def test_of_all_signs() -> None:
    """Two of three differences are above 0: six of the eight signs have at most this sum."""
    assert p_less(np.array([0.1, -0.2, 0.3])) == 6 / 8
    assert p_less(np.array([-0.1, -0.2, -0.3])) == 1 / 8
    assert p_less(np.array([0.0, -0.5])) == 1 / 2
    assert p_less(np.zeros(4)) == 1
    assert math.isnan(p_less(np.array([])))


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 14, 20, 32, 50, 51, 200])
def test_p_values_are_those_of_scipy(count: int) -> None:
    """With ties and zeros, as of blocks of few games, and without."""
    stats = pytest.importorskip("scipy.stats")
    draw = np.random.default_rng(count)
    for number in range(12 if count <= 13 else 60):
        if number % 2:
            differences = draw.normal(-0.2, 0.5, count)
        else:
            differences = draw.integers(-3, 3, count) / 4
        expected = stats.wilcoxon(differences, alternative="less", zero_method="zsplit").pvalue
        p = p_less(differences)
        assert p == pytest.approx(expected, rel=1e-9, abs=1e-300)
        assert [p < level for level in LEVELS] == [expected < level for level in LEVELS]


@pytest.mark.filterwarnings("ignore:WilcoxonPruner")
def test_decisions_are_those_of_optuna() -> None:
    """Of candidates with different numbers of blocks, against the first of the best ones."""
    optuna = pytest.importorskip("optuna")
    pytest.importorskip("scipy")
    draw = np.random.default_rng(3)
    decisions = set()
    for _ in range(40):
        blocks = [int(draw.integers(1, 9)) for _ in range(4)]
        played = [draw.integers(0, 4, count) / 4 for count in (*blocks, int(draw.integers(1, 9)))]
        trials = [
            optuna.trial.create_trial(
                value=float(shares.mean()), intermediate_values=dict(enumerate(shares.tolist()))
            )
            for shares in played
        ]
        study = optuna.create_study(direction="maximize")
        study.add_trials(trials[:-1])
        pruner = optuna.pruners.WilcoxonPruner(p_threshold=0.3)
        work = replace(WORK, trials=[None, *trials[:-1]])
        decisions.add(work.is_worse(played[-1]))
        assert work.is_worse(played[-1]) == pruner.prune(study, trials[-1])
    assert decisions == {False, True}
    assert not replace(WORK, trials=[None]).is_worse(played[-1])


def test_without_a_threshold_nothing_is_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All blocks of a candidate are played by one call."""
    pytest.importorskip("optuna")
    asked: list[int] = []
    shares = study._Study.shares

    def counted(self: Any, name: str, spec: str, blocks: int, *more: Any) -> Any:
        asked.append(blocks)
        return shares(self, name, spec, blocks, *more)

    monkeypatch.setattr(study._Study, "shares", counted)
    monkeypatch.setattr(study, "p_less", None)
    result = carrack.tune(
        RULES, "flat:iterations=2", {"iterations": "1..4"}, ledger=tmp_path / "l.db", candidates=3,
        blocks=6, step=2, p_threshold=0, test_best=0,
    )  # fmt: skip
    assert {c.state for c in result.candidates} <= {"complete", "repeated"}
    assert set(asked) == {6}
