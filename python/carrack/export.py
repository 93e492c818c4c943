"""The tables of a ledger as Parquet files: ``carrack export LEDGER --parquet DIR``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from carrack import _command
from carrack._ledger import Ledger


def main(arguments: Sequence[str] | None = None) -> int:
    """Exports; 0, or another status with a line about what is wrong."""
    parser = _command.Parser(
        "python -m carrack.export",
        "Writes the tables of a tournament as Parquet, a file each.",
        "Example: python -m carrack.export results.db --parquet tables",
    )
    parser.add_argument("ledger", help="the file of carrack tournament --ledger")
    parser.add_argument("--parquet", metavar="DIR", required=True, help="folder for the files")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.add_argument("--name", default="", help="the tournament, where there are several")
    given = parser.parse(arguments)

    def export() -> None:
        for file in Ledger(given.ledger, given.name).export_parquet(given.parquet, given.force):
            print(file)

    return _command.run(export)


if __name__ == "__main__":
    sys.exit(main())
