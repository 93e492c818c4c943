"""carrack.ablate: rows of blocks with corrected verdicts, resumable."""

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CARRACK

import carrack
from carrack import ablation
from carrack._cost import relative_cost
from carrack.ablation import AblationRow
from carrack.ablation import study as ablation_study

RULES = carrack.Ruleset(players=2)
BASE = "flat:iterations=12,rollout=scripted"
VARY = ["rollout=random", "iterations=11,10"]
SIZE: dict[str, Any] = {"games": 40, "seed": 3}


def figures(result: carrack.Ablation) -> str:
    return repr(result.rows)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ablate") / "whole.db"


@pytest.fixture(scope="module")
def whole(path: Path) -> carrack.Ablation:
    return carrack.ablate(RULES, BASE, VARY, ledger=path, **SIZE)


def test_a_key_given_twice_is_refused() -> None:
    with pytest.raises(carrack.InputError, match="^change c=1,c=2: a key is given twice"):
        ablation_study.changes_of([], ["c=1,c=2"])


def test_what_varies_may_be_a_dict(path: Path, whole: carrack.Ablation) -> None:
    vary = {"rollout": "random", "iterations": "11,10"}
    again = carrack.ablate(RULES, BASE, vary, ledger=path, **SIZE)
    assert figures(again) == figures(whole)


def test_gains_know_their_range() -> None:
    """Two seats of four share one win, so a gain is from -1/2 to 1/2."""
    study = ablation_study._Study(
        carrack.Ruleset(players=4), BASE, [BASE] * 2, "none.db", "main", 6, "iterations", 1, 1,
        False,
    )  # fmt: skip
    none = carrack.MeanInterval(np.nan, np.nan, np.nan)
    row = AblationRow("c=1", BASE, 24, 6, 12, none, none, none, none, np.nan, np.nan)
    judged = study.judged(row, np.full(6, 0.5), np.zeros(6))
    assert judged.gain.mean == judged.gain.high == 0.5 and 0 < judged.gain.low < 0.5
    assert judged.p < 0.05
    equal = study.judged(row, np.full(6, 0.25), np.full(6, 0.25))
    assert equal.gain.low < 0 < equal.gain.high and equal.p == 1


def test_a_row_is_the_base_with_one_key_changed(whole: carrack.Ablation, path: Path) -> None:
    assert [row.change for row in whole.rows] == [
        "rollout=random", "iterations=11", "iterations=10",
    ]  # fmt: skip
    for row in whole.rows:
        games = carrack.Ledger(path, f"ablate/main/{row.change}").tournament()
        assert list(games.names) == [row.spec, BASE] and games.seed == 3
        entrant = games.table()[0]
        assert entrant["games"] == row.games == 40 and row.blocks == 20
        assert row.win_share.mean == pytest.approx(entrant["win_share"])
        assert row.win_share.low == pytest.approx(entrant["win_share_low"])
        assert row.win_share.high == pytest.approx(entrant["win_share_high"])
        assert row.vp.mean == pytest.approx(entrant["mean_vp"])
        assert row.lead.mean == pytest.approx(2 * (row.vp.mean - games.scores.mean()))
        assert row.gain.mean == pytest.approx(row.win_share.mean - 0.5)


def test_the_table_has_the_intervals_of_all_tables(whole: carrack.Ablation) -> None:
    for cells, row in zip(whole.table(), whole.rows, strict=True):
        for name in ("win_share", "gain", "vp", "lead"):
            figure: carrack.MeanInterval = getattr(row, name)
            ends = [cells[f"{name}{end}"] for end in ("", "_low", "_high", "_half_width")]
            assert ends == [*figure, (figure.high - figure.low) / 2]


