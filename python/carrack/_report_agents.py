"""Reports of many games, summed up by agent."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from carrack import _core
from carrack._arguments import as_list, as_text, input_file, refuse_ledger
from carrack._core import Agent
from carrack._keywords import named_arguments
from carrack._ledger import Ledger
from carrack._optional import optional_packages
from carrack._record import Record
from carrack._report import judge_of

if TYPE_CHECKING:
    import pandas as pd


@named_arguments
def report_agents(
    games: str | os.PathLike[str] | Ledger | Sequence[str | os.PathLike[str] | Record | Ledger],
    agent: str | Agent | None = "mcts:iterations=1000",
    *,
    seed: int = 1,
    threads: int = 1,
    value: str = "linear",
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Report many games of one ruleset, and sum up by agent: how accurate it plays, what its
    choices and luck were worth. Same as ``carrack report --all``. ``games`` are Records, files of
    records, or Ledgers; duplicates count once. The other arguments are those of ``Record.report``.

    One row per agent, the most accurate first: ``agent``, its short name; ``games``, ``seats`` and
    ``blocks``; and per seat, in win shares, ``start + own + others + luck = result``. With an agent
    that searches also ``decisions``, ``accuracy`` (0 to 100, of all losses relative to all that was
    at stake), ``lost`` (win share that the decisions of a seat lose), and the counts of marks
    ``doubtful``, ``inaccuracy``, ``mistake``, ``blunder``; last the full ``spec``. ``…_low`` and
    ``…_high`` are the ends of 95 % intervals over blocks, never of width 0. They are NaN for fewer
    than two blocks, and for the result and the luck of an agent that has all seats, which cannot
    vary. ``attrs`` has ruleset, games, blocks, duplicates, value, agent (the full spec of the
    searches) and seed.

    Needs pandas. Raises InputError for files without games, games of different rulesets, and as
    ``Record.report`` does.
    """
    with optional_packages():
        import pandas as pd

    judge = judge_of(agent, seed=seed != 1, threads=threads != 1, progress=progress is not None)
    value = as_text("value", value)
    given = [games] if isinstance(games, str | os.PathLike | Ledger) else games
    records: list[tuple[str, str | None]] = []
    for number, one in enumerate(as_list("games", given, "['games.jsonl']")):
        name = f"games[{number}]"
        if isinstance(one, Record):
            records.append((name, one.to_string()))
        elif isinstance(one, Ledger):
            records += [(one.path, text) for text in _core.ledger_records(one.path, one.name)]
        else:
            records.append((input_file(name, one), None))
            refuse_ledger(records[-1][0])
    text = _core.report_agents(records, judge, seed, threads, value, progress)
    summary: dict[str, Any] = json.loads(text)
    rows = [
        {key: math.nan if figure is None else figure for key, figure in found.items()}
        for found in summary.pop("agents")
    ]
    frame = pd.DataFrame(rows)
    del summary["all_games"]  # the same as games: interrupted calls raise
    frame.attrs.update(summary)
    return frame
