"""carrack.mean_interval, carrack.mean_p_value, carrack.holm, carrack.conditional_logit."""

from typing import Any

import numpy as np
import pytest
from conftest import says

import carrack


def test_an_interval_knows_its_range() -> None:
    won = carrack.mean_interval(np.ones(24), 4, between=(0, 1))
    assert won.mean == won.high == 1
    assert won.low == pytest.approx(96 / (96 + 2.0687**2), abs=1e-5)
    assert won.text(2) == "1.00 [0.96, 1.00]" and won.half_width == pytest.approx(0.0213, abs=1e-4)
    assert carrack.mean_interval(np.ones(24), 4, between=(1, 4)).high < 1.2
    all_at_once = carrack.mean_interval(np.ones(24), 4, between=(0, 1), together=10)
    assert all_at_once.low < won.low


def test_without_a_range_it_is_students_with_a_floor() -> None:
    values = np.array([2.0, 4, 4, 4, 5, 5, 7, 9])
    found = carrack.mean_interval(values)
    half = 2.364624 * values.std(ddof=1) / np.sqrt(8)
    assert found == pytest.approx((5, 5 - half, 5 + half), abs=1e-5)
    assert carrack.mean_interval(np.full(40, 12)).half_width == 0
    assert carrack.mean_interval([0.5, 0.5], between=(0, 1)).half_width > 0
    assert np.isnan(carrack.mean_interval([])).all()
    assert carrack.mean_interval(np.full(40, 12), 4, step=1).half_width == pytest.approx(
        2.0227 / 160, abs=1e-5
    )


def test_blocks_count_by_their_games() -> None:
    found = carrack.mean_interval([0.0, 1.0, 1.0], [4, 2, 2], between=(0, 1))
    assert found.mean == pytest.approx(0.5) and 0 < found.low < 0.5 < found.high < 1
    assert np.isnan(carrack.mean_interval([1.0]).low)
    assert carrack.mean_interval([1.0]).text(1) == "1.0"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0], [1, 2, 3]), "counts has the shape"),
        (([1.0, np.nan],), r"values\[1\] is nan, expected a finite number"),
        (([0.5, 0.5], [1, np.nan]), r"counts\[1\] is nan, expected a finite number"),
        (([0.0, 0.5], [np.inf, 1]), r"counts\[0\] is inf, expected a finite number"),
        (([1.0, 2.0], 0), r"counts\[0\] is not above 0"),
        (([[1.0, 2.0]],), "2 dimensions"),
    ],
)
def test_wrong_values_are_explained(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(carrack.InputError, match=message):
        carrack.mean_interval(*arguments)  # type: ignore[arg-type]


def test_wrong_options_are_explained() -> None:
    with pytest.raises(
        carrack.InputError, match=r"values\[1\] is 2.0, expected a mean from 0.0 to 1.0"
    ):
        carrack.mean_interval([1.0, 2.0], between=(0, 1))
    with pytest.raises(carrack.InputError, match="the lower one first"):
        carrack.mean_interval([1.0, 1.0], between=(2, 0))
    with pytest.raises(carrack.InputError, match="together is 0"):
        carrack.mean_interval([1.0, 1.0], together=0)
    with pytest.raises(carrack.InputError, match="together is 1000.*, expected 1 to 1000000000"):
        carrack.mean_interval([1.0, 1.0], together=10**30)
    with pytest.raises(carrack.InputError, match="step"):
        carrack.mean_interval([1.0, 1.0], step=-1)
    with pytest.raises(carrack.InputError, match="expected two finite numbers"):
        carrack.mean_interval([], between=(0, 1, 2))  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match=r"values\[0\] is -5.0"):
        carrack.mean_interval([-5, 6], between=(0, 1))  # although the mean is inside


@pytest.mark.parametrize("between", [None, (0.0, 1.0)])
def test_a_p_value_says_what_the_interval_says(between: tuple[float, float] | None) -> None:
    values = np.array([0.2, 0.5, 0.4, 0.7, 0.3, 0.6, 0.5, 0.9])
    low, high = carrack.mean_interval(values, 4, between=between)[1:]
    for end in (low, high):
        for expected, inside in ((end - 1e-3, end == high), (end + 1e-3, end == low)):
            p = carrack.mean_p_value(values, 4, expected=expected, between=between)
            assert (p > 0.05) == inside and p == pytest.approx(0.05, abs=0.005)
    assert np.isnan(carrack.mean_p_value([0.5], expected=0.2, between=between))
    for blocks in (10, 24):  # whose sum over their number is not 0.1
        assert carrack.mean_p_value([0.1] * blocks, expected=0.1) == 1


def test_wrong_p_values_are_explained() -> None:
    with pytest.raises(carrack.InputError, match="expected should be inside the range"):
        carrack.mean_p_value([0.2, 0.4], expected=1.5, between=(0, 1))
    with pytest.raises(carrack.InputError, match="counts has the shape"):
        carrack.mean_p_value([0.2, 0.4], [1, 2, 3], expected=0.5)
    with pytest.raises(carrack.InputError, match="expected 1: "):
        carrack.mean_p_value([[0.2]], expected=0.5)
    with pytest.raises(carrack.InputError, match="expected is nan"):
        carrack.mean_p_value([0.2, 0.4], expected=float("nan"))
    with pytest.raises(carrack.InputError, match="step is -1"):
        carrack.mean_p_value([0.2, 0.4], expected=0.5, step=-1)


