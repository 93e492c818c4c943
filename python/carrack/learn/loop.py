"""Generations of games, networks and gates.

Every step leaves a file or games in the ledger, and is skipped where these are there: a loop that
was stopped or killed at any point goes on when it is started again.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from carrack import _core
from carrack._arguments import path_of, shown, whole_number
from carrack._blocks import TournamentPlan, block_means, play_all
from carrack._core import InputError
from carrack._output import write
from carrack._progress import Tell, seldom
from carrack._results import Tournament
from carrack._statistics import mean_interval
from carrack._text import GOES_ON, counted
from carrack.learn.examples import Examples
from carrack.learn.folder import Folder, Generation, tournament_name, value_helps
from carrack.learn.kept_plan import FILE, read_json, read_plan
from carrack.learn.levels import Levels
from carrack.learn.optimization import Report
from carrack.learn.plan import (
    Guide,
    Plan,
    Table,
    guided_by,
    self_play_others,
    value_line_ups,
)
from carrack.learn.policy_gradient import SelfPlay
from carrack.learn.pruning import pruned
from carrack.learn.quantize import Part, network_file
from carrack.learn.training import Fit, calibrated, figures, fit, halves
from carrack.learn.value_examples import ValueExamples
from carrack.learn.value_scales import fit_scales
from carrack.learn.value_training import ValueFit, fit_value
from carrack.learn.words import gate_line, policy_line, verdict_line

if TYPE_CHECKING:
    import distributed as dask

GATE_STEP = 8
"""Blocks between two looks of the sequential test of a gate."""


def is_kept(gate: dict[str, Any], has_rival: bool) -> bool:
    """Whether a generation becomes the best: its gate says so, or the gate is undecided after its
    blocks, and there was no network before or the new one won at least half.
    """
    if gate["verdict"] == "undecided":
        return not has_rival or gate["win_share"] >= 0.5
    return bool(gate["verdict"] == "H1")


def _figures_of(value: ValueFit) -> dict[str, dict[str, float]]:
    return {"played": asdict(value.played), "searched": asdict(value.searched)}


class Loop:
    """Plays, trains and judges."""

    def __init__(
        self, folder: Folder, threads: int, report: Report, client: dask.Client | None = None
    ) -> None:
        """With a Dask `client`, its workers play the games of searches, gates and policy tests;
        they read the networks in the folder by the same path as this process. The games are the
        same.
        """
        self.folder = folder
        self.plan = folder.plan
        self.threads = whole_number("threads", threads, 1)
        self.report = report
        self.client = client
        self.levels = Levels()

    def run(self) -> list[Generation]:
        """Complete all generations; return those of the folder. Stopped at any point, it goes on
        when called again. Raises InputError if another process is learning in the folder, for a
        damaged file of it, and for too few games to learn from.
        """
        with self.folder.locked():
            for number in range(1, self.plan.generations + 1):
                if self.folder.result(number) is None:
                    try:
                        self._complete(number)
                    except KeyboardInterrupt:
                        kept = f"{self.folder.what_there_is(number)} are in {self.folder.path}"
                        raise KeyboardInterrupt(f"{kept}; {GOES_ON}") from None
        return self.folder.results()

    def _complete(self, number: int) -> None:
        began = time.process_time()
        self.report(self.folder.beginning(number))
        games = sum(self._play(number, table) for table in self.plan.tables)
        played = time.process_time()
        examples, figures, value = self._train(number)
        trained = time.process_time()
        gate = self._gate(number, self._guide(number, value))
        has_rival = self._guide_for(number) is not None
        is_best = is_kept(gate, has_rival)
        self.report(verdict_line(number, gate, is_best, has_rival))
        policy = self._try_policy(number)
        result = Generation(
            number=number,
            games=games,
            examples=examples,
            figures=figures,
            value=value,
            gate=gate,
            policy=policy,
            is_best=is_best,
            play_seconds=played - began,
            train_seconds=trained - played,
        )
        if result.is_best:
            write(self.folder.path / "best.net", self.folder.network(number).read_bytes())
        self.folder.keep(result)
        self.report(policy_line(result))

    def _guide_for(self, number: int) -> Guide | None:
        """The best network before a generation, or the one that the loop started from."""
        best = self.folder.best_before(number)
        if best is not None:
            result = self.folder.result(best)
            assert result is not None  # it is the best
            return self._guide(best, result.value)
        return self.folder.start_guide()

    def _rival(self, number: int) -> str:
        """What guides the searches that a generation has to beat, in words."""
        best = self.folder.best_before(number)
        if best is not None:
            return f"generation {best}"
        return "scripts" if self.plan.start is None else "the network of the start"

    def _guide(self, number: int, value: dict[str, dict[str, float]]) -> Guide:
        """The network of a generation. `value`: the figures of its value."""
        return Guide(str(self.folder.network(number).resolve()), value_helps(value))

    def _play(self, number: int, table: Table) -> int:
        older = [
            str(self.folder.network(r.number).resolve())
            for r in self.folder.results()
            if r.number < number
        ][-2:]
        agents = self.plan.agents(self._guide_for(number), older)
        blocks = self.plan.blocks_of(table)
        seed = self.folder.seed_of(number)
        name = tournament_name(number, table)
        if len(self.plan.tables) > 1:
            self.report(f"{name}: {counted(blocks * table.players, 'game')}")
        plan = (table.ruleset, agents, "mixed", "rotations", seed, (0, blocks))
        games = self._tournament(name, plan, name, search_values=True)
        return len(games.ranks)

    def _tournament(
        self, name: str, plan: TournamentPlan, step: str, search_values: bool = False
    ) -> Tournament:
        """Play what is missing. ``step`` is what the lines of progress call it."""
        ledger, within = self.folder.ledger, self._within(step)
        if self.client is None:
            return play_all(
                ledger, name, plan, self.threads, False, "another folder", search_values, within
            )
        from carrack import distributed

        client = self.client
        return distributed.play(
            ledger, name, plan, lambda: client, search_values=search_values, progress=within
        )

    def _of(self, number: int) -> Report:
        """Reports lines as those of a generation."""
        return lambda line: self.report(f"generation {number}: {line}")

    def _within(self, step: str) -> Tell:
        """Reports some of the lines of progress of a step."""
        return seldom(lambda line: self.report(f"{step}: {line}"))

    def _train(self, number: int) -> tuple[int, dict[str, float], dict[str, dict[str, float]]]:
        """Train the policy, let it play, and train the value on its games and those of searches."""
        file, figures_file = self.folder.network(number), self.folder.figures_file(number)
        if self.folder.is_trained(number):
            kept = read_json(figures_file)
            try:
                return int(kept["examples"]), dict(kept["figures"]), dict(kept["value"])
            except (KeyError, TypeError, ValueError):
                raise InputError(
                    f"{figures_file} has no figures; delete it to train the network again"
                ) from None
        first = max(1, number - self.plan.window + 1)
        older = [tournament_name(n, t) for n in range(first, number) for t in self.plan.tables]
        names = older + [tournament_name(number, table) for table in self.plan.tables]
        examples, known_blocks = self._examples(older, names[len(older) :])
        self.report(f"generation {number}: training the policy on {examples}")
        best = self._guide_for(number)
        start = None if best is None else _core.Network(best.network)
        report = self._of(number)
        fitted = fit(examples, self.plan.training, self.levels, report, start, known_blocks)
        policy, tested = self._improve(number, fitted)
        policy = pruned(policy, examples.inputs, self.levels, self.plan.training.most_inputs)
        of_policy = asdict(figures(policy, tested, self.levels))
        value = self._train_value(number, policy, names)
        origin = {
            "generation": number,
            "games": examples.games(),
            "examples": len(examples),
            "plan": asdict(self.plan) | {"tables": [t.name for t in self.plan.tables]},
            "engine": _core.ENGINE,
            "figures": of_policy,
            "value": _figures_of(value),
        }
        name = f"{self.folder.path.name} generation {number}"
        part = Part(value.parameters, value.inputs)
        scales = fit_scales(value.predictions)
        write(file, network_file(policy, part, scales, self.levels, name, origin))
        of_value = _figures_of(value)
        kept = {"examples": len(examples), "figures": of_policy, "value": of_value}
        write(figures_file, json.dumps(kept) + "\n")
        return len(examples), of_policy, of_value

    def _examples(self, older: list[str], newest: list[str]) -> tuple[Examples, int]:
        """Examples of these tournaments, and the number of blocks that earlier networks may have
        been trained on.
        """
        plan = self.plan
        parts = [
            Examples.read(self.folder.ledger, names, plan.iterations, plan.exact_positions)
            for names in (older, newest)
            if names
        ]
        known_blocks = int(parts[0].block.max(initial=-1)) + 1 if older else 0
        return Examples.join(parts) if older else parts[0], known_blocks

    def _improve(self, number: int, fitted: Fit) -> tuple[Part, Examples]:
        """The policy after the rounds of self-play, with probabilities as near to those of the
        searches as a temperature brings them: self-play makes a policy far too certain for a prior.
        Also the examples that neither the policy nor the temperature was fitted to.
        """
        policy = fitted.part
        if self.plan.self_play.rounds == 0:
            return policy, fitted.test
        seed = self.folder.seed_of(number, 300)
        place = self.folder.path / f"generation-{number}.self-play"
        tables = self.plan.self_play_games()
        others = self_play_others(self._guide_for(number))
        self_play = SelfPlay(policy, tables, self.plan.self_play, self.levels, seed, place, others)
        improved = self_play.run(self.threads, self._of(number))
        of_temperature, tested = halves(fitted.test)
        return calibrated(improved, of_temperature, self.levels), tested

    def _train_value(self, number: int, policy: Part, names: list[str]) -> ValueFit:
        """The games of the policy are the same whenever they are played, so they are not kept."""
        file = self.folder.path / f"generation-{number}.policy.net"
        name = f"{self.folder.path.name} generation {number}, policy"
        write(file, network_file(policy, None, None, self.levels, name, {}))
        parts = []
        for table in self.plan.tables:
            games = self.plan.value_games_of(table)
            step = f"generation {number}: games of the policy, {table.name}"
            self.report(f"{step}: {counted(games, 'game')}")
            line_ups = value_line_ups(str(file.resolve()), table.players)
            seed = self.folder.seed_of(number, 900)
            share = self.plan.value_share
            parts.append(
                ValueExamples.play(
                    table.ruleset, line_ups, games, seed, share, self.threads,
                    progress=self._within(step),
                )
            )  # fmt: skip
        played = ValueExamples.join(parts)
        searched = ValueExamples.read(
            self.folder.ledger, names, self.plan.value_share, self.plan.exact_positions
        )
        report = self._of(number)
        report(f"training the value on {played} of the policy, then on {searched} of searches")
        return fit_value(played, searched, self.plan.value_training, self.levels, report)

    def _gate(self, number: int, guide: Guide) -> dict[str, Any]:
        """Play searches with the new network against searches with the best one, or with scripts.
        The first table is played; with an odd number of seats, also with the sides swapped, so that
        equal searches win half.
        """
        table = self.plan.tables[0]
        search = f"mcts:iterations={self.plan.gate_iterations}"
        new = f"{search},{guided_by(guide)}"
        old = f"{search},{guided_by(self._guide_for(number))}"
        sides = range(1 + table.players % 2)  # of the new network: even seats, then odd ones
        result: dict[str, Any] = {}
        for blocks in range(GATE_STEP, self.plan.gate_blocks + GATE_STEP, GATE_STEP):
            last = min(blocks, self.plan.gate_blocks)
            step = f"generation {number}: gate, {last} of at most {self.plan.gate_blocks} blocks"
            seed = self.folder.seed_of(number, 500)
            shares = np.zeros(last)
            for side in sides:
                mine = range(side, table.players, 2)
                agents = [new if seat in mine else old for seat in range(table.players)]
                plan = (table.ruleset, agents, "fixed", "rotations", seed, (0, last))
                swapped = ", swapped" if side else ""
                games = self._tournament(f"gate {number}{swapped}", plan, step + swapped)
                shares += block_means(games, games.win_shares, mine, last) * len(mine) / len(sides)
            rows = [(float(share), (0, 0), ("", "")) for share in shares]
            match = _core.MatchResult(table.ruleset, elo0=0, elo1=30, alpha=0.05, beta=0.05)
            match.add(rows)
            result = match.to_dict()
            self.report(gate_line(number, result, self._rival(number)))
            if result["verdict"] != "undecided" or last == self.plan.gate_blocks:
                break
        return result

    def _try_policy(self, number: int) -> dict[str, Any]:
        """Play the policy alone against scripts, in 400 games of the first table."""
        table = self.plan.tables[0]
        policy = f"policy:net={self.folder.network(number).resolve()}"
        agents = [policy, *["scripted:balanced"] * (table.players - 1)]
        blocks = -(-400 // table.players)
        seed = self.folder.seed_of(number, 700)
        plan = (table.ruleset, agents, "fixed", "rotations", seed, (0, blocks))
        games = self._tournament(f"policy {number}", plan, f"generation {number}: policy alone")
        shares = block_means(games, games.win_shares, [0], blocks)
        interval = mean_interval(shares, table.players, between=(0, 1))
        return {
            "agents": agents,
            "games": len(games.ranks),
            "win_share": interval.mean,
            "low": interval.low,
            "high": interval.high,
        }


def learn(
    folder: str | os.PathLike[str],
    plan: Plan | None = None,
    *,
    threads: int = 1,
    client: dask.Client | None = None,
    progress: Report | None = None,
) -> list[Generation]:
    """Complete the generations of a plan in a folder, as ``carrack learn`` does, and return those
    of the folder. The same call continues after Ctrl-C or kill, with the same result. Without a
    plan, that of the folder goes on; in a new folder it is ``Plan()``. More generations are
    ``dataclasses.replace(Plan.read(folder), generations=5)``.

    ``folder`` keeps plan, games, networks and figures; ``best.net`` in it is the best network.
    ``threads`` play games; with a Dask ``client``, its workers play those of searches. Neither
    changes the result. ``progress`` is called with a line about each step, and in a long one every
    ten seconds with what is done of it.

    Raises InputError for a folder with another plan or a damaged file, if another process is
    learning in it, and for too few games to learn from; TypeError for anything but a Plan, and
    NotADirectoryError for a file.
    """
    if plan is None:
        is_old = (Path(path_of("folder", folder)) / FILE).exists()
        plan = read_plan(folder) if is_old else Plan()
    elif not isinstance(plan, Plan):
        raise TypeError(
            f"plan is {shown(plan)}, expected a carrack.learn.Plan, as in Plan(generations=3)"
        )
    report = progress or (lambda line: None)
    return Loop(Folder(folder, plan), threads, report, client).run()
