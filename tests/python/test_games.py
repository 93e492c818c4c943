"""carrack.play, carrack.tournament and agents written in Python."""

import dataclasses
import random
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack
from carrack._blocks import play_all


class RandomPython(carrack.PythonAgent):
    def choose(self, state: carrack.State, seed: int) -> int:
        return random.Random(seed).choice(state.legal_actions())


class Notes(carrack.PythonAgent):
    """Returns its actions in notation."""

    def __init__(self) -> None:
        self.states: list[carrack.State] = []

    def choose(self, state: carrack.State, seed: int) -> str:
        self.states.append(state)
        return state.action_to_string(state.legal_actions()[-1])


def test_a_game_is_that_of_its_seed(ruleset: carrack.Ruleset) -> None:
    agents = ["random", "scripted:trader", "greedy"]
    game = carrack.play(ruleset, agents, seed=7)
    assert game == carrack.play(ruleset, agents, seed=7)
    assert game.actions != carrack.play(ruleset, agents, seed=8).actions
    assert game.actions != carrack.play(ruleset, agents, seed=7, game=1).actions
    assert game.final_state().is_terminal
    assert game.agents[0] == "random"


def test_python_agents_sit_at_the_table(ruleset: carrack.Ruleset) -> None:
    notes = Notes()
    agents: list[object] = [RandomPython(), notes, carrack.agent("random")]
    game = carrack.play(ruleset, agents, seed=3)  # type: ignore[arg-type]
    assert game.agents == ("python:RandomPython", "python:Notes", "random")
    assert len(notes.states) > 10
    assert all(state.current_player == 1 for state in notes.states)
    again = carrack.play(ruleset, [RandomPython(), Notes(), "random"], seed=3)
    assert again.actions == game.actions