def test_verdicts_are_corrected_for_the_whole_table(whole: carrack.Ablation) -> None:
    p = np.array([row.p for row in whole.rows])
    assert [row.p_holm for row in whole.rows] == pytest.approx(carrack.holm(p).tolist())
    assert (carrack.holm(p) >= p).all()
    worse = whole.rows[0]
    assert worse.verdict == "hurts" and worse.p_holm < 0.05 < whole.rows[2].p_holm
    assert whole.rows[2].verdict == "no difference seen"
    # The p-value agrees with the displayed interval.
    for row in whole.rows:
        assert (row.p < 0.05) == (not row.win_share.low <= 0.5 <= row.win_share.high)


def test_one_significant_row_of_many_is_no_verdict() -> None:
    """A p of 0.03 is significant in a table of one row, but not in a table of eight."""
    unknown = carrack.MeanInterval(0.6, 0.51, 0.69)
    rows = [
        AblationRow("c=1", "mcts", 40, 20, 1, unknown, unknown, unknown, unknown, 0.03, p)
        for p in (0.03, float(carrack.holm([0.03] + [0.5] * 7)[0]))
    ]
    assert [row.verdict for row in rows] == ["helps", "no difference seen"]


def test_the_table_says_what_it_is_of(whole: carrack.Ablation) -> None:
    text = str(whole)
    assert "p (Holm)" in text and "3 tests" in text and "40 games of aoe3-2 a row" in text
    assert "seed 3" in text and "even win share is 0.500" in text
    markdown = whole.to_markdown().splitlines()
    assert markdown[0].startswith("| change | win share |") and markdown[1].startswith("| --- |")
    assert markdown[2].startswith("| `rollout=random` | 0.")
    rows = list(csv.DictReader(whole.to_csv().splitlines()))
    assert [row["change"] for row in rows] == [row.change for row in whole.rows]
    assert float(rows[0]["p_holm"]) == whole.rows[0].p_holm
    assert json.loads(whole.to_json())["rows"][0]["verdict"] == "hurts"


def test_the_table_says_if_the_study_was_extended(tmp_path: Path) -> None:
    def study(values: str, games: int) -> carrack.Ablation:
        return carrack.ablate(
            RULES, "scripted", [f"colonies={values}"], ledger=tmp_path / "l.db", games=games
        )

    first = study("0.5,2", 8)
    assert first.games_before is None and first.other_rows == 0
    assert "extended" not in str(first) and "more row" not in str(first)
    fewer = study("0.5", 8)
    assert fewer.other_rows == 1 and "The ledger has 1 more row of this study." in str(fewer)
    longer = study("0.5,2", 12)
    assert longer.games_before == 8 and "was extended from 8 games a row." in str(longer)
    assert study("0.5,2", 12).to_dict() == longer.to_dict()


def test_against_others_the_base_plays_in_the_same_place(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=3)
    result = carrack.ablate(
        rules, "scripted", ["variant=warlord,trader"], against=["random", "greedy"],
        ledger=tmp_path / "l.db", games=24,
    )  # fmt: skip
    assert result.reference is not None and result.reference.change == "base"
    assert result.against == ("random", "greedy")
    for row in result.rows:
        assert row.gain.mean == pytest.approx(row.win_share.mean - result.reference.win_share.mean)
    assert "gain" in str(result).splitlines()[0] and "in the variants' place" in str(result)


def test_a_variant_may_have_several_seats(tmp_path: Path) -> None:
    result = carrack.ablate(
        carrack.Ruleset(players=4), "scripted", ["variant=warlord"], seats=2,
        ledger=tmp_path / "l.db", games=10,
    )  # fmt: skip
    row = result.rows[0]
    assert row.games == 12  # whole blocks
    names = carrack.Ledger(tmp_path / "l.db", "ablate/main/variant=warlord").tournament().names
    assert [name.partition(" ")[0] for name in names] == [
        "scripted:warlord", "scripted", "scripted:warlord", "scripted",
    ]  # fmt: skip
    assert row.win_share.high <= 0.5  # two seats of one game share one win


