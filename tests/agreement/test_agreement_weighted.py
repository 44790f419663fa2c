"""Shares of items that were sampled with unequal probabilities."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.classification import panel_flags, sensitivity, specificity
from judgekit.agreement.weighted import weighted_proportion
from judgekit.records.estimate import TOO_FEW_CASES
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED
from judgekit.statistics.intervals import proportion_estimate

SCALE = (0, 1)


def test_by_hand() -> None:
    """Two flagged items of weight 1 and two others of weight 4: (1 + 4) / 10."""
    actual = weighted_proportion([1, 0, 1, 0], [1, 1, 4, 4])
    assert actual.value == 0.5
    assert weighted_proportion([1, 0, 1, None], [1, 1, 4, 4]).value == pytest.approx(5 / 6)
    assert actual.interval_reason == NO_INTERVAL_ASKED
    assert weighted_proportion([1, 0, 1, 0], [1, 1, 4, 4], n_boot=1).interval_reason == (
        TOO_FEW_CASES
    )


def test_equal_weights_are_no_weights() -> None:
    """Any one weight for all, clustered or not, gives the plain proportion and its interval."""
    values = (np.random.default_rng(0).random(60) < 0.8).astype(float)
    for clusters in (None, np.arange(60) // 3):
        expected = proportion_estimate(values, clusters)
        for weights in (None, np.full(60, 7.5)):
            actual = weighted_proportion(values, weights, clusters=clusters, n_boot=1)
            assert actual == expected


def test_weights_act_as_copies() -> None:
    """Whole weights give the share that as many copies give, and almost its interval by case.

    Copies of an item in its case add nothing: with cases declared, the linearised variance is the
    same; the factor n / (n - 1) and the limit at n differ.
    """
    rng = np.random.default_rng(1)
    values = (rng.random(200) < 0.5).astype(float)
    weights = rng.integers(1, 5, 200)
    clusters = np.arange(200) // 4
    actual = weighted_proportion(values, weights, clusters=clusters, n_boot=1)
    copied = proportion_estimate(np.repeat(values, weights), np.repeat(clusters, weights))
    assert actual.value == pytest.approx(copied.value, abs=1e-12)
    assert (actual.low, actual.high) == pytest.approx((copied.low, copied.high), abs=0.002)
    scaled = weighted_proportion(values, 100.0 * weights, clusters=clusters, n_boot=1)
    assert (scaled.low, scaled.high) == pytest.approx((actual.low, actual.high), abs=1e-12)


def test_all_alike() -> None:
    """All ones: Wilson on the cases that the weights are worth, (sum W)^2 / sum W^2."""
    weights = np.repeat([1.0, 3.0], 20)
    actual = weighted_proportion(np.ones(40), weights, n_boot=1)
    worth = 80**2 / (20 + 180)
    z2 = 1.959963984540054**2
    assert (actual.value, actual.high) == (1.0, 1.0)
    assert actual.low == pytest.approx(worth / (worth + z2), abs=1e-12)
    heavy = weighted_proportion(np.ones(40), [1000.0] * 4 + [1.0] * 36, n_boot=1)
    assert heavy.low is None
    # Five of weight 1000, one of them added, and 36 of 1: (5e6 + 36)^2 / (5e12 + 36) = 5.0.
    assert "that 5.0 cases carry it" in str(heavy.interval_reason)


def test_sensitivity_is_weighted_within_its_class() -> None:
    """Caught weight over unsafe weight; without weights, or one weight, nothing changes."""
    judge = [1, 0, 1, 0, 0, 1]
    truth = [1, 1, 1, 0, 0, 0]
    weights = [1, 4, 1, 4, 1, 1]
    options = {"category": 1, "categories": SCALE}
    assert sensitivity(judge, truth, weights=weights, **options).value == pytest.approx(2 / 6)
    assert specificity(judge, truth, weights=weights, **options).value == pytest.approx(5 / 6)
    many = (judge * 10, truth * 10)
    assert sensitivity(*many, n_boot=1, **options) == sensitivity(
        *many, weights=[2.0] * 60, n_boot=1, **options
    )


def test_all_three_readings_of_unsafe() -> None:
    """Any, majority and adjudicated are three references for the same judge."""
    panel = [[1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 1, 1]]
    judge, adjudicated = [0, 1, 0, 1], [0, 0, 0, 1]
    options = {"category": 1, "categories": SCALE}
    found = [
        sensitivity(judge, panel_flags(panel, rule=rule, **options), **options).value
        for rule in ("any", "majority")
    ]
    found.append(sensitivity(judge, adjudicated, **options).value)
    assert found == [pytest.approx(2 / 3), 1.0, 1.0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: weighted_proportion([1], [0]), "item 0: a weight must be finite and > 0"),
        (lambda: weighted_proportion([1, 0], [1]), "one number per item"),
        (lambda: weighted_proportion([0.5, 1], [1, 2]), "must be 0 or 1"),
        (lambda: weighted_proportion([1, 0], [1, 2], n_boot=-1), "n_boot must be >= 0"),
        (
            lambda: sensitivity([1], [1], category=1, categories=SCALE, weights=[np.nan]),
            "sensitivity: item 0",
        ),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    """A weight that is none, or a value that is no flag, is refused by name."""
    with pytest.raises(ValueError, match=words):
        call()
    assert weighted_proportion([], []).value is None
    assert weighted_proportion([None], [1]).reason == "there are no items"


def _enriched(
    rng: np.random.Generator, n_cases: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Unsafe flags, judge and weights: 5 % unsafe, flagged items are drawn five times as often.

    An item is flagged with probability 0.6 if unsafe and 0.05 if not; the judge has sensitivity
    0.9 where flagged and 0.5 elsewhere, specificity 0.9.
    """
    chunks = []
    while sum(len(c) for c in chunks) < n_cases:
        unsafe = rng.random(4 * n_cases) < 0.05
        flagged = rng.random(unsafe.size) < np.where(unsafe, 0.6, 0.05)
        caught = rng.random(unsafe.size) < np.where(flagged, 0.9, 0.5)
        judge = np.where(unsafe, caught, rng.random(unsafe.size) < 0.1)
        probability = np.where(flagged, 1.0, 0.2)
        kept = rng.random(unsafe.size) < probability
        chunks.append(np.column_stack([unsafe, judge, 1 / probability])[kept])
    rows = np.concatenate(chunks)[:n_cases]
    return rows[:, 0], rows[:, 1], rows[:, 2]


