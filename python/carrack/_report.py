"""Reports of recorded games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from carrack import _core
from carrack._arguments import check_agent, refuse_unused
from carrack._core import Agent, InputError
from carrack._optional import optional_packages
from carrack._text import framed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class _Kept:
    """The contents of a report without the engine's report, for a pickled one."""

    as_json: str
    as_text: str
    as_html: str

    def json(self) -> str:
        return self.as_json

    def text(self) -> str:
        return self.as_text

    def html(self) -> str:
        return self.as_html


@dataclass(frozen=True, eq=False)
class GameReport:
    """What decided a game: choices of the players, chance, and errors of the players. Made by
    ``Record.report``; the same as ``carrack report``. ``print(report)`` shows it as tables. Lists
    and dicts are copies, which can be changed.
    """

    _made: _core.MadeReport | _Kept

    @cached_property
    def _data(self) -> dict[str, Any]:
        return self.to_dict()

    @property
    def value(self) -> str:
        """The name of the function that estimates the value of positions."""
        return str(self._data["value"])

    @property
    def agent(self) -> str | None:
        """The full spec of the searches; None without searches."""
        agent: str | None = self._data["agent"]
        return agent

    @property
    def players(self) -> list[dict[str, Any]]:
        """[players] the parts of each result, in win shares: ``start + own + others + luck =
        result``. With searches also ``decisions``, ``lost`` (win share lost in all decisions) with
        ``lost_error``, ``at_stake`` (the sum of the win shares of best options), ``accuracy`` (0 to
        100) with the ends of its 95 % interval, ``accuracy_low`` and ``accuracy_high``, ``marks``,
        and the same by phase in ``phases``. Errors are standard errors.
        """
        players: list[dict[str, Any]] = _copied(self._data["players"])
        return players

    @property
    def events(self) -> list[dict[str, Any]]:
        """[events] ``ply``, ``actor``, ``event``, ``turn``, ``phase``, and by seat: ``value`` after
        the event, the ``choice`` of ``chooser``, ``luck`` of a chance event. With searches, a
        decision has ``best``, ``best_win_share``, ``loss``, ``loss_error``, ``mark`` and
        ``iterations``.
        """
        events: list[dict[str, Any]] = _copied(self._data["events"])
        return events

    @property
    def moments(self) -> list[dict[str, Any]]:
        """The key moments in the order of the game: ``ply``, ``player`` and ``swing`` of the
        largest change, ``mark``, ``leader`` who takes the lead from
        ``former_leader`` (or None), ``text``.
        """
        moments: list[dict[str, Any]] = _copied(self._data["moments"])
        return moments

    def to_dict(self) -> dict[str, Any]:
        """The whole report as plain data; a copy."""
        data: dict[str, Any] = json.loads(self._made.json())
        return data

    def to_json(self) -> str:
        """The whole report as JSON text."""
        return self._made.json()

    def to_pandas(self) -> pd.DataFrame:
        """One row per event, the members of ``events``; lists by seat become the columns
        ``value_p1``, ``choice_p1``, ``luck_p1`` … Needs pandas.
        """
        with optional_packages():
            import pandas as pd

        rows = []
        for event in self._data["events"]:
            row: dict[str, Any] = {}
            for key, member in event.items():
                if isinstance(member, list):
                    row.update({f"{key}_p{seat + 1}": x for seat, x in enumerate(member)})
                else:
                    row[key] = member
            rows.append(row)
        return pd.DataFrame(rows)

    def to_html(self) -> str:
        """The game as a self-contained page with the win shares of every position and the key
        moments, as from ``carrack report --html``.
        """
        return self._made.html()

    def __reduce__(self) -> tuple[type[GameReport], tuple[_Kept]]:
        return GameReport, (_Kept(self._made.json(), self._made.text(), self._made.html()),)

    def _repr_html_(self) -> str:
        return framed(self.to_html(), f"the report of a game of {self._data['ruleset']}")

    def __str__(self) -> str:
        return self._made.text()

    def __repr__(self) -> str:
        events = len(self._data["events"])
        searched = "no searches" if self.agent is None else _core.short_names([self.agent])[0]
        return f"<carrack.GameReport {self._data['ruleset']}, {events} events, {searched}>"


def _copied(data: Any) -> Any:
    """Plain data with dicts and lists of its own."""
    if isinstance(data, dict):
        return {key: _copied(member) for key, member in data.items()}
    return [_copied(member) for member in data] if isinstance(data, list) else data


def judge_of(agent: object, **given: bool) -> str | None:
    """The spec of the agent whose searches judge a game; None for a report without searches.

    Raises InputError for another agent, and without one for the arguments that are ``given``.
    """
    if agent is None:
        refuse_unused("agent=", **given)
        return None
    check_agent("agent", agent)
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Agent):
        return agent.spec
    raise InputError(
        f"agent is a {type(agent).__name__}, expected mcts or uct: a report has the win shares of "
        "their searches"
    )
