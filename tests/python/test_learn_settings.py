"""carrack.learn: settings of trainings, refused where they are made."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

jax = pytest.importorskip("jax")
pytest.importorskip("optax")

from carrack.learn import (  # noqa: E402
    Examples,
    Plan,
    SelfPlayExamples,
    ValueExamples,
    command_line,
    limits,
    model,
    quantize,
)
from carrack.learn.folder import Folder, value_helps  # noqa: E402
from carrack.learn.levels import Levels  # noqa: E402
from carrack.learn.training import Settings  # noqa: E402
from carrack.learn.value_training import ValueSettings  # noqa: E402


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"width": 33}, "^width is 33, expected a multiple of 16 up to 1024; the nearest is 32$"),
        ({"width": 0}, "^width is 0, expected 1 or more$"),
        ({"layers": (16, 1040)}, r"^layers\[1\] is 1040, .*; the nearest is 1024$"),
        ({"layers": ()}, "^layers has 0 widths, expected 1 to 4$"),
        ({"epochs": -1}, "^epochs is -1, expected 0 to 1000000000$"),
        ({"batch": 0}, "^batch is 0, expected 1 to 1000000000$"),
        ({"rate": 0.0}, "^rate is 0.0, expected 1e-12 to 1000$"),
        ({"vp_weight": float("nan")}, r"^vp_weight is nan, expected 0 to 1e\+06$"),
        ({"test_share": 1.5}, "^test_share is 1.5, expected 0 to 0.(45|9)$"),
        ({"seed": -1}, "^seed is -1, expected 0 to 4294967295$"),
    ],
)
def test_wrong_settings_are_refused_at_the_start(given: dict[str, Any], expected: str) -> None:
    for settings in (Settings, ValueSettings):
        with pytest.raises(carrack.InputError, match=expected):
            settings(**given)


def test_plans_have_values_of_their_types() -> None:
    plan: Any = Plan
    for given, told in (
        ({"value_share": "x"}, "^value_share is 'x', expected a number"),
        ({"quick_share": None}, "^quick_share is None, expected a number"),
        ({"tables": ("aoe3",)}, r"^tables\[0\] is 'aoe3', expected a carrack.learn.Table"),
        ({"tables": "aoe3"}, "^tables is 'aoe3', expected a list"),
        ({"search": 5}, "^search is 5, expected a text"),
    ):
        with pytest.raises(TypeError, match=told):
            plan(**given)


@pytest.mark.parametrize("part", ["self_play", "training"])
def test_a_damaged_plan_is_refused(tmp_path: Path, part: str) -> None:
    Folder(tmp_path, Plan())
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {part: 5}))
    with pytest.raises(carrack.InputError, match="plan.json is not the plan of a loop$"):
        Folder(tmp_path, Plan())


def test_settings_have_numbers() -> None:
    for given in ({"width": 32.0}, {"layers": 64}, {"layers": "64"}, {"rate": "fast"}):
        for settings in (Settings, ValueSettings):
            with pytest.raises(TypeError, match=f"^{next(iter(given))} is .*, expected "):
                settings(**given)
    with pytest.raises(carrack.InputError, match="tuning_epochs is -1"):
        ValueSettings(tuning_epochs=-1)
    with pytest.raises(carrack.InputError, match="search_weight is 2, expected 0 to 1"):
        Settings(search_weight=2)


@pytest.mark.parametrize(
    ("width", "layers", "told"),
    [
        (limits.LANES, (limits.LANES,), ""),
        (limits.LANES + 1, (limits.LANES,), f"expected a multiple of {limits.LANES}"),
        (limits.LANES, (limits.MOST_WIDTH,), ""),
        (limits.LANES, (limits.MOST_WIDTH + limits.LANES,), f"up to {limits.MOST_WIDTH}"),
        (limits.LANES, (limits.LANES,) * limits.MOST_LAYERS, ""),
        (limits.LANES, (16,) * (limits.MOST_LAYERS + 1), f"expected 1 to {limits.MOST_LAYERS}"),
    ],
)
def test_the_limits_are_those_of_files(width: int, layers: tuple[int, ...], told: str) -> None:
    parameters = model.start(jax.random.PRNGKey(1), 0, width, layers)
    part = quantize.Part(parameters, np.zeros(0, np.int64))

    def written() -> bytes:
        return quantize.network_file(part, None, None, Levels(), "x", {})

    if not told:
        limits.check_widths(width, layers)
        assert written()
        return
    for make in (written, lambda: limits.check_widths(width, layers)):
        with pytest.raises(carrack.InputError, match=told):
            make()


def test_a_text_where_a_list_is_wanted() -> None:
    values: Any = ValueExamples
    reads: list[Callable[[Any], Any]] = [
        lambda names: Examples.read("none.db", names, 10),
        lambda names: ValueExamples.read("none.db", names, 0.1),
    ]
    for read in reads:
        with pytest.raises(TypeError, match="^tournaments is 'main', expected a list, as in "):
            read("main")
        with pytest.raises(TypeError, match=r"^tournaments\[1\] is 3, expected a text \(str\)$"):
            read(["main", 3])
    rules = carrack.Ruleset(players=3)
    decisions: Any = SelfPlayExamples
    with pytest.raises(TypeError, match="^agents is 'random', expected a list"):
        decisions.play(rules, "random", 1, 1)
    with pytest.raises(TypeError, match="^share is 'x', expected a number"):
        values.play(rules, [["random"] * 3], 1, 1, "x", 1)
    for line_ups, told in (("abc", "line_ups is 'abc'"), (["abc"], r"line_ups\[0\] is 'abc'")):
        with pytest.raises(TypeError, match=f"^{told}, expected a list"):
            values.play(rules, line_ups, 1, 1, 0.1, 1)


def test_a_file_in_place_of_the_folder_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("kept")
    with pytest.raises(NotADirectoryError, match=r"a\.jsonl is a file, expected a folder$"):
        Folder(file, Plan())
    assert command_line.main([str(file), "--small"]) == 1
    assert capsys.readouterr().err == f"carrack: {file} is a file, expected a folder\n"
    assert file.read_text() == "kept"


def test_a_value_is_used_if_it_predicts_games_of_the_policy() -> None:
    good, bad = ({"loss": loss, "evaluation_loss": 1.0} for loss in (0.9, 1.1))
    assert value_helps({"played": good, "searched": bad})
    assert not value_helps({"played": bad, "searched": good})
    training = carrack.Network().training["value"]
    assert value_helps(training), "searches with it win more often"
