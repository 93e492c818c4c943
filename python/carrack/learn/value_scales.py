"""Fits what a lead in expected VP is worth, by number of players and turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from carrack.learn.model import SEATS, TURNS
from carrack.learn.optimization import cross_entropy
from carrack.learn.value_training import Predictions

Scales = NDArray[np.float64]
"""[players - 2, turn - 1, 4] VP: the scale of the win share's softmax, the scale of the logistic
that one player ends ahead of another, and the spread and shift of a lead, as in
``agents/evaluation/estimate_scale.hpp``.
"""
MARGIN_SCALE = 15.0
"""The scale, in VP, of the logistic that is the margin's part of a reward."""
USUAL = (10.0, 10.0, 0.0, 0.0)
LEAST_GAMES = 40
"""Kinds of positions with fewer games take the scales of their neighbours."""
_SCALES = np.geomspace(1, 60, 60)
_SPREADS = np.linspace(0, 40, 41)
_SHIFTS = np.linspace(0, 20, 41)


def fit_scales(predicted: Predictions) -> Scales:
    """Maximum likelihood for each number of players and turn. A turn without games takes the scales
    of the next turn, a number of players without games those of one player fewer.
    """
    e = predicted.examples
    scales = np.full((SEATS - 1, TURNS, 4), np.nan)
    for players in range(2, SEATS + 1):
        for turn in range(1, TURNS + 1):
            rows = (e.players == players) & (e.turn == turn)
            if len(np.unique(e.game[rows])) < LEAST_GAMES:
                continue
            vp = predicted.vp[rows, :players]
            end = e.vp[rows, :players].astype(np.float64)
            scales[players - 2, turn - 1] = (
                _win_scale(vp, e.win_share[rows, :players]),
                _rank_scale(vp, end),
                *_margin_scale(vp, end),
            )
    for turn in range(TURNS - 1, 0, -1):
        missing = np.isnan(scales[:, turn - 1, 0])
        scales[missing, turn - 1] = scales[missing, turn]
    for n in range(1, SEATS - 1):
        missing = np.isnan(scales[n, :, 0])
        scales[n, missing] = scales[n - 1, missing]
    return np.asarray(np.where(np.isnan(scales), np.array(USUAL), scales))


def _win_scale(vp: NDArray[np.float64], shares: NDArray[np.float32]) -> float:
    return float(min(_SCALES, key=lambda scale: float(cross_entropy(shares, vp / scale).mean())))


def _rank_scale(vp: NDArray[np.float64], end: NDArray[np.float64]) -> float:
    """The scale of the logistic that a player ends ahead; ties count half."""
    first, second = np.triu_indices(vp.shape[1], 1)
    lead = (vp[:, first] - vp[:, second]).ravel()
    ahead = (np.sign(end[:, first] - end[:, second]).ravel() + 1) / 2
    return float(min(_SCALES, key=lambda scale: _logistic_loss(lead / scale, ahead)))


def _margin_scale(vp: NDArray[np.float64], end: NDArray[np.float64]) -> tuple[float, float]:
    """Spread and shift of leads over the best other."""
    lead = _leads(vp).ravel()
    reward = 1 / (1 + np.exp(-_leads(end).ravel() / MARGIN_SCALE))
    best = min(
        (
            (_logistic_loss((lead - shift) / np.hypot(MARGIN_SCALE, spread), reward), spread, shift)
            for spread in _SPREADS
            for shift in _SHIFTS
        ),
    )
    return float(best[1]), float(best[2])


def _leads(vp: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, players] VP ahead of the best other player."""
    players = vp.shape[1]
    best = np.stack([np.delete(vp, p, axis=1).max(axis=1) for p in range(players)], axis=1)
    return np.asarray(vp - best)


def _logistic_loss(logit: NDArray[np.float64], target: NDArray[np.float64]) -> float:
    """Mean cross-entropy."""
    return float((np.logaddexp(0, logit) - target * logit).mean())
