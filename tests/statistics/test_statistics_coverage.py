"""Coverage of the intervals of means and proportions, by simulation."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.statistics.intervals import mean_estimate, proportion_estimate

REPETITIONS = 4000
ITEMS_PER_CASE = 12


def _draw(
    rng: np.random.Generator, n_cases: int, share: float, correlation: float
) -> NDArray[np.float64]:
    """0/1 items in cases whose own share is beta distributed; flattened, case by case."""
    weight = 1 / correlation - 1
    chance = rng.beta(share * weight, (1 - share) * weight, (n_cases, 1))
    return (rng.random((n_cases, ITEMS_PER_CASE)) < chance).astype(float).reshape(-1)


def _say(name: str, n_cases: int, design: str, by_case: float, by_item: float) -> None:
    error = 100 * math.sqrt(0.95 * 0.05 / REPETITIONS)
    sys.stdout.write(
        f"{name}, G = {n_cases} x {ITEMS_PER_CASE}, {design}: coverage {by_case:.4f} by case, "
        f"{by_item:.4f} by item (R = {REPETITIONS}, Monte-Carlo error {error:.2f} points)\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("n_cases", [10, 20, 40])
@pytest.mark.parametrize("correlation", [0.05, 0.2])
def test_mean_coverage(n_cases: int, correlation: float) -> None:
    """A mean's interval covers 93.5-96.5 % with normal items in cases; an item-level one does not.

    Items have variance 1, of which `correlation` lies between cases.
    """
    rng = np.random.default_rng(1)
    clusters = np.repeat(np.arange(n_cases), ITEMS_PER_CASE)
    held = np.zeros(2)
    for _ in range(REPETITIONS):
        between = rng.normal(0, math.sqrt(correlation), n_cases)[clusters]
        values = between + rng.normal(0, math.sqrt(1 - correlation), clusters.size)
        for place, cases in enumerate((clusters, None)):
            found = mean_estimate(values, cases)
            held[place] += found.low <= 0.0 <= found.high
    by_case, by_item = held / REPETITIONS
    _say("mean", n_cases, f"ICC {correlation}", by_case, by_item)
    assert 0.935 <= by_case <= 0.965
    assert by_item < by_case


@pytest.mark.slow
@pytest.mark.parametrize("n_cases", [10, 20, 40])
@pytest.mark.parametrize(
    ("share", "correlation"), [(0.5, 0.05), (0.5, 0.2), (0.95, 0.05), (0.95, 0.2)]
)
def test_proportion_coverage(n_cases: int, share: float, correlation: float) -> None:
    """A proportion's interval covers 93.5 % or more, save where failures are rare and clumped.

    At a share of 95 % and a correlation of 0.2, G = 20 and 40 hold 12 and 24 failures on average,
    most of them in a few cases: the variance between cases is then often estimated too low, and the
    coverage is 91-94 %. At most 98.5 %: with G = 10 the interval is wider than it need be.
    """
    rng = np.random.default_rng(2)
    clusters = np.repeat(np.arange(n_cases), ITEMS_PER_CASE)
    held = np.zeros(2)
    for _ in range(REPETITIONS):
        values = _draw(rng, n_cases, share, correlation)
        for place, cases in enumerate((clusters, None)):
            found = proportion_estimate(values, cases)
            held[place] += found.low <= share <= found.high
    by_case, by_item = held / REPETITIONS
    _say("proportion", n_cases, f"share {share}, ICC {correlation}", by_case, by_item)
    floor = 0.91 if share == 0.95 and correlation == 0.2 else 0.935
    assert floor <= by_case <= 0.985
    assert by_item < by_case
