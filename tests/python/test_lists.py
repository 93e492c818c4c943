"""Sets and dicts where a list is wanted; what varies may be a dict."""

from typing import Any

import pytest
from conftest import says

import carrack
from carrack._space import Space, varied

RULES = carrack.Ruleset(players=2)
SPEC = "uct:iterations=9"
ANY: Any = carrack


@pytest.mark.parametrize("given", [{"greedy", "random"}, frozenset({"random"}), {"greedy": 1}])
def test_they_are_refused(given: Any) -> None:
    """The order of a set is another one in each process, and the values of a dict would be lost."""
    kind = type(given).__name__
    for call in (
        lambda: carrack.play(RULES, given),
        lambda: carrack.tournament(RULES, given),
        lambda: carrack.BatchGame(carrack.Ruleset(players=3), 1, opponents=given),
    ):
        assert f"is of type {kind}, expected a list" in says(TypeError, call)


def test_what_has_an_order_is_taken() -> None:
    specs = {"greedy": 1, "random": 2}
    for given in (specs.keys(), tuple(specs), iter(specs)):
        assert carrack.play(RULES, given).agents[1] == "random"  # type: ignore[arg-type]


def test_what_varies_may_be_a_dict() -> None:
    """Its values were dropped, so that keys varied over their whole ranges."""
    texts = ["c=0.1..0.2:log", "rollout=random,scripted"]
    asked = {"c": "0.1..0.2:log", "rollout": "random,scripted"}
    assert varied(asked, "") == varied(texts, "") == texts
    pytest.importorskip("optuna")
    assert Space.parse(SPEC, asked) == Space.parse(SPEC, texts)
    assert Space.parse(SPEC, {"c": ""}) == Space.parse(SPEC, ["c"])


def test_what_varies_is_text() -> None:
    wrong: dict[str, Any] = {
        "vary is of type set, expected a list, as in ['c=2']": {"c"},
        "vary['c'] is 1, expected a text (str)": {"c": 1},
        "a key of vary is 1, expected a text (str)": {1: "0..1"},
    }
    for expected, given in wrong.items():
        assert says(TypeError, lambda: varied(given, "['c=2']")) == expected  # noqa: B023
    calls = [lambda: ANY.ablate(RULES, SPEC, {"c": 1}, ledger="none.db", games=4)]
    if pytest.importorskip("optuna"):
        calls += [lambda: ANY.tune(RULES, SPEC, {"c": 1}, ledger="none.db")]
    for call in calls:
        assert says(TypeError, call) == "vary['c'] is 1, expected a text (str)"
