"""Tuning from the command line: ``python -m carrack.tune --help``, or ``carrack tune --help``."""

from __future__ import annotations

import sys

from carrack._tune import tune
from carrack._tune_command import main

if __name__ == "__main__":
    sys.exit(main())

# An import of this file leaves carrack.tune what it is: the function.
sys.modules[__name__] = tune  # type: ignore[assignment]
