"""The command line: ``python -m carrack tournament …`` is ``carrack tournament …``."""

import sys

from carrack._core import command_line

if __name__ == "__main__":
    sys.exit(command_line(["carrack", *sys.argv[1:]]))
