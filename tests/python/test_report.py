"""carrack.Record.report and carrack.GameReport."""

import copy
import json
import pickle
import subprocess
from pathlib import Path

import pytest
from conftest import CARRACK

import carrack

AGENT = "mcts:iterations=100"


@pytest.fixture(scope="module")
def game() -> carrack.Record:
    return carrack.play(carrack.Ruleset(players=3), ["random", "scripted", "greedy"], seed=4)


@pytest.fixture(scope="module")
def report(game: carrack.Record) -> carrack.GameReport:
    return game.report(AGENT, threads=2)


def test_parts_sum_to_the_result(game: carrack.Record, report: carrack.GameReport) -> None:
    winners = game.ranks().count(1)
    for player, rank in zip(report.players, game.ranks(), strict=True):
        gain = player["own"] + player["others"] + player["luck"]
        assert gain == pytest.approx(player["result"] - player["start"], abs=1e-9)
        assert player["result"] == (1 / winners if rank == 1 else 0)
        assert 0 <= player["accuracy"] <= 100
    assert [p["agent"] for p in report.players] == list(game.agents)


def test_has_the_number_of_its_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    carrack.tournament(carrack.Ruleset(players=2), ["random", "greedy"], 2, record=file)
    third = carrack.read_records(file)[2]
    assert str(third.report(None)).startswith(f"game {third.game + 1}: aoe3-2")


def test_random_play_is_less_accurate(report: carrack.GameReport) -> None:
    random, scripted, greedy = (player["lost"] for player in report.players)
    assert random > scripted and random > greedy


def test_events_and_moments(game: carrack.Record, report: carrack.GameReport) -> None:
    assert [event["event"] for event in report.events] == game.notation()
    assert all(("loss" in event) == (event["actor"] != "chance") for event in report.events)
    assert 0 < len(report.moments) <= 12
    assert all(moment["text"] for moment in report.moments)
    frame = report.to_pandas()
    assert len(frame) == len(game.actions)
    assert frame["value_p3"][5] == report.events[5]["value"][2]
    assert frame["luck_p1"].notna().sum() == sum("luck" in event for event in report.events)


def test_what_a_caller_changes_is_a_copy(report: carrack.GameReport) -> None:
    whole = report.to_dict()
    for name in ("players", "events", "moments"):
        rows = getattr(report, name)
        assert rows == whole[name] and rows
        for row in rows:
            for member in row.values():
                if isinstance(member, dict | list):
                    member.clear()
            row.clear()
        assert getattr(report, name) == whole[name]


def test_without_searches(game: carrack.Record, report: carrack.GameReport) -> None:
    quick = game.report(None)
    assert quick.agent is None and (report.agent or "").startswith(AGENT)
    assert "accuracy" not in quick.players[0]
    assert quick.players[0]["own"] == report.players[0]["own"]
    assert "no searches" in repr(quick) and AGENT in repr(report)
    assert quick.value == "the linear evaluation"
    network = game.report(None, value="default")
    assert network.value.startswith("the value of network default@")
    assert network.players[0]["own"] != quick.players[0]["own"]
    assert network.players[0]["result"] == quick.players[0]["result"]
    with pytest.raises(carrack.InputError, match="missing.net"):
        game.report(None, value="missing.net")


def test_text_and_page(report: carrack.GameReport) -> None:
    assert "own" in str(report) and "accuracy" in str(report)
    page = report.to_html()
    assert page.startswith("<!DOCTYPE html>") and "<svg id='shares'" in page


def test_is_pickled_and_copied(report: carrack.GameReport) -> None:
    once = pickle.loads(pickle.dumps(report))
    for again in (once, copy.deepcopy(report), pickle.loads(pickle.dumps(once))):
        assert str(again) == str(report) and repr(again) == repr(report)
        assert again.events == report.events and again.players == report.players
        assert again.to_html() == report.to_html()


