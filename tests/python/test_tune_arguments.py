"""Wrong arguments of carrack.tune."""

from pathlib import Path
from typing import Any

import pytest

import carrack

pytest.importorskip("optuna")
pytest.importorskip("pandas")

RULES = carrack.Ruleset(players=2)
BASE = "flat:iterations=2,rollout=random"
VARY = ["rollout=random,scripted", "iterations=1..12"]


def test_values_that_do_not_go_together_are_refused_and_told(tmp_path: Path) -> None:
    result = carrack.tune(
        RULES, "mcts:iterations=2", ["rollout=random,scripted", "epsilon=0.1,0.2"],
        ledger=tmp_path / "l.db", candidates=8, blocks=2, seed=1, test_best=0,
    )  # fmt: skip
    states = {c.spec: c for c in reversed(result.candidates)}
    refused = [c for c in states.values() if "rollout=random" in c.spec]
    assert refused and all(c.state == "refused" and c.blocks == 0 for c in refused)
    assert "epsilon= has no effect" in refused[0].reason
    assert "repeated" in {c.state for c in result.candidates}  # four specs, eight candidates
    assert result.tested == () and result.best == "mcts:iterations=2" and not result.helps
    assert result.verdict() == "nothing was tested: no test was asked for"


def test_a_parameter_that_cannot_matter_is_refused_up_front(tmp_path: Path) -> None:
    file = tmp_path / "l.db"
    with pytest.raises(carrack.InputError, match="vary epsilon: .*has no effect"):
        carrack.tune(RULES, "mcts:iterations=2,rollout=random", ["epsilon"], ledger=file)
    with pytest.raises(carrack.InputError, match="vary epsilon: .*has no effect"):
        carrack.tune(
            RULES, "mcts:iterations=2,rollout=random", ["c=0.5..2", "epsilon=0.1,0.2"], ledger=file
        )
    assert not file.exists()


@pytest.mark.parametrize(
    ("base", "vary", "words"),
    [
        ("mcts:iterations=8", ["cc"], "unknown key 'cc'; did you mean 'c'"),
        ("mcts:iterations=8", ["c=1..2000"], "c=2000: expected a number from 0 to 100"),
        ("mcts:iterations=8", ["c=-1..1"], "c=-1: expected"),
        ("mcts:iterations=8", ["c=2..1"], "an ascending range"),
        ("mcts:iterations=8", ["c=0..1:log"], "above 0"),
        ("mcts:iterations=8", ["c=a..b"], "ends of a range are numbers"),
        ("mcts:iterations=8", ["c=0.1..Infinity"], "ends of a range are numbers"),
        ("mcts:iterations=8", ["c=NaN..4"], "ends of a range are numbers"),
        ("mcts:iterations=8", ["c=-Infinity..4"], "ends of a range are numbers"),
        ("mcts:iterations=8", ["c=1..1e400"], "ends of a range are numbers"),
        ("mcts:iterations=8", ["c=1..1" + "0" * 400], "ends of a range are numbers"),
        ("mcts:iterations=8", ["iterations=NaN..5"], "ends of a range are numbers"),
        ("mcts:iterations=8", ["c=1,NaN"], "c=NaN: expected a number"),
        ("mcts:iterations=8", ["c=1," + "[" * 5000], "c=[["),
        ("flat", ["iterations=NaN..5"], "ends of a range are numbers"),
        ("flat", ["iterations=1,Infinity"], "iterations=Infinity"),
        ("flat", ["iterations=1e308..1.7e308"], "iterations"),
        ("mcts:iterations=8", ["c=1"], "at least two different values"),
        ("mcts:iterations=8", ["cutoff_turns=0.5..3"], "whole number"),
        ("mcts:iterations=8", ["rollout=random,scriptd"], "did you mean 'scripted'"),
        ("mcts:iterations=8", ["rollout=0..1"], "expected some of random, scripted, mast"),
        ("mcts:iterations=8", ["c", "c=0..1"], "given twice"),
        ("mcts:iterations=8", [], "nothing to vary"),
        ("mtcs", ["c"], "did you mean 'mcts'"),
        ("scripted", ["variant"], "unknown strategy"),
        ("scripted", ["variant=balanced,setler"], "did you mean 'settler'"),
        ("flat", ["iterations"], "range of this key is unknown"),
        ("flat", ["iteration=1..9"], "did you mean 'iterations'"),
    ],
)
def test_wrong_parameters_are_explained(
    base: str, vary: list[str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(carrack.InputError) as raised:
        carrack.tune(RULES, base, vary, ledger=tmp_path / "l.db")
    assert words in str(raised.value) and "\n" not in str(raised.value)
    assert not (tmp_path / "l.db").exists()


def test_wrong_numbers_are_explained(tmp_path: Path) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"candidates": 0}, "candidates is 0"), ({"blocks": 1}, "blocks is 1"),
        ({"p_threshold": 2}, "p_threshold is 2"), ({"test_seed": -1}, "test_seed is -1"),
        ({"threads": 0}, "threads is 0"), ({"seed": 3, "test_seed": 3}, "a different one"),
        ({"study": "a/b"}, "without '/'"), ({"against": ["random"] * 2}, "needs a seat"),
        ({"against": ["randon"]}, "did you mean 'random'"),
    ]  # fmt: skip
    for given, words in wrong:
        with pytest.raises(carrack.InputError, match=words):
            carrack.tune(RULES, BASE, VARY, ledger=tmp_path / "l.db", **given)
