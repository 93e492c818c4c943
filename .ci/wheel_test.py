"""The installed wheel in an empty environment: the lines of the README, the command, a ledger, and
the page to play in: ``wheel_test.py with-page`` or ``without-page``.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import carrack

for program in ("c++", "g++", "cc", "cmake", "ninja"):
    assert shutil.which(program) is None, f"{program} is on PATH"
assert "site-packages" in str(carrack.__file__), carrack.__file__

rules = carrack.Ruleset("empires", players=3, modules=["builder"])
state = rules.new_state(seed=1)
report = carrack.search(state, "mcts:iterations=500", seed=1)
print(report.line()[:3])
games = carrack.BatchGame(rules, 64)
games.step_random(100)

with tempfile.TemporaryDirectory() as folder:
    ledger = Path(folder) / "results.db"
    agents = ["mcts:iterations=20", "scripted", "random"]
    carrack.tournament(rules, agents, 4, ledger=ledger, threads=2)
    command = Path(sys.executable).parent / "carrack"
    shown = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith(f"carrack {carrack.__version__} "), shown.stdout
    subprocess.run([command, "rate", ledger], check=True)
    # A command in Python, found by the place of the command and not by PATH.
    subprocess.run([command, "ablate", "--help"], check=True, env={}, stdout=subprocess.DEVNULL)
    # The page, by the command and by the module.
    for number, words in enumerate(([str(command)], [sys.executable, "-m", "carrack"])):
        page = Path(folder) / f"{number}.html"
        made = subprocess.run([*words, "web", "--out", page], capture_output=True, text=True)
        if sys.argv[1] == "with-page":
            assert made.returncode == 0, made.stderr
            assert page.read_text().startswith("<!doctype html>"), page.read_text()[:80]
        else:
            assert made.returncode == 1 and "make web" in made.stderr, made.stderr
print(f"wheel: carrack {carrack.__version__} on Python {sys.version.split()[0]}: ok")
