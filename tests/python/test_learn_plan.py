"""carrack.learn: the plan of a folder, with which a run goes on."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import carrack

pytest.importorskip("jax")
pytest.importorskip("optax")

from carrack.learn import Plan, Table, learn, loop  # noqa: E402
from carrack.learn.command_line import main  # noqa: E402
from carrack.learn.folder import Folder  # noqa: E402
from carrack.learn.plan import small  # noqa: E402
from carrack.learn.training import Settings  # noqa: E402

SMALL = Plan(
    generations=2,
    games=8,
    tables=(Table("aoe3-2", "aoe3", 2), Table("e", "empires", 3, ("builder",), share=2)),
    training=Settings(width=32, layers=(16, 32)),
    seed=7,
)


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    Folder(tmp_path / "a", SMALL)
    assert Plan.read(tmp_path / "a") == SMALL
    Folder(tmp_path / "b", replace(SMALL, start="default", training=Settings()))
    again = Plan.read(str(tmp_path / "b"))
    assert again.start == carrack.Network().spec
    Folder(tmp_path / "b", again)  # is the same plan


def test_the_start_of_a_plan_is_found_from_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Path(carrack.__file__).parents[2] / "agents/learned/default.net"
    if not network.exists():
        pytest.skip("the default network is not a file here")
    monkeypatch.chdir(tmp_path)
    Folder("run", replace(SMALL, start=carrack.Network(network).spec, training=Settings()))
    again = Plan.read("run")
    assert again.start is not None
    assert again.start.rpartition("@")[0] == str(tmp_path / "run/start.net")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert Folder(tmp_path / "run", again).start_guide() is not None


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans that a loop would complete, which does nothing."""
    found: list[Plan] = []

    class Played:
        def __init__(self, folder: Folder, *_: object) -> None:
            found.append(folder.plan)

        def run(self) -> list[Any]:
            raise carrack.InputError("no generation")

    monkeypatch.setattr(loop, "Loop", Played)
    return found


def test_without_a_plan_that_of_the_folder_goes_on(plans: list[Plan], tmp_path: Path) -> None:
    for folder, given in (("run", SMALL), ("run", None), ("new", None)):
        with pytest.raises(carrack.InputError, match="no generation"):
            learn(tmp_path / folder, given)
    assert plans == [SMALL, SMALL, Plan()]


def test_a_command_without_options_goes_on_with_the_plan(
    plans: list[Plan], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(tmp_path / "run")
    first = ["--small", "--games", "8", "--table", "aoe3-2"]
    for words in (first, [], ["--threads", "2", "--json"], ["--generations", "4"], first):
        assert main([run, *words]) == 1
    plan = replace(small(Plan()), games=8, tables=(Table("aoe3-2", "aoe3", 2, share=3),))
    assert plans == [plan, plan, plan, replace(plan, generations=4), plan]
    capsys.readouterr()
    for words in (["--small"], ["--games", "8"], ["--table", "aoe3-2"], ["--seed", "1"]):
        assert main([run, *words]) == 1
        assert capsys.readouterr().err.endswith(
            " here; repeat the options of the first run, give none to go on with its plan, or use "
            "another folder\n"
        )
    assert main([str(tmp_path / "new")]) == 1
    assert plans[5:] == [Plan()]


def test_what_is_no_plan_is_refused(tmp_path: Path) -> None:
    wrong: Any = {"generations": 3}
    with pytest.raises(TypeError, match=r"^plan is of type dict, expected a carrack.learn.Plan"):
        learn(tmp_path / "run", wrong)
    with pytest.raises(TypeError, match="plan is of type dict"):
        learn(tmp_path / "run", {})  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_a_missing_or_damaged_plan_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"plan.json does not exist, expected the plan"):
        Plan.read(tmp_path)
    Folder(tmp_path, SMALL)
    file = tmp_path / "plan.json"
    whole = json.loads(file.read_text())
    for damaged, told in (
        ([], "is not the plan of a loop"),
        ({**whole, "colour": 1}, "is not the plan of a loop: colour is not known"),
        ({**whole, "tables": 3}, "is not the plan of a loop"),
        ({**whole, "games": 0}, r"plan.json: games is 0, expected 1"),
        ({k: v for k, v in whole.items() if k != "start"}, "start is missing"),
        ({**whole, "self_play": {"rounds": 0}}, "is not the plan of a loop: .* is missing"),
        ({**whole, "training": 5}, "is not the plan of a loop"),
    ):
        file.write_text(json.dumps(damaged))
        with pytest.raises(carrack.InputError, match=told):
            Plan.read(tmp_path)


def test_the_types_of_its_fields_are_public() -> None:
    plan = Plan()
    for settings in (plan.training, plan.self_play, plan.value_training, plan.tables[0]):
        name = type(settings).__name__
        assert getattr(carrack.learn, name) is type(settings) and name in carrack.learn.__all__
