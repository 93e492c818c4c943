"""Carrack: the board game Age of Discovery, n-player search, and statistics.

import carrack

state = carrack.Ruleset(players=3).new_state(seed=1)
report = carrack.search(state, "mcts:iterations=2000", seed=1)
state.apply(report.action)
"""

import copyreg
import importlib
import importlib.util
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from carrack._arguments import spec_of_data
from carrack._blocks import ForfeitWarning
from carrack._checks import Verified, perft, verify
from carrack._core import (
    ENGINE,
    FORFEIT_KINDS,
    MAX_PLAYERS,
    NUM_ACTIONS,
    OBSERVATION_SIZE,
    Agent,
    AgentFailureError,
    BatchGame,
    IllegalActionError,
    InputError,
    Network,
    ResourceError,
    Ruleset,
    State,
    agent_help,
    editions,
    modules,
    rulesets,
    search_parameters,
    variants,
)
from carrack._events import events_to_pandas
from carrack._fair_prices import fair_prices
from carrack._fit import fit
from carrack._games import Chooser, PythonAgent, play, tournament
from carrack._ledger import Ledger
from carrack._many_records import write_records
from carrack._match import Match, match
from carrack._rate import rate
from carrack._record import Forfeit, Record, SearchNote, iter_records, read_records
from carrack._report import GameReport
from carrack._report_agents import report_agents
from carrack._results import Tournament
from carrack._search import SearchReport, search
from carrack._search_many import SearchReports, search_many
from carrack._search_notes import searches_to_pandas
from carrack._serve import serve
from carrack._solve import Solution, solve
from carrack._statistics import (
    LogitFit,
    MeanInterval,
    conditional_logit,
    holm,
    mean_interval,
    mean_p_value,
)
from carrack._tiles import tiles
from carrack._tree import SearchTree, read_tree
from carrack._trial import trial
from carrack._trial_tables import trial_choices, trial_forks, trial_records

if TYPE_CHECKING:
    from carrack import ablation as ablation
    from carrack import balance as balance
    from carrack import distributed as distributed
    from carrack import envs as envs
    from carrack import learn as learn
    from carrack import tuning as tuning
    from carrack.ablation.result import Ablation
    from carrack.ablation.study import ablate
    from carrack.tuning.result import Tuning
    from carrack.tuning.study import tune


_SUBMODULES = ("ablation", "balance", "distributed", "envs", "learn", "tuning")
"""Imported when they are first named, as they are slow to import."""

# Networks are pickled as Network(spec): other processes read the same file.
copyreg.pickle(Network, lambda network: (Network, (network.spec,)))


def __getattr__(name: str) -> Any:
    """``__version__``, the submodules, and the public names of ``tuning`` and ``ablation``."""
    if name == "__version__":
        return ENGINE.split()[1]
    if name in _SUBMODULES:
        return importlib.import_module(f"carrack.{name}")
    if name == "ablate":
        from carrack.ablation.study import ablate

        return ablate
    if name == "Ablation":
        from carrack.ablation.result import Ablation

        return Ablation
    if name == "tune":
        from carrack.tuning.study import tune

        return tune
    if name == "Tuning":
        from carrack.tuning.result import Tuning

        return Tuning
    raise AttributeError(f"module 'carrack' has no attribute {name!r}")


def __dir__() -> list[str]:
    has_dask = importlib.util.find_spec("distributed") is not None
    submodules = [name for name in _SUBMODULES if name != "distributed" or has_dask]
    return sorted([*__all__, *submodules, "__version__"])


def agent(spec: str | Mapping[str, Any]) -> Agent:
    """Create an agent from a spec such as ``"mcts:iterations=500"``, from JSON, or from a dict as
    ``{"agent": "mcts", "iterations": 500}``. Values are numbers, words, True and False, and lists
    of words.

    Raises InputError for an unknown name, key or value, with the nearest known one; TypeError for
    an argument that is neither text nor dict, and for any other value in it.
    """
    return Agent(spec_of_data(spec) if isinstance(spec, Mapping) else spec)


__all__ = [
    "ENGINE",
    "FORFEIT_KINDS",
    "MAX_PLAYERS",
    "NUM_ACTIONS",
    "OBSERVATION_SIZE",
    "Ablation",
    "Agent",
    "AgentFailureError",
    "BatchGame",
    "Chooser",
    "Forfeit",
    "ForfeitWarning",
    "GameReport",
    "IllegalActionError",
    "InputError",
    "Ledger",
    "LogitFit",
    "Match",
    "MeanInterval",
    "Network",
    "PythonAgent",
    "Record",
    "ResourceError",
    "Ruleset",
    "SearchNote",
    "SearchReport",
    "SearchReports",
    "SearchTree",
    "Solution",
    "State",
    "Tournament",
    "Tuning",
    "Verified",
    "ablate",
    "agent",
    "agent_help",
    "conditional_logit",
    "editions",
    "events_to_pandas",
    "fair_prices",
    "fit",
    "holm",
    "iter_records",
    "match",
    "mean_interval",
    "mean_p_value",
    "modules",
    "perft",
    "play",
    "rate",
    "read_records",
    "read_tree",
    "report_agents",
    "rulesets",
    "search",
    "search_many",
    "search_parameters",
    "searches_to_pandas",
    "serve",
    "solve",
    "tiles",
    "tournament",
    "trial",
    "trial_choices",
    "trial_forks",
    "trial_records",
    "tune",
    "variants",
    "verify",
    "write_records",
]
