"""carrack.trial."""

import json
import subprocess
import sysconfig
from pathlib import Path

import pytest

import carrack

pytest.importorskip("pandas")


def test_it_is_that_of_the_command(ruleset: carrack.Ruleset) -> None:
    frame = carrack.trial(ruleset, ["scripted"], age=1, games=30, seed=2, threads=2)
    command = Path(sysconfig.get_path("scripts")) / "carrack"
    words = "trial --agent scripted --players 3 --age I --games 30 --seed 2 --json".split()
    shown = subprocess.run([command, *words], capture_output=True, text=True, check=True)
    tiles = {row["tile"]: row for row in json.loads(shown.stdout)["trials"][0]["tiles"]}
    assert set(frame["tile"]) == set(tiles) and len(frame) == 2 * len(tiles)
    for row in frame.to_dict("records"):
        tally = tiles[row["tile"]][row["occasion"]]
        assert row["forks"] == tally["forks"]
        if row["forks"] > 1:
            for other in ("other", "nothing"):
                for figure in ("win_share", "rank", "vp"):
                    effect = tally[f"versus_{other}"][figure]
                    assert row[f"{figure}_vs_{other}"] == pytest.approx(effect["mean"])
                    assert row[f"{figure}_vs_{other}_interval"] == pytest.approx(effect["interval"])
            share = tally["versus_other"]["win_share"]
            assert row["win_share_vs_other_simultaneous"] == pytest.approx(
                share["simultaneous_interval"]
            )
        assert row["bought"] == tiles[row["tile"]]["observed"]["bought"]
    offered = frame[(frame["occasion"] == "offered") & (frame["forks"] > 0)]
    assert offered["win_share_vs_other"].is_monotonic_decreasing
    assert (offered["forks"] > 0).any()


def test_wrong_words_are_explained(ruleset: carrack.Ruleset) -> None:
    with pytest.raises(carrack.InputError, match="did you mean 'monastery'"):
        carrack.trial(ruleset, ["random"], ["monestary"])
    with pytest.raises(carrack.InputError, match="age is 4"):
        carrack.trial(ruleset, ["random"], age=4)
    with pytest.raises(carrack.InputError, match="seat is 3"):
        carrack.trial(ruleset, ["random"], seat=3)
    with pytest.raises(carrack.InputError, match="threads is 0"):
        carrack.trial(ruleset, ["random"], threads=0)
    with pytest.raises(carrack.InputError):
        carrack.trial(ruleset, ["random"] * 2)
