"""Errors for arguments of the wrong type or out of range: one line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, SupportsIndex

import pytest
from conftest import says

import carrack

RULES = carrack.Ruleset(players=2)
STATE = RULES.new_state(seed=1)
AGENT = carrack.agent("random")
ANY: Any = carrack


def test_negative_seeds_are_out_of_range() -> None:
    expected = "seed is -1, expected a whole number from 0 to 18446744073709551615"
    calls: list[Callable[[], Any]] = [
        lambda: RULES.new_state(-1),
        lambda: carrack.State(RULES, -1),
        lambda: STATE.resampled(0, -1),
        lambda: AGENT.choose(STATE, -1),
        lambda: carrack.BatchGame(RULES, 1, seed=-1),
        lambda: carrack.search(STATE, "uct:iterations=1", seed=-1),
        lambda: carrack.play(RULES, ["random"], seed=-1),
        lambda: carrack.tournament(RULES, ["random"], 1, seed=-1),
        lambda: carrack.match(RULES, "random", "random", seed=-1),
    ]
    for call in calls:
        assert says(carrack.InputError, call) == expected
    assert says(carrack.InputError, lambda: RULES.new_state(2**64)).startswith("seed is 1844674")


def test_other_numbers_out_of_range_are_named() -> None:
    assert "n is -1" in says(carrack.InputError, lambda: carrack.BatchGame(RULES, -1))
    batch = carrack.BatchGame(RULES, 1)
    assert "steps is -1" in says(carrack.InputError, lambda: batch.step_random(-1))
    for players in (2**70, 2**32, -1):
        wrong = lambda n=players: carrack.Ruleset(players=n)  # noqa: E731
        expected = f"players is {players}, expected a whole number from 2 to 6"
        assert says(carrack.InputError, wrong) == expected
    play = lambda: carrack.play(RULES, ["random"], game=-2)  # noqa: E731
    assert "game is -2" in says(carrack.InputError, play)
    block = lambda: carrack.tournament(RULES, ["random"], blocks=-1)  # noqa: E731
    assert "blocks is -1" in says(carrack.InputError, block)


def test_a_text_where_a_list_is_wanted() -> None:
    builder = lambda: ANY.Ruleset("empires", modules="builder")  # noqa: E731
    assert says(TypeError, builder) == "modules is 'builder', expected a list of texts (str)"
    scouting = lambda: ANY.Ruleset("empires", variants="scouting")  # noqa: E731
    assert says(TypeError, scouting).startswith("variants is 'scouting', expected a list")
    for call in (
        lambda: carrack.play(RULES, "random"),
        lambda: carrack.tournament(RULES, "random"),
        lambda: carrack.tournament(RULES, "random", ledger="none.db"),
    ):
        text = says(TypeError, call)
        assert text == "agents is 'random', expected a list, as in ['random']"
    assert "agents is 5" in says(TypeError, lambda: ANY.play(RULES, 5))


def test_a_text_where_a_list_is_wanted_by_what_needs_more() -> None:
    pytest.importorskip("pandas")
    assert "agents is 'random'" in says(TypeError, lambda: carrack.trial(RULES, "random"))
    navy = lambda: carrack.trial(RULES, ["random"], "navy")  # noqa: E731
    assert "tiles is 'navy'" in says(TypeError, navy)
    pytest.importorskip("optuna")
    vary = lambda: carrack.tune(RULES, "mcts", "c", ledger="none.db")  # noqa: E731
    assert "vary is 'c'" in says(TypeError, vary)
    against = lambda: carrack.tune(  # noqa: E731
        RULES, "mcts", ["c"], against="greedy", ledger="none.db"
    )
    assert "against is 'greedy'" in says(TypeError, against)


STUDIES: dict[str, Callable[..., Any]] = {
    "tune": lambda rules=RULES, agent="mcts", **options: ANY.tune(
        rules, agent, ["c"], ledger="none.db", **options
    ),
    "ablate": lambda rules=RULES, agent="mcts", **options: ANY.ablate(
        rules, agent, ledger="none.db", **{"vary": ["c=2"], "games": 4, **options}
    ),
}


@pytest.mark.parametrize("study", STUDIES)
def test_studies_name_their_arguments(study: str) -> None:
    pytest.importorskip("optuna")
    call = STUDIES[study]
    assert says(TypeError, lambda: call(rules="aoe3")) == f"ruleset is 'aoe3', {RULESET}"
    assert says(TypeError, lambda: call(against="greedy")).startswith("against is 'greedy', expect")
    assert says(TypeError, lambda: call(study=5)) == "study is 5, expected a text (str)"
    numbers = {"tune": ("candidates", "blocks", "step"), "ablate": ("games", "seats", "threads")}
    for name in numbers[study]:
        for given in ("4", 4.0):
            text = says(TypeError, lambda: call(**{name: given}))  # noqa: B023
            assert text == f"{name} is {given!r}, expected a whole number"
    if study == "ablate":
        for name in ("vary", "change"):
            text = says(TypeError, lambda: call(**{name: "variant=settler"}))  # noqa: B023
            assert text.startswith(f"{name} is 'variant=settler', expected a list, as in")


class Greedy(carrack.PythonAgent):
    """Has the name of a built-in agent."""

    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[0]


def test_an_object_is_not_replaced_by_a_built_in_of_its_name() -> None:
    pytest.importorskip("optuna")
    pytest.importorskip("pandas")
    from carrack import balance

    mine = Greedy()
    study: Any = balance
    calls: list[tuple[str, Callable[[Any], Any]]] = [
        ("agent", lambda it: ANY.ablate(RULES, it, ["c=2"], games=4, ledger="none.db")),
        ("against[0]", lambda it: ANY.ablate(RULES, "mcts", ["c=2"], against=[it], games=4,
                                             ledger="none.db")),
        ("agent", lambda it: ANY.tune(RULES, it, ["c"], ledger="none.db")),
        ("against[1]", lambda it: ANY.tune(RULES, "mcts", ["c"], against=["random", it],
                                           ledger="none.db")),
        ("agent", lambda it: study.balance(RULES, it)),
        ("agent", lambda it: study.compare(RULES, RULES, it)),
        ("agent", lambda it: ANY.fit(10, agent=it)),
        ("agent", lambda it: ANY.search(STATE, it)),
    ]  # fmt: skip
    for name, call in calls:
        assert says(carrack.InputError, lambda: call(mine)).startswith(  # noqa: B023
            f"{name} is a Greedy, expected one with a spec; carrack.serve makes a program"
        )
        told = f"{name} is 3, expected a spec or an object with choose(state, seed)"
        assert says(TypeError, lambda: call(3)) == told  # noqa: B023
        assert "call it: Greedy()" in says(TypeError, lambda: call(Greedy))  # noqa: B023


def test_arguments_that_would_be_ignored_are_refused() -> None:
    pytest.importorskip("pandas")
    game = carrack.play(RULES, ["random"])
    calls: dict[str, Callable[[], Any]] = {
        "force needs record=": lambda: carrack.play(RULES, ["random"], force=True),
        "force needs output=": lambda: carrack.fit(10, force=True),
        "name needs ledger=": lambda: carrack.trial(RULES, ["random"], name="other"),
        "ignore_signature needs ledger=": lambda: carrack.trial(
            RULES, ["random"], ignore_signature=True
        ),
        "batch needs evaluate=": lambda: carrack.search(STATE, batch=8),
        "tree_visits needs tree_depth=": lambda: carrack.search(STATE, tree_visits=2),
        "seed needs agent=": lambda: game.report(None, seed=2),
        "threads needs agent=": lambda: game.report(None, threads=2),
    }
    for told, call in calls.items():
        assert says(carrack.InputError, call) == told
    match = lambda: carrack.match(RULES, "random", "random", force=True)  # noqa: E731
    assert says(carrack.InputError, match) == "force needs record="


def test_values_of_another_type_are_named() -> None:
    assert says(TypeError, lambda: ANY.Ruleset(5)) == "edition is 5, expected a text (str)"
    assert "players is '4', expected a whole number" in says(
        TypeError, lambda: ANY.Ruleset(players="4")
    )
    assert says(TypeError, lambda: ANY.agent(None)) == "spec is None, expected a text (str)"
    text = says(TypeError, lambda: ANY.State(RULES, 1.5))
    assert text == "seed is 1.5, expected a whole number or None"
    assert "of type object" in says(TypeError, lambda: ANY.agent(object()))


RULESET = "expected a Ruleset, as in carrack.Ruleset('aoe3', players=4)"


def test_what_is_no_ruleset_is_named() -> None:
    calls: list[Callable[[Any], Any]] = [
        lambda given: carrack.play(given, ["random"]),
        lambda given: carrack.tournament(given, ["random"], 1),
        lambda given: carrack.tournament(given, ["random"], 1, ledger="none.db"),
        lambda given: carrack.match(given, "random", "random"),
        lambda given: carrack.BatchGame(given, 1),
        lambda given: carrack.State(given),
        lambda given: AGENT.begin(given, 0),
        lambda given: carrack.State.from_dict(given, {}),
    ]
    for call in calls:
        assert says(TypeError, lambda: call("aoe3")) == f"ruleset is 'aoe3', {RULESET}"  # noqa: B023
        assert says(TypeError, lambda: call(None)) == f"ruleset is None, {RULESET}"  # noqa: B023
        assert "State, expected a Ruleset" in says(TypeError, lambda: call(STATE))  # noqa: B023
    pytest.importorskip("pandas")
    trial = lambda: ANY.trial("aoe3", ["random"])  # noqa: E731
    assert says(TypeError, trial) == f"ruleset is 'aoe3', {RULESET}"


def test_what_is_no_state_is_named() -> None:
    for call in (lambda: ANY.search(RULES), lambda: AGENT.choose(ANY.Ruleset())):
        assert says(TypeError, call).endswith("Ruleset, expected a State")
    assert says(TypeError, lambda: ANY.search(None)) == "state is None, expected a State"
    positions = lambda: ANY.BatchGame(RULES, 1, positions=[STATE, None])  # noqa: E731
    assert "positions is [" in says(TypeError, positions)
    told = lambda: ANY.State.from_dict(RULES, "{}")  # noqa: E731
    assert says(TypeError, told) == "state is '{}', expected a dict"


def test_a_number_of_threads_has_its_range() -> None:
    for call in (
        lambda: carrack.BatchGame(RULES, 1, threads=-1),
        lambda: carrack.tournament(RULES, ["random"], 1, threads=-1),
        lambda: carrack.match(RULES, "random", "random", threads=-1),
    ):
        expected = "threads is -1, expected a whole number from 1 to 1024"
        assert says(carrack.InputError, call) == expected


def test_a_match_names_its_arguments() -> None:
    for options, words in (
        ({"elo1": -5}, "elo0 should be below elo1, and both from -2000 to 2000"),
        ({"alpha": 0}, "alpha"),
        ({"beta": 0.5}, "beta"),
    ):
        text = says(carrack.InputError, lambda: ANY.match(RULES, "random", "random", **options))  # noqa: B023
        assert text.startswith(words) and "--" not in text


def test_a_record_is_a_path() -> None:
    for call in (
        lambda: ANY.play(RULES, ["random"], record=5),
        lambda: ANY.tournament(RULES, ["random"], 1, record=5),
        lambda: ANY.match(RULES, "random", "random", record=5),
    ):
        assert says(TypeError, call) == "record is 5, expected a path"


def test_one_agent_takes_every_seat() -> None:
    assert carrack.play(RULES, ["random"]).agents == ("random", "random")
    assert carrack.tournament(RULES, ["random"], 1).names == ("random", "random #2")
    four = carrack.Ruleset(players=4)
    assert "3 agents" in says(carrack.InputError, lambda: carrack.play(four, ["random"] * 3))


class Derived(carrack.Agent):
    """Its method would not be called."""

    def choose(self, state: carrack.State, seed: SupportsIndex | None = None) -> int:
        raise AssertionError


def test_a_class_derived_from_agent_is_refused_everywhere(tmp_path: Path) -> None:
    seat = pytest.importorskip("carrack.envs.seat")
    mine = Derived("random")
    calls: list[Callable[[], Any]] = [
        lambda: carrack.play(RULES, [mine]),
        lambda: carrack.tournament(RULES, [mine], 1),
        lambda: carrack.tournament(RULES, [mine], 1, ledger=tmp_path / "none.db"),
        lambda: carrack.match(RULES, mine, "random"),
        lambda: seat.SeatEnv(RULES, [mine]),
    ]
    for call in calls:
        assert "derive it from carrack.PythonAgent" in says(TypeError, call)


def test_a_class_in_place_of_an_object_is_named() -> None:
    for call in (lambda: ANY.play(RULES, [Greedy]), lambda: ANY.match(RULES, Greedy, "random")):
        assert says(TypeError, call).endswith("; call it: Greedy()")


@pytest.mark.parametrize("name", ["", "a\0b", "nu\udcff"])
def test_names_of_files_are_checked(name: str, tmp_path: Path) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: carrack.play(RULES, ["random"], record=name),
        lambda: carrack.match(RULES, "random", "random", record=name),
        lambda: carrack.tournament(RULES, ["random"], 1, record=name),
        lambda: carrack.tournament(RULES, ["random"], 1, ledger=name),
        lambda: carrack.Ledger(name),
        lambda: carrack.fit(1, output=name),
        lambda: carrack.rate([name]),
        lambda: carrack.read_tree(name),
    ]
    for call in calls:
        assert "expected " in says(carrack.InputError, call)


def test_true_is_not_a_number() -> None:
    calls: list[Callable[[], Any]] = [
        lambda: carrack.play(RULES, ["random"], seed=True),
        lambda: carrack.tournament(RULES, ["random"], True),
        lambda: carrack.tournament(RULES, ["random"], 1, threads=True),
        lambda: carrack.BatchGame(RULES, True),
        lambda: carrack.Ruleset(players=True),
    ]
    for call in calls:
        assert "is True, expected a whole number" in says(TypeError, call)


def test_arguments_without_their_companion_are_refused() -> None:
    for options, expected in (
        ({"name": "other"}, "name needs ledger="),
        ({"ignore_signature": True}, "ignore_signature needs ledger="),
        ({"force": True}, "force needs record="),
    ):
        call = lambda: ANY.tournament(RULES, ["random"], 1, **options)  # noqa: B023, E731
        assert says(carrack.InputError, call) == expected


def test_texts_are_not_lists_of_letters() -> None:
    pytest.importorskip("pandas")
    tree = carrack.search(STATE, "uct:iterations=50", tree_depth=2).tree
    assert tree is not None
    assert "path is 'pass', expected a list" in says(TypeError, lambda: tree.find("pass"))
    compare: Any = tree.compare
    assert "other is 3, expected a SearchTree" in says(TypeError, lambda: compare(3))


def test_positions_and_texts_of_another_type_are_named() -> None:
    batch = carrack.BatchGame(RULES, 1)
    calls: list[tuple[type[Exception], Callable[[], Any], str]] = [
        (TypeError, lambda: ANY.State.parse_action(STATE, 3), "text is 3"),
        (TypeError, lambda: batch.state("0"), "game is '0'"),  # type: ignore[arg-type]
        (IndexError, lambda: batch.state(-1), "game is -1, expected 0 to 0"),
        (TypeError, lambda: ANY.Ledger("none.db", 3), "name is 3"),
        (TypeError, lambda: ANY.Record.from_string(3), "text is 3"),
    ]
    for error, call, expected in calls:
        assert expected in says(error, call)


def test_arguments_of_records_trees_and_ledgers_are_named(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    game: Any = carrack.play(RULES, ["random"])
    tree: Any = carrack.search(STATE, "uct:iterations=50", tree_depth=2).tree
    carrack.tournament(RULES, ["random"], 1, ledger=tmp_path / "l.db")
    ledger: Any = carrack.Ledger(tmp_path / "l.db")
    calls: list[tuple[Callable[[], Any], str]] = [
        (lambda: game.state_at("3"), "ply is '3', expected a whole number"),
        (lambda: game.state_at(3.5), "ply is 3.5, expected a whole number"),
        (lambda: game.decision_at("3"), "ply is '3', expected a whole number"),
        (lambda: game.to_svg("x"), "ply is 'x', expected a whole number"),
        (lambda: game.save(None), "path is None, expected a path"),
        (lambda: game.report(value=3), "value is 3, expected a text (str)"),
        (lambda: ANY.verify(["a.jsonl"]), "path is of type list, expected a path"),
        (lambda: ANY.read_records(3), "path is 3, expected a path"),
        (lambda: ANY.Record.from_file(3), "path is 3, expected a path"),
        (lambda: tree.find([3]), "path[0] is 3, expected a text (str)"),
        (lambda: tree.save(None), "path is None, expected a path"),
        (lambda: ledger.columns(3), "table is 3, expected a text (str)"),
        (lambda: ledger.merge(3), "other is 3, expected a path"),
    ]
    for call, expected in calls:
        assert says(TypeError, call) == expected
    assert says(carrack.InputError, lambda: game.state_at(-1)).startswith(
        "ply is -1, expected 0 to"
    )


def test_arguments_of_tables_are_named(tmp_path: Path) -> None:
    for name in ("duckdb", "pandas", "pyarrow"):
        pytest.importorskip(name)
    carrack.tournament(RULES, ["random"], 1, ledger=tmp_path / "l.db")
    ledger: Any = carrack.Ledger(tmp_path / "l.db")
    assert says(TypeError, lambda: ledger.sql(3)) == "query is 3, expected a text (str)"
    assert says(TypeError, lambda: ledger.export_parquet(3)) == "folder is 3, expected a path"


def test_values_of_studies_and_pictures_are_named(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("optuna")
    tune = lambda: ANY.tune(RULES, "mcts", [1], ledger="none.db")  # noqa: E731
    assert says(TypeError, tune) == "vary[0] is 1, expected a text (str)"
    varied = lambda: ANY.ablate(RULES, "mcts", [1], games=4, ledger="none.db")  # noqa: E731
    assert says(TypeError, varied) == "vary[0] is 1, expected a text (str)"
    changed = lambda: ANY.ablate(RULES, "mcts", [], [None], games=4, ledger="n.db")  # noqa: E731
    assert says(TypeError, changed) == "change[0] is None, expected a text (str)"
    prices = lambda: ANY.fair_prices(None, RULES)  # noqa: E731
    assert says(TypeError, prices).startswith("forks is None, expected the frame of")
    drawing = lambda: ANY.State(RULES, 1).to_svg(before=3)  # noqa: E731
    assert says(TypeError, drawing) == "before is 3, expected a State or None"
    game: Any = carrack.play(RULES, ["random"])
    traced = lambda: game.to_string(trace="x")  # noqa: E731
    assert says(TypeError, traced) == "trace is 'x', expected True or False"


def test_studies_of_balance_name_their_arguments() -> None:
    pytest.importorskip("pandas")
    from carrack import balance

    study: Any = balance
    for error, call, expected in (
        (TypeError, lambda: study.balance(None), "ruleset is None"),
        (TypeError, lambda: study.compare(RULES, None), "other is None"),
        (TypeError, lambda: study.compare(RULES, RULES, "random", seed=1.5), "seed is 1.5"),
        (TypeError, lambda: study.compare(RULES, RULES, threads="2"), "threads is '2'"),
        (TypeError, lambda: study.compare(RULES, RULES, sizes=3), "sizes is 3"),
        (TypeError, lambda: study.balance(RULES, "random", compare=3), "compare is 3"),
        (carrack.InputError, lambda: study.Sizes().scaled(float("nan")), "scale is nan"),
        (carrack.InputError, lambda: study.Sizes().scaled(-1), "scale is -1"),
        (TypeError, lambda: study.Sizes().scaled("a"), "scale is 'a', expected a number"),
    ):
        assert expected in says(error, call)
