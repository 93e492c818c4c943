"""carrack.serve: agents written in Python as external programs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import random_game

import carrack
from carrack._core import LONGEST_MESSAGE, AgentServer
from carrack._serve import server_of

HELLO = {"type": "hello", "protocol": 1, "protocols": [1, 2, 3]}

FIRST = """
import carrack

class First(carrack.PythonAgent):
    def choose(self, state, seed):
        return state.legal_actions()[0]
"""
SERVED = FIRST + "carrack.serve(First())\n"


def program(folder: Path, code: str, name: str = "mine.py") -> str:
    """The spec of a program with this code."""
    file = folder / name
    file.write_text(code)
    return f"process:{sys.executable} {file}"


class First(carrack.PythonAgent):
    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[0]


def test_an_agent_in_python_plays_with_a_ledger_and_on_threads(tmp_path: Path) -> None:
    rules = carrack.Ruleset("empires", 3, ["builder", "national"])
    spec = program(tmp_path, SERVED)
    ledger = tmp_path / "games.db"
    served = carrack.tournament(
        rules, [spec, "scripted", "random"], 2, ledger=ledger, threads=2, seed=5
    )
    alone = carrack.tournament(rules, [First(), "scripted", "random"], 2, seed=5)
    assert (served.forfeits == -1).all()
    assert np.array_equal(served.scores, alone.scores)


def test_an_agent_in_python_chooses_among_the_options_that_it_is_given(tmp_path: Path) -> None:
    """Those of an agent inside restricted:, and of a trial's forks, are not all legal ones."""
    rules = carrack.Ruleset(players=2)
    own = program(tmp_path, "import carrack\ncarrack.serve(carrack.agent('scripted'))\n")
    tiles = ["monastery", "settlers"]
    forks = carrack.trial(rules, [own, own], tiles, games=4, seed=2)
    assert set(forks["tile"]) == set(tiles) and (forks["forks"] > 0).all()
    restricted = f"restricted:ban=monastery+trade_routes+training_grounds,of={own}"
    games = carrack.tournament(rules, [restricted, "scripted"], 4)
    assert (games.forfeits == -1).all()


def test_a_position_may_have_a_part_of_its_options() -> None:
    rules = carrack.Ruleset(players=2)
    state = next(s for s in random_game(rules, seed=1) if len(s.legal_actions()) > 3)
    names = sorted(state.action_to_string(action) for action in state.legal_actions())
    seen, part = state.to_dict(state.current_player), names[1:3]
    some = carrack.State.from_dict(rules, seen, part, likely=True)
    assert sorted(some.action_to_string(a) for a in some.legal_actions()) == part
    assert some.legal_mask().sum() == 2
    assert np.isfinite(some.script_values()).sum() == 2
    logits, _ = carrack.Network().evaluate(some)
    assert np.isfinite(logits).sum() == 2
    for agent in ("random", "scripted", "mcts:iterations=20", "policy"):
        assert carrack.agent(agent).choose(some, 1) in some.legal_actions()
    assert len(carrack.search(some, "mcts:iterations=20").actions) == 2
    with pytest.raises(carrack.IllegalActionError, match=f"not one of the options .*: {part[0]}"):
        some.apply(names[0])
    with pytest.raises(carrack.IllegalActionError, match="is not legal here"):
        some.apply(state.parse_action(names[0]))
    some.apply(part[0])
    assert len(some.legal_actions()) > 0


def test_an_agent_in_python_plays_a_match(tmp_path: Path) -> None:
    result = carrack.match(
        carrack.Ruleset(players=2), program(tmp_path, SERVED), "scripted", elo1=300, max_blocks=20
    )
    assert result.forfeits == (0, 0) and result.win_share < 0.5


