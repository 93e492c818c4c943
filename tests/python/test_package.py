"""The package as it is installed."""

import importlib.metadata
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import CARRACK

import carrack


def test_version_and_command() -> None:
    assert carrack.__version__ == importlib.metadata.version("carrack-mcts")
    shown = subprocess.run([CARRACK, "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith(carrack.ENGINE.split(" (")[0])


def test_dir_is_what_is_public() -> None:
    submodules = {"ablation", "balance", "distributed", "envs", "learn", "tuning"}
    if find_spec("distributed") is None:
        submodules.remove("distributed")
    assert dir(carrack) == sorted([*carrack.__all__, *submodules, "__version__"])
    for name in dir(carrack):
        getattr(carrack, name)


@pytest.mark.parametrize("name", ["ablation", "balance", "distributed", "envs", "learn", "tuning"])
def test_submodules_are_imported_when_they_are_named(name: str) -> None:
    if name == "distributed":
        pytest.importorskip("distributed")
    code = (
        f"import sys, carrack; assert 'carrack.{name}' not in sys.modules; "
        f"assert carrack.{name} is sys.modules['carrack.{name}']"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_unknown_names_are_no_attributes() -> None:
    with pytest.raises(AttributeError, match="module 'carrack' has no attribute 'balanced'"):
        carrack.balanced  # noqa: B018


def test_import_brings_nothing_heavy() -> None:
    heavy = (
        "('pandas', 'gymnasium', 'pettingzoo', 'pyspiel', 'matplotlib', 'distributed', 'duckdb', "
        "'pyarrow', 'polars', 'optuna', 'scipy')"
    )
    code = f"import sys, carrack; sys.exit(any(name in sys.modules for name in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_wrong_cpu_level_is_reported() -> None:
    for value, reported in (("v9", True), ("v2", False)):
        imported = subprocess.run(
            [sys.executable, "-c", "import carrack"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "CARRACK_CPU": value},
        )
        assert ("CARRACK_CPU is ignored: expected v2 or v3" in imported.stderr) == reported


def test_the_stub_is_that_of_the_module() -> None:
    pytest.importorskip("mypy")
    allowed = Path(__file__).with_name("stubtest_allowed.txt")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "carrack._core", "--allowlist", allowed],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout


def test_everything_public_is_documented() -> None:
    for name in carrack.__all__:
        value = getattr(carrack, name)
        if not isinstance(value, int | str):
            assert value.__doc__, name
        for member in getattr(value, "__dict__", {}) if isinstance(value, type) else ():
            documented = getattr(value, member)
            if not member.startswith("_") and (callable(documented) or hasattr(value, "apply")):
                assert documented.__doc__, f"{name}.{member}"