def test_takes_an_agent_for_its_spec(game: carrack.Record, report: carrack.GameReport) -> None:
    again = game.report(carrack.agent(AGENT))
    assert again.agent == report.agent and again.players == report.players

    class First(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    with pytest.raises(carrack.InputError, match="^agent is a First, expected mcts or uct"):
        game.report(First())  # type: ignore[arg-type]


def test_is_the_report_of_the_command(
    game: carrack.Record, report: carrack.GameReport, tmp_path: Path
) -> None:
    game.save(tmp_path / "game.jsonl")
    words = [str(CARRACK), "report", str(tmp_path / "game.jsonl"), "--agent", AGENT, "--json"]
    done = subprocess.run(words, capture_output=True, check=True)
    said = json.loads(done.stdout)
    assert said["players"] == report.players and said["events"] == report.events
    assert json.loads(report.to_json()) == report.to_dict()
    assert report.to_dict()["players"] == said["players"]
    report.to_dict()["players"].clear()  # a copy
    assert report.players == said["players"]


def test_wrong_arguments(game: carrack.Record) -> None:
    with pytest.raises(carrack.InputError, match="mcts or uct"):
        game.report("random")
    with pytest.raises(carrack.InputError, match="threads"):
        game.report(AGENT, threads=0)
    with pytest.raises(TypeError, match="agent is 3"):
        game.report(3)  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="seed is -1"):
        game.report(AGENT, seed=-1)


def test_agents_over_many_games(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=3)
    file = tmp_path / "games.jsonl"
    carrack.tournament(rules, ["random", "greedy", "greedy"], 2, record=file)
    more = [carrack.play(rules, ["random", "greedy", "random"], seed=s) for s in (77, 78)]
    frame = carrack.report_agents([file, *more, more[0]], AGENT, threads=2, seed=3)
    records = [*carrack.read_records(file), *more]
    assert frame.attrs["games"] == len(records)
    assert frame.attrs["duplicates"] == 1
    assert frame.attrs["ruleset"] == str(rules)
    assert frame.attrs["agent"].startswith(AGENT) and frame.attrs["seed"] == 3
    assert list(frame["agent"]) == ["greedy", "random"]  # the most accurate first

    reports = [record.report(AGENT, threads=2, seed=3) for record in records]
    for row in frame.to_dict("records"):
        seats = [p for report in reports for p in report.players if p["agent"] == row["spec"]]
        assert row["seats"] == len(seats)
        for part in ("start", "own", "others", "luck", "result", "lost"):
            assert row[part] == pytest.approx(sum(seat[part] for seat in seats) / len(seats))
        relative = sum(seat["lost"] for seat in seats) / sum(seat["at_stake"] for seat in seats)
        assert row["accuracy"] == pytest.approx(100 * 2 ** (-relative / 0.02))
        assert row["accuracy_low"] < row["accuracy"] < row["accuracy_high"]
        assert row["blunder"] == sum(seat["marks"]["blunder"] for seat in seats)
    quick = carrack.report_agents(file, None)
    assert "accuracy" not in quick and quick["own"].notna().all()


def test_agents_over_many_games_refuses_wrong_input(game: carrack.Record) -> None:
    other = carrack.play(carrack.Ruleset(players=2), ["random"], seed=1)
    with pytest.raises(carrack.InputError, match="of aoe3-2 after games of aoe3-3; expected games"):
        carrack.report_agents([game, other], None)
    with pytest.raises(carrack.InputError, match="no games to report"):
        carrack.report_agents([], None)
    with pytest.raises(FileNotFoundError, match="none.jsonl"):
        carrack.report_agents("none.jsonl", None)
    with pytest.raises(TypeError, match=r"games\[1\]"):
        carrack.report_agents([game, 3], None)  # type: ignore[list-item]
    with pytest.raises(carrack.InputError, match="agent="):
        carrack.report_agents([game], None, seed=2)
    with pytest.raises(carrack.InputError, match="at least 100"):
        carrack.report_agents([game], "mcts:iterations=10")