def test_what_an_agent_raises_is_the_reason_of_its_forfeit(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=2)
    crash = FIRST.replace("return", "raise RuntimeError('out of ideas')\n        return")
    cheat = FIRST.replace("state.legal_actions()[0]", "'buy the moon'")
    unknown = FIRST.replace("state.legal_actions()[0]", "1_000_000")
    for code, kind, words in (
        (crash, "crashed", "RuntimeError: out of ideas"),
        (cheat, "illegal", "buy the moon"),
        (unknown, "illegal", "1000000"),
    ):
        spec = program(tmp_path, code + "carrack.serve(First())\n", f"{kind}-{words[:3]}.py")
        (forfeit,) = carrack.play(rules, [spec, "random"]).forfeits
        assert forfeit.kind == kind and words in forfeit.reason


def test_printing_does_not_disturb_the_protocol(tmp_path: Path) -> None:
    code = SERVED.replace("        return", "        print('thinking')\n        return")
    game = carrack.play(carrack.Ruleset(players=2), [program(tmp_path, code), "random"])
    assert game.forfeits == ()


def test_child_processes_and_c_code_do_not_disturb_the_protocol(tmp_path: Path) -> None:
    noise = "import os; os.system('echo a child'); os.write(1, b'C code\\n')"
    code = SERVED.replace("        return", f"        {noise}\n        return")
    game = carrack.play(carrack.Ruleset(players=2), [program(tmp_path, code), "random"])
    assert game.forfeits == ()
    code = f"{SERVED}print('goodbye', flush=True)\nos.write(1, b'again')\n".replace(
        "import carrack", "import os\nimport carrack", 1
    )
    program(tmp_path, code, "after.py")
    done = subprocess.run(
        [sys.executable, tmp_path / "after.py"], input="", capture_output=True, text=True
    )
    assert done.stdout == "goodbye\nagain" and done.stderr == ""


def test_a_line_that_is_no_message_ends_the_program(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SERVED)
    for line, words in (
        ("hello", "not JSON"),
        ("[]", "a message is not a JSON object"),
        ('{"type": "move", "id": 1}', 'a "move" before any "newgame"'),
        (" " * LONGEST_MESSAGE, f"a line has more than {LONGEST_MESSAGE} bytes"),
    ):
        done = subprocess.run(
            [sys.executable, file], input=line + "\n", capture_output=True, text=True
        )
        assert done.returncode != 0 and done.stdout == ""
        assert words in done.stderr.splitlines()[-1]
    done = subprocess.run(
        [sys.executable, file], input=json.dumps(HELLO), capture_output=True, text=True
    )
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"name": "First", "protocol": 3}


def answer_of(server: AgentServer, line: str) -> Any:
    answer = server.answer(line)
    return None if answer is None else json.loads(answer)


def told(message: dict[str, Any]) -> str:
    return json.dumps(message)


def newgame(rules: carrack.Ruleset, seat: int, seed: int = 3) -> str:
    ruleset = {
        "edition": rules.edition,
        "players": rules.players,
        "modules": rules.modules,
        "variants": rules.variants,
    }
    if rules.tweak:
        ruleset["tweak"] = rules.tweak
    return told({"type": "newgame", "ruleset": ruleset, "seat": f"p{seat + 1}", "seed": seed})


def move(state: carrack.State, **more: object) -> str:
    legal = [state.action_to_string(action) for action in state.legal_actions()]
    seen = state.to_dict(state.current_player)
    return told({"type": "move", "id": 4, "time": 1, "legal": legal, "state": seen, **more})


def test_the_agent_is_told_of_the_game_and_gets_seeds() -> None:
    class Told(First):
        def __init__(self) -> None:
            self.begun: list[object] = []
            self.seeds: list[int] = []

        def begin(self, ruleset: carrack.Ruleset, seat: int, seed: int) -> None:
            self.begun.append((ruleset, seat, seed))

        def choose(self, state: carrack.State, seed: int) -> int:
            self.seeds.append(seed)
            return super().choose(state, seed)

    rules = carrack.Ruleset(players=3, tweak={"name": "rich", "start": {"money": 20}})
    state = next(s for s in random_game(rules, seed=1) if s.current_player == 1)
    agent = Told()
    server = server_of(agent)
    for _ in range(2):
        assert server.answer(newgame(rules, 1)) is None
        for _ in range(2):
            assert answer_of(server, move(state)) == {
                "id": 4,
                "action": state.action_to_string(state.legal_actions()[0]),
            }
        assert server.answer(told({"type": "endgame", "seat": "p2"})) is None
    assert agent.begun == [(rules, 1, 3)] * 2
    assert agent.seeds[:2] == agent.seeds[2:] and agent.seeds[0] != agent.seeds[1]


