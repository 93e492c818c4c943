"""Signatures of compiled classes and functions, and errors for wrong arguments of constructors."""

import ast
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import says

import carrack
from carrack import _core

RULES = carrack.Ruleset(players=3)
STUB = Path(carrack.__file__).with_name("_core.pyi")


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


def test_everything_public_has_a_signature() -> None:
    without = []
    for name in carrack.__all__:
        given = getattr(carrack, name)
        members = [given, *(getattr(given, m) for m in dir(given) if not m.startswith("_"))]
        for each in members if inspect.isclass(given) else [given]:
            if not callable(each) or (inspect.isclass(given) and issubclass(given, BaseException)):
                continue
            try:
                inspect.signature(each)
            except ValueError:
                without.append(f"{name}: {each}")
    assert without == []


def test_help_shows_no_signature_twice() -> None:
    assert str(inspect.signature(carrack.State.apply)) == "(self, action)"
    assert carrack.State.apply.__doc__ is not None
    assert carrack.State.apply.__doc__.startswith("Apply a legal action")
    assert str(inspect.signature(carrack.rulesets)) == "()"
    assert str(inspect.signature(carrack.State.from_dict)).endswith("likely=False, attacker=None)")


def test_everything_else_is_as_before() -> None:
    class Mine(carrack.Ruleset):
        pass

    assert Mine("aoe3", players=3) == RULES
    assert pickle.loads(pickle.dumps(RULES)) == RULES
    assert len(carrack.BatchGame(RULES, n=2, seed=3)) == 2
    assert len(_core.BatchGame(ruleset=RULES, n=2, opponents=["random"], seat=1)) == 2
    with pytest.raises(carrack.InputError, match="players"):
        carrack.Ruleset(players=17)
    assert str(RULES) == "aoe3-3"
