"""Improves a policy by games that it plays, without search, against itself and others.

Proximal policy optimization (Schulman et al. 2017, arXiv:1707.06347) with generalized advantage
estimates (Schulman et al. 2016, arXiv:1506.02438): in each round the policy plays games at
temperature 1 and then learns to choose more often what turned out better than a critic expected.
The critic is a network of its own, which is not part of the file. The seats of a game share the
policy, and each is rewarded for its own result.

In a share of the games, other agents hold some of the seats. A policy that meets only itself learns
what wins among its equals: it beat the policy that it had started from, and lost more often than
that one against searches.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from carrack import _core
from carrack._core import InputError
from carrack._output import write
from carrack._progress import Meter, seldom
from carrack.learn import model, trunk
from carrack.learn.examples import Batch, Batches
from carrack.learn.levels import Levels
from carrack.learn.limits import MOST, RATE, WEIGHT, check_numbers
from carrack.learn.optimization import Report, shuffled
from carrack.learn.quantize import Part, network_file
from carrack.learn.ragged import Float
from carrack.learn.self_play_examples import SelfPlayExamples
from carrack.learn.self_play_games import TableGames, line_ups_of
from carrack.learn.threads import on_threads
from carrack.learn.trunk import Parameters

CRITIC = "critic."
"""Prefix of the names of the critic's parameters."""
CRITIC_WIDTHS = (64, (32,))
CHUNK = 2048
"""Examples that are evaluated at once."""
ROUNDS_KEPT = 10
"""Rounds between two writes of the state, from which a stopped run continues."""


@dataclass(frozen=True)
class SelfPlaySettings:
    """How a policy is improved in self-play."""

    rounds: int = 0
    """Number of rounds; 0: the policy is not improved."""
    games: int = 120
    """Games of each round, over all tables."""
    others_share: float = 0.5
    """Share of the games in which other agents hold some of the seats, if there are any."""
    epochs: int = 2
    """Passes over the decisions of a round."""
    batch: int = 512
    rate: float = 4e-4
    """Learning rate of Adam."""
    clip: float = 0.2
    """The objective ignores changes of a probability by more than this share."""
    entropy: float = 0.002
    """Weight of the policy's entropy in the objective, in nats."""
    trace: float = 0.95
    """lambda of the advantage estimates: 1 waits for the result of the game."""
    win: float = 0.6
    """Weight of the win share in the reward, beside 1 for the margin."""
    average: float = 0.99
    """The policy that results is the moving average of those after each round, with this decay;
    0: the last one.
    """
    margin_scale: float = 15.0
    """VP ahead of the best other player that have a reward of 0.73."""
    seed: int = 1

    def __post_init__(self) -> None:
        check_numbers(
            self,
            {
                "rounds": (0, MOST),
                "games": (1, 10**6),
                "epochs": (1, MOST),
                "batch": (1, MOST),
                "rate": RATE,
                "clip": (1e-6, 1.0),
                "entropy": (0.0, 1e3),
                "trace": (0.0, 1.0),
                "others_share": (0.0, 1.0),
                "win": WEIGHT,
                "average": (0.0, 1.0),
                "margin_scale": (1e-3, 1e6),
                "seed": (0, 2**32 - 1),
            },
        )


def rewards(examples: SelfPlayExamples, settings: SelfPlaySettings) -> Float:
    """[examples] What the game was worth to the player who decides, from 0 to 1: the weighted mean
    of the win share and of the logistic of the VP ahead of the best other player.
    """
    seats = np.arange(_core.MAX_PLAYERS)[None, :]
    is_other = (seats > 0) & (seats < examples.players[:, None])
    ahead = examples.vp[:, 0] - np.where(is_other, examples.vp, -np.inf).max(axis=1)
    margin = 1 / (1 + np.exp(-ahead / settings.margin_scale))
    mixed = (settings.win * examples.win_share[:, 0] + margin) / (settings.win + 1)
    return np.asarray(mixed, np.float32)


