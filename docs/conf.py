"""Configuration of Sphinx; ``make docs`` builds the site (generate/__main__.py)."""

from typing import Any

import carrack
from generate.cpp_api import XML
from generate.python_api import Signature, signatures

project = "Carrack"
release = carrack.ENGINE.split()[1]
version = release

extensions = [
    "breathe",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["files", "gallery/code"]

# Markdown
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # documents of the repository may start at the second level

nb_execution_mode = "off"  # notebooks are committed with their outputs

# Python
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
autodoc_inherit_docstrings = False
autodoc_default_options = {"members": True, "undoc-members": True}

# C++
breathe_projects = {"carrack": str(XML)}
breathe_default_project = "carrack"
breathe_show_include = False

# Pages
html_theme = "furo"
html_title = f"Carrack {release}"
html_static_path = ["../build/docs-source/style"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False
html_domain_indices = False
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}
pygments_style = "friendly"
pygments_dark_style = "native"
copybutton_prompt_text = r"\$ |>>> "
copybutton_prompt_is_regexp = True
copybutton_line_continuation_character = "\\"

STUB = signatures()


def signature_of_stub(
    app: object, what: str, name: str, target: object, options: object, *found: object
) -> Signature | None:
    """The signature of a name of the compiled module; None for all others."""
    return STUB.get(name.removeprefix("carrack."))


def mark_boards(app: object, document: Any) -> None:
    """Give the pictures of positions, which plain Markdown shows, their class of the style."""
    for node in document.findall():
        if node.tagname == "image" and "pictures/" in node["uri"]:
            node["classes"].append("board")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", signature_of_stub)
    app.connect("doctree-read", mark_boards)
