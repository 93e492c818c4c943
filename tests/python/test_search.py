"""carrack.Agent and carrack.search."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import random_game
from numpy.typing import NDArray

import carrack


def test_a_report_says_what_was_searched(middle: carrack.State) -> None:
    report = carrack.search(middle, "uct:iterations=300", seed=4)
    assert report.iterations == 300 and report.visits.sum() == 300
    assert report.action == report.actions[0]
    assert sorted(report.actions) == middle.legal_actions()
    assert report.values.shape == report.standard_errors.shape == (len(report.actions), 3)
    assert ((report.values >= 0) & (report.values <= 1)).all()
    assert np.allclose(report.win_shares.sum(axis=1), 1) and np.isclose(report.win_share.sum(), 1)
    assert np.isnan(report.priors).all(), "uct has none"
    assert 1 <= report.mean_depth <= report.deepest
    assert report.line()[0] == middle.action_to_string(report.action)
    assert report.line_actors[0] == f"p{middle.current_player + 1}"
    assert len(report.line_actors) == len(report.line())
    assert report.player == middle.current_player
    assert report.rate > 0 and report.nodes > 0
    assert [n for n, _ in report.anytime] == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert "300 iterations" in repr(report)
    assert report._repr_html_().count("<tr>") == len(report.actions) + 1


def test_flat_search_says_how_long_it_took(middle: carrack.State) -> None:
    assert np.isfinite(carrack.search(middle, "flat:iterations=50").rate)


def test_what_no_iteration_has_visited_is_not_known(middle: carrack.State) -> None:
    report = carrack.search(middle, "mcts:iterations=2")
    unvisited, once = report.visits == 0, report.visits == 1
    assert unvisited.any() and once.any()
    assert np.isnan(report.values[unvisited]).all()
    assert np.isnan(report.win_shares[unvisited]).all()
    assert np.isnan(report.standard_errors[unvisited | once]).all()
    assert not np.isnan(report.values[once]).any()
    assert report.priors.max() <= 1 and np.isclose(report.priors.sum(), 1)
    assert "nan" not in report._repr_html_()


def test_an_evaluator_need_not_speak_of_wins(middle: carrack.State) -> None:
    report = carrack.search(
        middle, "uct:iterations=20", evaluate=lambda leaves: np.full((len(leaves), 3), 0.5)
    )
    assert np.isnan(report.win_share).all() and np.isnan(report.win_shares).all()
    assert not np.isnan(report.values[report.visits > 0]).any()


def test_a_report_as_a_frame(middle: carrack.State) -> None:
    pytest.importorskip("pandas")
    report = carrack.search(middle, "uct:iterations=100")
    frame = report.to_pandas()
    assert list(frame.columns[:6]) == ["action", "id", "visits", "prior", "p1", "p1_se"]
    assert frame["visits"].sum() == 100
    assert np.allclose(frame["policy_target"], frame["visits"] / 100)


@pytest.mark.parametrize("keys", ["root=gumbel", "noise=0.25"])
def test_policy_targets(middle: carrack.State, keys: str) -> None:
    report = carrack.search(middle, f"mcts:iterations=60,{keys}", seed=2)
    assert np.isclose(report.policy_target.sum(), 1) and (report.policy_target >= 0).all()
    assert not np.allclose(report.policy_target, report.visits / 60, atol=0.01)
    plain = carrack.search(middle, "mcts:iterations=60", seed=2)
    assert np.allclose(plain.policy_target, plain.visits / plain.visits.sum())


def test_the_seed_decides_alone(middle: carrack.State) -> None:
    one, same, other = (carrack.search(middle, "uct:iterations=200", seed=s) for s in (1, 1, 2))
    assert np.array_equal(one.values, same.values) and np.array_equal(one.visits, same.visits)
    assert not np.array_equal(one.values, other.values)


def test_agents_choose_legal_actions_and_pickle(middle: carrack.State) -> None:
    external = Path(__file__).parents[2] / "experiments/examples/external_agent.py"
    specs = {
        "random": "random",
        "scripted": "scripted:trader",
        "greedy": "greedy",
        "flat": "flat:iterations=20",
        "policy": "policy",
        "mcts": "mcts:iterations=20",
        "uct": "uct:iterations=20",
        "process": f"process:{sys.executable} {external}",
        "restricted": "restricted:ban=navy,of=mcts:iterations=20",
    }
    assert set(specs) == set(carrack.agent_help()), "a spec for every agent there is"
    for spec in specs.values():
        chooser = carrack.agent(spec)
        thawed = pickle.loads(pickle.dumps(chooser))
        assert thawed.spec == chooser.spec
        choice = chooser.choose(middle, 3)
        assert choice in middle.legal_actions()
        assert thawed.choose(middle, 3) == choice


def test_agents_without_a_search_are_refused(middle: carrack.State) -> None:
    for spec in ("random", "scripted", "policy", "restricted:ban=navy,of=greedy"):
        with pytest.raises(carrack.InputError, match="has none; expected mcts, uct or flat"):
            carrack.search(middle, spec)
    report = carrack.search(middle, "restricted:ban=navy,of=flat:iterations=20")
    assert len(report.actions) > 1 and report.iterations == 20


def test_a_forced_purchase_has_an_empty_report() -> None:
    for state in random_game(carrack.Ruleset(players=2), seed=3):
        names = [state.action_to_string(action) for action in state.legal_actions()]
        tiles = [name.removeprefix("buy ") for name in names if name.startswith("buy ")]
        if tiles:
            break
    report = carrack.search(state, f"restricted:force={tiles[0]},of=mcts:iterations=5")
    assert names[state.legal_actions().index(report.action)] == f"buy {tiles[0]}"
    assert len(report.actions) == 0 and np.isnan(report.value).all()


def test_an_evaluation_replaces_playouts(middle: carrack.State) -> None:
    sizes: list[int] = []

    def only_p2_wins(seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """The seat p2, derived from the observing seat and the player to decide."""
        assert seen.dtype == np.float32 and seen.shape[1] == carrack.OBSERVATION_SIZE
        sizes.append(len(seen))
        return np.full((len(seen), 3), 0.25, np.float32)

    spec = "uct:iterations=200"
    report = carrack.search(middle, spec, evaluate=only_p2_wins, batch=32)
    assert sizes[:12] == [1] * 8 + [2, 2, 3, 3] and sum(sizes) == 200
    assert max(sizes) == 32 and all(n <= max(1, sum(sizes[:i]) // 4) for i, n in enumerate(sizes))
    assert report.iterations == 200 and np.allclose(report.values[report.visits > 0], 0.25)
    with_loops = carrack.search(middle, spec, evaluate=only_p2_wins, batch=1)
    assert with_loops.iterations == 200


def test_an_evaluation_is_the_deciders_first(middle: carrack.State) -> None:
    """More money means a higher value: values must be returned by seat."""
    names = middle.ruleset.observation_names
    money = [names.index(f"{who}.money") for who in ("self", "next1", "next2")]

    def by_money(seen: NDArray[np.float32]) -> NDArray[np.float32]:
        return (seen[:, money] / 2047).astype(np.float32)

    report = carrack.search(middle, "uct:iterations=1", evaluate=by_money)
    after = middle.clone()
    after.apply(report.action)
    held = [player["money"] for player in after.to_dict()["players"]]
    assert np.allclose(report.values[0] * 2047, held, atol=0.5)


@pytest.mark.parametrize(
    ("spec", "is_win_share"),
    [
        ("uct:iterations=300", True),
        ("mcts:iterations=300", True),
        ("uct:iterations=300,margin=0.5", False),
        (carrack.Agent("uct:iterations=300"), False),  # has all keys
    ],
)
def test_ends_of_games_are_worth_win_shares_beside_an_evaluation(
    ruleset: carrack.Ruleset, spec: str | carrack.Agent, is_win_share: bool
) -> None:
    from conftest import random_game

    last = random_game(ruleset, seed=8)[-2]  # its last decision
    thirds = lambda seen: np.full((len(seen), 3), 1 / 3, np.float32)  # noqa: E731
    report = carrack.search(last, spec, evaluate=thirds)
    same = []
    for action, value, visits in zip(report.actions, report.values, report.visits, strict=True):
        end = last.clone()
        end.apply(int(action))
        if end.is_terminal and visits:
            same.append(np.allclose(value, end.returns(), atol=1e-4))
    assert same and all(same) == is_win_share


def test_a_better_evaluation_finds_the_winning_end(ruleset: carrack.Ruleset) -> None:
    """Finished games use their true rewards, not the evaluation."""
    from conftest import random_game

    last = random_game(ruleset, seed=8)[-2]
    report = carrack.search(
        last, "uct:iterations=400",
        evaluate=lambda seen: np.zeros((len(seen), 3), np.float32),
    )  # fmt: skip
    ends = []
    for action in report.actions:
        end = last.clone()
        end.apply(int(action))
        ends.append(end.returns() if end.is_terminal else None)
    assert any(ends)
    for value, visits, shares in zip(report.values, report.visits, ends, strict=True):
        if shares is not None and visits:
            assert np.allclose(value, shares, atol=1e-4)


def test_wrong_evaluations_are_explained(middle: carrack.State) -> None:
    def search(answer: object, spec: str = "uct:iterations=50", batch: int = 8) -> None:
        carrack.search(middle, spec, evaluate=lambda seen: answer, batch=batch)

    with pytest.raises(carrack.InputError, match=r"shape \(8, 2\), expected \(1, 3\)"):
        search(np.zeros((8, 2)))
    with pytest.raises(carrack.InputError, match="from 0 to 1"):
        search(np.full((1, 3), 2.0))
    with pytest.raises(carrack.InputError, match="from 0 to 1"):
        search(np.full((1, 3), np.nan))
    with pytest.raises(carrack.InputError, match="not return an array of numbers"):
        search("nonsense")
    for nothing in (None, 0.5, np.float32(1)):
        with pytest.raises(carrack.InputError, match=r"expected an array \[leaves, players\]"):
            search(nothing)
    with pytest.raises(carrack.InputError, match="batch is 0"):
        search(None, batch=0)
    with pytest.raises(carrack.InputError, match="needs a tree search"):
        search(None, spec="random")
    with pytest.raises(carrack.InputError, match="parallel=none"):
        search(None, spec="uct:iterations=50,parallel=tree,threads=2")
    with pytest.raises(TypeError, match="not callable"):
        carrack.search(middle, evaluate=3)  # type: ignore[arg-type]

    def raises(seen: NDArray[np.float32]) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        carrack.search(middle, "uct:iterations=50", evaluate=raises)


class Favours:
    """An evaluation with equal values and a high prior for one action."""

    def __init__(self, action: int, logit: float = 60) -> None:
        self.action, self.logit = action, logit
        self.sizes: list[int] = []

    def __call__(self, seen: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        self.sizes.append(len(seen))
        logits = np.zeros((len(seen), carrack.NUM_ACTIONS))
        logits[:, self.action] = self.logit
        return np.full((len(seen), 3), 0.5), logits


@pytest.mark.parametrize("batch", [1, 4])
def test_priors_steer_the_first_visits(middle: carrack.State, batch: int) -> None:
    for action in middle.legal_actions():
        favours = Favours(action)
        report = carrack.search(
            middle, "mcts:iterations=12,widening=1,fpu=0.5", evaluate=favours, batch=batch,
            priors=True,
        )  # fmt: skip
        assert report.action == action and report.visits[0] == report.visits.sum() == 12
        in_time = [1] * 8 + [2, 2]  # a batch has at most a quarter of the iterations so far
        assert favours.sizes == [1] + ([1] * 12 if batch == 1 else in_time)
    narrow = carrack.search(middle, "mcts:iterations=1", evaluate=Favours(action), priors=True)
    assert narrow.action == action


def test_the_batch_changes_little(middle: carrack.State) -> None:
    """One action has half of the prior and of the visits, for any batch size."""
    actions = middle.legal_actions()
    favours = Favours(actions[1], float(np.log(len(actions) - 1)))
    for batch in (1, 16):
        report = carrack.search(
            middle, "mcts:iterations=1000,widening=1,fpu=0.5", evaluate=favours, batch=batch,
            priors=True,
        )  # fmt: skip
        assert report.action == actions[1] and report.iterations == 1000
        assert report.visits[0] == pytest.approx(500, abs=30)
        again = carrack.search(
            middle, "mcts:iterations=1000,widening=1,fpu=0.5", evaluate=favours, batch=batch,
            priors=True,
        )  # fmt: skip
        assert np.array_equal(again.visits, report.visits)


@pytest.mark.parametrize("batch", [1, 16])
def test_logits_are_the_prior_of_a_gumbel_root(middle: carrack.State, batch: int) -> None:
    """Two of the four options of the highest logits go on to the second round."""
    best = middle.legal_actions()[1:5]
    assert len(best) == 4

    def judge(seen: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        logits = np.zeros((len(seen), carrack.NUM_ACTIONS))
        logits[:, best] = [2, 5, 3, 4]
        return np.full((len(seen), 3), 0.5), logits

    spec = "mcts:iterations=64,root=gumbel,gumbel_scale=0,considered=4,widening=1"
    report = carrack.search(middle, spec, evaluate=judge, priors=True, batch=batch)
    visits = dict(zip(report.actions.tolist(), report.visits.tolist(), strict=True))
    assert [visits[action] for action in best] == [8, 24, 8, 24]
    assert report.action == best[1] and sum(visits.values()) == 64
    target = dict(zip(report.actions.tolist(), report.policy_target.tolist(), strict=True))
    assert np.log(target[best[1]] / target[best[0]]) == pytest.approx(3, abs=1e-3)
    for root in ("halving", "exp3", "regret"):
        with pytest.raises(carrack.InputError, match="an evaluator needs root=same or gumbel"):
            carrack.search(middle, f"mcts:iterations=64,root={root}", evaluate=judge, priors=True)


def test_the_spec_says_what_an_evaluation_has_replaced(middle: carrack.State) -> None:
    report = carrack.search(
        middle, "mcts:iterations=8", evaluate=Favours(middle.legal_actions()[0]), priors=True,
        tree_depth=1,
    )  # fmt: skip
    assert ",prior=evaluate," in report.spec and ",rollout=evaluate," in report.spec
    assert "net" not in report.spec and report.to_dict()["agent"] == report.spec
    assert report.tree is not None and report.tree.agent == report.spec
    with pytest.raises(carrack.InputError, match="evaluate"):
        carrack.agent(report.spec)
    plain = carrack.search(middle, "mcts:iterations=8")
    assert plain.spec == carrack.agent("mcts:iterations=8").spec


def test_wrong_priors_are_explained(middle: carrack.State) -> None:
    legal = middle.legal_actions()[0]

    def search(logits: object, spec: str = "mcts:iterations=50") -> None:
        carrack.search(
            middle, spec, evaluate=lambda seen: (np.full((len(seen), 3), 0.5), logits), priors=True
        )

    good = np.zeros((1, carrack.NUM_ACTIONS))
    expected = rf"expected \(1, {carrack.NUM_ACTIONS}\)"
    with pytest.raises(carrack.InputError, match=rf"shape \(1, 7\), {expected}"):
        search(np.zeros((1, 7)))
    with pytest.raises(carrack.InputError, match=rf"shape \({carrack.NUM_ACTIONS},\), {expected}"):
        search(good[0])
    with pytest.raises(carrack.InputError, match="not return an array of numbers"):
        search("nonsense")
    for wrong in (np.nan, np.inf, -np.inf):
        bad = good.copy()
        bad[0, legal] = wrong
        with pytest.raises(carrack.InputError, match=r"the logit of '.+' is .*(nan|inf), expected"):
            search(bad)
    with pytest.raises(carrack.InputError, match="and here prior= is none; expected another"):
        search(good, "uct:iterations=50")
    with pytest.raises(carrack.InputError, match="opponents=maxn or paranoid"):
        search(good, "mcts:iterations=50,opponents=self")
    with pytest.raises(carrack.InputError, match="not return a pair"):
        carrack.search(
            middle, evaluate=lambda seen: np.full((len(seen), 3), 0.5), priors=True
        )  # fmt: skip
    with pytest.raises(carrack.InputError, match="evaluate, which is None"):
        carrack.search(middle, priors=True)


def test_where_there_is_nothing_to_choose(ruleset: carrack.Ruleset) -> None:
    with pytest.raises(carrack.InputError, match="chance is to move"):
        carrack.search(ruleset.new_state(), "random")
    with pytest.raises(carrack.InputError, match="did you mean 'iterations'"):
        carrack.agent("mcts:iteration=5")


def test_a_search_is_that_of_the_command(tmp_path: Path) -> None:
    """Whoever decides."""
    record = carrack.play(carrack.Ruleset(players=3), ["scripted"] * 3, seed=3)
    record.save(tmp_path / "game.jsonl")
    deciders = set()
    for ply in (61, 82, 103, 124):
        state = record.decision_at(ply)
        deciders.add(state.current_player)
        words = ["analyse", "game.jsonl", "--ply", str(ply), "--seed", "5", "--json"]
        words += ["--agent", "mcts:iterations=60"]
        line = [sys.executable, "-m", "carrack", *words]
        done = subprocess.run(line, capture_output=True, check=True, cwd=tmp_path)
        shown = json.loads(done.stdout)
        report = carrack.search(state, "mcts:iterations=60", seed=5)
        found = json.loads(json.dumps(report.to_dict(), allow_nan=False))
        assert set(shown) - set(found) == {"seed", "game", "ply", "interrupted"}
        for key in set(found) - {"seconds"}:
            assert found[key] == shown[key], key
    assert len(deciders) > 1


def test_what_is_unknown_is_none_in_plain_data(middle: carrack.State) -> None:
    report = carrack.search(middle, "uct:iterations=1")
    data = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert data["options"][0]["standard_error"] == [None] * middle.num_players
    assert data["options"][0]["prior"] is None
    assert data["player"] == f"p{middle.current_player + 1}"
