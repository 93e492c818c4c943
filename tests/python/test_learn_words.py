"""carrack.learn: lines about generations, and the table at the end."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from carrack.learn import Generation, loop  # noqa: E402
from carrack.learn.command_line import main  # noqa: E402
from carrack.learn.words import gate_line, policy_line, table, verdict_line  # noqa: E402

LOSSES = {"loss": 0.9, "evaluation_loss": 1.0}
FIRST = Generation(
    1, 240, 18000, {"kl": 0.412, "script_kl": 0.5333, "top": 0.6, "script_top": 0.5},
    {"played": LOSSES, "searched": LOSSES},
    {"verdict": "undecided", "win_share": 0.5, "blocks": 1},
    {"agents": ["policy"] + ["scripted"] * 3, "win_share": 0.28, "low": 0.24, "high": 0.31},
    True, 1, 1,
)  # fmt: skip
SECOND = replace(
    FIRST, number=2, gate={"verdict": "H0", "win_share": 0.45, "blocks": 200}, is_best=False
)


def test_the_verdict_of_a_gate_has_its_reason() -> None:
    def verdict(name: str, kept: bool, has_rival: bool = True) -> str:
        return verdict_line(2, {"verdict": name}, kept, has_rival)

    assert verdict("H1", True) == "the gate keeps generation 2: stronger"
    assert verdict("H0", False) == "the gate does not keep generation 2: not stronger"
    undecided = "generation 2: undecided, and "
    assert verdict("undecided", True, False).endswith(f"{undecided}there was no network before")
    assert verdict("undecided", True).endswith(f"{undecided}the new network won half or more")
    assert verdict("undecided", False).endswith(f"{undecided}the new network won less than half")


def test_lines_name_the_even_share() -> None:
    assert gate_line(2, SECOND.gate, "generation 1") == (
        "generation 2: gate: win share 0.450 of searches with the new network against those with "
        "generation 1, even 0.5, 200 blocks: not stronger"
    )
    assert policy_line(FIRST) == (
        "generation 1: win share 0.280 [0.240, 0.310] of the policy alone against 3 scripts, "
        "even 0.25"
    )


def test_the_table_says_what_its_columns_are() -> None:
    head, _, first, second, *legend = table([FIRST, SECOND])
    assert "network's KL  script's KL" in head and "0.412        0.533" in first
    assert "policy (even 0.25)" in head and "gate (even 0.5)  kept" in head
    assert first.endswith("0.500 undecided   yes") and second.endswith("0.450 not stronger    no")
    assert [line.partition(":")[0] for line in legend] == ["KL", "policy", "gate"]
    three = replace(FIRST, policy=FIRST.policy | {"agents": ["policy", "scripted", "scripted"]})
    assert "policy (even 0.333)" in table([three])[0]


@pytest.mark.parametrize(
    ("found", "last"),
    [
        ([FIRST, SECOND], "generation 1 is {0}/best.net; the learning curve is {0}/curve.html"),
        ([replace(SECOND, number=1)], "no generation was kept; the learning curve is {0}/curve."),
    ],
)
def test_the_command_says_which_generation_is_kept(
    found: list[Generation], last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def learned(*_: object, **__: Any) -> list[Generation]:
        return found

    monkeypatch.setattr(loop, "learn", learned)
    assert main([str(tmp_path)]) == 0
    *lines, end = capsys.readouterr().out.splitlines()
    assert lines == table(found) and end.startswith(last.format(tmp_path))
