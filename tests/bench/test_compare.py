"""bench/compare and bench/instructions on programs that only look like carrack."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "bench"
sys.path.insert(0, str(FOLDER))

import measure  # noqa: E402


def load(name: str) -> ModuleType:
    loader = SourceFileLoader(f"bench_{name}", str(FOLDER / name))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


compare = load("compare")


def test_interval_of_a_median() -> None:
    # Outside of the extremes of 7: 2 / 128. Outside of the third of 12 and its like: 158 / 4096.
    assert compare.interval_of_median([1, 2, 3, 4, 5, 6, 7]) == (1, 7)
    assert compare.interval_of_median([float(i) for i in range(12)]) == (2, 9)
    # Outside of the extremes of 6: 2 / 64. Of 5: 2 / 32, more than 5 %.
    assert compare.interval_of_median([1, 2, 3, 4, 5, 6]) == (1, 6)
    for few in range(1, 6):
        assert compare.interval_of_median([5.0] * few) is None


def test_an_interval_is_shown_where_there_is_one() -> None:
    row = {"work": "uct", "base": 100.0, "new": 200.0, "ratio": 0.5, "low": None, "high": None}
    assert compare.line_of(row).endswith(" 200  0.500")
    assert compare.line_of({**row, "low": 0.4, "high": 0.6}).endswith("0.500 [0.400, 0.600]")


def program(folder: Path, name: str, loops: int) -> Path:
    """Its CPU time is proportional to `loops` and to the iterations or games it is asked for."""
    path = folder / name
    path.write_text(
        f"""#!{sys.executable}
import sys
words = sys.argv[1:]
if "--record" in words:
    with open(words[words.index("--record") + 1], "w") as record:
        record.write('{{"engine": "{name}"}}\\n')
        record.writelines('{{"ply": %d}}\\n' % i for i in range(24))
    sys.exit()
if words[0] == "verify":
    sys.exit("{name}" == "stranger")
if words[0] == "play":
    n = int(words[words.index("--games") + 1])
else:
    n = int(words[-1].split("iterations=")[1])
for i in range(n * {loops}):
    pass
print("2.0 decisions/game")
"""
    )
    path.chmod(0o755)
    return path


def test_a_ratio_of_two_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "GAMES", (8000, 100))
    monkeypatch.setattr(compare, "ITERATIONS", {"uct": (8000, 100), "mcts": (8000, 100)})
    builds = tuple(
        compare.Build(name, program(tmp_path, name, loops))
        for name, loops in (("one", 200), ("three", 600))
    )
    found = compare.works(builds, [2], tmp_path)
    assert [work.name for work in found] == [
        "random games, 2 players",
        "uct, 2 players",
        "mcts, 2 players",
    ]
    assert found[1].units == 7900 * measure.POSITIONS
    row = compare.compare(found[1], builds, 3)
    assert 2 < row["ratio"] < 4.5
    assert row["low"] is None and row["high"] is None  # of three rounds
    assert row["base"] > row["new"] > 0


def test_keys_of_a_search(tmp_path: Path) -> None:
    builds = tuple(
        compare.Build(name, program(tmp_path, name, loops=1)) for name in ("one", "other")
    )
    searches = compare.searches_with(compare.arguments(["a", "--mcts", "prior=scripted"]).mcts)
    assert searches == ("uct", "mcts:prior=scripted")
    assert compare.searches_with(compare.arguments(["a"]).mcts) == ("uct", "mcts")
    found = compare.works(builds, [2], tmp_path, searches)[-1]
    assert found.name == "mcts:prior=scripted, 2 players"
    long, short = compare.ITERATIONS["mcts"]
    assert [words[-1] for words in found.commands["other"][0]] == [
        f"mcts:prior=scripted,iterations={n}" for n in (long, short)
    ]


@pytest.mark.parametrize(("name", "remark"), [("like", ""), ("stranger", ", other positions")])
def test_searches_of_other_positions_are_told(tmp_path: Path, name: str, remark: str) -> None:
    builds = tuple(compare.Build(n, program(tmp_path, n, loops=1)) for n in ("base", name))
    random, *searches = compare.works(builds, [3], tmp_path / "games")
    assert random.name == "random games, 3 players"
    assert [work.name for work in searches] == [f"{a}, 3 players{remark}" for a in ("uct", "mcts")]
    records = {Path(search.commands[name][0][0][2]).parent.name for search in searches}
    assert records == {"new" if remark else "base"}


def test_a_program_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(measure.MeasurementError, match=r"false play .*: exit status 1"):
        measure.run(measure.random_games(Path("/bin/false"), 4, 10))


def test_unexpected_output_is_an_error() -> None:
    with pytest.raises(measure.MeasurementError, match="decisions/game"):
        measure.decisions("nothing of the kind")
    assert measure.decisions("8 games, 1,298.5 decisions/game") == 1298.5


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["nowhere"], "nowhere: expected a binary, or a commit or tag"),
        (["HEAD", "--rounds", "0"], "expected a whole number from 1"),
        (["HEAD", "--players", "2,9"], "expected numbers from 2 to 5"),
        (["/bin/true", "/bin/true"], "both builds are '/bin/true'"),
    ],
)
def test_wrong_options_are_refused(words: list[str], expected: str) -> None:
    done = subprocess.run([FOLDER / "compare", *words], capture_output=True, text=True)
    assert done.returncode != 0
    assert expected in done.stderr
