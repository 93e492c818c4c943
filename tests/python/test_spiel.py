"""The adapter to OpenSpiel."""

from pathlib import Path

import numpy as np
import pytest

import carrack

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import observation  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

from carrack.envs import spiel  # noqa: E402


def test_openspiel() -> None:
    game = pyspiel.load_game("carrack(players=2,edition=empires,modules=builder)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    draw = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=draw)
    bot = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=draw)
    decisions = 0
    while decisions < 5:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choice(outcomes, p=odds))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
    with pytest.raises(carrack.InputError, match="scouting"):
        spiel.CarrackGame({"variants": "scouting"})
    with pytest.raises(carrack.InputError, match="'national' and 'world' .* Denmark looks"):
        spiel.CarrackGame({"edition": "empires", "modules": "builder+national+world"})


def test_openspiel_has_boards_and_tweaks(tmp_path: Path) -> None:
    board = Path(__file__).parents[2] / "experiments/studies/boards/shuffled.json"
    tweak = tmp_path / "rich.json"
    tweak.write_text('{"name": "rich", "start": {"money": 20}}')
    rules = carrack.Ruleset(
        "empires", 3, ["builder", "world"], board=board.read_text(), tweak=tweak
    )
    words = {"edition": "empires", "players": 3, "modules": "builder+world"}
    for given in ((board, tweak), (board.read_text(), tweak.read_text())):
        files = dict(zip(("board", "tweak"), map(str, given), strict=True))
        game = pyspiel.load_game("carrack", {**words, **files})
        assert game.new_initial_state().position.ruleset == rules
    named = pyspiel.load_game(
        f"carrack(players=3,edition=empires,modules=builder+world,board={board},tweak={tweak})"
    )
    assert pyspiel.load_game(str(named)).new_initial_state().position.ruleset == rules


def test_openspiel_observers_are_those_of_their_types() -> None:
    game = pyspiel.load_game("carrack(players=2)")
    assert game.get_type().provides_information_state_string
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) == state.history_str()
    assert isinstance(game.make_py_observer(), spiel.CarrackObserver)
    for public, recall, text in ((True, True, state.history_str()), (False, False, "")):
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall)
        assert isinstance(game.make_py_observer(kind), observation.IIGObserverForPublicInfoGame)
        assert observation.make_observation(game, kind).string_from(state, 0) == text
    plain = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    plain.set_from(state, 0)
    assert plain.tensor.tolist() == state.position.observation(0).tolist()
