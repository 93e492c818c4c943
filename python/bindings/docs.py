"""Generate the C++ table of docstrings from _core.pyi."""

import ast
import copy
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path


def docstrings(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, str]]:
    """Names such as `State.apply` with their docstrings. The docstring of a function begins with
    its signature in the form that `inspect.signature` and `help` know and do not show.
    """
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None or node.name == "__init__":
                yield owner + node.name, signature(node) + inspect.cleandoc(text or "")
            if isinstance(node, ast.ClassDef):
                yield from docstrings(node.body, f"{node.name}.")


def signature(node: ast.ClassDef | ast.FunctionDef) -> str:
    """`apply(self, action)` and a separator; empty for classes and properties. It is `self`, not
    `$self` as in CPython, because the functions of pybind11 look like bound ones to `inspect`.
    """
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    if isinstance(node, ast.ClassDef) or "property" in decorators:
        return ""
    plain = copy.deepcopy(node.args)
    for argument in (*plain.posonlyargs, *plain.args, *plain.kwonlyargs):
        argument.annotation = None
    return f"{node.name}({ast.unparse(plain)})\n--\n\n"


def main(stub: str, header: str) -> None:
    tree = ast.parse(Path(stub).read_text(encoding="utf-8"))
    rows = [f'    {{"{name}", R"doc({text})doc"}},' for name, text in docstrings(tree.body)]
    lines = [
        "// Generated from _core.pyi by docs.py.",
        "#pragma once",
        "#include <string_view>",
        "namespace carrack::python {",
        "struct Doc {",
        "  std::string_view name;",
        "  const char* text;",
        "};",
        "inline constexpr Doc kDocs[] = {",
        *rows,
        "};",
        "/// The docstring of `Class.member` or of a function; a missing one is a compile error.",
        "consteval const char* doc(std::string_view name) {",
        "  for (const Doc& row : kDocs) {",
        "    if (row.name == name) return row.text;",
        "  }",
        '  throw "no docstring of this name in _core.pyi";',
        "}",
        "}  // namespace carrack::python",
        "",
    ]
    Path(header).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
