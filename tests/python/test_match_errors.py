"""experiments/studies/match: simulated error rates of the sequential test."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/match"))
import match_errors


def test_a_block_has_the_share_that_it_is_made_for() -> None:
    share = match_errors.won(60)
    assert share == pytest.approx(0.5855, abs=1e-4)
    made = [kind(share) for kind in (match_errors.independent, match_errors.alike)]
    for blocks in (*made, match_errors.mostly_even(share, 0.8)):
        assert min(blocks) >= 0 and sum(blocks) == pytest.approx(1)
        assert blocks[1] / 2 + blocks[2] == pytest.approx(share)


def test_every_test_ends_and_most_are_right() -> None:
    rng = np.random.default_rng(1)
    for share in (0.5, match_errors.won(150)):
        h0, h1, length, covered = match_errors.rates(
            match_errors.independent(share), 0, 150, 60, rng
        )
        assert h0 + h1 == pytest.approx(1) and length >= 8
        assert 0.7 < covered <= 1
        assert (h0 if share == 0.5 else h1) > 0.85


def test_the_table_has_a_line_for_each_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert match_errors.main(["--tests", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [len(line.split("|")) for line in lines] == [11] * 11


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--tests", "0"], 1, "tests is 0, expected 1 or more"),
        (["--seed", "-1"], 1, "seed is -1, expected 0 or more"),
        (["--tests", "many"], 2, "--tests: expected a whole number, not 'many'"),
        (["--test", "2"], 2, "unknown option '--test'; did you mean '--tests'?"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(
    words: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        sys.exit(match_errors.main(words))
    out, err = capsys.readouterr()
    assert ended.value.code == status and (out, err) == ("", f"carrack: {told}\n")
