"""The examples of the documentation: finds, runs and updates the blocks of its pages.

``console`` blocks have commands after ``$ `` and their output. ``python`` blocks share the names of
their page; a ``text`` block behind one is its output. A Python block whose first line is
``# NAME.py`` is a file. ``<!-- small: … -->`` before a block is what runs in its place; the output
of the block is then not compared.

    python tests/docs/examples.py --update [PAGE…]     writes the outputs into the pages
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

_BLOCK = re.compile(
    r"(?:^<!-- small: (?P<small>[^\n]*) -->\n)?"
    r"^```(?P<kind>console|python)\n(?P<body>.*?)^```\n"
    r"(?:\n```text\n(?P<output>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"# (\w+\.py)\n")
# What differs from run to run: rates, and the lines that a command prints every ten seconds.
_RATE = re.compile(r"[\d.,]+(?= (?:games|courses)/s)")
_PROGRESS = re.compile(r"^\d+ of \d+ \w+, .* to go.*\n", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """A command with its output, or a Python block with its output, or a file."""

    kind: str
    code: str
    output: str | None
    """What the page shows; None if it shows nothing or runs something smaller."""


def pages() -> list[Path]:
    """The pages with examples."""
    return [page for page in sorted(DOCS.rglob("*.md")) if steps_of(page.read_text())]


def steps_of(text: str) -> list[Step]:
    """What a page runs, in order."""
    steps = []
    for block in _BLOCK.finditer(text):
        if block["kind"] == "console":
            if block["small"]:
                steps.append(Step("console", block["small"], None))
            else:
                steps.extend(Step("console", *parts) for parts in _commands(block["body"]))
        elif _FILE.match(block["body"]):
            steps.append(Step("file", block["body"], None))
        else:
            steps.append(Step("python", block["small"] or block["body"], block["output"]))
    return steps


def _commands(body: str) -> Iterator[tuple[str, str | None]]:
    """(command, output) of each command of a block."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = next(i for i, line in enumerate(lines) if not line.rstrip().endswith("\\")) + 1
        output = "".join(lines[end:])
        yield "".join(lines[:end]), output or None


class Session:
    """Runs the steps of a page in an empty folder; ``carrack`` and ``python3`` are on the PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[str, object] = {"__name__": "__main__"}
        self._programs = folder / ".programs"
        self._programs.mkdir()
        installed = Path(sysconfig.get_path("scripts")) / "carrack"
        for name, command in (("carrack", installed), ("python3", sys.executable)):
            program = self._programs / name
            program.write_text(f'#!/bin/sh\nexec "{command}" "$@"\n')
            program.chmod(0o755)

    def run(self, step: Step) -> str:
        """Run a step and return its output. Raises AssertionError if a command fails."""
        if step.kind == "file":
            name = _FILE.match(step.code)
            assert name is not None
            (self.folder / name[1]).write_text(step.code)
            return ""
        return self._command(step.code) if step.kind == "console" else self._python(step.code)

    def _command(self, code: str) -> str:
        path = f"{self._programs}{os.pathsep}{os.environ['PATH']}"
        result = subprocess.run(
            ["bash", "-c", code],
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert result.returncode == 0, f"{code}\n{result.stdout}"
        return result.stdout

    def _python(self, code: str) -> str:
        printed = io.StringIO()
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(code, "example", "exec"), self._names)
        finally:
            os.chdir(before)
        return printed.getvalue()


def same(shown: str, printed: str) -> bool:
    """Whether an output is the one that a page shows, apart from rates and progress."""
    return _comparable(shown) == _comparable(printed)


def _comparable(output: str) -> list[str]:
    lines = _PROGRESS.sub("", output).strip().splitlines()
    return [_RATE.sub("…", line.rstrip()) for line in lines]


def updated(text: str) -> str:
    """The text of a page with the outputs of its examples."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder))

        def replace(block: re.Match[str]) -> str:
            steps = steps_of(block[0])
            outputs = [session.run(step) for step in steps]
            if block["small"] or steps[0].kind == "file":
                return block[0]
            if block["kind"] == "console":
                commands = zip(steps, outputs, strict=True)
                body = "".join(f"$ {step.code}{output}" for step, output in commands)
                return f"```console\n{body}```\n"
            shown = f"\n```text\n{outputs[0]}```\n" if outputs[0] else ""
            return f"```python\n{block['body']}```\n{shown}"

        return _BLOCK.sub(replace, text)


def main() -> None:
    """Write the outputs into the pages."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--update", nargs="*", type=Path, required=True, metavar="PAGE")
    for page in parser.parse_args().update or pages():
        page.write_text(updated(page.read_text()))
        print(page)


if __name__ == "__main__":
    main()
