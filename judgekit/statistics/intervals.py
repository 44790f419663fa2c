"""Means and proportions of items grouped in cases, each with its 95 % interval."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from judgekit.records.estimate import (
    INTERVAL_LEVEL,
    MIN_CLUSTERS,
    NO_VARIATION,
    TOO_FEW_CASES,
    Estimate,
)

NO_ITEMS = "there are no items"

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# A sum of residuals this small beside the sum of the values is rounding, not variation.
_ROUNDING = 1e-12


def mean_estimate(values: FloatArray, clusters: IntArray | None) -> Estimate:
    """Return the mean of `values` with its cluster-robust interval.

    The standard error is that of a ratio of sums, linearised (Cochran 1977, eq. 6.13; Liang and
    Zeger 1986): with the mean m, the residual sums r_g = sum over case g of (y - m), and G cases,
    SE^2 = G / (G - 1) * sum(r_g^2) / n^2. The interval is m ± t * SE with t of G - 1 degrees of
    freedom. Where every item is its own case this is the ordinary t interval.

    Args:
        values: One finite number per item, any unit; shape (n,).
        clusters: The case of each item, as integer codes; shape (n,). None makes each item its
            own case, which assumes independent items.

    Returns:
        The mean. No items: no value, with the reason. Fewer than 10 cases: the value with "too
        few cases for an interval". No variation between cases (all r_g are zero): the value with
        "no variation between cases", never an interval of zero width.

    Raises:
        ValueError: The arrays differ in length, are not one-dimensional, or hold NaN or infinity.

    Example:
        >>> mean_estimate(np.array([1.0, 2.0, 3.0]), None).value
        2.0
    """
    grouped = _group(values, clusters, what="mean")
    if grouped is None:
        return Estimate(value=None, reason=NO_ITEMS, n=0, clusters=0)
    if grouped.n_cases < MIN_CLUSTERS:
        return grouped.without_interval(TOO_FEW_CASES)
    variance = grouped.variance
    degrees = grouped.n_cases - 1
    half = _quantile(degrees) * math.sqrt(variance)
    low, high = grouped.mean - half, grouped.mean + half
    if variance == 0.0 or not low < high:
        return grouped.without_interval(NO_VARIATION)
    return Estimate(
        value=grouped.mean,
        low=low,
        high=high,
        method=(
            f"mean ± t({degrees}) x standard error, 95 %; "
            f"{_error_words(grouped, of='standard error')}"
        ),
        n=grouped.n,
        clusters=grouped.n_cases,
    )


def proportion_estimate(values: FloatArray, clusters: IntArray | None) -> Estimate:
    """Return the share of ones among `values` with a Wilson interval on the effective n.

    The effective number of items is n_eff = n / deff * (z / t)^2 (Korn and Graubard 1998). deff
    is the cluster-robust variance of the mean (see `mean_estimate`) divided by p (1 - p) / (n - 1),
    its value for independent items. z and t are the 97.5 % points of the normal distribution and
    of Student's t with G - 1 degrees of freedom: the variance is itself estimated from G cases.
    n_eff is never above n: a design effect under 1 is not used to narrow the interval. Where every
    item is its own case no variance has to be estimated and the interval is Wilson's (1927) on n.
    At p = 0 and p = 1 the variance is zero and says nothing about the clustering, so n_eff is the
    number of cases G, as if each case held one independent item.

    Args:
        values: 0 or 1 per item; shape (n,).
        clusters: The case of each item, as integer codes; shape (n,). None makes each item its
            own case.

    Returns:
        The proportion, 0 to 1. No items: no value, with the reason. Fewer than 10 cases: the
        value with "too few cases for an interval". The interval always lies within 0 to 1.

    Raises:
        ValueError: A value is neither 0 nor 1, or the arrays differ in length or shape.

    Example:
        >>> proportion_estimate(np.array([1.0, 1.0, 0.0, 1.0]), None).value
        0.75
    """
    grouped = _group(values, clusters, what="proportion")
    if grouped is None:
        return Estimate(value=None, reason=NO_ITEMS, n=0, clusters=0)
    numbers = np.asarray(values, dtype=np.float64)
    off = (numbers != 0.0) & (numbers != 1.0)
    if off.any():
        bad = float(numbers[off][0])
        raise ValueError(
            f"proportion: every value must be 0 or 1, got {bad!r}; use mean_estimate for scores"
        )
    if grouped.n_cases < MIN_CLUSTERS:
        return grouped.without_interval(TOO_FEW_CASES)
    n_effective, words = _effective_n(grouped)
    low, high = wilson_interval(grouped.mean, n_effective)
    return Estimate(
        value=grouped.mean,
        low=low,
        high=high,
        method=(
            f"Wilson interval, 95 %, on {n_effective:.6g} effective of {grouped.n} items; {words}"
        ),
        n=grouped.n,
        clusters=grouped.n_cases,
    )


def wilson_interval(proportion: float, n: float) -> tuple[float, float]:
    """Return Wilson's (1927) 95 % score interval of a proportion; its ends lie within 0 to 1.

    Args:
        proportion: The observed share, 0 to 1.
        n: The number of independent items it stands on; > 0, need not be whole.

    Raises:
        ValueError: `proportion` is outside 0 to 1, or `n` is not above 0.
    """
    if not 0.0 <= proportion <= 1.0 or not n > 0.0:
        raise ValueError(
            f"Wilson interval: needs 0 <= proportion <= 1 and n > 0, got {proportion!r} and {n!r}"
        )
    z = _quantile(None)
    spread = z * z / n
    centre = (proportion + spread / 2) / (1 + spread)
    half = z * math.sqrt(proportion * (1 - proportion) / n + spread / (4 * n)) / (1 + spread)
    low = 0.0 if proportion == 0.0 else max(0.0, centre - half)
    high = 1.0 if proportion == 1.0 else min(1.0, centre + half)
    return low, high


def case_codes(n_items: int, clusters: IntArray | None, *, what: str) -> tuple[IntArray, int]:
    """Return each item's case as 0 to G - 1, and G. None makes each item its own case.

    Args:
        n_items: Number of items.
        clusters: Integer code of each item's case, or None.
        what: What is being computed, for the message of an error.

    Raises:
        ValueError: `clusters` is not one whole number per item.
    """
    if clusters is None:
        return np.arange(n_items, dtype=np.int64), n_items
    given = np.asarray(clusters)
    if given.shape != (n_items,):
        raise ValueError(
            f"{what}: clusters must name one case per item ({n_items}), got shape {given.shape!r}"
        )
    if not np.issubdtype(given.dtype, np.integer):
        raise ValueError(
            f"{what}: clusters must be integer codes, got dtype {given.dtype!s}; "
            "number the cases first, for example with numpy.unique(..., return_inverse=True)"
        )
    cases, codes = np.unique(given, return_inverse=True)
    return codes.astype(np.int64), int(cases.size)


class _Grouped(NamedTuple):
    """What an interval needs to know of the items and their cases."""

    mean: float
    variance: float  # cluster-robust, of the mean; exactly 0.0 when only rounding is left
    n: int
    n_cases: int
    is_clustered: bool

    def without_interval(self, reason: str) -> Estimate:
        return Estimate(value=self.mean, interval_reason=reason, n=self.n, clusters=self.n_cases)


def _group(values: FloatArray, clusters: IntArray | None, *, what: str) -> _Grouped | None:
    """Check the arrays and reduce them to mean and variance; None when there are no items."""
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1:
        raise ValueError(f"{what}: values must be one-dimensional, got shape {numbers.shape!r}")
    if not np.isfinite(numbers).all():
        bad = float(numbers[~np.isfinite(numbers)][0])
        raise ValueError(
            f"{what}: every value must be finite, got {bad!r}; leave missing values out and count "
            "them"
        )
    codes, n_cases = case_codes(numbers.size, clusters, what=what)
    n = int(numbers.size)
    if n == 0:
        return None
    # Around the first value, equal values leave residuals that are exactly zero.
    shifted = numbers - numbers[0]
    centre = math.fsum(shifted) / n
    mean = math.fsum(numbers) / n if shifted.any() else float(numbers[0])
    residual_sums = np.bincount(codes, weights=shifted - centre, minlength=n_cases)
    scale = float(np.abs(shifted).sum())
    variance = 0.0
    if n_cases > 1 and float(np.abs(residual_sums).max()) > _ROUNDING * scale:
        variance = n_cases / (n_cases - 1) * float(residual_sums @ residual_sums) / n**2
    return _Grouped(mean, variance, n, n_cases, is_clustered=n_cases < n)


def _effective_n(grouped: _Grouped) -> tuple[float, str]:
    """Return the number of independent items that `grouped` is worth, and how it was found."""
    p, n = grouped.mean, grouped.n
    if p in {0.0, 1.0}:
        words = f"all items alike, so each of {grouped.n_cases} cases counts once"
        return float(grouped.n_cases), words
    words = _error_words(grouped, of="variance")
    if not grouped.is_clustered or grouped.variance == 0.0:
        return float(n), words
    design_effect = grouped.variance * (n - 1) / (p * (1 - p))
    shrink = (_quantile(None) / _quantile(grouped.n_cases - 1)) ** 2
    return min(float(n), n / design_effect * shrink), words


def _quantile(degrees: int | None) -> float:
    """Return the 97.5 % point of Student's t, or of the normal distribution without `degrees`."""
    level = 0.5 + INTERVAL_LEVEL / 2
    return float(ndtri(level) if degrees is None else stdtrit(degrees, level))


def _error_words(grouped: _Grouped, *, of: str) -> str:
    if grouped.is_clustered:
        return f"cluster-robust {of} over {grouped.n_cases} cases"
    return f"each of {grouped.n} items its own case"
