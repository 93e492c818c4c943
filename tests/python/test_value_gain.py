"""experiments/studies/learning/value_gain.py: explained variance, log-loss, slopes."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
import value_gain as study
from bootstrap import Values


def test_leads_are_over_the_best_other_player() -> None:
    assert study.lead(np.array([[5.0, 9, 2], [4, 4, 1]])).tolist() == [[-4, 4, -7], [0, 0, -3]]


def test_figures_are_those_of_the_positions() -> None:
    draw = np.random.default_rng(1)
    x, y = draw.normal(size=(2, 50, 4))
    y += 0.5 * x
    sums = study.moments(x, y).sum(axis=0)
    flat_x, flat_y = x.ravel(), y.ravel()
    assert study.slope(sums) == pytest.approx(np.polyfit(flat_x, flat_y, 1)[0])
    assert study.correlation_squared(sums) == pytest.approx(np.corrcoef(flat_x, flat_y)[0, 1] ** 2)
    rest = ((flat_y - flat_x) ** 2).sum() / ((flat_y - flat_y.mean()) ** 2).sum()
    assert study.explained(sums) == pytest.approx(1 - rest)
    loss = study.log_loss(np.array([[1.0, 0], [0.5, 0.5]]), np.array([[0.25, 0.75], [0.25, 0.75]]))
    assert loss == pytest.approx([np.log(4), (np.log(4) + np.log(4 / 3)) / 2])


def outcomes(strength: Values, draw: np.random.Generator) -> tuple[Values, Values]:
    """Win shares and leads of games whose winners are drawn with these probabilities."""
    winner = (strength.cumsum(axis=1) > draw.random((len(strength), 1))).argmax(axis=1)
    won = np.eye(strength.shape[1])[winner]
    return won, study.lead(20 * won + draw.normal(size=won.shape))


def test_the_better_value_has_the_gain_and_the_slope_1() -> None:
    draw = np.random.default_rng(2)
    vp = draw.normal(scale=10, size=(4000, 3))
    truth = study.softmax(0.1 * vp)
    share, lead = outcomes(truth, draw)
    noisy = vp + draw.normal(scale=10, size=vp.shape)
    found = study.Comparison(study.Sample(np.arange(4000), truth, noisy, share, lead))
    for gain in (found.win_share_gain, found.lead_gain, found.loss_gain):
        assert gain.low > 0
    assert found.slope.low < 1 < found.slope.high and found.games == 4000
    same = study.Comparison(study.Sample(np.arange(4000), truth, vp, share, lead))
    assert abs(same.loss_gain.value) < 0.003  # the scale has been found
    assert same.evaluation_slope.low < 1 < same.evaluation_slope.high
    sharp = study.Comparison(study.Sample(np.arange(4000), study.softmax(vp), vp, share, lead))
    assert sharp.slope.high < 0.8 and sharp.loss_gain.high < 0


def test_the_scale_comes_from_the_other_half_of_the_games() -> None:
    vp = np.tile([[10.0, 0]], (200, 1))
    is_even = np.arange(200) % 2 == 0
    share = np.where(is_even[:, None], [0.9, 0.1], [0.6, 0.4])
    value = study.win_shares_of_evaluation(study.Sample(np.arange(200), vp, vp, share, vp))
    assert value[is_even][0, 0] == pytest.approx(0.6, abs=0.02)
    assert value[~is_even][0, 0] == pytest.approx(0.9, abs=0.02)


def test_a_small_run_has_all_turns_and_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    words = [str(file), "--games", "12", "--players", "3", "--agent", "policy:temperature=1"]
    assert study.main(words) == 0
    whole = capsys.readouterr().out
    content = file.read_bytes()
    first, second = whole.split("\n\n")[1:]
    for table in (first, second):
        assert re.findall(r"^\| (\d) \|", table, re.MULTILINE) == list("2345678")
    assert len(re.findall(r"\| 12 \|", first)) == 7
    assert len(re.findall(r"-?\d\.\d{2,4} \[[^]]+\]", second)) == 7 * 4
    file.write_bytes(content[:-100])
    assert study.main(words) == 0
    assert capsys.readouterr().out == whole and file.read_bytes() == content
    assert study.main([*words, "--seed", "9"]) == 1
    assert "seed is 5201 there, 9 here" in capsys.readouterr().err


def test_values_are_those_of_the_network() -> None:
    states = [s for s in carrack.play(carrack.Ruleset(), ["random"]) if s.current_player >= 0][:9]
    network = carrack.Network("default")
    assert np.array_equal(study.values_of(network, states), network.evaluate(states)[1])


def test_no_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert study.main([str(tmp_path / "x"), "--games", "0"]) == 1
    assert capsys.readouterr().err == "carrack: games is 0, expected 1 or more\n"
