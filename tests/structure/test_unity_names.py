"""Files of a folder are compiled together: names in anonymous namespaces do not collide in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parents[2]
SKIPPED = re.compile(
    r'R"(\w*)\((?:.|\n)*?\)\1"'  # raw strings
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])+'(?!\w)"  # characters, but not 1'000'000
    r"|//[^\n]*|/\*(?:.|\n)*?\*/"
    r"|^[ \t]*#(?:\\\n|[^\n])*",
    re.MULTILINE,
)
NAMESPACE = re.compile(r"(?:inline )?namespace ?([\w:]*)$")
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?|concept) (\w+)")
ALIAS = re.compile(r"using (\w+) =")
FUNCTION = re.compile(r"(?<![\w:~])(\w+) ?\(")
VARIABLE = re.compile(r"(\w+)(?: ?\[[^\]]*\])*$")
NO_NAMES = {"requires", "decltype", "alignas", "noexcept", "sizeof", "explicit"}
NO_DECLARATION = re.compile(
    r"using namespace|using [\w:]+$|static_assert|extern|friend|namespace|[A-Z_]+ ?\("
)


def without(opening: str, closing: str, text: str) -> str:
    """The text without what is in these brackets."""
    kept, depth = "", 0
    for c in text:
        depth += c == opening
        kept += c if depth == 0 else ""
        depth -= c == closing and depth > 0
    return kept


def parameter_types(text: str) -> str:
    """The types of the parameters of a function, of which `text` begins with its parenthesis."""
    inside, depth = "", 0
    for c in text:
        depth -= c == ")"
        if depth == 0 and inside:
            break
        inside += c if depth > 0 else ""
        depth += c == "("
    types = [part.partition("=")[0].strip() for part in inside.split(",")]
    return ",".join(re.sub(r"(?<=[\w>)&*\]]) \w+$|(?<=[&*])\w+$", "", one) for one in types)


def declared(statement: str) -> tuple[str, str] | None:
    """The name that a statement or the head of a block declares, and as what."""
    text = re.sub(r"\[\[.*?\]\] ?", "", " ".join(statement.split()))
    text = re.sub(r"^(?:template ?<[^>]*(?:<[^>]*>[^>]*)*> ?)+", "", text)
    if NO_DECLARATION.match(text):
        return None
    if found := ALIAS.match(text):
        return found[1], text
    if found := TYPE.match(text):
        return found[1], "type"
    # Without the arguments of templates, of which commas and parentheses could mislead.
    plain = without("<", ">", re.sub(r"->|<=>|[<>]=|<<|operator ?[<>()]+", "", text))
    head = plain.partition("=")[0].strip()
    for found in FUNCTION.finditer(head):
        if found[1] not in NO_NAMES:
            whole = re.search(rf"\b{found[1]} ?\(", text)
            return found[1], "function " + parameter_types(text[whole.end() - 1 :] if whole else "")
    if "(" in head:
        return None  # a member that is defined outside of its class, or an operator
    found = VARIABLE.search(head)
    return (found[1], "variable") if found else None


def anonymous_names(text: str) -> Iterator[tuple[str, str, str]]:
    """Of each declaration in an anonymous namespace: the named namespaces around it, the name, and
    as what it is declared.
    """
    text = SKIPPED.sub(" ", text)
    scopes: list[str] = []  # names of namespaces
    statement, depth = "", 0  # in a block that is no namespace
    for c in text:
        if depth == 0 and c in "{;" and "" in scopes and (found := declared(statement)):
            yield "::".join(filter(None, scopes)), *found
        if c == "{":
            opened = NAMESPACE.search(" ".join(statement.split()))
            if depth == 0 and opened:
                scopes.append(opened[1])
            else:
                depth += 1
        elif c == "}":
            if depth > 0:
                depth -= 1
            elif scopes:
                scopes.pop()
        if c in "{};":
            statement = ""
        elif depth == 0:
            statement += c


def collide(a: str, b: str) -> bool:
    """Whether a name cannot be both. Functions can be overloads, aliases can be repeated."""
    if a.startswith("function") and b.startswith("function"):
        return a == b
    return a != b or not a.startswith("using")


def collisions(files: dict[str, str]) -> list[str]:
    """Names that collide in a folder, given the texts of its files by path."""
    places: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
    for path, text in files.items():
        folder, _, file = path.rpartition("/")
        for scope, name, kind in anonymous_names(text):
            places[folder, scope, name].append((file, kind))
    return [
        f"{folder}: {name} in {', '.join(sorted({one[0], other[0]}))}"
        for (folder, _, name), found in sorted(places.items())
        for one, other in combinations(sorted(set(found)), 2)
        if one[0] != other[0] and collide(one[1], other[1])
    ]


def test_names_differ_in_a_folder() -> None:
    files = {
        str(file.relative_to(ROOT)): file.read_text()
        for folder in ("core", "agents", "experiments", "python/bindings", "tests")
        for file in (ROOT / folder).rglob("*.cpp")
    }
    found = collisions(files)
    assert not found, "\n".join(found)


FIRST = """
#include "a.hpp"
namespace carrack {
namespace {

/// The agents of one thread { in braces;
class Bench {
 public:
  explicit Bench(int n) : n_(n) {}
  void inner() { int local = 0; }
 private:
  int n_;
};
using Json = nlohmann::json;
using Row = std::vector<int>;
constexpr std::array<int, 2> kBest{1, 2};
constexpr char kBrace = '{';
const std::string kText = R"({"a": "}")";
template <typename T>
  requires(sizeof(T) > 1)
[[nodiscard]] std::vector<T> most(const std::map<int, T>& all, unsigned n = 1'000) {
  return helper(all, n);
}
bool operator<(const Row& a, const Row& b) { return true; }
void print(const Row& row) {}

}  // namespace

void Public::member(int n) { print(n); }

}  // namespace carrack
"""


def test_declarations_are_found() -> None:
    assert [name for _, name, _ in anonymous_names(FIRST)] == [
        *("Bench", "Json", "Row", "kBest", "kBrace", "kText", "most", "print")
    ]


def faults(second: str) -> list[str]:
    text = f"namespace carrack {{\nnamespace {{\n{second}\n}}\n}}\n"
    return collisions({"x/a.cpp": FIRST, "x/b.cpp": text, "y/a.cpp": FIRST})


def test_a_collision_is_found() -> None:
    alias = "using Bench = std::vector<std::array<std::unique_ptr<Agent>, 2>>;"
    assert faults(alias) == ["x: Bench in a.cpp, b.cpp"]
    for second, name in {
        "struct Bench;": "Bench",
        "enum class Row : unsigned char { one };": "Row",
        "using Row = std::vector<unsigned>;": "Row",
        "constexpr int kBest = 3;": "kBest",
        "void print(const Row& other, int = 0);\nvoid print(const Row& other) { f(); }": "print",
        "template <typename T>\nT most(const std::map<int, T>& of,\n       unsigned n) {}": "most",
    }.items():
        assert faults(second) == [f"x: {name} in a.cpp, b.cpp"], second


def test_what_the_compiler_accepts_is_none() -> None:
    for second in (
        "using Json = nlohmann::json;",
        "void print(const Json& row) {}",
        "void other() { struct Bench {}; int kBest = 0; }",
        'const char* const kOther = "class Bench {";',
        "// class Bench {};",
        "}\nnamespace other {\nnamespace {\nclass Bench {};\n}",
        "}\nclass Bench;\nnamespace {",
    ):
        assert faults(second) == [], second
