"""Variance components of items, raters and residual."""

from __future__ import annotations

import math

import numpy as np
import pytest

from judgekit.agreement import icc_components
from judgekit.agreement.variance_components import NOT_SEPARATE, variance_components

# Shrout and Fleiss (1979), table 2: six targets rated by the same four judges.
SHROUT_FLEISS = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
]


def test_without_gaps_they_are_the_mean_squares_differences() -> None:
    """Mean squares of Shrout and Fleiss: BMS 11.24, JMS 32.49, EMS 1.02.

    From their table: BMS = 56.2083 / 5, JMS = 97.4583 / 3, EMS = 15.2917 / 15.
    item = (BMS - EMS) / 4, rater = (JMS - EMS) / 6, residual = EMS.
    """
    found = variance_components(SHROUT_FLEISS)
    bms, jms, ems = 56.208333333 / 5, 97.458333333 / 3, 15.291666667 / 15
    values = [found.item.value, found.rater.value, found.residual.value]
    assert values == pytest.approx([(bms - ems) / 4, (jms - ems) / 6, ems])
    total = (bms - ems) / 4 + (jms - ems) / 6 + ems
    assert found.rater_share.value == pytest.approx((jms - ems) / 6 / total)


def test_the_item_share_is_the_icc_of_rotating_raters() -> None:
    """On random tables with gaps and no variance below 0 it is `icc_components`, on the same n."""
    rng = np.random.default_rng(5)
    n_compared = 0
    for _ in range(40):
        table = rng.normal(size=(25, 4)) + rng.normal(size=(25, 1))
        table[rng.random(table.shape) < 0.4] = np.nan
        found = variance_components(table)
        if min(one.value or 0.0 for one in (found.item, found.rater, found.residual)) < 0:
            continue
        n_compared += 1
        share = found.item_share
        assert share.value == pytest.approx(icc_components(table).value, abs=1e-9)
        assert share.n == icc_components(table).n
    assert n_compared > 5


def test_the_shares_add_up_to_one() -> None:
    """Item, rater and residual share the variance, whatever the gaps, and none is below 0."""
    rng = np.random.default_rng(6)
    for spread in (0.0, 0.3, 1.0):
        table = rng.normal(size=(25, 4)) + spread * rng.normal(size=(25, 1))
        table[rng.random(table.shape) < 0.4] = np.nan
        found = variance_components(table)
        shares = [one.value for one in (found.item_share, found.rater_share, found.residual_share)]
        assert sum(one or 0.0 for one in shares) == pytest.approx(1)
        assert all(one is not None and 0 <= one <= 1 for one in shares)


def test_a_variance_below_0_stays_and_counts_as_0_in_the_shares() -> None:
    """Raters 1 3 and 3 1: no spread of items or raters' means, EMS 4: (0 - 4) / 2 = -2 for both.

    The residual is then all there is; the uncut share -2 / (-2 - 2 + 4) would be undefined.
    """
    found = variance_components([[1, 3], [3, 1]])
    assert [found.item.value, found.rater.value, found.residual.value] == [-2.0, -2.0, 4.0]
    shares = [one.value for one in (found.item_share, found.rater_share, found.residual_share)]
    assert shares == [0.0, 0.0, 1.0]
    assert icc_components([[1, 3], [3, 1]]).value is None


def test_severity_has_no_interval_and_shares_stay_within_their_range() -> None:
    """Three raters who differ little: their variance has a reason; ends of shares lie in 0 to 1."""
    rng = np.random.default_rng(8)
    table = rng.normal(size=(30, 1)) * 0.2 + rng.normal(size=(30, 3))
    found = variance_components(table, n_boot=200)
    for one in (found.rater, found.rater_share):
        assert (one.low, one.high) == (None, None)
        assert one.interval_reason == (
            "it stands on 3 raters, held fixed: cases drawn anew tell nothing of other raters"
        )
    for one in (found.item_share, found.residual_share):
        assert one.low is not None
        assert one.high is not None
        assert 0 <= one.low < one.high <= 1
    assert found.item.low is not None
    assert found.residual.low is not None


@pytest.mark.slow
def test_with_gaps_they_are_free_of_bias() -> None:
    """Variances 2, 0.5 and 1 with raters rotating: the mean over 3,000 tables is near them.

    Monte-Carlo error of each mean is under 0.02; the tolerance is four of them.
    """
    rng = np.random.default_rng(7)
    sums = np.zeros(3)
    n_repeats = 3000
    for _ in range(n_repeats):
        table = (
            math.sqrt(2) * rng.normal(size=(20, 1))
            + math.sqrt(0.5) * rng.normal(size=(1, 6))
            + rng.normal(size=(20, 6))
        )
        table[rng.random(table.shape) < 0.5] = np.nan
        found = variance_components(table)
        parts = (found.item, found.rater, found.residual)
        sums += [one.value or 0.0 for one in parts]
    assert sums / n_repeats == pytest.approx([2, 0.5, 1], abs=0.08)


@pytest.mark.parametrize(
    "ratings", [[[1, 1], [1, 1]], [[1], [2]], [[1, None], [None, 2]], [[1, 2, 3]]]
)
def test_a_design_that_does_not_separate_them_has_no_values(
    ratings: list[list[float | None]],
) -> None:
    """All alike, one rater, no shared item, or one item: six times no value, with the reason."""
    found = variance_components(ratings)
    for name in type(found).model_fields:
        assert getattr(found, name).reason == NOT_SEPARATE


def test_intervals_are_over_cases() -> None:
    """Nine cases give none; twelve give one, and items of one case are drawn together."""
    rng = np.random.default_rng(8)
    table = rng.normal(size=(24, 3)) + rng.normal(size=(24, 1))
    few = variance_components(table, clusters=[k % 9 for k in range(24)], n_boot=200)
    more = variance_components(table, clusters=[k // 2 for k in range(24)], n_boot=200)
    assert few.item.interval_reason == "too few cases for an interval"
    assert more.item.low is not None
    assert more.item.clusters == 12


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(("n_cases", "least"), [(20, 91.0), (40, 92.0)])
def test_intervals_hold_with_three_fixed_raters(n_cases: int, least: float, spread: float) -> None:
    """Cases of 3 items; items 0.89 (0.25 of it between cases), residual 0.36, raters fixed.

    The raters lie at -spread, 0 and +spread, of variance spread squared over n - 1 = 2 degrees:
    spread ** 2. Monte-Carlo error of a coverage of 95 % is 0.7 points over 1,000 tables; `least`
    leaves three of them below what 4,000 tables of another seed gave (docs/statistics.md).
    """
    rng = np.random.default_rng(31)
    total = 0.89 + spread**2 + 0.36
    truth = {
        "item": 0.89,
        "residual": 0.36,
        "item_share": 0.89 / total,
        "residual_share": 0.36 / total,
    }
    hits = dict.fromkeys(truth, 0)
    cases = np.repeat(np.arange(n_cases), 3)
    n_repeats = 1000
    for _ in range(n_repeats):
        item = 0.5 * rng.normal(size=n_cases)[cases] + 0.8 * rng.normal(size=3 * n_cases)
        noise = 0.6 * rng.normal(size=(3 * n_cases, 3))
        table = item[:, None] + spread * np.array([-1.0, 0.0, 1.0]) + noise
        found = variance_components(table, clusters=cases, n_boot=400)
        for name, value in truth.items():
            estimate = getattr(found, name)
            hits[name] += estimate.low <= value <= estimate.high
    for name, hit in hits.items():
        assert least <= 100 * hit / n_repeats <= 97.5, name
