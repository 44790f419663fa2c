"""Rogan-Gladen rates near 0 and 1: what is cut, and whether the interval still covers."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from judgekit.agreement.rogan_gladen import RATE_WAS_CUT, rogan_gladen
from judgekit.statistics.bootstrap import case_bootstrap

# 20 labelled passes of which the judge passes 16, 20 failures of which it passes 4: Se = Sp = 0.8.
LABELS: list[int | None] = [1] * 20 + [0] * 20 + [None] * 40
ON_LABELLED = [1] * 16 + [0] * 4 + [1] * 4 + [0] * 16
CASES = np.arange(80) % 20  # one labelled pass, one failure and two unlabelled items each


def _passed(n: int) -> list[int]:
    """Judge's answers, n of the 40 unlabelled ones being passes, spread over the cases."""
    order = np.random.default_rng(3).permutation(40)
    return ON_LABELLED + [int(one < n) for one in order]


@pytest.mark.parametrize(
    ("n", "value"),
    [
        (4, 0.0),  # (0.1 + 0.8 - 1) / 0.6 = -1/6
        (36, 1.0),  # (0.9 + 0.8 - 1) / 0.6 = 7/6
    ],
)
def test_a_cut_rate_of_shared_cases_has_no_interval(n: int, value: float) -> None:
    """The formula leaves 0 to 1: the value is the nearer end and the interval's absence says why.

    Too few labels and draws that were not asked for stay the reason where they are.
    """
    actual = rogan_gladen(LABELS, _passed(n), clusters=CASES).corrected
    assert (actual.value, actual.low, actual.high) == (value, None, None)
    assert actual.interval_reason == RATE_WAS_CUT
    assert actual.method is None
    assert (actual.n, actual.clusters) == (80, 20)
    unasked = rogan_gladen(LABELS, _passed(n), clusters=CASES, n_boot=0).corrected
    assert (unasked.value, unasked.interval_reason) == (value, "no interval was asked for")
    few = [None if 9 <= i < 20 else one for i, one in enumerate(LABELS)]  # 9 passes
    judge = [0 if 9 <= i < 20 else one for i, one in enumerate(_passed(n))]
    assert str(rogan_gladen(few, judge, clusters=CASES).corrected.interval_reason).startswith(
        "too few labels: 9 passes"
    )


@pytest.mark.parametrize(("n", "value"), [(8, 0.0), (32, 1.0)])
def test_a_rate_of_exactly_0_or_1_was_not_cut(n: int, value: float) -> None:
    """(0.2 + 0.8 - 1) / 0.6 = 0 and (0.8 + 0.8 - 1) / 0.6 = 1: an interval that ends there."""
    actual = rogan_gladen(LABELS, _passed(n), clusters=CASES).corrected
    assert actual.value == value
    assert value in (actual.low, actual.high)
    assert actual.interval_reason is None


def test_only_the_ends_are_cut() -> None:
    """At a rate of 0, half of the draws below it: the upper end is that of the uncut draws.

    The formula is written once more here: (passed / 40 + Sp - 1) / (Se + Sp - 1).
    """
    judge = _passed(8)
    label = np.array([np.nan if one is None else one for one in LABELS])
    passed, failed, rest = label == 1, label == 0, np.isnan(label)
    own = np.array(judge) == 1
    sums = np.column_stack([passed, failed, rest, passed & own, failed & ~own, rest & own]).astype(
        float
    )

    def formula(totals: np.ndarray) -> np.ndarray:
        sensitivity, specificity, passed = (totals[:, 3:] / totals[:, :3]).T
        return (passed + specificity - 1) / (sensitivity + specificity - 1)

    uncut = case_bootstrap(sums, formula, clusters=CASES)
    actual = rogan_gladen(LABELS, judge, clusters=CASES).corrected
    assert actual.value == 0.0
    assert uncut.low < 0.0 == actual.low
    assert actual.high == pytest.approx(uncut.high)


def test_a_cut_rate_of_independent_items_keeps_the_published_interval() -> None:
    """Lang and Reiczigel's interval needs no draws: it starts at the cut value and ends above."""
    actual = rogan_gladen(LABELS, _passed(4)).corrected
    assert (actual.value, actual.low) == (0.0, 0.0)
    assert "Lang and Reiczigel" in str(actual.method)
    # n + z^2 = 43.84, p = (4 + 1.92) / 43.84 = 0.1350, Se = Sp = 17/22 = 0.7727, rate =
    # (0.1350 - 0.2273) / 0.5455 = -0.1692; variances 0.1756 / 22 = 0.007983 of each share;
    # shift 7.683 * 0.007983 * (2 * -0.1692 - 1) = -0.0821; standard error sqrt(0.002664 +
    # 0.007983 * (0.0286 + 1.3670)) / 0.5455 = 0.2154; -0.1692 - 0.0821 + 1.96 * 0.2154.
    assert actual.high == pytest.approx(0.1709, abs=5e-4)


def _shared_cases(
    rng: np.random.Generator, rate: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return labels, judge and cases: 50 cases of 3, 32 labelled; correlation within a case 0.1."""
    chance = rng.beta(9 * rate, 9 * (1 - rate), 50)
    truth = rng.random((50, 3)) < chance[:, None]
    judge = rng.random((50, 3)) < np.where(truth, 0.67, 0.08)
    labels = np.where(np.arange(50)[:, None] < 32, truth, np.nan)
    return labels.ravel(), judge.ravel().astype(float), np.repeat(np.arange(50), 3)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.12, 0.2])
def test_coverage_of_shared_cases_where_it_is_given(rate: float) -> None:
    """Sensitivity 0.67, specificity 0.92: the intervals that are given cover 93 % or more.

    R = 2,000 samples, of which those with an interval count; Monte-Carlo error 0.6 points.
    """
    rng = np.random.default_rng(4)
    held, given, cut = 0, 0, 0
    for _ in range(2000):
        labels, judge, cases = _shared_cases(rng, rate)
        found = rogan_gladen(labels, judge, clusters=cases, n_boot=1000).corrected
        cut += found.interval_reason == RATE_WAS_CUT
        if found.low is not None:
            given += 1
            held += found.low <= rate <= found.high
    sys.stdout.write(f"rate={rate}: coverage {held / given:.4f}, given {given}, cut {cut}\n")
    assert given >= 1000
    assert held / given >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "n_unlabelled"), [(0.05, 54), (0.12, 54), (0.12, 500)])
def test_lang_reiczigel_coverage_with_cut_values(rate: float, n_unlabelled: int) -> None:
    """Independent items, cut values and others together: 93 % or more, so its interval stays.

    96 labels, 12 % of them passes, sensitivity 0.9, specificity 0.75; R = 4,000.
    """
    rng = np.random.default_rng(5)
    held, given = 0, 0
    for _ in range(4000):
        chance = np.where(np.arange(96 + n_unlabelled) < 96, 0.12, rate)
        truth = rng.random(chance.size) < chance
        judge = (rng.random(chance.size) < np.where(truth, 0.9, 0.25)).astype(float)
        labels = np.where(np.arange(chance.size) < 96, truth, np.nan)
        found = rogan_gladen(labels, judge).corrected
        if found.low is not None:
            given += 1
            held += found.low <= rate <= found.high
    sys.stdout.write(f"LR rate={rate} n={n_unlabelled}: coverage {held / given:.4f} of {given}\n")
    assert given >= 1000
    assert held / given >= 0.93
