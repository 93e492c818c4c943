"""How the project is named, numbered and installed, the same everywhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import carrack

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text()
VERSION = re.search(r"project\(carrack VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())


def tracked_text() -> dict[str, str]:
    """The tracked files by name, apart from fuzzing corpora and binaries."""
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    paths = {name: ROOT / name for name in names if not name.startswith("tests/fuzz/")}
    return {
        name: path.read_text(errors="replace")
        for name, path in paths.items()
        if path.is_file() and path.suffix != ".net"
    }


def test_nothing_tells_to_install_the_project_of_somebody_else() -> None:
    """`carrack` on PyPI is not ours, and our `carrack-mcts` is not there: a checkout has it."""
    foreign = re.compile(r"pip install (?:-\S+ )*['\"]?carrack|\bcarrack\[[a-z{]")
    found = [name for name, text in tracked_text().items() if foreign.search(text)]
    assert found == []


def test_the_version_is_one() -> None:
    assert VERSION is not None
    number = VERSION[1]
    assert carrack.__version__ == carrack.ENGINE.split()[1] == number
    assert f"\nversion: {number}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {number}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_extra_all_has_every_extra_of_users() -> None:
    extras = PROJECT.split("[project.optional-dependencies]\n")[1].split("\n\n")[0]
    names = re.findall(r"^(\w+) = ", extras, re.MULTILINE)
    every = re.search(r'^all = \["carrack-mcts\[([\w,]+)\]"\]$', extras, re.MULTILINE)
    assert every is not None
    assert set(every[1].split(",")) == set(names) - {"all", "dev"}
