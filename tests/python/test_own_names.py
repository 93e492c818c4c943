"""Names of agents written in Python, in results and in records."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import carrack
from carrack._serve import server_of


class Nth(carrack.PythonAgent):
    """Takes the option of a number."""

    def __init__(self, option: int = 0, name: object = None) -> None:
        self.option = option
        self.name = name
        self.begun = 0

    def begin(self, ruleset: carrack.Ruleset, seat: int, seed: int) -> None:
        self.begun += 1

    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[self.option]


class random(Nth):
    """Has the name of a built-in agent."""


def test_agents_of_one_class_have_names_of_their_own(
    ruleset: carrack.Ruleset, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    first, last = Nth(0, 'the "first"'), Nth(-1, "the läst")
    result = carrack.tournament(ruleset, [first, last, Nth()], 2, record=file)
    assert result.names == ('the "first"', "the läst", "Nth")
    assert first.begun == last.begun == 6
    for record in carrack.read_records(file):
        assert sorted(record.agents) == ["python:Nth", 'python:the "first"', "python:the läst"]
    plain = carrack.tournament(ruleset, [Nth(0), Nth(-1), Nth()], 2)
    assert plain.names == ("Nth", "Nth #2", "Nth #3")
    assert (plain.scores == result.scores).all()
    game = carrack.play(ruleset, [last, first, "random"])
    assert game.agents == ("python:the läst", 'python:the "first"', "random")


def test_a_match_and_a_program_have_these_names() -> None:
    rules = carrack.Ruleset(players=2)
    match = carrack.match(rules, Nth(0, "one"), Nth(-1, "two"), max_blocks=1)
    assert match.agents == ("one", "two") and "A one against B two" in str(match)
    answer = server_of(Nth(0, "one")).answer('{"type": "hello", "protocols": [2]}')
    assert answer is not None and json.loads(answer)["name"] == "one"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
def test_an_exception_names_the_agent(ruleset: carrack.Ruleset) -> None:
    with pytest.raises(IndexError) as raised:
        carrack.play(ruleset, [Nth(10**6, "greedy one"), "random", "random"])
    assert getattr(raised.value, "__notes__")[0].startswith(  # noqa: B009
        "in choose() of greedy one, p1, "
    )


def test_a_name_that_reads_as_a_spec_is_told_from_it(ruleset: carrack.Ruleset) -> None:
    agents: list[Any] = [random(), "random", Nth(0, "mcts:iterations=5")]
    result = carrack.tournament(ruleset, agents, 1)
    assert result.names == ("python:random", "random", "python:mcts:iterations=5")
    game = carrack.play(ruleset, agents)
    assert game.agents == ("python:random", "random", "python:mcts:iterations=5")
    rules = carrack.Ruleset(players=2)
    assert carrack.match(rules, random(), "random", max_blocks=1).agents[0] == "python:random"


def test_an_agent_need_not_be_told_of_its_games(ruleset: carrack.Ruleset) -> None:
    class Plain:
        name = "plain"

        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    assert carrack.play(ruleset, [Plain(), "random", "random"]).agents[0] == "python:plain"


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "a\0b", "nu\udcff", "x" * 65])
def test_other_names_are_refused(name: str, ruleset: carrack.Ruleset) -> None:
    agent = Nth(0, name)
    for call in (
        lambda: carrack.play(ruleset, [agent]),
        lambda: carrack.tournament(ruleset, [agent], 1),
        lambda: carrack.match(ruleset, agent, "random"),
        lambda: carrack.serve(agent),
    ):
        with pytest.raises(carrack.InputError, match="^name of Nth is '.*', expected a line of 1"):
            call()
    assert carrack.play(ruleset, [Nth(0, "x" * 64)]).agents[0] == "python:" + "x" * 64


def test_a_name_is_a_text(ruleset: carrack.Ruleset) -> None:
    with pytest.raises(TypeError, match=r"^name of Nth is 3, expected a text \(str\)$"):
        carrack.play(ruleset, [Nth(0, 3)])
