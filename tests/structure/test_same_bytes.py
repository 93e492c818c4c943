"""What plays uses nothing that differs between compilers, C libraries and instruction sets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FUNCTIONS = (
    "exp exp2 expm1 log log2 log10 log1p pow cbrt hypot fma sin cos tan asin acos atan atan2 "
    "sinh cosh tanh asinh acosh atanh erf erfc tgamma lgamma"
).split()
DIFFERS = {
    "a function of the C library": re.compile(rf"\bstd::(?:{'|'.join(FUNCTIONS)})[fl]?\s*\("),
    "a type as wide as the machine likes": re.compile(r"\blong double\b"),
    "a library that adds in the order of its vectors": re.compile(r"\bEigen\b"),
    "a distribution, an engine or an order of the standard library": re.compile(
        r"#include <random>|\bstd::(?:ranges::)?(?:shuffle|sample|hash|reduce|transform_reduce)\b"
    ),
}
# What draws plays: two draws in one expression come in the compiler's order.
DRAW = re.compile(r"(?<!Random& )\brandom_?(?:\.(?:next|next64|below|uniform)\(|[,)])")
# These say which side comes first, or that one alone is asked.
SEQUENCED = re.compile(r"&&|\|\||\?")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def code_of(text: str) -> str:
    return COMMENT_OR_TEXT.sub(lambda found: '""' if found[0].startswith('"') else "", text)


def files(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.?pp"))


def statements_with_two_draws(text: str) -> list[str]:
    return [
        " ".join(statement.split())
        for statement in re.split(r";|[{}]\s*\n", code_of(text))
        if len(DRAW.findall(statement)) > 1 and not SEQUENCED.search(statement)
    ]


@pytest.mark.parametrize("what", DIFFERS)
def test_nothing_that_differs_between_machines(what: str) -> None:
    found = [
        str(file.relative_to(ROOT))
        for file in files("core", "agents")
        if DIFFERS[what].search(code_of(file.read_text()))
    ]
    assert not found, what


def test_no_two_draws_in_one_expression() -> None:
    found = {
        str(file.relative_to(ROOT)): statements
        for file in files("core", "agents", "experiments", "python/bindings")
        if (statements := statements_with_two_draws(file.read_text()))
    }
    # A condition comes before what it guards.
    guarded = "if (random.uniform() < noise) return options[random.below(options.size())]"
    assert found == {"experiments/studies/self_play_fit.cpp": [guarded]}


def test_what_differs_is_found() -> None:
    examples = [
        "x = std::exp(y);",
        "long double x;",
        "#include <Eigen/Core>",
        "std::hash<int>()(x)",
    ]
    for pattern, text in zip(DIFFERS.values(), examples, strict=True):
        assert pattern.search(code_of(text))
        assert not pattern.search(code_of("// " + text))
    assert statements_with_two_draws("key = u64{random.next()} << 32 | random.next();")
    assert statements_with_two_draws("play(draw(random), draw(random));")
    assert not statements_with_two_draws("a = random.next(); b = random.next();")
