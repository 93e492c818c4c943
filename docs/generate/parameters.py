"""The reference of agents: every kind, strategy, factor and search parameter."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from generate.pages import ROOT, Pages, table
from generate.repository import DOCUMENTS

GROUPS = {
    "budget": "How long a search takes.",
    "tree": "What a node is, and whose reward is maximised at it.",
    "reward": "What the end of a playout is worth to each seat.",
    "selection": "Which child is descended to.",
    "root": "How the root differs from the other nodes, and which move is played.",
    "expansion": "Which children a node has, and in which order they are tried.",
    "rollout": "How a game is played on from a leaf.",
    "backup": "What is stored on the way back.",
    "parallel": "How threads share the work.",
}


def write_parameters(pages: Pages) -> None:
    """Write the page."""
    output = subprocess.run(
        [sys.executable, "-m", "carrack", "agents", "--json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    data: dict[str, Any] = json.loads(output)
    search = data["search"]
    text = f"""# Agents and their parameters

A spec is the name of an agent, a colon, and `key=value` pairs: `mcts:iterations=500,c=1.5`. It
can also be JSON. This page is made from the tables of the program, as `carrack agents` prints
them. How strong the agents are: [playing strength](../results/strength.md).

## Agents

{table(["agent", ""], [[f"`{agent['name']}`", agent["help"]] for agent in data["agents"]])}
The strategies of `scripted` are {_words(data["strategies"])}. Its factors are
{_words(data["factors"])}: each multiplies one part of the value of an option.

## Search parameters

`mcts` and `uct` have the same {len(search)} parameters and differ in the defaults.
"""
    by_group = sorted(search, key=lambda row: list(GROUPS).index(row["group"]))
    for group, rows in groupby(by_group, key=lambda row: row["group"]):
        text += f"\n### {group.capitalize()}\n\n{GROUPS[group]}\n"
        for row in rows:
            text += _parameter(row)
    pages.write("reference/agents.md", text)


def _words(words: list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _parameter(row: Mapping[str, Any]) -> str:
    key, meaning = row["key"], row["help"]
    text = f"\n(parameter-{key})=\n#### `{key}`\n\n{meaning[0].upper()}{meaning[1:]}.\n\n"
    if "words" in row:
        values = _words(row["words"])
    else:
        values = f"{_number(row['least'])} to {_number(row['most'])}"
    facts = [f"Values: {values}", f"default: `{row['mcts']}` in `mcts`, `{row['uct']}` in `uct`"]
    if row["paper"]:
        facts.append(f"source: {row['paper']}")
    if row["measured"]:
        section = row["measured"]
        facts.append(f"measured: [{section}](../{_page_with(section)}.md)")
    return text + " · ".join(facts) + "\n"


def _page_with(section: str) -> str:
    """The page that has the section."""
    for document in ("agents/STRENGTH.md", "agents/STRENGTH_ARCHIVE.md"):
        if f"\n## {section}" in (ROOT / document).read_text():
            return DOCUMENTS[document]
    raise ValueError(f"no document has the section {section!r}")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"
