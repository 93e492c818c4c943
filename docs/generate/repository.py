"""Documents of the repository as pages, and links between documents as links of the site.

In the repository a document links to files by relative paths. On the site such a link leads to the
page of the document, or to a copy of the file if it has no page. A comment behind a link names
another page of the site, for pages that are made by the generator:
``[tiles](RULES.md#5-tiles)<!-- site: game/tiles/index.md -->``.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from generate.pages import ROOT, Pages

DOCUMENTS = {
    "docs/RULES.md": "game/rules",
    "core/RULINGS.md": "game/rulings",
    "docs/your_own_game.md": "tutorials/your_own_game",
    "python/CLUSTER.md": "tutorials/cluster",
    "agents/PROTOCOL.md": "reference/protocol",
    "agents/STRENGTH.md": "results/strength",
    "agents/STRENGTH_ARCHIVE.md": "results/strength_archive",
    "experiments/RESULTS.md": "results/tiles",
    "experiments/RESULTS_ARCHIVE.md": "results/tiles_archive",
    "experiments/trial/README.md": "results/trials",
    "experiments/statistics/README.md": "results/statistics",
    "agents/learned/README.md": "results/learned",
    "agents/learned/HISTORY.md": "results/learned_history",
    "experiments/studies/learning/README.md": "results/learning",
    "experiments/studies/balance/README.md": "results/balance",
    "experiments/studies/atlas/README.md": "results/atlas_study",
    "experiments/studies/boards/README.md": "results/boards",
    "experiments/studies/known_values/README.md": "results/known_values",
    "bench/peers/README.md": "results/peers",
    "bench/HISTORY.md": "project/history",
    "README.md": "project/readme",
    "CONTRIBUTING.md": "project/contributing",
    "CHANGELOG.md": "project/changelog",
    "SECURITY.md": "project/security",
    "core/README.md": "project/core",
    "agents/README.md": "project/agents",
    "experiments/README.md": "project/experiments",
    "experiments/ledger/README.md": "reference/ledgers",
    "experiments/report/README.md": "reference/reports",
    "experiments/web/README.md": "reference/play_page",
    "experiments/render/README.md": "project/render",
    "python/README.md": "reference/python_guide",
    "python/examples/maskable_ppo/README.md": "project/maskable_ppo",
    "tests/README.md": "project/tests",
    "bench/README.md": "project/bench",
    "docs/README.md": "project/docs",
}
"""The documents that have a page, and its name."""

WRITTEN = {"notebooks/README.md": "notebooks/index"}
"""The documents that other parts of the generator write, and their pages."""

WRITTEN_BY_HAND = (".md", ".svg")
"""The files of ``docs`` that are at the same place on the site: pages and pictures."""

_CODE_OR_LINK = re.compile(
    r"(?P<code>```.*?```|`[^`\n]*`)"
    r"|(?P<open>!?\[(?:[^\]`]|`[^`\n]*`)*\]\()(?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)"
    r"(?:<!-- site: (?P<page>\S+) -->)?"
    r"|(?P<stray><!-- site:.*?-->)",
    re.DOTALL,
)


def write_documents(pages: Pages) -> None:
    """Write the page of every document."""
    for document, page in DOCUMENTS.items():
        path = ROOT / document
        if path.is_file():
            pages.write(f"{page}.md", with_site_links(pages, path.read_text(), document, page))


def with_site_links(pages: Pages, text: str, document: str, page: str) -> str:
    """The text of a document with its links as links from the page. Linked files that are not pages
    are copied to the site.
    """

    def link(found: re.Match[str]) -> str:
        target, anchor = found["target"], found["anchor"] or ""
        if found["code"]:
            return found[0]
        if found["stray"]:
            raise ValueError(f"{document}: {found['stray']} is not directly behind a link")
        if found["page"]:
            return f"{found['open']}{os.path.relpath(found['page'], Path(page).parent)})"
        if not target or ":" in target:
            return found[0]
        return found["open"] + _site_target(pages, target, document, page) + anchor + ")"

    return _CODE_OR_LINK.sub(link, text)


def notebook_page(name: str) -> str:
    """The page of a notebook."""
    return f"notebooks/{Path(name).stem}"


def _site_target(pages: Pages, target: str, document: str, page: str) -> str:
    here = Path(page).parent
    path = Path(os.path.normpath(Path(document).parent / target))
    full = ROOT / path
    if full.is_dir() and (full / "README.md").is_file():
        path /= "README.md"
    if known := (DOCUMENTS | WRITTEN).get(str(path)):
        return os.path.relpath(f"{known}.md", here)
    if not full.exists():
        raise FileNotFoundError(f"{document} links to {target}, which is missing")
    if path.suffix == ".ipynb":
        return os.path.relpath(f"{notebook_page(path.name)}.ipynb", here)
    if path.parts[:2] == ("docs", "gallery"):
        return os.path.relpath(f"gallery/{path.stem if path.suffix else 'index'}.md", here)
    if path.parts[:1] == ("docs",) and path.suffix in WRITTEN_BY_HAND:
        return os.path.relpath(Path(*path.parts[1:]), here)
    if full.is_dir():
        listing = "".join(f"{entry.name}\n" for entry in sorted(full.iterdir()))
        copy = f"files/{path}.txt"
        pages.write(copy, f"{path}/\n{listing}")
    else:
        copy = f"files/{path}" if path.suffix != ".md" else f"files/{path}.txt"
        pages.write(copy, full.read_bytes())
    # MyST links to any file that is not a page as a download.
    return os.path.relpath(copy, here)
