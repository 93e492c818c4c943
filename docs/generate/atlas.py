"""The page of the atlas, from the tables of ``experiments/studies/atlas``."""

from __future__ import annotations

import sys

from generate.pages import ROOT, Pages

STUDY = ROOT / "experiments/studies/atlas"


def write_atlas(pages: Pages) -> None:
    """Write the page as a file that ``results/atlas.md`` offers."""
    sys.path.insert(0, str(STUDY))
    from atlas_page import page

    pages.write("files/atlas.html", page(STUDY / "tables"))
