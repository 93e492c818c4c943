"""The command line: ``python -m carrack tournament …`` is ``carrack tournament …``."""

import os
import sys

from carrack._core import command_line

if __name__ == "__main__":
    sys.exit(command_line([b"carrack", *(os.fsencode(word) for word in sys.argv[1:])]))
