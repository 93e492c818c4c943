"""The reference of the command line, from the help of every command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from generate.pages import Pages, table

_SUBCOMMAND = re.compile(r"^  (\w+) {2,}(\S.*)$", re.MULTILINE)


def write_command_line(pages: Pages) -> None:
    """Write the page."""
    commands = dict(_SUBCOMMAND.findall(_help().split("\nSubcommands:\n")[1]))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        helps = list(threads.map(_help, commands))
    rows = [[f"[`{name}`](#carrack-{name})", text] for name, text in commands.items()]
    text = f"""# Command line

`carrack COMMAND --help` prints the help of a command. This page is made from it.
`python -m carrack` is the same program.
Exit status: 0 for success, 1 for an error while running, 2 for wrong usage or a wrong value,
129, 130 or 143 after SIGHUP, Ctrl-C or SIGTERM.

{table(["command", ""], rows)}
"""
    for name, help_text in zip(commands, helps, strict=True):
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
