"""Means and proportions with their intervals."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from judgekit.records.estimate import MIN_CLUSTERS, NO_VARIATION, TOO_FEW_CASES, Estimate
from judgekit.statistics.intervals import mean_estimate, proportion_estimate, wilson_interval

CASES = json.loads((Path(__file__).parents[1] / "data" / "agreement-cases.json").read_text())
Z = 1.959963984540054  # 97.5 % point of the normal distribution, from tables


def test_independent_mean_is_the_student_interval() -> None:
    """Where every item is its own case, the interval is the textbook one-sample t interval."""
    values = np.random.default_rng(1).normal(3.0, 2.0, 25)
    expected = stats.t.interval(0.95, 24, loc=values.mean(), scale=stats.sem(values))
    actual = mean_estimate(values, None)
    assert (actual.low, actual.high) == pytest.approx(expected, abs=1e-12)
    assert (actual.n, actual.clusters) == (25, 25)


def test_clustered_mean_by_hand() -> None:
    """SE^2 = G/(G-1) * sum of squared residual sums / n^2, with t(G-1).

    Ten cases of two: cases 0-8 hold (1, 1), case 9 holds (0, 0); n = 20, m = 0.9.
    Residual sums: nine times 0.2, once -1.8; squares sum to 0.36 + 3.24 = 3.6.
    SE^2 = 10/9 * 3.6 / 400 = 0.01; t(9) = 2.2621571627 from tables.
    """
    values = np.repeat([1.0] * 9 + [0.0], 2)
    actual = mean_estimate(values, np.repeat(np.arange(10), 2))
    assert actual.value == pytest.approx(0.9)
    assert actual.low == pytest.approx(0.9 - 2.2621571627 * 0.1, abs=1e-9)
    assert actual.high == pytest.approx(0.9 + 2.2621571627 * 0.1, abs=1e-9)


def test_unequal_cases_keep_the_item_mean() -> None:
    """The mean is over items, not over case means, whatever the case sizes."""
    clusters = np.repeat(np.arange(12), np.arange(1, 13))
    values = (clusters % 3).astype(float)
    assert mean_estimate(values, clusters).value == pytest.approx(values.mean())


@pytest.mark.parametrize("estimate", [mean_estimate, proportion_estimate])
def test_nothing_to_average_has_no_value(estimate: Callable[..., Estimate]) -> None:
    """No items means no value, with a reason, never 0 or NaN."""
    actual = estimate(np.array([]), None)
    assert actual.value is None
    assert actual.reason == "there are no items"
    assert (actual.n, actual.clusters) == (0, 0)


@pytest.mark.parametrize("estimate", [mean_estimate, proportion_estimate])
def test_nine_cases_have_a_point_and_no_interval(estimate: Callable[..., Estimate]) -> None:
    """Under ten cases, however many items, the value stands alone and says why."""
    values = np.tile([0.0, 1.0, 1.0], 30)
    actual = estimate(values, np.repeat(np.arange(MIN_CLUSTERS - 1), 10))
    assert actual.value == pytest.approx(2 / 3)
    assert (actual.low, actual.high, actual.interval_reason) == (None, None, TOO_FEW_CASES)
    assert actual.clusters == 9


@pytest.mark.parametrize("constant", [0.0, 0.1, -7.3e9, 1e-200])
def test_constant_values_have_no_interval(constant: float) -> None:
    """Equal values never give an interval of zero width, nor one made of rounding."""
    actual = mean_estimate(np.full(37, constant), None)
    assert actual.value == constant
    assert (actual.low, actual.interval_reason) == (None, NO_VARIATION)


def test_alike_cases_have_no_interval() -> None:
    """Cases that differ inside but not from each other give no interval of zero width."""
    actual = mean_estimate(np.tile([0.1, 0.7, 0.4], 20), np.repeat(np.arange(20), 3))
    assert actual.interval_reason == NO_VARIATION


@pytest.mark.parametrize("index", range(5))
def test_independent_proportion_is_wilson(index: int) -> None:
    """Without clusters the interval is Wilson's on n: the values that statsmodels gives."""
    case = next(c for c in CASES["cases"] if c["id"] == "wilson_sensitivity")
    caught, unsafe = case["data"][index]["caught"], case["data"][index]["unsafe"]
    values = np.r_[np.ones(caught), np.zeros(unsafe - caught)]
    for clusters in (None, np.arange(unsafe)):
        actual = proportion_estimate(values, clusters)
        assert (actual.low, actual.high) == pytest.approx(
            case["expected"][index], abs=case["tolerance"]
        )


