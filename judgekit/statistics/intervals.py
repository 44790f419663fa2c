"""Means and proportions of items grouped in cases, each with its 95 % interval."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.records.estimate import (
    MIN_CLUSTERS,
    NO_VARIATION,
    TOO_FEW_CASES,
    Estimate,
)
from judgekit.statistics.degrees import variance_degrees
from judgekit.statistics.wilson import effective_items, upper_point
from judgekit.statistics.wilson import wilson_interval as wilson_interval  # part of this module

NO_ITEMS = "there are no items"

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# A sum of residuals this small beside the sum of the values is rounding, not variation.
_ROUNDING = 1e-12


def mean_estimate(
    values: FloatArray, clusters: IntArray | None, *, bounds: tuple[float, float] | None = None
) -> Estimate:
    """Return the mean of `values` with its cluster-robust interval.

    The standard error is that of a ratio of sums, linearised (Cochran 1977, eq. 6.13; Liang and
    Zeger 1986): with the mean m, the residual sums r_g = sum over case g of (y - m), and G cases,
    SE^2 = G / (G - 1) * sum(r_g^2) / n^2. The interval is m ± t * SE with t of G - 1 degrees of
    freedom. Where every item is its own case this is the ordinary t interval.

    That interval is symmetric, and misses too often where most values lie at one end of their
    scale. With `bounds` the mean's place between them is taken for a proportion p and has Wilson's
    interval as in `proportion_estimate`, on p (1 - p) / SE^2 * n / (n - 1) items before the same
    cut by (z / t)^2: its ends lie within the bounds, and it is wider towards their middle.
    Differences of two measurements seldom lie at one end, and need no bounds.

    Args:
        values: One finite number per item, any unit; shape (n,).
        clusters: The case of each item, as integer codes; shape (n,). None makes each item its
            own case, which assumes independent items.
        bounds: The lowest and the highest value that the scale has, whether or not they occur;
            None where the values have no bounds, or none that is known.

    Returns:
        The mean. No items: no value, with the reason. Fewer than 10 cases: the value with "too
        few cases for an interval". No variation between cases (all r_g are zero): the value with
        "no variation between cases", never an interval of zero width.

    Raises:
        ValueError: The arrays differ in length, are not one-dimensional, or hold NaN or infinity;
            `bounds` are not low < high, or a value lies outside them.

    Example:
        >>> mean_estimate(np.array([1.0, 2.0, 3.0]), None).value
        2.0
    """
    grouped = _group(values, clusters, what="mean")
    if bounds is not None:
        _check_bounds(values, bounds)
    if grouped is None:
        return Estimate(value=None, reason=NO_ITEMS, n=0, clusters=0)
    if grouped.n_cases < MIN_CLUSTERS:
        return grouped.without_interval(TOO_FEW_CASES)
    (low, high), words = _of_mean(grouped) if bounds is None else _of_share(grouped, bounds)
    if grouped.variance == 0.0 or not low < high:
        return grouped.without_interval(NO_VARIATION)
    return Estimate(
        value=grouped.mean,
        low=low,
        high=high,
        method=f"{words}; {_error_words(grouped, of='standard error')}",
        n=grouped.n,
        clusters=grouped.n_cases,
    )


def proportion_estimate(values: FloatArray, clusters: IntArray | None) -> Estimate:
    """Return the share of ones among `values` with a Wilson interval on the effective n.

    The effective number of items is n_eff = n / deff * (z / t)^2 (Korn and Graubard 1998). deff
    is the cluster-robust variance of the mean (see `mean_estimate`) divided by p (1 - p) / (n - 1),
    its value for independent items. z and t are the 97.5 % points of the normal distribution and
    of Student's t, because the variance is itself estimated from the cases. Its degrees of freedom
    are at most G - 1, and fewer where few cases hold the rarer answer (`variance_degrees`).

    n_eff is never above n: a design effect under 1 is not used to narrow the interval. Degrees
    under G - 1 do not take it below n^2 / sum(n_g^2), n_g being the items of case g: what would be
    left if all items of each case were alike (Kish 1965). Where every item is its own case no
    variance has to be estimated and the interval is Wilson's (1927) on n. At p = 0 and p = 1 the
    variance is zero and says nothing about the clustering, so n_eff is the number of cases G, as
    if each case held one independent item.

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
    degrees: float  # of freedom, of the variance
    n: int
    n_cases: int
    n_if_alike: float  # independent items, were all items of each case alike
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
    residual_sums = np.bincount(codes, weights=shifted - centre, minlength=n_cases).astype(
        np.float64
    )
    scale = float(np.abs(shifted).sum())
    variance, degrees = 0.0, float(n_cases - 1)
    if n_cases > 1 and float(np.abs(residual_sums).max()) > _ROUNDING * scale:
        variance = n_cases / (n_cases - 1) * float(residual_sums @ residual_sums) / n**2
        degrees = variance_degrees(residual_sums, n_cases=n_cases)
    n_if_alike = n**2 / float((np.bincount(codes).astype(np.float64) ** 2).sum())
    return _Grouped(mean, variance, degrees, n, n_cases, n_if_alike, is_clustered=n_cases < n)


