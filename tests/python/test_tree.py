"""carrack.SearchTree and carrack.read_tree."""

import copy
import json
import os
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest
from conftest import CARRACK

import carrack


@pytest.fixture(name="tree")
def tree_of_a_search(middle: carrack.State) -> carrack.SearchTree:
    report = carrack.search(middle, "mcts:iterations=200", seed=3, tree_depth=4, tree_visits=2)
    assert report.tree is not None
    return report.tree


def next_decision(state: carrack.State) -> carrack.State:
    later = state.clone()
    later.apply(later.legal_actions()[0])
    while later.is_chance:
        later.apply(later.chance_outcomes()[0][0])
    return later


def test_a_tree_says_what_was_searched(middle: carrack.State, tree: carrack.SearchTree) -> None:
    assert tree.agent.startswith("mcts:") and tree.player == middle.current_player
    assert tree.players == 3 and tree.position == middle.hash() and tree.seed == 3
    assert tree.visits[0] == 200 and tree.events[0] == "" and tree.depths[0] == 0
    assert tree.visits.min() >= 2 and 1 < tree.depths.max() <= 4
    assert tree.values.shape == (len(tree), 3)
    assert ((tree.values >= 0) & (tree.values <= 1)).all()
    assert "nodes" in repr(tree)


def test_children_are_found_without_a_search_through_all_nodes(
    tree: carrack.SearchTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [np.flatnonzero(tree.parents[1:] == node) + 1 for node in range(len(tree))]
    monkeypatch.setattr(np, "flatnonzero", None)
    for node, numbers in enumerate(expected):
        found = tree.children(node)
        assert found.dtype == np.int64 and found.tolist() == numbers.tolist()
        found[:] = 0  # a copy
    assert tree.children().tolist() == expected[0].tolist()
    alone = carrack.SearchTree(tree._saved)
    vars(alone)["parents"] = np.zeros(1, np.int64)  # only a root
    assert alone.children().tolist() == []


def test_values_without_visits_are_unknown(middle: carrack.State) -> None:
    """As those of a report; the children of a root that was hardly searched are unvisited."""
    whole = carrack.search(middle, "uct:iterations=2", tree_depth=3, tree_visits=1)
    assert whole.tree is not None
    assert np.isnan(whole.tree.values[whole.tree.visits == 0]).all()
    text = whole.tree.to_text().splitlines()
    assert not np.isnan(whole.tree.values[whole.tree.visits > 0]).any() and len(text) > 2


def test_parents_come_before_their_children(tree: carrack.SearchTree) -> None:
    below = np.arange(1, len(tree))
    assert (tree.parents[1:] < below).all()
    assert (tree.depths[1:] == tree.depths[tree.parents[1:]] + 1).all()
    assert (tree.visits[1:] <= tree.visits[tree.parents[1:]]).all()
    children = tree.children()
    assert (tree.depths[children] == 1).all() and (tree.parents[children] == 0).all()


def test_events_have_actors(middle: carrack.State, tree: carrack.SearchTree) -> None:
    assert tree.actors[0] == ""
    for node in range(1, len(tree)):
        state = middle.clone()
        for event in tree.path(node)[:-1]:
            state.apply(event)
            if state.is_chance:
                break
        if not state.is_chance:
            assert tree.actors[node] == f"p{state.current_player + 1}"
    assert len(set(tree.actors)) > 2  # of the root, of its player, of others
    assert list(tree.to_pandas()["actor"]) == tree.actors


def test_paths_lead_to_their_nodes(tree: carrack.SearchTree) -> None:
    for node in range(len(tree)):
        path = tree.path(node)
        assert len(path) == tree.depths[node]
        assert tree.find(path) == node
    with pytest.raises(carrack.InputError, match="fly to the moon"):
        tree.find(["fly to the moon"])
    for node in (len(tree), -1):
        with pytest.raises(carrack.InputError, match=f"expected 0 to {len(tree) - 1}$"):
            tree.path(node)
        with pytest.raises(carrack.InputError, match=f"node is {node}, expected 0 to"):
            tree.children(node)


def test_the_number_of_nodes_needs_no_texts(tree: carrack.SearchTree) -> None:
    assert len(tree) == len(tree.parents) and "events" not in vars(tree)


def test_the_report_has_no_tree_unless_asked(middle: carrack.State) -> None:
    assert carrack.search(middle, "uct:iterations=10").tree is None
    with pytest.raises(carrack.InputError, match="tree_depth needs a tree search"):
        carrack.search(middle, "random", tree_depth=1)
    with pytest.raises(carrack.InputError, match="tree_visits is 0"):
        carrack.search(middle, "uct:iterations=10", tree_depth=1, tree_visits=0)


def test_a_file_is_read_as_it_was_written(tree: carrack.SearchTree, tmp_path: Path) -> None:
    file = tmp_path / "a.tree"
    file.write_text(tree.to_text())
    again = carrack.read_tree(file)
    assert again.to_text() == tree.to_text()
    assert again.events == tree.events and (again.visits == tree.visits).all()
    file.write_text(tree.to_text().replace('"visits": ', '"visits": 1', 1))
    with pytest.raises(carrack.InputError, match="a.tree"):
        carrack.read_tree(file)
    with pytest.raises(carrack.InputError, match="missing"):
        carrack.read_tree(tmp_path / "missing")


def test_a_tree_is_saved_and_replaced_only_by_force(
    tree: carrack.SearchTree, tmp_path: Path
) -> None:
    file = tmp_path / "a.tree"
    tree.save(file)
    assert carrack.read_tree(file).to_text() == tree.to_text()
    file.write_text("another")
    with pytest.raises(FileExistsError, match=r"a\.tree exists; force=True replaces it"):
        tree.save(file)
    assert file.read_text() == "another"
    tree.save(file, force=True)
    assert file.read_text() == tree.to_text()
    with pytest.raises(FileNotFoundError, match="no such folder"):
        tree.save(tmp_path / "none" / "a.tree")


def test_trees_and_their_reports_are_pickled_and_copied(
    middle: carrack.State, tree: carrack.SearchTree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for again in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree), copy.copy(tree)):
        assert again.to_text() == tree.to_text()
        assert again.events == tree.events and again.find(tree.path(7)) == 7
        assert (again.values == tree.values).all()
        assert np.array_equal(again.priors, tree.priors, equal_nan=True)
        assert np.isnan(tree.priors[0]) and (tree.priors[tree.children()] > 0).all()
    report = carrack.search(middle, "uct:iterations=50", tree_depth=2)
    assert report.tree is not None
    there = pickle.loads(pickle.dumps(report))
    assert there.tree.to_text() == report.tree.to_text()
    assert (there.visits == report.visits).all() and there.ruleset == report.ruleset
    assert not os.listdir(tmp_path)


