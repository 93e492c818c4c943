"""experiments/studies/learning/suite.py: the frozen positions, references and regrets."""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import carrack

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/learning"))
import recorded_games
import suite as study
import suite_positions


def test_the_committed_suite_has_all_turns_and_numbers_of_players() -> None:
    suite = suite_positions.read_suite(suite_positions.SUITE)
    positions = suite.positions
    counts = Counter((p.state.num_players, p.state.turn) for p in positions)
    assert counts == {(players, turn): 8 for players in range(2, 7) for turn in range(1, 9)}
    assert all(len(p.state.legal_actions()) >= 2 for p in positions)
    assert len(suite.records) == 40


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("suite") / "small.jsonl"
    suite_positions.build(file, [carrack.Ruleset("aoe3", 2)], "random", 1)
    return file


def test_a_suite_is_built_from_its_seed(small: Path, tmp_path: Path) -> None:
    suite_positions.build(tmp_path / "again", [carrack.Ruleset("aoe3", 2)], "random", 1)
    assert (tmp_path / "again").read_bytes() == small.read_bytes()
    turns = [position.state.turn for position in suite_positions.read_suite(small).positions]
    assert turns == sorted(set(turns)) and len(turns) >= 7
    before = small.read_bytes()
    assert study.main(["build", "--suite", str(small)]) == 1 and small.read_bytes() == before


def test_the_record_has_the_positions(small: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert study.main(["record", str(file), "--suite", str(small)]) == 0
    assert carrack.verify(file).games == 1
    record = carrack.Record.from_file(file)
    for position in suite_positions.read_suite(small).positions:
        assert record.state_at(position.ply) == position.state


@pytest.mark.parametrize(
    ("line", "changed", "expected"),
    [
        (0, {"seed": "x"}, ":1: expected the agent and the seed"),
        (1, {"plies": [99_999]}, ":2: there is no decision at ply 99999"),
        (1, {"plies": [0]}, ":2: there is no decision at ply 0"),
        (1, {"plies": [1.5]}, ":2: plies is not a list"),
        (1, {"edition": "aoe4"}, ":2: unknown edition"),
        (1, {"modules": 5}, ":2: "),
        (1, {"events": "draw"}, ":2: "),
        (1, {"events": 3}, ":2: events is not text"),
    ],
)
def test_a_changed_suite_is_refused(
    small: Path, line: int, changed: dict[str, object], expected: str, tmp_path: Path
) -> None:
    lines = small.read_text().splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **changed})
    file = tmp_path / "changed.jsonl"
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(carrack.InputError) as error:
        suite_positions.read_suite(file)
    assert f"changed.jsonl{expected}" in str(error.value)


@pytest.mark.parametrize("content", [b"", b"[]", b"[" * 100_000, b'{"agent":"random","seed":1}\n'])
def test_other_files_are_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_bytes(content)
    with pytest.raises(carrack.InputError, match="other.jsonl"):
        suite_positions.read_suite(file)


def test_the_best_option_is_that_of_the_other_searches() -> None:
    visits = np.array([[60, 30, 10], [20, 70, 10], [40, 50, 10]], float)
    share = np.array([[0.5, 0.4, 0.1], [0.4, 0.7, 0.2], [0.3, 0.6, np.nan]])
    reference = study.Reference(visits, share)
    assert reference.best == 1
    # The best options of the others are 1, 0 and 1.
    assert reference.regret(1) == pytest.approx((0 + (0.4 - 0.7) + 0) / 3)
    assert reference.regret(0) == pytest.approx((-0.1 + 0 + 0.3) / 3)
    # Without a visit an option has the lowest win share of the search.
    assert reference.regret(2) == pytest.approx((0.3 + 0.2 + 0.3) / 3)
    assert reference.mean[2] == pytest.approx((0.1 + 0.2 + 0.3) / 3)
    assert reference.error[0] == pytest.approx(0.1 / np.sqrt(3))


WORDS = ["--iterations", "400", "--searches", "3"]


