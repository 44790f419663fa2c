"""Coverage of the case bootstrap for kappa and alpha, by simulation."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.kappa import cohen_kappa
from judgekit.agreement.krippendorff import krippendorff_alpha

REPETITIONS = 4000
ITEMS_PER_CASE = 12
CASE_CORRELATION = 0.2
ERROR_CORRELATION = 0.1


def _draw(
    rng: np.random.Generator, n_cases: int, prevalence: float, error: float
) -> NDArray[np.float64]:
    """Two raters who err as often, on binary items in cases that are hard or easy for both."""
    weight, error_weight = 1 / CASE_CORRELATION - 1, 1 / ERROR_CORRELATION - 1
    share = rng.beta(prevalence * weight, (1 - prevalence) * weight, (n_cases, 1))
    wrong = rng.beta(error * error_weight, (1 - error) * error_weight, (n_cases, 1, 1))
    truth = rng.random((n_cases, ITEMS_PER_CASE)) < share
    given = truth[..., None] ^ (rng.random((n_cases, ITEMS_PER_CASE, 2)) < wrong)
    return given.reshape(-1, 2).astype(float)


def _kappa_of_population(prevalence: float, error: float) -> float:
    """Kappa of infinitely many cases: P(agree) = 1 - 2 E[e] + 2 E[e^2], margins p(1-e) + (1-p)e."""
    squared = error**2 + ERROR_CORRELATION * error * (1 - error)
    agree = 1 - 2 * error + 2 * squared
    margin = prevalence * (1 - error) + (1 - prevalence) * error
    chance = margin**2 + (1 - margin) ** 2
    return (agree - chance) / (1 - chance)


@pytest.mark.slow
@pytest.mark.parametrize("n_cases", [10, 20, 40])
@pytest.mark.parametrize(("prevalence", "error"), [(0.5, 0.1), (0.95, 0.05)])
def test_kappa_and_alpha_coverage(n_cases: int, prevalence: float, error: float) -> None:
    """Intervals of kappa and alpha by case cover as stated; by item they are too narrow.

    93.5-97 % at a prevalence of one half; where one class is rare, 92 % or more from 20 cases on
    (and under 10 cases there is no interval at all). The margins of both raters are equal, so that
    alpha has kappa's population value.
    """
    rng = np.random.default_rng(3)
    truth = _kappa_of_population(prevalence, error)
    clusters = np.repeat(np.arange(n_cases), ITEMS_PER_CASE)
    held, given = np.zeros(3), np.zeros(3)
    for repetition in range(REPETITIONS):
        table = _draw(rng, n_cases, prevalence, error)
        options = {"categories": (0, 1), "seed": repetition, "n_boot": 1000}
        found = [
            cohen_kappa(*table.T, clusters=clusters, **options),
            krippendorff_alpha(table, metric="nominal", clusters=clusters, **options),
        ]
        if repetition % 4 == 0:
            found.append(cohen_kappa(*table.T, **options))
        for place, estimate in enumerate(found):
            if estimate.low is not None:
                given[place] += 1
                held[place] += estimate.low <= truth <= estimate.high
    kappa, alpha, by_item = held / given
    sys.stdout.write(
        f"kappa {truth:.3f}, prevalence {prevalence}, G = {n_cases} x {ITEMS_PER_CASE}: coverage "
        f"kappa {kappa:.4f}, alpha {alpha:.4f} by case, kappa {by_item:.4f} by item; interval in "
        f"{given[0] / REPETITIONS:.3f} (R = {REPETITIONS}, Monte-Carlo error "
        f"{100 * math.sqrt(0.95 * 0.05 / REPETITIONS):.2f} points; by item R / 4)\n"
    )
    floor = {0.5: 0.935, 0.95: 0.88 if n_cases == 10 else 0.92}[prevalence]
    for coverage in (kappa, alpha):
        assert floor <= coverage <= 0.97
    assert by_item < min(kappa, alpha)
