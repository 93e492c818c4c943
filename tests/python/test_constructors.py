"""Arguments of the constructors of compiled classes."""

import ast
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack
from carrack import _constructors, _core

RULES = carrack.Ruleset(players=3)
STUB = Path(_constructors.__file__).with_name("_core.pyi")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda c: c.Ruleset(variant=["scouting"]), "'variant'; did you mean 'variants'?"),
        (lambda c: c.Ruleset("aoe3", colour=1), "'colour' (known: edition, players, modules, "),
        (lambda c: c.BatchGame(RULES, 4, oponents=["random"]), "; did you mean 'opponents'?"),
        (lambda c: c.BatchGame(RULES), "missing a required argument: 'n'"),
        (lambda c: c.Ruleset("aoe3", 4, edition="aoe3"), "multiple values for argument 'edition'"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(call: Callable[[Any], Any], expected: str) -> None:
    assert expected in says(TypeError, lambda: call(carrack))


def test_signatures_are_those_of_the_stub() -> None:
    body = ast.parse(STUB.read_text()).body
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    for made in (carrack.Agent, carrack.BatchGame, carrack.Network, carrack.Ruleset, carrack.State):
        (stub,) = (
            node
            for node in classes[made.__name__].body
            if isinstance(node, ast.FunctionDef) and node.name == "__init__"
        )
        found = inspect.signature(made)
        assert list(found.parameters) == [each.arg for each in stub.args.args[1:]]
        needed = [p.name for p in found.parameters.values() if p.default is p.empty]
        assert len(needed) == len(stub.args.args) - 1 - len(stub.args.defaults)
    assert str(inspect.signature(carrack.Ruleset)).startswith("(edition='aoe3', players=4, ")


def test_everything_else_is_as_before() -> None:
    class Mine(carrack.Ruleset):
        pass

    assert Mine("aoe3", players=3) == RULES
    assert pickle.loads(pickle.dumps(RULES)) == RULES
    assert len(carrack.BatchGame(RULES, n=2, seed=3)) == 2
    assert len(_core.BatchGame(ruleset=RULES, n=2, opponents=["random"], seat=1)) == 2
    with pytest.raises(carrack.InputError, match="players"):
        carrack.Ruleset(players=17)
    _constructors.give_signatures()
    assert str(RULES) == "aoe3-3"
