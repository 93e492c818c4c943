"""carrack.tune: candidates over common blocks, a test on fresh ones, resumable."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CARRACK

import carrack
from carrack import tuning

pytest.importorskip("optuna")
pytest.importorskip("pandas")

RULES = carrack.Ruleset(players=2)
BASE = "flat:iterations=2,rollout=random"
VARY = ["rollout=random,scripted", "iterations=1..12"]
SIZE: dict[str, Any] = {
    "candidates": 14, "blocks": 10, "step": 5, "seed": 5, "test_seed": 6, "test_blocks": 10,
    "test_best": 2, "p_threshold": 0.3,
}  # fmt: skip


def figures(result: carrack.Tuning) -> str:
    return repr((result.candidates, result.tested))


def games(path: Path) -> dict[str, int]:
    """Of each tournament of a ledger."""
    listed = carrack.Ledger(path).tournaments()
    return dict(zip(listed["name"], listed["games"], strict=True))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tune") / "whole.db"


@pytest.fixture(scope="module")
def whole(path: Path) -> carrack.Tuning:
    return carrack.tune(RULES, BASE, VARY, ledger=path, **SIZE)


def test_seeds_have_64_bits_and_the_last_is_followed_by_0(tmp_path: Path) -> None:
    last = 2**64 - 1
    few: dict[str, Any] = {"candidates": 1, "blocks": 2, "ledger": tmp_path / "l.db"}
    result = carrack.tune(RULES, BASE, VARY, seed=last, **few)
    assert (result.seed, result.test_seed) == (last, 0)
    wrong: list[dict[str, Any]] = [{"seed": 2**64}, {"test_seed": 2**64}]
    for given in wrong:
        with pytest.raises(carrack.InputError, match=f"seed is {2**64}, expected 0 to {last}"):
            carrack.tune(RULES, BASE, VARY, **few, **given)
    with pytest.raises(TypeError, match="p_threshold is 'x', expected a number"):
        carrack.tune(RULES, BASE, VARY, p_threshold="x", **few)  # type: ignore[arg-type]


def test_a_silly_default_is_improved_on(whole: carrack.Tuning) -> None:
    assert whole.helps and whole.gain > 0.2
    assert "rollout=scripted" in whole.best and whole.best == whole.tested[0].spec
    assert f"candidate {whole.tested[0].number} brings +0." in str(whole)


def test_a_search_without_a_prior_is_improved_on(tmp_path: Path) -> None:
    result = carrack.tune(
        RULES, "mcts:iterations=4,selection=ucb1,prior=none", ["prior", "c=0.1..10:log"],
        ledger=tmp_path / "l.db", candidates=5, blocks=8, seed=2, test_blocks=16, test_best=1,
    )  # fmt: skip
    assert result.candidates[0].values == {"prior": "none", "c": 1.0}
    assert result.helps and "prior=none" not in result.best


def test_the_base_comes_first_and_pruned_ones_are_counted(
    whole: carrack.Tuning, path: Path
) -> None:
    first = whole.candidates[0]
    assert first.values == {"rollout": "random", "iterations": 2} and first.state == "complete"
    pruned = [c for c in whole.candidates if c.state == "pruned"]
    assert pruned and all(c.blocks == 5 for c in pruned)
    assert f"{len(pruned)} of them pruned" in str(whole) and "winner's curse" in str(whole)
    kept = games(path)
    for candidate in whole.candidates:
        played = 0 if candidate.state == "repeated" else 2 * candidate.blocks
        assert kept.get(f"tune/main/{candidate.number}", 0) == played
    complete = [c for c in whole.candidates if c.state == "complete"]
    assert all(c.blocks == len(c.by_block) == 10 for c in complete)
    rows = whole.table()
    assert len(rows) == 14 and rows[0]["win_share"] == max(c.win_share for c in complete)
    assert len(whole.study.trials) == 14  # for Optuna's plots


def test_the_winner_is_tested_on_fresh_seeds(whole: carrack.Tuning, path: Path) -> None:
    best = whole.tested[0]
    name = f"tune/main/test-6/{best.number}"
    tuned = {seed for c in whole.candidates for seed in seeds(path, f"tune/main/{c.number}")}
    assert len(tuned) == 10 and tuned.isdisjoint(seeds(path, name))
    again = carrack.tournament(RULES, [best.spec, BASE], blocks=10, seed=6)
    assert best.win_share == pytest.approx(again.table()[0]["win_share"])
    assert best.gain == pytest.approx(best.win_share - 0.5)
    assert best.gain_low == pytest.approx(best.low - 0.5)
    assert best.gain_high == pytest.approx(best.high - 0.5)
    # Bonferroni over the two tested: wider than the interval of one.
    assert best.share.half_width > again.table()[0]["win_share_half_width"]
    assert [t.gain for t in whole.tested] == sorted((t.gain for t in whole.tested), reverse=True)


def seeds(path: Path, name: str) -> set[int]:
    if name not in games(path):
        return set()
    return set(carrack.Ledger(path, name).games()["chance"])


def test_interrupted_anywhere_it_goes_on_to_the_same(whole: carrack.Tuning, tmp_path: Path) -> None:
    file = tmp_path / "parts.db"

    def interrupt(line: str) -> None:
        raise KeyboardInterrupt

    for _ in range(3):  # one more candidate per call
        with pytest.raises(KeyboardInterrupt, match="of 14 candidates are done, all games are in"):
            carrack.tune(RULES, BASE, VARY, ledger=file, progress=interrupt, **SIZE)
    for end in (50, 100):  # in the middle of a candidate
        assert stop_at(file, end, signal.SIGKILL)[0] == -signal.SIGKILL
    status, line = stop_at(file, 150, signal.SIGINT)
    assert status == 130 and line.startswith("interrupted: ")
    assert f" are done, all games are in {file}; run the same command again to" in line
    with pytest.raises(carrack.InputError, match="--study NEW"):
        carrack.tune(RULES, BASE, VARY, ledger=file, **{**SIZE, "seed": 4})
    assert figures(carrack.tune(RULES, BASE, VARY, ledger=file, **SIZE)) == figures(whole)
    assert figures(carrack.tune(RULES, BASE, VARY, ledger=file, **SIZE)) == figures(whole)


def test_kept_games_are_read_once(
    whole: carrack.Tuning, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, play = [], carrack._core.play_ledger

    def count(path: str, name: str, *more: Any, **options: Any) -> Any:
        read.append(name)
        return play(path, name, *more, **options)

    monkeypatch.setattr(carrack._core, "play_ledger", count)
    assert figures(carrack.tune(RULES, BASE, VARY, ledger=path, **SIZE)) == figures(whole)
    assert len(read) == len(set(read)) == sum(c.state != "repeated" for c in whole.candidates) + 2


def start(file: Path, **size: Any) -> subprocess.Popen[str]:
    """The command in a separate process."""
    words = [sys.executable, "-m", "carrack.tuning", *command_words(file, **size)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def command_words(file: Path, **size: Any) -> list[str]:
    words = ["--players", "2", "--agent", BASE, "--ledger", str(file)]
    words += [f"--{key.replace('_', '-')}={value}" for key, value in (SIZE | size).items()]
    words += [f"--vary={text}" for text in VARY]
    return [word.replace("--p-threshold", "--prune") for word in words]


def stop_at(file: Path, end: int, how: signal.Signals) -> tuple[int, str]:
    """Stop a tuning process after a number of games; its status and last line."""
    process = start(file)
    while process.poll() is None and sum(games(file).values()) < end:
        time.sleep(0.01)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    return process.returncode, said.splitlines()[-1]


def test_processes_share_the_work(tmp_path: Path) -> None:
    file = tmp_path / "shared.db"
    size = {"candidates": 4, "test_best": 1}
    both = [start(file, **size) for _ in range(2)]
    told = [process.communicate(timeout=120)[0] for process in both]
    alone = carrack.tune(RULES, BASE, VARY, ledger=tmp_path / "alone.db", **(SIZE | size))
    assert told == [f"{alone}\n"] * 2
    text = tmp_path / "text.db"
    text.write_text("no database, but long enough to be read as one " * 50)
    with pytest.raises(carrack.InputError, match="not a database"):
        carrack.tune(RULES, BASE, VARY, ledger=text, **SIZE)


def test_more_of_it_plays_no_game_twice(whole: carrack.Tuning, path: Path, tmp_path: Path) -> None:
    file = tmp_path / "more.db"
    carrack.tune(RULES, BASE, VARY, ledger=file, **{**SIZE, "candidates": 6, "test_best": 0})
    assert carrack.Ledger(file, "tune/main/0").merge(path) > 0  # a study is merged by its games
    before = games(file)
    assert figures(carrack.tune(RULES, BASE, VARY, ledger=file, **SIZE)) == figures(whole)
    assert games(file) == before
    shown = subprocess.run([CARRACK, "ledger", file], capture_output=True, text=True, check=True)
    assert "tune/main/test-6/" in shown.stdout


def test_the_base_is_candidate_0_also_where_the_ranges_lack_it(tmp_path: Path) -> None:
    size: dict[str, Any] = {"candidates": 3, "blocks": 2, "seed": 1, "test_best": 0}
    file = tmp_path / "l.db"
    base = "flat:iterations=2,rollout=random"
    result = carrack.tune(RULES, base, ["iterations=4..6"], ledger=file, **size)
    first = result.candidates[0]
    assert (first.spec, first.state, first.values) == (base, "complete", {"iterations": 2})
    assert all(c.values["iterations"] in (4, 5, 6) for c in result.candidates[1:])
    again = carrack.tune(RULES, base, ["iterations=4..6"], ledger=file, **size)
    assert figures(again) == figures(result)


def test_what_is_measured_to_be_worse_is_not_recommended(tmp_path: Path) -> None:
    base = "flat:iterations=40,rollout=scripted"
    result = carrack.tune(
        RULES, base, ["rollout=random,scripted"], ledger=tmp_path / "l.db",
        candidates=4, blocks=4, seed=1, test_blocks=8, p_threshold=0,
    )  # fmt: skip
    assert result.tested and result.tested[0].gain < 0
    assert (result.best, result.gain, result.helps) == (base, 0, False)
    assert "Keep " + base in result.verdict() and "gained -" in result.verdict()


def test_a_smaller_gain_that_is_certain_is_recommended(whole: carrack.Tuning) -> None:
    tests = tuple(
        tuning.Test(number, f"flat:iterations={number}", 10, 0.5, 0.4, 0.6, gain, low, high)
        for number, gain, low, high in ((3, 5, -1, 12), (4, 4, 2, 5), (5, 3, 1, 5))
    )
    result = replace(whole, tested=tests)
    assert result.helps and result.proven == tests[1] and result.best == "flat:iterations=4"
    assert (result.gain, result.gain_low, result.gain_high) == (4, 2, 5)
    assert result.gain_half_width == 1.5
    assert result.verdict().startswith("candidate 4 brings +4.000 [+2.000, +5.000] of win share")
    none = replace(whole, tested=tests[:1])
    assert (none.helps, none.best, none.gain, none.gain_high) == (False, BASE, 0, 0)
    assert none.verdict() == (
        f"No candidate is significantly better than the base. Keep {BASE}. The best tested "
        "candidate, 3, gained +5.000 [-1.000, +12.000] of win share over the base"
    )


def test_against_others_the_base_is_tested_too(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=3)
    result = carrack.tune(
        rules, "scripted:warlord", ["variant=balanced,warlord"], against=["scripted", "random"],
        ledger=tmp_path / "l.db", candidates=3, blocks=4, seed=1, test_seed=9, test_blocks=8,
    )  # fmt: skip
    assert result.against == ("scripted", "random")
    variant, base = (
        carrack.tournament(rules, [spec, "scripted", "random"], blocks=8, seed=9).table()[0]
        for spec in ("scripted:balanced", "scripted:warlord")
    )
    (test,) = result.tested
    assert test.spec == "scripted:balanced" and base["win_share"] != pytest.approx(1 / 3)
    assert test.win_share == pytest.approx(variant["win_share"])
    assert test.gain == pytest.approx(variant["win_share"] - base["win_share"])
    assert -1 < test.gain_low < test.gain < test.gain_high < 1


def test_the_command_on_a_board_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shuffled = Path(__file__).parents[2] / "experiments/studies/boards/shuffled.json"
    words = command_words(tmp_path / "l.db", candidates=1, blocks=2, test_best=0)
    assert tuning.main([*words, f"--board={shuffled}"]) == 0
    assert "aoe3-2@shuffled" in capsys.readouterr().out
    games = carrack.Ledger(tmp_path / "l.db", "tune/main/0").records()
    on_it = carrack.Ruleset(players=2, board=shuffled.read_text())
    assert len(games) == 4 and all(game.ruleset == on_it for game in games)
    file = tmp_path / "islands.json"
    for text in (b"{", b"\xff"):
        file.write_bytes(text)
        assert tuning.main([*words, f"--board={file}"]) == 1
        assert f"carrack: {file}: " in capsys.readouterr().err
    assert tuning.main([*words, f"--board={tmp_path / 'none.json'}"]) == 1
    assert "none.json" in capsys.readouterr().err


def test_the_command(
    whole: carrack.Tuning, path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = command_words(path)
    assert tuning.main([*words, "--json"]) == 0
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert shown.out == whole.to_json() + "\n" and told == whole.to_dict()
    assert (told["best"], told["gain"], told["helps"]) == (whole.best, whole.gain, True)
    assert len(told["candidates"]) == 14 and len(shown.err.splitlines()) == 16
    assert tuning.main(words) == 0
    assert capsys.readouterr().out == str(whole) + "\n"
    assert tuning.main([*words, "--vary=iteratons=1..2"]) == 1
    assert "carrack: agent 'flat': unknown key 'iteratons'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        tuning.main([*words, "--canddates=3"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "carrack: unknown option '--canddates'; did you mean '--candidates'?\n"
    )


def test_the_binary_hands_over() -> None:
    words = ["tune", "--agent", "mcts", "--vary", "cc", "--ledger", "none.db"]
    shown = subprocess.run([CARRACK, *words], capture_output=True, text=True)
    assert shown.returncode == 1 and shown.stdout == ""
    assert shown.stderr == "carrack: agent 'mcts': unknown key 'cc'; did you mean 'c'?\n"
    assert subprocess.run([CARRACK, "tune", "--help"], capture_output=True).returncode == 0


def test_the_table_of_parameters_is_that_of_the_command() -> None:
    shown = subprocess.run([CARRACK, "agents", "--json"], capture_output=True, check=True)
    rows = carrack.search_parameters()
    for row in rows:
        row.pop("whole", None)
    assert rows == json.loads(shown.stdout)["search"]


def test_the_module_does_not_hide_the_function() -> None:
    code = "import carrack.tuning; carrack.tune(1, 2, 3)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "missing 1 required keyword-only argument: 'ledger'" in shown.stderr


def test_threads_do_not_change_it(whole: carrack.Tuning, tmp_path: Path) -> None:
    few = {**SIZE, "candidates": 3, "test_best": 1}
    one = carrack.tune(RULES, BASE, VARY, ledger=tmp_path / "1.db", **few)
    two = carrack.tune(RULES, BASE, VARY, ledger=tmp_path / "2.db", threads=2, **few)
    assert figures(one) == figures(two)
    assert np.array_equal(one.candidates[2].by_block, whole.candidates[2].by_block)