@pytest.fixture(scope="module")
def searched(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("references") / "suite.jsonl"
    assert study.main(["refer", str(file), "--suite", str(small), *WORDS]) == 0
    return file


def test_references_of_a_former_network_hold(
    small: Path, searched: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--suite", str(small), *WORDS, "--agent", "random"]
    assert study.main(["regret", str(searched), *words]) == 0
    before = capsys.readouterr().out
    file = tmp_path / "former.jsonl"
    former = "default@0123456789abcdef"
    file.write_text(searched.read_text().replace(carrack.Network().spec, former, 1))
    assert study.main(["regret", str(file), *words]) == 0
    assert capsys.readouterr().out.replace(f",net={former}", "") == before
    assert study.main(["refer", str(file), "--suite", str(small), *WORDS]) == 1
    assert "has another plan: search is" in capsys.readouterr().err
    other = searched.read_text().replace("iterations=400,", "iterations=401,", 1)
    file.write_text(other)
    assert study.main(["regret", str(file), *words]) == 1


def test_references_of_a_search_with_a_change(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "linear.jsonl"
    words = [str(file), "--suite", str(small), "--iterations", "20", "--searches", "2"]
    change = ["--change", "value=linear,c=2"]
    assert study.main(["refer", *words, *change]) == 0
    assert "`mcts:iterations=20,c=2,value=linear`" in capsys.readouterr().out
    assert study.main(["regret", *words, "--agent", "random"]) == 0
    assert "`mcts:iterations=20,c=2,value=linear`" in capsys.readouterr().out
    state = suite_positions.read_suite(small).positions[0].state
    seed = recorded_games.stream_seed(study.SEED, 0, 1)
    result = carrack.search(state, "mcts:iterations=20,value=linear,c=2", seed=seed)
    row = json.loads(file.read_text().splitlines()[2])
    assert row["visits"] == result.visits[np.argsort(result.actions)].tolist()
    assert study.main(["refer", *words]) == 1
    assert "has another plan: search is" in capsys.readouterr().err


def test_references_continue(small: Path, searched: Path, tmp_path: Path) -> None:
    whole = searched.read_bytes()
    assert whole.count(b"\n") == 1 + 3 * len(suite_positions.read_suite(small).positions)
    file = tmp_path / "parts.jsonl"
    file.write_bytes(whole[: len(whole) // 2])
    assert study.main(["refer", str(file), "--suite", str(small), *WORDS]) == 0
    assert file.read_bytes() == whole


def test_regrets_of_agents(small: Path, searched: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["regret", str(searched), "--suite", str(small), *WORDS]
    assert study.main([*words, "--agent", "mcts:iterations=400", "--agent", "random"]) == 0
    tables = capsys.readouterr().out.split("\n\n")
    found = [line.split(" | ") for line in tables[2].splitlines()[2:]]
    assert [row[0] for row in found] == ["| `mcts:iterations=400`", "| `random`"]
    (regret, more), (best, less) = ([float(row[k].split()[0]) for row in found] for k in (2, 4))
    assert regret < more and best > less and found[0][3] == ""
    assert float(found[1][3].split()[0]) == pytest.approx(more - regret, abs=2e-4)
    assert tables[3].startswith("| turn |") and tables[4].startswith("| players |")


def test_several_choices_are_averaged(small: Path) -> None:
    positions = suite_positions.read_suite(small).positions
    options = [len(position.state.legal_actions()) for position in positions]
    share = [np.tile(np.linspace(0, 1, n), (2, 1)) for n in options]
    references = [study.Reference(values + 1, values) for values in share]
    one, many = (study.regrets("random", positions, references, n) for n in (1, 200))
    # The last option is the best one; a choice at random loses half on average.
    assert set(one.is_best) <= {0, 1} and not set(many.is_best) <= {0, 1}
    assert np.abs(many.regret - 0.5).max() < 0.15 < np.abs(one.regret - 0.5).max()
    assert many.is_best.mean() == pytest.approx(np.mean(1 / np.array(options)), abs=0.05)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"visits": [1]}, "expected visits and win shares of"),
        ({"win_share": [2]}, "expected visits and win shares of"),
        ({"position": "1"}, "expected a search of its own of the plan"),
        ({"position": True}, "expected a search of its own of the plan"),
        ({"position": 10**6}, "expected a search of its own of the plan"),
        ({"search": 99}, "expected a search of its own of the plan"),
    ],
)
def test_wrong_rows_are_refused(
    small: Path, searched: Path, changed: dict[str, object], expected: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    lines = searched.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **changed})
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join(lines) + "\n")
    assert study.main(["refer", str(file), "--suite", str(small), *WORDS]) == 1
    error = capsys.readouterr().err
    assert "wrong.jsonl:2: " in error and expected in error


def test_a_search_that_is_there_twice_is_refused(
    small: Path, searched: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = searched.read_text().splitlines()
    file = tmp_path / "twice.jsonl"
    file.write_text("\n".join([*lines[:-1], lines[1]]) + "\n")
    assert study.main(["refer", str(file), "--suite", str(small), *WORDS]) == 1
    assert f"twice.jsonl:{len(lines)}: expected a search of its own" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["refer"], "refer needs a FILE"),
        (["build", "x"], "build writes the file of --suite, not"),
        (["build", "--iterations", "9"], "--iterations belongs to refer and regret"),
        (["record", "x", "--searches", "9"], "--searches belongs to refer and regret"),
        (["record", "x", "--agent", "policy"], "--agent belongs to regret"),
        (["refer", "x", "--searches", "1"], "searches is 1, expected 2 or more"),
        (["refer", "x", "--agent", "policy"], "--agent belongs to regret"),
        (["regret", "x"], "--agent belongs to regret"),
        (["refer", "x", "--choices", "2"], "--choices belongs to regret"),
        (["record", "x", "--change", "c=2"], "--change belongs to refer"),
        (["refer", "x", "--change", "cc=2"], "cc"),
        (["regret", "x", "--agent", "policy", "--choices", "0"], "choices is 0, expected 1"),
        (["regret", "x", "--agent", "policy"], "x; first run: suite.py refer "),
        (["refer", "x", "--suite", "missing"], "missing"),
    ],
)
def test_wrong_arguments(
    words: list[str], expected: str, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(tmp_path / "x") if word == "x" else word for word in words]
    if "--suite" not in given:
        given += ["--suite", str(small)]
    assert study.main(given) == 1
    error = capsys.readouterr().err
    assert expected in error and len(error.splitlines()) == 1
    assert not (tmp_path / "x").exists()


def test_regrets_need_all_references(
    small: Path, searched: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "parts.jsonl"
    file.write_bytes(searched.read_bytes()[:-1])
    words = ["regret", str(file), "--suite", str(small), *WORDS, "--agent"]
    assert study.main([*words, "policy"]) == 1
    assert f"{file} is not complete; first run: suite.py refer" in capsys.readouterr().err
    assert study.main([*words, "polcy"]) == 1
    assert "did you mean 'policy'" in capsys.readouterr().err
