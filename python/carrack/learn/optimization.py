"""The training of parameters by AdamW, of a policy and of a value alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from carrack._core import InputError
from carrack._progress import Meter, seldom
from carrack._text import counted
from carrack.learn.ragged import Int
from carrack.learn.trunk import Parameters

Report = Callable[[str], None]
Losses = Callable[[Parameters, Any], tuple[jax.Array, dict[str, jax.Array]]]
"""The loss of a batch, which is minimised, and its parts by name."""


class Batches(Protocol):
    """Examples that batches are taken from."""

    def __len__(self) -> int: ...

    def take(self, rows: Int) -> Any:
        """A batch of these examples."""


@dataclass(frozen=True)
class Optimization:
    """How parameters are trained."""

    epochs: int
    batch: int
    rate: float
    """Peak learning rate of AdamW: at most 200 warm-up steps, then cosine decay."""
    weight_decay: float

    def run(
        self,
        p: Parameters,
        batches: Batches,
        losses: Losses,
        clipped: Callable[[Parameters], Parameters],
        rng: np.random.Generator,
        report: Report,
    ) -> Parameters:
        """The trained parameters, which `clipped` keeps in their range. `report` is told the mean
        losses of every epoch, and in long ones the batches done. Few examples make smaller batches.
        Raises InputError for fewer than two batches, and if the losses diverge.
        """
        if self.epochs == 0:
            return p
        size = min(self.batch, max(1, len(batches) // 4))
        steps = self.epochs * (len(batches) // size)
        if steps < 2:
            raise InputError(
                f"there is too little to train on: {counted(len(batches), 'example')} in "
                f"{counted(self.epochs, 'epoch')}; play more games"
            )
        rise = min(200, max(1, steps // 10))
        rate = optax.warmup_cosine_decay_schedule(0, self.rate, rise, steps, self.rate / 50)
        optimizer = optax.adamw(rate, b2=0.99, weight_decay=self.weight_decay)
        # Strictly typed: JAX would compile the step again for each mix of types that it returns.
        p = {name: jnp.asarray(values, jnp.float32) for name, values in p.items()}
        state = optimizer.init(p)

        @jax.jit
        def step(p, state, batch):  # type: ignore[no-untyped-def]
            (_, parts), gradient = jax.value_and_grad(losses, has_aux=True)(p, batch)
            change, state = optimizer.update(gradient, state, p)
            return clipped(optax.apply_updates(p, change)), state, parts

        steps = len(batches) // size
        meter = Meter(seldom(report), "batches", self.epochs * steps)
        for epoch in range(self.epochs):
            sums: dict[str, float] = {}
            n = 0
            for rows in shuffled(len(batches), size, rng):
                p, state, parts = step(p, state, batches.take(rows))
                sums = {name: sums.get(name, 0) + float(loss) for name, loss in parts.items()}
                n += 1
                meter.update(epoch * steps + n)
            if not all(map(math.isfinite, sums.values())):
                raise InputError(
                    f"the training has diverged in epoch {epoch + 1}: {sums}; use a lower rate "
                    f"than {self.rate}"
                )
            means = ", ".join(f"{name} {loss / n:.3f}" for name, loss in sums.items())
            report(f"epoch {epoch + 1} of {self.epochs}: mean losses: {means}")
        return p


def shuffled(n: int, size: int, rng: np.random.Generator) -> Iterator[Int]:
    """The numbers below n in random order, in whole batches."""
    order = rng.permutation(n)
    for first in range(0, n - size + 1, size):
        yield np.sort(order[first : first + size])


def is_tested(
    block: NDArray[Any], share: float, rng: np.random.Generator, known_blocks: int = 0
) -> NDArray[np.bool_]:
    """[examples] whether an example is kept for testing: all examples of a share of the blocks from
    number `known_blocks` on. `block`: [examples]. Raises InputError for fewer than two blocks, and
    if there is no such block.
    """
    blocks = np.unique(block[block >= known_blocks])
    if len(blocks) == 0 or len(np.unique(block)) < 2:
        raise InputError(f"{counted(len(blocks), 'block')} with examples; play more games")
    tested = rng.choice(blocks, max(1, round(len(blocks) * share)), replace=False)
    return np.isin(block, tested)


def cross_entropy(target: NDArray[Any], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n] from [n, options] shares and logits."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    log = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.asarray(-(target * np.where(target > 0, log, 0)).sum(axis=1))
