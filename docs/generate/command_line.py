"""The reference of the command line, from the help of every command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from generate.pages import Pages, table

_GROUP = re.compile(r"^(\w[\w ]*):\n((?:  .*\n)+)", re.MULTILINE)
_COMMAND = re.compile(r"^  (\w+) {2,}(\S.*)$", re.MULTILINE)


def write_command_line(pages: Pages) -> None:
    """Write the page."""
    groups = {title: _COMMAND.findall(body) for title, body in _GROUP.findall(_help() + "\n")}
    rows = [
        [title if number == 0 else "", f"[`{name}`](#carrack-{name})", text]
        for title, commands in groups.items()
        for number, (name, text) in enumerate(commands)
    ]
    names = [name for commands in groups.values() for name, _ in commands]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        helps = list(threads.map(_help, names))
    text = f"""# Command line

`carrack COMMAND --help` prints the help of a command. This page is made from it.
`python -m carrack` is the same program.
Exit status: 0 for success, 1 for an error while running, 2 for wrong usage or a wrong value,
129, 130 or 143 after SIGHUP, Ctrl-C or SIGTERM.

{table(["", "command", ""], rows)}
"""
    for name, help_text in zip(names, helps, strict=True):
        text += f"## carrack {name}\n\n```text\n{help_text.strip()}\n```\n\n"
    pages.write("reference/command_line.md", text)


def _help(*command: str) -> str:
    result = subprocess.run(
        [sys.executable, "-m", "carrack", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    return result.stdout
