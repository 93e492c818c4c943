"""The notebooks of the repository as pages, with the outputs that they are committed with."""

from __future__ import annotations

import json

from generate.pages import ROOT, Pages, toctree
from generate.repository import notebook_page, with_site_links


def write_notebooks(pages: Pages) -> None:
    """Write a page for each notebook, and the one that lists them."""
    names = []
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        document = f"notebooks/{path.name}"
        page = notebook_page(path.name)
        notebook = json.loads(path.read_text())
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = with_site_links(pages, "".join(cell["source"]), document, page)
        pages.write(f"{page}.ipynb", json.dumps(notebook))
        names.append(path.stem)
    text = (ROOT / "notebooks/README.md").read_text()
    text = with_site_links(pages, text, "notebooks/README.md", "notebooks/index")
    text = text.replace("# notebooks", "# Notebooks", 1)
    pages.write("notebooks/index.md", f"{text}\n{toctree(names)}")
