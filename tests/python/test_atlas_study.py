"""The atlas: trials, tables, and the page."""

import json
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import carrack

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
pytest.importorskip("scipy")

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/studies/atlas"))
import atlas  # noqa: E402
import atlas_tables  # noqa: E402
import atlas_text  # noqa: E402
from atlas_plan import TRIALS  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two trials of a few games."""
    folder = tmp_path_factory.mktemp("atlas")
    for name in ("script-aoe3-4", "script-empires"):
        assert atlas.main(["play", str(folder), "--games", "12", "--only", name]) == 0
    return folder


def test_the_tables_have_the_figures_of_the_trials(folder: Path, tmp_path: Path) -> None:
    assert atlas.main(["tables", str(folder), "--out", str(tmp_path)]) == 0
    tiles = pd.read_parquet(tmp_path / "tiles.parquet")
    assert set(tiles["trial"]) == {"script-aoe3-4", "script-empires-builder-national-4"}
    assert (tiles["offer_rate"].between(0, 1)).all() and (tiles["buy_rate"].between(0, 1)).all()
    assert np.allclose(tiles["own_use"] + tiles["denial"], tiles["vs_other"])
    frame = carrack.trial(
        carrack.Ruleset("aoe3", 4), ["scripted"], games=12, seed=27001, denial=True
    )
    frame = frame[(frame["occasion"] == "offered") & (frame["forks"] > 1)].set_index("tile")
    ours = tiles[tiles["trial"] == "script-aoe3-4"].set_index("tile")
    for tile, row in frame.iterrows():
        assert ours.loc[tile, "vs_other"] == pytest.approx(row["win_share_vs_other"])
        assert ours.loc[tile, "vs_other_low"] == pytest.approx(row["win_share_vs_other_low"])
        assert ours.loc[tile, "forks"] == row["forks"]
    splits = pd.read_parquet(tmp_path / "splits.parquet")
    by_turn = splits[(splits["trial"] == "script-aoe3-4") & (splits["by"] == "turn")]
    compared = 0
    for tile, parts in by_turn.groupby("tile"):
        if parts["forks"].sum() == ours.loc[tile, "forks"]:  # no part of a single fork
            mean = np.average(parts["vs_other"], weights=parts["forks"])
            assert mean == pytest.approx(ours.loc[tile, "vs_other"])
            compared += 1
    assert compared > 5
    assert (splits["vs_other_low"] < splits["vs_other_high"]).all()


def test_tables_keep_the_trials_that_a_folder_lacks(folder: Path, tmp_path: Path) -> None:
    first, second = "script-aoe3-4", "script-empires-builder-national-4"
    part, out = tmp_path / "part", tmp_path / "out"
    shutil.copytree(folder, part)
    (part / f"{first}.json").unlink()
    assert atlas.main(["tables", str(folder), "--out", str(out)]) == 0
    whole = {name: pd.read_parquet(out / f"{name}.parquet") for name in ("tiles", "splits")}
    for name, table in whole.items():
        changed = table.assign(vs_other=9.0).iloc[::-1]
        changed.to_parquet(out / f"{name}.parquet", index=False)
    pairs = pd.DataFrame({"a": ["navy"], "b": ["glory"]})
    pairs.to_parquet(out / "pairs.parquet", index=False)
    assert atlas.main(["tables", str(part), "--out", str(out)]) == 0
    for name, table in whole.items():
        found = pd.read_parquet(out / f"{name}.parquet")
        assert list(found["trial"].unique()) == [first, second]
        assert (found[found["trial"] == first]["vs_other"] == 9).all()
        assert len(found) == len(table)
        again = found[found["trial"] == second].reset_index(drop=True)
        expected = table[table["trial"] == second].reset_index(drop=True)
        pd.testing.assert_frame_equal(again, expected)
    pd.testing.assert_frame_equal(pd.read_parquet(out / "pairs.parquet"), pairs)


def test_reports_are_of_the_games_of_the_ledger(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, longer, out = "script-aoe3-4", tmp_path / "longer", tmp_path / "out"
    shutil.copytree(folder, longer)
    report = longer / f"{name}.json"
    before = report.read_bytes()
    play = ["play", str(longer), "--only", name, "--games", "15"]
    assert atlas.main(play) == 0
    after = report.read_bytes()
    report.write_bytes(before)  # as if the extended trial had not been reported
    capsys.readouterr()
    assert atlas.main(["tables", str(longer), "--out", str(out)]) == 1
    told = capsys.readouterr().err
    assert f"{name}.json is the report of 12 games, but" in told and "has 15; first run: " in told
    assert " ".join(play[2:]) in told and not out.exists()
    assert atlas.main(play) == 0 and report.read_bytes() == after
    assert atlas.main(["tables", str(longer), "--out", str(out)]) == 0
    tiles = pd.read_parquet(out / "tiles.parquet")
    assert dict(zip(tiles["trial"], tiles["games"], strict=True))[name] == 15


def test_the_page_has_the_tables(folder: Path, tmp_path: Path) -> None:
    assert atlas.main(["tables", str(folder), "--out", str(tmp_path)]) == 0
    assert atlas.main(["page", str(tmp_path), "--out", str(tmp_path / "atlas.html")]) == 0
    text = (tmp_path / "atlas.html").read_text()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert len(data["tiles"]["tile"]) == len(pd.read_parquet(tmp_path / "tiles.parquet"))
    assert not re.search(r"(src|href)=.https?:", text)
    assert [(game["title"], game["players"], game["strength"]) for game in data["games"]] == [
        ("Age of Discovery (aoe3)", 4, "script"),
        ("Empires with builder and national", 4, "script"),
    ]


def test_the_page_names_a_trial_that_was_not_planned(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert atlas.main(["tables", str(folder), "--out", str(tmp_path)]) == 0
    file = tmp_path / "tiles.parquet"
    pd.read_parquet(file).assign(trial="script-aoe4-4").to_parquet(file, index=False)
    assert atlas.main(["page", str(tmp_path), "--out", str(tmp_path / "atlas.html")]) != 0
    assert "'script-aoe4-4'" in capsys.readouterr().err


def test_every_trial_of_the_plan_is_a_game_of_its_own() -> None:
    """The page chooses a trial by these."""
    games = {(trial.title, trial.players, trial.strength) for trial in TRIALS}
    assert len(games) == len(TRIALS)


def test_results_are_the_tables_as_text(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert atlas.main(["tables", str(folder), "--out", str(tmp_path)]) == 0
    file = tmp_path / "tiles.parquet"
    tiles = pd.read_parquet(file)
    # As if both were of the same ruleset, and the first one of the policy.
    policy = tiles[tiles["edition"] == "aoe3"].assign(strength="policy")
    script = policy.assign(strength="script", vs_other=-policy["vs_other"])
    more = policy.assign(players=3)
    pd.concat([policy, script, more]).to_parquet(file, index=False)
    assert atlas.main(["results", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    best = policy.loc[policy["vs_other"].idxmax()]
    first = next(line for line in said.splitlines() if line.startswith(f"| {best['tile']} |"))
    assert first.startswith(f"| {best['tile']} | {best['cost']} | {best['vs_other']:+.3f} ")
    assert f"| {-best['vs_other']:+.3f} " in first
    assert f"over {len(policy)} tiles: -1.00 [" in said
    assert "| tile | 3 players | 4 players |" in said
    file.unlink()
    assert atlas.main(["results", str(tmp_path)]) != 0
    assert "first run: atlas.py tables" in capsys.readouterr().err


def test_an_interval_never_looks_as_if_it_had_no_width() -> None:
    for half, text in ((0.01, "+0.002 ± 0.010"), (3e-4, "+0.0020 ± 0.0003"), (0, "+0.002 ± 0.000")):
        row = pd.Series({"x": 0.002, "x_low": 0.002 - half, "x_high": 0.002 + half})
        assert atlas_text.number(row, "x") == text


def test_changes_between_networks_are_those_beyond_their_errors(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert atlas.main(["tables", str(folder), "--out", str(tmp_path)]) == 0
    file = tmp_path / "tiles.parquet"
    tiles = pd.read_parquet(file)
    policy = tiles[tiles["edition"] == "aoe3"].assign(strength="policy").reset_index(drop=True)
    for end, error in (("low", -0.02), ("high", 0.02)):
        policy[f"vs_other_{end}"] = policy["vs_other"] + error
    policy.to_parquet(file, index=False)
    before = policy.copy()
    effects = ["vs_other", "vs_other_low", "vs_other_high"]
    before.loc[3, effects] -= 0.06  # 4.2 standard errors of the difference
    before.loc[5, effects] += 0.08
    before.loc[7, effects] += 0.03  # 2.1, not enough for one of so many tiles
    before.to_parquet(tmp_path / "second_generation.parquet", index=False)
    assert atlas.main(["results", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert f"2 of {len(policy)} tiles differ" in said
    table = said.split("| tile | second generation | third generation | difference |\n")[1]
    rows = table.split("\n\n")[0].splitlines()[1:3]
    assert [row.split(" | ")[0] for row in rows] == [f"| {policy['tile'][i]}" for i in (5, 3)]
    assert rows[0].endswith("-0.080 ± 0.028 |") and rows[1].endswith("+0.060 ± 0.028 |")


def test_the_search_is_compared_with_policy_and_script(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert atlas.main(["tables", str(folder), "--out", str(tmp_path)]) == 0
    file = tmp_path / "tiles.parquet"
    tiles = pd.read_parquet(file)
    script = tiles[tiles["edition"] == "aoe3"].reset_index(drop=True)
    for end, error in (("low", -0.02), ("high", 0.02)):
        script[f"vs_other_{end}"] = script["vs_other"] + error
    policy, search = script.assign(strength="policy"), script.assign(strength="search")
    best, other = search["vs_other"].idxmax(), search["vs_other"].idxmin()
    effects = ["vs_other", "vs_other_low", "vs_other_high"]
    search.loc[other, effects] -= 0.07
    search = search.drop(columns=["own_use", "denial"])  # a brief trial has no denial
    pd.concat([policy, script, search]).to_parquet(file, index=False)
    assert atlas.main(["results", str(tmp_path)]) == 0
    said = capsys.readouterr().out.split("## By strength, aoe3\n\n")[1].split("\n## ")[0]
    rows = said.split("\n\n")[0].splitlines()
    assert rows[0] == "| tile | script | policy | search |" and len(rows) == 2 + len(search)
    assert rows[2].startswith(f"| {script['tile'][best]} | ") and rows[2].count(" ± 0.020") == 3
    assert "policy and search over" in said and "script and search over" in said
    assert f"Policy and search: 1 of {len(search)} tiles differ" in said
    assert f"| {script['tile'][other]} | " in said.split("| tile | policy | search | diff")[1]


def test_a_brief_trial_has_no_denial(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (planned,) = (trial for trial in TRIALS if trial.is_brief)
    brief = replace(planned, agent="scripted", seed=27001)
    others = [trial for trial in TRIALS if trial is not planned]
    for module in (atlas, atlas_tables):
        monkeypatch.setattr(module, "TRIALS", [*others, brief])
    mine, out = tmp_path / "mine", tmp_path / "out"
    assert f"--games {planned.games} " in " ".join(planned.arguments("l.db", None, 1))
    assert atlas.main(["play", str(mine), "--games", "12", "--only", brief.name]) == 0
    for place in (folder, mine):
        assert atlas.main(["tables", str(place), "--out", str(out)]) == 0
    tiles = pd.read_parquet(out / "tiles.parquet")
    whole = tiles[tiles["trial"] == "script-aoe3-4"].set_index("tile")  # the same games
    part = tiles[tiles["trial"] == brief.name].set_index("tile")
    assert list(part.index) == list(whole.index)
    for column in ("vs_other", "vs_nothing", "vp_vs_other", "vs_other_low", "forks", "buy_rate"):
        assert np.allclose(part[column], whole[column])
    assert part["own_use"].isna().all() and whole["own_use"].notna().all()
    assert atlas.main(["page", str(out), "--out", str(tmp_path / "atlas.html")]) == 0


def test_a_planted_partner_is_found() -> None:
    """Tile b brings 0.3 more to players who own a, and tile c is not its partner."""
    rng = np.random.default_rng(1)
    games = np.arange(4000)
    owner = {"a": rng.integers(1, 5, len(games)), "c": rng.integers(1, 5, len(games))}
    seat = rng.integers(1, 5, len(games))
    effect = 0.3 * (owner["a"] == seat) + rng.choice([-1, 0, 1], len(games), p=[0.2, 0.6, 0.2])
    forks = pd.DataFrame(
        {"game": games, "subject": "b", "seat": seat, "turn": 4, "win_share": effect}
    )
    choices = pd.concat(
        pd.DataFrame({"game": games, "subject": name, "seat": owner[name], "turn": 2})
        for name in ("a", "c")
    )
    found = atlas_tables.pairs(forks, choices).set_index("a")
    assert found.loc["a", "difference"] == pytest.approx(0.3, abs=3 * found.loc["a", "error"])
    assert found.loc["a", "q"] < 0.001 and found.loc["c", "q"] > 0.05
    assert 0 < found.loc["a", "shrunk"] < found.loc["a", "difference"]
    later = choices.assign(turn=4)  # the turn of the fork: before or after it
    assert atlas_tables.pairs(forks, later).empty


def test_owners_who_come_later_are_compared_within_turns() -> None:
    """Tile b brings 0.4 more in turn 4 than in turn 3, to everybody; owners of a come in turn 4
    more often."""
    rng = np.random.default_rng(3)
    games = np.arange(8000)
    owns = rng.random(len(games)) < 0.4
    turn = np.where(rng.random(len(games)) < np.where(owns, 0.9, 0.1), 4, 3)
    effect = 0.4 * (turn == 4) + rng.choice([-1, 0, 1], len(games), p=[0.2, 0.6, 0.2])
    forks = pd.DataFrame(
        {"game": games, "subject": "b", "seat": 1, "turn": turn, "win_share": effect}
    )
    choices = pd.DataFrame({"game": games, "subject": "a", "seat": np.where(owns, 1, 2), "turn": 2})
    (pair,) = atlas_tables.pairs(forks, choices).to_dict("records")
    assert pair["over_turns"] > 0.25
    assert abs(pair["difference"]) < 3 * pair["error"] < 0.1


def test_shrinkage_of_pure_noise_is_complete() -> None:
    rng = np.random.default_rng(2)
    error = np.full(400, 0.05)
    noise = pd.DataFrame({"difference": rng.normal(0, 0.04, 400), "error": error})
    assert (atlas_tables.judged(noise)["shrunk"] == 0).all()


def test_wrong_input_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["tables", str(tmp_path), "--out", str(tmp_path)], "has no complete trial"),
        (["page", str(tmp_path), "--out", str(tmp_path / "x")], "there is no"),
        (["page", str(tmp_path)], "page needs --out"),
        (["play", str(tmp_path), "--only", "aoe4"], "expected a part of a name"),
        (["results", str(tmp_path), "--only", "aoe3"], "--only belongs to play"),
        (["tables", str(tmp_path), "--out", "x", "--games", "9"], "--games belongs to play"),
        (["page", str(tmp_path), "--out", "x", "--threads", "2"], "--threads belongs to play"),
        (["results", str(tmp_path), "--out", "x"], "--out belongs to tables and page"),
    ):
        assert atlas.main(arguments) != 0
        assert words in capsys.readouterr().err
    for text in ("[]", '{"trials": [{}]}', '{"trials": [{"games": 1, "tiles": [{}]}]}'):
        (tmp_path / f"{TRIALS[0].name}.json").write_text(text)
        assert atlas.main(["tables", str(tmp_path), "--out", str(tmp_path)]) != 0
        assert "is not a report" in capsys.readouterr().err


def test_wrong_tables_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = ["tables", str(folder), "--out", str(tmp_path)]
    assert atlas.main(tables) == 0
    page = ["page", str(tmp_path), "--out", str(tmp_path / "atlas.html")]
    results = ["results", str(tmp_path)]
    file = tmp_path / "tiles.parquet"
    whole = pd.read_parquet(file)
    whole.drop(columns="trial").to_parquet(file, index=False)
    for arguments in (tables, page):
        assert atlas.main(arguments) == 1
        assert "tiles.parquet has no column trial" in capsys.readouterr().err
    file.write_bytes(file.read_bytes()[:100])
    for arguments in (tables, page, results):
        assert atlas.main(arguments) == 1
        told = capsys.readouterr().err
        assert "tiles.parquet is not a Parquet file" in told and len(told.splitlines()) == 1


def test_a_trial_of_one_game_has_no_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", str(tmp_path), "--games", "1", "--only", "script-aoe3"]
    assert atlas.main(words) == 0
    assert atlas.main(["tables", str(tmp_path), "--out", str(tmp_path)]) == 1
    assert "no tile was offered in two games" in capsys.readouterr().err