def test_clustered_proportion_by_hand() -> None:
    """n_eff = n / deff * (z/t)^2 in Wilson's formula.

    The table of the clustered mean: p = 0.9, n = 20, G = 10, cluster variance 0.01.
    deff = 0.01 / (0.09 / 19) = 2.1111, n / deff = 9.473684 (each case is one item: 10 * 18/19).
    (z/t)^2 = (1.959963985 / 2.262157163)^2 = 0.75067, n_eff = 7.1116.
    """
    values = np.repeat([1.0] * 9 + [0.0], 2)
    actual = proportion_estimate(values, np.repeat(np.arange(10), 2))
    n_eff = 20 / (0.01 * 19 / 0.09) * (Z / 2.2621571627) ** 2
    centre = (0.9 + Z**2 / (2 * n_eff)) / (1 + Z**2 / n_eff)
    half = Z * math.sqrt(0.09 / n_eff + Z**2 / (4 * n_eff**2)) / (1 + Z**2 / n_eff)
    assert n_eff == pytest.approx(7.1116, abs=1e-4)
    assert (actual.low, actual.high) == pytest.approx((centre - half, centre + half), abs=1e-8)
    assert "on 7.1116" in str(actual.method)


def _with_failures(*failures: int) -> tuple[np.ndarray, np.ndarray]:
    """Twenty cases of twelve items, the first of which hold so many zeros."""
    failed = np.r_[failures, np.zeros(20 - len(failures))].astype(int)
    values = np.concatenate([np.r_[np.zeros(k), np.ones(12 - k)] for k in failed])
    return values, np.repeat(np.arange(20), 12)


def test_few_failing_cases_have_fewer_degrees() -> None:
    """T has 2 / (2/(G-1) + kappa/G) degrees of freedom, kappa from the residual sums of the cases.

    Failures 3, 2, 2, 2, 1, 1, 1, 1 in 8 of 20 cases: p = 1 - 13/240. Residual sums: 12 times 0.65,
    4 times -0.35, 3 times -1.35, once -2.35. Squares sum to 16.55, fourth powers to 42.664625:
    kappa = 20 * 42.664625 / 16.55^2 - 3 = 0.115319; degrees = 2 / (2/19 + 0.115319/20) = 18.0132.
    Variance = 20/19 * 16.55 / 240^2 = 3.024488e-4; deff = 3.024488e-4 * 239 / (p q) = 1.410917.
    """
    actual = proportion_estimate(*_with_failures(3, 2, 2, 2, 1, 1, 1, 1))
    p, deff = 1 - 13 / 240, 20 / 19 * 16.55 / 240**2 * 239 / (13 * 227 / 240**2)
    assert deff == pytest.approx(1.410917, abs=1e-5)
    n_eff = 240 / deff * (Z / stats.t.ppf(0.975, 18.0132)) ** 2
    centre = (p + Z**2 / (2 * n_eff)) / (1 + Z**2 / n_eff)
    half = Z * math.sqrt(p * (1 - p) / n_eff + Z**2 / (4 * n_eff**2)) / (1 + Z**2 / n_eff)
    assert (actual.low, actual.high) == pytest.approx((centre - half, centre + half), abs=1e-6)
    assert "18 degrees of freedom" in str(actual.method)


def test_fewer_degrees_leave_each_case_one_item() -> None:
    """However few the degrees, equal cases count once each, unless the variance says less.

    Failures 6, 1, 1, 1: residual sums 16 times 0.45, 3 times -0.55, once -5.55; squares sum to
    34.95, fourth powers to 949.724625; kappa = 20 * 949.724625 / 34.95^2 - 3 = 12.5501, which
    leaves 2.729 degrees, t about 3.37. 240 / deff = 240 / 4.2293 = 56.75, times (z/t)^2 about 19:
    under 20, and t(19) gives 49.8, so that the interval is Wilson's on 20.
    """
    actual = proportion_estimate(*_with_failures(6, 1, 1, 1))
    assert (actual.low, actual.high) == pytest.approx(wilson_interval(1 - 9 / 240, 20), abs=1e-12)
    assert "2.73 degrees of freedom" in str(actual.method)
    # One case all failed: 240 / deff = 20 * 19/20 * 240/239 = 19.08, t(19) alone takes it to 16.73.
    one = proportion_estimate(*_with_failures(12))
    n_eff = 19 * 240 / 239 * (Z / stats.t.ppf(0.975, 19)) ** 2
    assert (one.low, one.high) == pytest.approx(wilson_interval(0.95, n_eff), abs=1e-12)


