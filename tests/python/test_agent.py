"""carrack.Agent and short specs."""

import copy
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import says

import carrack


def test_agents_of_one_spec_are_equal() -> None:
    same = carrack.agent("mcts:iterations=5")
    assert carrack.agent("MCTS: iterations=5") == same == copy.deepcopy(same)
    assert hash(carrack.agent(same.spec)) == hash(same)
    other = carrack.agent("mcts:iterations=6")
    assert same != other and same != "mcts:iterations=5"
    assert len({same, carrack.agent("mcts:iterations=5"), other}) == 2


def test_an_agent_is_made_of_data() -> None:
    data: dict[str, Any] = {
        "agent": "mcts",
        "iterations": np.int64(100),
        "rollout": "random",
        "c": 0.5,
    }
    assert carrack.agent(data) == carrack.agent("mcts:iterations=100,rollout=random,c=0.5")
    assert carrack.agent({"agent": "scripted"}) == carrack.agent("scripted")
    banned = {"agent": "restricted", "ban": ["navy", "mint"], "of": "greedy"}
    assert carrack.agent(banned) == carrack.agent("restricted:ban=navy+mint,of=greedy")
    for wrong, words in (
        ({"agent": "mcts", "iteration": 9}, "did you mean 'iterations'"),
        ({"iterations": 9}, 'expected "agent": a name'),
        ({"agent": "mcts", "c": float("nan")}, "spec: c is nan, expected a finite number"),
    ):
        assert words in says(carrack.InputError, lambda: carrack.agent(wrong))  # noqa: B023
    data["c"] = {1}
    assert "expected numbers, texts and lists" in says(TypeError, lambda: carrack.agent(data))
    play: Any = carrack.play
    text = says(TypeError, lambda: play(carrack.Ruleset(players=2), [{"agent": "mcts"}]))
    assert text.endswith("; carrack.agent makes an agent of a dict")


def test_what_chooses_has_a_public_type() -> None:
    def first(agent: carrack.Chooser) -> int | str:
        return agent.choose(carrack.Ruleset(players=2).new_state(seed=1), 1)

    class First:
        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    assert first(First()) in carrack.Ruleset(players=2).new_state(seed=1).legal_actions()
    assert isinstance(first(carrack.agent("random")), int)


def test_people_read_short_specs_and_files_keep_whole_ones() -> None:
    rules = carrack.Ruleset(players=2)
    agent = carrack.agent("uct:iterations=2")
    assert repr(agent) == "<carrack.Agent uct:iterations=2>"
    record = carrack.play(rules, [agent, "random"])
    assert record.agents[0] == agent.spec and len(agent.spec) > 300
    assert repr(record).endswith("events, ['uct:iterations=2', 'random']>")
    result = carrack.tournament(rules, [agent, "random"], blocks=2)
    assert result.names[0] == agent.spec == result.table()[0]["agent"]
    for shown in (repr(result), str(result), result._repr_html_()):
        assert "uct:iterations=2" in shown and "memory=" not in shown
    assert max(map(len, str(result).splitlines())) < 120


def test_seats_of_tables_are_numbered_from_one() -> None:
    pytest.importorskip("pandas")
    frame = carrack.tournament(carrack.Ruleset(players=2), ["random"], 1).games_to_pandas()
    assert frame["seat"].tolist() == [1, 2, 1, 2]


EXTERNAL = Path(__file__).parents[2] / "experiments" / "examples" / "external_agent.py"


def first_decision(rules: carrack.Ruleset, player: int = 0) -> carrack.State:
    state = rules.new_state(seed=3)
    while state.current_player != player:
        state.apply(state.legal_actions()[0])
    return state


def test_a_choice_outside_a_game_depends_on_nothing_before() -> None:
    agent = carrack.agent("uct:iterations=200,reuse=on")
    state = first_decision(carrack.Ruleset(players=3))
    chosen = [agent.choose(state, seed) for seed in (1, 2, 1, 2, 1)]
    fresh = [carrack.agent(agent.spec).choose(state, seed) for seed in (1, 2)]
    assert chosen == [*fresh, *fresh, fresh[0]]


def test_without_a_seed_draws_differ_from_position_to_position() -> None:
    agent, chosen = carrack.agent("random"), set()
    for seed in range(40):
        state = carrack.Ruleset(players=3).new_state(seed)
        action = agent.choose(state)
        assert action == agent.choose(state), "it depends on the position alone"
        chosen.add(state.legal_actions().index(action))
    assert len(chosen) > 4


def test_an_external_agent_plays_any_ruleset_and_seat() -> None:
    agent = carrack.agent(f"process:{sys.executable} {EXTERNAL}")
    for rules in (carrack.Ruleset(players=2), carrack.Ruleset("empires", players=4)):
        for player in (0, 1, 0):
            state = first_decision(rules, player)
            assert agent.choose(state, 5) in state.legal_actions()


def test_a_choice_outside_the_game_does_not_mix_two_games(tmp_path: Path) -> None:
    server = tmp_path / "first.py"
    server.write_text(
        "import carrack\n"
        "class First(carrack.PythonAgent):\n"
        "    def choose(self, state, seed):\n"
        "        return state.legal_actions()[0]\n"
        "carrack.serve(First())\n"
    )
    rules = carrack.Ruleset(players=2)
    mine, other = (first_decision(rules, player) for player in (0, 1))
    agent = carrack.agent(f"process:{sys.executable} {server}")
    agent.begin(rules, 0, 7)
    for state in (mine, other, mine, other):  # the program refuses positions of another seat
        assert agent.choose(state) == state.legal_actions()[0]


def test_a_clock_for_the_game_begins_with_the_game() -> None:
    rules = carrack.Ruleset(players=2)
    state = first_decision(rules)
    agent = carrack.agent("mcts:game_time=0.3")

    def seconds() -> float:
        began = time.monotonic()
        agent.choose(state)
        return time.monotonic() - began

    for _ in range(2):
        agent.begin(rules, 0)
        spent = sum(seconds() for _ in range(200))
        assert 0.2 < spent < 5
    with pytest.raises(carrack.InputError, match="seat is 2, expected 0 to 1"):
        agent.begin(rules, 2)


def test_a_subclass_of_agent_is_refused() -> None:
    class Mine(carrack.Agent):
        pass

    with pytest.raises(TypeError, match=r"subclass of carrack\.Agent.*PythonAgent"):
        carrack.play(carrack.Ruleset(players=2), [Mine("random"), "random"])


@pytest.mark.parametrize("spec", ["restricted:ban=mint,of=random", "scripted:balanced,avoid=mint"])
def test_tiles_that_a_ruleset_lacks_are_an_error_and_no_forfeit(spec: str, tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=2)
    words = "the tile mint cannot be bought in aoe3-2"
    agent = carrack.agent(spec)
    for _ in range(2):
        with pytest.raises(carrack.InputError, match=words):
            agent.begin(rules, 0)
        with pytest.raises(carrack.InputError, match=words):
            agent.choose(first_decision(rules))
    for call in (
        lambda: carrack.play(rules, [spec]),
        lambda: carrack.tournament(rules, [spec, "random"], 1, threads=2),
        lambda: carrack.tournament(rules, [spec, "random"], 1, ledger=tmp_path / "l.db"),
        lambda: carrack.BatchGame(rules, 1, opponents=[spec]),
    ):
        with pytest.raises(carrack.InputError, match=words):
            call()
    carrack.play(carrack.Ruleset("empires", 2, ["builder"]), [spec])