def test_only_p_values_are_adjusted() -> None:
    for wrong in ([1.5, 0.1], [0.5, -0.1]):
        with pytest.raises(carrack.InputError, match=r"p_values\[\d\] is .*, expected 0 to 1"):
            carrack.holm(wrong)
    with pytest.raises(carrack.InputError, match="2 dimensions, expected 1"):
        carrack.holm([[0.5]])


def test_holm() -> None:
    assert carrack.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert carrack.holm([]).tolist() == []


def test_the_logit_finds_what_the_choices_were_drawn_from() -> None:
    random = np.random.default_rng(3)
    truth = np.array([0.8, -0.5])
    x = random.normal(size=(2000, 4, 2))
    chosen = (x @ truth + random.gumbel(size=(2000, 4))).argmax(axis=1)
    fit = carrack.conditional_logit(x, np.eye(4)[chosen], np.arange(2000) // 4)
    assert fit is not None and fit.clusters == 500
    assert np.abs(fit.coefficients - truth).max() < 3 * fit.standard_errors.max() < 0.2
    assert fit.covariance == pytest.approx(fit.model_covariance, rel=0.3, abs=1e-4)
    logits = x @ fit.coefficients
    likelihoods = logits[range(2000), chosen] - np.log(np.exp(logits).sum(axis=1))
    assert fit.log_likelihood == pytest.approx(likelihoods.sum())
    # Clusters may stand in any order, and sets may have different numbers of alternatives.
    order = random.permutation(2000)
    again = carrack.conditional_logit(x[order], np.eye(4)[chosen][order], order // 4)
    assert again is not None
    assert again.covariance == pytest.approx(fit.covariance)
    shorter = next(i for i in range(2000) if chosen[i] < 3)
    sets = [x[i, :3] if i == shorter else x[i] for i in range(2000)]
    shares = [np.eye(len(options))[chosen[i]] for i, options in enumerate(sets)]
    mixed = carrack.conditional_logit(sets, shares)
    assert mixed is not None and mixed.clusters == 2000
    assert mixed.coefficients == pytest.approx(fit.coefficients, abs=0.02)


def test_the_logit_says_what_is_wrong() -> None:
    assert carrack.conditional_logit([], []) is None
    one = [np.eye(2)]
    for x, share, message in (
        (one, [[0.5, 0.6]], "set 0: share should be 0 or more, and sum to 1"),
        (one, [[1, 0, 0]], "each of the 2 alternatives"),
        (one, [], "x has 1 sets, share 0"),
        ([np.eye(2), np.ones((2, 3))], [[1, 0]] * 2, "set 1: x has 3 covariates, expected 2"),
        ([[1.0, 2.0]], [[1, 0]], r"\[alternatives, covariates\]"),
        ([[[np.inf], [0]]], [[1, 0]], "not finite"),
    ):
        with pytest.raises(carrack.InputError, match=message):
            carrack.conditional_logit(x, share)  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="cluster"):
        carrack.conditional_logit(one, [[1, 0]], [-1])


def test_tables_have_no_interval_of_width_zero(ruleset: carrack.Ruleset) -> None:
    result = carrack.tournament(ruleset, ["scripted", "random", "random"], blocks=6)
    row = result.table()[0]
    assert row["win_share"] == 1 == row["win_share_high"] and row["win_share_low"] < 0.9
    assert row["mean_rank_low"] == 1 and 1 < row["mean_rank_high"] <= 3
    assert row["win_share_half_width"] > 0.05
    assert "1.000 [0." in str(result) and "1.000 [0." in result._repr_html_()
    assert "± 0.000" not in str(result)


def test_numbers_of_statistics_are_named() -> None:
    p_value: Any = carrack.mean_p_value
    assert (
        says(TypeError, lambda: p_value([0.5, 0.7], expected="x"))
        == "expected is 'x', expected a number"
    )
    infinite = lambda: p_value([0.5, 0.7], expected=10**400)  # noqa: E731
    assert says(carrack.InputError, infinite).endswith("expected a finite number")
    assert p_value([0.5, 0.7], expected=np.float32(0.5)) == p_value([0.5, 0.7], expected=0.5)
    with pytest.raises(TypeError, match="positional"):  # values and counts, as of mean_interval
        p_value([0.5, 0.7], 1, 0.5)
    mean: Any = carrack.mean_interval
    told = "values is of type list, expected numbers"
    assert says(TypeError, lambda: mean(["a"])) == told
    assert says(TypeError, lambda: mean([0.5], counts="x")) == "counts is 'x', expected numbers"
    assert says(carrack.InputError, lambda: mean([[1], [1, 2]])).startswith("values has rows of")
    holm: Any = carrack.holm
    assert says(TypeError, lambda: holm("x")) == "p_values is 'x', expected numbers"
    logit: Any = carrack.conditional_logit
    assert says(TypeError, lambda: logit(None, None)).startswith("x is None, expected a list")
    assert says(TypeError, lambda: logit([[[1]]], 3)).startswith("share is 3, expected a list")
    assert says(TypeError, lambda: logit(["a"], [[1]])) == "x[0] is 'a', expected numbers"
    assert says(TypeError, lambda: logit([[[1]]], [[1]], 3)).startswith("cluster is 3, expected a")