def advantages(
    values: Float, rewards: Float, sequence: NDArray[np.int64], trace: float
) -> NDArray[np.float64]:
    """[examples] Generalized advantage estimates: how much better a decision turned out than the
    critic expected. ``values``: what the critic expects before each decision; ``rewards``: of its
    game; ``sequence``: equal for the decisions of one player in one game, which stand in their
    order.
    """
    order = np.argsort(sequence, kind="stable")
    is_last = np.append(sequence[order][1:] != sequence[order][:-1], True)
    expected = values[order].astype(np.float64)
    after = np.where(is_last, rewards[order], np.append(expected[1:], 0))
    surprise = after - expected
    estimates = np.empty(len(order))
    carried = 0.0
    for i in range(len(order) - 1, -1, -1):
        carried = surprise[i] + (0.0 if is_last[i] else trace * carried)
        estimates[order[i]] = carried
    return estimates


def critic_logits(p: Parameters, batch: Batch) -> jax.Array:
    """[B] logits, whose logistic is the expected reward of the player who decides."""
    last = trunk.last_layer(p, jnp.asarray(batch.inputs, jnp.float32))
    others = jnp.where(model.is_seat(batch.players), batch.expected_vp, -jnp.inf)[:, 1:].max(axis=1)
    lead = batch.expected_vp[:, 0] - others
    return last @ p["out"] + p["turn"][batch.turn] + p["lead"][batch.turn] * lead


def start_critic(key: jax.Array, inputs: int) -> Parameters:
    """A critic before training: the lead that the linear evaluation expects."""
    width, layers = CRITIC_WIDTHS
    p = trunk.start(key, inputs, width, layers)
    p["out"] = jnp.zeros((layers[-1],))
    p["turn"] = jnp.zeros((model.TURNS,))
    p["lead"] = jnp.full((model.TURNS,), 1 / 15)
    return p


def policy_of(p: Parameters) -> Parameters:
    return {name: x for name, x in p.items() if not name.startswith(CRITIC)}


def critic_of(p: Parameters) -> Parameters:
    return {name.removeprefix(CRITIC): x for name, x in p.items() if name.startswith(CRITIC)}


def chosen_log_probability(p: Parameters, batch: Batch) -> tuple[jax.Array, jax.Array]:
    """[B] the log-probability of the chosen action, and [B] the entropy of the policy."""
    last = trunk.last_layer(policy_of(p), jnp.asarray(batch.inputs, jnp.float32))
    log = jax.nn.log_softmax(model.policy_logits(policy_of(p), last, batch))
    log = jnp.where(jnp.asarray(batch.is_option) > 0, log, 0)
    entropy = -(jnp.where(jnp.asarray(batch.is_option) > 0, jnp.exp(log), 0) * log).sum(axis=1)
    return (jnp.asarray(batch.target) * log).sum(axis=1), entropy


class Targets(NamedTuple):
    """What a batch learns from, beside its decisions. All are [B]."""

    log_probability: Float
    """Log-probability of the chosen action at the time of the choice."""
    advantage: Float
    outcome: Float
    """What the critic should have expected."""


