"""The reference of the Python package. Its texts are the docstrings; the signatures and the order
of members of compiled classes are those of the stub ``_core.pyi``.
"""

from __future__ import annotations

import ast

import carrack
from generate.pages import ROOT, Pages

GROUPS = {
    "Positions": [
        "Ruleset", "State", "BatchGame", "editions", "modules", "variants", "rulesets", "tiles",
        "perft",
    ],
    "Agents and searches": [
        "agent", "Agent", "PythonAgent", "Chooser", "serve", "agent_help", "search_parameters",
        "search", "SearchReport", "search_many", "SearchReports", "SearchTree", "read_tree",
        "solve", "Solution", "Network",
    ],
    "Games and records": [
        "play", "Record", "read_records", "iter_records", "write_records", "events_to_pandas",
        "searches_to_pandas", "verify", "Verified", "GameReport", "report_agents", "SearchNote",
        "Forfeit",
    ],
    "Tournaments, matches and ledgers": [
        "tournament", "Tournament", "Ledger", "rate", "match", "Match", "distributed.tournament",
        "distributed.match", "distributed.trial",
    ],
    "Studies": [
        "trial", "trial_choices", "trial_forks", "trial_records", "fair_prices", "tune",
        "Tuning", "ablate", "Ablation", "fit",
        "balance.balance", "balance.Balance", "balance.compare", "balance.Comparison",
        "balance.Difference", "balance.TilePrices",
    ],
    "Statistics": [
        "mean_interval", "MeanInterval", "mean_p_value", "holm", "conditional_logit", "LogitFit",
    ],
    "Environments": [
        "envs.aec.env", "envs.aec.CarrackEnv", "envs.seat.SeatEnv", "envs.vector.SeatVectorEnv",
        "envs.rewards.rewards",
    ],
    "Errors": [
        "InputError", "IllegalActionError", "AgentFailureError", "ResourceError", "ForfeitWarning",
    ],
}  # fmt: skip
CONSTANTS = {
    "NUM_ACTIONS": "The number of action ids; the length of masks.",
    "OBSERVATION_SIZE": "The number of features of an observation.",
    "MAX_PLAYERS": "The largest number of players.",
    "ENGINE": "Version and commit of the engine, as in records.",
    "FORFEIT_KINDS": "The kinds of failures of agents.",
}

Signature = tuple[str, str | None]


def write_python_api(pages: Pages) -> None:
    """Write the page. Raises ValueError if a public name is in no group."""
    named = {name for names in GROUPS.values() for name in names} | set(CONSTANTS)
    if missing := set(carrack.__all__) - named:
        raise ValueError(f"public names in no group of the reference: {sorted(missing)}")
    members, constructors = _members(), signatures()
    text = "# Python API\n\nEvery public name of the package. "
    text += "[The guide](python_guide.md) shows them in use.\n"
    for group, names in GROUPS.items():
        text += f"\n## {group}\n\n```{{eval-rst}}\n"
        for name in names:
            arguments = constructors[name][0] if name in members and name in constructors else ""
            text += f".. {_directive(name)}:: carrack.{name}{arguments}\n"
            if name in members:
                text += f"   :members: {', '.join(members[name])}\n"
        text += "```\n"
    text += "\n## Constants\n\n```{eval-rst}\n"
    for name, meaning in CONSTANTS.items():
        text += f".. py:data:: carrack.{name}\n\n   {meaning}\n\n"
    pages.write("reference/python.md", text + "```\n")


def signatures() -> dict[str, Signature]:
    """The signatures of the stub by name, such as ``State.apply``: arguments and result."""
    found: dict[str, Signature] = {}
    for node in _stub().body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = _signature(node, is_method=False)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if not isinstance(method, ast.FunctionDef):
                    continue
                decorators = {ast.unparse(decorator) for decorator in method.decorator_list}
                is_method = "staticmethod" not in decorators
                if method.name == "__init__":
                    found[node.name] = (_signature(method, is_method=True)[0], None)
                elif "property" not in decorators:
                    found[f"{node.name}.{method.name}"] = _signature(method, is_method=is_method)
    return found


def _stub() -> ast.Module:
    return ast.parse((ROOT / "python/carrack/_core.pyi").read_text())


def _members() -> dict[str, list[str]]:
    """The public members of each class of the stub, in their order there."""
    return {
        node.name: [
            member.name
            for member in node.body
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_")
        ]
        for node in _stub().body
        if isinstance(node, ast.ClassDef) and any(isinstance(m, ast.FunctionDef) for m in node.body)
    }


def _signature(function: ast.FunctionDef, *, is_method: bool) -> Signature:
    arguments = function.args
    if is_method:
        first = arguments.posonlyargs or arguments.args
        first.pop(0)
    result = ast.unparse(function.returns) if function.returns else None
    return f"({ast.unparse(arguments)})", result


def _directive(name: str) -> str:
    last = name.rpartition(".")[2]
    if last.endswith("Error"):
        return "autoexception"
    return "autoclass" if last[0].isupper() else "autofunction"
