"""Tables for terminals."""

from carrack._text import aligned, p_text, without_nan

ROWS = [["agent", "VP"], ["a", "7"], ["é", "112"]]


def test_columns_are_as_wide_as_their_longest_cell() -> None:
    assert aligned(ROWS) == ["agent  VP", "-----  ---", "a      7", "é      112"]


def test_numbers_go_to_the_right_in_columns_of_a_minimal_width() -> None:
    lines = aligned(ROWS, (0, 4), right=True, rule=False)
    assert lines == ["agent    VP", "a         7", "é       112"]


def test_p_values() -> None:
    texts = [p_text(p) for p in (1, 0.0496, 0.001, 0.0009, 0)]
    assert texts == ["1.000", "0.050", "0.001", "<0.001", "<0.001"]
    assert p_text(float("nan")) == "-" and p_text(float("nan"), "–") == "–"


def test_what_json_lacks_is_none() -> None:
    found = without_nan({"elo": float("inf"), "interval": (float("nan"), 1.5), "n": 3, "name": "x"})
    assert found == {"elo": None, "interval": [None, 1.5], "n": 3, "name": "x"}
