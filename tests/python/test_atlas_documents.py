"""The tables of the atlas that are committed, and what documents and the page say about them."""

import re
import sys
from pathlib import Path

import pytest

import carrack

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
pytest.importorskip("scipy")

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "experiments/studies/atlas"
sys.path.insert(0, str(STUDY))
import atlas_page  # noqa: E402
import atlas_results  # noqa: E402
import atlas_tables  # noqa: E402
from atlas_plan import AGENTS, GENERATIONS, TRIALS  # noqa: E402

OTHER = "0123456789abcdef"
"""A network of no generation."""


def tables() -> list[Path]:
    return sorted((STUDY / "tables").glob("*.parquet"))


def words(file: str) -> str:
    """The text without line breaks."""
    return " ".join((ROOT / file).read_text(encoding="utf-8").split())


def test_every_column_of_the_tables_is_defined() -> None:
    text = (ROOT / "docs/reference/columns.md").read_text(encoding="utf-8")
    (part,) = re.findall(r"^## Tables of the atlas\n(.*?)^## ", text, re.DOTALL | re.MULTILINE)
    sections = dict(re.findall(r"^### (\S+)\n(.*?)(?=^### |\Z)", part, re.DOTALL | re.MULTILINE))
    assert list(sections) and set(sections) == {file.name for file in tables()}
    for file in tables():
        cells = [line.split("|")[1] for line in sections[file.name].splitlines() if "|" in line]
        defined = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
        assert sorted(defined) == sorted(pd.read_parquet(file).columns), file.name


def test_documents_name_the_generation_of_the_tables() -> None:
    tiles = pd.read_parquet(STUDY / "tables/tiles.parquet")
    assert tiles["network"].isna().equals(tiles["strength"] == "script")
    (network,) = tiles["network"].dropna().unique()
    generation = f"{GENERATIONS[network]} generation"
    for file in ("experiments/studies/atlas/README.md", "docs/results/atlas.md"):
        assert generation in words(file), file
    readme = words("experiments/studies/atlas/README.md")
    said = f"{generation} of the default network, the present one"
    assert (said in readme) == (network == carrack.Network().hash)
    before = pd.read_parquet(STUDY / "tables/second_generation.parquet")
    (former,) = before["network"].unique()
    assert GENERATIONS[former] == "second" and former in readme


def test_the_tables_of_the_results_are_those_that_are_printed() -> None:
    printed = atlas_results.results(STUDY / "tables").split("## ")
    left_out = ("Changes, ", "Seen, adjusted and effect, empires")
    shown = [part for part in printed if not part.startswith(left_out)]
    assert len(shown) > 7 and len(printed) == len(shown) + 3
    text = set((ROOT / "experiments/RESULTS.md").read_text(encoding="utf-8").splitlines())
    for part in shown:
        lines = [line for line in part.splitlines()[1:] if line]
        assert not set(lines) - text, part.partition("\n")[0]


def test_own_use_and_denial_add_up_to_the_effect() -> None:
    tiles = pd.read_parquet(STUDY / "tables/tiles.parquet").dropna(subset="denial")
    assert len(tiles) > 400
    assert (tiles["own_use"] + tiles["denial"] - tiles["vs_other"]).abs().max() < 1e-9


def test_documents_name_the_trials_that_are_not_yet_played() -> None:
    played = set(pd.read_parquet(STUDY / "tables/tiles.parquet")["trial"])
    missing = {trial.name for trial in TRIALS} - played
    readme = (STUDY / "README.md").read_text(encoding="utf-8")
    part = readme.partition("### Not yet played\n")[2]
    assert {name for name in re.findall(r"`([\w-]+)`", part) if "-" in name} == missing
    for file in ("experiments/RESULTS.md", "docs/results/atlas.md"):
        assert ("not yet played" in words(file)) == bool(missing), file


def test_the_page_tells_the_network_of_each_agent() -> None:
    second = next(name for name, each in GENERATIONS.items() if each == "second")
    rows = [("policy", carrack.Network().hash, "a"), ("policy", second, "b"), ("script", None, "c"),
            ("search", OTHER, "d")]  # fmt: skip
    said = atlas_page.agents_of(pd.DataFrame(rows, columns=["strength", "network", "trial"]))
    policy, script, search = said.split("<em>")[1:]
    assert "network in a is" in policy and "the present one. Its network in b is" in policy
    assert f"the second generation of the default network (hash {second}), not the" in policy
    assert script.strip() == f"script</em>: {AGENTS['script']}."
    assert f"Its network is another one (hash {OTHER}), not the present one." in search
    assert {trial.strength for trial in TRIALS} == set(AGENTS)
    page = atlas_page.page(STUDY / "tables")
    network = pd.read_parquet(STUDY / "tables/tiles.parquet")["network"].dropna().iloc[0]
    assert f"Its network is {atlas_page.network_words(network)}." in page


def test_the_network_of_a_trial_is_that_of_its_agents(tmp_path: Path) -> None:
    ledger, rules = tmp_path / "trials.db", carrack.Ruleset("aoe3", 2)
    for name, agent in (("p", "policy"), ("s", "scripted"), ("m", "mcts:iterations=2")):
        carrack.trial(rules, [agent], ["navy"], games=1, seed=1, ledger=ledger, name=name)
    present = carrack.Network().hash
    assert atlas_tables.networks_of(ledger) == {"p": present, "s": None, "m": present}
