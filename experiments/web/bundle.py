"""Puts the page, its scripts and the WebAssembly module into one HTML file."""

from __future__ import annotations

import argparse
import base64
import gzip
import re
import subprocess
from pathlib import Path

PAGE = Path(__file__).parent / "page"
PALETTE = PAGE.parents[1] / "render/palette.css"
DOCS = PAGE.parents[2] / "docs/game"
GUIDE = ["ten_minutes", "boxes", "glossary"]
SCRIPTS = [
    "base",
    "engine",
    "picture",
    "setup",
    "preview",
    "pins",
    "variations",
    "analysis",
    "report",
    "tree",
    "files",
    "position",
    "page",
]


def guide() -> str:
    """The rules for newcomers, from pages of the documentation, without their pictures: the board
    is beside them.
    """
    parts = []
    for name in GUIDE:
        text = (DOCS / f"{name}.md").read_text()
        text = re.sub(r"^```\{.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)  # directives
        text = re.sub(r"^!\[.*?\]\(.*?\)$", "", text, flags=re.MULTILINE)
        text = re.sub(r"\]\([^()]*\)<!-- site: (game/tiles/\w+\.md) -->", r"](\1)", text)
        text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
        text = re.sub(r"^(.+)\n: ", r"**\1.** ", text, flags=re.MULTILINE)  # lists of definitions
        command = ["cmark-gfm", "--extension", "table"]
        html = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        parts.append(f'<article id="guide-{name}">{html.stdout}</article>')
    page = "\n".join(parts)
    for name in GUIDE:
        page = page.replace(f'<a href="{name}.md">', f'<a href="#guide-{name}" data-guide>')
    page = re.sub(r'<a href="game/tiles/\w+\.md">', '<a href="#guide-tiles" data-guide>', page)
    return re.sub(r'<a href="[^"]*">(.*?)</a>', r"\1", page, flags=re.DOTALL)


def bundle(module: bytes) -> str:
    packed = base64.b64encode(gzip.compress(module, compresslevel=9, mtime=0)).decode()
    parts = {
        "css": PALETTE.read_text() + (PAGE / "page.css").read_text(),
        "js": "\n".join((PAGE / f"{name}.js").read_text() for name in SCRIPTS),
        "worker": (PAGE / "worker.js").read_text(),
        "guide": guide(),
        "module": packed,
    }
    page = (PAGE / "page.html").read_text()
    for name, text in parts.items():
        assert "</script" not in text and "</style" not in text
        page = page.replace("{{" + name + "}}", text)
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path, help="carrack.wasm")
    parser.add_argument("page", type=Path, help="the HTML file to write")
    arguments = parser.parse_args()
    arguments.page.write_text(bundle(arguments.module.read_bytes()))


if __name__ == "__main__":
    main()