def test_the_command_reads_the_same_file(tree: carrack.SearchTree, tmp_path: Path) -> None:
    file = tmp_path / "a.tree"
    file.write_text(tree.to_text())
    shown = subprocess.run(
        [CARRACK, "tree", file, "--depth", "9", "--json"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert len(json.loads(shown.stdout)["nodes"]) == len(tree)


def test_a_tree_as_a_frame(tree: carrack.SearchTree) -> None:
    pytest.importorskip("pandas")
    frame = tree.to_pandas()
    columns = ["parent", "depth", "event", "actor", "visits", "share", "prior", "p1", "p2", "p3"]
    assert list(frame.columns) == columns and frame.index.name == "node"
    assert np.isnan(frame.loc[0, "share"]) and (frame["share"][1:] <= 1).all()


def test_trees_are_compared_by_path(middle: carrack.State, tree: carrack.SearchTree) -> None:
    pytest.importorskip("pandas")
    assert (tree.compare(tree)["share_a"] == tree.compare(tree)["share_b"]).all()
    other = carrack.search(middle, "mcts:iterations=400", seed=4, tree_depth=4).tree
    assert other is not None
    both = tree.compare(other)
    gaps = (both["share_a"] - both["share_b"]).abs()
    assert (gaps.diff().dropna() <= 1e-12).all()
    assert both["visits_a"].isna().any()
    root = both[both["path"] == ()]
    assert root["visits_a"].item() == 200 and root["visits_b"].item() == 400
    elsewhere = carrack.search(next_decision(middle), "uct:iterations=10", tree_depth=1).tree
    assert elsewhere is not None
    with pytest.raises(carrack.InputError, match="position"):
        tree.compare(elsewhere)


def test_a_comparison_has_the_values_of_both(
    middle: carrack.State, tree: carrack.SearchTree
) -> None:
    pytest.importorskip("pandas")
    other = carrack.search(middle, "mcts:iterations=400", seed=4, tree_depth=2).tree
    assert other is not None
    both = tree.compare(other)
    for name, of in (("a", tree), ("b", other)):
        for path, value in zip(both["path"], both[f"value_{name}"], strict=True):
            if not np.isnan(value):
                assert value == of.values[of.find(path), tree.player]
        assert (both[f"value_{name}"].isna() == both[f"visits_{name}"].isna()).all()
    assert both["value_a"].isna().any() and both["value_b"].notna().any()


def test_trees_are_compared_down_to_what_both_have(
    middle: carrack.State, tree: carrack.SearchTree
) -> None:
    pytest.importorskip("pandas")
    smaller = carrack.search(
        middle, "mcts:iterations=200", seed=3, tree_depth=2, tree_visits=5
    ).tree
    assert smaller is not None
    both = tree.compare(smaller)
    assert both.attrs == {"depth": 2, "min_visits": 5}
    assert len(both) == len(smaller) < len(tree)
    assert (both["visits_a"] == both["visits_b"]).all()
    assert (both["path"].map(len) <= 2).all() and not both["choice_differs"].any()