def _effective_n(grouped: _Grouped) -> tuple[float, str]:
    """Return the number of independent items that `grouped` is worth, and how it was found."""
    p, n = grouped.mean, grouped.n
    if p in {0.0, 1.0}:
        words = f"all items alike, so each of {grouped.n_cases} cases counts once"
        return float(grouped.n_cases), words
    words = _error_words(grouped, of="variance")
    if not grouped.is_clustered or grouped.variance == 0.0:
        return float(n), words
    worth = _worth(grouped, n / (grouped.variance * (n - 1) / (p * (1 - p))))
    return min(float(n), worth), f"{words}, {grouped.degrees:.3g} degrees of freedom"


def _of_mean(grouped: _Grouped) -> tuple[tuple[float, float], str]:
    degrees = grouped.n_cases - 1
    half = upper_point(degrees) * math.sqrt(grouped.variance)
    ends = grouped.mean - half, grouped.mean + half
    return ends, f"mean ± t({degrees}) x standard error, 95 %"


def _of_share(grouped: _Grouped, bounds: tuple[float, float]) -> tuple[tuple[float, float], str]:
    """Return the ends of a mean on a scale with bounds, taken for a share of its range."""
    lowest, highest = bounds
    width, n = highest - lowest, grouped.n
    share = min(1.0, max(0.0, (grouped.mean - lowest) / width))
    variance = grouped.variance / width**2
    if variance == 0.0 or share in {0.0, 1.0}:
        return (grouped.mean, grouped.mean), ""
    worth = _worth(grouped, share * (1 - share) / variance * n / (n - 1))
    ends = wilson_interval(share, worth)
    return (lowest + ends[0] * width, lowest + ends[1] * width), (
        f"Wilson interval of the mean's place between {lowest:.6g} and {highest:.6g}, 95 %, on "
        f"{worth:.6g} effective items, {grouped.degrees:.3g} degrees of freedom"
    )


def _worth(grouped: _Grouped, independent: float) -> float:
    return effective_items(
        independent,
        n_cases=grouped.n_cases,
        degrees=grouped.degrees,
        n_if_alike=grouped.n_if_alike,
    )


def _check_bounds(values: FloatArray, bounds: tuple[float, float]) -> None:
    lowest, highest = bounds
    if not (math.isfinite(lowest) and math.isfinite(highest) and lowest < highest):
        raise ValueError(
            f"mean: bounds must be the finite ends of the scale, low < high, got {bounds!r}"
        )
    numbers = np.asarray(values, dtype=np.float64)
    # A mean of equal values can lie beyond them by rounding.
    slack = _ROUNDING * max(abs(lowest), abs(highest), highest - lowest)
    off = (numbers < lowest - slack) | (numbers > highest + slack)
    if off.any():
        raise ValueError(
            f"mean: every value must lie within {lowest!r} to {highest!r}, got "
            f"{float(numbers[off][0])!r}; give the bounds of the scale, or none"
        )


def _error_words(grouped: _Grouped, *, of: str) -> str:
    if grouped.is_clustered:
        return f"cluster-robust {of} over {grouped.n_cases} cases"
    return f"each of {grouped.n} items its own case"
