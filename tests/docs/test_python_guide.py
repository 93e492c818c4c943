"""The examples of python/README.md: the first ones run as they are."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import examples
import pytest

_BLOCK = re.compile(r"^( *)```python\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    textwrap.dedent(code)
    for _, code in _BLOCK.findall((examples.ROOT / "python/README.md").read_text())
]


def test_the_first_examples_run(tmp_path: Path) -> None:
    session = examples.Session(tmp_path)
    printed = [session.run(examples.Step("python", code, None)) for code in BLOCKS[:2]]
    assert "win share" in printed[0] and "H1: " in printed[0]
    assert "evaluate=by_vp" in BLOCKS[1]


@pytest.mark.parametrize("code", BLOCKS[2:], ids=lambda code: code.splitlines()[0])
def test_the_others_are_python(code: str) -> None:
    compile(code, "python/README.md", "exec")
