"""The shared module of the notebooks."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection

FILE = Path(__file__).resolve().parents[2] / "notebooks/figures.py"
SPEC = importlib.util.spec_from_file_location("figures", FILE)
assert SPEC and SPEC.loader
figures = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(figures)


def test_p_values_are_those_of_the_intervals() -> None:
    p = figures.p_values([1.0, -1.0, 0.5, 0.0, np.nan], [1.0, 1.0, 1.0, 1.0, 1.0])
    assert p[:4] == pytest.approx([0.05, 0.05, 0.3271, 1.0], abs=1e-4) and np.isnan(p[4])
    assert figures.p_values([[0.2, 0.4]], [[0.1, 0.1]]).shape == (1, 2)


def test_intervals_need_not_be_symmetric() -> None:
    _, ax = plt.subplots()
    figures.intervals(ax, ["a", "b"], [0.5, 1.0], [0.4, 0.8], [0.9, 1.0])
    (bars,) = ax.collections
    assert isinstance(bars, LineCollection)
    ends = [segment[:, 0].tolist() for segment in bars.get_segments()]
    assert ends == [[0.4, 0.9], [0.8, 1.0]]


def test_titles_are_no_wider_than_the_axes() -> None:
    figure, ax = plt.subplots(figsize=(5, 2))
    ax.set_yticks([0], ["a long label of a row"])
    text = "a title that is a good deal longer than its axes are wide, " * 3
    figures.title(ax, f"{text}\nshort")
    assert ax.get_title().replace("\n", " ").split() == f"{text} short".split()
    assert ax.get_title().endswith("\nshort")
    figure.draw_without_rendering()
    assert ax.title.get_window_extent().x1 <= ax.get_window_extent().x1


def test_clear_cells_are_bold() -> None:
    _, ax = plt.subplots()
    table = pd.DataFrame([[0.25, np.nan], [0.5, 0.1]])
    clear = pd.DataFrame([[False, False], [True, False]])
    figures.heat_map(ax, table, clear, middle=0.25, reach=0.25, bar="")
    shown = {text.get_text(): text.get_fontweight() for text in ax.texts}
    assert shown == {"0.25": "normal", "0.50": "bold", "0.10": "normal"}
