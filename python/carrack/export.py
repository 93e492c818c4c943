"""The tables of a ledger as Parquet files: ``python -m carrack.export LEDGER --parquet DIR``."""

from __future__ import annotations

import argparse
import sys

from carrack._core import InputError
from carrack._ledger import Ledger


def main(arguments: list[str] | None = None) -> int:
    """Exports; 0, or 1 with a line about what is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m carrack.export",
        description="Writes the tables of a tournament as Parquet, a file each.",
        epilog="Example: python -m carrack.export results.db --parquet tables",
    )
    parser.add_argument("ledger", help="the file of carrack tournament --ledger")
    parser.add_argument("--parquet", metavar="DIR", required=True, help="folder for the files")
    parser.add_argument("--name", default="", help="the tournament, where there are several")
    given = parser.parse_args(arguments)
    try:
        for file in Ledger(given.ledger, given.name).export_parquet(given.parquet):
            print(file)
    except (InputError, OSError) as error:
        print(f"carrack.export: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
