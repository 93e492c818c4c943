"""Trees of searches as arrays and frames."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from carrack import _core, _output
from carrack._arguments import input_file, path_of, shown, texts, whole_number
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class SearchTree:
    """The tree of a search, or the part of it that was kept. Node 0 is the root; a child comes
    after its parent, in the order in which the search has added it. From ``read_tree``, and from
    ``search`` with ``tree_depth``.
    """

    _saved: _core.SavedTree

    @property
    def agent(self) -> str:
        """The full spec of the agent, without ``threads`` if they do not change the tree."""
        return self._saved.agent

    @property
    def player(self) -> int:
        """The seat that decides at the root, from 0."""
        return self._saved.player

    @property
    def players(self) -> int:
        """The number of players."""
        return self._saved.players

    @property
    def seed(self) -> int:
        """The seed of the search."""
        return self._saved.seed

    @property
    def position(self) -> int:
        """The hash of the root's position, as ``State.hash()``."""
        return self._saved.position

    @cached_property
    def events(self) -> list[str]:
        """[nodes] the event that leads to the node, in notation; empty for the root."""
        return self._saved.events()

    @cached_property
    def actors(self) -> list[str]:
        """[nodes] the actor of that event, ``p1`` … or ``chance``; empty for the root. If chance
        decides who acts, the actor of the first visit.
        """
        return self._saved.actors()

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        """[nodes] the number of the parent; 0 for the root."""
        return self._saved.parents()

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """[nodes] events from the root."""
        return self._saved.depths()

    @cached_property
    def visits(self) -> NDArray[np.int64]:
        """[nodes] iterations that went through the node."""
        return self._saved.visits()

    @cached_property
    def priors(self) -> NDArray[np.float64]:
        """[nodes] prior probability of the event; NaN for the root, and if the search uses none."""
        priors = self._saved.priors()
        priors[priors == 0] = np.nan
        return priors

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """[nodes, players] mean reward by seat, in [0, 1]; NaN without visits."""
        values = self._saved.values()
        values[self.visits == 0] = np.nan
        return values

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.parents)

    def find(self, path: Sequence[str]) -> int:
        """The node to which the events lead from the root. Raises InputError for an event that no
        child has, with the events of the children.
        """
        return self._saved.find(texts("path", path, "['place colonist dock']"))

    def path(self, node: int) -> list[str]:
        """The events from the root to a node. Raises InputError for a node that is not there."""
        return self._saved.path(whole_number("node", node, 0, len(self) - 1))

    def children(self, node: int = 0) -> NDArray[np.int64]:
        """[children] the numbers of the children of a node, ascending. Raises InputError for a node
        that is not there.
        """
        number = whole_number("node", node, 0, len(self) - 1)
        nodes, start = self._by_parent
        return np.array(nodes[start[number] : start[number + 1]])

    @cached_property
    def _by_parent(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All nodes but the root, by parent, and where the children of each node start there
        [nodes + 1].
        """
        parents = self.parents[1:]
        nodes = 1 + np.argsort(parents, kind="stable")
        numbers = np.bincount(parents, minlength=len(self))
        return nodes, np.concatenate([[0], np.cumsum(numbers)])

    def to_pandas(self) -> pd.DataFrame:
        """One row per node, whose number is the index: ``parent``, ``depth``, ``event``, ``actor``,
        ``visits``, ``share`` (of the visits of its parent; NaN for the root), ``prior``, and the
        mean rewards ``p1``, ``p2`` … Needs pandas.
        """
        with optional_packages():
            import pandas as pd

        of = self.visits[self.parents].astype(np.float64)
        of[0] = np.nan
        table = {
            "parent": self.parents,
            "depth": self.depths,
            "event": self.events,
            "actor": self.actors,
            "visits": self.visits,
            "share": np.divide(self.visits, of, out=np.zeros(len(self)), where=of != 0),
            "prior": self.priors,
        }
        for seat in range(self.players):
            table[f"p{seat + 1}"] = self.values[:, seat]
        return pd.DataFrame(table, index=pd.RangeIndex(len(self), name="node"))

    def compare(self, other: SearchTree) -> pd.DataFrame:
        """Both trees by the paths of their nodes, the largest differences first: ``path`` (a tuple
        of events), ``visits_a`` and ``visits_b`` (missing if only the other tree has the node),
        ``share_a`` and ``share_b`` (of the visits of the root), ``value_a`` and ``value_b`` (mean
        reward of the player who decides at the root; NaN if only the other tree has the node), and
        ``choice_differs``: whether the most visited child is another. Only nodes within the depth
        and visit limits of both trees are compared: ``attrs["depth"]`` is the smaller depth of the
        two, ``attrs["min_visits"]`` the larger number of visits of a kept node. Raises InputError
        for trees of different positions. Needs pandas.
        """
        with optional_packages():
            import pandas as pd

        if not isinstance(other, SearchTree):
            raise TypeError(f"other is {shown(other)}, expected a SearchTree")
        columns = ["path", "visits_a", "visits_b", "share_a", "share_b", "choice_differs"]
        depth, min_visits, rows = self._saved.compare(other._saved)
        frame = pd.DataFrame(rows, columns=columns)
        frame = frame.astype({"visits_a": "Int64", "visits_b": "Int64"})
        for place, (name, tree) in enumerate((("value_a", self), ("value_b", other)), start=5):
            values = tree._values_by_path(depth)
            frame.insert(place, name, [values.get(path, np.nan) for path in frame["path"]])
        frame.attrs.update(depth=depth, min_visits=min_visits)
        return frame

    def _values_by_path(self, depth: int) -> dict[tuple[str, ...], float]:
        """The mean rewards of the player who decides at the root, by path, down to a depth."""
        paths: dict[int, tuple[str, ...]] = {0: ()}
        nodes = np.flatnonzero(self.depths <= depth).tolist()
        for node in nodes[1:]:
            paths[node] = (*paths[int(self.parents[node])], self.events[node])
        values = self.values[nodes, self.player].tolist()
        return dict(zip(paths.values(), values, strict=True))

    def to_text(self) -> str:
        """The tree as a file that ``read_tree`` and ``carrack tree`` read."""
        return self._saved.text()

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write ``to_text()`` to a file. Raises OSError if it cannot be written, and
        InputError (also FileExistsError) for one that exists, unless ``force``; a ledger is never
        replaced.
        """
        file = path_of("path", path)
        _output.expect_free([file], force, hint="force=True replaces it")
        _output.write(file, self.to_text(), force)

    def __reduce__(self) -> tuple[Callable[[str], SearchTree], tuple[str]]:
        return _from_text, (self.to_text(),)

    def __repr__(self) -> str:
        name = _core.short_spec(self.agent)
        return f"<carrack.SearchTree of {name}: {len(self)} nodes, depth {self.depths.max()}>"


def read_tree(file: str | os.PathLike[str]) -> SearchTree:
    """The tree in a file of ``SearchTree.save`` or ``carrack analyse --tree``. Raises InputError,
    with file and line, for a file that is not a tree or is damaged; it is also a FileNotFoundError
    if there is no file.
    """
    return SearchTree(_core.SavedTree.read(input_file("file", file)))


def _from_text(text: str) -> SearchTree:
    """The tree of a ``SearchTree.to_text``."""
    return SearchTree(_core.SavedTree.parse(text, "the tree"))
