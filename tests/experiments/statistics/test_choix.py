"""Ratings of `carrack rate` against those of choix, another implementation of the model."""

import json
import math
import os
import subprocess
from pathlib import Path

import choix
import pytest

CARRACK = os.environ["CARRACK"]
ELO_PER_UNIT = 400 / math.log(10)
AGENTS = ["scripted:balanced", "scripted:trader", "scripted:warlord", "greedy"]


def carrack(*arguments: str | Path) -> str:
    """The output of the binary."""
    run = subprocess.run(
        [CARRACK, *map(str, arguments)], check=True, capture_output=True, text=True
    )
    return run.stdout


def ranks_of(game: list[str]) -> list[int]:
    """The ranks by seat."""
    ranks: list[int] = json.loads(game[-1])["result"]["rank"]
    return ranks


def games_without_ties(file: Path) -> list[list[str]]:
    """The games of a record without shared ranks, each as its lines."""
    games: list[list[str]] = []
    for line in file.read_text().splitlines():
        if '"format"' in line:
            games.append([])
        games[-1].append(line)
    return [game for game in games if len(set(ranks_of(game))) == len(ranks_of(game))]


def ranking(game: list[str]) -> tuple[int, ...]:
    """The agents of a game, from first to last, as numbers."""
    players = json.loads(game[0])["players"]
    ranks = ranks_of(game)
    by_rank = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return tuple(AGENTS.index(players[seat]["agent"]) for seat in by_rank)


@pytest.mark.parametrize("prior_sd_elo", [100.0, 600.0])
def test_ratings_are_those_of_choix(tmp_path: Path, prior_sd_elo: float) -> None:
    """The same games and prior have the same maximum, without ties and seat effects."""
    agents = [word for agent in AGENTS for word in ("--agent", agent)]
    record = tmp_path / "all.jsonl"
    carrack("tournament", "--players", "4", *agents, "--games", "240", "--record", record)
    games = games_without_ties(record)
    assert len(games) > 200
    kept = tmp_path / "kept.jsonl"
    kept.write_text("".join(line + "\n" for game in games for line in game))

    rated = json.loads(
        carrack("rate", kept, "--no-seat-effects", "--prior-sd", str(prior_sd_elo), "--json")
    )
    elo = {entrant["name_in_file"]: entrant["elo"] for entrant in rated["entrants"]}
    # The penalty alpha | theta | ^2 is a Gaussian prior of variance 1 / (2 alpha).
    alpha = 0.5 * (ELO_PER_UNIT / prior_sd_elo) ** 2
    theirs = choix.opt_rankings(len(AGENTS), [ranking(game) for game in games], alpha=alpha)

    assert rated["games"] == len(games)
    assert max(elo.values()) - min(elo.values()) > 50
    for agent, strength in zip(AGENTS, theirs - theirs.mean(), strict=True):
        assert elo[agent] == pytest.approx(strength * ELO_PER_UNIT, abs=0.05)
