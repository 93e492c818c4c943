"""Texts about the generations of a loop: lines while it runs, and the table at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from carrack._text import aligned, counted

if TYPE_CHECKING:
    from carrack.learn.folder import Generation

VERDICTS = {"H1": "stronger", "H0": "not stronger"}
"""Words for the verdicts of a gate's test, which may also be undecided."""


def verdict_of(gate: dict[str, Any]) -> str:
    """The verdict of a gate's test in words."""
    return VERDICTS.get(gate["verdict"], gate["verdict"])


def gate_line(number: int, gate: dict[str, Any], rival: str) -> str:
    """The line with the result of a gate so far. ``rival``: what guides the other searches."""
    return (
        f"generation {number}: gate: win share {gate['win_share']:.3f} of searches with the new "
        f"network against those with {rival}, even 0.5, {counted(gate['blocks'], 'block')}: "
        f"{verdict_of(gate)}"
    )


def verdict_line(number: int, gate: dict[str, Any], is_kept: bool, has_rival: bool) -> str:
    """The line with the verdict of a gate, and its reason."""
    why = verdict_of(gate)
    if gate["verdict"] == "undecided" and not has_rival:
        why += ", and there was no network before"
    elif gate["verdict"] == "undecided":
        why += f", and the new network won {'half or more' if is_kept else 'less than half'}"
    return f"the gate {'keeps' if is_kept else 'does not keep'} generation {number}: {why}"


def policy_line(g: Generation) -> str:
    """The line with the strength of the policy of a generation without search."""
    return (
        f"generation {g.number}: win share {g.share.text(3)} of the policy alone against "
        f"{g.opponents}, even {_even(g)}"
    )


def _even(g: Generation) -> str:
    """The win share of the policy alone if it were as strong as its opponents."""
    return f"{1 / len(g.policy['agents']):.3g}"


def table(generations: Sequence[Generation]) -> list[str]:
    """The lines of a table of generations, and what its columns mean."""
    first = generations[0]
    head = [
        "generation", "games", "decisions", "network's KL", "script's KL",
        f"policy (even {_even(first)})", "gate (even 0.5)", "kept",
    ]  # fmt: skip
    rows = [
        [
            str(g.number),
            str(g.games),
            str(g.examples),
            *(f"{g.figures[key]:.3f}" for key in ("kl", "script_kl")),
            g.share.text(3),
            f"{g.gate['win_share']:.3f} {verdict_of(g.gate)}",
            "yes" if g.is_best else "no",
        ]
        for g in generations
    ]
    return [
        *aligned([head, *rows], right=True),
        "KL: how far a policy is from what the searches chose, in games not trained on; 0 is equal",
        f"policy: win share of the network without a search against {first.opponents}, with its "
        "95 % interval",
        "gate: win share of searches with the new network against those with the one kept before, "
        "or with scripts",
    ]