def test_mean_with_bounds_is_a_share_of_the_range() -> None:
    """0/1 values with bounds 0 and 1 have the proportion's interval; other units only rescale it.

    Held where the design effect is above 1, since the mean's n_eff has no ceiling at n.
    """
    values, clusters = _with_failures(3, 2, 2, 2, 1, 1, 1, 1)
    share = proportion_estimate(values, clusters)
    same = mean_estimate(values, clusters, bounds=(0.0, 1.0))
    assert (same.value, same.low, same.high) == pytest.approx((share.value, share.low, share.high))
    points = mean_estimate(20 + 50 * values, clusters, bounds=(20.0, 70.0))
    assert (points.low, points.high) == pytest.approx((20 + 50 * share.low, 20 + 50 * share.high))
    assert "Wilson interval of the mean's place between 20 and 70" in str(points.method)


def test_mean_with_bounds_by_hand() -> None:
    """Twenty independent items on 0-4: sixteen 4, two 3, two 2 have mean 3.7, p = 0.925.

    Residuals 0.3, -0.7, -1.7: squares sum to 1.44 + 0.98 + 5.78 = 8.2, fourth powers to
    0.1296 + 0.4802 + 16.7042 = 17.314. SE^2 = 20/19 * 8.2 / 400 = 0.0215789, over 4^2 0.00134868.
    p (1 - p) / 0.00134868 * 20/19 = 54.1463 items. kappa = 20 * 17.314 / 8.2^2 - 3 = 2.14991,
    degrees = 2 / (2/19 + 2.14991/20) = 9.4004.
    """
    values = np.repeat([4.0, 3.0, 2.0], [16, 2, 2])
    actual = mean_estimate(values, None, bounds=(0.0, 4.0))
    n_eff = 54.1463 * (Z / stats.t.ppf(0.975, 9.4004)) ** 2
    low, high = wilson_interval(0.925, n_eff)
    assert n_eff > 20
    assert (actual.low, actual.high) == pytest.approx((4 * low, 4 * high), abs=1e-4)
    assert (actual.value, actual.high < 4) == (pytest.approx(3.7), True)


def test_mean_at_a_bound_has_no_interval() -> None:
    """Values all at one end do not vary, bounds or not."""
    actual = mean_estimate(np.full(20, 100.0), None, bounds=(0.0, 100.0))
    assert (actual.value, actual.low, actual.interval_reason) == (100.0, None, NO_VARIATION)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_all_alike_counts_each_case_once(share: float) -> None:
    """At p = 0 and p = 1 the effective n is G; the interval has width and ends at p.

    With n = G = 20: Wilson's inner end is z^2 / (G + z^2) = 3.8414588 / 23.8414588 = 0.1611252.
    """
    actual = proportion_estimate(np.full(240, share), np.repeat(np.arange(20), 12))
    far = Z**2 / (20 + Z**2)
    expected = (0.0, far) if share == 0.0 else (1 - far, 1.0)
    assert (actual.low, actual.high) == pytest.approx(expected, abs=1e-9)
    assert actual.value == share


def test_effective_n_is_never_above_n() -> None:
    """A design effect under 1 does not narrow the interval below Wilson's on n."""
    values = np.tile([0.0, 1.0], 30)  # every case holds one of each: no variance between cases
    clustered = proportion_estimate(values, np.repeat(np.arange(30), 2))
    assert (clustered.low, clustered.high) == wilson_interval(0.5, 60)


