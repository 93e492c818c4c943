"""The gallery: every script of ``docs/gallery`` draws one figure, shown with its code.

A script has a docstring, whose first line is the title, and a function ``draw`` that returns a
Matplotlib figure or the text of an SVG.
"""

from __future__ import annotations

import ast
import io
import os
import runpy
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from generate.pages import ROOT, Pages, toctree

SCRIPTS = ROOT / "docs/gallery"


def write_gallery(pages: Pages) -> None:
    """Draw the figures and write their pages."""
    scripts = sorted(SCRIPTS.glob("*.py"))
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        figures = list(processes.map(figure_of, scripts))
    cards = []
    for script, svg in zip(scripts, figures, strict=True):
        name = script.stem
        title, text = _described(script)
        pages.write(f"gallery/figures/{name}.svg", svg)
        pages.write(f"gallery/code/{name}.py", script.read_text())
        pages.write(f"gallery/{name}.md", _page(name, title, text))
        cards.append(
            f":::{{grid-item-card}} {title}\n:link: {name}\n:link-type: doc\n\n"
            f"```{{image}} figures/{name}.svg\n:alt: {title}\n:class: figure\n```\n:::\n"
        )
    pages.write(
        "gallery/index.md",
        "# Gallery\n\nEach figure with the code that draws it. Sizes are small, so intervals are "
        "wide; larger numbers of games make them narrower.\n\n"
        "::::{grid} 1 2 2 3\n:gutter: 3\n\n" + "\n".join(cards) + "::::\n\n"
        + toctree(script.stem for script in scripts),
    )  # fmt: skip


def figure_of(script: Path) -> str:
    """The figure of a script as SVG, the same text each time."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(
        {
            "figure.figsize": (7, 4),
            "figure.constrained_layout.use": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "legend.frameon": False,
            "svg.hashsalt": script.stem,
        }
    )
    drawn = runpy.run_path(str(script))["draw"]()
    if isinstance(drawn, str):
        return drawn
    svg = io.StringIO()
    drawn.savefig(svg, format="svg", metadata={"Date": None})
    return svg.getvalue()


def _described(script: Path) -> tuple[str, str]:
    """The title and the text of a script's docstring."""
    title, _, text = (ast.get_docstring(ast.parse(script.read_text())) or "").partition("\n")
    if not title or not text.strip():
        raise ValueError(f"{script}: the docstring needs a title and a text")
    return title.rstrip("."), text.strip()


def _page(name: str, title: str, text: str) -> str:
    return f"""# {title}

{text}

```{{image}} figures/{name}.svg
:alt: {title}
:class: figure
```

```{{literalinclude}} code/{name}.py
:language: python
:lines: {_first_line(name)}-
```
"""


def _first_line(name: str) -> int:
    """The line after the docstring of a script."""
    module = ast.parse((SCRIPTS / f"{name}.py").read_text())
    return (module.body[0].end_lineno or 1) + 2
