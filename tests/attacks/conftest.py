"""The binary under attack, and sample files written by it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from attacks.attack import Folder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def binary() -> Path:
    """The binary in CARRACK_BINARY, or the release build."""
    path = Path(os.environ.get("CARRACK_BINARY", ROOT / "build" / "release" / "carrack")).resolve()
    if not path.exists():
        pytest.fail(f"no {path}: build it, or name another one in CARRACK_BINARY")
    return path


@pytest.fixture(scope="session")
def samples(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games as a record and as a trace, and a tournament in a ledger."""
    folder = tmp_path_factory.mktemp("samples")

    def carrack(words: str) -> None:
        subprocess.run([binary, *words.split()], cwd=folder, check=True, capture_output=True)

    carrack("play --players 2 --agent random --games 2 --seed 1 --record games.jsonl")
    carrack("play --players 2 --agent random --games 1 --seed 1 --record trace.jsonl --trace")
    agents = "--players 2 --agent random --agent scripted"
    carrack(f"tournament {agents} --games 8 --ledger results.db")
    carrack(f"tournament {agents} --games 100 --ledger large.db")
    return folder


@pytest.fixture(scope="session")
def has_sanitizer(binary: Path) -> bool:
    return b"__asan_init" in binary.read_bytes()


@pytest.fixture
def folder(binary: Path, has_sanitizer: bool, samples: Path, tmp_path: Path) -> Folder:
    for parent in [tmp_path, *tmp_path.parents]:  # accessible to commands without root rights
        if parent.stat().st_uid == os.geteuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o111)
    return Folder(tmp_path, samples, binary, has_sanitizer)
