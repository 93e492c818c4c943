"""carrack.trial."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CARRACK

import carrack

pd = pytest.importorskip("pandas")

EXTERNAL = str(Path(__file__).parents[2] / "experiments" / "examples" / "external_agent.py")


def test_agents_are_taken_for_their_specs(ruleset: carrack.Ruleset) -> None:
    frame = carrack.trial(ruleset, [carrack.agent("scripted")], age=1, games=4)
    assert frame.equals(carrack.trial(ruleset, ["scripted"], age=1, games=4))

    class Random(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    agents: Any = ["random", Random(), "random"]
    told = r"^agents\[1\] is a Random, expected one with a spec; carrack.serve makes a program"
    with pytest.raises(carrack.InputError, match=told):
        carrack.trial(ruleset, agents, games=1)
    agents = ["random", 3, "random"]
    with pytest.raises(TypeError, match=r"^agents\[1\] is 3, expected a spec or an object"):
        carrack.trial(ruleset, agents, games=1)


def test_it_is_that_of_the_command(ruleset: carrack.Ruleset) -> None:
    frame = carrack.trial(ruleset, ["scripted"], age=1, games=30, seed=2, threads=2)
    words = "trial --agent scripted --players 3 --age I --games 30 --seed 2 --json".split()
    shown = subprocess.run([CARRACK, *words], capture_output=True, text=True, check=True)
    tiles = {row["tile"]: row for row in json.loads(shown.stdout)["trials"][0]["tiles"]}
    assert set(frame["tile"]) == set(tiles) and len(frame) == 2 * len(tiles)
    for row in frame.to_dict("records"):
        tally = tiles[row["tile"]][row["occasion"]]
        assert row["forks"] == tally["forks"]
        if row["forks"] > 1:
            for other in ("other", "nothing"):
                for figure in ("win_share", "rank", "vp"):
                    effect = tally[f"vs_{other}"][figure]
                    assert row[f"{figure}_vs_{other}"] == pytest.approx(effect["mean"])
                    assert row[f"{figure}_vs_{other}_half_width"] == pytest.approx(
                        effect["half_width"]
                    )
            share = tally["vs_other"]["win_share"]
            assert row["win_share_vs_other_simultaneous_half_width"] == pytest.approx(
                share["simultaneous_half_width"]
            )
        assert row["bought"] == tiles[row["tile"]]["observed"]["bought"]
    offered = frame[(frame["occasion"] == "offered") & (frame["forks"] > 0)]
    assert offered["win_share_vs_other"].is_monotonic_decreasing
    assert (offered["forks"] > 0).any()


def test_its_columns_are_those_of_the_csv(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    frame = carrack.trial(ruleset, ["scripted"], age=1, games=10, seed=2, denial=True)
    file = tmp_path / "trial.csv"
    words = "trial --agent scripted --players 3 --age I --games 10 --seed 2 --denial".split()
    subprocess.run([CARRACK, *words, "--csv", file], capture_output=True, check=True)
    csv = pd.read_csv(file)
    assert set(frame.columns) <= set(csv.columns)
    keys = ["tile", "occasion"]
    rows = csv[frame.columns].set_index(keys)
    expected = frame.set_index(keys).loc[rows.index]
    pd.testing.assert_frame_equal(rows, expected, check_dtype=False, atol=1e-4)


def test_a_ledger_lists_its_trials(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "trials.db"
    carrack.trial(ruleset, ["random"], on=["place:dock"], games=3, seat="p2", ledger=file)
    carrack.trial(
        ruleset, ["random"], ["navy"], games=2, seed=7, denial=True, ledger=file, name="navy"
    )
    trials = carrack.Ledger(file).trials()
    assert trials["name"].tolist() == ["main", "navy"]
    assert trials["on"].tolist() == [["place:dock"], ["buy:navy"]]
    assert trials["games"].tolist() == [3, 2] and trials["seed"].tolist() == [1, 7]
    assert trials["denial"].tolist() == [False, True] and trials["ruleset"][0] == ruleset
    assert trials["seat"][0] == 2 and len(trials["agents"][0]) == 3
    with pytest.raises(carrack.InputError, match="it has the trials 'main', 'navy'"):
        carrack.Ledger(file, "main").games()


def test_ages_and_seats_are_those_of_the_command(ruleset: carrack.Ruleset) -> None:
    def rows(**restricted: int | str) -> list[dict[str, object]]:
        frame = carrack.trial(ruleset, ["scripted"], games=20, seed=4, **restricted)  # type: ignore[arg-type]
        return [
            {key: value for key, value in row.items() if value == value}
            for row in frame.to_dict("records")
        ]

    assert rows(age="II", seat="p2") == rows(age=2, seat=2) != rows(age=2, seat=1)
    words = "trial --agent scripted --players 3 --games 20 --seed 4 --json".split()
    for restricted in (["--age", "II", "--seat", "p2"], ["--age", "2", "--seat", "2"]):
        shown = subprocess.run([CARRACK, *words, *restricted], capture_output=True, check=True)
        trial = json.loads(shown.stdout)["trials"][0]
        assert trial["seat"] == 2
        forks = {
            (t["tile"], o): t[o]["forks"] for t in trial["tiles"] for o in ("offered", "bought")
        }
        assert forks == {(r["tile"], r["occasion"]): r["forks"] for r in rows(age=2, seat="p2")}


def test_wrong_words_are_explained(ruleset: carrack.Ruleset) -> None:
    with pytest.raises(carrack.InputError, match="did you mean 'monastery'"):
        carrack.trial(ruleset, ["random"], ["monestary"])
    with pytest.raises(carrack.InputError, match="unknown age '4'"):
        carrack.trial(ruleset, ["random"], age=4)
    for seat in (0, 4, "p4", "p", -1):
        with pytest.raises(carrack.InputError, match=f"seat is '{seat}', expected p1 to p3"):
            carrack.trial(ruleset, ["random"], seat=seat)
    with pytest.raises(carrack.InputError, match="threads is 0"):
        carrack.trial(ruleset, ["random"], threads=0)
    with pytest.raises(carrack.InputError):
        carrack.trial(ruleset, ["random"] * 2)


def run_command(words: str, *more: str) -> dict[str, Any]:
    line = [str(CARRACK), *words.split(), *more, "--json"]
    shown = subprocess.run(line, capture_output=True, check=True)
    report: dict[str, Any] = json.loads(shown.stdout)["trials"][0]
    return report


def test_placements_are_those_of_the_command(ruleset: carrack.Ruleset) -> None:
    on = ["place:discovery", "place:dock"]
    frame = carrack.trial(ruleset, ["scripted"], on=on, games=30, seed=2, threads=2)
    words = "trial --agent scripted --players 3 --games 30 --seed 2 --on"
    boxes = {row["box"]: row for row in run_command(words, *on)["placements"]}
    assert list(frame["occasion"]) == ["open", "open", "placed", "placed"]
    assert set(frame["box"]) == {"dock", "discovery"}
    assert not [column for column in frame if "nothing" in column or column in ("tile", "cost")]
    for row in frame.to_dict("records"):
        tally = boxes[row["box"]][row["occasion"]]
        assert row["forks"] == tally["forks"] > 1
        for figure in ("win_share", "rank", "vp"):
            effect = tally["vs_other"][figure]
            assert row[f"{figure}_vs_other"] == pytest.approx(effect["mean"])
            assert row[f"{figure}_vs_other_low"] == pytest.approx(effect["low"])
        assert row["placed"] == boxes[row["box"]]["observed"]["placed"]


def test_what_it_is_on_has_one_kind(ruleset: carrack.Ruleset) -> None:
    rows = len(carrack.trial(ruleset, ["random"], on=["place"], games=1))
    assert rows == 2 * 12
    bought = carrack.trial(ruleset, ["random"], on=["buy:navy"], games=2)
    assert bought.equals(carrack.trial(ruleset, ["random"], ["navy"], games=2))
    for on, said in (
        (["place:discvery"], "did you mean 'discovery'"),
        (["place:builder"], "builder is not a box of aoe3-3"),
        (["place:dock", "buy:navy"], "not of both"),
        (["dock"], "as in place:discovery or buy:navy"),
    ):
        with pytest.raises(carrack.InputError, match=said):
            carrack.trial(ruleset, ["random"], on=on)
    with pytest.raises(carrack.InputError, match="both given"):
        carrack.trial(ruleset, ["random"], ["navy"], on=["buy:navy"])
    with pytest.raises(carrack.InputError, match="age is for tiles"):
        carrack.trial(ruleset, ["random"], on=["place"], age=1)
    with pytest.raises(TypeError, match="on is 'place'"):
        carrack.trial(ruleset, ["random"], on="place")


def test_a_ledger_goes_on_where_it_was_stopped(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "trials.db"

    def play(games: int, **more: Any) -> Any:
        return carrack.trial(ruleset, ["scripted"], on=["place"], games=games, seed=5, **more)

    play(7, ledger=file, name="boxes", threads=2)
    longer = play(12, ledger=file, name="boxes")
    pd.testing.assert_frame_equal(longer, play(12), check_exact=True)
    pd.testing.assert_frame_equal(play(12, ledger=file, name="boxes"), longer, check_exact=True)
    # The command continues the same trial.
    words = "trial --agent scripted --players 3 --on place --games 12 --seed 5 --name boxes"
    assert run_command(words, "--ledger", str(file))["games"] == 12
    with pytest.raises(carrack.InputError, match="turn is null there, 3 here"):
        play(12, ledger=file, name="boxes", turn=3)
    with pytest.raises(carrack.InputError, match="expected the name of a file"):
        play(12, ledger="")


def test_lower_prices_are_tried(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = str(tmp_path / "l.db")
    frame = carrack.trial(
        ruleset, ["scripted"], age=1, games=20, seed=2, discounts=[3, 40], ledger=file
    )
    plain = carrack.trial(ruleset, ["scripted"], age=1, games=20, seed=2)
    assert frame[plain.columns].equals(plain)
    offered = frame[frame["occasion"] == "offered"].set_index("tile")
    assert (offered["vp_of_discount_40"].mean() > offered["vp_of_discount_3"].mean()) and (
        offered["vp_of_discount_40"].mean() > 3
    )
    forks = carrack.trial_forks(file)
    of_tile = forks[forks["occasion"] == "offered"].groupby("subject")
    for figure in ("win_share_of_discount_3", "rank_of_discount_40"):
        assert np.allclose(of_tile[figure].mean(), offered[figure].sort_index())
    assert carrack.Ledger(file).trials()["discounts"].tolist() == [[3, 40]]
    with pytest.raises(carrack.InputError, match=r"the discount \$3 follows \$6"):
        carrack.trial(ruleset, ["scripted"], games=2, discounts=[6, 3])
    with pytest.raises(carrack.InputError, match="discounts are of tiles"):
        carrack.trial(ruleset, ["scripted"], on=["place:dock"], games=2, discounts=[3])
    with pytest.raises(TypeError, match="discounts"):
        carrack.trial(ruleset, ["scripted"], games=2, discounts=[2.5])  # type: ignore[list-item]


def test_one_occasion_is_part_of_both(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = str(tmp_path / "l.db")
    both = carrack.trial(ruleset, ["scripted"], age=1, games=20, seed=2)
    for word in ("offered", "bought"):
        part = carrack.trial(
            ruleset, ["scripted"], age=1, games=20, seed=2, occasion=word, discounts=[3],
            ledger=file, name=word,
        )  # fmt: skip
        wanted = both[both["occasion"] == word].reset_index(drop=True)
        assert part[both.columns].equals(wanted)
    assert carrack.Ledger(file).trials()["occasion"].tolist() == ["offered", "bought"]
    with pytest.raises(carrack.InputError, match="no forks of the occasion 'offered'"):
        carrack.fair_prices(carrack.trial_forks(file, "bought"), ruleset)
    with pytest.raises(carrack.InputError, match="did you mean 'bought'"):
        carrack.trial(ruleset, ["scripted"], age=1, games=2, occasion="bougth")
    with pytest.raises(carrack.InputError, match=r"known: open, placed"):
        carrack.trial(ruleset, ["scripted"], on=["place:dock"], games=2, occasion="bought")


def test_fair_prices_of_a_trial(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = str(tmp_path / "l.db")
    carrack.trial(
        ruleset, ["scripted"], age=1, games=40, seed=2, discounts=[2, 9], denial=True, ledger=file
    )
    forks = carrack.trial_forks(file)
    found = carrack.fair_prices(forks, ruleset).set_index("tile")
    costs = {tile["name"]: tile["cost"] for tile in carrack.tiles(ruleset.edition, 1)}
    offered = forks[forks["occasion"] == "offered"]
    assert set(found.index) == set(offered["subject"]) and len(found) > 5
    estimated = 0
    for tile, row in found.iterrows():
        of_tile = offered[offered["subject"] == tile]
        assert row["price"] == costs[str(tile)] and row["forks"] == len(of_tile)
        assert row["fair_price_low"] <= row["fair_price"] <= row["fair_price_high"]
        finite = abs(row["fair_price"] - row["price"]) <= 9
        assert finite or np.isinf(row["fair_price"]) or np.isnan(row["fair_price"])
        if finite:  # there, effect and gain cancel
            gains = [0, *(of_tile[f"win_share_of_discount_{d}"].mean() for d in (2, 9))]
            saving = row["price"] - row["fair_price"]
            gain = np.sign(saving) * np.interp(abs(saving), [0, 2, 9], gains)
            assert of_tile["win_share"].mean() + gain == pytest.approx(0, abs=1e-9)
            estimated += 1
    assert estimated > 2
    with pytest.raises(carrack.InputError, match="does not have"):
        carrack.fair_prices(forks.assign(subject="inca_conquests"), ruleset)


def test_fair_prices_are_those_of_the_ruleset_of_the_trial(tmp_path: Path) -> None:
    file = str(tmp_path / "l.db")
    tweak = {"name": "dear", "tiles": {"monastery": {"cost": 12}}}
    rules = carrack.Ruleset(players=3, tweak=tweak)
    carrack.trial(rules, ["scripted"], ["monastery"], games=10, discounts=[3], ledger=file)
    forks = carrack.trial_forks(file)
    assert forks.attrs == {"ruleset": "aoe3-3~dear"}
    assert carrack.fair_prices(forks, rules)["price"].tolist() == [12]
    for other in (carrack.Ruleset(players=3), carrack.Ruleset(players=4, tweak=tweak)):
        with pytest.raises(carrack.InputError, match=f"played with aoe3-3~dear, .* not {other}"):
            carrack.fair_prices(forks, other)
    forks.attrs.clear()  # as after operations that lose them
    assert len(carrack.fair_prices(forks, carrack.Ruleset(players=3))) == 1


def test_own_use_and_denial_add_up(ruleset: carrack.Ruleset) -> None:
    frame = carrack.trial(ruleset, ["scripted"], age=1, games=20, seed=2, denial=True)
    for figure in ("win_share", "rank", "vp"):
        parts = frame[f"{figure}_own_use"] + frame[f"{figure}_denial"]
        assert parts.tolist() == pytest.approx(frame[f"{figure}_vs_other"].tolist(), nan_ok=True)
    assert (frame["win_share_denial"] != 0).any()
    with pytest.raises(carrack.InputError, match="denial is of tiles"):
        carrack.trial(ruleset, ["scripted"], on=["place:dock"], games=2, denial=True)


def test_every_fork_is_a_row(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "trials.db"
    tiles = carrack.trial(ruleset, ["scripted"], games=20, denial=True, ledger=file, name="tiles")
    carrack.trial(ruleset, ["scripted"], on=["place"], games=5, ledger=file, name="boxes")
    forks = carrack.trial_forks(file, "tiles")
    means = forks.groupby(["subject", "occasion"]).agg(
        forks=("vp", "size"), vp=("vp", "mean"), nothing=("vp_vs_nothing", "mean")
    )
    for row in tiles[tiles["forks"] > 0].to_dict("records"):
        kept = means.loc[(row["tile"], row["occasion"])]
        assert kept["forks"] == row["forks"]
        assert kept["vp"] == pytest.approx(row["vp_vs_other"])
        assert kept["nothing"] == pytest.approx(row["vp_vs_nothing"])
    assert forks["place"].between(1, 3).all() and (forks["money"] >= 5).all()
    assert forks["turn"].between(1, 8).all() and forks["vp_vs_denied"].notna().all()
    choices = carrack.trial_choices(file, "tiles")
    bought = choices.groupby("subject").size()
    for row in tiles.to_dict("records"):
        assert bought.get(row["tile"], 0) == row["bought"]
    boxes = carrack.trial_forks(file, "boxes")
    assert boxes["vp_vs_nothing"].isna().all() and boxes["vp_vs_denied"].isna().all()
    assert "discovery" in set(boxes["subject"])
    with pytest.raises(carrack.InputError, match="no trial 'main' .it has boxes, tiles"):
        carrack.trial_forks(file)
    with pytest.raises(carrack.InputError):
        carrack.trial_forks(tmp_path / "missing.db")


@pytest.mark.parametrize("on", [["buy"], ["place:discovery", "place:dock"]])
def test_the_branches_of_a_stored_game_come_as_records(
    ruleset: carrack.Ruleset, tmp_path: Path, on: list[str]
) -> None:
    file = tmp_path / "t.db"
    denial = on == ["buy"]
    carrack.trial(
        ruleset, ["scripted"], on=on, games=3, seed=3, continuations=2, denial=denial, ledger=file
    )
    forks = carrack.trial_forks(file)
    forks = forks[forks["game"] == 2].set_index(["subject", "occasion"])
    rows = carrack.trial_records(file, game=2)
    kinds = ["with", "other", "nothing", "denied"] if denial else ["with", "other"]
    assert set(rows["branch"]) == set(kinds) and set(rows["continuation"]) == {0, 1}
    assert len(rows) == len(forks) * len(kinds) * 2
    for key, of_fork in rows.groupby(["subject", "occasion"]):
        fork = forks.loc[key]
        means = of_fork.groupby("branch")[["win_share", "rank", "vp"]].mean()
        for figure in means:
            gain = means.loc["with", figure] - means.loc["other", figure]
            assert gain == pytest.approx(fork[figure])
    for row in rows.iloc[::37].itertuples():
        game = row.record
        assert game.seed == 3 and game.game == 2
        assert game.notation()[row.ply] == row.action
        assert game.final_state().scores()[row.seat - 1] == row.vp
        assert game.state_at(row.ply).turn == row.turn
    for name, game, words in (("main", 3, "has no game 3"), ("x", 0, "no trial 'x'")):
        with pytest.raises(carrack.InputError, match=words):
            carrack.trial_records(file, name, game)


def test_programs_of_a_stored_trial_run_only_if_allowed(
    ruleset: carrack.Ruleset, tmp_path: Path
) -> None:
    file, mark, script = tmp_path / "t.db", tmp_path / "mark", tmp_path / "agent.py"
    script.write_text(
        "import runpy\n"
        f"open({str(mark)!r}, 'w').close()\n"
        f"runpy.run_path({EXTERNAL!r}, run_name='__main__')\n"
    )
    spec = f"restricted:ban=navy,of=process:{sys.executable} {script}"
    carrack.trial(ruleset, [spec], tiles=["settlers"], games=1, ledger=file)
    mark.unlink()
    told = "agent 'restricted:ban=navy,of=process:.*' runs a program that the ledger names"
    with pytest.raises(carrack.InputError, match=told):
        carrack.trial_records(file)
    with pytest.raises(TypeError, match="allow_programs"):
        carrack.trial_records(file, allow_programs="no")  # type: ignore[arg-type]
    assert not mark.exists()
    assert len(carrack.trial_records(file, allow_programs=True)) > 0
    assert mark.exists()
