"""The tables of a ledger as Parquet files: ``carrack export LEDGER --parquet DIR``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from carrack import _command
from carrack._ledger import Ledger


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the export; return the exit status, after an error line if it is not 0."""
    parser = _command.Parser(
        "python -m carrack.export",
        "Write the tables of a tournament as Parquet, one file each.",
        "Example: python -m carrack.export results.db --parquet tables",
    )
    parser.add_argument("ledger", help="the file of carrack tournament --ledger")
    parser.add_argument(
        "--parquet", metavar="DIR", required=True, help="write the files to this folder"
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
    parser.add_argument("--name", default="", help="name of the tournament, if there are several")
    given = parser.parse(arguments)

    def export() -> None:
        for file in Ledger(given.ledger, given.name).export_parquet(
            given.parquet, force=given.force
        ):
            print(file)

    return _command.run(export)


if __name__ == "__main__":
    sys.exit(main())