@given(
    st.lists(st.tuples(st.integers(0, 15), st.booleans()), min_size=1, max_size=80),
    st.randoms(use_true_random=False),
)
@settings(max_examples=40, deadline=None)
def test_proportion_laws(rows: list[tuple[int, bool]], random: Random) -> None:
    """Ends within 0-1 around the value; order of items and names of cases change nothing."""
    values = np.array([float(met) for _, met in rows])
    clusters = np.array([case for case, _ in rows])
    actual = proportion_estimate(values, clusters)
    order = list(range(len(rows)))
    random.shuffle(order)
    again = proportion_estimate(values[order], 1000 - 7 * clusters[order])
    assert again.value == pytest.approx(actual.value)
    flipped = proportion_estimate(1 - values, clusters)
    if actual.low is not None:
        assert actual.high is not None
        assert 0.0 <= actual.low <= actual.value <= actual.high <= 1.0
        assert (again.low, again.high) == pytest.approx((actual.low, actual.high), abs=1e-9)
        assert (flipped.high, flipped.low) == pytest.approx(
            (1 - actual.low, 1 - actual.high), abs=1e-9
        )


@given(
    st.lists(
        st.tuples(st.integers(0, 15), st.floats(-1e6, 1e6, allow_nan=False)),
        min_size=1,
        max_size=80,
    )
)
@settings(max_examples=40, deadline=None)
def test_mean_laws(rows: list[tuple[int, float]]) -> None:
    """Shifting and scaling the values shifts and scales mean and interval."""
    values = np.array([value for _, value in rows])
    clusters = np.array([case for case, _ in rows])
    actual = mean_estimate(values, clusters)
    moved = mean_estimate(4.0 * values + 3.0, clusters)
    assert moved.value == pytest.approx(4.0 * actual.value + 3.0, abs=1e-6)
    if actual.low is not None and moved.low is not None:
        assert moved.low == pytest.approx(4.0 * actual.low + 3.0, rel=1e-6, abs=1e-4)


@given(st.lists(st.tuples(st.integers(0, 15), st.floats(-3, 7)), min_size=1, max_size=80))
@settings(max_examples=60, deadline=None)
def test_mean_with_bounds_laws(rows: list[tuple[int, float]]) -> None:
    """The interval lies within the bounds, around the mean, and turns round with the scale."""
    values = np.array([value for _, value in rows])
    clusters = np.array([case for case, _ in rows])
    actual = mean_estimate(values, clusters, bounds=(-3.0, 7.0))
    turned = mean_estimate(-values, clusters, bounds=(-7.0, 3.0))
    assert actual.value == pytest.approx(mean_estimate(values, clusters).value)
    if actual.low is not None and turned.low is not None:
        assert -3.0 <= actual.low <= actual.value <= actual.high <= 7.0
        assert (-turned.high, -turned.low) == pytest.approx((actual.low, actual.high), abs=1e-6)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mean_estimate(np.ones(2), None, bounds=(1.0, 1.0)), "low < high"),
        (lambda: mean_estimate(np.ones(2), None, bounds=(0.0, np.inf)), "finite ends"),
        (lambda: mean_estimate(np.array([1.0, 5.0]), None, bounds=(0.0, 4.0)), "got 5.0"),
        (lambda: mean_estimate(np.array([1.0, np.nan]), None), "must be finite, got nan"),
        (lambda: mean_estimate(np.ones((2, 2)), None), "one-dimensional"),
        (lambda: mean_estimate(np.ones(3), np.array([1, 2])), "one case per item"),
        (lambda: mean_estimate(np.ones(2), np.array([1.5, 2.5])), "integer codes"),
        (lambda: proportion_estimate(np.array([1.0, 0.5]), None), "must be 0 or 1, got 0.5"),
        (lambda: wilson_interval(1.2, 10), "0 <= proportion <= 1"),
        (lambda: wilson_interval(0.5, 0), "n > 0"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    """Numbers that cannot be what they are called are refused with the rule and the value."""
    with pytest.raises(ValueError, match=words):
        call()


def test_a_mean_of_equal_values_is_within_its_bounds() -> None:
    """(0.7 + 0.7 + 0.7) / 3 is below 0.7 by rounding, and no value off the scale; 0.69 is one."""
    values = np.array([(0.7 + 0.7 + 0.7) / 3] * 6 + [1.0] * 6)
    found = mean_estimate(values, None, bounds=(0.7, 1.0))
    assert found.low is not None
    assert 0.7 <= found.low < found.high <= 1.0
    with pytest.raises(ValueError, match="bounds"):
        mean_estimate(np.array([0.69] + [1.0] * 11), None, bounds=(0.7, 1.0))
