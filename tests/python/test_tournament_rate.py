"""``Tournament.rate``: the ratings of games in memory are those of their ledger and records."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import says

import carrack

pd = pytest.importorskip("pandas")

RULES = carrack.Ruleset(players=3)
AGENTS = ["scripted", "random", "greedy"]
OPTIONS: dict[str, Any] = {"by_seat": True, "alpha_rank": True, "bootstrap": 200}


@pytest.fixture(scope="module")
def games() -> carrack.Tournament:
    return carrack.tournament(RULES, AGENTS, 8, seed=3, threads=2)


def test_it_is_the_rating_of_the_ledger(games: carrack.Tournament, tmp_path: Path) -> None:
    kept = carrack.tournament(RULES, AGENTS, 8, seed=3, ledger=tmp_path / "l.db")
    ledger = carrack.Ledger(tmp_path / "l.db")
    expected = ledger.rate("random", **OPTIONS)
    for rated in (games, kept, ledger.tournament()):
        found = rated.rate("random", **OPTIONS)
        pd.testing.assert_frame_equal(found, expected)
        assert found.attrs == expected.attrs
    assert (games.rate(prior_sd=50).elo != expected.elo).any()
    assert games.rate(seat_effects=False).attrs["seats"][0].get("elo") is None


def test_it_is_the_rating_of_the_records(tmp_path: Path) -> None:
    played = carrack.tournament(RULES, AGENTS, 4, record=tmp_path / "games.jsonl")
    expected = carrack.rate(tmp_path / "games.jsonl", anchor="random")
    found = played.rate(carrack.agent("random"))
    same = [name for name in expected.columns if name not in ("agent", "name_in_file")]
    pd.testing.assert_frame_equal(found[same], expected[same])


def test_agents_with_one_spec_are_pooled() -> None:
    twice = carrack.tournament(RULES, ["random", "scripted", "random"], 4)
    assert twice.names == ("random", "scripted", "random #2")
    found = twice.rate("random")
    assert sorted(found.name_in_file) == ["random", "scripted"]
    assert found.set_index("agent").seats.to_dict() == {"random": 24, "scripted": 12}
    spelled = carrack.tournament(RULES, ["random", "mcts:iterations=5,c=0.3", "random"], 1)
    assert "mcts:" in " ".join(spelled.rate().spec) and len(spelled.rate()) == 2


class First(carrack.PythonAgent):
    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[0]


def test_agents_written_in_python_are_rated_by_name() -> None:
    found = carrack.tournament(RULES, [First(), "random", First()], 2).rate("First")
    assert found.set_index("name_in_file").seats.to_dict() == {"First": 12, "random": 6}
    assert found.set_index("agent").elo["First"] == 0


def test_forfeits_are_counted(games: carrack.Tournament) -> None:
    forfeits = games.forfeits.copy()
    forfeits[0, 1] = 0
    changed = carrack.Tournament(
        RULES, games.names, 3, games.block, games.entrants, games.scores, games.ranks, forfeits
    )
    found = changed.rate().set_index("name_in_file").forfeits
    assert found[games.names[int(games.entrants[0, 1])]] == 1 and found.sum() == 1


def test_wrong_arguments_are_told_in_one_line(games: carrack.Tournament) -> None:
    wrong: Any = games
    none, by_seat = np.empty(0, int), np.empty((0, 3), int)
    nothing = carrack.Tournament(
        RULES, ("random",), 1, none, by_seat, by_seat, by_seat, by_seat.astype(np.int8)
    )
    for call, error, told in (
        (lambda: games.rate("scriptd"), carrack.InputError, "unknown agent 'scriptd'"),
        (lambda: games.rate(bootstrap=5), carrack.InputError, "bootstrap is 5, expected 0, or 200"),
        (lambda: games.rate(prior_sd=0), carrack.InputError, "prior_sd is 0, expected 0.001"),
        (lambda: wrong.rate(by_seats=True), TypeError, "did you mean 'by_seat'?"),
        (lambda: nothing.rate(), carrack.InputError, "no games to rate"),
    ):
        assert told in says(error, call)
