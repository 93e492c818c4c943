"""carrack.Agent and short specs."""

import copy

import carrack


def test_agents_of_one_spec_are_equal() -> None:
    same = carrack.agent("mcts:iterations=5")
    assert carrack.agent("MCTS: iterations=5") == same == copy.deepcopy(same)
    assert hash(carrack.agent(same.spec)) == hash(same)
    other = carrack.agent("mcts:iterations=6")
    assert same != other and same != "mcts:iterations=5"
    assert len({same, carrack.agent("mcts:iterations=5"), other}) == 2


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
    import pytest

    pytest.importorskip("pandas")
    frame = carrack.tournament(carrack.Ruleset(players=2), ["random"], 1).games_to_pandas()
    assert frame["seat"].tolist() == [1, 2, 1, 2]
