"""Limits of agreement with several items a case."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.differences import bland_altman
from judgekit.agreement.icc import icc
from judgekit.agreement.repeated_differences import bland_altman_repeated
from judgekit.records.estimate import TOO_FEW_CASES
from judgekit.statistics.intervals import mean_estimate

FIGURES = ("bias", "sd_between", "sd_within", "sd", "lower", "upper")

# Cardiac output by radionuclide ventriculography and by impedance cardiography, 12 subjects:
# Bland and Altman (1999), Stat Methods Med Res 8:135-160, table 4; (2007) table 1.
CARDIAC = {
    1: ([7.83, 7.42, 7.89, 7.12, 7.88], [6.57, 5.62, 6.9, 6.57, 6.35]),
    2: ([6.16, 7.26, 6.71, 6.54], [4.06, 4.29, 4.26, 4.09]),
    3: ([4.75, 5.24, 4.86, 4.78, 6.05, 5.42], [4.71, 5.5, 5.08, 5.02, 6.01, 5.67]),
    4: ([4.21, 3.61, 3.72, 3.87, 3.92], [4.14, 4.2, 4.61, 4.68, 5.04]),
    5: ([3.13, 2.98, 2.85, 3.17, 3.09, 3.12], [3.03, 2.86, 2.77, 2.46, 2.32, 2.43]),
    6: ([5.92, 6.42, 5.92, 6.27], [5.9, 5.81, 5.7, 5.76]),
    7: ([7.13, 6.62, 6.58, 6.93], [5.09, 4.63, 4.61, 5.09]),
    8: ([4.54, 4.81, 5.11, 5.29, 5.39, 5.57], [4.72, 4.61, 4.36, 4.2, 4.36, 4.2]),
    9: ([4.48, 4.92, 3.97], [3.17, 3.12, 2.96]),
    10: ([4.22, 4.65, 4.74, 4.44, 4.5], [4.35, 4.62, 3.16, 3.53, 3.53]),
    11: ([6.78, 6.07, 6.52, 6.42, 6.41, 5.76], [7.2, 6.09, 7.0, 7.1, 7.4, 6.8]),
    12: ([5.06, 4.72, 4.9, 4.8, 4.9, 5.1], [4.5, 4.2, 3.8, 3.8, 4.2, 4.5]),
}
A, B = (np.concatenate([both[side] for both in CARDIAC.values()]) for side in (0, 1))
SUBJECTS = np.repeat(list(CARDIAC), [len(both[0]) for both in CARDIAC.values()])


def test_equals_the_paper() -> None:
    """Bland and Altman 2007, section 3: bias .6021667, sd .99062408, limits -1.3394565, 2.5437899.

    Within .170714026; between (4.2090856 - .170714026) / 4.9818182 by the printed mean squares.
    The paper takes 1.96 for 1.959964, and its mean squares are right to seven digits.
    """
    actual = bland_altman_repeated(A, B, clusters=SUBJECTS)
    assert actual.bias.value == pytest.approx(0.6021667, abs=5e-8)
    assert actual.sd_within.value**2 == pytest.approx(0.170714026, abs=5e-8)
    between = (4.2090856 - 0.170714026) / 4.9818182
    assert actual.sd_between.value**2 == pytest.approx(between, abs=2e-7)
    assert actual.sd.value == pytest.approx(0.99062408, abs=5e-8)
    limits = (actual.lower.value, actual.upper.value)
    assert limits == pytest.approx((-1.3394565, 2.5437899), abs=5e-5)
    assert not actual.is_between_cut
    assert (actual.sd.n, actual.sd.clusters) == (60, 12)
    # The same paper, subjects ignored: sd .9610571.
    assert bland_altman(A, B).sd.value == pytest.approx(0.9610571, abs=5e-8)


def _by_loops(
    difference: NDArray[np.float64], cases: NDArray[np.int64]
) -> tuple[float, float, bool]:
    """Between and within variance, case by case."""
    groups = [difference[cases == case] for case in np.unique(cases)]
    n, g = difference.size, len(groups)
    within = sum(((x - x.mean()) ** 2).sum() for x in groups) / (n - g)
    mean = difference.mean()
    of_means = sum(len(x) * (x.mean() - mean) ** 2 for x in groups) / (g - 1)
    size = (n - sum(len(x) ** 2 for x in groups) / n) / (g - 1)
    return max((of_means - within) / size, 0.0), within, of_means < within


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_equals_loops_over_cases(spread: float) -> None:
    """Unequal numbers of items and gaps; cut at 0 where cases differ less than items."""
    rng = np.random.default_rng(4)
    cases = np.repeat(np.arange(15), rng.integers(1, 7, 15))
    level = spread * rng.normal(size=15)[cases]
    b = rng.normal(size=cases.size) + 50
    a = b + level + rng.normal(size=cases.size)
    a[3] = np.nan
    kept = np.arange(cases.size) != 3
    between, within, is_cut = _by_loops((a - b)[kept], cases[kept])
    actual = bland_altman_repeated(a, b, clusters=cases, n_boot=200)
    assert actual.sd_between.value == pytest.approx(between**0.5, abs=1e-9)
    assert actual.sd_within.value == pytest.approx(within**0.5, abs=1e-9)
    half = 1.959963984540054 * (between + within) ** 0.5
    middle = (a - b)[kept].mean()
    limits = (actual.lower.value, actual.upper.value)
    assert limits == pytest.approx((middle - half, middle + half), abs=1e-9)
    assert actual.is_between_cut == is_cut
    expected = mean_estimate((a - b)[kept], cases[kept])
    assert (actual.bias.low, actual.bias.high) == pytest.approx((expected.low, expected.high))
    for name in ("sd_within", "sd", "lower", "upper"):
        estimate = getattr(actual, name)
        assert estimate.low < estimate.value < estimate.high


def test_share_between_is_the_intraclass_correlation() -> None:
    """With equal numbers of items, between / total is ICC(1,1) of the differences."""
    table = np.random.default_rng(5).normal(size=(30, 4)) + np.arange(30)[:, None] / 10
    actual = bland_altman_repeated(
        table.ravel(), np.zeros(120), clusters=np.repeat(np.arange(30), 4)
    )
    share = actual.sd_between.value**2 / actual.sd.value**2
    assert share == pytest.approx(icc(table, form="1,1").value, abs=1e-9)


def test_interval_equals_a_loop_over_cases() -> None:
    """A case that is drawn twice counts as two cases: the draws of a loop stay within it."""
    rng = np.random.default_rng(6)
    cases = np.repeat(np.arange(20), rng.integers(2, 6, 20))
    a = rng.normal(size=20)[cases] + rng.normal(size=cases.size)
    actual = bland_altman_repeated(a, 0 * a, clusters=cases, n_boot=2000).sd
    draws = []
    for _ in range(300):
        picked = rng.integers(0, 20, 20)
        parts = [a[cases == case] for case in picked]
        again = np.repeat(np.arange(20), [len(part) for part in parts])
        between, within, _ = _by_loops(np.concatenate(parts), again)
        draws.append((between + within) ** 0.5)
    low, high = np.quantile(draws, [0.1, 0.9])
    assert actual.low < low < high < actual.high
    assert (actual.low, actual.high) == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.35)


def test_laws() -> None:
    """Raters exchanged: bias and limits turn round. A constant added to one moves the limits."""
    one = bland_altman_repeated(A, B, clusters=SUBJECTS)
    other = bland_altman_repeated(B, A, clusters=SUBJECTS)
    assert one.lower.value == pytest.approx(-other.upper.value, abs=1e-12)
    assert one.sd_between.value == pytest.approx(other.sd_between.value, abs=1e-12)
    moved = bland_altman_repeated(A + 1000, B, clusters=SUBJECTS)
    assert moved.upper.value == pytest.approx(one.upper.value + 1000, abs=1e-9)
    assert moved.sd.value == pytest.approx(one.sd.value, abs=1e-9)
    shuffled = np.random.default_rng(0).permutation(60)
    again = bland_altman_repeated(A[shuffled], B[shuffled], clusters=SUBJECTS[shuffled])
    for name in FIGURES:
        assert getattr(again, name).value == pytest.approx(getattr(one, name).value, abs=1e-12)


def test_what_cannot_be_separated() -> None:
    """One item a case, one case, no item: a reason; constant differences: 0 and no interval."""
    for clusters in ([0, 1, 2], [0, 0, 0]):
        actual = bland_altman_repeated([1, 2, 4], [0, 0, 0], clusters=clusters)
        assert actual.bias.value == pytest.approx(7 / 3)
        assert "cannot be told apart" in str(actual.sd.reason)
        assert actual.lower.value is None
    empty = bland_altman_repeated([None], [1], clusters=[0])
    assert (empty.bias.value, empty.sd.value) == (None, None)
    same = bland_altman_repeated(
        np.arange(40) + 0.1, np.arange(40), clusters=np.arange(40) // 2, n_boot=50
    )
    assert same.sd.value == pytest.approx(0, abs=1e-12)
    assert (same.sd.low, same.bias.low) == (None, None)
    few = bland_altman_repeated([1, 2, 3, 5], [0] * 4, clusters=[0, 0, 1, 1], n_boot=50)
    assert few.sd.interval_reason == TOO_FEW_CASES
    with pytest.raises(ValueError, match="needs the case of each item"):
        bland_altman_repeated([1], [1], clusters=None)
