"""Corrected means: prediction-powered inference and Rogan-Gladen."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np
import pytest
from agreement_cases import CASES
from scipy import stats

from judgekit.agreement.prediction_powered import ppi_mean, ppi_mean_difference
from judgekit.agreement.rogan_gladen import corrected_rate, lang_reiczigel_interval, rogan_gladen
from judgekit.records.estimate import NO_VARIATION, TOO_FEW_CASES
from judgekit.statistics.intervals import mean_estimate

CASE = CASES["ppi_rogan_gladen_binary"]
CLINICIAN, JUDGED = CASE["data"]["clinician"], CASE["data"]["judge_on_labelled"]
LABELS = CLINICIAN + [None] * 200
JUDGE = JUDGED + [1] * 130 + [0] * 70
EXPECTED = CASE["expected"]


def test_point_estimates_equal_ppi_python() -> None:
    """Fixed and tuned weight, and the labels alone, as ppi-python and the closed form give."""
    full, tuned = ppi_mean(LABELS, JUDGE, weight=1), ppi_mean(LABELS, JUDGE)
    assert full.corrected.value == pytest.approx(EXPECTED["ppi_lam1"]["estimate"], abs=1e-9)
    assert tuned.corrected.value == pytest.approx(EXPECTED["ppi_pp_tuned"]["estimate"], abs=1e-9)
    assert tuned.weight == pytest.approx(EXPECTED["lambda_tuned"], abs=1e-9)
    assert tuned.labelled_only.value == EXPECTED["classical_mean"]
    assert (tuned.n_labelled, tuned.n_unlabelled, tuned.rarer_cases) == (20, 200, 8)
    assert tuned.judge_bias.value == pytest.approx(0.1)  # 14 of 20 passed where 12 should


def test_too_few_failures_have_no_interval() -> None:
    """Eight failures among the labels: the point stands without an interval and says why."""
    actual = ppi_mean(LABELS, JUDGE).corrected
    assert (actual.low, actual.high) == (None, None)
    assert str(actual.interval_reason).startswith("too few failures labelled: 8 cases")


def test_interval_in_closed_form() -> None:
    """Independent items, w = 1: variance n/(n-1) (mean square of y - f / n + of f / N), t(n-1).

    ppi-python uses n for n - 1 and the normal quantile, hence narrower: with its choices the
    published interval of the 20 labels comes back, which checks the formula itself.
    """
    y, f = np.array(CLINICIAN, dtype=float), np.array(JUDGED, dtype=float)
    spread = (y - f).var() / 20 + np.var([1] * 130 + [0] * 70) / 200
    z = stats.norm.ppf(0.975) * math.sqrt(spread)
    assert (0.55 - z, 0.55 + z) == pytest.approx(EXPECTED["ppi_lam1"]["ci95"], abs=1e-8)

    labels = CLINICIAN * 2 + [None] * 200  # 40 labels, 16 of the rarer class
    judge = JUDGED * 2 + [1] * 130 + [0] * 70
    actual = ppi_mean(labels, judge, weight=1).corrected
    spread = (y - f).var() / 40 + np.var([1] * 130 + [0] * 70) / 200
    half = stats.t.ppf(0.975, 39) * math.sqrt(40 / 39 * spread)
    assert (actual.low, actual.high) == pytest.approx((0.55 - half, 0.55 + half), abs=1e-10)


def test_a_case_moves_as_one() -> None:
    """Ten copies of each item in one case add no information: the interval stays as wide."""
    labels, judge = CLINICIAN * 2 + [None] * 200, JUDGED * 2 + [1] * 130 + [0] * 70
    single = ppi_mean(labels, judge, weight=1).corrected
    tenfold = ppi_mean(
        np.repeat(np.array(labels, dtype=float), 10),
        np.repeat(judge, 10),
        weight=1,
        clusters=np.repeat(np.arange(240), 10),
    ).corrected
    assert (tenfold.low, tenfold.high) == pytest.approx((single.low, single.high), abs=1e-10)
    assert tenfold.clusters == 40


def test_difference_of_two_systems() -> None:
    """It is the corrected mean of item-wise differences, and what both share cancels.

    The judge's differences are then the true ones, and with w = 1 the value is their mean over
    the unlabelled items: labels and scores of the labelled items cancel.
    """
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 6, (300, 2)).astype(float)
    shared = rng.normal(size=(300, 1))
    judge = truth + 1.0 + shared  # the judge errs alike on both systems
    labels = np.where(np.arange(300)[:, None] < 60, truth, np.nan)
    actual = ppi_mean_difference(tuple(labels.T), tuple(judge.T), weight=1)
    assert actual.corrected.value == pytest.approx((truth[60:, 0] - truth[60:, 1]).mean())
    assert actual.n_labelled == 60


def test_edges_say_why() -> None:
    """No labels, nothing unlabelled, few cases, a constant judge, failed judge calls."""
    assert ppi_mean([None, None], [1, 0]).corrected.reason == "no item is labelled"
    full = ppi_mean([1, 0], [1, 1])
    assert "every item is labelled" in str(full.corrected.reason)
    assert full.labelled_only.value == 0.5
    few = ppi_mean([1, 0] * 4 + [None] * 9, [1, 0] * 4 + [1] * 9)
    assert few.corrected.interval_reason == TOO_FEW_CASES
    constant = ppi_mean([1, 0] * 20 + [None] * 10, [1] * 50)
    assert constant.weight == 0.0
    assert constant.corrected.value == 0.5
    failed = ppi_mean([1, 0, None, None, 1], [1, 0, 1, None, None])
    assert (failed.n_without_judge, failed.n_labelled, failed.n_unlabelled) == (2, 2, 1)
    perfect = ppi_mean([1, 0] * 20 + [None] * 10, [1, 0] * 20 + [1] * 10, weight=1).corrected
    assert perfect.interval_reason == "no variation between cases"
    with pytest.raises(ValueError, match="weight must lie within 0 to 1, got 2"):
        ppi_mean([1], [1], weight=2)


def test_rogan_gladen_equals_the_closed_form() -> None:
    """The corrected rate of both reference cases."""
    schematic = CASES["rogan_gladen_schematic"]
    data = schematic["data"]
    rate = corrected_rate(
        data["judge_pass_rate"], sensitivity=data["sensitivity"], specificity=data["specificity"]
    )
    assert rate == pytest.approx(schematic["expected"]["estimate"], abs=1e-9)
    expected = EXPECTED["rogan_gladen"]
    actual = rogan_gladen(LABELS, JUDGE)
    assert actual.sensitivity == pytest.approx(expected["sensitivity"], abs=1e-9)
    assert actual.specificity == expected["specificity"]
    assert actual.corrected.value == pytest.approx(expected["estimate"], abs=1e-9)
    assert str(actual.corrected.interval_reason).startswith("too few labels: 12 passes and 8")


def test_lang_reiczigel_by_the_authors_formula() -> None:
    """Adjusted counts and shift as in the authors' R script; its variances divide by n + 2.

    The reference file divides by n in the shift; with that one change its figures come back, which
    leaves no other difference.
    """
    z2 = 1.959963984540054**2
    p, se, sp = (130 + z2 / 2) / (200 + z2), 12 / 14, 6 / 10
    youden = se + sp - 1
    rate = (p + sp - 1) / youden
    half = (
        math.sqrt(
            z2
            * (
                p * (1 - p) / (200 + z2)
                + rate**2 * se * (1 - se) / 14
                + (1 - rate) ** 2 * sp * (1 - sp) / 10
            )
        )
        / youden
    )

    def shift(n_se: int, n_sp: int) -> float:
        return 2 * z2 * (rate * se * (1 - se) / n_se - (1 - rate) * sp * (1 - sp) / n_sp)

    actual = lang_reiczigel_interval(130, 200, sensitivity=(11, 12), specificity=(5, 8))
    centre = rate + shift(14, 10)
    assert actual == pytest.approx((centre - half, centre + half), abs=1e-12)
    other = rate + shift(12, 8)
    expected = EXPECTED["rogan_gladen"]["lang_reiczigel_ci95"]
    assert (other - half, other + half) == pytest.approx(expected, abs=1e-8)


def _judged(n_labelled: int, n: int) -> tuple[list[int | None], list[int]]:
    """Half of n items pass; the judge errs on every tenth pass and every fifth failure."""
    truth = [i % 2 for i in range(n)]
    judge = [t if (i // 2) % (10 if t else 5) else 1 - t for i, t in enumerate(truth)]
    return [t if i < n_labelled else None for i, t in enumerate(truth)], judge


def test_rogan_gladen_intervals() -> None:
    """Independent items have Lang and Reiczigel's interval, cases the bootstrap; both hold 0.5."""
    labels, judge = _judged(100, 400)
    single = rogan_gladen(labels, judge).corrected
    assert single.value == pytest.approx(0.5)
    assert "Lang and Reiczigel" in str(single.method)
    assert single.low < 0.5 < single.high
    assert rogan_gladen(labels, judge, n_boot=0).corrected.low is None
    cases = rogan_gladen(labels, judge, clusters=np.arange(400) // 10).corrected
    assert cases.value == single.value
    assert "bootstrap of 40 cases" in str(cases.method)


@pytest.mark.parametrize(
    ("labels", "judge", "words"),
    [
        ([1, 1, None], [1, 0, 1], "one class only"),
        ([1, 0], [1, 0], "every item is labelled"),
        ([1, 0] * 20 + [None], [1, 1] * 20 + [1], "too near to guessing"),
        ([None], [None], "no item has the judge's rating"),
    ],
)
def test_rogan_gladen_is_refused(
    labels: list[int | None], judge: list[int | None], words: str
) -> None:
    """One class, nothing to correct, or a judge without information: no value, with the reason."""
    actual = rogan_gladen(labels, judge).corrected
    assert actual.value is None
    assert words in str(actual.reason)
    assert corrected_rate(0.5, sensitivity=0.5, specificity=0.6) is None
    assert corrected_rate(0.0, sensitivity=0.9, specificity=0.9) == 0.0


def _coverage(
    corrected: Callable[[list[float], list[float]], tuple[float, float] | None],
    *,
    theta: float,
    n: int,
    repetitions: int,
) -> tuple[float, float]:
    """Return coverage where an interval is given, and the share of samples that have one."""
    rng = np.random.default_rng(17)
    held, given = 0, 0
    for _ in range(repetitions):
        truth = (rng.random(n + 1000) < theta).astype(float)
        judge = np.where(rng.random(n + 1000) < np.where(truth == 1, 0.9, 0.25), 1.0, 0.0)
        truth[n:] = np.nan
        ends = corrected(truth, judge)
        if ends is not None:
            given += 1
            held += ends[0] <= theta <= ends[1]
    return (held / given if given else math.nan), given / repetitions


@pytest.mark.slow
@pytest.mark.parametrize("weight", [None, 1.0])
@pytest.mark.parametrize(("theta", "n"), [(0.7, 50), (0.7, 100), (0.9, 100), (0.95, 200)])
def test_ppi_coverage_where_it_is_given(theta: float, n: int, weight: float | None) -> None:
    """With >= 10 failures expected among the labels, PPI covers 93 % or more, tuned or not.

    Sensitivity 0.9, specificity 0.75, 1,000 unlabelled items, independent; R = 4,000, Monte-Carlo
    error 0.35 points.
    """

    def ends(labels: list[float], judge: list[float]) -> tuple[float, float] | None:
        found = ppi_mean(labels, judge, weight=weight).corrected
        return None if found.low is None else (found.low, found.high)

    coverage, share = _coverage(ends, theta=theta, n=n, repetitions=4000)
    sys.stdout.write(
        f"PPI theta={theta} n={n} weight={weight}: coverage {coverage:.4f}, given {share:.3f}\n"
    )
    assert coverage >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize(("theta", "n"), [(0.95, 20), (0.95, 50)])
def test_ppi_is_refused_where_it_fails(theta: float, n: int) -> None:
    """With 1 or 2.5 failures expected among the labels no interval is given, save by rare luck."""

    def ends(labels: list[float], judge: list[float]) -> tuple[float, float] | None:
        found = ppi_mean(labels, judge).corrected
        return None if found.low is None else (found.low, found.high)

    _, share = _coverage(ends, theta=theta, n=n, repetitions=1000)
    assert share < 0.01


def test_bounds_are_for_the_means_alone() -> None:
    """Labels' and judge's own means end as means on the scale do; all else is as without bounds.

    Grades 1 to 5 that are 1 alone are no shares of ones: nothing varies, so there is no interval,
    where a share would have one from 0.8 to 1, below the scale.
    """
    labels, judge = [5.0, 5, 4, 5, 5, 5, 3, 5, 5, 5, 5, 4] * 2, [5.0, 4, 5, 5, 5, 5] * 6
    given = [*labels, *[None] * 12]
    plain, bounded = ppi_mean(given, judge), ppi_mean(given, judge, bounds=(1, 5))
    own, judged = np.array(labels), np.array(judge)
    assert bounded.labelled_only == mean_estimate(own, np.arange(24), bounds=(1, 5))
    assert bounded.judge_only == mean_estimate(judged, np.arange(36), bounds=(1, 5))
    assert bounded.corrected == plain.corrected
    assert bounded.judge_bias == plain.judge_bias
    lowest = ppi_mean([1] * 20, [1] * 20, bounds=(1, 5)).labelled_only
    assert (lowest.value, lowest.interval_reason) == (1.0, NO_VARIATION)
    share = ppi_mean([1] * 20, [1] * 20, bounds=(0, 1)).labelled_only
    assert share == ppi_mean([1] * 20, [1] * 20).labelled_only
    chances = [*[0.5] * 12, *[0.25] * 12, *[0.5] * 12]
    heavy = [
        ppi_mean(given, judge, probabilities=chances, bounds=bounds).labelled_only
        for bounds in (None, (1.0, 5.0))
    ]
    assert heavy[0] == heavy[1]
    with pytest.raises(ValueError, match=r"within 0 to 4, got 5\.0"):
        ppi_mean(given, judge, bounds=(0, 4))
