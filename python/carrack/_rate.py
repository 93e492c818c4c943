"""Ratings of the agents of ledgers and records."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from carrack import _core
from carrack._arguments import as_list, input_file, texts
from carrack._core import Agent, InputError
from carrack._keywords import named_arguments
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd

    from carrack._ledger import Ledger
    from carrack._results import Tournament


@named_arguments
def rate(
    files: str | os.PathLike[str] | Ledger | Sequence[str | os.PathLike[str] | Ledger],
    *,
    name: str | Sequence[str] = "",
    anchor: str | Agent = "",
    prior_sd: float = 600.0,
    seat_effects: bool = True,
    by_seat: bool = False,
    luck: bool = False,
    alpha_rank: bool = False,
    bootstrap: int = 0,
) -> pd.DataFrame:
    """Rate the agents of ledgers or record files (paths, or a ``Ledger``, which names its
    tournament), best first, as ``carrack rate`` does: Plackett-Luce with ties and seat effects on
    the Elo scale, with 0 at ``anchor`` (a spec, whose keys at their defaults may be omitted, or an
    Agent) or at the mean; with win share, rank, VP and margin. Columns ``…_low`` and ``…_high`` are
    the ends of 95 % intervals over blocks, ``…_half_width`` their half widths. ``prior_sd`` is the
    standard deviation of the prior on ratings, in Elo. ``name`` selects the tournament of a ledger
    with several, or is a list of those that are rated together; each of several ledgers must have
    it. Agents with the same spec are pooled; ``agent`` is the short name, ``spec`` the full spec,
    ``name_in_file`` the name in the file (in records the full spec), ``forfeits`` the number of
    seats that it forfeited (a forfeited seat is ranked last). ``games``, ``seats`` and ``blocks``
    are counts.

    Optional columns:

    - ``by_seat``: ``win_share_p1`` … and their intervals, NaN if the agent never had that seat;
    - ``luck``: ``win_share_less_luck``, luck-adjusted, with its interval, and
      ``variance_ratio``, its variance relative to the plain one; slower;
    - ``alpha_rank``: alpha-Rank, for agents with cyclic dominance, and
      ``alpha_rank_low`` and ``_high``, its 95 % interval over blocks, NaN below 20 blocks. It goes
      by who is ahead, however little: of two equal agents one can have 1;
    - ``bootstrap``, the number of resamples of the blocks (200 to 1,000,000): the intervals of win
      share, rank, VP and margin are bootstrap intervals (BCa), unless all resamples agree or there
      are fewer than 20 blocks.

    ``attrs`` has ruleset, games, duplicates (games that count once), blocks, ``unfinished_blocks``
    (of ledgers: they lack games, and the others count), ``other_signature`` (the signature of the
    rules of ledgers played under other rules than the present ones, else None), ``seats`` (one row
    per seat, 1 is p1: Elo, win share, VP) and ``elo_interval_kind``: ``sandwich`` (over blocks); or
    ``wider``, the wider one of the sandwich's and the Hessian's interval (over games), if there are
    too few blocks or some agents never beat the others (``connected``). Elo has no interval with
    one block, and the win share of an agent that has all seats has none.

    Needs pandas. Raises InputError for unreadable files (also a FileNotFoundError for one that does
    not exist), tournaments of different rulesets, ``name`` with a ``Ledger``, Ledgers of
    tournaments of different names in different files, ``luck`` with several ledgers or names, and
    an anchor that did not play.
    """
    with optional_packages():
        import pandas  # noqa: F401  # before the files are read

    paths, names = _sources(files, name)
    text = _core.rate_files(
        paths, names, _anchor(anchor), prior_sd, seat_effects, bootstrap, alpha_rank, luck
    )
    return _frame(text, _specs_in(paths, names), by_seat)


def rate_tournament(
    games: Tournament,
    anchor: str | Agent,
    prior_sd: float,
    seat_effects: bool,
    by_seat: bool,
    alpha_rank: bool,
    bootstrap: int,
) -> pd.DataFrame:
    """``Tournament.rate``. Needs pandas."""
    full = [_full_spec(spec) for spec in games.specs or games.names]
    first = {spec: full.index(spec) for spec in full}  # of its entrants, by spec
    pooled = list(first)
    text = _core.rate_games(
        games.ruleset,
        [games.names[entrant] for entrant in first.values()],
        games.block,
        np.array([pooled.index(spec) for spec in full], dtype=np.int32)[games.entrants],
        games.scores,
        games.ranks,
        games.forfeits,
        _anchor(anchor),
        prior_sd,
        seat_effects,
        bootstrap,
        alpha_rank,
    )
    return _frame(text, {games.names[number]: spec for spec, number in first.items()}, by_seat)


def _full_spec(spec: str) -> str:
    """The spec with all keys. For an agent written in Python, its name."""
    try:
        return Agent(spec).spec
    except InputError:
        return spec


def _anchor(given: str | Agent) -> str:
    return given.spec if isinstance(given, Agent) else given


def _frame(text: str, specs: Mapping[str, str], by_seat: bool) -> pd.DataFrame:
    """The frame of a report in JSON. ``specs`` has the full specs by ``name_in_file``, if they
    differ. Needs pandas.
    """
    with optional_packages():
        import pandas as pd

    rated: dict[str, Any] = json.loads(text)
    entrants = [_row(entrant) for entrant in rated["entrants"]]
    own = [entrant.pop("by_seat") for entrant in entrants]
    frame = pd.DataFrame(entrants)
    frame["spec"] = [specs.get(entrant, entrant) for entrant in frame["name_in_file"]]
    if by_seat:
        for seat in range(len(rated["seats"])):
            for column in ("win_share", *(f"win_share_{end}" for end in _OF_INTERVAL)):
                named = column.replace("win_share", f"win_share_p{seat + 1}")
                frame[named] = [_row(row[seat] or {}).get(column, math.nan) for row in own]
    frame.attrs.update({key: rated[key] for key in _ATTRIBUTES})
    frame.attrs["seats"] = [_row(row) for row in rated["seats"]]
    return frame


def _sources(
    files: str | os.PathLike[str] | Ledger | Sequence[str | os.PathLike[str] | Ledger],
    name: str | Sequence[str],
) -> tuple[list[str], list[str]]:
    """The files and the names of tournaments from the arguments of ``rate``."""
    from carrack._ledger import Ledger, files_and_names

    one = [files] if isinstance(files, str | os.PathLike | Ledger) else files
    given = as_list("files", one, "['games.jsonl']")
    names = [name] if isinstance(name, str) else texts("name", name, "['first', 'second']")
    names = [chosen for chosen in names if chosen]
    of_argument = {f"files[{number}]": path for number, path in enumerate(given)}
    if not any(isinstance(path, Ledger) for path in given):
        return [input_file(argument, path) for argument, path in of_argument.items()], names
    if names:
        raise InputError("name goes with paths; a Ledger names its tournament itself")
    return files_and_names(of_argument)


_OF_INTERVAL = ("half_width", "low", "high")
_ATTRIBUTES = (
    "ruleset", "games", "duplicates", "unfinished_blocks", "other_signature", "blocks",
    "elo_interval_kind", "connected",
)  # fmt: skip
_KINDS = ("elo_half_width_hessian", "elo_half_width_sandwich")
"""The kinds of the interval of Elo; ``elo_half_width`` is one of them."""


def _row(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures without both kinds of the interval of Elo; unknown ones are NaN."""
    return {
        key: math.nan if figure is None else figure
        for key, figure in figures.items()
        if key not in _KINDS
    }


def _specs_in(paths: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """The full specs of the agents of ledgers by name. A name that two agents have in different
    tournaments is that of the first one; the other is named by its spec.
    """
    specs: dict[str, str] = {}
    for path in paths:
        if not _core.is_database(path):
            break
        for name in names or [""]:
            found = _core.ledger_tournament(path, name)
            for agent, spec in zip(found["agents"], found["specs"], strict=True):
                if spec not in specs.values():
                    specs.setdefault(agent, spec)
    return specs
