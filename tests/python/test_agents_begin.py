"""Agents begin a game before a plan with them is kept."""

from contextlib import nullcontext
from pathlib import Path

import pytest

import carrack


def test_an_agent_that_cannot_begin_takes_no_name(tmp_path: Path) -> None:
    rules = carrack.Ruleset(players=2)
    file, kept = tmp_path / "t.db", tmp_path / "kept.jsonl"

    def play_each(agents: list[str], expected: type[Exception] | None = None) -> None:
        for play in (
            lambda: carrack.tournament(rules, agents, 1, ledger=file, name="games"),
            lambda: carrack.trial(rules, agents, ["navy"], games=1, ledger=file, name="forks"),
            lambda: carrack.match(rules, *agents, max_blocks=2, keep=kept),
        ):
            with pytest.raises(expected) if expected else nullcontext():
                play()

    play_each(["process:nosuch", "random"], carrack.InputError)
    play_each(["mcts:virtual=loss", "random"], carrack.InputError)
    assert not kept.exists()
    play_each(["random", "greedy"])