def test_agents_of_the_library_are_served_too() -> None:
    rules = carrack.Ruleset(players=2)
    server = server_of(carrack.agent("mcts:iterations=20"))
    assert answer_of(server, told(HELLO)) == {"name": "mcts:iterations=20", "protocol": 3}
    server.answer(newgame(rules, 0))
    state = next(s for s in random_game(rules, seed=1) if s.current_player == 0)
    answer = answer_of(server, move(state))
    assert state.parse_action(answer["action"]) in state.legal_actions()


def test_unknown_versions_types_and_keys_are_ignored() -> None:
    begun = []
    server = AgentServer("mine", lambda *game: begun.append(game), lambda state, seed: "pass")
    assert server.answer(told({"type": "weather", "sun": True})) is None
    for offered, version in (([1], 1), ([1, 2, 9], 2), (None, 1), ([9], 1), ([[1], 2], 2)):
        answer = answer_of(server, told({"type": "hello", "protocols": offered}))
        assert answer == {"name": "mine", "protocol": version}
    rules = carrack.Ruleset(players=2)
    message = json.loads(newgame(rules, 0))
    message["ruleset"]["moon"] = 1
    server.answer(told(message))
    assert begun == [(rules, 0, 3)]


def test_wrong_members_are_named() -> None:
    server = server_of(First())
    rules = carrack.Ruleset(players=2)
    state = next(s for s in random_game(rules, seed=1) if s.current_player == 1)
    with pytest.raises(carrack.InputError, match="is 'p3', expected p1 to p2"):
        server.answer(newgame(rules, 2))
    server.answer(newgame(rules, 0))
    with pytest.raises(carrack.InputError, match="is not a decision of p1"):
        server.answer(move(state))
    with pytest.raises(carrack.InputError, match='^"legal" is missing$'):
        server.answer(told({"type": "move", "id": 1, "state": {}}))
    with pytest.raises(carrack.InputError, match='^"legal" is not a list$'):
        server.answer(told({"type": "move", "id": 1, "state": {}, "legal": None}))
    for moves, words in (
        ([3], '^"event" is missing$'),
        ([{"actor": "p1"}], '^"event" is missing$'),
        ([{"actor": "p1", "event": 5}], '^"event" is not a string$'),
        ([{"event": "war p1"}], '^"actor" is missing$'),
        ([{"actor": "p3", "event": "war p1"}], "^\"actor\" is 'p3', expected p1 to p2$"),
    ):
        with pytest.raises(carrack.InputError, match=words):
            server.answer(move(state, moves=moves))
    with pytest.raises(carrack.InputError, match="not JSON"):
        server.answer(b"\xff")


def test_an_exception_of_an_agent_goes_through_the_server() -> None:
    class Broken(First):
        def choose(self, state: carrack.State, seed: int) -> int:
            raise LookupError("no idea")

    rules = carrack.Ruleset(players=2)
    server = server_of(Broken())
    server.answer(newgame(rules, 0))
    state = next(s for s in random_game(rules, seed=1) if s.current_player == 0)
    with pytest.raises(LookupError, match="no idea"):
        server.answer(move(state))


def test_what_is_no_agent_is_refused() -> None:
    serve: Any = carrack.serve
    for given, words in (
        ("mcts", "agent is 'mcts', expected an object with choose"),
        (5, "agent is 5, expected an object with choose"),
        (First, r"agent is First, .*; call it: First\(\)"),
    ):
        with pytest.raises(TypeError, match=words):
            serve(given)