def test_few_heavy_items_have_no_interval() -> None:
    """Where no heavy unsafe item was drawn, what such items are like is not known.

    35 caught or missed of weight 1, others of weight 5 elsewhere: (35 + 25)^2 / (35 + 625) = 5.5.
    """
    unsafe = [1] * 35 + [0] * 65
    judge = [1] * 30 + [0] * 70
    weights = [1.0] * 35 + [5.0] * 65
    options = {"category": 1, "categories": SCALE, "weights": weights, "n_boot": 1}
    actual = sensitivity(judge, unsafe, **options)
    assert (actual.value, actual.low) == (pytest.approx(30 / 35), None)
    assert "5.5 cases carry it" in str(actual.interval_reason)
    assert specificity(judge, unsafe, **options).low is not None


@pytest.mark.slow
@pytest.mark.parametrize("n_cases", [450, 900])
def test_coverage_of_enriched_samples(n_cases: int) -> None:
    """Weighted figures cover 93 % or more where an interval is given, unweighted ones never.

    True prevalence 0.05; true sensitivity 0.6 * 0.9 + 0.4 * 0.5 = 0.74. R = 4,000, 0.34 points.
    """
    rng = np.random.default_rng(5)
    held, given = np.zeros(3), np.zeros(3)
    for _ in range(4000):
        unsafe, judge, weights = _enriched(rng, n_cases)
        found = (
            weighted_proportion(unsafe, weights, n_boot=1),
            sensitivity(judge, unsafe, category=1, categories=SCALE, weights=weights, n_boot=1),
            weighted_proportion(unsafe, None, n_boot=1),
        )
        for place, (estimate, truth) in enumerate(zip(found, (0.05, 0.74, 0.05), strict=True)):
            if estimate.low is not None:
                given[place] += 1
                held[place] += estimate.low <= truth <= estimate.high
    prevalence, caught, raw = held / given
    sys.stdout.write(
        f"enriched 5x, n = {n_cases}: prevalence {prevalence:.4f}, sensitivity {caught:.4f} "
        f"(given {given[1] / 4000:.3f}), unweighted {raw:.4f}; Monte-Carlo error "
        f"{100 * math.sqrt(0.95 * 0.05 / 4000):.2f} points\n"
    )
    assert min(prevalence, caught) >= 0.93
    assert raw < 0.5