def test_equal_cost_gives_as_many_iterations_as_take_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "l.db"
    base = "flat:iterations=60,rollout=random"
    again = ["rollout=scripted"]

    def run() -> carrack.Ablation:
        return carrack.ablate(RULES, base, again, equal="cost", ledger=file, games=4)

    monkeypatch.setattr(ablation_study, "relative_cost", lambda *_: 2.0)
    first = run()
    row = first.rows[0]
    assert row.iterations == 15  # a measurement at 60 iterations, and one at 30
    assert str(row.iterations) in str(first) and "measured before" in str(first)
    monkeypatch.setattr(ablation_study, "relative_cost", None)
    assert figures(run()) == figures(first)  # nothing is measured again


@pytest.mark.parametrize("there", ["process:touch mark", "flat:iterations=40,rollout=random"])
def test_a_ledger_does_not_choose_the_agent_at_equal_cost(there: str, tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    agents = [there.replace("mark", str(tmp_path / "mark")), "flat:iterations=20"]
    plan = (RULES, agents, "fixed", "rotations", 1, (0, 2))
    carrack._core.enter_ledger(file, "ablate/main/cost/rollout=scripted", plan, False)
    with pytest.raises(carrack.InputError, match="not the base with rollout=scripted"):
        carrack.ablate(
            RULES, "flat:iterations=20", ["rollout=scripted"], equal="cost", ledger=file, games=4
        )
    assert not (tmp_path / "mark").exists()


def test_more_iterations_cost_more() -> None:
    assert relative_cost(RULES, "flat:iterations=2000", "flat:iterations=2") > 1


def test_the_scale_of_a_faster_process_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one process measures the cost, another one starts the row with its own measurement."""
    file = tmp_path / "l.db"
    results: list[carrack.Ablation] = []

    def run() -> carrack.Ablation:
        return carrack.ablate(
            RULES, "flat:iterations=60,rollout=random", ["rollout=scripted"], equal="cost",
            ledger=file, games=4,
        )  # fmt: skip

    def slow_measurement(*_: object) -> float:
        monkeypatch.setattr(ablation_study, "relative_cost", lambda *_: 3.0)
        if not results:
            results.append(run())
        return 2.0

    monkeypatch.setattr(ablation_study, "relative_cost", slow_measurement)
    later = run()
    assert figures(later) == figures(results[0])
    assert later.rows[0].iterations == 7  # 60 / 3 / 3


def test_processes_share_the_work_at_equal_cost(tmp_path: Path) -> None:
    file = tmp_path / "shared.db"
    line = [sys.executable, "-m", "carrack.ablation", "--players", "2", "--games", "8"]
    line += ["--agent", "flat:iterations=300,rollout=random", "--vary", "rollout=scripted"]
    line += ["--equal", "cost", "--ledger", str(file)]
    both = [
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert told[0][0] == told[1][0] and games_in(file) == 8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vary": []}, "nothing to vary"),
        ({"vary": ["rollout"]}, "vary rollout: expected KEY=VALUE"),
        ({"vary": ["rolout=random"]}, "did you mean 'rollout'"),
        ({"vary": ["rollout=randm"]}, "did you mean 'random'"),
        ({"vary": ["rollout=scripted"]}, "is what flat:.* has already"),
        ({"vary": ["rollout=random,random"]}, "is the same as rollout=random"),
        ({"vary": ["rollout=random,c=1"]}, "one key at a time"),
        ({"vary": [], "change": ["rollout=random,c"]}, "expected KEY=VALUE,KEY=VALUE"),
        ({"games": 3}, "games is 3, expected 4 or more"),
        ({"seats": 2}, "seats is 2, expected 1 to 1"),
        ({"study": "a/b"}, "without '/'"),
        ({"against": ["random"] * 2}, "against names 2 agents for 1 seat"),
        ({"against": ["randm"]}, "did you mean 'random'"),
        ({"equal": "time"}, "has no time="),
        ({"agent": "uct:time=0.01", "vary": ["c=1"], "equal": "cost"}, "which is equal time"),
        ({"agent": "scripted", "vary": ["variant=trader"], "equal": "cost"}, "no iterations"),
        ({"vary": ["iterations=3"], "equal": "cost"}, "which equal cost determines"),
        ({"equal": "costs"}, "unknown equal 'costs'"),
    ],
)
def test_wrong_words_are_explained_before_any_game(
    tmp_path: Path, arguments: dict[str, Any], message: str
) -> None:
    given = {"agent": BASE, "vary": ["rollout=random"], **SIZE, **arguments}
    with pytest.raises(carrack.InputError, match=message):
        carrack.ablate(RULES, ledger=tmp_path / "l.db", **given)
    assert not (tmp_path / "l.db").exists()


def test_another_study_of_the_name_is_refused(whole: carrack.Ablation, path: Path) -> None:
    with pytest.raises(carrack.InputError, match="--study NEW"):
        carrack.ablate(RULES, BASE, VARY, ledger=path, games=40, seed=4)


def test_a_row_may_change_several_keys(tmp_path: Path) -> None:
    result = carrack.ablate(
        RULES, BASE, [], change=["rollout=random,iterations=10"], ledger=tmp_path / "l", **SIZE
    )
    assert [row.change for row in result.rows] == ["rollout=random,iterations=10"]
    games = carrack.Ledger(tmp_path / "l", f"ablate/main/{result.rows[0].change}").tournament()
    assert any("rollout=random" in row and "iterations=10" in row for row in games.names)


def words(file: Path, *more: str) -> list[str]:
    line = ["--players", "2", "--agent", BASE, "--games", "40", "--seed", "3", *more]
    for each in VARY:
        line += ["--vary", each]
    return [*line, "--ledger", str(file)]


def test_killed_anywhere_it_goes_on_to_the_same(whole: carrack.Ablation, tmp_path: Path) -> None:
    file = tmp_path / "parts.db"
    for end, number in ((20, signal.SIGKILL), (60, signal.SIGINT)):
        line = [sys.executable, "-m", "carrack.ablation", *words(file)]
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(12_000):  # a minute of polling
            if process.poll() is not None or games_in(file) >= end:
                break
            time.sleep(0.005)
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
        if number == signal.SIGKILL:
            assert process.returncode == -signal.SIGKILL, "it had ended before"
        if number == signal.SIGINT and process.returncode:
            assert process.returncode == 130 and "rows are done, all games are in" in told
    assert figures(carrack.ablate(RULES, BASE, VARY, ledger=file, **SIZE)) == figures(whole)


def games_in(file: Path) -> int:
    if not file.exists():
        return 0
    try:
        listed = carrack._core.ledger_tournaments(str(file))
    except (carrack.InputError, OSError):  # it is being made
        return 0
    return sum(row["games"] for row in listed)


def test_the_command_is_the_function(
    whole: carrack.Ablation, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.csv"
    assert ablation.main(words(path, "--json", "--csv", str(table))) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == json.loads(whole.to_json()) == whole.to_dict()
    assert table.read_text() == whole.to_csv()
    assert ablation.main(words(path, "--csv", str(table))) == 1
    assert "exists; --force replaces it" in capsys.readouterr().err
    assert ablation.main(words(path, "--csv", str(path), "--force")) == 1
    assert "it is the ledger" in capsys.readouterr().err
    assert ablation.main(words(path, "--markdown")) == 0
    assert capsys.readouterr().out.startswith("| change |")
    done = subprocess.run([CARRACK, "ablate", *words(path)], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == str(whole) + "\n", done.stderr


def test_the_command_names_the_extra_for_plots_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    file = tmp_path / "l.db"
    assert ablation.main(words(file, "--plot", str(tmp_path / "plot.svg"))) == 1
    assert "pip install '.[notebooks]'" in capsys.readouterr().err
    assert not file.exists()


def test_the_plot_is_the_same_for_the_same_result(
    whole: carrack.Ablation, path: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    pictures = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in pictures:
        assert ablation.main(words(path, "--plot", str(file))) == 0
    assert pictures[0].read_text().count("<svg") == 1
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