def losses(
    p: Parameters, batch: Batch, targets: Targets, settings: SelfPlaySettings
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """The loss, which is minimised, and its parts."""
    log, entropy = chosen_log_probability(p, batch)
    ratio = jnp.exp(log - targets.log_probability)
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    gain = jnp.minimum(ratio * targets.advantage, clipped * targets.advantage).mean()
    logits = critic_logits(critic_of(p), batch)
    outcome = jnp.asarray(targets.outcome)
    critic = (outcome * jax.nn.softplus(-logits) + (1 - outcome) * jax.nn.softplus(logits)).mean()
    parts = {"gain": gain, "entropy": entropy.mean(), "critic": critic}
    return critic - gain - settings.entropy * parts["entropy"], parts


def clip_parameters(p: Parameters) -> Parameters:
    """The parameters within the range of their integers."""
    critic = {CRITIC + name: x for name, x in trunk.clipped(critic_of(p), ()).items()}
    return {**model.clipped(policy_of(p)), **critic}


class SelfPlay:
    """A policy that improves in games against itself, round by round. The rounds are the same
    whether they are played in one run or in several, and for any number of threads.
    """

    def __init__(
        self,
        policy: Part,
        tables: Sequence[TableGames],
        settings: SelfPlaySettings,
        levels: Levels,
        seed: int,
        place: Path,
        others: Sequence[str] = (),
    ) -> None:
        """``seed``: the seed of the games. ``place``: a path; with ``.net`` and ``.npz`` behind it,
        the files of the network that plays and of the state. ``others``: specs of the agents that
        hold seats in a share of the games.
        """
        self.settings = settings
        self.tables = tables
        self.levels = levels
        self.seed = seed
        self.others = list(others)
        self.inputs = policy.inputs
        self._network = place.with_name(f"{place.name}.net")
        self._state = place.with_name(f"{place.name}.npz")
        key = jax.random.PRNGKey(settings.seed)
        critic = start_critic(key, len(policy.inputs))
        p = {**policy.parameters, **{CRITIC + name: x for name, x in critic.items()}}
        self._p = {name: jnp.asarray(x, jnp.float32) for name, x in p.items()}
        self._optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(settings.rate))
        self._optimizer_state = self._optimizer.init(self._p)
        self._average = policy_of(self._p)
        self.round = 0
        """Rounds that are complete."""
        self._evaluate = jax.jit(
            lambda p, batch: (
                chosen_log_probability(p, batch)[0],
                jax.nn.sigmoid(critic_logits(critic_of(p), batch)),
            )
        )
        self._step = jax.jit(self._stepped)

    def run(self, threads: int, report: Report) -> Part:
        """Play and learn what is missing of the rounds; return the improved policy. Raises
        InputError for a damaged state.
        """
        rounds = self.settings.rounds
        self._resume()
        if 0 < self.round < rounds:
            report(f"self-play goes on after {self.round} of {rounds} rounds")
        meter = Meter(seldom(report), "rounds of self-play", rounds, self.round)
        while self.round < rounds:
            parts = self._learn(self._play(threads))
            self.round += 1
            self._update_average()
            if self.round % ROUNDS_KEPT == 0 or self.round == rounds:
                self._keep()
                means = ", ".join(f"{name} {mean:.4f}" for name, mean in parts.items())
                report(f"{meter.line(self.round)}; means: {means}")
            else:
                meter.update(self.round)
        return Part(self._average, self.inputs)

    def _update_average(self) -> None:
        """In the first rounds, the average is the mean of the rounds so far."""
        share = max(1 - self.settings.average, 1 / self.round)
        self._average = {
            name: (1 - share) * self._average[name] + share * x
            for name, x in policy_of(self._p).items()
        }

    def _play(self, threads: int) -> SelfPlayExamples:
        part = Part(policy_of(self._p), self.inputs)
        write(self._network, network_file(part, None, None, self.levels, "self-play", {}))
        mine = f"policy:temperature=1,net={self._network.resolve()}"
        share = self.settings.others_share
        games = [
            line_up
            for table in self.tables
            for line_up in line_ups_of(table, self.round, mine, self.others, share)
        ]
        parts = on_threads(threads, lambda each, stop: each.play(self.seed, stop), games)
        return SelfPlayExamples.join(parts)

    def _learn(self, played: SelfPlayExamples) -> dict[str, float]:
        batches = Batches(played.imitated(), self.inputs, self.levels, 0)
        log_probability, expected = self._evaluated(batches)
        sequence = played.game.astype(np.int64) * _core.MAX_PLAYERS + played.seat
        reward = rewards(played, self.settings)
        gained = advantages(expected, reward, sequence, self.settings.trace)
        outcome = np.clip(expected + gained, 0, 1).astype(np.float32)
        scaled = ((gained - gained.mean()) / (gained.std() + 1e-8)).astype(np.float32)
        rng = np.random.default_rng([self.settings.seed, self.round])
        size = min(self.settings.batch, len(batches))
        sums: dict[str, float] = {}
        steps = 0
        for _ in range(self.settings.epochs):
            for rows in shuffled(len(batches), size, rng):
                targets = Targets(log_probability[rows], scaled[rows], outcome[rows])
                self._p, self._optimizer_state, parts = self._step(
                    self._p, self._optimizer_state, batches.take(rows), targets
                )
                sums = {name: sums.get(name, 0) + float(part) for name, part in parts.items()}
                steps += 1
        if not all(np.isfinite(total) for total in sums.values()):
            raise InputError(
                f"self-play has diverged in round {self.round + 1}: {sums}; use a lower rate than "
                f"{self.settings.rate}"
            )
        return {name: total / steps for name, total in sums.items()}

    def _evaluated(self, batches: Batches) -> tuple[Float, Float]:
        """[examples] the log-probability of each choice, and [examples] the expected reward."""
        log = np.empty(len(batches), np.float32)
        expected = np.empty(len(batches), np.float32)
        for first in range(0, len(batches), CHUNK):
            rows = np.arange(first, min(first + CHUNK, len(batches)))
            whole = np.resize(rows, CHUNK)  # one shape, which is compiled once
            found = self._evaluate(self._p, batches.take(whole))
            log[rows], expected[rows] = (np.asarray(x)[: len(rows)] for x in found)
        return log, expected

    def _stepped(
        self, p: Parameters, state: Any, batch: Batch, targets: Targets
    ) -> tuple[Any, ...]:
        (_, parts), gradient = jax.value_and_grad(losses, has_aux=True)(
            p, batch, targets, self.settings
        )
        change, state = self._optimizer.update(gradient, state, p)
        return clip_parameters(optax.apply_updates(p, change)), state, parts

    def _arrays(self) -> dict[str, NDArray[Any]]:
        leaves = jax.tree_util.tree_leaves(self._optimizer_state)
        arrays = {f"optimizer.{number}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
        for kind, of_kind in (("parameter", self._p), ("average", self._average)):
            arrays |= {f"{kind}.{name}": np.asarray(x) for name, x in of_kind.items()}
        return arrays

    def _keep(self) -> None:
        content = io.BytesIO()
        arrays: dict[str, Any] = {"round": np.array(self.round), **self._arrays()}
        np.savez(content, **arrays)
        write(self._state, content.getvalue())

    def _resume(self) -> None:
        """Takes up the state of an earlier run, if there is one."""
        if not self._state.exists():
            return
        wanted = self._arrays()
        try:
            with self._state.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                found = {name: kept[name] for name in kept.files}
        except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
            raise InputError(f"{self._state}: {error}; delete it to begin again") from None
        number = found.pop("round", np.array(-1))
        is_right = (
            number.shape == ()
            and np.issubdtype(number.dtype, np.integer)
            and 0 <= int(number) <= self.settings.rounds
            and found.keys() == wanted.keys()
            and all(
                array.shape == wanted[name].shape
                and array.dtype == wanted[name].dtype
                and bool(np.isfinite(array).all())
                for name, array in found.items()
            )
        )
        if not is_right:
            raise InputError(f"{self._state} is not of these rounds; delete it to begin again")
        self.round = int(number)
        self._p = {name: jnp.asarray(found[f"parameter.{name}"]) for name in self._p}
        self._average = {name: jnp.asarray(found[f"average.{name}"]) for name in self._average}
        leaves, shape = jax.tree_util.tree_flatten(self._optimizer_state)
        kept_leaves = [jnp.asarray(found[f"optimizer.{n}"]) for n in range(len(leaves))]
        self._optimizer_state = jax.tree_util.tree_unflatten(shape, kept_leaves)
