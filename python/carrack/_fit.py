"""The weights of the linear evaluation, fitted on self-play."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from carrack import _core
from carrack._arguments import built_in_spec, file_of, refuse_unused
from carrack._core import Agent
from carrack._keywords import named_arguments
from carrack._optional import optional_packages

if TYPE_CHECKING:
    import pandas as pd


@named_arguments
def fit(
    games: int = 20_000,
    *,
    seed: int = 1,
    noise: float = 0.1,
    threads: int = 1,
    agent: str | Agent | None = None,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Play ``games`` games of all editions and numbers of players and fit the weights of the
    linear evaluation to them, as ``carrack fit`` does; a tenth as many games with other seeds test
    the fit. ``agent`` plays every seat, by default scripted strategies drawn at random; ``noise``
    is the fraction of random decisions. With ``output``, the weights are written as JSON, in
    the format of ``agents/evaluation/weights.json``.

    Returns one row per kind of position (``edition``, ``players``, ``position``: ``starts`` of
    turns or ``others``) and ``turn``: ``positions`` of the fit, and ``r_squared``, the explained
    share of the variance of leads (final VP minus the mean of the game) in the test; NaN without
    positions. ``attrs["forfeits"]`` is the number of games that were left out because the agent
    forfeited, and ``attrs["first_forfeit"]`` the reason of the first, or None.

    ``progress``, for example ``print``, is called with a line about what is done, at most once a
    second and at the end.

    Releases the GIL; Ctrl-C stops it, and nothing is written. Needs pandas. Raises InputError for
    numbers out of range, if every game has a forfeit, for an existing ``output`` unless ``force``,
    for ``output`` if a kind of position was in no game, and for ``force`` without ``output``.
    """
    with optional_packages():
        import pandas as pd

    spec = "" if agent is None else built_in_spec(agent, "agent")
    target = file_of("output", output)
    if not target:
        refuse_unused("output=", force=bool(force))
    fitted = _core.fit_weights(games, seed, noise, threads, spec, target, force, progress)
    frame = pd.DataFrame(fitted.pop("rows"))
    frame.attrs.update(fitted)
    return frame
