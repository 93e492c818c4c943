"""The reference of the C++ library: some headers, read by Doxygen and shown by Breathe. The texts
are the ``///`` comments of these headers.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from xml.etree import ElementTree

from generate.pages import ROOT, Pages, toctree

XML = ROOT / "build/docs-cpp/xml"
"""What Doxygen writes and Breathe reads."""


@dataclass(frozen=True)
class Part:
    """A page of the reference: headers that belong together."""

    title: str
    library: str
    headers: tuple[str, ...]


PARTS = {
    "positions": Part(
        "Positions and records",
        "carrack::core",
        (
            "core/game/game.hpp",
            "core/game/ruleset.hpp",
            "core/game/action.hpp",
            "core/game/legal.hpp",
            "core/game/queries.hpp",
            "core/base/random.hpp",
            "core/base/error.hpp",
            "core/notation/notation.hpp",
            "core/notation/record.hpp",
        ),
    ),
    "agents": Part(
        "Agents",
        "carrack::agents",
        (
            "agents/agent.hpp",
            "agents/report.hpp",
            "agents/agent_failure.hpp",
            "agents/evaluation/evaluation.hpp",
        ),
    ),
    "search": Part(
        "Search of any game",
        "carrack::agents",
        (
            "agents/search/game.hpp",
            "agents/search/action_set.hpp",
            "agents/search/payoff.hpp",
            "agents/search/rollout_policy.hpp",
            "agents/search/options.hpp",
            "agents/search/search.hpp",
            "agents/search/solver.hpp",
        ),
    ),
    "games": Part(
        "Games",
        "carrack::experiments",
        ("experiments/tournament/game_runner.hpp",),
    ),
}


def write_cpp_api(pages: Pages) -> None:
    """Write a page for each part. Raises CalledProcessError where Doxygen warns."""
    headers = [header for part in PARTS.values() for header in part.headers]
    shutil.rmtree(XML, ignore_errors=True)
    XML.mkdir(parents=True)
    subprocess.run(
        ["doxygen", "-"],
        input=f"@INCLUDE = docs/Doxyfile\nINPUT = {' '.join(headers)}\n"
        f"STRIP_FROM_PATH = {ROOT}\nOUTPUT_DIRECTORY = {XML.parent}\n",
        cwd=ROOT,
        text=True,
        check=True,
    )
    declared = _directives()
    for name, part in PARTS.items():
        text = f"# {part.title}\n\nThe library `{part.library}`.\n\n"
        for header in part.headers:
            text += f"## `<{installed_as(header)}>`\n\n{introduction(ROOT / header)}\n"
            text += f"```{{eval-rst}}\n.. highlight:: none\n\n{declared[header]}```\n\n"
        pages.write(f"reference/cpp/{name}.md", text)
    pages.write(
        "reference/cpp/index.md",
        "# C++ API\n\nThe headers of an installed Carrack for programs of your own. What they "
        "declare changes only with the minor version, and the [changelog]"
        "(../../project/changelog.md) lists the changes. Other headers are installed only because "
        "these include them.\n\nTwo tutorials use them: [your own agent]"
        "(../../tutorials/own_agent_cpp.md) and [your own game]"
        "(../../tutorials/your_own_game.md).\n\n" + toctree(PARTS, hidden=False),
    )


def _directives() -> dict[str, str]:
    """By header, the directives of Breathe for what it declares, in its order."""
    found: defaultdict[str, dict[int, str]] = defaultdict(dict)
    compounds = [
        compound
        for path in XML.glob("*carrack*.xml")
        for compound in ElementTree.parse(path).getroot().iterfind("compounddef")
    ]
    spaces = {_name(compound) for compound in compounds if compound.get("kind") == "namespace"}
    for compound in compounds:
        name = _name(compound)
        if name in spaces:
            for member in compound.iterfind("sectiondef/memberdef"):
                header, line = _location(member)
                found[header][line] = _directive(member, f"{name}::{member.findtext('name')}")
        elif name.rpartition("::")[0] in spaces:  # others are shown with the class they are in
            header, line = _location(compound)
            found[header][line] = _directive(compound, name)
    return {header: "".join(text for _, text in sorted(of.items())) for header, of in found.items()}


def _name(compound: ElementTree.Element) -> str:
    return compound.findtext("compoundname", "")


def _location(element: ElementTree.Element) -> tuple[str, int]:
    location = element.find("location")
    assert location is not None
    return location.get("file", ""), int(location.get("line", "0"))


def _directive(element: ElementTree.Element, name: str) -> str:
    kind = element.get("kind", "")
    if kind == "function":  # overloads are told apart by their arguments
        name += element.findtext("argsstring", "").rpartition(")")[0] + ")"
    members = "   :members:\n   :undoc-members:\n" if kind in ("class", "struct") else ""
    return f".. doxygen{kind}:: {name}\n{members}\n"


def installed_as(header: str) -> str:
    """The name by which a program includes a header of an installed Carrack."""
    return f"carrack/{header.removeprefix('core/')}"


def introduction(header: Path) -> str:
    """The comment at the start of a header; indented lines of it are an example."""
    lines = takewhile(lambda line: line.startswith("//"), header.read_text().splitlines())
    paragraphs: list[str] = []
    is_code = False
    for line in (line.removeprefix("//").removeprefix(" ") for line in lines):
        if line.startswith("  ") and not is_code:
            paragraphs.append("```cpp")
        elif is_code and not line.startswith("  "):
            paragraphs.append("```")
        is_code = line.startswith("  ")
        paragraphs.append(line.removeprefix("  "))
    return "\n".join(paragraphs) + ("\n```" if is_code else "") + "\n"
