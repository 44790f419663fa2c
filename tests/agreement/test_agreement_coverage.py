"""Coverage of the case bootstrap, by simulation.

Design for kappa and alpha: G cases of 12 binary items; a case's own prevalence is beta distributed
with the stated intra-case correlation (ICC). Two raters err as often and independently, in a share
of the items that differs from case to case (ICC 0.1). Fixed seeds.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.classification import macro_f1
from judgekit.agreement.concordance import lin_ccc, pearson
from judgekit.agreement.differences import mean_difference
from judgekit.agreement.icc import icc
from judgekit.agreement.kappa import cohen_kappa
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.ranks import spearman
from judgekit.records.estimate import Estimate

REPETITIONS = 4000
ITEMS_PER_CASE = 12
N_BOOT = 1000  # half the default, for time: the ends are a little less certain
BY_ITEM_EVERY = 8  # an item-level interval draws hundreds of items, a case-level one tens of cases
ERROR_CORRELATION = 0.1


def _draw(
    rng: np.random.Generator, n_cases: int, prevalence: float, error: float, correlation: float
) -> NDArray[np.float64]:
    """Two raters who err as often, on binary items in cases that are hard or easy for both."""
    weight, error_weight = 1 / correlation - 1, 1 / ERROR_CORRELATION - 1
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


def _monte_carlo_error(repetitions: float) -> float:
    return 100 * math.sqrt(0.95 * 0.05 / repetitions)


@pytest.mark.slow
@pytest.mark.parametrize("n_cases", [20, 40])
@pytest.mark.parametrize("correlation", [0.05, 0.2])
@pytest.mark.parametrize(("prevalence", "error"), [(0.5, 0.1), (0.95, 0.05)])
def test_kappa_and_alpha_coverage(
    n_cases: int, correlation: float, prevalence: float, error: float
) -> None:
    """Intervals of kappa and alpha by case cover 93.5-96.5 %; by item they are too narrow.

    The margins of both raters are equal, so that alpha has kappa's population value.
    """
    rng = np.random.default_rng(51)
    truth = _kappa_of_population(prevalence, error)
    clusters = np.repeat(np.arange(n_cases), ITEMS_PER_CASE)
    held, given = np.zeros(3), np.zeros(3)
    for repetition in range(REPETITIONS):
        table = _draw(rng, n_cases, prevalence, error, correlation)
        options = {"categories": (0, 1), "seed": repetition, "n_boot": N_BOOT}
        found = [
            cohen_kappa(*table.T, clusters=clusters, **options),
            krippendorff_alpha(table, metric="nominal", clusters=clusters, **options),
        ]
        if repetition % BY_ITEM_EVERY == 0:
            found.append(cohen_kappa(*table.T, **{**options, "n_boot": 400}))
        for place, estimate in enumerate(found):
            if estimate.low is not None:
                given[place] += 1
                held[place] += estimate.low <= truth <= estimate.high
    kappa, alpha, by_item = held / given
    sys.stdout.write(
        f"kappa and alpha {truth:.2f}, prevalence {prevalence}, ICC {correlation}, G = {n_cases} x "
        f"{ITEMS_PER_CASE}: coverage by case {100 * kappa:.1f} % kappa, {100 * alpha:.1f} % alpha; "
        f"{100 * by_item:.1f} % kappa by item; given in {100 * given[0] / REPETITIONS:.1f} % "
        f"(R = {REPETITIONS}, Monte-Carlo error {_monte_carlo_error(REPETITIONS):.2f} points; by "
        f"item R = {given[2]:.0f}, {_monte_carlo_error(given[2]):.1f} points)\n"
    )
    for coverage in (kappa, alpha):
        assert 0.935 <= coverage <= 0.965
    assert given[:2].min() >= 0.99 * REPETITIONS
    assert by_item < min(kappa, alpha)


def _ratings(rng: np.random.Generator, n_cases: int) -> NDArray[np.float64]:
    """Two raters of correlation 0.7, the second 0.3 higher; half of what they share is the case's.

    Variance 0.3 between cases, 0.4 between the items of a case, 0.3 of each rater's own.
    """
    items = rng.normal(0, math.sqrt(0.3), (n_cases, 1)) + rng.normal(
        0, math.sqrt(0.4), (n_cases, ITEMS_PER_CASE)
    )
    own = rng.normal(0, math.sqrt(0.3), (n_cases, ITEMS_PER_CASE, 2))
    return (items[..., None] + own + [0.0, 0.3]).reshape(-1, 2)


def _labels(rng: np.random.Generator, n_cases: int) -> NDArray[np.float64]:
    """Three classes of 60, 30 and 10 %, and a rater who errs in 20 %, to either other class alike.

    The shares of the classes and of errors differ from case to case.
    """
    shares = np.cumsum(rng.dirichlet(4 * np.array(CLASS_SHARES), n_cases), axis=1)[:, None]
    truth = (rng.random((n_cases, ITEMS_PER_CASE, 1)) > shares[..., :2]).sum(axis=2)
    wrong = rng.random((n_cases, ITEMS_PER_CASE)) < rng.beta(1.8, 7.2, (n_cases, 1))
    other = (truth + rng.integers(1, 3, truth.shape)) % 3
    return np.stack([truth, np.where(wrong, other, truth)], axis=2).reshape(-1, 2).astype(float)


CLASS_SHARES = (0.6, 0.3, 0.1)
# F1 of a class of share p: 2 * 0.8 p / (p + 0.8 p + 0.1 (1 - p)).
MACRO_F1 = sum(1.6 * p / (1.8 * p + 0.1 * (1 - p)) for p in CLASS_SHARES) / 3

OTHERS: dict[str, tuple[Callable[..., NDArray[np.float64]], Callable[..., Estimate], float]] = {
    "pearson": (_ratings, lambda t, **o: pearson(*t.T, **o), 0.7),
    "spearman": (_ratings, lambda t, **o: spearman(*t.T, **o), 6 / math.pi * math.asin(0.7 / 2)),
    "ccc": (_ratings, lambda t, **o: lin_ccc(*t.T, **o), 2 * 0.7 / (2 + 0.3**2)),
    # Variance between items 0.7, of the raters' bias 0.3^2 / 2, of the rest 0.3.
    "ICC(2,1)": (_ratings, lambda t, **o: icc(t, form="2,1", **o), 0.7 / (0.7 + 0.045 + 0.3)),
    "mean difference": (_ratings, lambda t, **o: mean_difference(*t.T, **o), -0.3),
    "macro-F1": (
        _labels,
        lambda t, **o: macro_f1(t[:, 0], t[:, 1:], categories=(0, 1, 2), **o),
        MACRO_F1,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("n_cases", [20, 40])
@pytest.mark.parametrize("name", OTHERS)
def test_other_coefficients_cover(n_cases: int, name: str) -> None:
    """Correlations, concordance, ICC, bias and macro-F1 cover 92.5-96.5 % by case.

    With 20 cases and normal ratings the interval of Pearson's correlation, of concordance and of
    the ICC is a little too narrow: 93-94 %.
    """
    draw, coefficient, truth = OTHERS[name]
    rng = np.random.default_rng(52)
    clusters = np.repeat(np.arange(n_cases), ITEMS_PER_CASE)
    n_boot = 300 if name == "spearman" else N_BOOT  # its draws are ranked one by one
    held, repetitions = 0, 2000
    for repetition in range(repetitions):
        table = draw(rng, n_cases)
        found = coefficient(table, clusters=clusters, n_boot=n_boot, seed=repetition)
        held += found.low <= truth <= found.high
    sys.stdout.write(
        f"{name} {truth:.2f}, G = {n_cases} x {ITEMS_PER_CASE}: coverage by case "
        f"{100 * held / repetitions:.1f} % (R = {repetitions}, Monte-Carlo error "
        f"{_monte_carlo_error(repetitions):.2f} points)\n"
    )
    assert 0.925 <= held / repetitions <= 0.965
