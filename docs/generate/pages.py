"""The folder that Sphinx reads: pages by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The repository."""


class Pages:
    """The files of the assembled source folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, content: str | bytes) -> None:
        """Write the file ``name``, a path below the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell(value) for value in line)} |\n" for line in lines)


def cell(value: object) -> str:
    """A value as the text of a table's cell."""
    return str(value).replace("|", "\\|").replace("\n", " ")


def toctree(names: Iterable[str], *, hidden: bool = True) -> str:
    """A table of contents of the named pages."""
    options = ":hidden:\n" if hidden else ":maxdepth: 1\n"
    return f"```{{toctree}}\n{options}\n" + "".join(f"{name}\n" for name in names) + "```\n"
