"""Assembles the pages in ``build/docs-source`` and runs Sphinx into ``build/docs``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from generate.atlas import write_atlas
from generate.command_line import write_command_line
from generate.cpp_api import write_cpp_api
from generate.gallery import write_gallery
from generate.ledger import write_ledger
from generate.notebooks import write_notebooks
from generate.pages import ROOT, Pages
from generate.parameters import write_parameters
from generate.python_api import write_python_api
from generate.repository import DOCUMENTS, with_site_links, write_documents
from generate.tiles import write_tiles

SOURCE = ROOT / "build/docs-source"
OUTPUT = ROOT / "build/docs"


def write_hand_written(pages: Pages) -> None:
    """The pages of ``docs`` that are written by hand, and the files that they show."""
    docs = ROOT / "docs"
    for path in sorted(docs.rglob("*.md")):
        name = str(path.relative_to(ROOT))
        if name not in DOCUMENTS:
            page = str(path.relative_to(docs).with_suffix(""))
            pages.write(f"{page}.md", with_site_links(pages, path.read_text(), name, page))
    for path in sorted(docs.rglob("*.svg")):
        pages.write(str(path.relative_to(docs)), path.read_bytes())
    for path in sorted((docs / "style").iterdir()):
        pages.write(f"style/{path.name}", path.read_bytes())


def main() -> int:
    """Build the site; returns the exit status of Sphinx."""
    # The environment that Sphinx keeps for its next build grows with each one, to gigabytes.
    for folder in (SOURCE, OUTPUT):
        shutil.rmtree(folder, ignore_errors=True)
    pages = Pages(SOURCE)
    for write in (
        write_hand_written,
        write_documents,
        write_tiles,
        write_atlas,
        write_command_line,
        write_parameters,
        write_ledger,
        write_python_api,
        write_cpp_api,
        write_gallery,
        write_notebooks,
    ):
        write(pages)
    configuration = str(Path(__file__).parents[1])
    options = ["-W", "--keep-going", "-q", "-j", "auto", "-c", configuration]
    return subprocess.call([sys.executable, "-m", "sphinx", *options, SOURCE, OUTPUT])


if __name__ == "__main__":
    sys.exit(main())