def test_what_python_agents_do_wrong_is_raised(ruleset: carrack.Ruleset) -> None:
    class Cheat(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            return int(np.flatnonzero(~state.legal_mask())[0])

    class Crash(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            raise RuntimeError("out of ideas")

    with pytest.raises(carrack.IllegalActionError, match="not legal here"):
        carrack.play(ruleset, [Cheat(), "random", "random"])
    with pytest.raises(RuntimeError, match="out of ideas"):
        carrack.tournament(ruleset, [Crash(), "random", "random"], blocks=1)
    with pytest.raises(TypeError, match=r"choose\(state, seed\)"):
        carrack.play(ruleset, [object(), "random", "random"])  # type: ignore[list-item]
    with pytest.raises(carrack.InputError, match="2 agents for the 3 players"):
        carrack.play(ruleset, ["random", "random"])
    with pytest.raises(carrack.InputError, match="one thread"):
        carrack.tournament(ruleset, [RandomPython(), "random", "random"], threads=2)


class ClumsyAfter(carrack.PythonAgent):
    """Raises in a game when it has played others."""

    def __init__(self, games: int) -> None:
        self.left = games

    def begin(self, ruleset: carrack.Ruleset, seat: int, seed: int) -> None:
        self.left -= 1

    def choose(self, state: carrack.State, seed: int) -> int:
        if self.left < 0:
            raise RuntimeError("out of ideas")
        return state.legal_actions()[0]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
def test_an_exception_names_the_agent_the_game_and_the_ply(ruleset: carrack.Ruleset) -> None:
    class Cheat(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> str:
            return "buy the moon"

    with pytest.raises(RuntimeError) as raised:
        carrack.tournament(ruleset, ["random", ClumsyAfter(4), "random"], blocks=2, seed=7)
    agent, game = getattr(raised.value, "__notes__")  # noqa: B009
    assert re.fullmatch(
        r"in choose\(\) of ClumsyAfter, p\d, turn 1, \w+, call 1 of its game", agent
    )
    assert re.fullmatch(r"game 4 of seed 7 \(block 1\), at ply \d+", game)
    with pytest.raises(carrack.IllegalActionError) as illegal:
        carrack.play(ruleset, ["random", "random", Cheat()], seed=3, game=2)
    agent, game = getattr(illegal.value, "__notes__")  # noqa: B009
    assert "Cheat, p3" in agent and game.startswith("game 2 of seed 3, at ply ")
    with pytest.raises(RuntimeError) as raised:
        carrack.match(ruleset, "random", ClumsyAfter(20), seed=9)
    agent, game = getattr(raised.value, "__notes__")  # noqa: B009
    assert re.fullmatch(r"game 13 of seed 9 \(block 6\), at ply \d+", game)


def test_a_python_agent_is_told_of_its_games(ruleset: carrack.Ruleset) -> None:
    class Told(RandomPython):
        def __init__(self) -> None:
            self.begun: list[tuple[carrack.Ruleset, int, int]] = []

        def begin(self, ruleset: carrack.Ruleset, seat: int, seed: int) -> None:
            self.begun.append((ruleset, seat, seed))

    agent = Told()
    carrack.tournament(ruleset, [agent, "random", "random"], blocks=1)
    assert sorted(seat for _, seat, _ in agent.begun) == [0, 1, 2]
    assert all(given == ruleset for given, _, _ in agent.begun)
    assert len({seed for _, _, seed in agent.begun}) == 3


def test_games_of_python_agents_are_recorded(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    agents: list[object] = [RandomPython(), "uct:iterations=3", "random"]

    def play(**options: Any) -> carrack.Tournament:
        return carrack.tournament(ruleset, agents, 2, record=file, **options)  # type: ignore[arg-type]

    result = play(search_values=True)
    records = carrack.read_records(file)
    assert [record.final_state().scores() for record in records] == result.scores.tolist()
    assert [record.game for record in records] == list(range(6))
    assert "python:RandomPython" in records[0].agents
    assert any(note is not None for note in records[0].notes)
    assert carrack.verify(file).games == 6
    with pytest.raises(carrack.InputError, match="exists; force=True replaces it"):
        play()
    play(force=True)
    assert not carrack.read_records(file)[0].notes
    agents = ["random"]
    play(force=True)
    assert carrack.read_records(file)[0].agents == ("random",) * 3


def test_the_record_has_the_games_before_an_exception(
    ruleset: carrack.Ruleset, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    agents: list[object] = [ClumsyAfter(4), "random", "random"]
    with pytest.raises(RuntimeError, match="out of ideas"):
        carrack.tournament(ruleset, agents, 2, record=file)  # type: ignore[arg-type]
    assert carrack.verify(file).games == 4


def test_one_game_is_recorded(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    game = carrack.play(ruleset, [RandomPython(), "random", "random"], record=file)
    assert carrack.Record.from_file(file) == game
    with pytest.raises(carrack.InputError, match="force=True"):
        carrack.play(ruleset, ["random"], record=file)
    again = carrack.play(ruleset, ["random"], record=file, force=True)
    assert carrack.Record.from_file(file) == again


def test_records_and_ledgers_exclude_each_other(ruleset: carrack.Ruleset, tmp_path: Path) -> None:
    with pytest.raises(carrack.InputError, match="record does not go with ledger"):
        carrack.tournament(ruleset, ["random"], 1, ledger=tmp_path / "l.db", record="r.jsonl")
    with pytest.raises(carrack.InputError, match="search_values needs record= or ledger="):
        carrack.tournament(ruleset, ["random"], 1, search_values=True)
    ledger = tmp_path / "l.db"
    carrack.tournament(ruleset, ["uct:iterations=3"], 1, ledger=ledger, search_values=True)
    assert any(note is not None for note in carrack.Ledger(ledger).records()[0].notes)


def test_tournaments_are_of_blocks(ruleset: carrack.Ruleset) -> None:
    agents = ["scripted:balanced", "random", "random"]
    result = carrack.tournament(ruleset, agents, blocks=4, seed=2, seatings="all")
    assert result.scores.shape == (24, 3)
    assert all(sorted(row) == [0, 1, 2] for row in result.entrants.tolist())
    rows = result.table()
    assert [row["agent"] for row in rows] == ["scripted:balanced", "random", "random #2"]
    assert sum(row["win_share"] for row in rows) == pytest.approx(1)
    assert rows[0]["win_share"] > 0.8
    mine = result.scores[result.entrants == 0].reshape(4, 6)
    assert rows[0]["mean_vp"] == pytest.approx(mine.mean())
    t = 3.182446  # of Student, 3 degrees of freedom
    assert rows[0]["mean_vp_half_width"] == pytest.approx(
        t * mine.mean(axis=1).std(ddof=1) / np.sqrt(4), rel=1e-3
    )
    assert "24 games of aoe3-3 in 4 blocks" in str(result)
    assert result._repr_html_().count("<tr>") == 4


def test_threads_change_nothing(ruleset: carrack.Ruleset) -> None:
    agents = ["greedy", "random", "scripted"]
    one = carrack.tournament(ruleset, agents, blocks=3, seatings="rotations")
    two = carrack.tournament(ruleset, agents, blocks=3, seatings="rotations", threads=2)
    assert np.array_equal(one.scores, two.scores) and np.array_equal(one.entrants, two.entrants)


def test_a_tournament_as_frames(ruleset: carrack.Ruleset) -> None:
    pytest.importorskip("pandas")
    result = carrack.tournament(ruleset, ["random"] * 3, blocks=2, seatings="balanced")
    assert len(result.to_pandas()) == 3
    games = result.games_to_pandas()
    assert len(games) == 36 and games.groupby("block")["game"].nunique().tolist() == [6, 6]
    assert games["game"].tolist() == [number for number in range(12) for _ in range(3)]
    assert (games["game"] == 6 * games["block"] + games["permutation"]).all()
    assert games.query("rank == 1")["vp"].min() > 0
    assert games.groupby("game")["win_share"].sum().tolist() == [1.0] * 12
    assert (games["win_share"] > 0).equals(games["rank"] == 1)


@pytest.mark.parametrize("seatings", ["rotations", "all", "balanced"])
def test_games_have_their_numbers_in_the_plan(
    ruleset: carrack.Ruleset, tmp_path: Path, seatings: Any
) -> None:
    file = tmp_path / "games.jsonl"
    result = carrack.tournament(ruleset, ["random"], range(2, 4), seatings=seatings, record=file)
    assert [record.game for record in carrack.read_records(file)] == result.game.tolist()
    assert (result.game // (result.permutation.max() + 1) == result.block).all()


def test_a_shared_win_is_shared(ruleset: carrack.Ruleset) -> None:
    result = carrack.tournament(ruleset, ["random"] * 3, blocks=1)
    tied = dataclasses.replace(result, ranks=np.array([[1, 1, 3], [2, 1, 3], [1, 1, 1]]))
    expected = np.array([[0.5, 0.5, 0], [0, 1, 0], [1 / 3, 1 / 3, 1 / 3]])
    assert np.allclose(tied.win_shares, expected)


def test_arrays_that_do_not_belong_together_are_refused(ruleset: carrack.Ruleset) -> None:
    result = carrack.tournament(ruleset, ["random"] * 3, blocks=2)
    for wrong, said in (
        ({"ranks": result.ranks[:2]}, r"ranks should be \[6, 3\]"),
        ({"ranks": result.ranks + 2}, "ranks has a .*, expected 1 to 3"),
        ({"entrants": result.entrants + 1}, "entrants has a 3, expected 0 to 2"),
        ({"entrants": result.entrants[0]}, r"entrants should be \[games, players\]"),
    ):
        with pytest.raises(carrack.InputError, match=said):
            dataclasses.replace(result, **wrong).table()


def test_one_block_has_no_interval(ruleset: carrack.Ruleset) -> None:
    result = carrack.tournament(ruleset, ["random"] * 3, blocks=1)
    assert str(result).endswith("in 1 block, seed 1; one block: no intervals")
    row = result.table()[0]
    assert np.isnan(row["mean_vp_half_width"])


def test_python_agents_play_the_same_games(ruleset: carrack.Ruleset) -> None:
    """A wrapper has no effect, and every kind of tournament treats it as any other agent."""

    class Wrapped(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    one = carrack.tournament(ruleset, [Wrapped(), "random", "greedy"], blocks=2)
    two = carrack.tournament(ruleset, [Wrapped(), "random", "greedy"], blocks=2)
    assert np.array_equal(one.scores, two.scores) and one.names[0] == "Wrapped"
    assert sorted(one.entrants[:3].tolist()) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    focus = carrack.tournament(ruleset, [Wrapped(), "random"], blocks=1, kind="focus")
    assert (focus.entrants == 1).sum() == 6


def test_kinds_and_seatings_are_the_commands(ruleset: carrack.Ruleset) -> None:
    four = ["random", "greedy", "scripted:trader", "scripted"]
    every = carrack.tournament(ruleset, four, blocks=4, kind="round-robin")
    assert [row["games"] for row in every.table()] == [9] * 4
    assert sum(row["win_share"] for row in every.table()) * 3 == pytest.approx(4, abs=0.01)
    mixed = carrack.tournament(ruleset, four, blocks=8, kind="mixed", seatings="balanced")
    assert [row["games"] for row in mixed.table()] == [36] * 4
    with pytest.raises(carrack.InputError, match="did you mean 'round-robin'"):
        carrack.tournament(ruleset, four, kind="roundrobin")  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="did you mean 'rotations'"):
        carrack.tournament(ruleset, four[:3], seatings="rotation")  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="blocks is 0"):
        carrack.tournament(ruleset, four[:3], blocks=0)


BAD = "process:python3 " + str(Path(__file__).parents[1] / "agents" / "external" / "bad_agent.py")


def test_forfeits_show(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    rules = carrack.Ruleset(players=2)
    agents = ["random", f"{BAD} crashes"]
    in_memory = carrack.tournament(rules, agents, blocks=2)
    in_ledger = carrack.tournament(rules, agents, blocks=2, ledger=tmp_path / "l.db")
    for result in (in_memory, in_ledger):
        good, bad = result.table()
        assert (good["crashed"], bad["crashed"], bad["illegal"]) == (0, 4, 0)
        assert bad["win_share"] == 0 and good["win_share"] == 1
        assert list(result.reasons) == [bad["agent"]]
        assert result.reasons[bad["agent"]].startswith("python3 has ended with status 3")
        told = f"{bad['agent']} forfeited 4 crashed; first reason: python3 has ended with status 3"
        assert told in str(result) and "python3 has ended with status 3" in result._repr_html_()
        frame = result.games_to_pandas()
        assert set(frame["forfeit"][frame["rank"] == 2]) == {"crashed"}
        assert frame["forfeit"][frame["rank"] == 1].isna().all()
    with pytest.warns(carrack.ForfeitWarning, match="'main': .* forfeited 4 crashed; first reason"):
        play_all(
            str(tmp_path / "l.db"), "main", (rules, agents, "fixed", "rotations", 1, (0, 2)), 1,
            False, "--name NEW",
        )  # fmt: skip
    rated = carrack.rate(tmp_path / "l.db")
    assert list(rated["name_in_file"]) == ["random", f"{BAD} crashes"]
    assert rated["spec"][1].startswith(f"{BAD} crashes,time=")
    assert list(rated["forfeits"]) == [0, 4]
    clean = carrack.tournament(rules, ["random"] * 2, blocks=2)
    assert "forfeited" not in str(clean) and (clean.forfeits == -1).all()


def test_an_agent_that_fails_ends_a_trial() -> None:
    pytest.importorskip("pandas")
    with pytest.raises(carrack.AgentFailureError, match="python3 has ended with status 3"):
        carrack.trial(carrack.Ruleset(players=2), [f"{BAD} crashes"], ["monastery"], games=2)


def test_a_record_knows_who_forfeited() -> None:
    game = carrack.play(carrack.Ruleset(players=2), [f"{BAD} illegal", "random"], seed=3)
    (forfeit,) = game.forfeits
    assert (forfeit.seat, forfeit.kind) == (0, "illegal") and forfeit.decision > 0
    assert game.ranks() == [2, 1]
    assert carrack.Record.from_string(game.to_string()) == game
    assert "illegal" in game.to_html()


def test_a_program_that_cannot_start_is_told_at_once() -> None:
    with pytest.raises(carrack.InputError, match="process:nosuch.*no program of this name on PATH"):
        carrack.tournament(carrack.Ruleset(players=2), ["process:nosuch", "random"], blocks=2)
